package config

import (
	"github.com/planfmt/planfmt/values"
)

// Outline returns what a body shows about the shape of what it configures. It is an object. The value of
// an attribute is an object with constant_value, references, or neither, and blocks are an array of
// outlines, or an object of outlines by label. The content of a dynamic block is one of the blocks. ok is
// false if it is not clear which members are blocks, because they are written in JSON.
func (b *Body) Outline() (outline values.Value, ok bool) {
	attributes, blocks := b.Written()
	var members []values.Member
	for _, a := range b.Unclear() {
		if v, known := a.Value.Constant(); !known || hasObjects(v) {
			return values.Value{}, false
		}
		attributes = append(attributes, a)
	}
	for _, a := range attributes {
		members = append(members, values.Member{Name: a.Name, Value: a.Value.JSON()})
	}
	for _, group := range grouped(blocks) {
		var plain []values.Value
		var labelled []values.Member
		for _, block := range group {
			body, ok := block.Body.Outline()
			switch {
			case !ok:
				return values.Value{}, false
			case len(block.Labels) > 0:
				labelled = append(labelled, values.Member{Name: block.Labels[0], Value: body})
			default:
				plain = append(plain, body)
			}
		}
		v := values.NewArray(plain...)
		if len(labelled) > 0 {
			v = values.NewObject(labelled...)
		}
		members = append(members, values.Member{Name: group[0].Type, Value: v})
	}
	return values.NewObject(members...), true
}

// grouped returns the blocks of each type, in the order of the first ones.
func grouped(blocks []*Block) [][]*Block {
	var groups [][]*Block
	place := map[string]int{}
	for _, b := range blocks {
		i, ok := place[b.Type]
		if !ok {
			i = len(groups)
			place[b.Type] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], b)
	}
	return groups
}

func hasObjects(v values.Value) bool {
	for _, e := range v.Elems() {
		if hasObjects(e) {
			return true
		}
	}
	return v.Kind() == values.Object
}

// JSON returns what the JSON of plans says about an expression: an object with constant_value or references. It has
// neither if the expression calls functions and refers to nothing, and can have both in a configuration in JSON.
func (e *Expression) JSON() values.Value {
	var members []values.Member
	if v, ok := e.Constant(); ok {
		members = append(members, values.Member{Name: "constant_value", Value: v})
	}
	var refs []values.Value
	for _, r := range e.References() {
		refs = append(refs, values.NewString(r))
	}
	if len(refs) > 0 {
		members = append(members, values.Member{Name: "references", Value: values.NewArray(refs...)})
	}
	return values.NewObject(members...)
}
