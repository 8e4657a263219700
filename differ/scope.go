package differ

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// scope is what a value inherits from the values around it. It is passed down by
// value, so nothing has to be restored on the way up.
type scope struct {
	*differ
	// legacy says that the old plugin SDK may have written the value. The old SDK
	// writes empty strings for nulls.
	legacy bool
	// redacted says that the value is inside a sensitive one, which is dropped after
	// the comparison. Only its action counts. It may be of any type, because a remote
	// run replaces sensitive values by strings.
	redacted bool
	// depth counts the JSON documents in strings that the value is inside of.
	depth int
}

// asLegacy is the scope of what the old SDK may have written whatever is around it:
// elements of lists and sets, for example.
func (s scope) asLegacy() scope {
	s.legacy = true
	return s
}

// asRedacted is the scope of the parts of a sensitive value.
func (s scope) asRedacted() scope {
	s.redacted = true
	return s
}

// freezeIrrelevant returns the change to compare, and the scope to compare it in. A
// part of drift that is not relevant is compared as unchanged.
func (s scope) freezeIrrelevant(c values.Change) (values.Change, scope) {
	if c.RelevantAttributes.Matches() {
		return c, s
	}
	return repeatBefore(c), s.asLegacy()
}

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

// makeNullsImplicit returns the change with a null on either side taken for no value.
func makeNullsImplicit(c values.Change) values.Change {
	c.BeforeExplicit, c.AfterExplicit = false, false
	return c
}

// foldEmptyStrings returns the change with an empty string on either side taken for
// no value.
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
