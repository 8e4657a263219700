package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/verdict"
)

// finding is one thing that a policy says about an object: a condition that does not hold or
// cannot be decided, or what went wrong.
type finding struct {
	result *verdict.Result
	// at is the condition, or the expression that failed. It may be zero.
	at      diag.Range
	whole   diag.Range // the condition that at is a part of, or zero
	message string
	values  []verdict.Shown
}

// findingsOf returns what a result consists of.
func findingsOf(r *verdict.Result) []finding {
	var all []finding
	for i := range r.Conditions {
		c := &r.Conditions[i]
		if c.Outcome != r.Outcome || c.Outcome < verdict.Undecided || c.Outcome == verdict.Error {
			continue
		}
		at := c.Range
		if !c.Failing.IsZero() {
			at = c.Failing
		}
		all = append(all, finding{result: r, at: at, whole: c.Range, message: c.Message, values: c.Values})
	}
	if r.Outcome == verdict.Error {
		for _, d := range r.Diagnostics {
			all = append(all, finding{result: r, at: d.Subject, message: messageOf(d)})
		}
	}
	if len(all) == 0 {
		return []finding{{result: r, message: r.Message}}
	}
	return all
}

// isBuiltin reports whether a place is in a policy that is built in. Nobody has its file, so its code says nothing to anybody.
func isBuiltin(at diag.Range) bool { return strings.HasPrefix(at.File, "builtin:") }

// isInFile reports whether a place is in a file, so that other programs can open it: not in a policy that is built in, nor on
// the command line.
func isInFile(at diag.Range) bool {
	return !at.IsZero() && !isBuiltin(at) && !strings.HasPrefix(at.File, "--")
}

func messageOf(d *diag.Diagnostic) string {
	if d.Detail == "" {
		return d.Summary
	}
	return d.Summary + ": " + d.Detail
}

// findingGroup is the findings with the same outcome for one condition of one policy. There may be very many of them, so that each is
// made when it is written.
type findingGroup struct {
	policy  *verdict.Policy
	at      diag.Range
	results *verdict.Results
	refs    []findingRef
}

// findingRef is one of the findings of a result.
type findingRef struct {
	result verdict.Ref
	which  int32
}

// finding returns one of the findings.
func (g *findingGroup) finding(i int) finding {
	r := g.results.At(g.refs[i].result)
	return findingsOf(&r)[g.refs[i].which]
}

// verdictSection is all results of which a reader thinks as one kind.
type verdictSection struct {
	class   verdictClass
	results int // how many there are
	groups  []findingGroup
}

// verdictClass is how a reader sees a result, the most important class first.
type verdictClass uint8

const (
	classError verdictClass = iota
	classFailed
	classUndecided
	classOverridden
	classExcepted
	classAdvisory
	classMaybeAdvised
	classPassed
	classSkipped
)

var classTitles = [...]string{
	classError:        "Errors",
	classFailed:       "Failed",
	classUndecided:    "Undecided",
	classOverridden:   "Failed, but overridden",
	classExcepted:     "Failed, but excepted",
	classAdvisory:     "Failed, advisory",
	classMaybeAdvised: "Undecided, advisory",
	classPassed:       "Passed",
	classSkipped:      "Skipped",
}

func classOfResult(rep *verdict.Report, r *verdict.Result) verdictClass {
	switch r.Outcome {
	case verdict.Error:
		return classError
	case verdict.Fail:
		switch {
		case r.Exception != nil:
			return classExcepted
		case r.Level == verdict.Advisory:
			return classAdvisory
		case rep.IsOverridden(r):
			return classOverridden
		}
		return classFailed
	case verdict.Undecided:
		if r.Level == verdict.Advisory {
			return classMaybeAdvised
		}
		return classUndecided
	case verdict.Pass:
		return classPassed
	}
	return classSkipped
}

// sectionsOf sorts what policies have found by its importance, and what is about the same condition
// together. What has passed is left out.
func sectionsOf(rep *verdict.Report) []verdictSection {
	type key struct {
		policy *verdict.Policy
		at     diag.Range
	}
	order := map[*verdict.Policy]int{}
	for i, p := range rep.Policies {
		order[p] = i
	}
	byClass := map[verdictClass]map[key]*findingGroup{}
	var results [classPassed]int
	for ref, r := range rep.Results.Others() {
		c := classOfResult(rep, &r)
		if c >= classPassed {
			continue
		}
		if byClass[c] == nil {
			byClass[c] = map[key]*findingGroup{}
		}
		results[c]++
		for i, f := range findingsOf(&r) {
			k := key{r.Policy, f.at}
			g := byClass[c][k]
			if g == nil {
				g = &findingGroup{policy: r.Policy, at: f.at, results: &rep.Results}
				byClass[c][k] = g
			}
			g.refs = append(g.refs, findingRef{ref, int32(i)})
		}
	}
	var all []verdictSection
	for c, n := range results {
		if n > 0 {
			all = append(all, verdictSection{class: verdictClass(c), results: n})
		}
	}
	for i := range all {
		for _, g := range byClass[all[i].class] {
			all[i].groups = append(all[i].groups, *g)
		}
		sorted.Stable(all[i].groups, func(a, b findingGroup) int {
			return cmp.Or(cmp.Compare(order[a.policy], order[b.policy]), cmp.Compare(a.policy.Name, b.policy.Name),
				strings.Compare(a.at.File, b.at.File), cmp.Compare(a.at.Start.Byte, b.at.Start.Byte), cmp.Compare(a.at.End.Byte, b.at.End.Byte))
		})
	}
	return all
}

// subjectOf names what a result is about.
func subjectOf(r *verdict.Result) string {
	name, operation := subjectParts(r, false)
	return name + operation
}

// subjectParts returns the name of what a result is about, and what happens to it, as it stands behind the name. If quoted is set, a name
// of the document is spelled as [QuotedName] does.
func subjectParts(r *verdict.Result, quoted bool) (name, operation string) {
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

// waitText says for which value a verdict waits.
func waitText(c *verdict.Cause) string {
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

// incompleteTitle is what reports for programs call a plan that does not show all that is going to happen.
const incompleteTitle = "Incomplete plan"

// incompleteText says why a plan is not complete, and what follows from that.
func incompleteText(rep *verdict.Report) string {
	if rep.OnUnknown == verdict.UnknownPasses {
		return rep.Incomplete
	}
	return rep.Incomplete + " Therefore, nothing counts as passed."
}

// countsText says how many results there are of each outcome, with those that matter first. If the plan is not
// complete, it begins with that.
func countsText(rep *verdict.Report) string {
	n := map[verdictClass]int{}
	for r, k := range rep.Results.Tally() {
		n[classOfResult(rep, &r)] += k
	}
	c := rep.Count()
	var all []string
	add := func(n int, format string, more ...string) {
		if n > 0 {
			text := fmt.Sprintf(format, n)
			more = slices.DeleteFunc(more, func(s string) bool { return s == "" })
			if len(more) > 0 {
				text += " (" + strings.Join(more, ", ") + ")"
			}
			all = append(all, text)
		}
	}
	some := func(n int, what string) string {
		if n == 0 {
			return ""
		}
		return fmt.Sprintf("%d %s", n, what)
	}
	add(c.Error, "%d "+plural(c.Error, "error", "errors"))
	add(c.Fail, "%d failed", some(n[classAdvisory], "advisory"), some(n[classOverridden], "overridden"), some(c.Excepted, "excepted"))
	add(c.Undecided, "%d undecided", some(n[classUndecided], "mandatory"))
	if c.Pass > 0 || len(all) == 0 {
		all = append(all, fmt.Sprintf("%d passed", c.Pass))
	}
	add(c.Skipped, "%d skipped")
	verdicts := c.Error + c.Fail + c.Undecided + c.Pass + c.Skipped
	text := ""
	if rep.Incomplete != "" && rep.OnUnknown != verdict.UnknownPasses {
		text = "Nothing counts as passed, because the plan is incomplete. "
	}
	return text + countOf(len(rep.Policies), "policy", "policies") + ", " + countOf(verdicts, "verdict", "verdicts") + ": " + strings.Join(all, ", ") + "."
}
