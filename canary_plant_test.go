package planfmt_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/know/secrets"
)

func decode(data []byte, into *map[string]any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return err
	}
	if *into == nil {
		return io.EOF
	}
	return nil
}

// canaries knows by itself what is sensitive, and puts canaries there.
type canaries struct {
	schemas map[string]any
	strip   bool
	count   int
}

// table is opened once.
var table = secrets.Default()

func object(v any) map[string]any { m, _ := v.(map[string]any); return m }

func list(v any) []any { l, _ := v.([]any); return l }

func text(v any) string { s, _ := v.(string); return s }

func (p *canaries) document(doc map[string]any) {
	for _, section := range []string{"resource_changes", "resource_drift"} {
		for _, rc := range list(doc[section]) {
			p.resourceChange(object(rc))
		}
	}
	for _, dc := range list(doc["deferred_changes"]) {
		p.resourceChange(object(object(dc)["resource_change"]))
	}
	for _, oc := range object(doc["output_changes"]) {
		p.sides(object(oc), nil, nil)
	}
	p.module(object(object(doc["values"])["root_module"]))
	for _, r := range list(doc["resources"]) {
		p.stored(object(r))
	}
}

func (p *canaries) resourceChange(rc map[string]any) {
	if rc == nil {
		return
	}
	block := p.block(text(rc["provider_name"]), text(rc["mode"]), text(rc["type"]))
	p.sides(object(rc["change"]), block, p.known(rc))
}

func (p *canaries) known(r map[string]any) *secrets.Type {
	kind := secrets.Resource
	if text(r["mode"]) == "data" {
		kind = secrets.DataSource
	}
	t := table.Lookup(kind, text(r["type"]))
	return &t
}

// sides plants in both sides of a change.
func (p *canaries) sides(c, block map[string]any, known *secrets.Type) {
	if c == nil {
		return
	}
	for _, side := range []string{"before", "after"} {
		marks, has := c[side+"_sensitive"]
		if p.strip && known != nil {
			delete(c, side+"_sensitive")
			marks, has = nil, false
		}
		c[side] = p.value(c[side], marks, has, block, known)
	}
}

func (p *canaries) module(m map[string]any) {
	for _, r := range list(m["resources"]) {
		r := object(r)
		if r == nil {
			continue
		}
		if p.strip {
			delete(r, "sensitive_values")
		}
		marks, has := r["sensitive_values"]
		r["values"] = p.value(r["values"], marks, has, p.block(text(r["provider_name"]), text(r["mode"]), text(r["type"])), p.known(r))
	}
	for _, child := range list(m["child_modules"]) {
		p.module(object(child))
	}
}

// stored plants in a resource of a state file.
func (p *canaries) stored(r map[string]any) {
	provider := text(r["provider"])
	if i := strings.Index(provider, `provider["`); i >= 0 {
		provider, _, _ = strings.Cut(provider[i+len(`provider["`):], `"]`)
	}
	block := p.block(provider, text(r["mode"]), text(r["type"]))
	for _, i := range list(r["instances"]) {
		if i := object(i); i != nil && i["attributes"] != nil {
			i["attributes"] = p.value(i["attributes"], nil, false, block, p.known(r))
		}
	}
}

// value plants in a value of a resource or an output.
func (p *canaries) value(v, marks any, marked bool, block map[string]any, known *secrets.Type) any {
	if marked {
		v = p.byMarks(v, marks, "")
	}
	switch {
	case block != nil:
		v = p.byBlock(v, block, "")
	case known != nil && !marked:
		v = p.byName(v, known, "", "")
	}
	return v
}

// plant replaces all strings in a value. The same string in the same place
// becomes the same canary, so that what is unchanged stays so.
func (p *canaries) plant(v any, path string) any {
	switch v := v.(type) {
	case string:
		if v == "" {
			return v
		}
		if strings.HasPrefix(v, canary) {
			return v
		}
		p.count++
		h := fnv.New64a()
		_, _ = io.WriteString(h, path+"\x00"+v)
		return fmt.Sprintf("%s%x", canary, h.Sum64())
	case []any:
		for i := range v {
			v[i] = p.plant(v[i], path)
		}
	case map[string]any:
		for k := range v {
			v[k] = p.plant(v[k], path+"."+k)
		}
	}
	return v
}

func (p *canaries) byMarks(v, marks any, path string) any {
	switch m := marks.(type) {
	case bool:
		if m {
			return p.plant(v, path)
		}
	case []any:
		for i, e := range list(v) {
			if i < len(m) {
				list(v)[i] = p.byMarks(e, m[i], path)
			}
		}
	case map[string]any:
		for k, e := range object(v) {
			if mark, ok := m[k]; ok {
				object(v)[k] = p.byMarks(e, mark, path+"."+k)
			}
		}
	}
	return v
}

// block is the schema of a type, nil for none.
func (p *canaries) block(provider, mode, typ string) map[string]any {
	section := "resource_schemas"
	if mode == "data" {
		section = "data_source_schemas"
	}
	s := object(object(object(object(p.schemas["provider_schemas"])[provider])[section])[typ])
	return object(s["block"])
}

// hasSecrets reports whether anything in a part of a schema is sensitive.
func hasSecrets(part map[string]any) bool {
	for _, a := range object(part["attributes"]) {
		a := object(a)
		if a["sensitive"] == true || a["write_only"] == true || hasSecrets(object(a["nested_type"])) {
			return true
		}
	}
	for _, b := range object(part["block_types"]) {
		if hasSecrets(object(object(b)["block"])) {
			return true
		}
	}
	return false
}

func (p *canaries) byBlock(v any, part map[string]any, path string) any {
	o := object(v)
	if o == nil {
		if v != nil && hasSecrets(part) {
			return p.plant(v, path)
		}
		return v
	}
	for k, e := range o {
		a := object(object(part["attributes"])[k])
		b := object(object(part["block_types"])[k])
		at := path + "." + k
		switch {
		case a["sensitive"] == true, a["write_only"] == true:
			o[k] = p.plant(e, at)
		case a["nested_type"] != nil:
			o[k] = p.nested(e, object(a["nested_type"]), text(object(a["nested_type"])["nesting_mode"]), at)
		case b != nil:
			o[k] = p.nested(e, object(b["block"]), text(b["nesting_mode"]), at)
		}
	}
	return v
}

func (p *canaries) nested(v any, part map[string]any, mode, path string) any {
	switch e := v.(type) {
	case []any:
		if mode == "list" || mode == "set" {
			for i := range e {
				e[i] = p.byBlock(e[i], part, path)
			}
			return v
		}
	case map[string]any:
		switch mode {
		case "single", "group":
			return p.byBlock(v, part, path)
		case "map":
			for k := range e {
				e[k] = p.byBlock(e[k], part, path+"."+k)
			}
			return v
		}
	}
	if v != nil && hasSecrets(part) {
		return p.plant(v, path)
	}
	return v
}

// byName plants where the table of known secrets or a name says so.
func (p *canaries) byName(v any, known *secrets.Type, path, around string) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = p.byName(v[i], known, path, around)
		}
	case map[string]any:
		for k, e := range v {
			at := strings.TrimPrefix(path+"."+k, ".")
			_, isString := e.(string)
			switch {
			case slices.Contains(known.Open, at):
			case slices.Contains(known.Hidden, at), isString && secrets.Named(around, k):
				v[k] = p.plant(e, at)
			default:
				v[k] = p.byName(e, known, at, k)
			}
		}
	}
	return v
}

// otherTypes gives each type the schema of another.
func otherTypes(schemas map[string]any) bool {
	for _, p := range object(schemas["provider_schemas"]) {
		for _, section := range []string{"resource_schemas", "data_source_schemas"} {
			types := object(object(p)[section])
			var first string
			for _, name := range sortedNames(types) {
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
	eachPart(schemas, func(part map[string]any) {
		attributes := object(part["attributes"])
		for i, name := range sortedNames(attributes) {
			a := object(attributes[name])
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

// otherNesting changes how blocks and nested attributes nest.
func otherNesting(schemas map[string]any) bool {
	next := map[any]any{"single": "list", "group": "set", "list": "map", "set": "single", "map": "list"}
	eachPart(schemas, func(part map[string]any) {
		for _, b := range object(part["block_types"]) {
			object(b)["nesting_mode"] = next[object(b)["nesting_mode"]]
		}
		for _, a := range object(part["attributes"]) {
			if n := object(object(a)["nested_type"]); n != nil {
				n["nesting_mode"] = next[n["nesting_mode"]]
			}
		}
	})
	return true
}

// eachPart visits the blocks and nested types of all schemas.
func eachPart(schemas map[string]any, visit func(map[string]any)) {
	var walk func(map[string]any)
	walk = func(part map[string]any) {
		if part == nil {
			return
		}
		for _, b := range object(part["block_types"]) {
			walk(object(object(b)["block"]))
		}
		for _, a := range object(part["attributes"]) {
			walk(object(object(a)["nested_type"]))
		}
		if object(part["attributes"]) != nil {
			visit(part)
		}
	}
	for _, p := range object(schemas["provider_schemas"]) {
		for _, section := range []string{"resource_schemas", "data_source_schemas"} {
			for _, s := range object(object(p)[section]) {
				walk(object(object(s)["block"]))
			}
		}
	}
}

func sortedNames(m map[string]any) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
