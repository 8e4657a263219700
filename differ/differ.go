// Package differ compares the two sides of a change, guided by a schema. The
// result is a [computed.Diff], a tree with one node per value. Values are compared
// nowhere else.
//
// The main calls are [Differ.Resource] for a resource, [Differ.Output] for a value
// without a schema, and [Differ.Config] for the configuration of an action. The
// package does not know where a schema comes from, and it never prints.
//
// Sensitive values go no further than this package. A result says that something
// sensitive was there and what happened to it, but never what it was, unless
// [Options].ShowSensitive asks for it.
//
// Inside, a comparer compares the values of one kind, and a scope is what a value
// inherits from the values around it. compare.go has the rules for all kinds; typed.go,
// nested.go, block.go and untyped.go have the comparers.
//
// # Ways that are shorter
//
// Three shortcuts give the result that the comparers give; the fuzz tests compare both (checkLazy). A value that is on one side
// only, in which nothing is flagged and everything has its type, becomes diffs without a values.Change for each part (onesided.go).
// In a resource that changes, parts whose text is the same on both sides are left out (unchanged.go): one [computed.Unchanged]
// stands for all of them, and parses and compares them if somebody asks. A part is never left out if it is sensitive or unknown,
// contradicts its schema (fits.go), forces a replacement, or is drawn although it does not change.
//
// # How to add
//
// A way to compare, for something new in schemas, is a type that implements comparer in a file of its own, and a case in
// inherited.compareOpen. An inherited has everything that a value inherits from the values around it. A comparison for readers is in
// readable.go, policy.go and yaml.go. It may pair values in another way, and leave out differences in spelling, but it has to say so
// in a note ([computed.NoteFormatting], [computed.NoteReordered]): a change of which nothing is drawn is an error in the tests. With
// Options.Words, strings that change are also compared word by word (words.go); what only one side has gets the role doc.Changed.
//
// Refinements of an unknown value are passed on with it, unless a part of it is sensitive: the beginning of a secret is a part of
// the secret.
package differ

import (
	"errors"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/base/slab"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
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
	// Words marks the words that differ in strings that change only in part, see
	// [renderers.Words]. Nothing else depends on it.
	Words bool
	// Readable compares values by what they mean to people, see readable.go: it pairs the
	// elements of lists wherever they are, and looks into more documents in strings.
	Readable bool
	// ReadablePolicies compares the policies in strings so that are IAM policies or look like these, and nothing else.
	ReadablePolicies bool
	// MatchBy are the attributes by which it pairs the elements of a list, in order of
	// preference. Nil stands for name, id and key.
	MatchBy []string
	// Exact tells empty strings, nulls and what is not there apart wherever the document does. Otherwise, they are the
	// same where the products take them for the same.
	Exact bool
	// Complete has what the products leave out: new elements of maps that are known only after apply, in attributes with
	// a nested type and in blocks, and all members of JSON documents in strings in which a name occurs twice.
	Complete bool
	// Copies, if set, says which strings are the same as a sensitive one. Such a string is hidden
	// wherever it stands as a whole, unless it forces the replacement of its resource, or is in a
	// value that does.
	Copies Copies
	// Transient says that the Diff of a Result is only needed until the next comparison, and as long as the values that were
	// compared: it shares their memory, and the Differ uses its own again. What else is in a Result stays valid.
	Transient bool
	// Secrets, if set, gets the strings in sensitive values. They are valid during the call
	// only.
	Secrets interface{ Add(text string) }
	// OnHidden, if set, is called for each value that is hidden because it is sensitive. It is
	// called during the comparison, and never for what is inside of such a value.
	OnHidden func(Hidden)
}

// Hidden is a value that was hidden because it is sensitive, on one side or both.
type Hidden struct {
	// Before and After are the values, as parts of those that were compared.
	Before, After values.Value
	// On says on which sides the value is sensitive. It is hidden on both.
	On plans.Sides
	// Path is the path to the value on one of the sides.
	Path plans.Path
	// Action is what happens to the value, whether it is sensitive or not.
	Action plans.Action
	// Block says that a block is drawn in the place of the value.
	Block bool
	// Mismatch says that the value contradicts the schema, which has secrets in this place. Then
	// On is not a mark.
	Mismatch bool
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
	// Copies are the paths of the strings that were hidden because of Options.Copies, in order
	// of display, without those in parts that are only made if somebody asks for them.
	Copies []plans.Path
}

// Resource calls [Differ.Resource] of a new Differ.
func (o Options) Resource(c values.Change, action plans.Action, b *schema.Block) Result {
	return New(o).Resource(c, action, b)
}

// Config calls [Differ.Config] of a new Differ.
func (o Options) Config(c values.Change, b *schema.Block) Result { return New(o).Config(c, b) }

// Output calls [Differ.Output] of a new Differ.
func (o Options) Output(c values.Change) Result { return New(o).Output(c) }

// Typed calls [Differ.Typed] of a new Differ.
func (o Options) Typed(c values.Change, a *schema.Attribute) Result { return New(o).Typed(c, a) }

// Differ compares one change after the other, and reuses its memory. Results stay
// valid. The schemas that it has used must not change, and it keeps them. A Differ is for
// one goroutine at a time.
type Differ struct {
	*settings

	errs []error
	// hidden is how many copies of sensitive strings were hidden.
	hidden int
	extra  map[string]bool
	// parsers has a parser for each side, at each depth of JSON in strings.
	parsers []*[2]values.Parser
	again   values.Parser // of the texts of unchanged parts, see excerpt

	slabs
	pending stack[computed.Member] // the members of containers that are being compared
	gaps    stack[computed.Gap]    // where unchanged parts are left out
	groups  stack[group]           // the blocks of bodies that are being compared
	// writeOnly has the write-only attributes of each schema, by its first attribute.
	writeOnly map[*schema.Attribute][]*schema.Attribute

	inner map[*typed]*innerTypes // what is in types; the types of schemas stay in the same place

	paths   plans.Paths
	texts   values.Texts
	scalars renderers.Scalars
}

// settings do not change after New.
type settings struct {
	rules         dialect.Rules
	showSensitive bool
	words         bool
	readable      bool
	policies      bool // ReadablePolicies
	matchBy       []string
	exact         bool
	complete      bool
	transient     bool
	copies        Copies                        // may be nil
	secrets       interface{ Add(text string) } // likewise
	onHidden      func(Hidden)                  // likewise

	// For tests: eager makes all parts at once. onMake is called when parts are made on
	// demand, with the text that they are made from.
	eager  bool
	onMake func(text string)
}

// slabLen is how many parts of the result are allocated at a time, at most.
const slabLen = 64

// slabs have the parts of the result.
type slabs struct {
	elementSlab slab.Slab[computed.Diff]
	memberSlab  slab.Slab[computed.Member]
	groupSlab   slab.Slab[computed.BlockGroup]
	excerptSlab slab.Slab[excerpt]
}

// New returns a Differ.
func New(o Options) *Differ {
	s := &settings{
		rules: o.Rules, showSensitive: o.ShowSensitive, readable: o.Readable, policies: o.ReadablePolicies, matchBy: o.MatchBy, words: o.Words,
		exact: o.Exact, complete: o.Complete, transient: o.Transient, copies: o.Copies, secrets: o.Secrets, onHidden: o.OnHidden,
	}
	if s.matchBy == nil {
		s.matchBy = []string{"name", "id", "key"}
	}
	return &Differ{settings: s, texts: values.Texts{Shared: s.transient}}
}

// Resource compares the two sides of a resource. The action is the resource's own: if
// the resource is only forgotten, its body does not change.
func (d *Differ) Resource(c values.Change, action plans.Action, b *schema.Block) Result {
	s := d.newScope()
	c.Paths = &d.paths
	s.lazy = action != plans.NoOp && action != plans.Forget && !d.eager
	if action == plans.Forget && !d.rules.ForgetAsDelete {
		c = repeatBefore(&c)
	}
	return d.result(s.compare(&c, (*block)(b)))
}

// Config returns the configuration of an action as a block. Both sides of the change
// are the same configuration.
func (d *Differ) Config(c values.Change, b *schema.Block) Result {
	s := d.newScope()
	s.still = true
	c.Paths = &d.paths
	return d.result(s.compare(&c, (*block)(b)))
}

// Output compares the two sides of a value without a schema, such as an output.
func (d *Differ) Output(c values.Change) Result {
	s := d.newScope()
	c.Paths = &d.paths
	s.lazy = !d.eager
	return d.result(s.compare(&c, untyped{}))
}

// Typed compares the two sides of a value with a type, such as an output in a state.
// Only the type of the attribute counts.
func (d *Differ) Typed(c values.Change, a *schema.Attribute) Result {
	s := d.newScope()
	c.Paths = &d.paths
	return d.result(s.compareTyped(&c, (*typed)(&a.Type)))
}

// newScope returns the scope of a resource or an output. It forgets what was wrong with
// the one before.
func (d *Differ) newScope() inherited {
	d.errs, d.extra, d.hidden = nil, nil, 0
	d.pending.pop(0)
	d.gaps.pop(0)
	d.groups.drop(0)
	if d.transient {
		d.resetMemory()
	} else {
		// A slice that two changes share would keep the first as long as the second, which
		// would share another one with the third, and so on.
		d.slabs, d.pending.slab, d.paths = slabs{}, slab.Slab[computed.Member]{}, plans.Paths{}
		d.gaps.slab = slab.Slab[computed.Gap]{}
	}
	return inherited{Differ: d, legacy: true}
}

// resetMemory makes the memory of the last result available again.
func (d *Differ) resetMemory() {
	d.elementSlab.Reset()
	d.memberSlab.Reset()
	d.groupSlab.Reset()
	d.excerptSlab.Reset()
	d.pending.slab.Reset()
	d.gaps.slab.Reset()
	d.paths.Reset()
	d.scalars.Reset()
}

// note adds an error. It outlives the comparison.
func (d *Differ) note(err error) {
	if e, ok := errors.AsType[*plans.Error](err); ok && d.transient {
		e.Path = e.Path.Clone()
	}
	d.errs = append(d.errs, err)
}

func (d *Differ) result(diff computed.Diff) Result {
	r := Result{Diff: diff, Errs: d.errs}
	for name := range d.extra {
		r.Extra = append(r.Extra, name)
	}
	slices.Sort(r.Extra)
	if d.hidden > 0 {
		addCopies(&r.Copies, diff)
		if d.transient {
			for i, p := range r.Copies {
				r.Copies[i] = p.Clone()
			}
		}
	}
	return r
}
