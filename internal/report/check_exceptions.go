package report

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/verdict"
)

// idleTitle is what reports call an exception that excepts nothing.
const idleTitle = "Exception without effect"

// mostIdle is how many exceptions are told that except nothing.
const mostIdle = 50

// exceptionText says in a sentence until when a failure is accepted, by whom, and why.
func exceptionText(x *verdict.Exception) string {
	text := x.Text()
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}

// addIdle adds the exceptions that except nothing.
func addIdle(p *page, rep *verdict.Report) {
	if len(rep.Idle) == 0 {
		return
	}
	p.add(func(w *doc.Writer) {
		w.Heading(doc.Span{Role: doc.StrongCaution, Text: fmt.Sprintf("Exceptions without effect: %d", len(rep.Idle))})
	})
	p.gap()
	for i := range rep.Idle {
		if i == mostIdle {
			indented(p, 2, doc.Span{Text: fmt.Sprintf("and %d more", len(rep.Idle)-mostIdle)})
			break
		}
		x := &rep.Idle[i]
		indented(p, 2, doc.Span{Text: fmt.Sprintf("%s line %d: ", x.Range.File, x.Range.Start.Line)}, doc.Span{Text: x.Text()})
	}
	p.gap()
}

// idleParts are the exceptions that except nothing, as parts of a comment.
func idleParts(rep *verdict.Report) []logPart {
	var parts []logPart
	for i := range rep.Idle {
		x := &rep.Idle[i]
		text := sinks.ListItem(sinks.InText.Words(idleTitle+": "+shortText(x.Text())) + " (" + sinks.InText.Code(shortText(x.Range.String())) + ")")
		if i == 0 {
			text = "\n" + text
		}
		parts = append(parts, logPart{rank: 19, what: "note", text: text})
	}
	return parts
}
