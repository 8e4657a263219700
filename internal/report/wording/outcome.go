package wording

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/work/outcome"
)

// OutcomeHeadline says in a sentence what became of a plan.
func OutcomeHeadline(o *outcome.Outcome) string {
	n := len(o.Resources)
	var others []string
	for _, f := range outcome.Fates() {
		if c := o.Count(f); c > 0 && f != outcome.AsPlanned {
			others = append(others, fmt.Sprintf("%d %s", c, f))
		}
	}
	head := fmt.Sprintf("%d of %s done as planned", o.Count(outcome.AsPlanned), CountOf(n, "change", "changes"))
	if n == 0 {
		head = "The plan changes no resources"
	}
	if len(others) > 0 {
		head += ": " + strings.Join(others, ", ")
	}
	return head + "."
}

// OutcomeRole is the role of the headline.
func OutcomeRole(o *outcome.Outcome) doc.Role {
	if o.IsAsPlanned() {
		return doc.Good
	}
	return doc.Danger
}

// OutcomeEnd says how the log ends, if that is not well.
func OutcomeEnd(o *outcome.Outcome) string {
	switch {
	case !o.HasLog || o.End == jsonlog.Succeeded:
		return ""
	case o.End == jsonlog.BrokeOff:
		return "The log breaks off: the run may still be under way, or have been killed."
	}
	return "The run failed."
}

// OutcomeLeft says what is left to do.
func OutcomeLeft(o *outcome.Outcome) string {
	n := len(o.Resources) - o.Count(outcome.AsPlanned) - o.Count(outcome.Differently)
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("Left to do: %s. This plan cannot be applied again: make another one.", CountOf(n, "change", "changes"))
}

// FateTitle is the heading for a fate where it is a sentence's beginning.
func FateTitle(f outcome.Fate) string {
	if f == outcome.AsPlanned {
		return "Done as planned"
	}
	return Capital(f.String())
}

// mostNow is how many values of a resource are listed.
const mostNow = 10

// SameError reports whether errors say the same, as when a run is halted, for each object that waits.
func SameError(a, b *jsonlog.Diagnostic) bool { return a.Summary == b.Summary && a.Detail == b.Detail }

// OutcomeError is an error without its details, and where it is.
func OutcomeError(d *jsonlog.Diagnostic) string {
	text := ShortText(PlainText(d.Summary))
	if d.Range != nil {
		text += fmt.Sprintf(" (%s line %d)", d.Range.File, d.Range.StartLine)
	}
	return text
}

// OutcomeValue says what a value is.
func OutcomeValue(v *outcome.Value) string {
	switch {
	case !v.Known:
		return v.Path + " is now " + v.Is
	case v.Is == v.Planned:
		return v.Path + " is not as planned: " + v.Is
	}
	return v.Path + " is " + v.Is + ", and " + v.Planned + " was planned"
}

// ErrorDetails are the lines about an error.
func ErrorDetails(d *jsonlog.Diagnostic) []string {
	all := []string{"Error: " + strings.ReplaceAll(OutcomeError(d), "\n", " ")}
	const most = 5
	lines := strings.Split(strings.TrimRight(ShortText(PlainText(d.Detail)), "\n"), "\n")
	for i, text := range lines {
		if i == most-1 && len(lines) > most {
			return append(all, fmt.Sprintf("  (%d more lines)", len(lines)-i))
		}
		if text != "" {
			all = append(all, "  "+strings.TrimRight(text, " \r"))
		}
	}
	return all
}

// OutcomeDetails are the lines about a resource below its name.
func OutcomeDetails(r *outcome.Resource) (all []string) {
	for i := range r.Errors {
		d := &r.Errors[i]
		if i > 0 && SameError(d, &r.Errors[i-1]) {
			continue
		}
		all = append(all, ErrorDetails(d)...)
	}
	for _, remark := range r.Remarks {
		all = append(all, Capital(remark)+".")
	}
	for i, v := range r.Values {
		if i == mostNow {
			all = append(all, fmt.Sprintf("and %s more", CountOf(len(r.Values)-mostNow, "value", "values")))
			break
		}
		all = append(all, OutcomeValue(&v))
	}
	return all
}
