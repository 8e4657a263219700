package html

import (
	"io"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/sinks"
)

// Sheet is a page for a browser that is short enough to be put together in memory: headings, blocks that fold, and tables. It has the
// look of [report.HTML], and no script.
type Sheet struct {
	out sinks.HTML
	ids pageIDs
}

// NewSheet begins a page. The title of the options stands above the headline, if there is one, and the name of the document below it.
func NewSheet(opts *layout.Options, headline ...doc.Span) *Sheet {
	s := &Sheet{ids: newPageIDs()}
	title, document := opts.Title, opts.Document
	words := strings.TrimSpace(wording.SpanText(headline))
	if title != "" {
		words = title + " – " + words
	}
	out := &s.out
	beginPage(out, words, pageStyle+manyStyle, "")
	out.Open("header", "id", "summary").Break()
	if title != "" {
		out.Open("h1").Text(title).Close("h1").Break().Open("p", "class", "headline")
	} else {
		out.Open("h1", "class", "headline")
	}
	out.Spans(doc.NewText(headline...))
	if title != "" {
		out.Close("p").Break()
	} else {
		out.Close("h1").Break()
	}
	if document != "" {
		s.about([]string{document})
	}
	out.Close("header").Break().Open("main", "id", "changes").Break()
	return s
}

// about adds a few facts.
func (s *Sheet) about(facts []string) { aboutList(&s.out, facts) }

// Notice adds a sentence that must not be overlooked.
func (s *Sheet) Notice(text string) {
	s.out.Open("p", "class", "notice").Text(text).Close("p").Break()
}

// Add adds what contents have below their headline. What the headline counts is a list of facts.
func (s *Sheet) Add(c *content.Contents, opts *layout.Options) {
	for _, line := range c.Head {
		if !line.IsHeadline {
			s.Notice(wording.SpanText(line.Text))
		} else if len(line.Counts) > 0 {
			s.about(line.Counts)
		}
	}
	for i := range c.Sections {
		s.section(&c.Sections[i], opts)
	}
}

// section adds a section: rows that can be folded, tables, or lines. One without a title is sentences that must not be overlooked.
func (s *Sheet) section(sec *content.Section, opts *layout.Options) {
	if sec.Title == "" {
		for _, it := range sec.Items {
			s.Notice(it.Text().LabelText())
		}
		return
	}
	count := 0
	if sec.Counted {
		count = sec.Count()
	}
	s.Begin(wording.Capital(sec.Title), count)
	var bare, rows []content.Item
	for _, it := range sec.Items {
		table, isTable := it.(*content.TableItem)
		note, isNote := it.(*content.NoteItem)
		switch {
		case isTable:
			s.Table(table)
		case isNote && note.Write != nil:
			s.Lines(note.Write)
		case isNote && len(note.Words) == 0:
			bare = append(bare, it)
		default:
			rows = append(rows, it)
		}
	}
	if len(bare) > 0 {
		s.Lines(func(w *doc.Writer) { text.WriteItems(w, bare, doc.Address, 0, 0) })
	}
	if len(rows) > 0 {
		s.Rows(rows, opts)
	}
	s.Close()
}

// Rows adds a row that can be folded for each item.
func (s *Sheet) Rows(items []content.Item, opts *layout.Options) {
	s.out.Open("div", "class", "rows").Break()
	for _, it := range items {
		switch it := it.(type) {
		case *content.DiagnosticItem:
			s.diagnostic(it.Diagnostic)
		case *content.ConditionItem:
			s.condition(&it.Condition, opts)
		default:
			note := content.AsNote(it)
			var words []doc.Span
			if len(note.Words) > 0 {
				words = note.Words[0].Spans()
			}
			s.block(note.LabelText(), words, note.Open, func(w *doc.Writer) {
				for _, said := range note.Details {
					w.Line(text.Indent(0), doc.Span{Text: said})
				}
			})
		}
	}
	s.out.Close("div").Break()
}

// Begin begins a section. count is how much it lists, or 0.
func (s *Sheet) Begin(title string, count int) {
	out := &s.out
	id := s.ids.add("~" + strings.Join(strings.Fields(title), "-"))
	out.Begin("section", "class", "sec")
	out.Attr("aria-labelledby", id)
	out.End().Break().Begin("h2")
	out.Attr("id", id)
	out.End()
	out.Text(title)
	if count > 0 {
		out.Text(" ").Open("span", "class", "n")
		out.Number(count)
		out.Close("span")
	}
	out.Close("h2").Break()
}

// Close ends a section.
func (s *Sheet) Close() { s.out.Close("section").Break() }

// block adds lines that can be folded. The name and the words stand above them.
func (s *Sheet) block(name string, words []doc.Span, open bool, lines func(*doc.Writer)) {
	out := &s.out
	out.Begin("details", "class", "r")
	out.Attr("id", s.ids.add(name))
	if open {
		out.Flag("open")
	}
	out.End().Open("summary").Open("code", "class", "addr").Text(name).Close("code")
	if len(words) > 0 {
		out.Text(" ").Open("span", "class", "words").Open("span", "class", "w")
		out.Spans(doc.NewText(words...))
		out.Close("span", "span")
	}
	out.Close("summary").Break()
	s.Lines(lines)
	out.Close("details").Break()
}

// Lines adds lines.
func (s *Sheet) Lines(write func(*doc.Writer)) {
	s.out.Open("div", "class", "code", "translate", "no").Break()
	writeLines(&s.out, write)
	s.out.Close("div").Break()
}

// diagnostic adds an error or a warning, with its source. Errors are open.
func (s *Sheet) diagnostic(d *jsonlog.Diagnostic) {
	sign, words := doc.Span{Role: doc.StrongCaution, Text: "Warning"}, []doc.Span(nil)
	if d.IsError() {
		sign = doc.Span{Role: doc.Danger, Text: "Error"}
	}
	if d.Address != "" {
		words = []doc.Span{{Role: doc.Address, Text: d.Address}}
	}
	s.block(wording.ShortText(d.Summary), append([]doc.Span{sign, {Text: " "}}, words...), d.IsError(), func(w *doc.Writer) {
		for _, line := range text.DiagnosticLines(d, 0, true) {
			w.Heading(line...)
		}
	})
}

// Table adds a table. Each cell is a text.
func (s *Sheet) Table(t *content.TableItem) {
	out := &s.out
	out.Open("table", "class", "plans").Open("thead").Open("tr")
	for _, h := range t.Columns {
		out.Open("th", "scope", "col").Text(h).Close("th")
	}
	out.Close("tr", "thead").Open("tbody").Break()
	for _, row := range t.Rows {
		out.Open("tr")
		for i, cell := range row {
			if i == 0 {
				out.Open("th", "scope", "row").Text(cell.Text).Close("th")
			} else {
				out.Open("td").Text(cell.Text).Close("td")
			}
		}
		out.Close("tr").Break()
	}
	out.Close("tbody", "table").Break()
}

// Finish ends the page, and writes it.
func (s *Sheet) Finish(w io.Writer) error {
	out := &s.out
	out.Close("main").Break().Open("footer").Break().Open("p").Text("Made by planfmt.").Close("p").Break().Close("footer").Break()
	endPage(out, "")
	return paper.WriteAll(w, out.Bytes())
}
