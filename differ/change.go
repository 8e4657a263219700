package differ

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// A change is large, so that functions get a pointer to it. A function that changes what
// it gets says so; the others make a copy.

// repeatBefore returns the change with the value before on both sides. What is sensitive on either side is sensitive on both: the
// side that is left out often has the same value, and it alone may have the mark.
func repeatBefore(c *values.Change) values.Change {
	same := *c
	same.After, same.AfterExplicit = c.Before, c.BeforeExplicit
	same.BeforeSensitive = marksForBefore(c)
	same.AfterSensitive = same.BeforeSensitive
	same.Unknown, same.Refinements = values.Flags{}, values.Refinements{}
	same.RelevantAttributes = plans.PathFilter{}
	return same
}

// marksForBefore returns the marks of the value before, with those of the value after. An element may stand elsewhere in its list or
// set after, so that strings are looked for wherever they are.
func marksForBefore(c *values.Change) values.Flags {
	if c.AfterSensitive.Quiet() || c.AfterSensitive.IsClear(c.After) {
		return c.BeforeSensitive
	}
	secrets := map[string]bool{}
	for s := range c.AfterSensitive.Strings(c.After) {
		secrets[s] = true
	}
	// Shape, because a list of marks that is shorter than the value before is not too short for the value after.
	return c.BeforeSensitive.MarkAs(c.Before, c.AfterSensitive.Shape(c.Before)).Mark(c.Before, func(v values.Value) bool {
		return v.Kind() == values.String && secrets[v.SharedText()]
	})
}

// deletion returns the part of a change that deletes the value before.
func deletion(c *values.Change) values.Change {
	part := *c
	part.After, part.AfterExplicit = values.Value{}, false
	part.AfterSensitive, part.Unknown, part.Refinements = values.Flags{}, values.Flags{}, values.Refinements{}
	return part
}

// creation returns the part of a change that creates the value after.
func creation(c *values.Change) values.Change {
	part := *c
	part.Before, part.BeforeExplicit = values.Value{}, false
	part.BeforeSensitive = values.Flags{}
	return part
}

// allRelevant returns the change with all of its parts relevant.
func allRelevant(c *values.Change) values.Change {
	all := *c
	all.RelevantAttributes = plans.PathFilter{}
	return all
}

// withoutReplacePaths returns the change without the paths that force the replacement.
func withoutReplacePaths(c *values.Change) values.Change {
	kept := *c
	kept.ReplacePaths = plans.PathSet{}
	return kept
}

// makeNullsImplicit changes the change: nulls are not values.
func makeNullsImplicit(c *values.Change) { c.BeforeExplicit, c.AfterExplicit = false, false }

// hasEmptyString reports whether a side is an empty string.
func hasEmptyString(c *values.Change) bool {
	return c.Before.IsEmptyString() || c.After.IsEmptyString()
}

// foldEmptyStrings changes the change: empty strings are not values.
func foldEmptyStrings(c *values.Change) {
	if c.Before.IsEmptyString() {
		c.Before = values.Value{}
	}
	if c.After.IsEmptyString() {
		c.After = values.Value{}
	}
}

// hasValue reports whether there is a value on either side.
func hasValue(c *values.Change) bool { return !c.Before.IsNull() || !c.After.IsNull() }

// exists reports whether an attribute or a block exists. It does not if it is null on
// both sides and stays so.
func exists(c *values.Change, d computed.Diff) bool {
	return d.Action != plans.NoOp || hasValue(c)
}
