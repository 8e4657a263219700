package provider

import (
	"fmt"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// planner turns a proposed object into a planned one, and collects the paths that force a replacement.
type planner struct {
	volatile bool // whether volatile attributes become unknown
	replace  []cty.Path
}

// planChange plans one object. prior is null when the object is created. The result has what the configuration sets,
// unknown values where the provider will compute them, and null for everything write-only. If a value is only computed
// anew because something else changes, it does not force a replacement.
func planChange(body Body, prior, proposed cty.Value) (cty.Value, []cty.Path) {
	var p planner
	planned := p.body(body, prior, proposed, nil)
	if prior.IsNull() || planned.RawEquals(prior) {
		return planned, p.replace
	}
	again := planner{volatile: true}
	return again.body(body, prior, proposed, nil), p.replace
}

// body plans one object of the body's type. If the path leads through a set, path is nil: there is no prior value to
// compare with, and no path to report. The root's path is nil, too, but the root has a prior value.
func (p *planner) body(b Body, prior, v cty.Value, path cty.Path) cty.Value {
	if v.IsNull() || !v.IsKnown() {
		return v
	}
	out := map[string]cty.Value{}
	for name, a := range b.Attrs {
		was := member(prior, name, a.valueType())
		at := path.GetAttr(name)
		out[name] = p.attr(a, was, v.GetAttr(name), at, prior != cty.NilVal)
		if a.Fixed && prior != cty.NilVal && !prior.IsNull() && !out[name].RawEquals(was) {
			p.replace = append(p.replace, at)
		}
	}
	for name, blk := range b.Blocks {
		was := member(prior, name, wrap(blk.Mode, blk.Body.valueType()))
		at := path.GetAttr(name)
		now := p.each(blk.Mode, blk.Body, was, v.GetAttr(name), at, prior != cty.NilVal)
		if blk.Mode == Set && anyFixed(blk.Body) && prior != cty.NilVal && !prior.IsNull() && !now.RawEquals(was) {
			p.replace = append(p.replace, at)
		}
		out[name] = now
	}
	return cty.ObjectVal(out)
}

func (p *planner) attr(a Attr, was, v cty.Value, at cty.Path, compared bool) cty.Value {
	switch {
	case a.WriteOnly:
		return cty.NullVal(a.valueType())
	case a.Computed && v.IsNull(), a.Volatile && p.volatile:
		return cty.UnknownVal(a.valueType())
	case a.Zero && v.IsNull() && was.RawEquals(cty.StringVal("")):
		return was
	case a.Nested != nil:
		return p.each(a.Nested.Mode, Body{Attrs: a.Nested.Attrs}, was, v, at, compared)
	default:
		return v
	}
}

// each plans the objects of one block type or nested attribute.
func (p *planner) each(m Mode, b Body, was, v cty.Value, at cty.Path, compared bool) cty.Value {
	if v.IsNull() || !v.IsKnown() {
		return v
	}
	typ := b.valueType()
	old := func(step cty.Value) cty.Value {
		if !compared {
			return cty.NilVal
		}
		if was.IsNull() || !was.IsKnown() || was.HasIndex(step).False() {
			return cty.NullVal(typ)
		}
		return was.Index(step)
	}
	switch m {
	case Single, Group:
		if !compared {
			was = cty.NilVal
		}
		return p.body(b, was, v, at)
	case List:
		var elems []cty.Value
		for it := v.ElementIterator(); it.Next(); {
			k, e := it.Element()
			elems = append(elems, p.body(b, old(k), e, at.Index(k)))
		}
		return listOf(elems, typ)
	case Map:
		elems := map[string]cty.Value{}
		for it := v.ElementIterator(); it.Next(); {
			k, e := it.Element()
			elems[k.AsString()] = p.body(b, old(k), e, at.Index(k))
		}
		if len(elems) == 0 {
			return cty.MapValEmpty(typ)
		}
		return cty.MapVal(elems)
	default:
		var elems []cty.Value
		for it := v.ElementIterator(); it.Next(); {
			_, e := it.Element()
			elems = append(elems, p.body(b, cty.NilVal, e, nil))
		}
		if len(elems) == 0 {
			return cty.SetValEmpty(typ)
		}
		return cty.SetVal(elems)
	}
}

func listOf(elems []cty.Value, typ cty.Type) cty.Value {
	if len(elems) == 0 {
		return cty.ListValEmpty(typ)
	}
	return cty.ListVal(elems)
}

// member returns an attribute of an object. The object may be null, and may lack the attribute.
func member(obj cty.Value, name string, typ cty.Type) cty.Value {
	if obj == cty.NilVal || obj.IsNull() || !obj.IsKnown() {
		return cty.NullVal(typ)
	}
	return obj.GetAttr(name)
}

func anyFixed(b Body) bool {
	for _, a := range b.Attrs {
		if a.Fixed || a.Nested != nil && anyFixed(Body{Attrs: a.Nested.Attrs}) {
			return true
		}
	}
	for _, blk := range b.Blocks {
		if anyFixed(blk.Body) {
			return true
		}
	}
	return false
}

// settle replaces the unknown values of a planned object with known ones, which differ from generation to generation.
// In a legacy type, it also replaces null strings with "".
func settle(t Type, planned cty.Value, generation int) (cty.Value, error) {
	v, err := cty.Transform(planned, func(path cty.Path, v cty.Value) (cty.Value, error) {
		if v.IsKnown() {
			return v, nil
		}
		label := "value"
		for _, step := range path {
			if s, ok := step.(cty.GetAttrStep); ok {
				label = s.Name
			}
		}
		return invent(v.Type(), label, generation), nil
	})
	if err != nil || !t.Legacy {
		return v, err
	}
	return zero(t.Body, v), nil
}

// zero replaces null strings with "" in attributes marked Zero, at any depth.
func zero(b Body, v cty.Value) cty.Value {
	if v.IsNull() || !v.IsKnown() {
		return v
	}
	out := v.AsValueMap()
	for name, a := range b.Attrs {
		if a.Zero && out[name].IsNull() {
			out[name] = cty.StringVal("")
		}
	}
	for name, blk := range b.Blocks {
		var elems []cty.Value
		switch blk.Mode {
		case List, Set:
			for it := out[name].ElementIterator(); it.Next(); {
				_, e := it.Element()
				elems = append(elems, zero(blk.Body, e))
			}
		default:
			out[name] = zero(blk.Body, out[name])
			continue
		}
		if len(elems) == 0 {
			continue
		}
		if blk.Mode == Set {
			out[name] = cty.SetVal(elems)
		} else {
			out[name] = cty.ListVal(elems)
		}
	}
	return cty.ObjectVal(out)
}

// invent makes up a value of a type.
func invent(typ cty.Type, label string, generation int) cty.Value {
	word := fmt.Sprintf("%s-%d", strings.TrimPrefix(label, "stamp_"), generation)
	switch {
	case typ == cty.String, typ == cty.DynamicPseudoType:
		return cty.StringVal(word)
	case typ == cty.Number:
		return cty.NumberIntVal(int64(generation))
	case typ == cty.Bool:
		return cty.BoolVal(generation%2 == 1)
	case typ.IsListType():
		return cty.ListVal([]cty.Value{invent(typ.ElementType(), "same", 0), invent(typ.ElementType(), label, generation)})
	case typ.IsSetType():
		return cty.SetVal([]cty.Value{invent(typ.ElementType(), "same", 0), invent(typ.ElementType(), label, generation)})
	case typ.IsMapType():
		return cty.MapVal(map[string]cty.Value{"same": invent(typ.ElementType(), "same", 0), "new": invent(typ.ElementType(), label, generation)})
	case typ.IsObjectType():
		out := map[string]cty.Value{}
		for name, t := range typ.AttributeTypes() {
			out[name] = invent(t, name, generation)
		}
		return cty.ObjectVal(out)
	case typ.IsTupleType():
		var out []cty.Value
		for _, t := range typ.TupleElementTypes() {
			out = append(out, invent(t, label, generation))
		}
		return cty.TupleVal(out)
	default:
		return cty.NullVal(typ)
	}
}
