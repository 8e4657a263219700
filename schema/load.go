package schema

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// DecodeSchema returns the Schema for a type's entry in a document:
// {"version": 1, "block": {...}}. release is the version of the provider, or empty
// if it is not known. The error says where in the entry the fault is.
func DecodeSchema(v values.Value, release string) (Schema, error) {
	s := Schema{Release: release}
	if version := v.Get("version"); version.Kind() == values.Number {
		s.Version = strings.Clone(version.Text())
	}
	var err error
	s.Block, err = decodeBlock(v.Get("block"))
	return s, err
}

// decodeBlock returns the Block for the "block" member of a schema:
// {"attributes": {...}, "block_types": {...}}. The error says where in the member
// the fault is.
func decodeBlock(v values.Value) (*Block, error) {
	b := &Block{}
	for _, m := range v.Get("attributes").Members() {
		a, err := decodeAttribute(m.Name, m.Value)
		if err != nil {
			return nil, fmt.Errorf("attribute %q: %w", m.Name, err)
		}
		b.Attributes = append(b.Attributes, a)
	}
	for _, m := range v.Get("block_types").Members() {
		mode, ok := ParseNestingMode(m.Value.Get("nesting_mode").Text())
		if !ok {
			return nil, fmt.Errorf("block %q: unknown nesting mode: %s", m.Name, plans.DescribeText(m.Value.Get("nesting_mode").Text()))
		}
		nested, err := decodeBlock(m.Value.Get("block"))
		if err != nil {
			return nil, fmt.Errorf("block %q: %w", m.Name, err)
		}
		b.Blocks = append(b.Blocks, NestedBlock{
			Name: strings.Clone(m.Name), Nesting: mode, Block: nested,
			MinItems: decodeItems(m.Value.Get("min_items")), MaxItems: decodeItems(m.Value.Get("max_items")),
		})
	}
	return b.Finish(), nil
}

// decodeItems returns a bound for the number of blocks. What is no such bound says
// nothing.
func decodeItems(v values.Value) int {
	n, err := strconv.Atoi(v.Text())
	if err != nil || v.Kind() != values.Number {
		return 0
	}
	return max(n, 0)
}

func decodeAttribute(name string, v values.Value) (Attribute, error) {
	a := Attribute{
		Name: strings.Clone(name), WriteOnly: v.Get("write_only").IsTrue(), Sensitive: v.Get("sensitive").IsTrue(),
		Required: v.Get("required").IsTrue(), Computed: v.Get("computed").IsTrue(),
	}
	if nested := v.Get("nested_type"); nested.Kind() == values.Object {
		mode, ok := ParseNestingMode(nested.Get("nesting_mode").Text())
		if !ok {
			return a, fmt.Errorf("unknown nesting mode: %s", plans.DescribeText(nested.Get("nesting_mode").Text()))
		}
		a.Nested = &Object{Nesting: mode}
		for _, m := range nested.Get("attributes").Members() {
			child, err := decodeAttribute(m.Name, m.Value)
			if err != nil {
				return a, fmt.Errorf("attribute %q: %w", m.Name, err)
			}
			a.Nested.Attributes = append(a.Nested.Attributes, child)
		}
		a.Nested.Finish()
		return a, nil
	}
	t := v.Get("type")
	if t.IsNull() {
		return a, fmt.Errorf("neither a type nor a nested type")
	}
	var err error
	if a.Type, err = decodeType(t); err != nil {
		return a, fmt.Errorf("invalid type description: %w", err)
	}
	return a, nil
}
