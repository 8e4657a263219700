package differ

import (
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/values"
)

// newDiff returns the diff of a change.
func newDiff(c *values.Change, r computed.DiffRenderer, a plans.Action) computed.Diff {
	return computed.Diff{
		Renderer: r, Action: a, Replace: c.Replaces(), Path: c.Path,
		Before: newPresence(c.Before), After: newPresence(c.After),
	}
}

func newPresence(v values.Value) computed.Presence {
	switch v.Kind() {
	case values.Absent:
		return computed.Presence{State: computed.Missing}
	case values.Null:
		return computed.Presence{State: computed.Null}
	}
	return computed.Presence{State: computed.Present}
}

// newSecret returns the diff of a sensitive value. It says nothing about the value but
// its action, and on which sides it is sensitive.
func newSecret(c *values.Change, r computed.DiffRenderer, a plans.Action, on plans.Sides) computed.Diff {
	return computed.Diff{
		Renderer: r, Action: a, Replace: c.Replaces(), Path: c.Path,
		Before: computed.Presence{Sensitive: on.Before}, After: computed.Presence{Sensitive: on.After},
	}
}

// newUnknown returns the diff of a value that is known only after apply. before is the
// value before, nil if there is none.
func (s inherited) newUnknown(c *values.Change, before *computed.Diff, a plans.Action) computed.Diff {
	known := s.refinement(c)
	r := renderers.Unknown(before, known)
	if s.rules.FlagBeforeUnknown {
		r = renderers.UnknownFlagged(before, known)
	}
	diff := newDiff(c, r, a)
	diff.After.State = computed.KnownAfterApply
	return diff
}

// refinement returns what is already known about a value that is known only after apply, or
// nil. Nothing is if any part of the value is sensitive, since what is known about a secret is
// a part of it. A prefix that is a copy of a sensitive string is left out.
func (s inherited) refinement(c *values.Change) *values.Refinement {
	known := c.Refinements.Of()
	if s.redacted || c.AfterSensitive.Any() {
		return nil
	}
	if s.copies != nil && !s.forces && !c.Replaces() && known.Prefix != "" && s.copies.HasIn(known.Prefix) {
		known.Prefix = ""
	}
	if known == (values.Refinement{}) {
		return nil
	}
	found := known // the others are not allocated
	return &found
}

// newScalar returns the diff of a bool or a number, or of a null. In a redacted scope,
// where only the action counts, it may be any value.
func (s inherited) newScalar(c *values.Change) computed.Diff {
	var before, after computed.Literal
	action := leafAction(c)
	if !s.redacted {
		before, after = s.newLiterals(c, action)
	}
	return newDiff(c, s.scalars.Primitive(before, after), action)
}

// newLiterals returns the scalars of both sides as texts. If the action is that of an
// unchanged value, they share the text.
func (s inherited) newLiterals(c *values.Change, action plans.Action) (before, after computed.Literal) {
	before = s.newLiteral(c.Before)
	if action == plans.NoOp && c.Before.Kind() == c.After.Kind() {
		return before, before
	}
	return before, s.newLiteral(c.After)
}

// cloneName returns a copy of a member's name, which outlives the document. Names inside
// sensitive values may be secrets, so they share no memory with others.
func (s inherited) cloneName(name string) string {
	if s.redacted {
		return strings.Clone(name)
	}
	return s.texts.Name(name)
}

// newLiteral returns a scalar as text.
func (s inherited) newLiteral(v values.Value) computed.Literal {
	switch v.Kind() {
	case values.Absent:
		return computed.Literal{}
	case values.Bool:
		return computed.Literal{Kind: computed.BoolLiteral, Text: s.texts.Text(v)}
	case values.Number:
		if s.yaml && values.NewNumber(v.Text()).Kind() == values.Absent {
			return computed.Literal{Kind: computed.SpelledLiteral, Text: s.texts.Text(v)}
		}
		return computed.Literal{Kind: computed.NumberLiteral, Text: s.texts.Text(v)}
	case values.String:
		return computed.Literal{Kind: computed.StringLiteral, Text: s.texts.Text(v)}
	}
	return computed.Literal{Kind: computed.NullLiteral, Text: "null"}
}
