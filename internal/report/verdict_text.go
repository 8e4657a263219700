package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/verdict"
)

// TestsText writes what tests of policies have shown, in lines as Terraform writes them: one for each mock, what
// is not as expected with the reasons and the conditions, and the numbers at the end.
func TestsText(w io.Writer, t *verdict.Tests, o layout.Options) error {
	o.SetDefaults(sinks.DefaultWidth)
	var p text.Page
	for _, f := range t.Files {
		addTestFile(&p, &f, &o)
	}
	c := t.Count()
	text, role := "Success!", doc.Good
	switch {
	case c.Failed > 0:
		text, role = "Failure!", doc.Danger
	case c.Passed == 0:
		role = doc.StrongCaution
	}
	text += fmt.Sprintf(" %d passed, ", c.Passed)
	if c.Skipped > 0 {
		text += fmt.Sprintf("%d skipped, ", c.Skipped)
	}
	text += fmt.Sprintf("%d failed.", c.Failed)
	p.Add(func(w *doc.Writer) { w.Heading(doc.Span{Role: role, Text: text}) })
	return sinks.Write(w, o.Sink, p.Lines())
}

func addTestFile(p *text.Page, f *verdict.TestFile, o *layout.Options) {
	word, role := "pass", doc.SignCreate
	if f.TestsNothing() {
		word, role = "skipped", doc.Null
	}
	p.Add(func(w *doc.Writer) { w.Heading(doc.Span{Text: "# " + f.Name + "... running"}) })
	for i := range f.Mocks {
		m := &f.Mocks[i]
		status, color := wording.MockStatus(m)
		text.AddIndented(p, 2, doc.Span{Text: "# " + m.Name + "... "}, doc.Span{Role: color, Text: status})
		if !m.AsExpected {
			word, role = "fail", doc.SignDelete
			addUnexpected(p, m, o)
		} else {
			for _, d := range m.Diagnostics {
				text.AddIndented(p, 4, doc.Span{Role: doc.Caution, Text: "Warning: "}, doc.Span{Text: wording.MessageOf(d)})
			}
		}
		for k := range m.Explanations {
			x := &m.Explanations[k]
			p.Add(func(w *doc.Writer) {
				text.WriteIndented(w, 4, doc.Span{Role: doc.Bold, Text: x.Policy.Name}, doc.Span{Text: ": " + wording.ExplainedOutcome(x.Outcome)})
				writeExplanation(w, x, 6, o)
			})
		}
		for k := range m.Planned {
			n := &m.Planned[k]
			said := fmt.Sprintf("On a plan, the outcome of %s would be %s and not %s.", n.Policy.Name, n.AsPlan, n.Mock)
			if n.Message != "" {
				said += " " + n.Message
			}
			text.AddIndented(p, 4, doc.Span{Role: doc.Caution, Text: "Warning: "}, doc.Span{Text: strings.ReplaceAll(said, "\n", " ")})
		}
	}
	if f.Plan != "" && !addPlanVerdicts(p, f) {
		word, role = "fail", doc.SignDelete
	}
	p.Add(func(w *doc.Writer) {
		w.Heading(doc.Span{Text: "# " + f.Name + "... "}, doc.Span{Role: role, Text: word})
	})
	p.Gap()
}

// addPlanVerdicts adds what policies say about a plan: how many verdicts are as expected, and each of the others, in lines as a comparison of
// files has them. It reports whether there are no others.
func addPlanVerdicts(p *text.Page, f *verdict.TestFile) bool {
	same := 0
	for i := range f.Verdicts {
		if f.Verdicts[i].AsExpected() {
			same++
		}
	}
	status, role := "pass", doc.SignCreate
	if same < len(f.Verdicts) {
		status, role = "fail", doc.SignDelete
	}
	text.AddIndented(p, 2, doc.Span{Text: "# " + f.Plan + "... "}, doc.Span{Role: role, Text: status},
		doc.Span{Text: " (" + wording.CountOf(same, "verdict", "verdicts") + " as expected)"})
	for i := range f.Verdicts {
		v := &f.Verdicts[i]
		if v.AsExpected() {
			continue
		}
		about := " " + v.Policy + " for " + wording.VerdictSubject(v)
		if v.Expected != verdict.Skipped {
			text.AddIndented(p, 4, doc.Span{Role: doc.SignDelete, Text: "- " + v.Expected.String()}, doc.Span{Text: about})
		}
		if v.Outcome != verdict.Skipped {
			text.AddIndented(p, 4, doc.Span{Role: doc.SignCreate, Text: "+ " + v.Outcome.String()}, doc.Span{Text: about})
		}
		if v.Message != "" {
			text.AddIndented(p, 6, doc.Span{Text: strings.ReplaceAll(v.Message, "\n", " ")})
		}
	}
	return same == len(f.Verdicts)
}

// addUnexpected adds why the test of a mock has failed.
func addUnexpected(p *text.Page, m *verdict.Mock, o *layout.Options) {
	addLines := func(columns int, said string) {
		for line := range strings.SplitSeq(said, "\n") {
			text.AddIndented(p, columns, doc.Span{Text: line})
		}
	}
	title := "Policy violation"
	switch {
	case m.Outcome == verdict.Error:
		title = "The evaluation has failed"
	case m.ExpectFailure:
		title = "Missing expected failure"
	case m.Outcome == verdict.Undecided:
		title = "The verdict is not known"
	}
	text.AddIndented(p, 2, doc.Span{Role: doc.Danger, Text: "Error: "}, doc.Span{Role: doc.Bold, Text: title})
	expected := "pass"
	if m.ExpectFailure {
		expected = "fail"
	}
	addLines(4, "Expected: "+expected)
	addLines(4, "Actual: "+m.Outcome.String())
	if m.Message != "" {
		addLines(4, "Message: "+m.Message)
	}
	for _, d := range m.Diagnostics {
		addAt(p, d.Subject, wording.MessageOf(d), nil, o)
	}
	for i := range m.Results {
		r := &m.Results[i]
		if r.Outcome < verdict.Undecided && !m.ExpectFailure {
			continue
		}
		text.AddIndented(p, 4, doc.Span{Role: doc.Bold, Text: r.Policy.Name}, doc.Span{Text: ": " + r.Outcome.String()})
		if r.Outcome < verdict.Undecided {
			continue
		}
		for _, f := range content.FindingsOf(r) {
			addAt(p, f.At, f.Message, f.Values, o)
		}
	}
}

// addAt adds a message, the code that it is about and the values in it.
func addAt(p *text.Page, at diag.Range, message string, values []verdict.Shown, o *layout.Options) {
	if message != "" {
		for i, line := range strings.Split(message, "\n") {
			if i == 0 {
				line = "Message: " + line
			}
			text.AddIndented(p, 4, doc.Span{Text: line})
		}
	}
	if !at.IsZero() {
		d := text.Diagnostic(o.Source, &diag.Diagnostic{Subject: at})
		if d.Snippet != nil {
			d.Snippet.Values = text.ShownValues(o.Source, values)
		}
		for _, line := range text.SourceLines(d, o.Underlines) {
			text.AddIndented(p, 4, line...)
		}
	}
}
