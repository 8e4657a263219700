package value

import "github.com/zclconf/go-cty/cty"

// Parts says what is known of the parts of an unknown value, whatever it will be. Several goroutines may ask at a time.
type Parts interface {
	// Attr returns an unknown attribute of an object with what is known of it, and Elem an unknown element of a list, a set or a map.
	Attr(name string, attr Value) Value
	Elem(elem Value) Value
}

// WithParts returns an unknown value as one of whose parts more is known than their types.
func (v Value) WithParts(p Parts) Value { return v.withMeta(func(m *meta) { m.parts = p }) }

// Member returns the unknown attribute of an unknown object, or an unknown element of an unknown map.
func (v Value) Member(name string) Value {
	t := v.v.Type()
	if !t.IsObjectType() {
		return v.Element(t.ElementType(), "."+name)
	}
	attr := v.Part(t.AttributeType(name), "."+name)
	if v.m != nil && v.m.parts != nil {
		attr = v.m.parts.Attr(name, attr)
	}
	return attr
}

// Element returns an unknown element of an unknown list, set or map. The path is as for [Value.Part].
func (v Value) Element(t cty.Type, path string) Value {
	elem := v.Part(t, path)
	if v.m != nil && v.m.parts != nil {
		elem = v.m.parts.Elem(elem)
	}
	return elem
}
