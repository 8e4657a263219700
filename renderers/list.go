package renderers

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

type list struct {
	NoWarningsRenderer
	kind     computed.Kind // KindList or KindSet
	form     computed.Form
	elements []computed.Diff
}

// List is a list or a tuple. Around a change, it shows one unchanged element on each
// side, and counts the hidden ones where they are.
func List(elements []computed.Diff) computed.DiffRenderer {
	return list{kind: computed.KindList, elements: elements}
}

// NestedList is the list of an attribute with a nested type. It hides all unchanged
// elements, and counts them at the end.
func NestedList(elements []computed.Diff) computed.DiffRenderer {
	return list{kind: computed.KindList, form: computed.FormNestedAttribute, elements: elements}
}

// Set is a set. It hides all unchanged elements, and counts them at the end.
func Set(elements []computed.Diff) computed.DiffRenderer {
	return list{kind: computed.KindSet, elements: elements}
}

// NestedSet is the set of an attribute with a nested type. If it forces replacement,
// its elements have the mark in its place.
func NestedSet(elements []computed.Diff) computed.DiffRenderer {
	return list{kind: computed.KindSet, form: computed.FormNestedAttribute, elements: elements}
}

func (r list) Content() computed.Content {
	return computed.Content{Kind: r.kind, Form: r.form, Parts: computed.ElementParts(r.elements)}
}

// Rebuild replaces the elements.
func (r list) Rebuild(replace func(computed.Diff) computed.Diff) computed.DiffRenderer {
	r.elements = computed.ReplaceDiffs(r.elements, replace)
	return r
}

func (r list) RenderHuman(w *doc.Writer, d computed.Diff, opts computed.RenderHumanOpts) {
	inner := partOpts(opts)
	inner.NoNullSuffix = true
	if r.kind == computed.KindSet && r.form == computed.FormNestedAttribute {
		moveForces(&d, &opts, &inner)
	}
	if len(r.elements) == 0 {
		writeEmptyBrackets(w, "[]", d, opts)
		return
	}
	writeBrackets(w, "[]", d, opts, func() { r.writeElements(w, opts, inner) })
}

// writeElements writes the elements. inner is for their values.
func (r list) writeElements(w *doc.Writer, opts, inner computed.RenderHumanOpts) {
	b := body{w: w, opts: opts, noun: "element"}
	if r.showsNeighbours() {
		b.count = countInPlace
	}
	for i := range r.elements {
		m := member{diff: &r.elements[i], opts: inner, comma: true}
		if m.diff.Action == plans.NoOp && r.showsNeighbours() && r.isBesideChange(i) {
			m.opts.ShowUnchanged = true
		}
		if !b.add(&m) {
			return
		}
	}
	b.end()
}

// showsNeighbours reports whether the unchanged elements beside a changed one are shown.
func (r list) showsNeighbours() bool {
	return r.kind == computed.KindList && r.form == computed.FormValue
}

func (r list) isBesideChange(i int) bool {
	return i > 0 && r.elements[i-1].Action != plans.NoOp ||
		i+1 < len(r.elements) && r.elements[i+1].Action != plans.NoOp
}
