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
	t := v.Type()
	switch {
	case t == cty.String:
		left -= len(v.AsString()) / PartBytes
	case t.IsObjectType():
		for name := range t.AttributeTypes() {
			var ok bool
			if left, ok = room(v.GetAttr(name), left); !ok {
				return left, false
			}
		}
	case t.IsCollectionType() || t.IsTupleType():
		for it := v.ElementIterator(); it.Next(); {
			_, e := it.Element()
			var ok bool
			if left, ok = room(e, left); !ok {
				return left, false
			}
		}
	}
	return left, left >= 0
}
