// Package text writes contents as lines: [NewSheet] for one screen, as wide as a terminal, and [NewBriefSheet] within a number of bytes. A
// [Page] is lines in the order in which they are added. Everything is a doc.Line or goes through sinks.Escape; the package knows no subject.
package text

import (
	"iter"
	"strings"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/wording"
)

// AddLines adds a text of one line or several.
func AddLines(p *Page, role doc.Role, text string) {
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSuffix(line, "\r")
		p.Add(func(w *doc.Writer) { w.Heading(doc.Span{Role: role, Text: line}) })
	}
}

// Page collects what is written at a time.
type Page struct{ Parts []func(*doc.Writer) }

func (p *Page) Add(parts ...func(*doc.Writer)) { p.Parts = append(p.Parts, parts...) }

func (p *Page) Gap() { p.Add((*doc.Writer).Empty) }

func (p *Page) Heading(text dialect.Phrase) {
	p.Add(func(w *doc.Writer) { w.Heading(wording.PhraseSpans(text)...) })
}

func (p *Page) Title(text string) { p.Add(func(w *doc.Writer) { w.Heading(doc.Span{Text: text}) }) }

func (p *Page) Paragraph(text string) {
	p.Add(func(w *doc.Writer) { w.Paragraph(doc.Span{Text: text}) })
}

func (p *Page) Warning(text dialect.Phrase) {
	p.Add(func(w *doc.Writer) { w.Paragraph(wording.PhraseSpans(text)...) })
}

// Rule adds an empty line and a rule.
func (p *Page) Rule() { p.Add((*doc.Writer).Empty, (*doc.Writer).Rule) }

// Lines yields the lines of the page.
func (p *Page) Lines() iter.Seq[doc.Line] { return doc.Lines(p.Write) }

// Write writes the page.
func (p *Page) Write(w *doc.Writer) {
	for _, write := range p.Parts {
		if write(w); w.Done() {
			return
		}
	}
}

// WriteItems writes a line for each item, so many columns to the right, and its details further to the right. The role is that of the lines.
func WriteItems(w *doc.Writer, items []content.Item, role doc.Role, columns, further int) {
	for _, it := range items {
		note := content.AsNote(it)
		w.Line(Indent(columns), doc.Span{Role: role, Text: note.Line()})
		for _, said := range note.Details {
			w.Line(Indent(columns+further), doc.Span{Text: said})
		}
	}
}

// Indent begins a line that stands so many columns to the right.
func Indent(columns int) doc.Entry {
	return doc.Entry{Gutter: doc.Gutter{Kind: doc.NoGutter}, Pad: columns}
}
