package kit

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

// Decode reads an object, whose numbers stay text.
func Decode(data []byte, into *map[string]any) error {
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

// Canaries knows by itself what is sensitive, and puts canaries there.
type Canaries struct {
	Schemas map[string]any
	Strip   bool
	Count   int
}

// table is opened once.
var table = secrets.Default()

// Object returns a value as an object: nil if it is none.
func Object(v any) map[string]any { m, _ := v.(map[string]any); return m }

// List returns a value as a list: nil if it is none.
func List(v any) []any { l, _ := v.([]any); return l }

// Text returns a value as a string: empty if it is none.
func Text(v any) string { s, _ := v.(string); return s }

func (p *Canaries) Document(doc map[string]any) {
	for _, section := range []string{"resource_changes", "resource_drift"} {
		for _, rc := range List(doc[section]) {
			p.ResourceChange(Object(rc))
		}
	}
	for _, dc := range List(doc["deferred_changes"]) {
		p.ResourceChange(Object(Object(dc)["resource_change"]))
	}
	for _, oc := range Object(doc["output_changes"]) {
		p.Sides(Object(oc), nil, nil)
	}
	p.Module(Object(Object(doc["values"])["root_module"]))
	for _, r := range List(doc["resources"]) {
		p.Stored(Object(r))
	}
}

func (p *Canaries) ResourceChange(rc map[string]any) {
	if rc == nil {
		return
	}
	block := p.Block(Text(rc["provider_name"]), Text(rc["mode"]), Text(rc["type"]))
	p.Sides(Object(rc["change"]), block, p.Known(rc))
}

func (p *Canaries) Known(r map[string]any) *secrets.Type {
	kind := secrets.Resource
	if Text(r["mode"]) == "data" {
		kind = secrets.DataSource
	}
	t := table.Lookup(kind, Text(r["type"]))
	return &t
}

// Sides plants in both sides of a change.
func (p *Canaries) Sides(c, block map[string]any, known *secrets.Type) {
	if c == nil {
		return
	}
	for _, side := range []string{"before", "after"} {
		marks, has := c[side+"_sensitive"]
		if p.Strip && known != nil {
			delete(c, side+"_sensitive")
			marks, has = nil, false
		}
		c[side] = p.Value(c[side], marks, has, block, known)
	}
}

func (p *Canaries) Module(m map[string]any) {
	for _, r := range List(m["resources"]) {
		r := Object(r)
		if r == nil {
			continue
		}
		if p.Strip {
			delete(r, "sensitive_values")
		}
		marks, has := r["sensitive_values"]
		r["values"] = p.Value(r["values"], marks, has, p.Block(Text(r["provider_name"]), Text(r["mode"]), Text(r["type"])), p.Known(r))
	}
	for _, child := range List(m["child_modules"]) {
		p.Module(Object(child))
	}
}

// Stored plants in a resource of a state file.
func (p *Canaries) Stored(r map[string]any) {
	provider := Text(r["provider"])
	if i := strings.Index(provider, `provider["`); i >= 0 {
		provider, _, _ = strings.Cut(provider[i+len(`provider["`):], `"]`)
	}
	block := p.Block(provider, Text(r["mode"]), Text(r["type"]))
	for _, i := range List(r["instances"]) {
		if i := Object(i); i != nil && i["attributes"] != nil {
			i["attributes"] = p.Value(i["attributes"], nil, false, block, p.Known(r))
		}
	}
}

// Value plants in a value of a resource or an output.
func (p *Canaries) Value(v, marks any, marked bool, block map[string]any, known *secrets.Type) any {
	if marked {
		v = p.ByMarks(v, marks, "")
	}
	switch {
	case block != nil:
		v = p.ByBlock(v, block, "")
	case known != nil && !marked:
		v = p.ByName(v, known, "", "")
	}
	return v
}

// Plant replaces all strings in a value. The same string in the same place
// becomes the same canary, so that what is unchanged stays so.
func (p *Canaries) Plant(v any, path string) any {
	switch v := v.(type) {
	case string:
		if v == "" {
			return v
		}
		if strings.HasPrefix(v, Canary) {
			return v
		}
		p.Count++
		h := fnv.New64a()
		_, _ = io.WriteString(h, path+"\x00"+v)
		return fmt.Sprintf("%s%x", Canary, h.Sum64())
	case []any:
		for i := range v {
			v[i] = p.Plant(v[i], path)
		}
	case map[string]any:
		for k := range v {
			v[k] = p.Plant(v[k], path+"."+k)
		}
	}
	return v
}

func (p *Canaries) ByMarks(v, marks any, path string) any {
	switch m := marks.(type) {
	case bool:
		if m {
			return p.Plant(v, path)
		}
	case []any:
		for i, e := range List(v) {
			if i < len(m) {
				List(v)[i] = p.ByMarks(e, m[i], path)
			}
		}
	case map[string]any:
		for k, e := range Object(v) {
			if mark, ok := m[k]; ok {
				Object(v)[k] = p.ByMarks(e, mark, path+"."+k)
			}
		}
	}
	return v
}

// Block is the schema of a type, nil for none.
func (p *Canaries) Block(provider, mode, typ string) map[string]any {
	section := "resource_schemas"
	if mode == "data" {
		section = "data_source_schemas"
	}
	s := Object(Object(Object(Object(p.Schemas["provider_schemas"])[provider])[section])[typ])
	return Object(s["block"])
}

// hasSecrets reports whether anything in a part of a schema is sensitive.
func hasSecrets(part map[string]any) bool {
	for _, a := range Object(part["attributes"]) {
		a := Object(a)
		if a["sensitive"] == true || a["write_only"] == true || hasSecrets(Object(a["nested_type"])) {
			return true
		}
	}
	for _, b := range Object(part["block_types"]) {
		if hasSecrets(Object(Object(b)["block"])) {
			return true
		}
	}
	return false
}

func (p *Canaries) ByBlock(v any, part map[string]any, path string) any {
	o := Object(v)
	if o == nil {
		if v != nil && hasSecrets(part) {
			return p.Plant(v, path)
		}
		return v
	}
	for k, e := range o {
		a := Object(Object(part["attributes"])[k])
		b := Object(Object(part["block_types"])[k])
		at := path + "." + k
		switch {
		case a["sensitive"] == true, a["write_only"] == true:
			o[k] = p.Plant(e, at)
		case a["nested_type"] != nil:
			o[k] = p.Nested(e, Object(a["nested_type"]), Text(Object(a["nested_type"])["nesting_mode"]), at)
		case b != nil:
			o[k] = p.Nested(e, Object(b["block"]), Text(b["nesting_mode"]), at)
		}
	}
	return v
}

func (p *Canaries) Nested(v any, part map[string]any, mode, path string) any {
	switch e := v.(type) {
	case []any:
		if mode == "list" || mode == "set" {
			for i := range e {
				e[i] = p.ByBlock(e[i], part, path)
			}
			return v
		}
	case map[string]any:
		switch mode {
		case "single", "group":
			return p.ByBlock(v, part, path)
		case "map":
			for k := range e {
				e[k] = p.ByBlock(e[k], part, path+"."+k)
			}
			return v
		}
	}
	if v != nil && hasSecrets(part) {
		return p.Plant(v, path)
	}
	return v
}

// ByName plants where the table of known secrets or a name says so.
func (p *Canaries) ByName(v any, known *secrets.Type, path, around string) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = p.ByName(v[i], known, path, around)
		}
	case map[string]any:
		for k, e := range v {
			at := strings.TrimPrefix(path+"."+k, ".")
			_, isString := e.(string)
			switch {
			case slices.Contains(known.Open, at):
			case slices.Contains(known.Hidden, at), isString && secrets.Named(around, k):
				v[k] = p.Plant(e, at)
			default:
				v[k] = p.ByName(e, known, at, k)
			}
		}
	}
	return v
}

// OtherNesting changes how blocks and nested attributes nest.
func OtherNesting(schemas map[string]any) bool {
	next := map[any]any{"single": "list", "group": "set", "list": "map", "set": "single", "map": "list"}
	EachPart(schemas, func(part map[string]any) {
		for _, b := range Object(part["block_types"]) {
			Object(b)["nesting_mode"] = next[Object(b)["nesting_mode"]]
		}
		for _, a := range Object(part["attributes"]) {
			if n := Object(Object(a)["nested_type"]); n != nil {
				n["nesting_mode"] = next[n["nesting_mode"]]
			}
		}
	})
	return true
}

// EachPart visits the blocks and nested types of all schemas.
func EachPart(schemas map[string]any, visit func(map[string]any)) {
	var walk func(map[string]any)
	walk = func(part map[string]any) {
		if part == nil {
			return
		}
		for _, b := range Object(part["block_types"]) {
			walk(Object(Object(b)["block"]))
		}
		for _, a := range Object(part["attributes"]) {
			walk(Object(Object(a)["nested_type"]))
		}
		if Object(part["attributes"]) != nil {
			visit(part)
		}
	}
	for _, p := range Object(schemas["provider_schemas"]) {
		for _, section := range []string{"resource_schemas", "data_source_schemas"} {
			for _, s := range Object(Object(p)[section]) {
				walk(Object(Object(s)["block"]))
			}
		}
	}
}
