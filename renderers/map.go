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
	rest     *computed.Unchanged
}

// Map is a map. The elements are sorted by key. rest has more unchanged elements, or is
// nil.
func Map(elements []computed.Member, rest *computed.Unchanged) computed.DiffRenderer {
	return mapping{elements: elements, rest: rest}
}

// NestedMap is the map of an attribute with a nested type. If it forces replacement, its
// elements have the mark in its place. Its keys are not aligned.
func NestedMap(elements []computed.Member, rest *computed.Unchanged) computed.DiffRenderer {
	return mapping{form: computed.FormNestedAttribute, elements: elements, rest: rest}
}

func (r mapping) Content() computed.Content {
	c := computed.Content{Kind: computed.KindMap, Form: r.form}
	c.SetMembers(r.elements, r.rest)
	return c
}

// Rebuild replaces the elements.
func (r mapping) Rebuild(parts computed.Replacement) computed.DiffRenderer {
	r.elements, r.rest = parts.Members(r.elements, r.rest)
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
	if drawsAll(opts) {
		r.elements, r.rest = r.rest.Members(r.elements), nil
	}
	if len(r.elements) == 0 && r.rest == nil {
		writeEmptyBrackets(w, "{}", d, opts)
		return
	}
	writeBrackets(w, "{}", d, opts, func() { r.writeElements(w, opts, inner) })
}

// writeElements writes the elements. inner is for their values.
func (r mapping) writeElements(w *doc.Writer, opts, inner computed.RenderHumanOpts) {
	b := body{w: w, opts: opts, noun: "element"}
	b.hidden.count = r.rest.Len()
	m := member{spell: quotedKey, sep: " = ", opts: inner}
	if r.form != computed.FormNestedAttribute {
		m.align(r.elements, r.rest)
	}
	for i := range r.elements {
		e := &r.elements[i]
		m.key, m.diff = e.Key, &e.Diff
		m.comma = (opts.FoldUnchanged || !m.isHidden()) && e.Diff.Renderer.Content().Kind == computed.KindObject
		if !b.add(&m) {
			return
		}
	}
	b.end()
}
