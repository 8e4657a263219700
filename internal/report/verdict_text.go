package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/verdict"
)

// TestsText writes what tests of policies have shown, in lines as Terraform writes them: one for each mock, what
// is not as expected with the reasons and the conditions, and the numbers at the end.
func TestsText(w io.Writer, t *verdict.Tests, o Options) error {
	o.setDefaults(sinks.DefaultWidth)
	var p page
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
	p.add(func(w *doc.Writer) { w.Heading(doc.Span{Role: role, Text: text}) })
	return sinks.Write(w, o.Sink, p.lines())
}

func addTestFile(p *page, f *verdict.TestFile, o *Options) {
	word, role := "pass", doc.SignCreate
	if f.TestsNothing() {
		word, role = "skipped", doc.Null
	}
	p.add(func(w *doc.Writer) { w.Heading(doc.Span{Text: "# " + f.Name + "... running"}) })
	for i := range f.Mocks {
		m := &f.Mocks[i]
		status, color := mockStatus(m)
		indented(p, 2, doc.Span{Text: "# " + m.Name + "... "}, doc.Span{Role: color, Text: status})
		if !m.AsExpected {
			word, role = "fail", doc.SignDelete
			addUnexpected(p, m, o)
		} else {
			for _, d := range m.Diagnostics {
				indented(p, 4, doc.Span{Role: doc.Caution, Text: "Warning: "}, doc.Span{Text: messageOf(d)})
			}
		}
		for k := range m.Explanations {
			x := &m.Explanations[k]
			p.add(func(w *doc.Writer) {
				writeIndented(w, 4, doc.Span{Role: doc.Bold, Text: x.Policy.Name}, doc.Span{Text: ": " + explainedOutcome(x.Outcome)})
				writeExplanation(w, x, 6, o)
			})
		}
		for k := range m.Planned {
			n := &m.Planned[k]
			text := fmt.Sprintf("On a plan, the outcome of %s would be %s and not %s.", n.Policy.Name, n.AsPlan, n.Mock)
			if n.Message != "" {
				text += " " + n.Message
			}
			indented(p, 4, doc.Span{Role: doc.Caution, Text: "Warning: "}, doc.Span{Text: strings.ReplaceAll(text, "\n", " ")})
		}
	}
	if f.Plan != "" && !addPlanVerdicts(p, f) {
		word, role = "fail", doc.SignDelete
	}
	p.add(func(w *doc.Writer) {
		w.Heading(doc.Span{Text: "# " + f.Name + "... "}, doc.Span{Role: role, Text: word})
	})
	p.gap()
}

// addPlanVerdicts adds what policies say about a plan: how many verdicts are as expected, and each of the others, in lines as a comparison of
// files has them. It reports whether there are no others.
func addPlanVerdicts(p *page, f *verdict.TestFile) bool {
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
	indented(p, 2, doc.Span{Text: "# " + f.Plan + "... "}, doc.Span{Role: role, Text: status},
		doc.Span{Text: " (" + countOf(same, "verdict", "verdicts") + " as expected)"})
	for i := range f.Verdicts {
		v := &f.Verdicts[i]
		if v.AsExpected() {
			continue
		}
		about := " " + v.Policy + " for " + verdictSubject(v)
		if v.Expected != verdict.Skipped {
			indented(p, 4, doc.Span{Role: doc.SignDelete, Text: "- " + v.Expected.String()}, doc.Span{Text: about})
		}
		if v.Outcome != verdict.Skipped {
			indented(p, 4, doc.Span{Role: doc.SignCreate, Text: "+ " + v.Outcome.String()}, doc.Span{Text: about})
		}
		if v.Message != "" {
			indented(p, 6, doc.Span{Text: strings.ReplaceAll(v.Message, "\n", " ")})
		}
	}
	return same == len(f.Verdicts)
}

// verdictSubject names what a verdict about a plan is about.
func verdictSubject(v *verdict.PlanVerdict) string {
	subject := cmp.Or(v.Address, "the plan")
	if v.Operation != "" {
		subject += " (" + v.Operation + ")"
	}
	return subject
}

// mockStatus says how the test of a mock has ended.
func mockStatus(m *verdict.Mock) (string, doc.Role) {
	switch {
	case !m.AsExpected:
		return "fail", doc.SignDelete
	case m.Outcome == verdict.Skipped:
		return "skipped", doc.Null
	}
	return "pass", doc.SignCreate
}

// addUnexpected adds why the test of a mock has failed.
func addUnexpected(p *page, m *verdict.Mock, o *Options) {
	addLines := func(columns int, text string) {
		for line := range strings.SplitSeq(text, "\n") {
			indented(p, columns, doc.Span{Text: line})
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
	indented(p, 2, doc.Span{Role: doc.Danger, Text: "Error: "}, doc.Span{Role: doc.Bold, Text: title})
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
		addAt(p, d.Subject, messageOf(d), nil, o)
	}
	for i := range m.Results {
		r := &m.Results[i]
		if r.Outcome < verdict.Undecided && !m.ExpectFailure {
			continue
		}
		indented(p, 4, doc.Span{Role: doc.Bold, Text: r.Policy.Name}, doc.Span{Text: ": " + r.Outcome.String()})
		if r.Outcome < verdict.Undecided {
			continue
		}
		for _, f := range findingsOf(r) {
			addAt(p, f.at, f.message, f.values, o)
		}
	}
}

// addAt adds a message, the code that it is about and the values in it.
func addAt(p *page, at diag.Range, message string, values []verdict.Shown, o *Options) {
	if message != "" {
		for i, line := range strings.Split(message, "\n") {
			if i == 0 {
				line = "Message: " + line
			}
			indented(p, 4, doc.Span{Text: line})
		}
	}
	if !at.IsZero() {
		d := o.Source.diagnostic(&diag.Diagnostic{Subject: at})
		if d.Snippet != nil {
			d.Snippet.Values = o.Source.values(values)
		}
		for _, line := range sourceLines(d, o.Underlines) {
			indented(p, 4, line...)
		}
	}
}

// unexpectedText says what was expected of a mock and what has come out.
func unexpectedText(m *verdict.Mock) string {
	expected := "no failure"
	if m.ExpectFailure {
		expected = "a failure"
	}
	return fmt.Sprintf("expected %s, and the outcome is %s", expected, m.Outcome)
}

// mockReasons returns the messages of everything that is not as it should be.
func mockReasons(m *verdict.Mock) []string {
	var all []string
	if m.Message != "" {
		all = append(all, m.Message)
	}
	for _, d := range m.Diagnostics {
		all = append(all, d.Error())
	}
	for i := range m.Results {
		if r := &m.Results[i]; r.Message != "" {
			all = append(all, r.Policy.Name+": "+r.Outcome.String()+": "+r.Message)
		}
	}
	return all
}
