package report

import (
	"fmt"
	"io"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper"
	"github.com/planfmt/planfmt/internal/report/paper/markdown"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/internal/work/outcome"
	"github.com/planfmt/planfmt/sinks"
)

// OutcomeMarkdown writes a comment for a pull request. It is never longer than its limit.
func OutcomeMarkdown(w io.Writer, o *outcome.Outcome, opts layout.Options) error {
	layout := opts.Markdown
	top, limit, err := markdown.Begin(&layout, opts.Title)
	if err != nil {
		return err
	}
	if layout.Remember {
		top.Comment = failureMarker(&layout, limit)
	}
	in := sinks.InText
	said := in.Bold(in.Words(wording.OutcomeHeadline(o))) + "\n"
	for _, more := range []string{wording.OutcomeEnd(o), wording.OutcomeLeft(o)} {
		if more != "" {
			said += "\n" + in.Words(more) + "\n"
		}
	}
	if links := markdown.Links(&layout); links != "" {
		said += "\n" + links + "\n"
	}
	parts := []markdown.Part{{Text: said, What: "headline"}}
	for rank, f := range outcome.Fates() {
		n := o.Count(f)
		if n == 0 {
			continue
		}
		title := fmt.Sprintf("%s (%d)", wording.FateTitle(f), n)
		lines := markdown.PlainLines(func(w *doc.Writer) {
			for i := range o.Resources {
				r := &o.Resources[i]
				if r.Fate != f {
					continue
				}
				w.Line(text.Indent(0), doc.Span{Text: wording.WithDeposed(r.Header.Address, r.Header.Deposed) + ": " + wording.OutcomeWord(&r.Header)})
				for _, said := range wording.OutcomeDetails(r) {
					w.Line(text.Indent(4), doc.Span{Text: said})
				}
			}
		})
		parts = append(parts, markdown.Part{
			Rank: rank + 1, What: "section", Short: "\n" + in.Words(title) + "\n",
			Text: markdown.Block(&layout, func(in sinks.Inline) string { return in.Words(title) }, f != outcome.AsPlanned, "", lines),
		})
	}
	for i := range o.Errors {
		parts = append(parts, markdown.DiagnosticPart(&layout, &o.Errors[i], 1))
	}
	if len(o.Extra) > 0 {
		lines := markdown.PlainLines(func(w *doc.Writer) {
			for _, address := range o.Extra {
				w.Line(text.Indent(0), doc.Span{Text: address})
			}
		})
		parts = append(parts, markdown.Part{
			Rank: 1, What: "section",
			Text: markdown.Block(&layout, func(in sinks.Inline) string { return in.Words("Changed, although not planned") }, true, "", lines),
		})
	}
	return paper.WriteAll(w, markdown.FitParts(top, limit, parts))
}
