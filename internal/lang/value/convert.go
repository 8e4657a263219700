package value

import (
	"errors"
	"fmt"
	"strings"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

// Convert returns the value as one of a type, as HCL converts: safely or not. Null stays
// null. The error err is set if the value cannot be converted in any world, may if it cannot in some.
// Their texts do not contain values, but may contain keys and names of attributes.
func Convert(v Value, t cty.Type) (result Value, may, err error) {
	result, may, err = convertAny(v, t)
	if err != nil || !v.hasLoose() {
		return result, may, err
	}
	if t.IsListType() && v.IsUnordered() && result.v.IsKnown() {
		s, _ := result.Sequence()
		s.Unordered, s.Min = true, s.distinct()
		result = s.List(result.v.Type().ElementType()).DerivedFrom(v).WithCauses(v.anyLoose().causes()...)
	}
	result = result.LooseAs(v, t)
	return result, may, err
}

func convertAny(v Value, t cty.Type) (result Value, may, err error) {
	from := v.v.Type()
	if t == cty.DynamicPseudoType || from.Equals(t) {
		return v, nil, nil
	}
	if err := convertible(v.v, t); err != nil {
		return Value{}, nil, err
	}
	if v.HasChoices() {
		return convertChoices(v, func(c Value) (Value, error, error) { return Convert(c, t) })
	}
	if from.IsTupleType() && (t.IsListType() || t.IsSetType()) && v.v.IsKnown() && !v.v.IsNull() {
		if elem, ok := elementType(from, t.ElementType()); ok {
			return convertTuple(v, elem, t.IsSetType())
		}
	}
	if v.m == nil && v.IsWhollyKnown() {
		c, err := convert.Convert(v.v, t)
		if err != nil {
			return Value{}, nil, err
		}
		return Value{v: c}, nil, nil
	}
	if !v.v.IsKnown() {
		if v.m != nil && v.m.partial != nil && (t.IsListType() || t.IsSetType()) {
			return convertMembers(v, t)
		}
		return convertUnknown(v, t)
	}
	c, err := convert.Convert(v.v, t)
	if err != nil {
		if from.HasDynamicTypes() {
			// It depends on the types of parts that are not known yet.
			return convertLater(v, t), err, nil
		}
		return Value{}, nil, err
	}
	if c.IsNull() {
		return Derive(c, v), nil, nil
	}
	return convertParts(v, t, c)
}

// maxDigits is how many digits a number can have that is converted to a string, or a string that is converted to a
// number. The time that this takes is quadratic in their number.
const maxDigits = 10_000

// convertible returns an error for numbers that have too many digits.
func convertible(v cty.Value, t cty.Type) error {
	switch {
	case !v.IsKnown() || v.IsNull():
	case v.Type() == cty.Number && t == cty.String && digits(v) > maxDigits:
		return fmt.Errorf("a number with more than %d digits cannot be a string", maxDigits)
	case v.Type() == cty.String && t == cty.Number && len(v.AsString()) > maxDigits:
		return fmt.Errorf("a text with more than %d bytes cannot be a number", maxDigits)
	}
	return nil
}

// elementType returns the type of the elements of a list that is made of a tuple, if that can be said
// without looking for a type that the elements have in common. For that, go-cty takes a time that is
// quadratic in their number.
func elementType(tuple, elem cty.Type) (cty.Type, bool) {
	if elem == cty.DynamicPseudoType && tuple.Length() > 0 {
		elem = tuple.TupleElementType(0)
		for _, t := range tuple.TupleElementTypes() {
			if !t.Equals(elem) {
				return elem, false
			}
		}
	}
	return elem, !elem.HasDynamicTypes()
}

// convertTuple makes a list or a set of a tuple.
func convertTuple(v Value, elem cty.Type, set bool) (result Value, may, err error) {
	elems := v.Elems()
	for i, e := range elems {
		part, m, err := Convert(e, elem)
		if err != nil {
			return Value{}, nil, err
		}
		if may == nil {
			may = m
		}
		elems[i] = part
	}
	if set {
		result = Set(elem, elems)
	} else {
		result = List(elem, elems)
	}
	if v.IsSensitive() {
		result = result.WithSensitive()
	}
	return result, may, nil
}

// convertLater returns what is known of a value that is not null after a conversion that may
// fail.
func convertLater(v Value, t cty.Type) Value {
	if t.HasDynamicTypes() {
		t = cty.DynamicPseudoType
	}
	return Derive(cty.UnknownVal(t), v).NotNull()
}

// convertParts converts the parts of a value that is known, but perhaps not all of
// it. What cty makes of it is c.
func convertParts(v Value, t cty.Type, c cty.Value) (result Value, may, err error) {
	from := v.v.Type()
	convertAll := func(elems []Value, elem func(i int) cty.Type) []Value {
		all := make([]Value, len(elems))
		for i, e := range elems {
			part, m, err := Convert(e, elem(i))
			if err != nil { // cty has converted all of it
				part = Derive(cty.UnknownVal(elem(i)), e)
			}
			if may == nil {
				may = m
			}
			all[i] = part
		}
		return all
	}
	ct := c.Type()
	if !t.HasDynamicTypes() {
		// cty forgets to convert the elements of some unknown lists.
		ct = t
	}
	elementType := func(int) cty.Type { return ct.ElementType() }
	fromList, fromMap := from.IsListType() || from.IsTupleType(), from.IsMapType() || from.IsObjectType()
	switch {
	case ct.IsListType() && (fromList || from.IsSetType() && (v.v.LengthInt() < 2 || v.v.IsWhollyKnown())):
		result = List(ct.ElementType(), convertAll(v.Elems(), elementType))
	case ct.IsTupleType() && fromList:
		result = Tuple(convertAll(v.Elems(), ct.TupleElementType))
	case ct.IsSetType() && (fromList || from.IsSetType()):
		result = Set(ct.ElementType(), convertAll(v.Elems(), elementType))
	case ct.IsMapType() && fromMap:
		names, elems := v.Named()
		members := map[string]Value{}
		for i, e := range convertAll(elems, elementType) {
			members[names[i]] = e
		}
		result = Map(ct.ElementType(), members).withRest(v)
	case ct.IsObjectType() && fromMap:
		names, elems := v.Named()
		types := ct.AttributeTypes()
		attrs := map[string]Value{}
		for name, e := range c.AsValueMap() {
			attrs[name] = Value{v: e} // those that v does not have
		}
		for i, e := range elems {
			if at, ok := types[names[i]]; ok {
				attrs[names[i]] = convertAll([]Value{e}, func(int) cty.Type { return at })[0]
			}
		}
		result = Object(attrs).withRest(v)
	case ct.IsListType() && from.IsSetType():
		return convertMembers(v, ct)
	default:
		return Derive(c, v), nil, nil
	}
	if v.IsSensitive() {
		result = result.WithSensitive()
	}
	return result, may, nil
}

// Named returns the parts of a map or an object with their names.
func (v Value) Named() (names []string, elems []Value) {
	for it := v.v.ElementIterator(); it.Next(); {
		key, e := it.Element()
		name := key.AsString()
		names = append(names, name)
		elems = append(elems, v.part(e, v.m.member(name)))
	}
	return names, elems
}

var errMayNotConvert = errors.New("it may turn out to be a value that cannot be converted")

// convertUnknown converts an unknown value.
func convertUnknown(v Value, t cty.Type) (result Value, may, err error) {
	from := v.v.Type()
	if from == cty.DynamicPseudoType {
		return convertUntyped(v, t)
	}
	c, err := convert.Convert(v.v, t)
	if err != nil && from.HasDynamicTypes() {
		later := convertLater(v, t)
		if v.MayBeNull() {
			later = Derive(cty.UnknownVal(later.Type()), v)
		}
		return later, err, nil
	}
	switch {
	case err != nil && v.MayBeUntypedNull():
		return Derive(cty.NullVal(t), v), err, nil
	case err != nil:
		// All nulls with a type can be converted if their type can, so they are the same error.
		return Value{}, nil, err
	}
	if c.IsKnown() {
		return Derive(c, v), nil, nil
	}
	if !isSafe(from, c.Type()) {
		may = fmt.Errorf("%s is required", t.FriendlyName())
		if t == cty.Number && from == cty.String && !maybeNumber(v.prefix()) {
			if !v.MayBeNull() {
				return Value{}, nil, errors.New("a number is required")
			}
		}
	}
	t = c.Type()
	b := cty.UnknownVal(t).Refine()
	if !v.MayBeNull() {
		b = b.NotNull()
	}
	lo, hi, ok := v.Length()
	if ok && t.IsCollectionType() {
		if t.IsSetType() && !from.IsSetType() {
			lo = min(lo, 1)
		}
		b = b.CollectionLengthLowerBound(lo).CollectionLengthUpperBound(hi)
	}
	return Derive(b.NewValue(), v), may, nil
}

// isSafe reports whether each value of a type can be converted to another one. For go-cty, a list that becomes a set is not safe, because it loses
// its order.
func isSafe(from, to cty.Type) bool {
	if from.IsListType() && to.IsSetType() {
		return from.ElementType().Equals(to.ElementType()) || isSafe(from.ElementType(), to.ElementType())
	}
	return convert.GetConversion(from, to) != nil
}

// convertMembers converts a list, a tuple or a set that is not null to a list or a set, candidate by candidate.
func convertMembers(v Value, t cty.Type) (result Value, may, err error) {
	s, _ := v.Sequence()
	elem := t.ElementType()
	if elem.HasDynamicTypes() {
		if elem = s.common(); elem == cty.DynamicPseudoType {
			return Derive(cty.DynamicVal, v).NotNull(), errMayNotConvert, nil
		}
	}
	for i, c := range s.Candidates {
		e, m, err := Convert(c.Value, elem)
		if err != nil {
			if c.Certain {
				return Value{}, nil, err
			}
			e, m = Derive(cty.UnknownVal(elem), c.Value), err
		}
		if may == nil {
			may = m
		}
		s.Candidates[i].Value = e
	}
	if t.IsSetType() {
		if !v.v.Type().Equals(cty.Set(elem)) {
			s.Min = s.distinct()
		}
		result = s.Set(elem)
	} else {
		result = s.List(elem)
	}
	if v.IsSensitive() {
		result = result.WithSensitive()
	}
	return result.becauseOf(v), may, nil
}

// common returns the type of the elements of a list or set that is made of the candidates, of which one must be certain, or
// [cty.DynamicPseudoType] if that depends on what is unknown. What has a type in common with a string can only be a string.
func (s Sequence) common() cty.Type {
	if s.Min == 0 || len(s.Candidates) == 0 {
		return cty.DynamicPseudoType
	}
	t, text := s.Candidates[0].Value.v.Type(), false
	for _, c := range s.Candidates {
		of := c.Value.v.Type()
		text = text || c.Certain && of == cty.String
		if !of.Equals(t) || t.HasDynamicTypes() {
			t = cty.DynamicPseudoType
		}
	}
	if text {
		return cty.String
	}
	return t
}

// distinct returns how many elements there are at least in a set of the elements.
func (s Sequence) distinct() int {
	var certain []Value
	for _, c := range s.Candidates {
		if c.Certain {
			certain = append(certain, c.Value)
		}
	}
	return max(Distinct(certain), min(s.Min, 1))
}

// maybeNumber reports whether a text that starts with a prefix may be a number.
func maybeNumber(prefix string) bool {
	if prefix != "" && !strings.ContainsRune("0123456789+-.iI", rune(prefix[0])) {
		return false
	}
	for _, r := range prefix {
		switch {
		case r >= '0' && r <= '9', r == '+', r == '-', r == '.', r == '_':
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z':
		default:
			return false
		}
	}
	return true
}

// convertUntyped converts a value of unknown type.
func convertUntyped(v Value, t cty.Type) (result Value, may, err error) {
	if v.m != nil && v.m.partial != nil && (t.IsPrimitiveType() || t.IsMapType() || t.IsObjectType()) {
		return Value{}, nil, fmt.Errorf("%s is required", t.FriendlyName())
	}
	if t.HasDynamicTypes() {
		result = Derive(cty.DynamicVal, v)
	} else {
		result = Derive(cty.UnknownVal(t), v)
	}
	if !v.MayBeNull() {
		result = result.NotNull()
	}
	return result, fmt.Errorf("%s is required", t.FriendlyName()), nil
}
