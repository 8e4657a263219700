package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/html"
	"github.com/planfmt/planfmt/internal/report/paper/markdown"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

// TestNoItemIsLost gives each paper sections with items of several kinds in any order, one of which no paper treats in its own way: each item is
// on the paper.
func TestNoItemIsLost(t *testing.T) {
	note := func(label string, words ...string) *content.NoteItem {
		it := content.AboutResource(label, "")
		for _, w := range words {
			it.Add(doc.NewText(doc.Span{Text: w}))
		}
		return it
	}
	items := map[string]content.Item{
		"bare.note":    note("bare.note"),
		"worded.note":  note("worded.note", "said of it"),
		"said of it":   note("worded.again", "said of it"),
		"written line": &content.NoteItem{Write: func(w *doc.Writer) { w.Line(text.Indent(0), doc.Span{Text: "written line"}) }},
		"plain text":   content.PlainItem("plain text", review.Unknown, 1),
		"table cell":   &content.TableItem{Columns: []string{"Column"}, Rows: [][]doc.Span{{{Text: "table cell"}}}},
		"diag summary": &content.DiagnosticItem{ItemText: content.PlainItem("diag summary", review.Unknown, 1).ItemText, Diagnostic: &jsonlog.Diagnostic{Severity: "error", Summary: "diag summary"}},
		"output.name":  &content.OutputItem{ItemText: content.ItemText{Label: []string{"output.name"}}},
	}
	for first := range items {
		for second := range items {
			sec := content.Section{Title: "section", Items: []content.Item{items[first], items[second]}}
			opts := layout.Options{}
			opts.SetDefaults(sinks.DefaultWidth)
			c := &content.Contents{Sections: []content.Section{sec}}
			var page bytes.Buffer
			sheet := html.NewSheet(&opts, doc.Span{Text: "title"})
			sheet.Add(c, &opts)
			if err := sheet.Finish(&page); err != nil {
				t.Fatal(err)
			}
			comment := ""
			for _, p := range markdown.SectionParts(&layout.Markdown{Flavour: sinks.Flavours()[0]}, nil, c.Sections) {
				comment += p.Text
			}
			for paper, got := range map[string]string{"html": page.String(), "markdown": comment} {
				for _, want := range []string{first, second} {
					if !strings.Contains(got, want) {
						t.Errorf("%s, %q and %q: no %q", paper, first, second, want)
					}
				}
			}
		}
	}
}
