package wording

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/verdict"
)

// IdleTitle is what reports call an exception that excepts nothing.
const IdleTitle = "Exception without effect"

// ExceptionText says in a sentence until when a failure is accepted, by whom, and why.
func ExceptionText(x *verdict.Exception) string {
	text := x.Text()
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}

// ExplainedOutcome is an outcome in a sentence.
func ExplainedOutcome(o verdict.Outcome) string {
	return [...]string{verdict.Skipped: "skipped", verdict.Pass: "passed", verdict.Undecided: "undecided", verdict.Fail: "failed", verdict.Error: "error"}[o]
}

func CountErrors(diags diag.List) (n int) {
	for _, d := range diags {
		if d.Severity == diag.Error {
			n++
		}
	}
	return n
}

// MostCauses is how many of the values are shown on which a verdict waits.
const MostCauses = 5

// IsBuiltin reports whether a place is in a policy that is built in. Nobody has its file, so its code says nothing to anybody.
func IsBuiltin(at diag.Range) bool { return strings.HasPrefix(at.File, "builtin:") }

// IsInFile reports whether a place is in a file, so that other programs can open it: not in a policy that is built in, nor on
// the command line.
func IsInFile(at diag.Range) bool {
	return !at.IsZero() && !IsBuiltin(at) && !strings.HasPrefix(at.File, "--")
}

func MessageOf(d *diag.Diagnostic) string {
	if d.Detail == "" {
		return d.Summary
	}
	return d.Summary + ": " + d.Detail
}

// SubjectOf names what a result is about.
func SubjectOf(r *verdict.Result) string {
	name, operation := SubjectParts(r, false)
	return name + operation
}

// SubjectParts returns the name of what a result is about, and what happens to it, as it stands behind the name. If quoted is set, a name
// of the document is spelled as [QuotedName] does.
func SubjectParts(r *verdict.Result, quoted bool) (name, operation string) {
	switch name = cmp.Or(r.Address, r.Mock); {
	case name == "":
		name = "the plan as a whole"
	case quoted:
		name = QuotedName(name)
	}
	if r.Operation != "" {
		operation = " (" + r.Operation + ")"
	}
	return name, operation
}

// WaitText says for which value a verdict waits.
func WaitText(c *verdict.Cause) string {
	text := c.Address
	if !c.Path.IsEmpty() {
		path := c.Path.String()
		if text != "" && !strings.HasPrefix(path, "[") {
			text += "."
		}
		text += path
	}
	if c.Reason != "" {
		text = strings.TrimSpace(text + " (" + c.Reason + ")")
	}
	if len(c.References) > 0 {
		text += ", made of " + strings.Join(c.References, ", ")
	}
	return text
}

// IncompleteTitle is what reports for programs call a plan that does not show all that is going to happen.
const IncompleteTitle = "Incomplete plan"

// IncompleteText says why a plan is not complete, and what follows from that.
func IncompleteText(rep *verdict.Report) string {
	if rep.OnUnknown == verdict.UnknownPasses {
		return rep.Incomplete
	}
	return rep.Incomplete + " Therefore, nothing counts as passed."
}

// VerdictSubject names what a verdict about a plan is about.
func VerdictSubject(v *verdict.PlanVerdict) string {
	subject := cmp.Or(v.Address, "the plan")
	if v.Operation != "" {
		subject += " (" + v.Operation + ")"
	}
	return subject
}

// MockStatus says how the test of a mock has ended.
func MockStatus(m *verdict.Mock) (string, doc.Role) {
	switch {
	case !m.AsExpected:
		return "fail", doc.SignDelete
	case m.Outcome == verdict.Skipped:
		return "skipped", doc.Null
	}
	return "pass", doc.SignCreate
}

// UnexpectedText says what was expected of a mock and what has come out.
func UnexpectedText(m *verdict.Mock) string {
	expected := "no failure"
	if m.ExpectFailure {
		expected = "a failure"
	}
	return fmt.Sprintf("expected %s, and the outcome is %s", expected, m.Outcome)
}

// MockReasons returns the messages of everything that is not as it should be.
func MockReasons(m *verdict.Mock) []string {
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
