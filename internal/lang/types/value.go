package types

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

// ConvertError is an error about a part of a value.
type ConvertError struct {
	// Path leads to the part: .name[0], or is empty.
	Path string
	// Want and Got are the types. Got may be a description: "null", "a fraction".
	Want, Got string
}

// Error says what is wrong, without any part of the value.
func (e *ConvertError) Error() string {
	text := e.Want + " required, but this is " + e.Got
	if e.Path != "" {
		text = e.Path + ": " + text
	}
	return text
}

// Convert converts a value to a type. Attributes of objects that are missing or null get their
// defaults, and whole numbers stay exact. Null is converted to every type, and unknown values
// to unknown ones. Of a union, the first member is chosen that has the value without a
// conversion, else the first to which it can be converted. The error is a *ConvertError.
func Convert(v cty.Value, to Type) (cty.Value, error) {
	return convertAt(v, to, "")
}

func convertAt(v cty.Value, to Type, path string) (cty.Value, error) {
	if v.IsNull() {
		return cty.NullVal(resultType(v.Type(), to)), nil
	}
	fail := func() (cty.Value, error) {
		return cty.NilVal, &ConvertError{path, to.String(), FromCty(v.Type()).String()}
	}
	switch to := to.(type) {
	case Promise:
		return convertAt(v, to.Elem, path)
	case Output:
		return convertAt(v, to.Elem, path)
	case Union:
		return convertToUnion(v, to, path)
	case Primitive:
		switch to {
		case Any:
			return v, nil
		case None:
			return fail()
		}
		r, err := convert.Convert(v, ToCty(to))
		if err != nil {
			return fail()
		}
		if to == Int && r.IsKnown() && !r.AsBigFloat().IsInt() {
			return cty.NilVal, &ConvertError{path, "a whole number", "a fraction"}
		}
		return r, nil
	case Object:
		return convertToObject(v, to, path)
	}
	if Conversion(FromCty(v.Type()), to) == Never {
		return fail()
	}
	if !v.IsKnown() {
		return convertUnknown(v, to), nil
	}
	switch to := to.(type) {
	case List:
		elems, err := convertElems(v, to.Elem, path)
		switch {
		case err != nil:
			return cty.NilVal, err
		case len(elems) == 0:
			return cty.ListValEmpty(resultType(v.Type(), to).ElementType()), nil
		case haveOneType(elems):
			return cty.ListVal(elems), nil
		}
		return unify(cty.TupleVal(elems), cty.List(cty.DynamicPseudoType), path)
	case Set:
		elems, err := convertElems(v, to.Elem, path)
		switch {
		case err != nil:
			return cty.NilVal, err
		case len(elems) == 0:
			return cty.SetValEmpty(resultType(v.Type(), to).ElementType()), nil
		case haveOneType(elems):
			return cty.SetVal(elems), nil
		}
		return unify(cty.TupleVal(elems), cty.Set(cty.DynamicPseudoType), path)
	case Map:
		return convertToMap(v, to, path)
	case Tuple:
		if v.LengthInt() != len(to.Elems) {
			return cty.NilVal, &ConvertError{path, to.String(), fmt.Sprintf("a list of %d elements", v.LengthInt())}
		}
		elems := make([]cty.Value, 0, len(to.Elems))
		for it := v.ElementIterator(); it.Next(); {
			_, e := it.Element()
			r, err := convertAt(e, to.Elems[len(elems)], path+"["+strconv.Itoa(len(elems))+"]")
			if err != nil {
				return cty.NilVal, err
			}
			elems = append(elems, r)
		}
		return cty.TupleVal(elems), nil
	}
	return fail()
}

// convertUnknown converts an unknown value whose type can be converted. What is
// known of it is kept if go-cty can do it.
func convertUnknown(v cty.Value, to Type) cty.Value {
	if r, err := convert.Convert(v, constraint(to)); err == nil {
		return r
	}
	t := ToCty(to)
	r := cty.UnknownVal(t)
	if t != cty.DynamicPseudoType && v.Range().DefinitelyNotNull() {
		r = r.RefineNotNull()
	}
	return r
}

func convertToUnion(v cty.Value, to Union, path string) (cty.Value, error) {
	own := OfValue(v)
	if !v.IsKnown() {
		own = FromCty(v.Type())
	}
	for _, m := range to.Members {
		if Assignable(m, own) {
			if r, err := convertAt(v, m, path); err == nil {
				return r, nil
			}
		}
	}
	possible := slices.DeleteFunc(slices.Clone(to.Members), func(m Type) bool { return m == None || Conversion(own, m) == Never })
	if len(possible) > 1 && !v.IsWhollyKnown() {
		return cty.DynamicVal, nil // which member it is depends on what is not known
	}
	var first error
	for _, m := range to.Members {
		if m == None {
			continue
		}
		r, err := convertAt(v, m, path)
		if err == nil {
			return r, nil
		}
		if first == nil {
			first = err
		}
	}
	if first != nil && !isUnion(NonNull(to)) {
		return cty.NilVal, first
	}
	return cty.NilVal, &ConvertError{path, to.String(), own.String()}
}

func convertElems(v cty.Value, elem Type, path string) ([]cty.Value, error) {
	elems := make([]cty.Value, 0, v.LengthInt())
	for it := v.ElementIterator(); it.Next(); {
		_, e := it.Element()
		r, err := convertAt(e, elem, path+"["+strconv.Itoa(len(elems))+"]")
		if err != nil {
			return nil, err
		}
		elems = append(elems, r)
	}
	return elems, nil
}

// haveOneType reports whether all parts of a collection have one type of go-cty, as they have unless the type of the elements
// is any or a union.
func haveOneType(parts []cty.Value) bool {
	for _, p := range parts {
		if !p.Type().Equals(parts[0].Type()) {
			return false
		}
	}
	return true
}

// unify makes a collection of the parts of a tuple or an object, which have several types, if go-cty finds one that all of them can
// be converted to.
func unify(parts cty.Value, collection cty.Type, path string) (cty.Value, error) {
	v, err := convert.Convert(parts, collection)
	if err != nil {
		return cty.NilVal, &ConvertError{path, "a single type for all elements", "a list of several types"}
	}
	return v, nil
}

func convertToMap(v cty.Value, to Map, path string) (cty.Value, error) {
	if v.LengthInt() == 0 {
		return cty.MapValEmpty(resultType(v.Type(), to).ElementType()), nil
	}
	var names []string
	var elems []cty.Value
	for it := v.ElementIterator(); it.Next(); {
		key, e := it.Element()
		r, err := convertAt(e, to.Elem, path+"["+strconv.Quote(key.AsString())+"]")
		if err != nil {
			return cty.NilVal, err
		}
		names, elems = append(names, key.AsString()), append(elems, r)
	}
	members := make(map[string]cty.Value, len(elems))
	for i, name := range names {
		members[name] = elems[i]
	}
	if haveOneType(elems) {
		return cty.MapVal(members), nil
	}
	return unify(cty.ObjectVal(members), cty.Map(cty.DynamicPseudoType), path)
}

func convertToObject(v cty.Value, to Object, path string) (cty.Value, error) {
	t := v.Type()
	if Conversion(FromCty(t), to) == Never {
		return cty.NilVal, objectMismatch(t, to, path)
	}
	if !v.IsKnown() {
		return convertUnknown(v, to), nil
	}
	if !t.IsObjectType() && !t.IsMapType() {
		return cty.NilVal, objectMismatch(t, to, path)
	}
	attrs := make(map[string]cty.Value, len(to.Attrs))
	for _, name := range to.Names() {
		a := to.Attrs[name]
		e, ok := member(v, name)
		if !ok && !a.Optional {
			return cty.NilVal, &ConvertError{path, "the attribute " + strconv.Quote(name), "an object without it"}
		}
		if !ok || a.Default != cty.NilVal && e.IsNull() {
			e = a.Default
			if e == cty.NilVal {
				e = cty.NullVal(ToCty(a.Type))
			}
		}
		r, err := convertAt(e, a.Type, path+"."+name)
		if err != nil {
			return cty.NilVal, err
		}
		attrs[name] = r
	}
	return cty.ObjectVal(attrs), nil
}

func member(v cty.Value, name string) (cty.Value, bool) {
	if v.Type().IsObjectType() {
		if !v.Type().HasAttribute(name) {
			return cty.NilVal, false
		}
		return v.GetAttr(name), true
	}
	key := cty.StringVal(name)
	if !v.HasIndex(key).True() {
		return cty.NilVal, false
	}
	return v.Index(key), true
}

// objectMismatch says which attribute makes a conversion impossible.
func objectMismatch(t cty.Type, to Object, path string) error {
	if t.IsObjectType() {
		for _, name := range to.Names() {
			a := to.Attrs[name]
			if !t.HasAttribute(name) {
				if !a.Optional {
					return &ConvertError{path, "the attribute " + strconv.Quote(name), "an object without it"}
				}
				continue
			}
			if from := FromCty(t.AttributeType(name)); Conversion(from, Optional(a.Type)) == Never {
				return &ConvertError{path + "." + name, a.Type.String(), from.String()}
			}
		}
	}
	return &ConvertError{path, to.String(), FromCty(t).String()}
}
