package value

import "github.com/zclconf/go-cty/cty"

// PartBytes is how many bytes of text count as one part of a value.
const PartBytes = 64

// MaxSize is how large a value can be that an expression makes: the number of its parts, where [PartBytes] of
// text are one more. Parts that are there several times count each time, as they do for whoever walks over the value.
const MaxSize = 1 << 19

// TooLarge reports whether a value is larger than a limit, which is in the unit of [MaxSize].
func (v Value) TooLarge(limit int) bool { return v.Size(limit) > limit }

// Size returns how large a value is, in the unit of [MaxSize]. If it is larger than a limit, it is the limit and one.
func (v Value) Size(limit int) int {
	left, ok := room(v.v, limit)
	if ok {
		left -= v.m.partialSize()
	}
	if !ok || left < 0 {
		return limit + 1
	}
	return limit - left
}

// partialSize is how large the candidates in a value are, which may be elements of a list.
func (m *meta) partialSize() int {
	if m == nil || !m.hasPartial {
		return 0
	}
	n := 0
	if m.partial != nil {
		n = m.partial.size
	}
	for _, part := range m.members {
		n = min(n+part.partialSize(), MaxSize+1)
	}
	for _, part := range m.elems {
		n = min(n+part.partialSize(), MaxSize+1)
	}
	return n
}

// ConversionSteps is how much work it is to convert a value to a type beyond looking at its parts once: to find the type
// that the elements of a tuple have in common takes a time that is quadratic in their number, unless all have the same.
func ConversionSteps(v Value, to cty.Type) int {
	t := v.Type()
	if !t.IsTupleType() || !to.IsCollectionType() {
		return 0
	}
	if _, ok := elementType(t, to.ElementType()); ok {
		return 0
	}
	n := min(t.Length(), MaxSize)
	return n * n / 16
}

// room returns what is left of a limit. It reports false if that is nothing.
func room(v cty.Value, left int) (int, bool) {
	left--
	if left < 0 || !v.IsKnown() || v.IsNull() {
		return left, left >= 0
	}
	switch v.Type() {
	case cty.String:
		left -= len(v.AsString()) / PartBytes
	case cty.Number:
		left -= digits(v) / digitsPerPart
	}
	ok := eachPart(v, func(part cty.Value) (ok bool) {
		left, ok = room(part, left)
		return ok
	})
	return left, ok && left >= 0
}

// digitsPerPart is how many digits of a number count as a part. To write or read them takes longer than other text.
const digitsPerPart = 8

// digits is about how many digits a number has if it is written without an exponent, beyond those of usual numbers.
func digits(v cty.Value) int {
	f := v.AsBigFloat()
	if f.IsInf() {
		return 0
	}
	n := f.MantExp(nil)
	return max(0, max(n, -n)-precision) / 3
}

// whollyKnown reports whether a value and all of its parts are known. It takes less time than the method of the
// value.
func whollyKnown(v cty.Value) bool { return v.IsKnown() && (v.IsNull() || eachPart(v, whollyKnown)) }

// eachPart calls a function with the parts of a value that is known and not null, in no order that means anything,
// until it returns false. It reports whether it never did.
func eachPart(v cty.Value, f func(cty.Value) bool) bool {
	switch t := v.Type(); {
	case t.IsPrimitiveType():
	case t.IsObjectType():
		for name := range t.AttributeTypes() {
			if !f(v.GetAttr(name)) {
				return false
			}
		}
	case t.IsTupleType() || t.IsListType():
		for i := range v.LengthInt() { // an iterator makes a number for each index
			if !f(v.Index(number(i))) {
				return false
			}
		}
	case t.IsCollectionType():
		for it := v.ElementIterator(); it.Next(); {
			if _, e := it.Element(); !f(e) {
				return false
			}
		}
	}
	return true
}
