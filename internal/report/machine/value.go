package machine

import (
	"iter"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// jsonPlace is what a value inherits from the value around it.
type jsonPlace struct {
	showsUnchanged bool // the human report would show all that does not change
	isTyped        bool // the type of the value around says which type it has
	isElement      bool // of a list
}

// value writes a value of a resource or an output. A value that could not be computed is
// a null.
func (e *jsonEncoder) value(d computed.Diff, showsUnchanged bool) {
	if d.Renderer == nil {
		e.Raw("null")
		return
	}
	e.node(&computed.Part{Role: computed.PartValue, Diff: d}, jsonPlace{showsUnchanged: showsUnchanged})
}

// node writes a value and its parts.
func (e *jsonEncoder) node(p *computed.Part, place jsonPlace) {
	if e.HasStopped() {
		return
	}
	d := &p.Diff
	c := d.Content()
	e.Raw(`{"kind":"`)
	e.Raw(c.Kind.String())
	e.Raw(`","action":"`)
	e.Raw(d.Action.String())
	e.Raw(`"`)
	if p.Role == computed.PartBlock && p.Nesting == computed.NestedMap {
		e.Text("label", p.Key)
	}
	e.Flag("all_blocks", p.Role == computed.PartUnknownBlocks)
	if place.isElement || p.Nesting == computed.NestedList {
		if last, ok := d.Path.Last(); ok {
			if i, ok := last.Index(); ok {
				e.Number("index", i)
			}
		}
	}
	if d.Type != nil && !place.isTyped {
		e.Text("type", d.Type.String())
	}
	if c.Kind == computed.KindScalar {
		e.scalars(c.Before.Literal, c.After.Literal, d.Action)
	}
	e.Flag("unknown", c.After.State == computed.KnownAfterApply)
	e.refinement(c.After.Refinement)
	e.sensitive(c.Before.Sensitive, c.After.Sensitive)
	e.Flag("forces_replacement", d.Replace || p.Forces)
	e.notes(c.Notes)
	e.Flag("muted", d.Muted)
	place.showsUnchanged = place.showsUnchanged || p.Context
	place.isTyped, place.isElement = d.Type != nil, false
	switch c.Kind {
	case computed.KindList, computed.KindSet, computed.KindMap, computed.KindObject, computed.KindBlock:
		e.container(c, place)
	default:
		if c.Parts != nil {
			e.parts(c.Parts, place)
		}
	}
	e.Close("}")
}

// scalars writes a scalar before and after, on the sides on which it exists. If both are the
// same, it is only written once.
func (e *jsonEncoder) scalars(before, after computed.Literal, action plans.Action) {
	if action != plans.Create && (action != plans.NoOp || before != after) {
		e.scalar("before", before)
	}
	if action != plans.Delete {
		e.scalar("after", after)
	}
}

// scalar adds a member with a scalar. One that is not there is the same as a null: the
// products do not always tell them apart.
func (e *jsonEncoder) scalar(name string, l computed.Literal) {
	e.Key(name)
	if l.Kind == computed.None {
		e.Raw("null")
		return
	}
	e.Literal(l)
}

// refinement writes what is already known about a value that is unknown.
func (e *jsonEncoder) refinement(r *values.Refinement) {
	if r == nil {
		return
	}
	e.Object("refinement", func() {
		e.Flag("not_null", r.NotNull)
		e.Word("prefix", r.Prefix)
		e.bound("minimum", "exclusive_minimum", r.Number.Min)
		e.bound("maximum", "exclusive_maximum", r.Number.Max)
		e.bound("min_elements", "", r.Length.Min)
		e.bound("max_elements", "", r.Length.Max)
	})
}

// bound writes a bound under one of two names.
func (e *jsonEncoder) bound(name, beyond string, b values.Bound) {
	if b.IsBeyond {
		name = beyond
	}
	if b.Number != "" {
		e.Key(name)
		e.Raw(b.Number)
	}
}

// sensitive says on which sides something is sensitive.
func (e *jsonEncoder) sensitive(before, after bool) {
	switch {
	case before && after:
		e.Text("sensitive", "both")
	case before:
		e.Text("sensitive", "before")
	case after:
		e.Text("sensitive", "after")
	}
}

func (e *jsonEncoder) notes(all []computed.Note) {
	var open bool
	for _, n := range all {
		if n == computed.NoteForcesReplacement { // has a member of its own
			continue
		}
		if !open {
			e.Key("notes")
			e.Open('[')
			open = true
		}
		e.Item()
		e.String(n.String())
	}
	if open {
		e.Close("]")
	}
}

// container writes the parts of a list, a set, a map, an object or a block.
func (e *jsonEncoder) container(c computed.Content, place jsonPlace) {
	all, parts := &jsonParts{jsonEncoder: e, place: place}, c.Children()
	if c.Made != nil && !place.showsUnchanged {
		all.unchanged, parts = c.Unmade, c.Made
	}
	switch c.Kind {
	case computed.KindMap, computed.KindObject:
		name := "members"
		if c.Kind == computed.KindObject {
			name = "attributes"
		}
		e.Object(name, func() {
			for p := range parts {
				all.member(&p)
			}
		})
	case computed.KindBlock:
		if c.Made != nil && !place.showsUnchanged {
			all.unchangedBlocks = c.UnmadeBlocks
		}
		e.Object("attributes", func() {
			for p := range parts {
				all.inBlock(&p)
			}
			if all.inBlocks {
				e.Close("]}")
			}
		})
	default:
		e.Key("elements")
		e.Open('[')
		all.place.isElement = c.Kind == computed.KindList
		for p := range parts {
			all.element(&p)
		}
		e.Close("]")
	}
	e.Count("unchanged", all.unchanged)
	e.Count("unchanged_blocks", all.unchangedBlocks)
}

// jsonParts writes the parts of a container that the human report shows, and counts those that are not shown because
// they do not change: nested blocks, and all others.
type jsonParts struct {
	*jsonEncoder
	place                      jsonPlace
	unchanged, unchangedBlocks int
	inBlocks                   bool   // nested blocks have begun
	blockType                  string // of the last one
}

// shows reports whether the human report shows a part, and counts it otherwise.
func (a *jsonParts) shows(p *computed.Part) bool {
	switch {
	case p.Diff.Action != plans.NoOp || p.Context || a.place.showsUnchanged:
		return true
	case p.Role == computed.PartBlock || p.Role == computed.PartUnknownBlocks:
		a.unchangedBlocks++
	default:
		a.unchanged++
	}
	return false
}

// element writes an element of a list or a set.
func (a *jsonParts) element(p *computed.Part) {
	if a.shows(p) {
		a.Item()
		a.node(p, a.place)
	}
}

// member writes a member of a map, an object or a block.
func (a *jsonParts) member(p *computed.Part) {
	if a.shows(p) {
		a.Name(p.Key)
		a.node(p, a.place)
	}
}

// inBlock writes an attribute of a block, or a nested block. Those of a type come one after the other.
func (a *jsonParts) inBlock(p *computed.Part) {
	if p.Role == computed.PartMember {
		a.member(p)
		return
	}
	if !a.shows(p) {
		return
	}
	switch {
	case !a.inBlocks:
		a.Close("}")
		a.Key("blocks")
		a.Open('{')
	case p.BlockType != a.blockType:
		a.Close("]}")
	}
	if !a.inBlocks || p.BlockType != a.blockType {
		a.Name(p.BlockType)
		a.Raw(`{"nesting":"`)
		a.Raw(p.Nesting.String())
		a.Raw(`","elements":[`)
	}
	a.inBlocks, a.blockType = true, p.BlockType
	a.element(p)
}

// parts writes the parts of a value that has at most one of each role.
func (e *jsonEncoder) parts(all iter.Seq[computed.Part], place jsonPlace) {
	for p := range all {
		e.part(&p, place)
	}
}

// part writes one of them. A scalar before or after stands in the place of the value's own.
func (e *jsonEncoder) part(p *computed.Part, place jsonPlace) {
	switch c := p.Diff.Content(); p.Role {
	case computed.PartBefore:
		if c.Kind == computed.KindScalar {
			e.scalar("before", c.Before.Literal)
			return
		}
		e.Key("before_value")
	case computed.PartAfter:
		if c.Kind == computed.KindScalar {
			e.scalar("after", c.After.Literal)
			return
		}
		e.Key("after_value")
	case computed.PartDocument:
		e.Key("document")
	default:
		e.Key("value")
	}
	e.node(p, place)
}

// instanceKey adds a member with the key of an instance, unless there is none.
func (e *jsonEncoder) instanceKey(name string, key plans.InstanceKey) {
	if !key.IsNone() {
		e.Document(name, string(key))
	}
}
