package canary_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"

	"github.com/planfmt/planfmt/test/kit"
)

// A treatment may change the marks after the canaries have been planted, so that they are the marks of nobody else, and planfmt has
// to hide the same all the same.

// eachChange visits the changes of resources, as far as they have two sides.
func eachChange(doc map[string]any, visit func(c map[string]any)) {
	for _, section := range []string{"resource_changes", "resource_drift"} {
		for _, rc := range kit.List(doc[section]) {
			if c := kit.Object(kit.Object(rc)["change"]); c != nil {
				visit(c)
			}
		}
	}
}

// markedBefore leaves only the marks before, where a string is marked on both sides.
func markedBefore(doc map[string]any) { markedOn(doc, "before", "after") }

// markedAfter leaves only the marks after.
func markedAfter(doc map[string]any) { markedOn(doc, "after", "before") }

func markedOn(doc map[string]any, kept, dropped string) {
	var walk func(keep, drop, v, w any)
	walk = func(keep, drop, v, w any) {
		for k, m := range kit.Object(drop) {
			_, isText := kit.Object(v)[k].(string)
			_, wasText := kit.Object(w)[k].(string)
			if isText && wasText && m == true && kit.Object(keep)[k] == true {
				delete(kit.Object(drop), k)
			} else {
				walk(kit.Object(keep)[k], m, kit.Object(v)[k], kit.Object(w)[k])
			}
		}
	}
	eachChange(doc, func(c map[string]any) {
		walk(c[kept+"_sensitive"], c[dropped+"_sensitive"], c[kept], c[dropped])
	})
	for _, o := range kit.Object(doc["output_changes"]) {
		if o := kit.Object(o); o["before"] != nil && o["after"] != nil && o[kept+"_sensitive"] == true && o[dropped+"_sensitive"] == true {
			o[dropped+"_sensitive"] = false
		}
	}
}

// malformedMarks puts something else in the place of every mark.
func malformedMarks(doc map[string]any) {
	n := 0
	var walk func(marks, v any) any
	walk = func(marks, v any) any {
		switch m := marks.(type) {
		case bool:
			if !m || v == nil {
				return marks
			}
			n++
			others := []any{nil, 1, "true"}
			if _, ok := v.(string); ok {
				others = append(others, []any{true}, map[string]any{"a": true})
			}
			return others[n%len(others)]
		case []any:
			for i := range m {
				if i < len(kit.List(v)) {
					m[i] = walk(m[i], kit.List(v)[i])
				}
			}
		case map[string]any:
			for _, k := range slices.Sorted(maps.Keys(m)) {
				m[k] = walk(m[k], kit.Object(v)[k])
			}
		}
		return marks
	}
	eachChange(doc, func(c map[string]any) {
		for _, side := range []string{"before", "after"} {
			if _, ok := c[side+"_sensitive"]; ok {
				c[side+"_sensitive"] = walk(c[side+"_sensitive"], c[side])
			}
		}
	})
}

// shortMarks cuts off the marks of the last elements of lists.
func shortMarks(doc map[string]any) {
	var walk func(marks any) any
	walk = func(marks any) any {
		switch m := marks.(type) {
		case []any:
			for i := range m {
				m[i] = walk(m[i])
			}
			if len(m) > 1 {
				return m[:len(m)-1]
			}
		case map[string]any:
			for k := range m {
				m[k] = walk(m[k])
			}
		}
		return marks
	}
	eachChange(doc, func(c map[string]any) {
		for _, side := range []string{"before_sensitive", "after_sensitive"} {
			if c[side] != nil {
				c[side] = walk(c[side])
			}
		}
	})
}

var canaryWord = regexp.MustCompile(kit.Canary + `[0-9a-f]+`)

// copyCanaries puts copies where nothing is marked: in lists, in a JSON document, in an output.
func copyCanaries(doc map[string]any) {
	if doc["resource_changes"] == nil {
		return
	}
	found := canaryWord.FindAllString(string(kit.Encode(doc)), -1)
	slices.Sort(found)
	found = slices.Compact(found)
	if len(found) == 0 {
		return
	}
	found = found[:min(len(found), 50)]
	doc["resource_changes"] = append(kit.List(doc["resource_changes"]), map[string]any{
		"address": "acme_thing.copies", "mode": "managed", "type": "acme_thing", "name": "copies", "provider_name": "registry.terraform.io/acme/acme",
		"change": map[string]any{
			"actions": []any{"update"}, "before": map[string]any{"one": "x"}, "before_sensitive": map[string]any{}, "after_sensitive": map[string]any{},
			"after_unknown": map[string]any{},
			"after":         map[string]any{"list": found, "json": string(kit.Encode(map[string]any{"a": found})), "one": found[0]},
		},
	})
	outputs := kit.Object(doc["output_changes"])
	if outputs == nil {
		outputs = map[string]any{}
		doc["output_changes"] = outputs
	}
	outputs["copies"] = map[string]any{"actions": []any{"create"}, "before": nil, "after": found, "after_unknown": false, "before_sensitive": false, "after_sensitive": false}
}

// nameCanaries adds a resource that changes, one that is created, and a drifted one, with canaries that have no marks, only names.
func nameCanaries(doc map[string]any) {
	if doc["resource_changes"] == nil {
		return
	}
	n := uint64(0)
	values := func() any {
		next := func() string { n++; return fmt.Sprintf("%s%016x", kit.Canary, n*0x9E3779B97F4A7C15) }
		return map[string]any{
			"id": "x", "password": next(), "environment": map[string]any{"DB_PASSWORD": next(), "REGION": "eu"},
			"env":        []any{map[string]any{"name": "API_TOKEN", "value": next()}, map[string]any{"name": "REGION", "value": "eu"}},
			"settings":   string(kit.Encode(map[string]any{"client_secret": next(), "list": []any{map[string]any{"name": "ADMIN_PASSWORD", "value": next()}}})),
			"connection": []any{map[string]any{"host": "h", "private_key": next()}},
		}
	}
	entry := func(name, action string, before, after any) any {
		return map[string]any{
			"address": "acme_thing." + name, "mode": "managed", "type": "acme_thing", "name": name, "provider_name": "registry.terraform.io/acme/acme",
			"change": map[string]any{
				"actions": []any{action}, "before": before, "after": after, "before_sensitive": map[string]any{}, "after_sensitive": map[string]any{}, "after_unknown": map[string]any{},
			},
		}
	}
	doc["resource_changes"] = append(kit.List(doc["resource_changes"]), entry("named", "update", values(), values()), entry("named_new", "create", nil, values()), entry("named_old", "delete", values(), nil))
	doc["resource_drift"] = append(kit.List(doc["resource_drift"]), entry("named_drift", "update", values(), values()))
}

// flagOutputs plants in all outputs, and marks them where they are declared instead of where they change.
func flagOutputs(doc map[string]any) {
	outputs := kit.Object(doc["output_changes"])
	if len(outputs) == 0 {
		return
	}
	declared := map[string]any{}
	p := kit.Canaries{}
	for _, name := range slices.Sorted(maps.Keys(outputs)) {
		o := kit.Object(outputs[name])
		if o == nil {
			continue
		}
		for _, side := range []string{"before", "after"} {
			o[side] = p.Plant(o[side], fmt.Sprint("output.", name))
			delete(o, side+"_sensitive")
		}
		declared[name] = map[string]any{"sensitive": true}
	}
	config := kit.Object(doc["configuration"])
	if config == nil {
		config = map[string]any{}
		doc["configuration"] = config
	}
	root := kit.Object(config["root_module"])
	if root == nil {
		root = map[string]any{}
		config["root_module"] = root
	}
	root["outputs"] = declared
}
