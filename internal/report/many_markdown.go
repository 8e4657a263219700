package report

import (
	"errors"
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/marker"
	"github.com/planfmt/planfmt/internal/report/paper"
	"github.com/planfmt/planfmt/internal/report/paper/markdown"
	"github.com/planfmt/planfmt/internal/report/spool"
	"github.com/planfmt/planfmt/internal/report/subject/plan"
	"github.com/planfmt/planfmt/internal/report/subject/several"
)

// ManyMarkdown is what [Markdown] writes, of several documents: what all of them do, a table of
// them, what happens in several, and then each that does something else. It is never longer than its
// limit, of which each document gets its fair share.
type ManyMarkdown struct {
	*several.Reports[*markdownPart]
	base   *Markdown // has the options, the limit, and what stands above the headline
	bodies markdown.SharedBodies
}

// NewManyMarkdown returns a report that writes to w. The dialect of the options is not used. The
// errors are those of [NewMarkdown].
func NewManyMarkdown(w io.Writer, names []string, opts layout.Options) (*ManyMarkdown, error) {
	if opts.Graph {
		return nil, errors.New("a comment on several plans has no graph: see planfmt graph for each of them")
	}
	base, err := NewMarkdown(w, opts)
	if err != nil {
		return nil, err
	}
	m := &ManyMarkdown{Reports: several.NewReports[*markdownPart](w, names, spool.Limits{}), base: base}
	m.bodies.Budget = 4 * base.Limit
	return m, nil
}

// markdownPart takes one of the documents.
type markdownPart struct {
	*Markdown
	several.Part
	to     *ManyMarkdown
	number int
}

// Document returns a writer for a document.
func (m *ManyMarkdown) Document(number int, d dialect.Dialect) several.Writer {
	one := m.base.part(d)
	return &markdownPart{one, several.Part{Name: m.Parts[number].Name, Overview: &one.Overview}, m, number}
}

// part returns a report of the same kind, which is only a part of this one.
func (m *Markdown) part(d dialect.Dialect) *Markdown {
	opts := m.Opts
	opts.Dialect = d
	one := &Markdown{Overview: plan.NewOverview(&opts)}
	one.Opts, one.Limit, one.IsPart = opts, m.Limit, true
	return one
}

// Begin keeps what is needed of the summary.
func (p *markdownPart) Begin(s computed.Summary) error {
	p.begun = true
	p.Part.Start(s)
	p.Markdown.Bodies.Reset(p.Limit)
	p.startMark(&s)
	return nil
}

// End keeps the contents for the document.
func (p *markdownPart) End(o computed.Outcome) error {
	if !p.begun {
		return paper.ErrNotBegun
	}
	err := p.Part.Finish(o, func(c *content.Contents) error {
		p.drawRest(c)
		return nil
	})
	if err != nil {
		return err
	}
	p.to.bodies.Add(p.number, &p.Markdown.Bodies)
	p.to.Set(p.number, p.Facts, p)
	return nil
}

// End writes the report.
func (m *ManyMarkdown) End() error {
	if err := m.Seal(); err != nil {
		return err
	}
	parts := make([]*several.Part, len(m.Parts))
	for i, p := range m.Kept() {
		if p != nil {
			parts[i] = &p.Part
		}
	}
	marks := make([]marker.NamedMark, len(m.Parts))
	for i, p := range m.Kept() {
		if marks[i].Name = m.Parts[i].Name; p != nil {
			marks[i].PlanMark = &p.mark
		}
	}
	m.base.remember(marks)
	papers := make([]*markdown.Paper, len(m.Parts))
	for i, p := range m.Kept() {
		if p != nil {
			papers[i] = &p.Paper
			p.Find = func(number int) *markdown.Drawing { return p.Markdown.Bodies.ByNumber[number-parts[i].Base] }
		}
	}
	s := markdown.SeveralSheet{Base: &m.base.Paper, Several: several.Join(m.Facts(), parts, m.base.Opts.ShowHash)}
	s.MakeBlocks(papers)
	return paper.WriteAll(m.W, s.Write())
}
