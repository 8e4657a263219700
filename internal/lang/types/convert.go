package types

import (
	"maps"
	"slices"
)

// safety says whether values of a type can be converted to another type.
type safety uint8

// The safeties, in order.
const (
	// Never means that no value can be converted.
	Never safety = iota
	// Unsafe means that it depends on the value.
	Unsafe
	// Safe means that every value can be converted, and that nothing is lost but what the type
	// does not have: the order of a list is lost in a set.
	Safe
)

// String returns the name of the safety.
func (s safety) String() string { return [...]string{"never", "unsafe", "safe"}[s] }

// Assignable reports whether every value of type from is a value of type to as it
// is, without a conversion.
func Assignable(to, from Type) bool {
	if to == Any || Equal(to, from) {
		return true
	}
	if u, ok := from.(Union); ok {
		return !slices.ContainsFunc(u.Members, func(m Type) bool { return !Assignable(to, m) })
	}
	switch to := to.(type) {
	case Primitive:
		return to == Number && from == Int
	case List:
		from, ok := from.(List)
		return ok && to.Loose == from.Loose && Assignable(to.Elem, from.Elem)
	case Set:
		from, ok := from.(Set)
		return ok && Assignable(to.Elem, from.Elem)
	case Map:
		from, ok := from.(Map)
		return ok && to.Loose == from.Loose && Assignable(to.Elem, from.Elem)
	case Tuple:
		from, ok := from.(Tuple)
		return ok && slices.EqualFunc(to.Elems, from.Elems, Assignable)
	case Object:
		from, ok := from.(Object)
		return ok && maps.EqualFunc(to.Attrs, from.Attrs, func(a, b Attr) bool { return Assignable(a.Of(), b.Of()) })
	case Union:
		return slices.ContainsFunc(to.Members, func(m Type) bool { return Assignable(m, from) })
	case Promise:
		if p, ok := from.(Promise); ok {
			return Assignable(to.Elem, p.Elem)
		}
		return Assignable(to.Elem, from)
	case Output:
		switch from := from.(type) {
		case Output:
			return Assignable(to.Elem, from.Elem)
		case Promise:
			return Assignable(to.Elem, from.Elem)
		}
		return Assignable(to.Elem, from)
	}
	return false
}

// Conversion returns whether values of type from can be converted to type to.
//
// Null can be converted to none only, and so to the unions that have it. A promise can be
// converted to a promise or an output only, and an output to an output.
func Conversion(from, to Type) safety {
	if Assignable(to, from) {
		return Safe
	}
	if from == Any {
		return Unsafe
	}
	if u, ok := from.(Union); ok {
		return each(u.Members, func(m Type) safety { return Conversion(m, to) })
	}
	switch to := to.(type) {
	case Primitive:
		return toPrimitive(from, to)
	case Union:
		best := Never
		for _, m := range to.Members {
			best = max(best, Conversion(from, m))
		}
		return best
	case Promise:
		switch from := from.(type) {
		case Promise:
			return Conversion(from.Elem, to.Elem)
		case Output:
			return Never
		}
		return Conversion(from, to.Elem)
	case Output:
		switch from := from.(type) {
		case Promise:
			return Conversion(from.Elem, to.Elem)
		case Output:
			return Conversion(from.Elem, to.Elem)
		}
		return Conversion(from, to.Elem)
	case List:
		return toSequence(from, to.Elem)
	case Set:
		if l, ok := from.(List); ok && !l.Loose {
			return min(Unsafe, toSequence(from, to.Elem))
		}
		return toSequence(from, to.Elem)
	case Tuple:
		return toTuple(from, to)
	case Map:
		switch from := from.(type) {
		case Map:
			return elements(from.Elem, to.Elem)
		case Object:
			return all(from.Names(), func(name string) safety { return Conversion(from.Attrs[name].Of(), orNull(to.Elem)) })
		}
	case Object:
		return toObject(from, to)
	}
	return Never
}

// orNull is the type of a part of a value: unlike a value that stands alone, a part that is null
// may stay so, whatever its type.
func orNull(t Type) Type { return Optional(t) }

// elements is the safety of converting each element of a collection. An empty
// collection can always be converted, if only the types agree in what they are.
func elements(from, to Type) safety { return Conversion(from, orNull(to)) }

func toPrimitive(from Type, to Primitive) safety {
	p, ok := from.(Primitive)
	if !ok {
		return Never
	}
	switch {
	case to == String && (p == Bool || p == Number || p == Int):
		return Safe
	case p == String && (to == Bool || to == Number || to == Int), p == Number && to == Int:
		return Unsafe
	}
	return Never
}

func toSequence(from, elem Type) safety {
	switch from := from.(type) {
	case List:
		return elements(from.Elem, elem)
	case Set:
		return elements(from.Elem, elem)
	case Tuple:
		return all(from.Elems, func(t Type) safety { return Conversion(t, orNull(elem)) })
	}
	return Never
}

func toTuple(from Type, to Tuple) safety {
	tuple, ok := from.(Tuple)
	if !ok || len(tuple.Elems) != len(to.Elems) {
		return Never
	}
	worst := Safe
	for i := range to.Elems {
		worst = min(worst, Conversion(tuple.Elems[i], orNull(to.Elems[i])))
	}
	return worst
}

func toObject(from Type, to Object) safety {
	switch from := from.(type) {
	case Object:
		return all(to.Names(), func(name string) safety {
			a, ok := from.Attrs[name]
			if !ok {
				if to.Attrs[name].Optional {
					return Safe
				}
				return Never
			}
			return Conversion(a.Of(), orNull(to.Attrs[name].Type))
		})
	case Map:
		return min(Unsafe, all(to.Names(), func(name string) safety {
			if to.Attrs[name].Optional {
				return max(Unsafe, Conversion(from.Elem, orNull(to.Attrs[name].Type)))
			}
			return Conversion(from.Elem, orNull(to.Attrs[name].Type))
		}))
	}
	return Never
}

// all is the worst of the safeties of some parts, all of which have to be converted.
func all[T any](parts []T, of func(T) safety) safety {
	worst := Safe
	for _, p := range parts {
		worst = min(worst, of(p))
	}
	return worst
}

// each is the safety of converting a value that is one of several types.
func each(types []Type, of func(Type) safety) safety {
	best, worst := Never, Safe
	for _, t := range types {
		s := of(t)
		best, worst = max(best, s), min(worst, s)
	}
	if best == Never {
		return Never
	}
	if worst == Safe {
		return Safe
	}
	return Unsafe
}
