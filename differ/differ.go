// Package differ compares the two sides of a change, guided by a schema. The
// result is a [computed.Diff], a tree with one node per value. Values are compared
// nowhere else.
//
// The main calls are [Options.Resource] for a resource, [Options.Output] for a value
// without a schema, and [Options.Config] for the configuration of an action. The
// package does not know where a schema comes from, and it never prints.
//
// Sensitive values go no further than this package. A result says that something
// sensitive was there and what happened to it, but never what it was, unless
// [Options].ShowSensitive asks for it.
//
// Inside, a comparer compares the values of one kind, and a scope is what a value
// inherits from the values around it. compare.go has the rules for all kinds; typed.go,
// nested.go, block.go and untyped.go have the comparers.
package differ

import (
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// Options controls how values are compared. The zero value compares as Terraform
// does.
type Options struct {
	Rules dialect.Rules
	// ShowSensitive keeps sensitive values, like OpenTofu's -show-sensitive. They
	// are in the tree and in everything rendered from it, so take care where you
	// write it. Blocks that are sensitive as a whole stay hidden. By default, all
	// sensitive values are dropped.
	ShowSensitive bool
}

// Result is a comparison, and what was wrong with its input.
type Result struct {
	Diff computed.Diff
	// Errs has an error for each value that contradicts the schema. Such a value is
	// rendered by its JSON type, so that nothing is lost.
	Errs []error
	// Extra lists the members that have a value but are not in the schema, as paths
	// of names without indexes: disk.size. It is sorted and has no duplicates.
	Extra []string
}

// Resource compares the two sides of a resource. The action is the resource's own: if
// the resource is only forgotten, its body does not change.
func (o Options) Resource(c values.Change, action plans.Action, b *schema.Block) Result {
	if action == plans.Forget && !o.Rules.ForgetAsDelete {
		c = repeatBefore(c)
	}
	s := o.newScope()
	return s.result(s.compare(c, (*block)(b)))
}

// Config returns the configuration of an action as a block. Both sides of the change
// are the same configuration.
func (o Options) Config(c values.Change, b *schema.Block) Result {
	s := o.newScope()
	return s.result(s.compare(c, (*block)(b)))
}

// Output compares the two sides of a value without a schema, such as an output.
func (o Options) Output(c values.Change) Result {
	s := o.newScope()
	return s.result(s.compare(c, untyped{}))
}

// Typed compares the two sides of a value with a type, such as an output in a state.
// Only the type of the attribute counts.
func (o Options) Typed(c values.Change, a *schema.Attribute) Result {
	s := o.newScope()
	return s.result(s.compareTyped(c, (*typed)(&a.Type)))
}

// newScope returns the scope of a resource or an output.
func (o Options) newScope() scope {
	return scope{differ: &differ{rules: o.Rules, showSensitive: o.ShowSensitive}, legacy: true}
}

// differ holds what all scopes of one comparison share.
type differ struct {
	rules         dialect.Rules
	showSensitive bool
	errs          []error
	extra         map[string]bool
	// parsers has a parser for each side, at each depth of JSON in strings.
	parsers []*[2]values.Parser
}

func (d *differ) result(diff computed.Diff) Result {
	r := Result{Diff: diff, Errs: d.errs}
	for name := range d.extra {
		r.Extra = append(r.Extra, name)
	}
	slices.Sort(r.Extra)
	return r
}
