package report

import (
	"io"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
)

// ManyCompact is what [Compact] writes, of several documents: what all of them do, a table of them,
// what happens in several, and then each that does something else.
type ManyCompact struct {
	*many[*overviewPart]
	opts Options
}

// NewManyCompact returns a report that writes to w. The dialect of the options is not used.
func NewManyCompact(w io.Writer, names []string, opts Options) *ManyCompact {
	opts.setDefaults(compactWidth)
	return &ManyCompact{newMany[*overviewPart](w, names, SpoolOptions{}), opts}
}

// manyCompactPart takes one of the documents.
type manyCompactPart struct {
	*Compact
	to     *ManyCompact
	number int
	part   *overviewPart
}

// Document returns a writer for a document.
func (m *ManyCompact) Document(number int, d dialect.Dialect) Writer { return m.part(number, d) }

func (m *ManyCompact) part(number int, d dialect.Dialect) *manyCompactPart {
	opts := m.opts
	opts.Dialect = d
	c := NewCompact(nil, opts)
	return &manyCompactPart{Compact: c, to: m, number: number, part: &overviewPart{name: m.parts[number].name, overview: &c.overview}}
}

// Begin keeps what is needed of the summary.
func (p *manyCompactPart) Begin(s computed.Summary) error {
	p.begun = true
	p.part.begin(s)
	return nil
}

// End keeps the contents for the document.
func (p *manyCompactPart) End(o computed.Outcome) error {
	if !p.begun {
		return errNotBegun
	}
	if err := p.part.end(o, nil); err != nil {
		return err
	}
	p.to.set(p.number, p.part.facts, p.part)
	return nil
}

// End writes the report.
func (m *ManyCompact) End() error {
	c, err := m.contents()
	if err != nil {
		return err
	}
	out, err := m.opts.Sink.Open(m.w)
	if err != nil {
		return err
	}
	sheet := newSheet(c, m.opts.Width, m.opts.Sink)
	if m.opts.Summary {
		sheet.summarize()
	} else {
		sheet.fit(m.opts.Limit)
		sheet.dropFolded(m.opts.Limit)
	}
	if err := out.Write(doc.Lines(sheet.write)); err != nil {
		return err
	}
	return out.Close()
}

// contents returns everything, as the contents of one document.
func (m *ManyCompact) contents() (*contents, error) {
	if err := m.seal(); err != nil {
		return nil, err
	}
	return join(m.facts(), m.kept(), m.opts.ShowHash).asOne(), nil
}

// dropFolded drops plans of which all is folded, and counts them. What this saves is for others.
func (s *sheet) dropFolded(limit int) {
	said := map[int]bool{0: true}
	plans := map[int]bool{}
	for i := range s.sections {
		sec := &s.sections[i]
		plans[sec.plan] = true
		if sec.foldedItems < len(sec.items) {
			said[sec.plan] = true
		}
	}
	n := len(plans) - len(said)
	if n <= 0 {
		return
	}
	s.sections = slices.DeleteFunc(s.sections, func(sec section) bool { return !said[sec.plan] })
	more := plainItem("… and "+countOf(n, "more plan", "more plans"), 0, 0)
	more.important = true
	s.sections = append(s.sections, section{kind: planSection, items: []item{more}})
	s.unfold(limit, s.lines(), s.foldable())
}
