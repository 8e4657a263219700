package types

// maxSize is how many parts a type can have. Those of providers have some thousands.
const maxSize = 100_000

// Bounded returns a type, or [Any] in the place of one that is too large to work with: locals that
// each contain the one before twice would have such types.
func Bounded(t Type) Type {
	if _, ok := room(t, maxSize); !ok {
		return Any
	}
	return t
}

// room returns what is left of a limit. It reports false if that is nothing.
func room(t Type, left int) (int, bool) {
	left--
	ok := left >= 0
	each := func(t Type) {
		if ok {
			left, ok = room(t, left)
		}
	}
	switch t := t.(type) {
	case List:
		each(t.Elem)
	case Set:
		each(t.Elem)
	case Map:
		each(t.Elem)
	case Promise:
		each(t.Elem)
	case Output:
		each(t.Elem)
	case Tuple:
		for _, e := range t.Elems {
			each(e)
		}
	case Object:
		for _, a := range t.Attrs {
			each(a.Type)
		}
	case Union:
		for _, m := range t.Members {
			each(m)
		}
	}
	return left, ok
}
