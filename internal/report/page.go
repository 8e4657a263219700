package report

import (
	"iter"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
)

// page collects what is written at a time.
type page struct{ parts []func(*doc.Writer) }

func (p *page) add(parts ...func(*doc.Writer)) { p.parts = append(p.parts, parts...) }

func (p *page) gap() { p.add((*doc.Writer).Empty) }

func (p *page) heading(text dialect.Phrase) {
	p.add(func(w *doc.Writer) { w.Heading(phrase(text)...) })
}

func (p *page) title(text string) { p.add(func(w *doc.Writer) { w.Heading(doc.Span{Text: text}) }) }

func (p *page) paragraph(text string) {
	p.add(func(w *doc.Writer) { w.Paragraph(doc.Span{Text: text}) })
}

func (p *page) warning(text dialect.Phrase) {
	p.add(func(w *doc.Writer) { w.Paragraph(phrase(text)...) })
}

// rule adds an empty line and a rule.
func (p *page) rule() { p.add((*doc.Writer).Empty, (*doc.Writer).Rule) }

// lines yields the lines of the page.
func (p *page) lines() iter.Seq[doc.Line] { return doc.Lines(p.write) }

// write writes the page.
func (p *page) write(w *doc.Writer) {
	for _, write := range p.parts {
		if write(w); w.Done() {
			return
		}
	}
}

func phrase(p dialect.Phrase) []doc.Span {
	spans := make([]doc.Span, 0, len(p))
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

func spanText(spans []doc.Span) string { return string(doc.NewText(spans...).Bytes) }

// indent begins a line that stands so many columns to the right.
func indent(columns int) doc.Entry {
	return doc.Entry{Gutter: doc.Gutter{Kind: doc.NoGutter}, Pad: columns}
}
