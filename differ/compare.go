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
// The pointers lead into the schema, so these comparers cost nothing to make.
type comparer interface {
	// compare compares two values that are neither sensitive nor unknown as a whole.
	// Only scope.compare calls it; everyone else calls that.
	compare(c values.Change, s scope) computed.Diff
	// staticType returns the type of the values, or nil if they have none.
	staticType() fmt.Stringer
	// traits returns how the values behave if they are sensitive or unknown as a
	// whole.
	traits() traits
	// hasSecrets reports whether anything in the values is sensitive by their schema.
	hasSecrets() bool
}

type traits struct {
	// isBlock says that the values are blocks. A sensitive block is never kept.
	isBlock bool
	// isUntypedPart says that the values are inside one without a type. There, an
	// explicit null is no value, and an empty string is never null.
	isUntypedPart bool
	// attributes become unknown one by one if the whole does.
	attributes []schema.Attribute
}

// compare compares any two values. It leaves those that are neither sensitive nor
// unknown as a whole to the comparer.
func (s scope) compare(c values.Change, k comparer) computed.Diff {
	var diff computed.Diff
	if on := c.Sensitive(); on.Any() {
		diff = s.compareSensitive(c, k, on)
	} else if c.IsUnknown() {
		diff = s.compareUnknown(c, k)
	} else {
		diff = k.compare(c, s)
	}
	diff.Type = k.staticType()
	return diff
}

// compareSensitive compares a sensitive value for its action. It drops the value,
// unless the caller has asked to keep it.
func (s scope) compareSensitive(c values.Change, k comparer, on plans.Sides) computed.Diff {
	open := c
	open.BeforeSensitive, open.AfterSensitive = values.Flags{}, values.Flags{}
	inner := s.asLegacy()
	keep := s.showSensitive && !k.traits().isBlock && !s.redacted
	if !keep {
		inner = inner.asRedacted()
	}
	value := inner.compare(s.foldWhole(open, k), k)
	action := value.Action
	if action == plans.NoOp && on.Before != on.After && (hasValue(c) || c.BeforeExplicit || c.AfterExplicit) {
		action = plans.Update
	}
	if keep {
		return newSecret(c, renderers.ShownSensitive(value, on), action, on)
	}
	return newSecret(c, redaction(k, value.Action, on), action, on)
}

// redaction returns what is drawn in place of a sensitive value, given its action.
func redaction(k comparer, a plans.Action, on plans.Sides) computed.DiffRenderer {
	if k.traits().isBlock {
		return renderers.SensitiveBlock(a, on)
	}
	return renderers.Sensitive(a, on)
}

// compareUnknown compares a value that is known only after apply.
func (s scope) compareUnknown(c values.Change, k comparer) computed.Diff {
	if c.Before.IsNull() {
		action := plans.Create
		if c.BeforeExplicit && !k.traits().isUntypedPart {
			action = plans.NoOp
		}
		return s.newUnknown(c, nil, action)
	}
	before := deletion(c)
	before.Unknown = allUnknown(k.traits().attributes)
	diff := s.asLegacy().compare(s.foldWhole(before, k), k)
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

// foldWhole takes an empty string for no value if it is sensitive or unknown as a
// whole. [scope.compareTyped] does so for all other values.
func (s scope) foldWhole(c values.Change, k comparer) values.Change {
	if t := k.traits(); t.isBlock || t.isUntypedPart || s.rules.FoldDirectStringsOnly {
		return c
	}
	return foldEmptyStrings(c)
}
