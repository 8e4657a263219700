// Package report puts the subjects on papers: a report is a subject in a format, such as [NewCompact], [NewMarkdown] and [NewHTML] for a plan.
// The rooms below it are floors. What a report says is in content, in the words of wording; how much of it has room is decided by fit; how
// it is written is in paper; what there is to say about a plan, a pair, or several plans is in subject. The layout of the real programs is
// in human, and what programs read is in machine.
//
// No report compares values or asks which product it is writing for, and none but those in machine escapes anything itself: sinks does.
package report

import (
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/human"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/marker"
	"github.com/planfmt/planfmt/internal/report/paper"
	"github.com/planfmt/planfmt/internal/report/paper/markdown"
	"github.com/planfmt/planfmt/internal/report/subject/plan"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// Markdown is the report for a comment on a pull request. It is never longer than its limit. It
// writes everything at the end.
type Markdown struct {
	w io.Writer
	markdown.Paper
	mark  marker.PlanMark
	begun bool
	plan.Overview
}

// NewMarkdown returns a report that writes to w. It returns an error if the comment ID is invalid,
// or if the maximum size is too small.
func NewMarkdown(w io.Writer, opts layout.Options) (*Markdown, error) {
	top, limit, err := markdown.Begin(&opts.Markdown, opts.Title)
	if err != nil {
		return nil, err
	}
	return &Markdown{w: w, Paper: markdown.Paper{Opts: opts, Source: "plan", Top: top, Limit: limit}, Overview: plan.NewOverview(&opts)}, nil
}

// Begin keeps the summary.
func (m *Markdown) Begin(s computed.Summary) error {
	m.begun = true
	m.Start(s)
	m.Bodies.Reset(m.Limit)
	m.startMark(&s)
	return nil
}

// startMark begins what the marker says about the document.
func (m *Markdown) startMark(s *computed.Summary) {
	if m.Opts.Remember && s.State == computed.NotState {
		m.mark.Summary(s)
		m.Fresh = m.mark.Fresh(m.Opts.Previous)
	}
}

// Resource adds a change.
func (m *Markdown) Resource(r computed.Resource) error { return m.Prepare(r)() }

// Prepare collects the facts about a change, and draws it. It returns the rest of
// [Markdown.Resource]. Several goroutines may call Prepare at a time, in any order, between
// Begin and End.
func (m *Markdown) Prepare(r computed.Resource) (write func() error) {
	write, _ = m.PrepareAll(&r)
	return write
}

// PrepareAll is like Prepare, and reports that the change is not needed any more.
func (m *Markdown) PrepareAll(r *computed.Resource) (write func() error, all bool) {
	if !m.begun {
		return func() error { return paper.ErrNotBegun }, true
	}
	add := m.Collect(r)
	d := m.drawResource(r, review.ClassOf(r))
	module, _ := plans.SplitModule(r.Address)
	var marked marker.FullEntry
	isMarked := false
	if m.Opts.Remember {
		marked, isMarked = marker.ResourceMark(r)
	}
	return func() error {
		number := m.Added
		if isMarked {
			m.mark.Add(marked)
		}
		if isFirst := add(); d != nil {
			d.Follows = !isFirst
			m.Bodies.Keep(number, module, d)
		}
		return nil
	}, true
}

// drawResource draws the change of a resource. It returns nil if there is nothing to draw, or
// if the resource is only counted.
func (m *Markdown) drawResource(r *computed.Resource, class review.Class) *markdown.Drawing {
	write := func(w *doc.Writer) { human.WriteResource(w, &m.Dialect.Words, r, m.Body()) }
	switch {
	case class == review.Stored:
		write = func(w *doc.Writer) { human.WriteStateResource(w, &m.Dialect.Words, r) }
	case r.Muted && r.Err == nil || m.IsCountedOnly(r, class) || !human.IsPrinted(r):
		return nil
	}
	if m.Bodies.IsFull(class) {
		return &markdown.Drawing{Class: class, Dropped: true}
	}
	return m.Draw(class, doc.Lines(write))
}

// drawRest draws outputs, and actions that no resource triggers.
func (m *Markdown) drawRest(c *content.Contents) {
	for i := range c.Sections {
		sec := &c.Sections[i]
		for j := range sec.Items {
			if it, ok := sec.Items[j].(*content.ActionItem); ok && it.Action.Err == nil && it.Action.HasConfig {
				m.Bodies.Actions[it] = m.Draw(review.Update, doc.Lines(func(w *doc.Writer) { human.WriteInvocation(w, it.Action, m.Body(), nil) }))
			}
		}
		switch {
		case sec.Kind != content.OutputSection:
		case m.Sum.State != computed.NotState:
			m.Bodies.Outputs = m.Draw(review.Stored, doc.Lines(func(w *doc.Writer) {
				for i := range m.Sum.Outputs {
					human.WriteStateOutput(w, &m.Sum.Outputs[i])
				}
			}))
		default:
			m.Bodies.Outputs = m.Draw(review.Update, doc.Lines(func(w *doc.Writer) { human.WriteOutputs(w, m.Sum.Outputs, m.Body()) }))
		}
	}
}

// End writes the report.
func (m *Markdown) End(o computed.Outcome) error {
	if !m.begun {
		return paper.ErrNotBegun
	}
	c := m.Contents(o, m.Opts.ShowHash)
	m.drawRest(c)
	m.remember([]marker.NamedMark{{PlanMark: &m.mark}})
	c.DigestPolicies()
	return m.layOut(c)
}

// layOut writes a report with these contents.
func (m *Markdown) layOut(c *content.Contents) error {
	m.Picture = m.drawnGraph()
	m.Totals = m.planTotals()
	return paper.WriteAll(m.w, markdown.NewSheet(&m.Paper, c).Write())
}

// planTotals returns what the table counts, or nil for a state.
func (m *Markdown) planTotals() *markdown.PlanTotals {
	if m.Sum.State != computed.NotState {
		return nil
	}
	t := &markdown.PlanTotals{Outputs: m.ChangedOutputs(), Actions: m.Sum.Invocations}
	for class := range t.Classes {
		t.Classes[class] = m.ClassCount(review.Class(class))
	}
	return t
}
