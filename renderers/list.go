package renderers

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

type list struct {
	NoWarningsRenderer
	kind     computed.Kind
	elements []computed.Diff
	context  bool // unchanged neighbours of a change are shown
	nested   bool // in a nested attribute
	mark     bool // what forces the replacement is marked on the elements
}

// List is a list or a tuple of a type: around changes, one unchanged element
// on each side is shown.
func List(elements []computed.Diff) computed.DiffRenderer {
	return list{kind: computed.KindList, elements: elements, context: true}
}

// NestedList is the list of a nested attribute: unchanged elements are counted
// at the end.
func NestedList(elements []computed.Diff) computed.DiffRenderer {
	return list{kind: computed.KindList, elements: elements, nested: true}
}

// Set is a set: unchanged elements are counted at the end.
func Set(elements []computed.Diff) computed.DiffRenderer {
	return list{kind: computed.KindSet, elements: elements}
}

// NestedSet is the set of a nested attribute. When it forces the replacement,
// its elements are marked in its place.
func NestedSet(elements []computed.Diff) computed.DiffRenderer {
	return list{kind: computed.KindSet, elements: elements, nested: true, mark: true}
}

func (r list) Content() computed.Content {
	return computed.Content{Kind: r.kind, Form: form(r.nested), Parts: computed.ElementParts(r.elements)}
}

// Rebuild replaces the elements.
func (r list) Rebuild(replace func(computed.Diff) computed.Diff) computed.DiffRenderer {
	r.elements = computed.ReplaceDiffs(r.elements, replace)
	return r
}

func (r list) RenderHuman(d computed.Diff, opts computed.RenderHumanOpts) doc.Value {
	inner := below(opts)
	inner.NoNullSuffix = true
	if r.mark {
		inner.Forces = d.Replace || opts.Forces
		d.Replace, opts.Forces = false, false
	}
	if len(r.elements) == 0 {
		return empty("[]", d, opts)
	}
	b := body{opts: opts}
	hidden := 0
	for i, e := range r.elements {
		shown := inner
		if e.Action == plans.NoOp && !opts.ShowUnchanged {
			if !r.context || !r.besideChange(i) {
				hidden++
				continue
			}
			shown.ShowUnchanged = true
		}
		if r.context {
			b.hidden(hidden, "element")
			hidden = 0
		}
		b.entry(doc.Entry{}, e, e.RenderHuman(shown).Append(plain(",")))
	}
	b.hidden(hidden, "element")
	return bracketed("[", "]", b.nodes, d, opts)
}

// besideChange reports whether a neighbour of an element changes.
func (r list) besideChange(i int) bool {
	return i > 0 && r.elements[i-1].Action != plans.NoOp ||
		i+1 < len(r.elements) && r.elements[i+1].Action != plans.NoOp
}
