package differ

import (
	"maps"
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/values"
)

// Most of what is on one side only is drawn and never inspected. So a transient comparison, which may refer to the values, makes no
// parts of a value in which there is nothing but what its drawing says: a [renderers.Whole] takes their place.

// whole makes the parts of a value that is on one side only, if somebody asks for them.
type whole struct {
	renderers.Whole
	typ    *typed // nil if there is none
	path   plans.Path
	legacy bool
	depth  int
	*Differ
}

// MakeWhole compares the parts as a [oneSided] does. They use the memory of the Differ, as what is made at once does.
func (w *whole) MakeWhole() computed.DiffRenderer {
	s := scope{Differ: w.Differ, legacy: w.legacy, depth: w.depth}
	c := values.Change{Path: w.path, Paths: &w.paths}
	if w.Action == plans.Create {
		c.After = w.Value
	} else {
		c.Before = w.Value
	}
	o := s.newOneSided(&c)
	var diff computed.Diff
	o.open(w.Value, w.typ, w.path, w.legacy, &diff) // it fits its type
	return diff.Renderer
}

// whole sets the diff of a value whose parts are not made. It returns false if they have to be.
func (o *oneSided) whole(v values.Value, t *typed, path plans.Path, legacy bool, d *computed.Diff) bool {
	if !o.transient || o.copies != nil || v.Kind() < values.Array {
		return false
	}
	shape := o.shapeOf(t)
	if !isWhole(v, shape, legacy) {
		return false
	}
	o.keepDocument()
	w := &append(o.wholeSlab.Take(1, slabLen), whole{
		Whole: renderers.Whole{Value: v, Action: o.action}, typ: t, path: path, legacy: legacy, depth: o.depth, Differ: o.Differ,
	})[0]
	w.Maker = w
	if shape != nil {
		w.Shape = shape
	}
	o.set(d, &w.Whole, path)
	return true
}

// shapeKind is the kind of a type.
type shapeKind uint8

const (
	otherShape shapeKind = iota // a tuple, for example
	anyShape
	boolShape
	numberShape
	stringShape
	listShape // or a set
	mapShape
	objectShape
)

// shape is a type that is quickly compared with values. A nil one is that of values without a type.
type shape struct {
	kind       shapeKind
	elem       *shape   // of a list, a set or a map
	names      []string // of an object, sorted
	attributes []*shape // in the order of the names
}

// shapeOf returns the shape of a type, which is found out once.
func (d *Differ) shapeOf(t *typed) *shape {
	if t == nil || cty.Type(*t) == cty.DynamicPseudoType {
		return nil
	}
	in := d.typesIn(t)
	if in.shape == nil {
		in.shape = newShape(cty.Type(*t))
	}
	return in.shape
}

func newShape(t cty.Type) *shape {
	switch {
	case t == cty.DynamicPseudoType:
		return &shape{kind: anyShape}
	case t == cty.Bool:
		return &shape{kind: boolShape}
	case t == cty.Number:
		return &shape{kind: numberShape}
	case t == cty.String:
		return &shape{kind: stringShape}
	case t.IsListType(), t.IsSetType():
		return &shape{kind: listShape, elem: newShape(t.ElementType())}
	case t.IsMapType():
		return &shape{kind: mapShape, elem: newShape(t.ElementType())}
	case t.IsObjectType():
		types := t.AttributeTypes()
		s := &shape{kind: objectShape, names: slices.Sorted(maps.Keys(types))}
		for _, name := range s.names {
			s.attributes = append(s.attributes, newShape(types[name]))
		}
		return s
	}
	return &shape{}
}

// IsMap reports whether the values are maps.
func (s *shape) IsMap() bool { return s.kind == mapShape }

// Part returns the shape of an element or an attribute, nil if it has no type.
func (s *shape) Part(name string) renderers.Shape {
	part := s.elem
	if s.kind == objectShape {
		i, _ := slices.BinarySearch(s.names, name)
		part = s.attributes[i]
	}
	if part == nil || part.kind == anyShape {
		return nil
	}
	return part
}

// isWhole reports whether a [renderers.Whole] may stand for a value: it fits its type, nothing in it is drawn in a way of its own, and
// nothing is left out but null attributes. It may return false for others.
func isWhole(v values.Value, s *shape, legacy bool) bool {
	switch kind := v.Kind(); {
	case s == nil || s.kind == anyShape:
		return isWholeUntyped(v)
	case kind == values.Array:
		if s.kind != listShape {
			return false
		}
		for _, e := range v.Elems() {
			if !isWhole(e, s.elem, true) {
				return false
			}
		}
		return true
	case kind == values.Object && s.kind == mapShape:
		for _, m := range v.Members() {
			if !isWhole(m.Value, s.elem, legacy) {
				return false
			}
		}
		return true
	case kind == values.Object:
		return s.kind == objectShape && isWholeObject(v, s, legacy)
	case kind == values.String:
		return s.kind == stringShape && isPlainString(v)
	default:
		return kind == values.Number && s.kind == numberShape || kind == values.Bool && s.kind == boolShape
	}
}

func isWholeObject(v values.Value, s *shape, legacy bool) bool {
	next := 0
	for _, m := range v.Members() {
		if m.Value.IsNull() {
			continue
		}
		for next < len(s.names) && s.names[next] < m.Name {
			next++
		}
		if next == len(s.names) || s.names[next] != m.Name || !isWhole(m.Value, s.attributes[next], legacy) {
			return false
		}
	}
	return true
}

func isWholeUntyped(v values.Value) bool {
	switch v.Kind() {
	case values.Array:
		for _, e := range v.Elems() {
			if !isWholeUntyped(e) {
				return false
			}
		}
		return true
	case values.Object:
		for _, m := range v.Members() {
			if !isWholeUntyped(m.Value) {
				return false
			}
		}
		return true
	case values.String:
		return isPlainString(v)
	}
	return !v.IsNull()
}

// isPlainString reports whether a string is drawn on one line as it is. See also [oneSided.plain].
func isPlainString(v values.Value) bool {
	return !v.IsEmptyString() && !v.Begins('{') && !v.Begins('[') && !v.MayBreak()
}
