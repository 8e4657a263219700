package types

import (
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

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
// type and none, and for loose lists and maps. An int is a number, and a promise or an output
// what it is going to be.
func ToCty(t Type) cty.Type { return constraint(t).WithoutOptionalAttributesDeep() }

// constraint is ToCty with the optional attributes of objects, which only types have to which
// values are converted.
func constraint(t Type) cty.Type {
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
		return cty.List(constraint(t.Elem))
	case Set:
		return cty.Set(constraint(t.Elem))
	case Map:
		if t.Loose {
			break
		}
		return cty.Map(constraint(t.Elem))
	case Promise:
		return constraint(t.Elem)
	case Output:
		return constraint(t.Elem)
	case Tuple:
		elems := make([]cty.Type, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = constraint(e)
		}
		return cty.Tuple(elems)
	case Object:
		attrs := make(map[string]cty.Type, len(t.Attrs))
		var optional []string
		for name, a := range t.Attrs {
			attrs[name] = constraint(a.Type)
			if a.Optional {
				optional = append(optional, name)
			}
		}
		return cty.ObjectWithOptionalAttrs(attrs, optional)
	case Union:
		if rest := NonNull(t); !isUnion(rest) {
			return constraint(rest)
		}
	}
	return cty.DynamicPseudoType
}

// resultType is the type of go-cty that values of one of its types have when they have been
// converted: where a type is any, they keep theirs.
func resultType(from cty.Type, to Type) cty.Type {
	if v, err := convert.Convert(cty.UnknownVal(from), constraint(to)); err == nil {
		return v.Type()
	}
	return ToCty(to)
}

func isUnion(t Type) bool {
	_, ok := t.(Union)
	return ok
}
