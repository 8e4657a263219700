package differ

import (
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// Two plans are compared value by value: at each place, what one plan would do to the value (from
// what it is, to what it would be) against what the other one would do. A value that neither plan
// changes is of no interest, whatever it is. Sets are compared by their elements, lists by index.
// The marks of both plans and those of the schema apply to both: a value that anything calls
// sensitive is compared here, and goes no further.

// Planned says how two plans are compared.
type Planned struct {
	// IsSet reports whether the schema can be trusted where it says that there is a set. The
	// path is that of the set, as names with dots between them. Where it cannot, the order of the
	// elements counts. Nil trusts all of the schema.
	IsSet func(path string) bool
	// NewObject says that one of the plans makes an object that the other one only changes, so
	// that only what the values would be is compared.
	NewObject bool
	// Destroyed says that both plans only destroy or forget the object.
	Destroyed bool
}

// Plans compares what two plans would do to a resource, and returns the values for which that is
// different, in the order of the schema's members. Of the changes, nothing is used but the values,
// the flags, and what forces the replacement.
func (d *Differ) Plans(old, new values.Change, b *schema.Block, p Planned) []computed.Difference {
	return d.comparePlans(old, new, (*block)(b), p)
}

// PlansOutput is like Plans, for an output. a is its type, nil if that is not known.
func (d *Differ) PlansOutput(old, new values.Change, a *schema.Attribute, p Planned) []computed.Difference {
	if a != nil {
		return d.comparePlans(old, new, (*typed)(&a.Type), p)
	}
	return d.comparePlans(old, new, untyped{}, p)
}

func (d *Differ) comparePlans(old, new values.Change, k comparer, p Planned) []computed.Difference {
	trials := maxTrials
	w := plannedWalk{inherited: d.newScope(), opts: p, trials: &trials}
	for _, c := range []*values.Change{&old, &new} {
		c.Paths = &d.paths
		c.RelevantAttributes = plans.PathFilter{}
		if p.Destroyed {
			*c = deletion(c)
		}
		if p.NewObject {
			*c = creation(c)
		}
	}
	w.compare(&twoPlans{old: old, new: new}, k)
	return w.found
}

// plannedWalk goes down a value in two plans, and collects the differences.
type plannedWalk struct {
	inherited
	opts   Planned
	found  []computed.Difference
	trials *int // how many pairs of elements may still be compared on trial
}

// twoPlans is what two plans would do to a value. The changes have the same path, unless they are
// about elements of sets.
type twoPlans struct {
	old, new values.Change
	// block says that the values are the blocks of a type: then an empty list is as good as
	// none.
	block bool
}

// names returns the path without indexes.
func (t *twoPlans) names() string {
	names := ""
	for _, s := range t.new.Path.Steps() {
		if name, ok := s.Key(); ok {
			names = withName(names, name)
		}
	}
	return names
}

func (w *plannedWalk) compare(t *twoPlans, k comparer) {
	switch {
	case t.isSame():
	case t.old.Sensitive().Any() || t.new.Sensitive().Any() || !w.redacted && k.hasSecrets() && !t.fits(k):
		w.compareSecrets(t, k)
	case t.old.IsUnknown() || t.new.IsUnknown():
		w.compareUnknowns(t, k)
	default:
		for _, c := range []*values.Change{&t.old, &t.new} {
			c.After = c.After.Complete(c.Unknown)
		}
		w.compareKnown(t, k)
	}
}

// compareKnown compares values that are neither sensitive nor unknown as a whole.
func (w *plannedWalk) compareKnown(t *twoPlans, k comparer) {
	switch {
	case t.each(isOf(values.Object)):
		w.compareContainers(t, k, w.members)
	case t.each(isOf(values.Array)):
		if elem, isSet := w.elementOf(k, 0, t.names); isSet {
			w.compareContainers(t, k, func(t *twoPlans, _ comparer) { w.compareSets(t, k, elem) })
		} else {
			w.compareContainers(t, k, w.elements)
		}
	default:
		w.compareLeaves(t, k)
	}
}

// isSame reports whether the texts show that both plans have the same values and flags.
func (t *twoPlans) isSame() bool {
	a, b := &t.old, &t.new
	return a.BeforeExplicit == b.BeforeExplicit && a.AfterExplicit == b.AfterExplicit && isSameText(a.Before, b.Before) && isSameText(a.After, b.After) &&
		a.Unknown.Equal(b.Unknown) && a.BeforeSensitive.Equal(b.BeforeSensitive) && a.AfterSensitive.Equal(b.AfterSensitive)
}

// isSameText is Value.SameText, with values that are not there.
func isSameText(a, b values.Value) bool {
	return a.Kind() == values.Absent && b.Kind() == values.Absent || a.SameText(b)
}

// isOf reports whether a value is of a kind or null.
func isOf(kind values.Kind) func(values.Value) bool {
	return func(v values.Value) bool { return v.IsNull() || v.Kind() == kind }
}

// each reports whether all values are so. At least one of them must not be null.
func (t *twoPlans) each(is func(values.Value) bool) bool {
	for _, v := range [...]values.Value{t.old.Before, t.old.After, t.new.Before, t.new.After} {
		if !is(v) {
			return false
		}
	}
	return hasValue(&t.old) || hasValue(&t.new)
}

// fits reports whether all values are of the kind that a schema with secrets says. If not, it is not
// clear which parts are secret.
func (t *twoPlans) fits(k comparer) bool {
	kind := values.Object
	switch k := k.(type) {
	case blocksOf:
		if k.nesting == schema.NestingList || k.nesting == schema.NestingSet {
			kind = values.Array
		}
	case *nestedAttribute:
		if k.Nesting != schema.NestingMap {
			kind = values.Array
		}
	}
	return t.each(isOf(kind)) || !hasValue(&t.old) && !hasValue(&t.new)
}

// compareContainers compares the parts of objects or arrays and, if these are the same, or have become known, whether
// the containers themselves come and go.
func (w *plannedWalk) compareContainers(t *twoPlans, k comparer, parts func(*twoPlans, comparer)) {
	before := len(w.found)
	parts(t, k)
	if slices.ContainsFunc(w.found[before:], func(d computed.Difference) bool { return d.Kind != computed.ResolvedValue }) {
		return
	}
	presence := func(c *values.Change) [2]int {
		return [...]int{t.presence(c.Before, c.BeforeExplicit), t.presence(c.After, c.AfterExplicit)}
	}
	a, b := presence(&t.old), presence(&t.new)
	if a[0] == a[1] && b[0] == b[1] && len(w.found) == before || a == b {
		return
	}
	w.found = w.found[:before]
	w.add(t, k, w.differs())
}

// presence tells nothing, a null and a value apart, as far as that means something.
func (t *twoPlans) presence(v values.Value, explicit bool) int {
	switch {
	case v.Kind() == values.Absent, v.IsNull() && !explicit, t.block && v.Kind() >= values.Array && v.Len() == 0:
		return 0
	case v.IsNull():
		return 1
	}
	return 2
}

// members compares the members of objects.
func (w *plannedWalk) members(t *twoPlans, k comparer) {
	a, b := values.MapChange{Change: t.old}, values.MapChange{Change: t.new}
	names := a.AllKeys()
	if more := b.AllKeys(); !isSubset(more, names) {
		names = unite(names, more)
	}
	for _, name := range names {
		name = w.cloneName(name)
		part := twoPlans{old: a.GetChild(name), new: b.GetChild(name)}
		inner, attribute := w.memberOf(k, name)
		if _, isBlock := inner.(blocksOf); isBlock {
			part.block = true
		}
		if attribute || part.block {
			makeNullsImplicit(&part.old)
			makeNullsImplicit(&part.new)
		}
		if a := attributeOf(k, name); a != nil {
			if a.WriteOnly { // a value that contradicts the schema is not shown
				secret := *a
				secret.Sensitive = true
				a = &secret
			}
			markBySchema(&part.old, a)
			markBySchema(&part.new, a)
		}
		if !attribute && !part.block && t.new.After.Kind() == values.Object && part.vanishes() {
			w.add(&part, inner, w.differs())
		} else {
			w.compare(&part, inner)
		}
	}
}

// vanishes reports whether a member of a map is known only after apply in the old plan, and is not there in the new one. Which members
// a map will have is known.
func (t *twoPlans) vanishes() bool {
	return t.old.IsUnknown() && t.new.After.Kind() == values.Absent && !t.new.Unknown.Any()
}

// elements compares the elements of lists by their indexes.
func (w *plannedWalk) elements(t *twoPlans, k comparer) {
	n := 0
	for _, v := range [...]values.Value{t.old.Before, t.old.After, t.new.Before, t.new.After} {
		n = max(n, v.Len())
	}
	a, b := values.SliceChange{Change: t.old}, values.SliceChange{Change: t.new}
	for i := range n {
		elem, _ := w.elementIn(k, i)
		part := twoPlans{old: elementAt(a, i), new: elementAt(b, i)}
		// How many elements a list will have is known, even if they are not.
		if (i < a.After.Len()) != (i < b.After.Len()) && part.anyUnknown() {
			w.add(&part, elem, w.differs())
		} else {
			w.compare(&part, elem)
		}
	}
}

// elementAt returns the change of the element at an index, also if there is none.
func elementAt(s values.SliceChange, i int) values.Change {
	if i < max(s.Before.Len(), s.After.Len()) {
		return s.GetChild(i, i)
	}
	return noElement(s, i)
}

// noElement returns the change of an element that there is not.
func noElement(s values.SliceChange, i int) values.Change {
	c := s.GetChild(i, i)
	c.Before, c.After, c.Unknown = values.Value{}, values.Value{}, values.Flags{}
	c.BeforeExplicit, c.AfterExplicit = false, false
	c.BeforeSensitive, c.AfterSensitive = values.Flags{}, values.Flags{}
	return c
}

// anyUnknown reports whether a part of the values is unknown in a plan.
func (t *twoPlans) anyUnknown() bool { return t.old.Unknown.Any() || t.new.Unknown.Any() }

// compareLeaves compares values that are not containers, or not of one kind.
func (w *plannedWalk) compareLeaves(t *twoPlans, k comparer) {
	switch {
	case !t.isPlannedSame(nil), t.new.Unknown.Any() && !isSameUnknown(t.old.Unknown, t.new.Unknown):
		w.add(t, k, w.differs())
	case t.old.Unknown.Any() && !t.new.Unknown.Any():
		w.add(t, k, w.resolved(t))
	}
}

// isSameUnknown reports whether flags say that the same parts are unknown.
func isSameUnknown(a, b values.Flags) bool {
	if a.All() || b.All() {
		return a.All() == b.All()
	}
	same := func(a, b values.Flags) bool {
		for step, part := range a.Parts() {
			if !isSameUnknown(part, b.At(step)) {
				return false
			}
		}
		return true
	}
	return same(a, b) && same(b, a)
}

// isPlannedSame reports whether both plans do the same to a value, whose unknown parts are no
// part of the comparison. canon compares values; nil is for those that have no sets in them.
func (t *twoPlans) isPlannedSame(equal func(a, b values.Value) bool) bool {
	if equal == nil {
		equal = isSameLeaf
	}
	same := func(a values.Value, explicitA bool, b values.Value, explicitB bool) bool {
		p := t.presence(a, explicitA)
		return p == t.presence(b, explicitB) && (p < 2 || equal(a, b))
	}
	a, b := &t.old, &t.new
	if same(a.Before, a.BeforeExplicit, a.After, a.AfterExplicit) && same(b.Before, b.BeforeExplicit, b.After, b.AfterExplicit) {
		return true
	}
	return same(a.Before, a.BeforeExplicit, b.Before, b.BeforeExplicit) && same(a.After, a.AfterExplicit, b.After, b.AfterExplicit)
}

// compareUnknowns compares values of which at least one is known only after apply, as a whole.
func (w *plannedWalk) compareUnknowns(t *twoPlans, k comparer) {
	start := *t // what the values are before both plans
	for _, c := range []*values.Change{&start.old, &start.new} {
		*c = creation(&values.Change{After: c.Before, AfterExplicit: c.BeforeExplicit, Path: c.Path, Paths: c.Paths})
	}
	equal := func(a, b values.Value) bool { return w.isEqual(a, b, k, t.names()) }
	sameStart := start.isPlannedSame(equal)
	switch a, b := t.old.IsUnknown(), t.new.IsUnknown(); {
	case a && b && sameStart && isSamePlaceholder(t.old.After, t.new.After):
	case a && !b && sameStart:
		w.add(t, k, w.resolved(t))
	default:
		w.add(t, k, w.differs())
	}
}

// isSamePlaceholder compares what stands in the place of unknown values. Usually, there is nothing.
func isSamePlaceholder(a, b values.Value) bool { return a.IsNull() && b.IsNull() || isSameLeaf(a, b) }

// resolved returns what it means that a value is known now.
func (w *plannedWalk) resolved(t *twoPlans) computed.DifferenceKind {
	if !allows(t.old.Refinements.Of(), &t.new) {
		return computed.ContradictsKnown
	}
	return computed.ResolvedValue
}

// differs returns the kind of a difference between planned values.
func (w *plannedWalk) differs() computed.DifferenceKind {
	if w.opts.Destroyed {
		return computed.DestroyedDiffers
	}
	return computed.PlannedDiffers
}
