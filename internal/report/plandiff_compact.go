package report

import (
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper"
	"github.com/planfmt/planfmt/internal/report/paper/markdown"
	"github.com/planfmt/planfmt/internal/report/subject/pair"
	"github.com/planfmt/planfmt/review"
)

// CompactPlanDiff says on one screen in what two plans differ. It writes everything in the end.
type CompactPlanDiff struct {
	compact *Compact
	begun   bool
	pair.Overview
}

// NewCompactPlanDiff returns a report that writes to w. Of the options, GroupBy and ShowHash have
// no effect.
func NewCompactPlanDiff(w io.Writer, opts layout.Options) *CompactPlanDiff {
	return &CompactPlanDiff{compact: NewCompact(w, opts)}
}

// Begin keeps the summary.
func (c *CompactPlanDiff) Begin(s computed.PlanDiff) error {
	c.begun = true
	c.Start(s, c.compact.opts.Dialect)
	return nil
}

// Resource adds a resource.
func (c *CompactPlanDiff) Resource(r computed.ResourceComparison) error {
	if !c.begun {
		return paper.ErrNotBegun
	}
	c.Add(&r)
	return nil
}

// End writes the report, and closes the document.
func (c *CompactPlanDiff) End(o computed.PlanDiffOutcome) error {
	if !c.begun {
		return paper.ErrNotBegun
	}
	return c.compact.layOut(c.Contents(&o))
}

// MarkdownPlanDiff says in a comment for a pull request in what two plans differ. It is never
// longer than its limit. It writes everything in the end.
type MarkdownPlanDiff struct {
	markdown *Markdown
	begun    bool
	pair.Overview
}

// NewMarkdownPlanDiff returns a report that writes to w. Its errors are those of [NewMarkdown]. Of
// the options, GroupBy and ShowHash have no effect.
func NewMarkdownPlanDiff(w io.Writer, opts layout.Options) (*MarkdownPlanDiff, error) {
	if opts.Dialect.Name == "" {
		opts.Dialect = dialect.Terraform()
	}
	m, err := NewMarkdown(w, opts)
	if err != nil {
		return nil, err
	}
	m.Source = "comparison"
	return &MarkdownPlanDiff{markdown: m}, nil
}

// Begin keeps the summary.
func (m *MarkdownPlanDiff) Begin(s computed.PlanDiff) error {
	m.begun = true
	m.Start(s, m.markdown.Opts.Dialect)
	m.markdown.Bodies.Reset(m.markdown.Limit)
	return nil
}

// Resource adds a resource.
func (m *MarkdownPlanDiff) Resource(r computed.ResourceComparison) error {
	if !m.begun {
		return paper.ErrNotBegun
	}
	class := review.ClassOf(r.Newest())
	number, isFirst := m.Add(&r)
	d := &markdown.Drawing{Class: class, Dropped: true}
	if !m.markdown.Bodies.IsFull(class) {
		words := &m.markdown.Opts.Dialect.Words
		d = m.markdown.Draw(class, doc.Lines(func(w *doc.Writer) { pair.WriteResourceComparison(w, words, &r) }))
	}
	d.Follows = !isFirst
	m.markdown.Bodies.Keep(number, "", d)
	return nil
}

// End writes the report.
func (m *MarkdownPlanDiff) End(o computed.PlanDiffOutcome) error {
	if !m.begun {
		return paper.ErrNotBegun
	}
	return m.markdown.layOut(m.Contents(&o))
}
