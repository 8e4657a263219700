package schema

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// ParseType reads a type, written as in schemas and states, and returns it as an
// attribute without a name. The error says what is wrong with the type.
func ParseType(v values.Value) (*Attribute, error) {
	a, err := decodeAttribute("", values.NewObject(values.Member{Name: "type", Value: v}))
	return &a, err
}

// SensitivePaths returns the paths of the values that the schema marks as
// sensitive. Elements of a set have no path; the path of the set stands for them.
func (b *Block) SensitivePaths(values values.Value) []plans.Path {
	var m marks
	m.block(b, values, plans.Path{})
	return m.paths
}

type marks struct{ paths []plans.Path }

func (m *marks) block(b *Block, v values.Value, at plans.Path) {
	m.attributes(b.Attributes, v, at)
	for _, n := range b.Blocks {
		m.parts(n.Nesting, v.Get(n.Name), at.Child(plans.Key(n.Name)), func(v values.Value, at plans.Path) {
			m.block(n.Block, v, at)
		})
	}
}

func (m *marks) attributes(attributes []Attribute, v values.Value, at plans.Path) {
	for _, a := range attributes {
		path := at.Child(plans.Key(a.Name))
		switch {
		case a.Sensitive:
			m.paths = append(m.paths, path)
		case a.Nested != nil:
			m.parts(a.Nested.Nesting, v.Get(a.Name), path, func(v values.Value, at plans.Path) {
				m.attributes(a.Nested.Attributes, v, at)
			})
		}
	}
}

// parts visits the objects in a nested block or attribute.
func (m *marks) parts(mode NestingMode, v values.Value, at plans.Path, visit func(values.Value, plans.Path)) {
	switch {
	case v.IsNull():
	case mode == NestingSet:
		before := len(m.paths)
		for _, e := range v.Elems() {
			visit(e, at)
		}
		if len(m.paths) > before {
			m.paths = append(m.paths[:before], at)
		}
	case v.Kind() == values.Array:
		for i, e := range v.Elems() {
			visit(e, at.Child(plans.Index(i)))
		}
	case mode == NestingMap:
		for _, e := range v.Members() {
			visit(e.Value, at.Child(plans.Key(e.Name)))
		}
	default:
		visit(v, at)
	}
}

// FromStored returns the attributes from a state file, converted to the form of
// plans. Each object {"value": ..., "type": ...} that stands for a dynamic value is
// replaced by the value. If the state is flat, which means that it has only strings,
// they become bools and numbers where the schema says so. What needs no conversion
// is returned as it is.
func (b *Block) FromStored(stored values.Value, flat bool) values.Value {
	return converter{flat}.block(stored, b)
}

// Complete returns the attributes of an instance with a null for each member that
// the schema has and the object lacks, at any depth. Otherwise it changes nothing.
func (b *Block) Complete(v values.Value) values.Value {
	v = v.MapMembers(func(m values.Member) values.Value {
		if n := b.NestedBlock(m.Name); n != nil {
			return parts(m.Value, n.Nesting, n.Block.Complete)
		}
		return b.Attribute(m.Name).complete(m.Value)
	})
	names := make([]string, 0, len(b.Attributes)+len(b.Blocks))
	for i := range b.Attributes {
		names = append(names, b.Attributes[i].Name)
	}
	for i := range b.Blocks {
		names = append(names, b.Blocks[i].Name)
	}
	return withNulls(v, names)
}

func (a *Attribute) complete(v values.Value) values.Value {
	switch {
	case a == nil:
		return v
	case a.Nested == nil:
		return completeTyped(v, a.Type)
	}
	names := make([]string, len(a.Nested.Attributes))
	for i := range a.Nested.Attributes {
		names[i] = a.Nested.Attributes[i].Name
	}
	return parts(v, a.Nested.Nesting, func(v values.Value) values.Value {
		return withNulls(v.MapMembers(func(m values.Member) values.Value {
			return a.Nested.Attribute(m.Name).complete(m.Value)
		}), names)
	})
}

func completeTyped(v values.Value, t cty.Type) values.Value {
	switch {
	case v.Kind() < values.Array:
		return v
	case t.IsTupleType():
		types := t.TupleElementTypes()
		return v.MapElems(func(i int, e values.Value) values.Value {
			if i < len(types) {
				return completeTyped(e, types[i])
			}
			return e
		})
	case t.IsMapType():
		return v.MapMembers(func(m values.Member) values.Value { return completeTyped(m.Value, t.ElementType()) })
	case t.IsCollectionType():
		return v.MapElems(func(_ int, e values.Value) values.Value { return completeTyped(e, t.ElementType()) })
	case t.IsObjectType():
		types := t.AttributeTypes()
		v = v.MapMembers(func(m values.Member) values.Value {
			if t, ok := types[m.Name]; ok {
				return completeTyped(m.Value, t)
			}
			return m.Value
		})
		return withNulls(v, slices.Collect(maps.Keys(types)))
	}
	return v
}

// withNulls adds a null for each name that an object lacks.
func withNulls(v values.Value, names []string) values.Value {
	if v.Kind() != values.Object || !slices.ContainsFunc(names, func(name string) bool { return v.Get(name).Kind() == values.Absent }) {
		return v
	}
	members := make([]values.Member, 0, len(names))
	for _, m := range v.Members() {
		members = append(members, m)
	}
	for _, name := range names {
		if v.Get(name).Kind() == values.Absent {
			members = append(members, values.Member{Name: name, Value: values.NewNull()})
		}
	}
	return values.NewObject(members...)
}

// converter converts values from a state file.
type converter struct{ flat bool }

func (c converter) block(v values.Value, b *Block) values.Value {
	return v.MapMembers(func(m values.Member) values.Value {
		if n := b.NestedBlock(m.Name); n != nil {
			return parts(m.Value, n.Nesting, func(v values.Value) values.Value { return c.block(v, n.Block) })
		}
		return c.attribute(m.Value, b.Attribute(m.Name))
	})
}

func (c converter) attribute(v values.Value, a *Attribute) values.Value {
	switch {
	case a == nil:
		return v
	case a.Nested != nil:
		return parts(v, a.Nested.Nesting, func(v values.Value) values.Value {
			return v.MapMembers(func(m values.Member) values.Value { return c.attribute(m.Value, a.Nested.Attribute(m.Name)) })
		})
	}
	return c.typed(v, a.Type)
}

// parts converts the objects of a nested block or attribute.
func parts(v values.Value, mode NestingMode, object func(values.Value) values.Value) values.Value {
	switch {
	case v.Kind() == values.Array:
		return v.MapElems(func(_ int, e values.Value) values.Value { return object(e) })
	case mode == NestingMap:
		return v.MapMembers(func(m values.Member) values.Value { return object(m.Value) })
	}
	return object(v)
}

func (c converter) typed(v values.Value, t cty.Type) values.Value {
	switch {
	case v.IsNull() || !c.flat && !t.HasDynamicTypes():
	case t == cty.DynamicPseudoType:
		if v.Len() == 2 && v.Get("value").Kind() != values.Absent && v.Get("type").Kind() != values.Absent {
			return v.Get("value")
		}
	case t.IsPrimitiveType():
		return primitive(v, t)
	case t.IsTupleType():
		types := t.TupleElementTypes()
		return v.MapElems(func(i int, e values.Value) values.Value {
			if i < len(types) {
				return c.typed(e, types[i])
			}
			return e
		})
	case t.IsMapType():
		return v.MapMembers(func(m values.Member) values.Value { return c.typed(m.Value, t.ElementType()) })
	case c.flat && t.IsSetType() && t.ElementType().IsPrimitiveType():
		return primitiveSet(v, t.ElementType())
	case t.IsCollectionType():
		return v.MapElems(func(_ int, e values.Value) values.Value { return c.typed(e, t.ElementType()) })
	case t.IsObjectType():
		types := t.AttributeTypes()
		return v.MapMembers(func(m values.Member) values.Value {
			if t, ok := types[m.Name]; ok {
				return c.typed(m.Value, t)
			}
			return m.Value
		})
	}
	return v
}

// primitiveSet puts the elements of a flat set, which are in the order of their
// hashes, into the order of their values.
func primitiveSet(v values.Value, elem cty.Type) values.Value {
	if v.Kind() != values.Array {
		return v
	}
	elems := make([]values.Value, 0, v.Len())
	for _, e := range v.Elems() {
		elems = append(elems, e)
	}
	sorted.Stable(elems, func(a, b values.Value) int {
		x, err1 := strconv.ParseFloat(a.Text(), 64)
		y, err2 := strconv.ParseFloat(b.Text(), 64)
		if elem == cty.Number && err1 == nil && err2 == nil {
			return cmp.Compare(x, y)
		}
		return strings.Compare(a.Text(), b.Text())
	})
	for i, e := range elems {
		elems[i] = primitive(e, elem)
	}
	return values.NewArray(elems...)
}

// primitive converts a string of a flat state to the type that the schema has.
func primitive(v values.Value, t cty.Type) values.Value {
	if v.Kind() != values.String || t == cty.String {
		return v
	}
	text := v.Text()
	switch {
	case text == "":
		return values.NewNull()
	case t == cty.Bool && (text == "true" || text == "1"):
		return values.NewBool(true)
	case t == cty.Bool && (text == "false" || text == "0"):
		return values.NewBool(false)
	case t == cty.Number:
		if n := values.NewNumber(text); n.Kind() == values.Number {
			return n
		}
	}
	return v
}
