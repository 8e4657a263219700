package report

import (
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// Markdown is the report for a comment on a pull request. It is never longer than its limit. It
// writes everything at the end.
type Markdown struct {
	w io.Writer
	markdownPaper
	mark  planMark
	begun bool
	overview
}

// NewMarkdown returns a report that writes to w. It returns an error if the comment ID is invalid,
// or if the maximum size is too small.
func NewMarkdown(w io.Writer, opts Options) (*Markdown, error) {
	top, limit, err := opts.begin(opts.Title)
	if err != nil {
		return nil, err
	}
	return &Markdown{w: w, markdownPaper: markdownPaper{opts: opts, source: "plan", reportTop: top, limit: limit}, overview: opts.overview()}, nil
}

// Begin keeps the summary.
func (m *Markdown) Begin(s computed.Summary) error {
	m.begun = true
	m.begin(s)
	m.bodies.reset(m.limit)
	m.startMark(&s)
	return nil
}

// startMark begins what the marker says about the document.
func (m *Markdown) startMark(s *computed.Summary) {
	if m.opts.Remember && s.State == computed.NotState {
		m.mark.summary(s)
		m.fresh = m.mark.fresh(m.opts.Previous)
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
		return func() error { return errNotBegun }, true
	}
	add := m.prepare(r)
	d := m.drawResource(r, review.ClassOf(r))
	module, _ := plans.SplitModule(r.Address)
	var marked fullEntry
	isMarked := false
	if m.opts.Remember {
		marked, isMarked = resourceMark(r)
	}
	return func() error {
		number := m.added
		if isMarked {
			m.mark.add(marked)
		}
		if isFirst := add(); d != nil {
			d.follows = !isFirst
			m.bodies.keep(number, module, d)
		}
		return nil
	}, true
}

// drawResource draws the change of a resource. It returns nil if there is nothing to draw, or
// if the resource is only counted.
func (m *Markdown) drawResource(r *computed.Resource, class review.Class) *drawing {
	write := func(w *doc.Writer) { writeResource(w, &m.dialect.Words, r, m.body()) }
	switch {
	case class == review.Stored:
		write = func(w *doc.Writer) { writeStateResource(w, &m.dialect.Words, r) }
	case r.Muted && r.Err == nil || m.isCountedOnly(r, class) || !isPrinted(r):
		return nil
	}
	if m.bodies.isFull(class) {
		return &drawing{class: class, dropped: true}
	}
	return m.draw(class, doc.Lines(write))
}

// drawRest draws outputs, and actions that no resource triggers.
func (m *Markdown) drawRest(c *contents) {
	for i := range c.sections {
		sec := &c.sections[i]
		for j := range sec.items {
			if it, ok := sec.items[j].(*actionItem); ok && it.action.Err == nil && it.action.HasConfig {
				m.bodies.actions[it] = m.draw(review.Update, doc.Lines(func(w *doc.Writer) { writeInvocation(w, it.action, m.body(), nil) }))
			}
		}
		switch {
		case sec.kind != outputSection:
		case m.sum.State != computed.NotState:
			m.bodies.outputs = m.draw(review.Stored, doc.Lines(func(w *doc.Writer) {
				for i := range m.sum.Outputs {
					writeStateOutput(w, &m.sum.Outputs[i])
				}
			}))
		default:
			m.bodies.outputs = m.draw(review.Update, doc.Lines(func(w *doc.Writer) { writeOutputs(w, m.sum.Outputs, m.body()) }))
		}
	}
}

// End writes the report.
func (m *Markdown) End(o computed.Outcome) error {
	if !m.begun {
		return errNotBegun
	}
	c := m.contents(o, m.opts.ShowHash)
	m.drawRest(c)
	m.remember([]namedMark{{"", &m.mark}})
	c.digestPolicies()
	return m.layOut(c)
}

// layOut writes a report with these contents.
func (m *Markdown) layOut(c *contents) error {
	m.picture = m.drawnGraph()
	m.totals = m.planTotals()
	return writeAll(m.w, newMarkdownSheet(&m.markdownPaper, c).write())
}

// planTotals returns what the table counts, or nil for a state.
func (m *Markdown) planTotals() *planTotals {
	if m.sum.State != computed.NotState {
		return nil
	}
	t := &planTotals{outputs: m.changedOutputs(), actions: m.sum.Invocations}
	for class := range t.classes {
		t.classes[class] = m.classCount(review.Class(class))
	}
	return t
}
