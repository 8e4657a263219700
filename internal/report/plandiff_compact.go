package report

import (
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/review"
)

// CompactPlanDiff says on one screen in what two plans differ. It writes everything in the end.
type CompactPlanDiff struct {
	compact *Compact
	begun   bool
	planDiffOverview
}

// NewCompactPlanDiff returns a report that writes to w. Of the options, GroupBy and ShowHash have
// no effect.
func NewCompactPlanDiff(w io.Writer, opts Options) *CompactPlanDiff {
	return &CompactPlanDiff{compact: NewCompact(w, opts)}
}

// Begin keeps the summary.
func (c *CompactPlanDiff) Begin(s computed.PlanDiff) error {
	c.begun = true
	c.begin(s, c.compact.opts.Dialect)
	return nil
}

// Resource adds a resource.
func (c *CompactPlanDiff) Resource(r computed.ResourceComparison) error {
	if !c.begun {
		return errNotBegun
	}
	c.add(&r)
	return nil
}

// End writes the report, and closes the document.
func (c *CompactPlanDiff) End(o computed.PlanDiffOutcome) error {
	if !c.begun {
		return errNotBegun
	}
	return c.compact.layOut(c.contents(&o))
}

// MarkdownPlanDiff says in a comment for a pull request in what two plans differ. It is never
// longer than its limit. It writes everything in the end.
type MarkdownPlanDiff struct {
	markdown *Markdown
	begun    bool
	planDiffOverview
}

// NewMarkdownPlanDiff returns a report that writes to w. Its errors are those of [NewMarkdown]. Of
// the options, GroupBy and ShowHash have no effect.
func NewMarkdownPlanDiff(w io.Writer, opts Options) (*MarkdownPlanDiff, error) {
	if opts.Dialect.Name == "" {
		opts.Dialect = dialect.Terraform()
	}
	m, err := NewMarkdown(w, opts)
	if err != nil {
		return nil, err
	}
	m.source = "comparison"
	return &MarkdownPlanDiff{markdown: m}, nil
}

// Begin keeps the summary.
func (m *MarkdownPlanDiff) Begin(s computed.PlanDiff) error {
	m.begun = true
	m.begin(s, m.markdown.opts.Dialect)
	m.markdown.bodies.reset(m.markdown.limit)
	return nil
}

// Resource adds a resource.
func (m *MarkdownPlanDiff) Resource(r computed.ResourceComparison) error {
	if !m.begun {
		return errNotBegun
	}
	class := review.ClassOf(r.Newest())
	number, isFirst := m.add(&r)
	d := &drawing{class: class, dropped: true}
	if !m.markdown.bodies.isFull(class) {
		words := &m.markdown.opts.Dialect.Words
		d = m.markdown.draw(class, doc.Lines(func(w *doc.Writer) { writeResourceComparison(w, words, &r) }))
	}
	d.follows = !isFirst
	m.markdown.bodies.keep(number, "", d)
	return nil
}

// End writes the report.
func (m *MarkdownPlanDiff) End(o computed.PlanDiffOutcome) error {
	if !m.begun {
		return errNotBegun
	}
	return m.markdown.layOut(m.contents(&o))
}
