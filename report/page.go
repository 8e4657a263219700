package report

import (
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
)

// page collects what is written at a time.
type page struct{ nodes []doc.Node }

func (p *page) add(nodes ...doc.Node) { p.nodes = append(p.nodes, nodes...) }

func (p *page) gap() { p.add(doc.Empty{}) }

func (p *page) line(lines ...doc.Text) { p.add(doc.Comments{Gutter: doc.Raw, Lines: lines}) }

func (p *page) heading(text dialect.Phrase) { p.add(doc.Heading{Text: phrase(text)}) }

func (p *page) title(text string) { p.add(doc.Heading{Text: doc.Text{{Text: text}}}) }

func (p *page) paragraph(text string) { p.add(doc.Paragraph{Text: doc.Text{{Text: text}}}) }

func (p *page) warning(text dialect.Phrase) { p.add(doc.Paragraph{Text: phrase(text)}) }

// rule adds an empty line and a rule.
func (p *page) rule() { p.add(doc.Empty{}, doc.Rule{}) }

func phrase(p dialect.Phrase) doc.Text {
	spans := make(doc.Text, 0, len(p))
	for _, piece := range p {
		spans = append(spans, doc.Span{Role: role(piece.Tone), Text: piece.Text})
	}
	return spans
}

func role(t dialect.Tone) doc.Role {
	switch t {
	case dialect.Strong:
		return doc.Bold
	case dialect.Danger:
		return doc.Danger
	case dialect.Good:
		return doc.Good
	case dialect.Notice:
		return doc.Note
	case dialect.Caution:
		return doc.Caution
	case dialect.StrongCaution:
		return doc.StrongCaution
	}
	return doc.Plain
}
