package renderers

import (
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

type list struct {
	NoWarningsRenderer
	kind     computed.Kind // KindList or KindSet
	form     computed.Form
	elements []computed.Diff
	rest     *computed.Unchanged
	// reordered says that the elements come in another order.
	reordered bool
}

// List is a list or a tuple. Around a change, it shows one unchanged element on each
// side, and counts the hidden ones where they are. rest has more unchanged elements, or
// is nil.
func List(elements []computed.Diff, rest *computed.Unchanged) computed.DiffRenderer {
	return list{kind: computed.KindList, elements: elements, rest: rest}
}

// NestedList is the list of an attribute with a nested type. It hides all unchanged
// elements, and counts them at the end.
func NestedList(elements []computed.Diff, rest *computed.Unchanged) computed.DiffRenderer {
	return list{kind: computed.KindList, form: computed.FormNestedAttribute, elements: elements, rest: rest}
}

// Set is a set. It hides all unchanged elements, and counts them at the end.
func Set(elements []computed.Diff, rest *computed.Unchanged) computed.DiffRenderer {
	return list{kind: computed.KindSet, elements: elements, rest: rest}
}

// NestedSet is the set of an attribute with a nested type. If it forces replacement,
// its elements have the mark in its place.
func NestedSet(elements []computed.Diff, rest *computed.Unchanged) computed.DiffRenderer {
	return list{kind: computed.KindSet, form: computed.FormNestedAttribute, elements: elements, rest: rest}
}

func (r list) Content() computed.Content {
	c := computed.Content{Kind: r.kind, Form: r.form}
	if r.reordered {
		c.Notes = []computed.Note{computed.NoteReordered}
	}
	if !r.showsNeighbours() {
		c.SetElements(r.elements, r.rest, nil)
		return c
	}
	c.SetElements(r.elements, r.rest, isNeighbour)
	if r.hasGapBesideChange() {
		c.Made, c.Unmade = nil, 0
	}
	return c
}

// Rebuild replaces the elements.
func (r list) Rebuild(parts computed.Replacement) computed.DiffRenderer {
	parts.MadeOnly = parts.MadeOnly && !r.hasGapBesideChange() // as in Content
	r.elements, r.rest = parts.Elements(r.elements, r.rest)
	return r
}

func (r list) RenderHuman(w *doc.Writer, d computed.Diff, opts computed.RenderHumanOpts) {
	if r.isOnlyReordered() {
		writeElided(w, "[", "]", onlyReordered, d, opts)
		return
	}
	inner := partOpts(opts)
	inner.NoNullSuffix, inner.RefinementApart = true, true
	if r.kind == computed.KindSet && r.form == computed.FormNestedAttribute {
		moveForces(&d, &opts, &inner)
	}
	if drawsAll(opts) || r.hasGapBesideChange() {
		r.elements, r.rest = r.rest.Elements(r.elements), nil
	}
	if len(r.elements) == 0 && r.rest == nil {
		writeEmptyBrackets(w, "[]", d, opts)
		return
	}
	remark := ""
	if r.reordered {
		remark = alsoReordered
	}
	writeRemarkedBrackets(w, "[]", remark, d, opts, func() { r.writeElements(w, opts, inner) })
}

// writeElements writes the elements. inner is for their values.
func (r list) writeElements(w *doc.Writer, opts, inner computed.RenderHumanOpts) {
	b := body{w: w, opts: opts, noun: "element"}
	if r.showsNeighbours() {
		b.count = countInPlace
	}
	gaps := r.gaps()
	hide := func(at int) {
		for ; len(gaps) > 0 && int(gaps[0].At) == at; gaps = gaps[1:] {
			b.hidden.count += int(gaps[0].Len)
		}
	}
	for i := range r.elements {
		hide(i)
		m := member{diff: &r.elements[i], opts: inner, comma: true}
		if r.showsNeighbours() && !(opts.FoldMore && opts.FoldUnchanged) && isNeighbour(r.elements, i) {
			m.opts.ShowUnchanged = true
		}
		if !b.add(&m) {
			return
		}
	}
	hide(len(r.elements))
	b.end()
}

// showsNeighbours reports whether the unchanged elements beside a changed one are shown.
func (r list) showsNeighbours() bool {
	return r.kind == computed.KindList && r.form == computed.FormValue
}

// hasGapBesideChange reports whether an element has to be made because it is shown as the
// neighbour of one that changes. Then all elements are made.
func (r list) hasGapBesideChange() bool {
	return r.showsNeighbours() && slices.ContainsFunc(r.gaps(), func(g computed.Gap) bool {
		return changes(r.elements, int(g.At)-1) || changes(r.elements, int(g.At))
	})
}

// isNeighbour reports whether an element does not change, and is beside one that does. No
// element may be missing beside one that changes, see hasGapBesideChange.
func isNeighbour(elements []computed.Diff, i int) bool {
	return !changes(elements, i) && (changes(elements, i-1) || changes(elements, i+1))
}

// gaps returns where elements that do not change are missing.
func (r list) gaps() []computed.Gap {
	if r.rest == nil {
		return nil
	}
	return r.rest.Gaps
}

// changes reports whether there is an element with an index, and it changes. A muted change
// does not count.
func changes(elements []computed.Diff, i int) bool {
	return i >= 0 && i < len(elements) && elements[i].Action != plans.NoOp && !elements[i].Muted
}
