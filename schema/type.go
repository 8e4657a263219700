package schema

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// maxTypeDepth is how deep a type may be nested. Types of real providers have less than ten
// levels. The limit keeps everything that walks a type, such as its comparison with another
// one, far from the end of the stack.
const maxTypeDepth = 200

// decodeType returns the type that a JSON value spells, in go-cty's notation: "string",
// ["list", "string"], ["object", {"a": "number"}, ["a"]], where the last element has the
// names of optional attributes. go-cty's own decoder must not see unchecked types: it panics
// if an optional attribute is not declared, and lets chance decide between attributes whose
// names are the same once they are normalised. The error says what is wrong, and where.
func decodeType(v values.Value) (cty.Type, error) { return decodeTypeAt(v, 0) }

func decodeTypeAt(v values.Value, depth int) (cty.Type, error) {
	if depth > maxTypeDepth {
		return cty.NilType, fmt.Errorf("a type that is nested in more than %d others", maxTypeDepth)
	}
	switch v.Kind() {
	case values.String:
		switch v.Text() {
		case "string":
			return cty.String, nil
		case "number":
			return cty.Number, nil
		case "bool":
			return cty.Bool, nil
		case "dynamic":
			return cty.DynamicPseudoType, nil
		}
		return cty.NilType, fmt.Errorf("expected the name of a type, found %s; valid names: string, number, bool, dynamic", plans.DescribeText(v.Text()))
	case values.Array:
		return decodeCompound(v, depth)
	}
	return cty.NilType, fmt.Errorf("expected the name of a type or an array, found %s", v.Kind())
}

// decodeCompound returns the type that an array spells: its kind, and what that is made of.
func decodeCompound(v values.Value, depth int) (cty.Type, error) {
	var parts [3]values.Value // the kind, what it is made of, the optional attributes
	for i, part := range v.Elems() {
		if i < len(parts) {
			parts[i] = part
		}
	}
	kind := parts[0].Text()
	if parts[0].Kind() != values.String {
		kind = ""
	}
	most := 2
	switch kind {
	case "list", "set", "map", "tuple":
	case "object":
		most = 3
	default:
		return cty.NilType, errors.New("an array begins with one of list, set, map, object, tuple")
	}
	if v.Len() < 2 || v.Len() > most {
		return cty.NilType, fmt.Errorf("%s: %d elements behind the kind", kind, v.Len()-1)
	}
	switch kind {
	case "tuple":
		return decodeTuple(parts[1], depth+1)
	case "object":
		return decodeObject(parts[1], parts[2], depth+1)
	}
	elem, err := decodeTypeAt(parts[1], depth+1)
	if err != nil {
		return cty.NilType, fmt.Errorf("%s: %w", kind, err)
	}
	switch kind {
	case "list":
		return cty.List(elem), nil
	case "set":
		return cty.Set(elem), nil
	}
	return cty.Map(elem), nil
}

func decodeTuple(elems values.Value, depth int) (cty.Type, error) {
	if elems.Kind() != values.Array {
		return cty.NilType, fmt.Errorf("tuple: expected an array of types, found %s", elems.Kind())
	}
	types := make([]cty.Type, 0, elems.Len())
	for i, e := range elems.Elems() {
		t, err := decodeTypeAt(e, depth)
		if err != nil {
			return cty.NilType, fmt.Errorf("tuple: element %d: %w", i, err)
		}
		types = append(types, t)
	}
	return cty.Tuple(types), nil
}

// decodeObject returns an object type. optional is absent, or the names of the optional
// attributes.
func decodeObject(attributes, optional values.Value, depth int) (cty.Type, error) {
	if attributes.Kind() != values.Object {
		return cty.NilType, fmt.Errorf("object: expected an object of types, found %s", attributes.Kind())
	}
	types := make(map[string]cty.Type, attributes.Len())
	for _, m := range attributes.Members() {
		name := strings.Clone(cty.NormalizeString(m.Name)) // the type outlives the document
		if _, twice := types[name]; twice {
			return cty.NilType, fmt.Errorf("object: two attributes are called %s", quote(name))
		}
		t, err := decodeTypeAt(m.Value, depth)
		if err != nil {
			return cty.NilType, fmt.Errorf("object: attribute %s: %w", quote(m.Name), err)
		}
		types[name] = t
	}
	if optional.Kind() == values.Absent {
		return cty.Object(types), nil
	}
	if optional.Kind() != values.Array {
		return cty.NilType, fmt.Errorf("object: expected the names of optional attributes, found %s", optional.Kind())
	}
	var names []string
	for _, e := range optional.Elems() {
		if e.Kind() != values.String {
			return cty.NilType, fmt.Errorf("object: expected the name of an optional attribute, found %s", e.Kind())
		}
		name := strings.Clone(cty.NormalizeString(e.Text()))
		if _, known := types[name]; !known {
			return cty.NilType, fmt.Errorf("object: something is said to be optional that is not an attribute: %s", plans.DescribeText(e.Text()))
		}
		names = append(names, name)
	}
	return cty.ObjectWithOptionalAttrs(types, names), nil
}

// quote spells a name from a schema in an error.
func quote(name string) string {
	const most = 100
	if len(name) > most {
		return fmt.Sprintf("a name of %d bytes", len(name))
	}
	return strconv.Quote(name)
}
