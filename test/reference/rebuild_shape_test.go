package reference_test

import (
	"encoding/json"
	"testing"
)

// shape says what the schemas say about a value, for the tests that read reports. It is read from the output of `terraform
// providers schema -json`, and shares no code with planfmt.
type shape struct {
	node any // of the schemas; nil if nothing is known
	kind shapeKind
	// inMap says that it is a member of a map.
	inMap bool
}

type shapeKind uint8

const (
	anyShape   shapeKind = iota // not known
	blockShape                  // node has attributes and block_types
	blocksShape
	attributeShape
	nestedShape // an object in an attribute with a nested type
	typeShape   // node is a type
	dynamicShape
)

// exactly is the shape of values whose type is that of the JSON: lists are lists, and nulls are values.
var exactly = shape{kind: dynamicShape}

// shapes are those of all types.
type shapes map[string]any

func readShapes(t testing.TB, text []byte) shapes {
	all := shapes{}
	if text == nil {
		return all
	}
	var parsed struct {
		Providers map[string]struct {
			Resources map[string]struct{ Block any } `json:"resource_schemas"`
			Data      map[string]struct{ Block any } `json:"data_source_schemas"`
		} `json:"provider_schemas"`
	}
	if err := json.Unmarshal(text, &parsed); err != nil {
		t.Log(err)
		return all
	}
	for name, p := range parsed.Providers {
		for typ, s := range p.Resources {
			all[name+" managed "+typ] = s.Block
		}
		for typ, s := range p.Data {
			all[name+" data "+typ] = s.Block
		}
	}
	return all
}

func (s shapes) of(e *plannedEntry) shape {
	if block, ok := s[e.Provider+" "+e.Mode+" "+e.Type]; ok {
		return shape{node: block, kind: blockShape}
	}
	return shape{}
}

func property(node any, name string) any {
	m, _ := node.(map[string]any)
	return m[name]
}

func (s shape) member(name string) shape {
	switch s.kind {
	case blocksShape: // a single block, or one with a label
		if property(s.node, "nesting_mode") == "map" {
			return shape{node: property(s.node, "block"), kind: blockShape}
		}
		return shape{node: property(s.node, "block"), kind: blockShape}.member(name)
	case blockShape, nestedShape:
		if a := property(property(s.node, "attributes"), name); a != nil {
			return shape{node: a, kind: attributeShape}.value()
		}
		if b := property(property(s.node, "block_types"), name); b != nil {
			return shape{node: b, kind: blocksShape}
		}
	case attributeShape: // with a nested type
		if nested := property(s.node, "nested_type"); property(nested, "nesting_mode") == "map" {
			return shape{node: nested, kind: nestedShape}
		} else {
			return shape{node: nested, kind: nestedShape}.member(name)
		}
	case typeShape:
		if list, ok := s.node.([]any); ok && list[0] == "map" {
			return shape{node: list[1], kind: typeShape, inMap: true}
		} else if ok && list[0] == "object" {
			return shape{node: property(list[1], name), kind: typeShape}
		}
		return exactly
	case dynamicShape:
		return exactly
	}
	return shape{}
}

// value returns the shape of an attribute's value.
func (s shape) value() shape {
	if property(s.node, "nested_type") == nil {
		return shape{node: property(s.node, "type"), kind: typeShape}
	}
	return s
}

func (s shape) element(i int) shape {
	switch s.kind {
	case blocksShape:
		return shape{node: property(s.node, "block"), kind: blockShape}
	case attributeShape:
		return shape{node: property(s.node, "nested_type"), kind: nestedShape}
	case typeShape:
		list, ok := s.node.([]any)
		if ok && (list[0] == "list" || list[0] == "set") {
			return shape{node: list[1], kind: typeShape}
		} else if types, isTuple := itemAt(list, 1).([]any); ok && isTuple && i < len(types) {
			return shape{node: types[i], kind: typeShape}
		}
		return exactly
	case dynamicShape:
		return exactly
	}
	return shape{}
}

// hasNulls reports whether a null is known to be something else than no value: as a member of a map, or of an object
// without a type.
func (s shape) hasNulls() bool { return s.kind == dynamicShape || s.inMap }

func itemAt(list []any, i int) any {
	if i < len(list) {
		return list[i]
	}
	return nil
}

// mayBeSet reports whether the order of elements may be of no meaning.
func (s shape) mayBeSet() bool {
	switch s.kind {
	case anyShape:
		return true
	case blocksShape:
		return property(s.node, "nesting_mode") == "set"
	case attributeShape:
		return property(property(s.node, "nested_type"), "nesting_mode") == "set"
	case typeShape:
		list, ok := s.node.([]any)
		return ok && list[0] == "set"
	}
	return false
}

// mayBeBlocks reports whether an empty list may be as good as none.
func (s shape) mayBeBlocks() bool { return s.kind == anyShape || s.kind == blocksShape }
