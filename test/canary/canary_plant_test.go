package canary_test

import (
	"maps"
	"slices"

	"github.com/planfmt/planfmt/test/kit"
)

// otherTypes gives each type the schema of another.
func otherTypes(schemas map[string]any) bool {
	for _, p := range kit.Object(schemas["provider_schemas"]) {
		for _, section := range []string{"resource_schemas", "data_source_schemas"} {
			types := kit.Object(kit.Object(p)[section])
			var first string
			for _, name := range slices.Sorted(maps.Keys(types)) {
				if first == "" {
					first = name
					continue
				}
				types[name], types[first] = types[first], types[name]
			}
		}
	}
	return true
}

// otherVersion takes away every second attribute that is not sensitive, and
// gives the others another type.
func otherVersion(schemas map[string]any) bool {
	kit.EachPart(schemas, func(part map[string]any) {
		attributes := kit.Object(part["attributes"])
		for i, name := range slices.Sorted(maps.Keys(attributes)) {
			a := kit.Object(attributes[name])
			switch {
			case a["sensitive"] == true || a["write_only"] == true:
			case i%2 == 0:
				delete(attributes, name)
			case a["type"] == "string":
				a["type"] = []any{"list", "string"}
			case a["type"] != nil:
				a["type"] = "string"
			}
		}
		attributes["not_in_any_plan"] = map[string]any{"type": "string", "sensitive": true}
	})
	return true
}
