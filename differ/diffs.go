package differ

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// newDiff is a diff at the change's place.
func newDiff(c values.Change, r computed.DiffRenderer, a plans.Action) computed.Diff {
	return computed.Diff{Renderer: r, Action: a, Replace: c.Replaces(), Before: presence(c.Before), After: presence(c.After), Path: c.Path}
}

func presence(v values.Value) computed.Presence {
	switch v.Kind() {
	case values.Absent:
		return computed.Presence{State: computed.Missing}
	case values.Null:
		return computed.Presence{State: computed.Null}
	}
	return computed.Presence{State: computed.Present}
}

// secretDiff is a diff of a sensitive value. Of such a one nothing is told but
// what happens to it, and on which sides it is sensitive.
func secretDiff(c values.Change, r computed.DiffRenderer, a plans.Action, before, after bool) computed.Diff {
	return computed.Diff{
		Renderer: r, Action: a, Replace: c.Replaces(), Path: c.Path,
		Before: computed.Presence{Sensitive: before}, After: computed.Presence{Sensitive: after},
	}
}

func (d *differ) unknown(c values.Change, before *computed.Diff, a plans.Action) computed.Diff {
	r := renderers.Unknown(before)
	if d.rules.FlagBeforeUnknown {
		r = renderers.UnknownFlagged(before)
	}
	diff := newDiff(c, r, a)
	diff.After.State = computed.KnownAfterApply
	return diff
}

func redacted(c values.Change, block bool, hidden, action plans.Action, before, after bool) computed.Diff {
	r := renderers.Sensitive(hidden, before, after)
	if block {
		r = renderers.SensitiveBlock(hidden, before, after)
	}
	return secretDiff(c, r, action, before, after)
}

// literal is a scalar as text.
func literal(v values.Value) computed.Literal {
	switch v.Kind() {
	case values.Absent:
		return computed.Literal{}
	case values.Bool:
		return computed.Literal{Kind: computed.BoolLiteral, Text: v.Text()}
	case values.Number:
		return computed.Literal{Kind: computed.NumberLiteral, Text: v.Text()}
	case values.String:
		return computed.Literal{Kind: computed.StringLiteral, Text: v.Text()}
	}
	return computed.Literal{Kind: computed.NullLiteral, Text: "null"}
}

// part is the part of a schema that is for a value; nil for a mere type.
type part interface{ HasSecrets() bool }

// mismatch draws a value by its JSON type and reports that the schema wants
// another. Where the schema has secrets nobody can tell where in the value they
// are, so that it is hidden as a whole.
func (d *differ) mismatch(c values.Change, err error, p part) computed.Diff {
	if d.hidden > 0 {
		return newDiff(c, renderers.Primitive(computed.Literal{}, computed.Literal{}), leafAction(c))
	}
	d.errs = append(d.errs, err)
	var diff computed.Diff
	if p != nil && p.HasSecrets() {
		_, block := p.(*schema.Block)
		diff = hide(c, block)
	} else {
		diff = d.dynamic(c)
	}
	return mismatched(diff)
}

// mismatched is a diff that contradicts its schema.
func mismatched(diff computed.Diff) computed.Diff {
	out := diff
	out.Renderer = renderers.Mismatch(diff)
	return out
}

// hide compares a value as a whole and keeps nothing of it.
func hide(c values.Change, block bool) computed.Diff {
	action := leafAction(c)
	if c.IsUnknown() && action == plans.Delete {
		action = plans.Update
	}
	return redacted(c, block, action, action, true, true)
}

// noteExtra remembers the members with a value that the schema does not have.
func (d *differ) noteExtra(c values.Change, known func(string) bool) {
	if d.hidden > 0 {
		return
	}
	for _, side := range []values.Value{c.Before, c.After} {
		for _, m := range side.Members() {
			if m.Value.IsNull() || known(m.Name) {
				continue
			}
			if d.extra == nil {
				d.extra = map[string]bool{}
			}
			d.extra[names(c.Path, m.Name)] = true
		}
	}
}

// names joins the names on a path and one more, leaving out indexes.
func names(p plans.Path, last string) string {
	var b strings.Builder
	for _, s := range p {
		if k, ok := s.Key(); ok {
			fmt.Fprintf(&b, "%s.", k)
		}
	}
	return b.String() + last
}
