package renderers

import (
	"iter"

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

func (r mapping) RenderHuman(d computed.Diff, opts computed.RenderHumanOpts) doc.Value {
	inner := partOpts(opts)
	if r.form == computed.FormNestedAttribute {
		inner.NoNullSuffix = true
		moveForces(&d, &opts, &inner)
	} else {
		inner.NoNullSuffix = d.Action == plans.Delete
	}
	if len(r.elements) == 0 {
		return emptyBrackets("{}", d, opts)
	}
	return bracketed("{}", bodyNodes(opts, members{layout{noun: "element"}, r.members(inner)}), d, opts)
}

func (r mapping) members(opts computed.RenderHumanOpts) iter.Seq[member] {
	return func(yield func(member) bool) {
		width := 0
		if r.form != computed.FormNestedAttribute {
			width = keyWidth(r.elements, quotedLen)
		}
		for _, e := range r.elements {
			m := member{diff: e.Diff, key: e.Key, spell: quote, sep: " = ", width: width, opts: opts}
			m.comma = !m.isHidden() && e.Diff.Renderer.Content().Kind == computed.KindObject
			if !yield(m) {
				return
			}
		}
	}
}
