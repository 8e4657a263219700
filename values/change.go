package values

import (
	"fmt"
	"slices"

	"github.com/planfmt/planfmt/plans"
)

// Change is a value before and after, with what the plan says about it. The change
// of a resource is the root. [Change.AsMap] and [Change.AsSlice] lead from a change
// to the changes of its members and elements.
type Change struct {
	Before, After Value

	// BeforeExplicit and AfterExplicit say that the value is an element or a
	// member that exists on this side, even if it is null.
	BeforeExplicit, AfterExplicit bool

	// Unknown says which parts of After are known only after apply.
	Unknown Flags
	// Refinements say what is already known about these parts.
	Refinements Refinements
	// BeforeSensitive and AfterSensitive say which parts of each side are
	// sensitive.
	BeforeSensitive, AfterSensitive Flags

	// ReplacePaths are the paths that force the replacement of the resource.
	// RelevantAttributes are those whose changes count: in drift, other
	// attributes are drawn as unchanged. Both begin at this value.
	ReplacePaths       plans.PathSet
	RelevantAttributes plans.PathFilter

	// Path is the path from the root to this value.
	Path plans.Path
	// Paths makes the paths of the changes below. It may be nil.
	Paths *plans.Paths
}

// KindError says that the kind of a value is not the one that the schema requires.
type KindError struct{ Want, Have Kind }

func (e *KindError) Error() string { return fmt.Sprintf("want %s, have %s", e.Want, e.Have) }

// IsUnknown reports whether the whole value is known only after apply.
func (c Change) IsUnknown() bool { return c.Unknown.All() }

// IsUnchanged reports whether both sides are the same, are flagged as the same, and
// have no unknown parts. Where the text of both sides is the same, it does not look
// inside, so that it costs little.
func (c Change) IsUnchanged() bool {
	return c.BeforeExplicit == c.AfterExplicit && c.Before.Kind() == c.After.Kind() && c.BeforeSensitive.Equal(c.AfterSensitive) &&
		c.Before.Equal(c.After) && !c.Unknown.Any()
}

// Marked reports on which sides the document itself says that the whole value is sensitive.
// Flags that somebody else has added hide the value, too, but they say nothing about what
// happens to it.
func (c Change) Marked() plans.Sides {
	on := c.Sensitive()
	return plans.Sides{Before: on.Before && !c.BeforeSensitive.added, After: on.After && !c.AfterSensitive.added}
}

// Sensitive reports on which sides the whole value is sensitive.
func (c Change) Sensitive() plans.Sides {
	return plans.Sides{Before: c.BeforeSensitive.Covers(c.Before), After: c.AfterSensitive.Covers(c.After)}
}

// Replaces reports whether this value forces the replacement of the resource. A
// value above or below it does not count.
func (c Change) Replaces() bool { return c.ReplacePaths.Matches() }

// child returns the change one step down. The caller sets its values and flags.
func (c Change) child(step plans.Step) Change {
	c.ReplacePaths = c.ReplacePaths.Under(step)
	c.RelevantAttributes = c.RelevantAttributes.Under(step)
	c.Path = c.Paths.Child(c.Path, step)
	return c
}

// error wraps what is wrong with one side of the change.
func (c Change) error(field string, err error) error {
	return &plans.Error{Field: field, Path: c.Path, Err: err}
}

// Require checks that the value is of a kind, or null, on both sides. The error is
// a *plans.Error with the side and the path, and wraps a *KindError.
func (c Change) Require(kind Kind) error {
	if !c.Before.IsNull() && c.Before.Kind() != kind {
		return c.error("before", &KindError{kind, c.Before.Kind()})
	}
	if !c.After.IsNull() && c.After.Kind() != kind {
		return c.error("after", &KindError{kind, c.After.Kind()})
	}
	return nil
}

// SliceChange is the change of a list, a set or a tuple: both sides are arrays or
// null.
type SliceChange struct{ Change }

// AsSlice returns the change as that of a list, a set or a tuple. If a side is
// neither an array nor null, the error says which.
func (c Change) AsSlice() (SliceChange, error) {
	return SliceChange{c}, c.Require(Array)
}

// GetChild returns the change from one element of the list before to one of the
// list after. If an index is below zero or beyond the end, there is no element on
// that side. The flags of what is unknown count even beyond the end: if a list has
// been redacted into a string, nothing else is left of it.
func (s SliceChange) GetChild(before, after int) Change {
	at := before
	if before < 0 || before >= s.Before.elemCount() {
		before = -1
		at = after
	}
	c := s.child(plans.Index(at))
	c.Unknown = s.Unknown.At(plans.Index(after))
	c.Refinements = s.Refinements.At(plans.Index(after))
	if after >= s.After.elemCount() {
		after = -1
	}
	c.Before, c.After = s.Before.Elem(before), s.After.Elem(after)
	c.BeforeExplicit, c.AfterExplicit = c.Before.Kind() != Absent, c.After.Kind() != Absent
	c.BeforeSensitive = s.BeforeSensitive.At(plans.Index(before))
	c.AfterSensitive = s.AfterSensitive.At(plans.Index(after))
	return c
}

// MapChange is the change of a block, an object or a map: both sides are objects
// or null.
type MapChange struct{ Change }

// AsMap returns the change as that of a block, an object or a map. If a side is
// neither an object nor null, the error says which.
func (c Change) AsMap() (MapChange, error) {
	return MapChange{c}, c.Require(Object)
}

// GetChild returns the change of a member.
func (m MapChange) GetChild(key string) Change {
	step := plans.Key(key)
	return m.Child(key, &MapPart{
		Before: m.Before.Get(key), After: m.After.Get(key),
		Unknown: m.Unknown.At(step), BeforeSensitive: m.BeforeSensitive.At(step), AfterSensitive: m.AfterSensitive.At(step),
	})
}

// Keys returns the names of the members on both sides, sorted by bytes, each once.
func (m MapChange) Keys() []string { return keys(m.Before, m.After) }

// PlannedKeys returns the names that Keys returns, and those of members that are in neither value because something in
// them is known only after apply.
func (m MapChange) PlannedKeys() []string {
	names := m.Keys()
	for step, flags := range m.Unknown.Parts() {
		name, ok := step.Key()
		if !ok || !flags.Any() {
			continue
		}
		if i, found := slices.BinarySearch(names, name); !found {
			names = slices.Insert(names, i, name)
		}
	}
	return names
}

// AllKeys returns the names that Keys returns, and those that only the flags have.
func (m MapChange) AllKeys() []string {
	return keys(m.Before, m.After, m.Unknown.tree(), m.BeforeSensitive.tree(), m.AfterSensitive.tree())
}

func keys(objects ...Value) []string {
	var names []string
	for _, o := range objects {
		names = addNames(names, o)
	}
	return names
}

// addNames adds the names of an object's members to sorted names.
func addNames(names []string, o Value) []string {
	missing, i := 0, 0
	for _, m := range o.Members() {
		for i < len(names) && names[i] < m.Name {
			i++
		}
		if i == len(names) || names[i] != m.Name {
			missing++
		}
	}
	if missing == 0 {
		return names
	}
	// Merge from the end, so that nothing is overwritten before it has been moved.
	i = len(names) - 1
	names = slices.Grow(names, missing)[:len(names)+missing]
	to := len(names) - 1
	for at := o.Len() - 1; at >= 0; at-- {
		name := o.member(at).Name
		for ; i >= 0 && names[i] > name; i, to = i-1, to-1 {
			names[to] = names[i]
		}
		if i >= 0 && names[i] == name {
			i--
		}
		names[to] = name
		to--
	}
	return names
}
