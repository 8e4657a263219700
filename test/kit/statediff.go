package kit

import (
	"fmt"
	"maps"
	"slices"
)

// Merged returns the members of two objects; those of the second one count.
func Merged(a, b map[string]any) map[string]any {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

// StateFile returns a state file with what the JSON of a state has in the root module.
func StateFile(doc []byte) []byte {
	var state map[string]any
	_ = Decode(doc, &state)
	type key struct{ mode, typ, name, provider string }
	byKey := map[key][]any{}
	var order []key
	for _, r := range List(Object(Object(state["values"])["root_module"])["resources"]) {
		r := Object(r)
		k := key{Text(r["mode"]), Text(r["type"]), Text(r["name"]), Text(r["provider_name"])}
		if byKey[k] == nil {
			order = append(order, k)
		}
		in := map[string]any{"schema_version": 0, "attributes": r["values"], "sensitive_attributes": marksOf(r["sensitive_values"], r["values"], nil)}
		if r["index"] != nil {
			in["index_key"] = r["index"]
		}
		byKey[k] = append(byKey[k], in)
	}
	var all []any
	for _, k := range order {
		all = append(all, map[string]any{"mode": k.mode, "type": k.typ, "name": k.name, "provider": fmt.Sprintf("provider[%q]", k.provider), "instances": byKey[k]})
	}
	if all == nil {
		all = []any{}
	}
	return Encode(map[string]any{"version": 4, "terraform_version": "1.9.0", "serial": 1, "lineage": "l", "outputs": Object(state["values"])["outputs"], "resources": all})
}

// marksOf returns the paths of what is marked as sensitive, as a state file has them. Marks that do not fit the value mark all of it.
func marksOf(marks, v any, path []any) []any {
	step := func(step map[string]any) []any { return append(slices.Clone(path), step) }
	all := []any{}
	inner := func(m, v any, s map[string]any) { all = append(all, marksOf(m, v, step(s))...) }
	if path == nil {
		path = []any{}
	}
	members, isObject := v.(map[string]any)
	elems, isArray := v.([]any)
	switch marks := marks.(type) {
	case nil:
		if len(path) == 0 {
			return all
		}
	case bool:
		if !marks {
			return all
		}
	case map[string]any:
		if isObject || v == nil {
			for k, m := range marks {
				inner(m, members[k], map[string]any{"type": "get_attr", "value": k})
			}
			return all
		}
	case []any:
		if isArray && len(marks) >= len(elems) || v == nil {
			for i, m := range marks {
				var e any
				if i < len(elems) {
					e = elems[i]
				}
				inner(m, e, map[string]any{"type": "index", "value": map[string]any{"type": "number", "value": i}})
			}
			return all
		}
	}
	return append(all, path)
}
