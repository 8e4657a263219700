package values

import (
	"fmt"
	"slices"

	"github.com/planfmt/planfmt/plans"
)

// Change is one value before and after, with what the plan says about it. The
// change of a resource is the one at the root; [Change.AsMap] and
// [Change.AsSlice] lead to the changes of its parts.
type Change struct {
	Before, After Value

	// BeforeExplicit and AfterExplicit say that a null was written down as
	// an element or a member, and is not just the lack of one.
	BeforeExplicit, AfterExplicit bool

	// Unknown says what of After is known only after apply.
	Unknown Flags
	// BeforeSensitive and AfterSensitive say what of each side is sensitive.
	BeforeSensitive, AfterSensitive Flags

	// ReplacePaths are the paths that force the resource's replacement,
	// RelevantAttributes those that count when drift is shown, both as seen
	// from this value.
	ReplacePaths, RelevantAttributes plans.PathSet

	// Path leads from the root to this value.
	Path plans.Path
}

// KindError says that a value is of another JSON type than the schema has it.
type KindError struct{ Want, Have Kind }

func (e *KindError) Error() string { return fmt.Sprintf("want %s, have %s", e.Want, e.Have) }

// IsUnknown reports whether the whole value is known only after apply.
func (c Change) IsUnknown() bool { return c.Unknown.All() }

// Sensitive reports on which sides the whole value is sensitive.
func (c Change) Sensitive() plans.Sides {
	return plans.Sides{Before: c.BeforeSensitive.Covers(c.Before), After: c.AfterSensitive.Covers(c.After)}
}

// Replaces reports whether this very value forces the replacement.
func (c Change) Replaces() bool { return c.ReplacePaths.Matches() }

// child is the change one step down, with the values still to be set, everything else
// taken over: the one way to derive a child.
func (c Change) child(step plans.Step) Change {
	c.ReplacePaths = c.ReplacePaths.Under(step)
	c.RelevantAttributes = c.RelevantAttributes.Under(step)
	c.Path = c.Path.Child(step)
	return c
}

// error wraps what is wrong with one side of the change.
func (c Change) error(field string, err error) error {
	return &plans.Error{Field: field, Path: c.Path, Err: err}
}

// Require checks that both sides are of the kind, or null. The error is a
// *plans.Error around a *KindError and names the side and the path.
func (c Change) Require(kind Kind) error {
	if !c.Before.IsNull() && c.Before.Kind() != kind {
		return c.error("before", &KindError{kind, c.Before.Kind()})
	}
	if !c.After.IsNull() && c.After.Kind() != kind {
		return c.error("after", &KindError{kind, c.After.Kind()})
	}
	return nil
}

// SliceChange is a change of which both sides are arrays or null.
type SliceChange struct{ Change }

// AsSlice sees the change as one of lists, sets or tuples. An error says which
// side is neither an array nor null.
func (c Change) AsSlice() (SliceChange, error) {
	return SliceChange{c}, c.Require(Array)
}

// GetChild is the change from the element of one index to the element of
// another. An index below zero, or beyond the end, stands for no element. What
// is unknown of one beyond the end counts all the same: of a list that was
// redacted into a string it is all that is left.
func (s SliceChange) GetChild(before, after int) Change {
	at := before
	if before < 0 || before >= len(s.Before.Elems()) {
		before = -1
		at = after
	}
	c := s.child(plans.Index(at))
	c.Unknown = s.Unknown.At(plans.Index(after))
	if after >= len(s.After.Elems()) {
		after = -1
	}
	c.Before, c.After = s.Before.Elem(before), s.After.Elem(after)
	c.BeforeExplicit, c.AfterExplicit = c.Before.Kind() != Absent, c.After.Kind() != Absent
	c.BeforeSensitive = s.BeforeSensitive.At(plans.Index(before))
	c.AfterSensitive = s.AfterSensitive.At(plans.Index(after))
	return c
}

// MapChange is a change of which both sides are objects or null.
type MapChange struct{ Change }

// AsMap sees the change as one of blocks, objects or maps. An error says which
// side is neither an object nor null.
func (c Change) AsMap() (MapChange, error) {
	return MapChange{c}, c.Require(Object)
}

// GetChild is the change of a member.
func (m MapChange) GetChild(key string) Change {
	step := plans.Key(key)
	c := m.child(step)
	c.Before, c.After = m.Before.Get(key), m.After.Get(key)
	c.BeforeExplicit, c.AfterExplicit = c.Before.Kind() != Absent, c.After.Kind() != Absent
	c.Unknown = m.Unknown.At(step)
	c.BeforeSensitive = m.BeforeSensitive.At(step)
	c.AfterSensitive = m.AfterSensitive.At(step)
	return c
}

// Keys returns the names of the members on both sides, sorted by bytes, each once.
func (m MapChange) Keys() []string { return keys(m.Before, m.After) }

// AllKeys returns the names that Keys returns, and those that only the flags have.
func (m MapChange) AllKeys() []string {
	return keys(m.Before, m.After, m.Unknown.tree, m.BeforeSensitive.tree, m.AfterSensitive.tree)
}

func keys(objects ...Value) []string {
	var names []string
	for _, o := range objects {
		for _, m := range o.Members() {
			names = append(names, m.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
