package differ

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// repeatBefore returns the change with the value before on both sides.
func repeatBefore(c values.Change) values.Change {
	c.After, c.AfterExplicit = c.Before, c.BeforeExplicit
	c.AfterSensitive = c.BeforeSensitive
	c.Unknown = values.Flags{}
	c.RelevantAttributes = plans.AllPaths()
	return c
}

// deletion returns the part of a change that deletes the value before.
func deletion(c values.Change) values.Change {
	c.After, c.AfterExplicit = values.Value{}, false
	c.AfterSensitive, c.Unknown = values.Flags{}, values.Flags{}
	return c
}

// creation returns the part of a change that creates the value after.
func creation(c values.Change) values.Change {
	c.Before, c.BeforeExplicit = values.Value{}, false
	c.BeforeSensitive = values.Flags{}
	return c
}

// makeNullsImplicit returns the change with nulls treated as no value.
func makeNullsImplicit(c values.Change) values.Change {
	c.BeforeExplicit, c.AfterExplicit = false, false
	return c
}

// foldEmptyStrings returns the change with empty strings treated as no value.
func foldEmptyStrings(c values.Change) values.Change {
	if c.Before.IsEmptyString() {
		c.Before = values.Value{}
	}
	if c.After.IsEmptyString() {
		c.After = values.Value{}
	}
	return c
}

// hasValue reports whether there is a value on either side.
func hasValue(c values.Change) bool { return !c.Before.IsNull() || !c.After.IsNull() }

// exists reports whether an attribute or a block exists. It does not if it is null on
// both sides and stays so.
func exists(c values.Change, d computed.Diff) bool {
	return d.Action != plans.NoOp || hasValue(c)
}
