package report

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// overview collects what there is to say about a plan or a state, by importance: groups of
// resources that change alike, with the reasons and the changes in a few words, and everything
// else that a reviewer should know. Reports lay it out. The zero value is for Terraform, and
// groups by action.
type overview struct {
	dialect dialect.Dialect
	groupBy GroupBy
	// allDrift lists the drift on which the plan does not depend. Otherwise, it is only counted.
	allDrift bool
	// refinements says what is already known about values that are known only after apply.
	refinements bool
	// tellSource tells where resources are declared.
	tellSource bool

	sum    computed.Summary
	groups review.Grouper[entry]
	added  int                    // resources, by which they are numbered; those in a state are not counted
	counts [review.Stored + 1]int // resources by class
	// irrelevant counts the drift that is not listed, because the plan does not depend on it.
	irrelevant int
	invoked    []invocation
	stored     []plans.Header         // of a state
	declared   map[int]plans.Position // by the number of the resource, where that is known
}

// entry is what is said about resources that change alike.
type entry struct {
	sign      doc.Sign
	typ       string
	remarks   []string // what else is to be said, such as why it is destroyed
	alert     string   // why it could not be compared
	changes   changeList
	important bool // it is never folded
	muted     bool // nothing is said
	declared  plans.Position
}

// invocation is an action and what triggers it.
type invocation struct{ address, when, trigger string }

// begin forgets everything but the options, and keeps the summary.
func (v *overview) begin(s computed.Summary) {
	if v.dialect.Name == "" {
		v.dialect = dialect.Terraform()
	}
	*v = overview{dialect: v.dialect, groupBy: v.groupBy, allDrift: v.allDrift, refinements: v.refinements, tellSource: v.tellSource, sum: s}
}

// prepare works out what is said about a resource, and returns a function that adds it, and
// reports whether nothing like what is told about it has been told before. Several goroutines may call prepare at a
// time, in any order. What it returns is for one goroutine, and does not refer to the resource.
func (v *overview) prepare(r *computed.Resource) (add func() (isFirst bool)) {
	if r.Section == computed.StateSection {
		head := r.Header
		return func() bool {
			v.stored = append(v.stored, head)
			return true
		}
	}
	place := review.PlaceOf(r)
	if v.isCountedOnly(r, place.Class) {
		return func() bool {
			v.number(&place)
			v.irrelevant++
			return false
		}
	}
	if r.Muted && r.Err == nil {
		return v.prepareMuted(r, place)
	}
	likeness, apart, e := review.LikenessOf(r), v.apart(r, place.Class), v.newEntry(r, place.Class)
	v.tellOwn(&likeness, r, place.Class)
	apart += e.changes.refinements()
	if v.allDrift && place.Class == review.Drift && !r.Relevant && v.sum.Mode != plans.RefreshOnlyMode {
		e.remarks = append(e.remarks, "the plan does not depend on it")
	}
	invoked := invocations(r)
	e.declared = r.Declared
	return v.adder(place, likeness, apart, e, invoked)
}

// adder returns a function that adds what is said about a resource.
func (v *overview) adder(place review.Place, likeness review.Likeness, apart string, e entry, invoked []invocation) func() bool {
	return func() bool {
		v.number(&place)
		if !e.declared.IsZero() {
			if v.declared == nil {
				v.declared = map[int]plans.Position{}
			}
			v.declared[place.Number] = e.declared
		}
		v.invoked = append(v.invoked, invoked...)
		return v.groups.Add(place, likeness, apart, func() entry { return e })
	}
}

// number counts a resource, and numbers it.
func (v *overview) number(p *review.Place) {
	v.counts[p.Class]++
	p.Number = v.added
	v.added++
}

// isCountedOnly reports whether a resource is not listed, because the plan does not depend on
// it.
func (v *overview) isCountedOnly(r *computed.Resource, class review.Class) bool {
	return class == review.Drift && !r.Relevant && !v.allDrift && r.Err == nil && v.sum.Mode != plans.RefreshOnlyMode
}

// prepareMuted is prepare for a resource that rules mute. It is counted where it would be
// listed.
func (v *overview) prepareMuted(r *computed.Resource, place review.Place) (add func() bool) {
	apart := "muted " + place.Class.String()
	switch v.groupBy {
	case GroupByModule:
		module, _ := plans.SplitModule(r.Address)
		apart += " " + module
	case GroupByType:
		apart += " " + r.Type
	}
	return v.adder(place, review.Likeness{}, apart, entry{typ: r.Type, muted: true}, invocations(r))
}

// invocations returns the actions that a change triggers.
func invocations(r *computed.Resource) []invocation {
	var all []invocation
	for _, a := range r.BeforeActions {
		all = append(all, invocation{a.Address, "before", r.Address})
	}
	for _, a := range r.AfterActions {
		all = append(all, invocation{a.Address, "after", r.Address})
	}
	return all
}

// apart returns what resources that change alike must also have in common to be on one line.
func (v *overview) apart(r *computed.Resource, class review.Class) string {
	switch class {
	case review.Destroy, review.Forget, review.Deferred, review.Unknown:
		all, _ := plans.SplitKey(r.Address)
		return all
	case review.Import, review.Move: // each has its own origin
		return r.Address
	}
	if r.Moved() || r.Importing != nil {
		return r.Address
	}
	if v.groupBy == GroupByModule {
		module, _ := plans.SplitModule(r.Address)
		return module
	}
	return ""
}

func (v *overview) newEntry(r *computed.Resource, class review.Class) entry {
	e := entry{
		sign: doc.ActionSign(r.Action), typ: r.Type, remarks: remarks(r, class),
		important: class <= review.Destroy || class == review.Deferred && endsObject(r.Action),
	}
	if r.Err != nil {
		e.alert = failureText(r.Address, r.Err)
		e.important = true
		return e
	}
	e.changes = v.describe(r, class)
	return e
}

// endsObject reports whether an action destroys or replaces an object, or may do so.
func endsObject(a plans.Action) bool {
	return a == plans.Delete || a == plans.Unknown || review.Replaces(a)
}

// remarks returns what is to be said about a change apart from its values.
func remarks(r *computed.Resource, class review.Class) []string {
	var all []string
	add := func(text string) {
		if text != "" {
			all = append(all, text)
		}
	}
	if r.Deposed != "" {
		add("deposed object " + r.Deposed)
	}
	switch class {
	case review.Unknown:
		if r.Err == nil {
			add(strings.TrimSpace("unknown action " + strings.Join(r.ActionNames, ",")))
		}
	case review.Replace:
		add(replaceWords(&r.Header))
	case review.Destroy:
		add(destroyWords(&r.Header))
	case review.Forget:
		add("no longer managed, but not destroyed")
	case review.Read:
		add(readWords(r.ActionReason))
	case review.Deferred:
		add(deferredWords(r.DeferredReason))
	case review.Drift:
		if r.Action == plans.Delete {
			add("deleted")
		}
	}
	if r.Moved() && r.ActionReason != plans.DeleteBecauseNoMoveTarget {
		add("moved from " + r.PreviousAddress)
	}
	if r.Importing != nil {
		add(importWords(r.Importing))
		if r.GeneratedConfig {
			add("configuration will be generated")
		}
	}
	return all
}

// contents returns everything that there is to say.
func (v *overview) contents(o computed.Outcome, hash bool) *contents {
	c := v.frame(o, hash)
	v.fill(c)
	return c
}

// frame returns everything but what happens to the resources, which fill adds.
func (v *overview) frame(o computed.Outcome, hash bool) *contents {
	c := &contents{}
	if v.sum.State != computed.NotState {
		v.policyCounts(c) // what is last is the headline
		v.state(c)
	} else {
		v.headline(c)
		v.policyCounts(c)
		v.renames(c)
		v.outputs(c)
		v.actions(c)
		v.checks(c)
		v.undecided(c)
		v.muted(c)
	}
	for _, sec := range []section{v.hazards(), v.policies()} {
		if len(sec.items) > 0 {
			c.first = append(c.first, sec)
		}
	}
	v.bundled(c, o)
	v.copies(c, o)
	v.problems(c, o)
	if hash && v.sum.Hash != nil {
		c.tail = append(c.tail, doc.NewText(doc.Span{Role: doc.Plain, Text: HashText(v.sum.Hash)}))
	}
	return c
}

// HashText says what the hash of a plan is, and what it does not cover.
func HashText(h *computed.Hash) string {
	if h.CoversSensitive {
		return "Hash: " + h.Text
	}
	return "Hash: " + h.Text + " (does not cover sensitive values)"
}

// fill adds what happens to the resources, before everything else but hazards and what policies say. What are likely
// renames comes behind what is destroyed.
func (v *overview) fill(c *contents) {
	all := v.resources()
	if c.renames != nil {
		destroyed := slices.IndexFunc(all, func(sec section) bool { return sec.title == review.Destroy.String() })
		if destroyed < 0 {
			destroyed = len(all) - 1
		}
		all = slices.Insert(all, destroyed+1, *c.renames)
	}
	c.sections = slices.Concat(c.first, all, c.sections)
}

// headline says what the plan does as a whole.
func (v *overview) headline(s *contents) {
	v.where(s)
	if HasLaterFormat(&v.sum) {
		s.notice(phrase(v.dialect.Words.VersionWarning)...)
	}
	listed := 0
	for _, n := range v.sum.Counts {
		listed += n
	}
	outputs := v.changedOutputs()
	no := v.dialect.Words.NoChanges
	if listed+v.sum.Invocations+outputs == 0 {
		title := no.Normal.Title
		switch {
		case v.sum.Errored:
			title = no.Errored.Title
		case v.sum.DeferredCount > 0:
			title = no.Deferred.Title
		case v.sum.Mode == plans.RefreshOnlyMode && v.counts[review.Drift] > 0:
			title = v.dialect.Words.DriftNote
		case v.sum.Mode == plans.RefreshOnlyMode:
			title = no.RefreshOnly.Title
		case v.sum.Mode == plans.DestroyMode:
			title = no.Destroy.Title
		}
		s.headline(phrase(title), v.countWords(outputs))
	} else {
		if v.sum.Errored {
			s.notice(phrase(no.Errored.Title)...)
		}
		if v.sum.DeferredCount > 0 {
			s.notice(phrase(v.dialect.Words.DeferredNote)...)
		}
		s.headline(phrase(v.dialect.Words.Totals(v.sum.Totals())), v.countWords(outputs))
	}
	if v.sum.Complete != nil && !*v.sum.Complete && !v.sum.Errored && v.sum.DeferredCount == 0 {
		s.notice(doc.Span{Role: doc.Note, Text: "Note:"},
			doc.Span{Role: doc.Bold, Text: " This plan is not complete: after it has been applied, there will be more to do."})
	}
	if limits := v.sum.Scope.Limits(); limits != "" {
		s.notice(doc.Span{Role: doc.Note, Text: "Note:"},
			doc.Span{Role: doc.Bold, Text: " This plan was made with "}, doc.Span{Role: doc.Plain, Text: limits},
			doc.Span{Role: doc.Bold, Text: ". Other changes may be missing."})
	}
	if failed := failedChecks(&v.sum); len(failed) > 0 {
		s.notice(doc.Span{Role: doc.Danger, Text: countOf(len(failed), "check has", "checks have") + " not passed."})
	}
}

// changedOutputs counts the outputs that change.
func (v *overview) changedOutputs() (n int) {
	for i := range v.sum.Outputs {
		if v.sum.Outputs[i].Shown() {
			n++
		}
	}
	return n
}

// classCount returns how many changes are of a class. A resource that changes can be imported or
// moved, too: it counts for both.
func (v *overview) classCount(class review.Class) int {
	switch class {
	case review.Import:
		return v.sum.Imports
	case review.Move:
		return v.sum.Moves
	}
	return v.counts[class]
}

// countWords returns how often each action is planned, in a few words.
func (v *overview) countWords(outputs int) []string {
	var all []string
	for class := review.Unknown; class <= review.Deferred; class++ {
		if n := v.classCount(class); n > 0 {
			all = append(all, countOfClass(n, class))
		}
	}
	if outputs > 0 {
		all = append(all, countOf(outputs, "output", "outputs"))
	}
	if n := v.sum.Invocations; n > 0 {
		all = append(all, countOf(n, "action", "actions"))
	}
	return all
}

// countOfClass returns a number of changes of a class, in words.
func countOfClass(n int, class review.Class) string {
	switch class {
	case review.Unknown:
		return countOf(n, "unknown action", "unknown actions")
	case review.Replace:
		return countOf(n, "replacement", "replacements")
	case review.Drift:
		return countOf(n, "drifted", "drifted")
	case review.Stored:
		return countOf(n, "resource", "resources")
	case review.Deferred, review.Unchanged:
		return countOf(n, class.String(), class.String())
	}
	return countOf(n, class.String(), class.String()+"s")
}
