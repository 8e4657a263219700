package value

import "github.com/zclconf/go-cty/cty"

// PartBytes is how many bytes of text count as one part of a value.
const PartBytes = 64

// MaxSize is how large a value can be that an expression makes: the number of its parts, where [PartBytes] of
// text are one more. Parts that are there several times count each time, as they do for whoever walks over the value.
const MaxSize = 1 << 19

// TooLarge reports whether a value is larger than a limit, which is in the unit of [MaxSize].
func (v Value) TooLarge(limit int) bool {
	_, ok := room(v.v, limit)
	return !ok
}

// room returns what is left of a limit. It reports false if that is nothing.
func room(v cty.Value, left int) (int, bool) {
	left--
	if left < 0 || !v.IsKnown() || v.IsNull() {
		return left, left >= 0
	}
	if v.Type() == cty.String {
		left -= len(v.AsString()) / PartBytes
	}
	ok := eachPart(v, func(part cty.Value) (ok bool) {
		left, ok = room(part, left)
		return ok
	})
	return left, ok && left >= 0
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
