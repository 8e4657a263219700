package content

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/verdict"
)

// Annotation is the level of an annotation.
func (c VerdictClass) Annotation() string {
	switch c {
	case ClassError, ClassFailed:
		return "error"
	case ClassMaybeAdvised, ClassExcepted:
		return "notice"
	}
	return "warning"
}

// FindingText says in one or more lines which object a finding is about, and what it is.
func FindingText(f *Finding) string {
	text := wording.SubjectOf(f.Result)
	if f.Message != "" {
		text += ": " + f.Message
	}
	if x := f.Result.Exception; x != nil {
		text += "\n" + wording.ExceptionText(x)
	}
	if f.Result.Outcome == verdict.Undecided {
		for i := range f.Result.Causes[:min(len(f.Result.Causes), wording.MostCauses)] {
			text += "\nwaits for " + wording.WaitText(&f.Result.Causes[i])
		}
	}
	return text
}

// WorstRole is the role of the numbers: that of the worst result, or of a plan that is not complete.
func WorstRole(rep *verdict.Report) doc.Role {
	role := doc.Good
	if rep.Incomplete != "" && rep.OnUnknown != verdict.UnknownPasses {
		role = doc.StrongCaution
		if rep.OnUnknown == verdict.UnknownFails {
			role = doc.Danger
		}
	}
	for r := range rep.Results.Tally() {
		switch ClassOfResult(rep, &r) {
		case ClassError, ClassFailed:
			role = doc.Danger
		case ClassPassed, classSkipped:
		default:
			if role == doc.Good {
				role = doc.StrongCaution
			}
		}
	}
	return role
}

func (c VerdictClass) Role() doc.Role {
	switch c {
	case ClassError, ClassFailed:
		return doc.Danger
	case ClassPassed:
		return doc.Good
	}
	return doc.StrongCaution
}

// Finding is one thing that a policy says about an object: a condition that does not hold or
// cannot be decided, or what went wrong.
type Finding struct {
	Result *verdict.Result
	// at is the condition, or the expression that failed. It may be zero.
	At      diag.Range
	Whole   diag.Range // the condition that at is a part of, or zero
	Message string
	Values  []verdict.Shown
}

// FindingsOf returns what a result consists of.
func FindingsOf(r *verdict.Result) []Finding {
	var all []Finding
	for i := range r.Conditions {
		c := &r.Conditions[i]
		if c.Outcome != r.Outcome || c.Outcome < verdict.Undecided || c.Outcome == verdict.Error {
			continue
		}
		at := c.Range
		if !c.Failing.IsZero() {
			at = c.Failing
		}
		all = append(all, Finding{Result: r, At: at, Whole: c.Range, Message: c.Message, Values: c.Values})
	}
	if r.Outcome == verdict.Error {
		for _, d := range r.Diagnostics {
			all = append(all, Finding{Result: r, At: d.Subject, Message: wording.MessageOf(d)})
		}
	}
	if len(all) == 0 {
		return []Finding{{Result: r, Message: r.Message}}
	}
	return all
}

// FindingGroup is the findings with the same outcome for one condition of one policy. There may be very many of them, so that each is
// made when it is written.
type FindingGroup struct {
	Policy  *verdict.Policy
	At      diag.Range
	results *verdict.Results
	Refs    []findingRef
}

// findingRef is one of the findings of a result.
type findingRef struct {
	result verdict.Ref
	which  int32
}

// Finding returns one of the findings.
func (g *FindingGroup) Finding(i int) Finding {
	r := g.results.At(g.Refs[i].result)
	return FindingsOf(&r)[g.Refs[i].which]
}

// VerdictSection is all results of which a reader thinks as one kind.
type VerdictSection struct {
	Class   VerdictClass
	Results int // how many there are
	Groups  []FindingGroup
}

// Items returns an item for each condition.
func (s *VerdictSection) Items() (items []Item) {
	for i := range s.Groups {
		items = append(items, &ConditionItem{Condition: Condition{Section: s, Group: &s.Groups[i]}})
	}
	return items
}

// Class returns the class of the verdicts in a section of them.
func (sec *Section) Class() VerdictClass {
	if c, ok := sec.Items[0].(*ConditionItem); ok {
		return c.Condition.Section.Class
	}
	return classSkipped
}

// VerdictClass is how a reader sees a result, the most important class first.
type VerdictClass uint8

const (
	ClassError VerdictClass = iota
	ClassFailed
	ClassUndecided
	classOverridden
	ClassExcepted
	classAdvisory
	ClassMaybeAdvised
	ClassPassed
	classSkipped
)

var ClassTitles = [...]string{
	ClassError:        "Errors",
	ClassFailed:       "Failed",
	ClassUndecided:    "Undecided",
	classOverridden:   "Failed, but overridden",
	ClassExcepted:     "Failed, but excepted",
	classAdvisory:     "Failed, advisory",
	ClassMaybeAdvised: "Undecided, advisory",
	ClassPassed:       "Passed",
	classSkipped:      "Skipped",
}

func ClassOfResult(rep *verdict.Report, r *verdict.Result) VerdictClass {
	switch r.Outcome {
	case verdict.Error:
		return ClassError
	case verdict.Fail:
		switch {
		case r.Exception != nil:
			return ClassExcepted
		case r.Level == verdict.Advisory:
			return classAdvisory
		case rep.IsOverridden(r):
			return classOverridden
		}
		return ClassFailed
	case verdict.Undecided:
		if r.Level == verdict.Advisory {
			return ClassMaybeAdvised
		}
		return ClassUndecided
	case verdict.Pass:
		return ClassPassed
	}
	return classSkipped
}

// VerdictSections sorts what policies have found by its importance, and what is about the same condition
// together. What has passed is left out.
func VerdictSections(rep *verdict.Report) []VerdictSection {
	type key struct {
		policy *verdict.Policy
		at     diag.Range
	}
	order := map[*verdict.Policy]int{}
	for i, p := range rep.Policies {
		order[p] = i
	}
	byClass := map[VerdictClass]map[key]*FindingGroup{}
	var results [ClassPassed]int
	for ref, r := range rep.Results.Others() {
		c := ClassOfResult(rep, &r)
		if c >= ClassPassed {
			continue
		}
		if byClass[c] == nil {
			byClass[c] = map[key]*FindingGroup{}
		}
		results[c]++
		for i, f := range FindingsOf(&r) {
			k := key{r.Policy, f.At}
			g := byClass[c][k]
			if g == nil {
				g = &FindingGroup{Policy: r.Policy, At: f.At, results: &rep.Results}
				byClass[c][k] = g
			}
			g.Refs = append(g.Refs, findingRef{ref, int32(i)})
		}
	}
	var all []VerdictSection
	for c, n := range results {
		if n > 0 {
			all = append(all, VerdictSection{Class: VerdictClass(c), Results: n})
		}
	}
	for i := range all {
		for _, g := range byClass[all[i].Class] {
			all[i].Groups = append(all[i].Groups, *g)
		}
		sorted.Stable(all[i].Groups, func(a, b FindingGroup) int {
			return cmp.Or(cmp.Compare(order[a.Policy], order[b.Policy]), cmp.Compare(a.Policy.Name, b.Policy.Name),
				strings.Compare(a.At.File, b.At.File), cmp.Compare(a.At.Start.Byte, b.At.Start.Byte), cmp.Compare(a.At.End.Byte, b.At.End.Byte))
		})
	}
	return all
}

// CountsText says how many results there are of each outcome, with those that matter first. If the plan is not
// complete, it begins with that.
func CountsText(rep *verdict.Report) string {
	n := map[VerdictClass]int{}
	for r, k := range rep.Results.Tally() {
		n[ClassOfResult(rep, &r)] += k
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
	add(c.Error, "%d "+wording.Plural(c.Error, "error", "errors"))
	add(c.Fail, "%d failed", some(n[classAdvisory], "advisory"), some(n[classOverridden], "overridden"), some(c.Excepted, "excepted"))
	add(c.Undecided, "%d undecided", some(n[ClassUndecided], "mandatory"))
	if c.Pass > 0 || len(all) == 0 {
		all = append(all, fmt.Sprintf("%d passed", c.Pass))
	}
	add(c.Skipped, "%d skipped")
	verdicts := c.Error + c.Fail + c.Undecided + c.Pass + c.Skipped
	text := ""
	if rep.Incomplete != "" && rep.OnUnknown != verdict.UnknownPasses {
		text = "Nothing counts as passed, because the plan is incomplete. "
	}
	return text + wording.CountOf(len(rep.Policies), "policy", "policies") + ", " + wording.CountOf(verdicts, "verdict", "verdicts") + ": " + strings.Join(all, ", ") + "."
}

// Addresses returns what findings are about, each address once.
func (g *FindingGroup) Addresses() []string {
	var all []string
	last := -1
	for i := range g.Refs {
		// The results about one object follow one another.
		if subject := g.Refs[i].result.Subject(); subject != last {
			last = subject
			if r := g.results.At(g.Refs[i].result); r.Address != "" {
				all = append(all, r.Address)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Badge returns the class of the style sheet for a badge.
func (c VerdictClass) Badge() string {
	switch c {
	case ClassError, ClassFailed:
		return "bad"
	case ClassUndecided, classOverridden:
		return "open"
	}
	return "mild"
}
