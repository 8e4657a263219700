package report

import (
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/spool"
	"github.com/planfmt/planfmt/internal/report/subject/several"
)

// ManyCompact is what [Compact] writes, of several documents: what all of them do, a table of them,
// what happens in several, and then each that does something else.
type ManyCompact struct {
	*several.Reports[*several.Part]
	opts layout.Options
}

// NewManyCompact returns a report that writes to w. The dialect of the options is not used.
func NewManyCompact(w io.Writer, names []string, opts layout.Options) *ManyCompact {
	opts.SetDefaults(compactWidth)
	return &ManyCompact{several.NewReports[*several.Part](w, names, spool.Limits{}), opts}
}

// manyCompactPart takes one of the documents.
type manyCompactPart struct {
	*Compact
	to     *ManyCompact
	number int
	part   *several.Part
}

// Document returns a writer for a document.
func (m *ManyCompact) Document(number int, d dialect.Dialect) several.Writer {
	return m.part(number, d)
}

func (m *ManyCompact) part(number int, d dialect.Dialect) *manyCompactPart {
	opts := m.opts
	opts.Dialect = d
	c := NewCompact(nil, opts)
	return &manyCompactPart{Compact: c, to: m, number: number, part: &several.Part{Name: m.Parts[number].Name, Overview: &c.Overview}}
}

// Begin keeps what is needed of the summary.
func (p *manyCompactPart) Begin(s computed.Summary) error {
	p.begun = true
	p.part.Start(s)
	return nil
}

// End keeps the contents for the document.
func (p *manyCompactPart) End(o computed.Outcome) error {
	if !p.begun {
		return paper.ErrNotBegun
	}
	if err := p.part.Finish(o, nil); err != nil {
		return err
	}
	p.to.Set(p.number, p.part.Facts, p.part)
	return nil
}

// End writes the report.
func (m *ManyCompact) End() error {
	c, err := m.contents()
	if err != nil {
		return err
	}
	out, err := m.opts.Sink.Open(m.W)
	if err != nil {
		return err
	}
	sheet := text.NewSheet(c, m.opts.Width, m.opts.Sink)
	if m.opts.Summary {
		sheet.Summarize()
	} else {
		sheet.Fit(m.opts.Limit)
		sheet.DropFolded(m.opts.Limit)
	}
	if err := out.Write(doc.Lines(sheet.Write)); err != nil {
		return err
	}
	return out.Close()
}

// contents returns everything, as the contents of one document.
func (m *ManyCompact) contents() (*content.Contents, error) {
	if err := m.Seal(); err != nil {
		return nil, err
	}
	return several.Join(m.Facts(), m.Kept(), m.opts.ShowHash).AsOne(), nil
}
