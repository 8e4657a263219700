package jsonstate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/planfmt/planfmt/values"
)

func sorted[T any](m map[string]T) []string {
	names := make([]string, 0, len(m))
	for n := range m {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// appendName writes a member's name. The error that AppendQuote has is for
// text that is not UTF-8, which no document holds.
func appendName(b []byte, name string) []byte {
	b, _ = jsontext.AppendQuote(b, name)
	return append(b, ':')
}

// unwrap puts dynamic values in place of the objects in which a state file
// has them together with their types: {"value": ..., "type": ...}. Without a
// schema such an object is recognised by its form: it has these two members
// and no others, and the type is one, and the value's. It gives nil where
// there is none.
func unwrap(v values.Value) []byte {
	b, changed := appendUnwrapped(nil, v)
	if !changed {
		return nil
	}
	return b
}

func appendUnwrapped(b []byte, v values.Value) ([]byte, bool) {
	changed := false
	switch v.Kind() {
	case values.Array:
		b = append(b, '[')
		for i, e := range v.Elems() {
			if i > 0 {
				b = append(b, ',')
			}
			var c bool
			b, c = appendUnwrapped(b, e)
			changed = changed || c
		}
		return append(b, ']'), changed
	case values.Object:
		if v.Len() == 2 && conforms(v.Get("value"), v.Get("type")) {
			return v.Get("value").AppendJSON(b), true
		}
		b = append(b, '{')
		for i, m := range v.Members() {
			if i > 0 {
				b = append(b, ',')
			}
			var c bool
			b, c = appendUnwrapped(appendName(b, m.Name), m.Value)
			changed = changed || c
		}
		return append(b, '}'), changed
	}
	return v.AppendJSON(b), false
}

// conforms reports whether a value is of the type that is spelled beside it.
func conforms(v, typ values.Value) bool {
	if v.Kind() == values.Absent {
		return false
	}
	null := v.IsNull()
	if typ.Kind() == values.String {
		switch typ.Text() {
		case "string":
			return null || v.Kind() == values.String
		case "number":
			return null || v.Kind() == values.Number
		case "bool":
			return null || v.Kind() == values.Bool
		case "dynamic":
			return true
		}
		return false
	}
	of := typ.Elem(1)
	if typ.Kind() != values.Array || of.Kind() == values.Absent {
		return false
	}
	kind := values.Array
	switch typ.Elem(0).Text() {
	case "list", "set":
		return conform(v, null, kind, func(i int, e values.Value) bool { return conforms(e, of) })
	case "tuple":
		return of.Kind() == kind && (null || of.Len() == v.Len()) &&
			conform(v, null, kind, func(i int, e values.Value) bool { return conforms(e, of.Elem(i)) })
	case "map":
		kind = values.Object
		if null {
			return true
		}
		return v.Kind() == kind && !slices.ContainsFunc(v.Members(), func(m values.Member) bool { return !conforms(m.Value, of) })
	case "object":
		kind = values.Object
		if null || of.Kind() != kind {
			return of.Kind() == kind
		}
		return v.Kind() == kind && v.Len() == of.Len() &&
			!slices.ContainsFunc(of.Members(), func(m values.Member) bool { return !conforms(v.Get(m.Name), m.Value) })
	}
	return false
}

func conform(v values.Value, null bool, kind values.Kind, elem func(int, values.Value) bool) bool {
	if null {
		return true
	}
	if v.Kind() != kind {
		return false
	}
	for i, e := range v.Elems() {
		if !elem(i, e) {
			return false
		}
	}
	return true
}

// branch is a part of what a flat state spells as paths with dots between.
type branch struct {
	text *string
	subs map[string]*branch
}

// maxSegments is how many parts of a name are told apart.
const maxSegments = 100

// unflatten makes JSON of the attributes of an instance that Terraform 0.11
// wrote: a map from paths to strings, in which name.# is the length of a list
// or set and name.% that of a map. Numbers and bools stay strings.
func unflatten(flat values.Value) []byte {
	root := &branch{}
	for _, m := range flat.Members() {
		if m.Value.Kind() != values.String {
			continue
		}
		at := root
		for _, part := range strings.SplitN(m.Name, ".", maxSegments) {
			if at.subs == nil {
				at.subs = map[string]*branch{}
			}
			if at.subs[part] == nil {
				at.subs[part] = &branch{}
			}
			at = at.subs[part]
		}
		text := m.Value.Text()
		at.text = &text
	}
	return root.object(nil)
}

func (b *branch) object(out []byte) []byte {
	out = append(out, '{')
	for i, name := range sorted(b.subs) {
		if i > 0 {
			out = append(out, ',')
		}
		out = b.subs[name].value(appendName(out, name))
	}
	return append(out, '}')
}

func (b *branch) value(out []byte) []byte {
	switch {
	case b.subs["%"] != nil:
		elements := map[string]string{}
		b.leaves("", elements)
		delete(elements, "%")
		out = append(out, '{')
		for i, key := range sorted(elements) {
			if i > 0 {
				out = append(out, ',')
			}
			out = appendString(appendName(out, key), elements[key])
		}
		return append(out, '}')
	case b.subs["#"] != nil:
		names := slices.DeleteFunc(sorted(b.subs), func(n string) bool { return n == "#" })
		slices.SortStableFunc(names, func(a, b string) int {
			x, _ := strconv.Atoi(a)
			y, _ := strconv.Atoi(b)
			return cmp.Compare(x, y)
		})
		out = append(out, '[')
		for i, name := range names {
			if i > 0 {
				out = append(out, ',')
			}
			out = b.subs[name].value(out)
		}
		return append(out, ']')
	case len(b.subs) == 0 && b.text != nil:
		return appendString(out, *b.text)
	}
	return b.object(out)
}

// leaves collects the texts below by what is left of their paths.
func (b *branch) leaves(path string, out map[string]string) {
	if b.text != nil && path != "" {
		out[path] = *b.text
	}
	for name, sub := range b.subs {
		if path != "" {
			name = path + "." + name
		}
		sub.leaves(name, out)
	}
}

func appendString(b []byte, s string) []byte {
	b, _ = jsontext.AppendQuote(b, s)
	return b
}
