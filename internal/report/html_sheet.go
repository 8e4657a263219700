package report

import (
	"io"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/sinks"
)

// htmlSheet is a page for a browser that is short enough to be put together in memory: headings, blocks that fold, and tables. It has the
// look of [HTML], and no script.
type htmlSheet struct {
	out sinks.HTML
	ids pageIDs
}

// newHTMLSheet begins a page. The title of the options stands above the headline, if there is one, and the name of the document below it.
func newHTMLSheet(opts *Options, headline ...doc.Span) *htmlSheet {
	s := &htmlSheet{ids: newPageIDs()}
	title, document := opts.Title, opts.Document
	words := strings.TrimSpace(spanText(headline))
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
func (s *htmlSheet) about(facts []string) { aboutList(&s.out, facts) }

// notice adds a sentence that must not be overlooked.
func (s *htmlSheet) notice(text string) {
	s.out.Open("p", "class", "notice").Text(text).Close("p").Break()
}

// begin begins a section. count is how much it lists, or 0.
func (s *htmlSheet) begin(title string, count int) {
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

// close ends a section.
func (s *htmlSheet) close() { s.out.Close("section").Break() }

// beginRows begins a list of blocks.
func (s *htmlSheet) beginRows() { s.out.Open("div", "class", "rows").Break() }

func (s *htmlSheet) endRows() { s.out.Close("div").Break() }

// block adds lines that can be folded. The name and the words stand above them.
func (s *htmlSheet) block(name string, words []doc.Span, open bool, lines func(*doc.Writer)) {
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
	s.lines(lines)
	out.Close("details").Break()
}

// lines adds lines.
func (s *htmlSheet) lines(write func(*doc.Writer)) {
	s.out.Open("div", "class", "code", "translate", "no").Break()
	writeLines(&s.out, write)
	s.out.Close("div").Break()
}

// diagnostic adds an error or a warning, with its source. Errors are open.
func (s *htmlSheet) diagnostic(d *jsonlog.Diagnostic) {
	sign, words := doc.Span{Role: doc.StrongCaution, Text: "Warning"}, []doc.Span(nil)
	if d.IsError() {
		sign = doc.Span{Role: doc.Danger, Text: "Error"}
	}
	if d.Address != "" {
		words = []doc.Span{{Role: doc.Address, Text: d.Address}}
	}
	s.block(shortText(d.Summary), append([]doc.Span{sign, {Text: " "}}, words...), d.IsError(), func(w *doc.Writer) {
		for _, line := range diagnosticLines(d, 0, true) {
			w.Heading(line...)
		}
	})
}

// table adds a table. Each cell is a text.
func (s *htmlSheet) table(head []string, rows [][]string) {
	out := &s.out
	out.Open("table", "class", "plans").Open("thead").Open("tr")
	for _, h := range head {
		out.Open("th", "scope", "col").Text(h).Close("th")
	}
	out.Close("tr", "thead").Open("tbody").Break()
	for _, row := range rows {
		out.Open("tr")
		for i, cell := range row {
			if i == 0 {
				out.Open("th", "scope", "row").Text(cell).Close("th")
			} else {
				out.Open("td").Text(cell).Close("td")
			}
		}
		out.Close("tr").Break()
	}
	out.Close("tbody", "table").Break()
}

// writeTo ends the page, and writes it.
func (s *htmlSheet) writeTo(w io.Writer) error {
	out := &s.out
	out.Close("main").Break().Open("footer").Break().Open("p").Text("Made by planfmt.").Close("p").Break().Close("footer").Break()
	endPage(out, "")
	return writeAll(w, out.Bytes())
}
