package types

import (
	"maps"
	"slices"
)

// Overlap reports whether a value of one type can be equal to a value of the
// other, as == compares them: without conversions, so that a list is never equal to
// a tuple, but null is equal to null.
func Overlap(a, b Type) bool {
	if a == Any || b == Any {
		return true
	}
	if _, ok := b.(Union); ok {
		a, b = b, a
	}
	switch a := a.(type) {
	case Promise:
		return Overlap(a.Elem, b)
	case Output:
		return Overlap(a.Elem, b)
	case Union:
		return slices.ContainsFunc(a.Members, func(m Type) bool { return Overlap(m, b) })
	}
	switch b.(type) {
	case Promise, Output:
		return Overlap(b, a)
	}
	switch a := a.(type) {
	case Primitive:
		return a == b || a == Number && b == Int || a == Int && b == Number
	case List:
		return overlapList(a, b)
	case Set:
		_, ok := b.(Set)
		return ok
	case Map:
		return overlapMap(a, b)
	case Tuple:
		switch b := b.(type) {
		case Tuple:
			return slices.EqualFunc(a.Elems, b.Elems, overlapParts)
		case List:
			return overlapList(b, a)
		}
	case Object:
		switch b := b.(type) {
		case Object:
			return maps.EqualFunc(a.Attrs, b.Attrs, func(x, y Attr) bool { return overlapParts(x.Type, y.Type) })
		case Map:
			return overlapMap(b, a)
		}
	}
	return false
}

// overlapParts is Overlap for parts of values, any of which may be null.
func overlapParts(a, b Type) bool { return Overlap(orNull(a), orNull(b)) }

func overlapList(a List, b Type) bool {
	switch b.(type) {
	case List:
		return true
	case Tuple:
		return a.Loose
	}
	return false
}

func overlapMap(a Map, b Type) bool {
	switch b.(type) {
	case Map:
		return true
	case Object:
		return a.Loose
	}
	return false
}
