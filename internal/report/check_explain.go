package report

import (
	"fmt"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/verdict"
)

// addExplanations adds how policies come to their results.
func addExplanations(p *text.Page, all []verdict.Explanation, more int, o *layout.Options) {
	if len(all) == 0 {
		return
	}
	p.Add(func(w *doc.Writer) {
		w.Heading(doc.Span{Role: doc.Note, Text: fmt.Sprintf("Explained: %d", len(all))})
	})
	p.Gap()
	for i := range all {
		x := &all[i]
		p.Add(func(w *doc.Writer) {
			text.WriteIndented(w, 2, doc.Span{Role: doc.Bold, Text: x.Policy.Name}, doc.Span{Text: ", "},
				doc.Span{Role: doc.Address, Text: wording.SubjectOf(&verdict.Result{Address: x.Address, Mock: x.Mock, Operation: x.Operation})}, doc.Span{Text: ": " + wording.ExplainedOutcome(x.Outcome)})
			writeExplanation(w, x, 4, o)
		})
		p.Gap()
	}
	if more > 0 {
		text.AddIndented(p, 2, doc.Span{Text: fmt.Sprintf("and %d more; --explain=ADDRESS explains all about one object", more)})
		p.Gap()
	}
}

// writeExplanation writes the steps of an explanation, and what the policy prints.
func writeExplanation(w *doc.Writer, x *verdict.Explanation, columns int, o *layout.Options) {
	if len(x.Steps) == 0 {
		text.WriteIndented(w, columns, doc.Span{Text: "It does not judge this operation."})
	}
	for i := range x.Steps {
		s := &x.Steps[i]
		text.WriteIndented(w, columns, doc.Span{Text: fmt.Sprintf("%s on %s line %d", s.What, s.Range.File, s.Range.Start.Line)})
		writeStep(w, s, columns+2, o)
	}
	for _, p := range x.Prints {
		label := p.Label
		if label == "" {
			label = "print"
		}
		text.WriteIndented(w, columns, doc.Span{Role: doc.Bold, Text: wording.InLine(label)}, doc.Span{Text: ": " + wording.InLine(p.Text)})
	}
	if x.MorePrints > 0 {
		text.WriteIndented(w, columns, doc.Span{Text: fmt.Sprintf("and %d more prints", x.MorePrints)})
	}
	if x.Cut {
		text.WriteIndented(w, columns, doc.Span{Text: "There are more steps, which are left out."})
	}
}

// writeStep writes a step, and below it the steps that it is made of.
func writeStep(w *doc.Writer, s *verdict.Step, columns int, o *layout.Options) {
	var line []doc.Span
	if s.Element != "" {
		line = append(line, doc.Span{Text: s.Element + ": "})
	}
	line = append(line, doc.Span{Role: doc.Bold, Text: text.BriefCode(o.Source, s.Range)})
	if s.Failed {
		line = append(line, doc.Span{Text: " fails: " + wording.InLine(s.Text)})
	} else {
		line = append(line, doc.Span{Text: " is " + wording.InLine(s.Text)})
	}
	if s.Decides {
		line = append(line, doc.Span{Text: ", which decides"})
	}
	text.WriteIndented(w, columns, line...)
	for i := range s.Causes {
		if i == wording.MostCauses {
			text.WriteIndented(w, columns+2, doc.Span{Text: fmt.Sprintf("and for %d more values", len(s.Causes)-wording.MostCauses)})
			break
		}
		text.WriteIndented(w, columns+2, doc.Span{Text: "waits for "}, doc.Span{Role: doc.Unknown, Text: wording.WaitText(&s.Causes[i])})
	}
	for i := range s.Steps {
		writeStep(w, &s.Steps[i], columns+2, o)
	}
	if s.More != "" {
		text.WriteIndented(w, columns+4, doc.Span{Text: "and " + s.More})
	}
}
