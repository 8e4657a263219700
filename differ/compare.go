package differ

import (
	"fmt"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// comparer compares the values of one kind. These are the comparers:
//
//   - *typed: a value that has a type
//   - *nestedAttribute: an attribute with a nested type
//   - *nestedObject: an object in such an attribute
//   - *block: a block
//   - untyped: a value without a type
//   - untypedPart: a value inside one without a type
//
// The pointers lead into the schema, so these comparers cost nothing to make. Only the
// types inside a type are copied.
//
// Each has a method compare(c *values.Change, s scope) computed.Diff, for two values that
// are neither sensitive nor unknown as a whole. inherited.compareOpen calls it. It is not in
// the interface, because the change would be allocated for a call through one.
type comparer interface {
	// staticType returns the type of the values, or nil if they have none.
	staticType() fmt.Stringer
	// traits returns how the values behave if they are sensitive or unknown as a
	// whole.
	traits() traits
	// hasSecrets reports whether the schema says that anything in the values is
	// sensitive.
	hasSecrets() bool
	// fits reports whether there is nothing to say about a value that does not change,
	// see fits.go.
	fits(v values.Value) bool
}

type traits struct {
	form containment
	// attributes become unknown one by one if the whole becomes unknown.
	attributes []schema.Attribute
}

// containment says what a value is in the value around it.
type containment uint8

const (
	attributeForm   containment = iota // an attribute, an output, or a part of one
	blockForm                          // a block: if it is sensitive, it is always dropped
	untypedPartForm                    // a part of a value without a type: an explicit null counts as no value, an empty string as a value
)

// compare compares any two values. If they are sensitive or unknown as a whole, that
// decides; otherwise, the comparer compares them.
func (s inherited) compare(c *values.Change, k comparer) computed.Diff {
	s.forces = s.forces || s.copies != nil && c.Replaces() && !c.Path.IsEmpty()
	var diff computed.Diff
	if on := c.Sensitive(); on.Any() {
		diff = s.compareSensitive(c, k, on)
	} else if c.IsUnknown() {
		diff = s.compareUnknown(c, k)
	} else {
		diff = s.compareOpen(c, k)
	}
	diff.Type = k.staticType()
	return diff
}

// compareOpen compares two values that are neither sensitive nor unknown as a whole.
func (s inherited) compareOpen(c *values.Change, k comparer) computed.Diff {
	if s.emptied {
		s.emptied = false
	} else if after := c.After.Complete(c.Unknown); after != c.After {
		completed := *c
		completed.After = after
		c = &completed
	}
	if s.redacted && isScalar(c.Before) && isScalar(c.After) && !c.Unknown.Any() {
		// Where the schema has a list, a map or a block, two strings may stand for it. If they differ, so do the
		// values, although the products count both as null. If a part is unknown, only the flags say what changes.
		return s.newScalar(c)
	}
	if s.exact && s.redacted && k.traits().form != blockForm && (isScalar(c.Before) || isScalar(c.After)) && !c.Before.IsNull() && !(c.After.IsNull() && !c.Unknown.Any()) {
		return newDiff(c, s.scalars.Primitive(computed.Literal{}, computed.Literal{}), plans.Update) // a string stands for one side only
	}
	if s.exact && k.traits().form != blockForm && isNullInPlace(c) {
		return s.compareNull(c, k)
	}
	switch k := k.(type) {
	case *typed:
		if d, ok := s.compareOneSided(c, k); ok {
			return d
		}
		return k.compare(c, s)
	case *block:
		return k.compare(c, s)
	case *nestedAttribute:
		return k.compare(c, s)
	case *nestedObject:
		return k.compare(c, s)
	}
	return s.compareJSON(c) // untyped and untypedPart
}

// isNullInPlace reports whether the document has a null as an element or a member, where the other side has a list or an
// object, or nothing.
func isNullInPlace(c *values.Change) bool {
	isOther := func(v values.Value) bool { return v.IsNull() || v.Kind() >= values.Array }
	return c.Before.Kind() == values.Null && c.BeforeExplicit && isOther(c.After) ||
		c.After.Kind() == values.Null && c.AfterExplicit && isOther(c.Before)
}

// compareNull compares such values. The products draw them as if the null were not there.
func (s inherited) compareNull(c *values.Change, k comparer) computed.Diff {
	if !hasValue(c) {
		return s.newScalar(c)
	}
	value := withoutReplacePaths(c)
	deleted, created := deletion(&value), creation(&value)
	draw := func(part *values.Change, v values.Value) computed.Diff {
		if v.IsNull() {
			return s.newScalar(part)
		}
		return s.compare(part, k)
	}
	return newDiff(c, renderers.TypeChange(draw(&deleted, c.Before), draw(&created, c.After)), plans.Update)
}

// compareSensitive compares a sensitive value, to find its action. Then it drops the
// value, unless the program has asked to keep it. on has the sides on which the value is
// sensitive. If only a schema says so, or a name, the action is that of the value as if it
// were not: whether something is hidden does not change what happens to it.
func (s inherited) compareSensitive(c *values.Change, k comparer, on plans.Sides) computed.Diff {
	s.tellSecrets(c, on)
	open := *c
	open.BeforeSensitive, open.AfterSensitive = values.Flags{}, values.Flags{}
	inner, marked := s.drawnScope(), c.Marked()
	if marked.Any() {
		inner = inner.legacyScope()
		s.foldWhole(&open, k)
	}
	keep := s.showSensitive && k.traits().form != blockForm && !s.redacted
	if !keep {
		inner = inner.redactedScope()
	}
	value := inner.compare(&open, k)
	s.tellHidden(c, k, value.Action, on)
	action := value.Action
	if action == plans.NoOp && marked.Before != marked.After && (hasValue(c) || c.BeforeExplicit || c.AfterExplicit) {
		action = plans.Update
	}
	if keep {
		return newSecret(c, renderers.ShownSensitive(value, marked), action, on)
	}
	return newSecret(c, redaction(k, value.Action, marked), action, on)
}

// isScalar reports whether a value is a bool, a number or a string.
func isScalar(v values.Value) bool { return v.Kind() > values.Null && v.Kind() < values.Array }

// redaction returns the renderer that takes the place of a sensitive value. a is the
// action of the value, on has the sides on which the document marks it.
func redaction(k comparer, a plans.Action, on plans.Sides) computed.DiffRenderer {
	if k.traits().form == blockForm {
		return renderers.SensitiveBlock(a, on)
	}
	return renderers.Sensitive(a, on)
}

// compareUnknown compares a value that is known only after apply.
func (s inherited) compareUnknown(c *values.Change, k comparer) computed.Diff {
	if c.Before.IsNull() {
		if form := k.traits().form; !c.BeforeExplicit || form == blockForm || form == untypedPartForm && !s.exact {
			return s.newUnknown(c, nil, plans.Create)
		}
		if s.still {
			return s.newUnknown(c, nil, plans.NoOp)
		}
		null := s.newScalar(&values.Change{Before: c.Before, BeforeExplicit: true, Path: c.Path})
		return s.newUnknown(c, &null, plans.Update)
	}
	before := deletion(c)
	before.Unknown = allUnknown(k.traits().attributes)
	s.foldWhole(&before, k)
	inner := s.legacyScope()
	inner.emptied = true
	diff := inner.compare(&before, k)
	return s.newUnknown(c, &diff, plans.Update)
}

// allUnknown returns flags that say that each of the attributes is unknown.
func allUnknown(attributes []schema.Attribute) values.Flags {
	if len(attributes) == 0 {
		return values.Flags{}
	}
	names := make([]string, len(attributes))
	for i, a := range attributes {
		names[i] = a.Name
	}
	return values.FlagsFromNames(names)
}

// foldWhole changes the change: an empty string that is sensitive or unknown is not a value.
// For all others, compareTyped sees to this.
func (s inherited) foldWhole(c *values.Change, k comparer) {
	if k.traits().form == attributeForm && !s.rules.FoldDirectStringsOnly && !s.exact {
		foldEmptyStrings(c)
	}
}
