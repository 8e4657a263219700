package report

import (
	"fmt"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/paper/markdown"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/verdict"
)

// mostIdle is how many exceptions are shown that except nothing.
const mostIdle = 50

// addIdle adds the exceptions that except nothing.
func addIdle(p *text.Page, rep *verdict.Report) {
	if len(rep.Idle) == 0 {
		return
	}
	p.Add(func(w *doc.Writer) {
		w.Heading(doc.Span{Role: doc.StrongCaution, Text: fmt.Sprintf("Exceptions without effect: %d", len(rep.Idle))})
	})
	p.Gap()
	for i := range rep.Idle {
		if i == mostIdle {
			text.AddIndented(p, 2, doc.Span{Text: fmt.Sprintf("and %d more", len(rep.Idle)-mostIdle)})
			break
		}
		x := &rep.Idle[i]
		text.AddIndented(p, 2, doc.Span{Text: fmt.Sprintf("%s line %d: ", x.Range.File, x.Range.Start.Line)}, doc.Span{Text: x.Text()})
	}
	p.Gap()
}

// idleParts are the exceptions that except nothing, as parts of a comment.
func idleParts(rep *verdict.Report) []markdown.Part {
	var parts []markdown.Part
	for i := range rep.Idle {
		x := &rep.Idle[i]
		text := sinks.ListItem(sinks.InText.Words(wording.IdleTitle+": "+wording.ShortText(x.Text())) + " (" + sinks.InText.Code(wording.ShortText(x.Range.String())) + ")")
		if i == 0 {
			text = "\n" + text
		}
		parts = append(parts, markdown.Part{Rank: 19, What: "note", Text: text})
	}
	return parts
}
