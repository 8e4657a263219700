package types

import "github.com/zclconf/go-cty/cty"

// FromCty returns the type of the values of a type of go-cty. Capsule types are Any.
func FromCty(t cty.Type) Type {
	switch {
	case t == cty.Bool:
		return Bool
	case t == cty.Number:
		return Number
	case t == cty.String:
		return String
	case t.IsListType():
		return List{Elem: FromCty(t.ElementType())}
	case t.IsSetType():
		return Set{FromCty(t.ElementType())}
	case t.IsMapType():
		return Map{Elem: FromCty(t.ElementType())}
	case t.IsTupleType():
		elems := make([]Type, t.Length())
		for i, e := range t.TupleElementTypes() {
			elems[i] = FromCty(e)
		}
		return Tuple{elems}
	case t.IsObjectType():
		attrs := make(map[string]Attr, len(t.AttributeTypes()))
		for name, a := range t.AttributeTypes() {
			attrs[name] = Attr{Type: FromCty(a), Optional: t.AttributeOptional(name)}
		}
		return Object{attrs}
	}
	return Any
}

// OfValue returns the type of a value of go-cty as exactly as the value shows it: null is none, whole
// numbers are int, and the parts of tuples and objects have types of their own.
// The parts of collections have the type of the collection.
func OfValue(v cty.Value) Type {
	t := v.Type()
	switch {
	case !v.IsKnown():
		if v.Range().DefinitelyNotNull() {
			return FromCty(t)
		}
		return Optional(FromCty(t))
	case v.IsNull():
		return None
	case t == cty.Number:
		if v.AsBigFloat().IsInt() {
			return Int
		}
	case t.IsTupleType():
		elems := make([]Type, 0, t.Length())
		for it := v.ElementIterator(); it.Next(); {
			_, e := it.Element()
			elems = append(elems, OfValue(e))
		}
		return Tuple{elems}
	case t.IsObjectType():
		attrs := make(map[string]Attr, len(t.AttributeTypes()))
		for name := range t.AttributeTypes() {
			attrs[name] = Attr{Type: OfValue(v.GetAttr(name))}
		}
		return Object{attrs}
	}
	return FromCty(t)
}

// ToCty returns the type of go-cty that values of a type have. It is
// [cty.DynamicPseudoType] for any, none and unions, except for the union of one
// type and none. An int is a number, and a promise or an output what it is going to be.
func ToCty(t Type) cty.Type {
	switch t := t.(type) {
	case Primitive:
		switch t {
		case Bool:
			return cty.Bool
		case Number, Int:
			return cty.Number
		case String:
			return cty.String
		}
	case List:
		if t.Loose {
			break
		}
		return cty.List(ToCty(t.Elem))
	case Set:
		return cty.Set(ToCty(t.Elem))
	case Map:
		if t.Loose {
			break
		}
		return cty.Map(ToCty(t.Elem))
	case Promise:
		return ToCty(t.Elem)
	case Output:
		return ToCty(t.Elem)
	case Tuple:
		elems := make([]cty.Type, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = ToCty(e)
		}
		return cty.Tuple(elems)
	case Object:
		attrs := make(map[string]cty.Type, len(t.Attrs))
		for name, a := range t.Attrs {
			attrs[name] = ToCty(a.Type)
		}
		return cty.Object(attrs)
	case Union:
		if rest := NonNull(t); !isUnion(rest) {
			return ToCty(rest)
		}
	}
	return cty.DynamicPseudoType
}

func isUnion(t Type) bool {
	_, ok := t.(Union)
	return ok
}
