package schema

import (
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/jsonplan"
)

// Guess makes a schema for a resource out of nothing but its values.
func Guess(values ...jsonplan.Value) *Block {
	b := &Block{}
	seen := map[string][]jsonplan.Value{}
	for _, v := range values {
		for _, m := range v.Members() {
			seen[m.Name] = append(seen[m.Name], m.Value)
		}
	}
	for name, values := range seen {
		name = strings.Clone(name)
		if nested := guessBlock(name, values); nested != nil {
			b.Blocks = append(b.Blocks, *nested)
			continue
		}
		b.Attributes = append(b.Attributes, Attribute{Name: name, Type: guessType(values)})
	}
	return b.Finish()
}

func guessBlock(name string, values []jsonplan.Value) *NestedBlock {
	var elems []jsonplan.Value
	arrays := 0
	for _, v := range values {
		switch {
		case v.IsNull():
		case v.Kind() == jsonplan.Object && name == "timeouts":
			return &NestedBlock{Name: name, Mode: NestingSingle, Block: Guess(values...)}
		case v.Kind() == jsonplan.Array:
			arrays++
			elems = append(elems, v.Elems()...)
		default:
			return nil
		}
	}
	if arrays == 0 || len(elems) == 0 {
		return nil
	}
	for _, e := range elems {
		if e.Kind() != jsonplan.Object {
			return nil
		}
	}
	return &NestedBlock{Name: name, Mode: NestingList, Block: Guess(elems...)}
}

func guessType(values []jsonplan.Value) cty.Type {
	t := cty.NilType
	for _, v := range values {
		var u cty.Type
		switch v.Kind() {
		case jsonplan.String:
			u = cty.String
		case jsonplan.Number:
			u = cty.Number
		case jsonplan.Bool:
			u = cty.Bool
		case jsonplan.Array:
			u = cty.List(guessType(v.Elems()))
		case jsonplan.Object:
			var all []jsonplan.Value
			for _, m := range v.Members() {
				all = append(all, m.Value)
			}
			u = cty.Map(guessType(all))
		default:
			continue
		}
		if t == cty.NilType {
			t = u
		}
		if !t.Equals(u) {
			return cty.DynamicPseudoType
		}
	}
	if t == cty.NilType {
		return cty.String
	}
	return t
}
