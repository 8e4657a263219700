package jsonstate

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/values"
)

// unwrap replaces the objects {"value": ..., "type": ...} with which a state
// file stores dynamic values by these values. Without a schema, it recognises
// such an object by its form: it has exactly these two members, and the value
// is of the type. If there is no such object, unwrap returns the value as it
// is.
func unwrap(v values.Value) values.Value {
	if v.Kind() == values.Array {
		return v.MapElems(func(_ int, e values.Value) values.Value { return unwrap(e) })
	}
	if v.Len() == 2 && conforms(v.Get("value"), v.Get("type")) {
		return v.Get("value")
	}
	return v.MapMembers(func(m values.Member) values.Value { return unwrap(m.Value) })
}

// conforms reports whether a value is of the type that is written next to it.
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
	inner := typ.Elem(1)
	if typ.Kind() != values.Array || inner.Kind() == values.Absent {
		return false
	}
	kind := values.Array
	switch typ.Elem(0).Text() {
	case "list", "set":
		return eachConforms(v, null, kind, func(i int, e values.Value) bool { return conforms(e, inner) })
	case "tuple":
		return inner.Kind() == kind && (null || inner.Len() == v.Len()) &&
			eachConforms(v, null, kind, func(i int, e values.Value) bool { return conforms(e, inner.Elem(i)) })
	case "map":
		kind = values.Object
		if null {
			return true
		}
		return v.Kind() == kind && eachMember(v, func(m values.Member) bool { return conforms(m.Value, inner) })
	case "object":
		kind = values.Object
		if null || inner.Kind() != kind {
			return inner.Kind() == kind
		}
		return v.Kind() == kind && v.Len() == inner.Len() &&
			eachMember(inner, func(m values.Member) bool { return conforms(v.Get(m.Name), m.Value) })
	}
	return false
}

func eachConforms(v values.Value, null bool, kind values.Kind, elem func(int, values.Value) bool) bool {
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

func eachMember(object values.Value, member func(values.Member) bool) bool {
	for _, m := range object.Members() {
		if !member(m) {
			return false
		}
	}
	return true
}

// branch is a part of what a flat state stores as paths with dots.
type branch struct {
	leaf values.Value // a string, or absent
	subs map[string]*branch
}

// maxSegments is into how many parts a name is split.
const maxSegments = 100

// unflatten makes an object from the attributes of an instance that Terraform
// 0.11 has written: a map from paths to strings, in which name.# is the length
// of a list or set and name.% that of a map. Numbers and bools stay strings.
func unflatten(flat values.Value) values.Value {
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
		at.leaf = m.Value
	}
	return root.object()
}

func (b *branch) object() values.Value {
	members := make([]values.Member, 0, len(b.subs))
	for name, sub := range b.subs {
		members = append(members, values.Member{Name: name, Value: sub.value()})
	}
	return values.NewObject(members...)
}

func (b *branch) value() values.Value {
	switch {
	case b.subs["%"] != nil:
		elements := map[string]values.Value{}
		b.leaves("", elements)
		delete(elements, "%")
		members := make([]values.Member, 0, len(elements))
		for key, leaf := range elements {
			members = append(members, values.Member{Name: key, Value: leaf})
		}
		return values.NewObject(members...)
	case b.subs["#"] != nil:
		names := slices.DeleteFunc(slices.Sorted(maps.Keys(b.subs)), func(n string) bool { return n == "#" })
		sorted.Stable(names, func(a, b string) int {
			x, _ := strconv.Atoi(a)
			y, _ := strconv.Atoi(b)
			return cmp.Compare(x, y)
		})
		elems := make([]values.Value, len(names))
		for i, name := range names {
			elems[i] = b.subs[name].value()
		}
		return values.NewArray(elems...)
	case len(b.subs) == 0 && b.leaf.Kind() != values.Absent:
		return b.leaf
	}
	return b.object()
}

// leaves collects the strings below a branch by the rest of their paths.
func (b *branch) leaves(path string, out map[string]values.Value) {
	if b.leaf.Kind() != values.Absent && path != "" {
		out[path] = b.leaf
	}
	for name, sub := range b.subs {
		if path != "" {
			name = path + "." + name
		}
		sub.leaves(name, out)
	}
}
