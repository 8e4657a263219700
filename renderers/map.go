package renderers

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

type mapping struct {
	NoWarningsRenderer
	form     computed.Form
	elements []computed.Member
}

// Map is a map. The elements are sorted by key.
func Map(elements []computed.Member) computed.DiffRenderer {
	return mapping{elements: elements}
}

// NestedMap is the map of an attribute with a nested type. If it forces replacement, its
// elements have the mark in its place. Its keys are not aligned.
func NestedMap(elements []computed.Member) computed.DiffRenderer {
	return mapping{form: computed.FormNestedAttribute, elements: elements}
}

func (r mapping) Content() computed.Content {
	return computed.Content{Kind: computed.KindMap, Form: r.form, Parts: computed.MemberParts(r.elements)}
}

// Rebuild replaces the elements.
func (r mapping) Rebuild(replace func(computed.Diff) computed.Diff) computed.DiffRenderer {
	r.elements = computed.ReplaceMembers(r.elements, replace)
	return r
}

func (r mapping) RenderHuman(w *doc.Writer, d computed.Diff, opts computed.RenderHumanOpts) {
	inner := partOpts(opts)
	if r.form == computed.FormNestedAttribute {
		inner.NoNullSuffix = true
		moveForces(&d, &opts, &inner)
	} else {
		inner.NoNullSuffix = d.Action == plans.Delete
	}
	if len(r.elements) == 0 {
		writeEmptyBrackets(w, "{}", d, opts)
		return
	}
	writeBrackets(w, "{}", d, opts, func() { r.writeElements(w, opts, inner) })
}

// writeElements writes the elements. inner is for their values.
func (r mapping) writeElements(w *doc.Writer, opts, inner computed.RenderHumanOpts) {
	b := body{w: w, opts: opts, noun: "element"}
	m := member{spell: quotedKey, sep: " = ", opts: inner}
	if r.form != computed.FormNestedAttribute {
		m.align(r.elements)
	}
	for i := range r.elements {
		e := &r.elements[i]
		m.key, m.diff = e.Key, &e.Diff
		m.comma = !m.isHidden() && e.Diff.Renderer.Content().Kind == computed.KindObject
		if !b.add(&m) {
			return
		}
	}
	b.end()
}
