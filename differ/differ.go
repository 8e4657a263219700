// Package differ turns a change and a schema into a [computed.Diff]. It is the
// only place where two values are compared, and the place where sensitive
// values end: what leaves it says that something sensitive was there, and
// nothing of what it was, unless [Options].ShowSensitive asks for it.
//
// The main calls are [Options.Resource] for the change of a resource,
// [Options.Output] for one without a schema and [Options.Config] for the
// configuration of an action. The package does not know where a schema comes
// from, and it never prints.
package differ

import (
	"fmt"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// Options says how values are compared. The zero value compares as Terraform
// does.
type Options struct {
	Rules dialect.Rules
	// ShowSensitive keeps sensitive values, as OpenTofu's -show-sensitive does:
	// they are in the tree, and drawn, and whoever writes it out answers for
	// them. Blocks that are sensitive as a whole stay hidden. The default
	// drops all of them.
	ShowSensitive bool
}

// Result is a comparison and what was wrong with its input.
type Result struct {
	Diff computed.Diff
	// Errs are values that contradict the schema. They are drawn by what they
	// are, so that nothing is lost.
	Errs []error
	// Extra are the members with a value that the schema does not have,
	// as paths of names without indexes: disk.size. Sorted, each once.
	Extra []string
}

// Resource compares a resource's change. The action is the resource's own: one
// that is only forgotten reads as unchanged.
func (o Options) Resource(c values.Change, action plans.Action, block *schema.Block) Result {
	if action == plans.Forget && !o.Rules.ForgetAsDelete {
		c = unchanged(c)
	}
	d := differ{rules: o.Rules, show: o.ShowSensitive}
	return d.result(d.block(c, block, scope{legacy: true}))
}

// Config compares nothing: it reads the configuration of an action as a block
// that does not change.
func (o Options) Config(c values.Change, block *schema.Block) Result {
	d := differ{rules: o.Rules, show: o.ShowSensitive}
	return d.result(d.block(c, block, scope{legacy: true}))
}

// Output compares a value without a schema, such as an output's.
func (o Options) Output(c values.Change) Result {
	d := differ{rules: o.Rules, show: o.ShowSensitive}
	return d.result(d.dynamic(c))
}

// Typed compares two values of a type, such as an output's in a state.
func (o Options) Typed(c values.Change, a *schema.Attribute) Result {
	d := differ{rules: o.Rules, show: o.ShowSensitive}
	return d.result(d.typed(c, &a.Type, scope{legacy: true}))
}

type differ struct {
	rules dialect.Rules
	show  bool // sensitive values
	errs  []error
	extra map[string]bool

	// hidden counts the sensitive values around the one at hand: what is in
	// one is compared for its action only and may be of any type.
	hidden int

	parsers []*values.Parser // one for each level of JSON in strings
	level   int
}

// scope is what a place inherits from the schema above it.
type scope struct {
	// legacy says that the old SDK may have written the value, which has
	// empty strings for nulls.
	legacy bool
}

func (d *differ) result(diff computed.Diff) Result {
	r := Result{Diff: diff, Errs: d.errs}
	for k := range d.extra {
		r.Extra = append(r.Extra, k)
	}
	slices.Sort(r.Extra)
	return r
}

// kind is a type of value as guarded sees it.
type kind struct {
	// compute compares two values that are neither wholly sensitive nor
	// wholly unknown.
	compute func(values.Change, scope) computed.Diff
	typ     fmt.Stringer // nil where the schema has none
	// parts are the attributes that are unknown themselves when the
	// whole is.
	parts []schema.Attribute
	block bool
	// document says that the value is a part of one without a type: an explicit
	// null is like none, an empty string is no null.
	document bool
}

// guarded answers for values that are wholly sensitive or wholly unknown, and
// lets the kind compute the others.
func (d *differ) guarded(c values.Change, s scope, k kind) computed.Diff {
	diff := d.guard(c, s, k)
	diff.Type = k.typ
	return diff
}

func (d *differ) guard(c values.Change, s scope, k kind) computed.Diff {
	if before, after := c.Sensitive(); before || after {
		return d.sensitive(c, k, before, after)
	}
	if !c.IsUnknown() {
		return k.compute(c, s)
	}
	if c.Before.IsNull() {
		a := plans.Create
		if c.BeforeExplicit && !k.document {
			a = plans.NoOp
		}
		return d.unknown(c, nil, a)
	}
	before := c
	before.After, before.AfterExplicit = values.Value{}, false
	before.AfterSensitive = values.Flags{}
	before.Unknown = allUnknown(k.parts)
	diff := k.compute(d.fold(before, k), scope{legacy: true})
	diff.Type = k.typ
	return d.unknown(c, &diff, plans.Update)
}

// sensitive compares a hidden value for its action and drops it, unless it was
// asked to keep it.
func (d *differ) sensitive(c values.Change, k kind, before, after bool) computed.Diff {
	inner := c
	inner.BeforeSensitive, inner.AfterSensitive = values.Flags{}, values.Flags{}
	keep := d.show && !k.block && d.hidden == 0
	if !keep {
		d.hidden++
	}
	value := d.guarded(d.fold(inner, k), scope{legacy: true}, k)
	if !keep {
		d.hidden--
	}
	hidden := value.Action
	action := hidden
	nothing := c.Before.IsNull() && !c.BeforeExplicit && c.After.IsNull() && !c.AfterExplicit
	if action == plans.NoOp && before != after && !nothing {
		action = plans.Update
	}
	if keep {
		return secretDiff(c, renderers.ShownSensitive(value, before, after), action, before, after)
	}
	return redacted(c, k.block, hidden, action, before, after)
}

// fold reads an empty string as null, as the old SDK does.
func (d *differ) fold(c values.Change, k kind) values.Change {
	if k.block || k.document || d.rules.FoldDirectStringsOnly {
		return c
	}
	return folded(c)
}

func folded(c values.Change) values.Change {
	if c.Before.IsEmptyString() {
		c.Before = values.Value{}
	}
	if c.After.IsEmptyString() {
		c.After = values.Value{}
	}
	return c
}

// unchanged is the change with the value before on both sides.
func unchanged(c values.Change) values.Change {
	c.After, c.AfterExplicit = c.Before, c.BeforeExplicit
	c.AfterSensitive = c.BeforeSensitive
	c.Unknown = values.Flags{}
	c.RelevantAttributes = plans.AllPaths()
	return c
}

// relevant takes a value that is of no interest as unchanged. Such a value is
// read as the old SDK writes it.
func relevant(c values.Change, s scope) (values.Change, scope) {
	if c.RelevantAttributes.Matches() {
		return c, s
	}
	return unchanged(c), scope{legacy: true}
}

// implicit makes a null on either side the lack of a value.
func implicit(c values.Change) values.Change {
	c.BeforeExplicit, c.AfterExplicit = false, false
	return c
}

// leafAction is what happens to a value that has no parts.
func leafAction(c values.Change) plans.Action {
	before := !c.Before.IsNull() || c.BeforeExplicit
	after := !c.After.IsNull() || c.AfterExplicit
	switch {
	case !before && after:
		return plans.Create
	case before && !after:
		return plans.Delete
	case !before || c.Before.Equal(c.After):
		return plans.NoOp
	}
	return plans.Update
}

// containerAction is what happens to a value with parts, before they are
// looked at.
func containerAction(c values.Change) plans.Action {
	switch before, after := c.Before.IsNull(), c.After.IsNull(); {
	case before && !after:
		return plans.Create
	case !before && after:
		return plans.Delete
	}
	return plans.NoOp
}

// with is the action of a container once one of its parts is known.
func with(container, part plans.Action) plans.Action {
	if part == plans.NoOp || part == container {
		return container
	}
	return plans.Update
}
