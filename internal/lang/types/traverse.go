package types

// Traversal is what a step into a value of a type results in.
type Traversal struct {
	// Type is the type of the result. If the step always fails, it is nil.
	Type Type
	// MayFail means that the step fails for some of the values: an index out of range,
	// a key that a map lacks, a member of a union that has no such attribute. Null
	// is not counted: see MayBeNull.
	MayFail bool
}

// Attribute is the step x.name for an x of type t: an attribute of an object, or an
// element of a map. A step into a union is a step into each of its members, and
// none has none as an attribute. What is in a promise or an output is a promise or an output.
func Attribute(t Type, name string) Traversal {
	return traverse(t, func(t Type) Traversal {
		switch t := t.(type) {
		case Object:
			if a, ok := t.Attrs[name]; ok {
				return Traversal{Type: a.Of()}
			}
		case Map:
			return Traversal{Type: t.Elem, MayFail: true}
		}
		return Traversal{}
	})
}

// HardlyNull reports whether the step x.name for an x of type t results in what is never null, or in an attribute that the provider fills in.
func HardlyNull(t Type, name string) bool {
	for _, m := range Members(NonNull(Resolve(t))) {
		switch m := m.(type) {
		case Object:
			if a, ok := m.Attrs[name]; ok && !a.Computed && MayBeNull(a.Of()) {
				return false
			}
		case Map:
			if MayBeNull(m.Elem) {
				return false
			}
		}
	}
	return true
}

// Element is the step x[i] for an x of type t and a constant i that counts from 0.
func Element(t Type, i int) Traversal {
	return traverse(t, func(t Type) Traversal {
		switch t := t.(type) {
		case Tuple:
			if i >= 0 && i < len(t.Elems) {
				return Traversal{Type: t.Elems[i]}
			}
		case List:
			if i >= 0 {
				return Traversal{Type: t.Elem, MayFail: true}
			}
		case Map:
			return Traversal{Type: t.Elem, MayFail: true}
		}
		return Traversal{}
	})
}

// Index is the step x[key] for an x of type t and a key of which only the type
// is known.
func Index(t, key Type) Traversal {
	toNumber := Conversion(NonNull(Resolve(key)), Number) != Never
	toString := Conversion(NonNull(Resolve(key)), String) != Never
	return traverse(t, func(t Type) Traversal {
		switch t := t.(type) {
		case List:
			if toNumber {
				return Traversal{Type: t.Elem, MayFail: true}
			}
		case Tuple:
			if toNumber && len(t.Elems) > 0 {
				return Traversal{Type: NewUnion(t.Elems...), MayFail: true}
			}
		case Map:
			if toString {
				return Traversal{Type: t.Elem, MayFail: true}
			}
		case Object:
			if toString && len(t.Attrs) > 0 {
				types := make([]Type, 0, len(t.Attrs))
				for _, name := range t.Names() {
					types = append(types, t.Attrs[name].Of())
				}
				return Traversal{Type: NewUnion(types...), MayFail: true}
			}
		}
		return Traversal{}
	})
}

// Iteration is the types of the keys and the elements that a for expression sees when
// it iterates over values of type t. If it always fails, Type is nil.
func Iteration(t Type) (key, elem Traversal) {
	t = WithoutEmpty(t)
	elem = traverse(t, func(t Type) Traversal {
		switch t := t.(type) {
		case List:
			return Traversal{Type: t.Elem}
		case Set:
			return Traversal{Type: t.Elem}
		case Map:
			return Traversal{Type: t.Elem}
		case Tuple:
			return Traversal{Type: common(t.Elems)}
		case Object:
			types := make([]Type, 0, len(t.Attrs))
			for _, name := range t.Names() {
				types = append(types, t.Attrs[name].Of())
			}
			return Traversal{Type: common(types)}
		}
		return Traversal{}
	})
	key = traverse(t, func(t Type) Traversal {
		switch t := t.(type) {
		case List, Tuple:
			return Traversal{Type: Int}
		case Map, Object:
			return Traversal{Type: String}
		case Set:
			return Traversal{Type: t.Elem}
		}
		return Traversal{}
	})
	return key, elem
}

// WithoutEmpty returns a type without the members that have no elements, unless it has
// no others. They add nothing to what an iteration sees: the elements of
// try(attrs.rules, []) are rules.
func WithoutEmpty(t Type) Type {
	u, ok := t.(Union)
	if !ok {
		return t
	}
	var rest []Type
	for _, m := range u.Members {
		switch m := m.(type) {
		case Tuple:
			if len(m.Elems) == 0 {
				continue
			}
		case Object:
			if len(m.Attrs) == 0 {
				continue
			}
		}
		rest = append(rest, m)
	}
	if len(rest) == 0 || len(rest) == 1 && rest[0] == None {
		return t
	}
	return NewUnion(rest...)
}

// common is the type of any of the parts of an empty or other tuple. Nothing is
// an element of an empty one, so that its type does not matter.
func common(types []Type) Type {
	if len(types) == 0 {
		return Any
	}
	return NewUnion(types...)
}

// traverse does a step for each member of a union and inside of promises and outputs.
func traverse(t Type, step func(Type) Traversal) Traversal {
	switch t := t.(type) {
	case Primitive:
		switch t {
		case Any:
			return Traversal{Type: Any, MayFail: true}
		case None:
			return Traversal{Type: None}
		}
	case Promise:
		return lift(traverse(t.Elem, step), Promised)
	case Output:
		return lift(traverse(t.Elem, step), AfterApply)
	case Union:
		var found []Type
		mayFail, null, when := false, false, Prompt
		for _, m := range t.Members {
			when = max(when, outermost(m))
			if m == None {
				null = true
				continue
			}
			r := traverse(m, step)
			mayFail = mayFail || r.MayFail || r.Type == nil
			if r.Type != nil {
				found = append(found, r.Type)
			}
		}
		if len(found) == 0 {
			return Traversal{}
		}
		if null {
			found = append(found, None)
		}
		// As long as a member is not known, neither is whether it is the one.
		return Traversal{Type: Lift(NewUnion(found...), when), MayFail: mayFail}
	}
	return step(t)
}

func lift(r Traversal, w When) Traversal {
	if r.Type != nil {
		r.Type = Lift(r.Type, w)
	}
	return r
}
