package report

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
		e.raw("null")
		return
	}
	e.node(computed.Part{Role: computed.PartValue, Diff: d}, jsonPlace{showsUnchanged: showsUnchanged})
}

// node writes a value and its parts.
func (e *jsonEncoder) node(p computed.Part, place jsonPlace) {
	if e.hasStopped() {
		return
	}
	d := &p.Diff
	c := d.Content()
	e.raw(`{"kind":"`)
	e.raw(c.Kind.String())
	e.raw(`","action":"`)
	e.raw(d.Action.String())
	e.raw(`"`)
	if p.Role == computed.PartBlock && p.Nesting == computed.NestedMap {
		e.text("label", p.Key)
	}
	e.flag("all_blocks", p.Role == computed.PartUnknownBlocks)
	if place.isElement || p.Nesting == computed.NestedList {
		if last, ok := d.Path.Last(); ok {
			if i, ok := last.Index(); ok {
				e.number("index", i)
			}
		}
	}
	if d.Type != nil && !place.isTyped {
		e.text("type", d.Type.String())
	}
	if c.Kind == computed.KindScalar {
		e.scalars(c.Before.Literal, c.After.Literal, d.Action)
	}
	e.flag("unknown", c.After.State == computed.KnownAfterApply)
	e.refinement(c.After.Refinement)
	e.sensitive(c.Before.Sensitive, c.After.Sensitive)
	e.flag("forces_replacement", d.Replace || p.Forces)
	e.notes(c.Notes)
	e.flag("muted", d.Muted)
	place.showsUnchanged = place.showsUnchanged || p.Context
	place.isTyped, place.isElement = d.Type != nil, false
	e.parts(&c, place)
	e.close("}")
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
	e.key(name)
	if l.Kind == computed.None {
		e.raw("null")
		return
	}
	e.literal(l)
}

// refinement writes what is already known about a value that is unknown.
func (e *jsonEncoder) refinement(r *values.Refinement) {
	if r == nil {
		return
	}
	e.key("refinement")
	e.open('{')
	e.flag("not_null", r.NotNull)
	e.word("prefix", r.Prefix)
	e.bound("minimum", "exclusive_minimum", r.Number.Min)
	e.bound("maximum", "exclusive_maximum", r.Number.Max)
	e.bound("min_elements", "", r.Length.Min)
	e.bound("max_elements", "", r.Length.Max)
	e.close("}")
}

// bound writes a bound under one of two names.
func (e *jsonEncoder) bound(name, beyond string, b values.Bound) {
	if b.IsBeyond {
		name = beyond
	}
	if b.Number != "" {
		e.key(name)
		e.raw(b.Number)
	}
}

// sensitive says on which sides something is sensitive.
func (e *jsonEncoder) sensitive(before, after bool) {
	switch {
	case before && after:
		e.text("sensitive", "both")
	case before:
		e.text("sensitive", "before")
	case after:
		e.text("sensitive", "after")
	}
}

func (e *jsonEncoder) notes(all []computed.Note) {
	var open bool
	for _, n := range all {
		if n == computed.NoteForcesReplacement { // has a member of its own
			continue
		}
		if !open {
			e.key("notes")
			e.open('[')
			open = true
		}
		e.item()
		e.string(n.String())
	}
	if open {
		e.close("]")
	}
}

// parts writes the parts of a value.
func (e *jsonEncoder) parts(c *computed.Content, place jsonPlace) {
	all := jsonParts{all: c.Children(), place: place}
	if c.Made != nil && !place.showsUnchanged {
		all.all, all.unchanged = c.Made, c.Unmade
	}
	switch c.Kind {
	case computed.KindList, computed.KindSet:
		e.key("elements")
		e.open('[')
		all.place.isElement = c.Kind == computed.KindList
		for p := range all.shown {
			e.item()
			e.node(p, all.place)
		}
		e.close("]")
		e.count("unchanged", all.unchanged)
	case computed.KindMap, computed.KindObject:
		name := "members"
		if c.Kind == computed.KindObject {
			name = "attributes"
		}
		e.key(name)
		e.open('{')
		for p := range all.shown {
			e.name(p.Key)
			e.node(p, all.place)
		}
		e.close("}")
		e.count("unchanged", all.unchanged)
	case computed.KindBlock:
		if c.Made != nil && !place.showsUnchanged {
			all.unchangedBlocks = c.UnmadeBlocks
		}
		e.block(&all)
	default:
		for p := range all.all {
			e.part(p, place)
		}
	}
}

// jsonParts are the parts of a value, and the numbers of those that are not shown because
// they do not change: of nested blocks, and of all others.
type jsonParts struct {
	all                        iter.Seq[computed.Part]
	place                      jsonPlace
	unchanged, unchangedBlocks int
}

// shown yields the parts that the human report shows, and counts the others.
func (a *jsonParts) shown(yield func(computed.Part) bool) {
	for p := range a.all {
		switch {
		case p.Diff.Action != plans.NoOp || p.Context || a.place.showsUnchanged:
			if !yield(p) {
				return
			}
		case p.Role == computed.PartBlock || p.Role == computed.PartUnknownBlocks:
			a.unchangedBlocks++
		default:
			a.unchanged++
		}
	}
}

// block writes the attributes of a block, and the nested blocks by their type.
func (e *jsonEncoder) block(all *jsonParts) {
	e.key("attributes")
	e.open('{')
	inBlocks := false
	var blockType string
	for p := range all.shown {
		if p.Role == computed.PartMember {
			e.name(p.Key)
			e.node(p, all.place)
			continue
		}
		switch {
		case !inBlocks:
			e.close("}")
			e.key("blocks")
			e.open('{')
		case p.BlockType != blockType:
			e.close("]}")
		}
		if !inBlocks || p.BlockType != blockType {
			e.name(p.BlockType)
			e.raw(`{"nesting":"`)
			e.raw(p.Nesting.String())
			e.raw(`","elements":[`)
		}
		inBlocks, blockType = true, p.BlockType
		e.item()
		e.node(p, all.place)
	}
	if inBlocks {
		e.close("]}")
	}
	e.close("}")
	e.count("unchanged", all.unchanged)
	e.count("unchanged_blocks", all.unchangedBlocks)
}

// part writes the part of a value that has at most one of each role. A scalar before or
// after stands in the place of the value's own.
func (e *jsonEncoder) part(p computed.Part, place jsonPlace) {
	switch c := p.Diff.Content(); p.Role {
	case computed.PartBefore:
		if c.Kind == computed.KindScalar {
			e.scalar("before", c.Before.Literal)
			return
		}
		e.key("before_value")
	case computed.PartAfter:
		if c.Kind == computed.KindScalar {
			e.scalar("after", c.After.Literal)
			return
		}
		e.key("after_value")
	case computed.PartDocument:
		e.key("document")
	default:
		e.key("value")
	}
	e.node(p, place)
}

// instanceKey adds a member with the key of an instance, unless there is none.
func (e *jsonEncoder) instanceKey(name string, key plans.InstanceKey) {
	if !key.IsNone() {
		e.document(name, string(key))
	}
}
