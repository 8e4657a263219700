package report

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/verdict"
)

// mostCode is how many bytes of an expression stand in a line of an explanation.
const mostCode = 100

// addExplanations adds how policies come to their results.
func addExplanations(p *page, all []verdict.Explanation, more int, o *Options) {
	if len(all) == 0 {
		return
	}
	p.add(func(w *doc.Writer) {
		w.Heading(doc.Span{Role: doc.Note, Text: fmt.Sprintf("Explained: %d", len(all))})
	})
	p.gap()
	for i := range all {
		x := &all[i]
		p.add(func(w *doc.Writer) {
			writeIndented(w, 2, doc.Span{Role: doc.Bold, Text: x.Policy.Name}, doc.Span{Text: ", "},
				doc.Span{Role: doc.Address, Text: subjectOf(&verdict.Result{Address: x.Address, Mock: x.Mock, Operation: x.Operation})}, doc.Span{Text: ": " + explainedOutcome(x.Outcome)})
			writeExplanation(w, x, 4, o)
		})
		p.gap()
	}
	if more > 0 {
		indented(p, 2, doc.Span{Text: fmt.Sprintf("and %d more; --explain=ADDRESS explains all about one object", more)})
		p.gap()
	}
}

// explainedOutcome is an outcome in a sentence.
func explainedOutcome(o verdict.Outcome) string {
	return [...]string{verdict.Skipped: "skipped", verdict.Pass: "passed", verdict.Undecided: "undecided", verdict.Fail: "failed", verdict.Error: "error"}[o]
}

// writeExplanation writes the steps of an explanation, and what the policy prints.
func writeExplanation(w *doc.Writer, x *verdict.Explanation, columns int, o *Options) {
	if len(x.Steps) == 0 {
		writeIndented(w, columns, doc.Span{Text: "It does not judge this operation."})
	}
	for i := range x.Steps {
		s := &x.Steps[i]
		writeIndented(w, columns, doc.Span{Text: fmt.Sprintf("%s on %s line %d", s.What, s.Range.File, s.Range.Start.Line)})
		writeStep(w, s, columns+2, o)
	}
	for _, p := range x.Prints {
		label := p.Label
		if label == "" {
			label = "print"
		}
		writeIndented(w, columns, doc.Span{Role: doc.Bold, Text: inLine(label)}, doc.Span{Text: ": " + inLine(p.Text)})
	}
	if x.MorePrints > 0 {
		writeIndented(w, columns, doc.Span{Text: fmt.Sprintf("and %d more prints", x.MorePrints)})
	}
	if x.Cut {
		writeIndented(w, columns, doc.Span{Text: "There are more steps, which are left out."})
	}
}

// writeStep writes a step, and below it the steps that it is made of.
func writeStep(w *doc.Writer, s *verdict.Step, columns int, o *Options) {
	var line []doc.Span
	if s.Element != "" {
		line = append(line, doc.Span{Text: s.Element + ": "})
	}
	line = append(line, doc.Span{Role: doc.Bold, Text: o.Source.brief(s.Range)})
	if s.Failed {
		line = append(line, doc.Span{Text: " fails: " + inLine(s.Text)})
	} else {
		line = append(line, doc.Span{Text: " is " + inLine(s.Text)})
	}
	if s.Decides {
		line = append(line, doc.Span{Text: ", which decides"})
	}
	writeIndented(w, columns, line...)
	for i := range s.Causes {
		if i == mostCauses {
			writeIndented(w, columns+2, doc.Span{Text: fmt.Sprintf("and for %d more values", len(s.Causes)-mostCauses)})
			break
		}
		writeIndented(w, columns+2, doc.Span{Text: "waits for "}, doc.Span{Role: doc.Unknown, Text: waitText(&s.Causes[i])})
	}
	for i := range s.Steps {
		writeStep(w, &s.Steps[i], columns+2, o)
	}
	if s.More != "" {
		writeIndented(w, columns+4, doc.Span{Text: "and " + s.More})
	}
}

// inLine returns a text without line breaks.
func inLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// brief returns the code of a range in one line that is not long.
func (s SourceText) brief(r diag.Range) string {
	code := s.code(r)
	switch {
	case code == "":
		return fmt.Sprintf("line %d", r.Start.Line)
	case len(code) > mostCode:
		_, last := excerpt(code, 0)
		if last < len(code) {
			code = code[:last] + " .."
		}
	}
	return code
}

// explanations writes how policies come to their results.
func (e *jsonEncoder) explanations(all []verdict.Explanation, more int) {
	e.some("explanations", len(all), func(i int) {
		x := &all[i]
		r := verdict.Result{Policy: x.Policy, Address: x.Address, Operation: x.Operation}
		e.raw("\n")
		e.open('{')
		e.policy(&r)
		e.subject(&r)
		e.text("outcome", x.Outcome.String())
		e.traced(x.Steps)
		e.some("prints", len(x.Prints), func(i int) {
			e.open('{')
			e.word("label", x.Prints[i].Label)
			e.text("value", x.Prints[i].Text)
			e.close("}")
		})
		e.flag("cut", x.Cut || x.MorePrints > 0)
		e.close("}")
	})
	e.count("more_explanations", more)
}

func (e *jsonEncoder) traced(all []verdict.Step) {
	e.some("steps", len(all), func(i int) {
		s := &all[i]
		e.open('{')
		e.word("what", s.What)
		e.word("element", s.Element)
		e.place(s.Range)
		if s.Failed {
			e.text("failure", s.Text)
		} else {
			e.text("value", s.Text)
		}
		e.flag("decides", s.Decides)
		e.causes(s.Causes)
		e.traced(s.Steps)
		e.word("more", s.More)
		e.close("}")
	})
}
