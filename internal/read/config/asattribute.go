package config

import (
	"maps"
	"slices"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/planfmt/planfmt/values"
)

// BlocksAsAttribute returns the value of an attribute of the old SDK that is written as blocks, which is
// possible if its type is a list or a set of objects. It is an object with constant_value, with references, or with
// neither. As in the JSON of plans, dynamic blocks do not count, and it is absent if there are no others.
func (b *Body) BlocksAsAttribute(name string, t cty.Type) values.Value {
	var refs []values.Value
	list, constant := b.asList(name, t, &refs)
	switch {
	case list == cty.NilVal:
		return values.Value{}
	case constant:
		if v, ok := fromCty(list); ok {
			return values.NewObject(values.Member{Name: "constant_value", Value: v})
		}
	case len(refs) > 0:
		return values.NewObject(values.Member{Name: "references", Value: values.NewArray(refs...)})
	}
	return values.NewObject()
}

// asObject returns the object of a type that a body stands for, and adds its references. ok is false if it is
// no constant.
func (b *Body) asObject(t cty.Type, refs *[]values.Value) (v cty.Value, ok bool) {
	attributes := map[string]cty.Value{}
	ok = true
	for _, name := range slices.Sorted(maps.Keys(t.AttributeTypes())) {
		want := t.AttributeType(name)
		a := b.Attribute(name)
		if a == nil {
			attributes[name] = cty.NullVal(want)
			if inner, ok1 := b.asList(name, want, refs); inner != cty.NilVal {
				attributes[name], ok = inner, ok && ok1
			}
			continue
		}
		for _, r := range a.Value.References() {
			*refs = append(*refs, values.NewString(r))
		}
		c, known := a.Value.constant()
		if known {
			converted, err := convert.Convert(c, want)
			c, known = converted, err == nil
		}
		if !known {
			c, ok = cty.NullVal(want), false
		}
		attributes[name] = c
	}
	return cty.ObjectVal(attributes), ok
}

// asList returns the list or set that the blocks of a type stand for, and adds their references. It is cty.NilVal
// if there are none. ok is false if it is not a constant.
func (b *Body) asList(name string, t cty.Type, refs *[]values.Value) (v cty.Value, ok bool) {
	if !t.IsListType() && !t.IsSetType() || !t.ElementType().IsObjectType() || t.HasDynamicTypes() {
		return cty.NilVal, true
	}
	var elems []cty.Value
	ok = true
	for _, block := range b.Blocks(name, 0) {
		if !block.Dynamic {
			e, known := block.Body.asObject(t.ElementType(), refs)
			elems, ok = append(elems, e), ok && known
		}
	}
	switch {
	case len(elems) == 0:
		return cty.NilVal, true
	case t.IsSetType():
		return cty.SetVal(elems), ok
	}
	return cty.ListVal(elems), ok
}
