package types

import (
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

// Unify returns the type to which values of both types can be converted, as the
// results of a conditional are. It reports false if there is none; for some
// values it may still fail.
//
// Any unifies with everything to Any, and none with a type to what is optional. Primitive
// types other than equal ones unify to string, int and number to number.
func Unify(a, b Type) (Type, bool) {
	if Equal(a, b) {
		return a, true
	}
	if t, ok, done := unifyEventual(a, b); done {
		return t, ok
	}
	if a == Any || b == Any {
		return Lift(Any, max(Eventual(a), Eventual(b))), true
	}
	if a == None || b == None {
		return NewUnion(a, b), true
	}
	if u, ok := a.(Union); ok {
		if v, ok := b.(Union); ok {
			return NewUnion(u, v), true
		}
		return unifyUnion(u, b)
	}
	if u, ok := b.(Union); ok {
		return unifyUnion(u, a)
	}
	if !sameKind(a, b) {
		if t, ok, done := asInCty(a, b); done {
			return t, ok
		}
	}
	return unifyKinds(a, b)
}

// unifyKinds unifies types, none of which is a union or Any, by what they are made of.
func unifyKinds(a, b Type) (Type, bool) {
	switch a := a.(type) {
	case Primitive:
		if b, ok := b.(Primitive); ok {
			if a == String || b == String {
				return String, true
			}
			if a != Bool && b != Bool {
				return Number, true
			}
		}
	case List:
		switch b := b.(type) {
		case List:
			return unifyElem(a.Elem, b.Elem, func(t Type) Type { return List{t, a.Loose && b.Loose} })
		case Set:
			return unifyElem(a.Elem, b.Elem, a.withSet)
		case Tuple:
			return unifySequence(a.Elem, b.Elems, func(t Type) Type { return List{t, a.Loose} })
		}
	case Set:
		switch b := b.(type) {
		case Set:
			return unifyElem(a.Elem, b.Elem, func(t Type) Type { return Set{t} })
		case List:
			return unifyElem(a.Elem, b.Elem, b.withSet)
		case Tuple:
			return unifySequence(a.Elem, b.Elems, func(t Type) Type { return Set{t} })
		}
	case Map:
		switch b := b.(type) {
		case Map:
			return unifyElem(a.Elem, b.Elem, func(t Type) Type { return Map{t, a.Loose && b.Loose} })
		case Object:
			return unifySequence(a.Elem, b.types(), func(t Type) Type { return Map{t, a.Loose} })
		}
	case Tuple:
		switch b := b.(type) {
		case Tuple:
			return unifyTuples(a, b)
		case List, Set:
			return Unify(b, a)
		}
	case Object:
		switch b := b.(type) {
		case Object:
			return unifyObjects(a, b)
		case Map:
			return Unify(b, a)
		}
	}
	return nil, false
}

// withSet returns the type to which a list and a set are unified: a list, but a set if the list is a
// tuple.
func (t List) withSet(elem Type) Type {
	if t.Loose {
		return NewUnion(List{Elem: elem}, Set{elem})
	}
	return List{Elem: elem}
}

// UnifyAll unifies any number of types. Of no types it is Any.
func UnifyAll(types ...Type) (Type, bool) {
	if len(types) == 0 {
		return Any, true
	}
	t, rest := types[0], types[1:]
	for len(rest) > 0 {
		// What does not unify now may do so later: bool and number do not, but bool, string and
		// number do.
		var left []Type
		for _, u := range rest {
			if v, ok := Unify(t, u); ok {
				t = v
			} else {
				left = append(left, u)
			}
		}
		if len(left) == len(rest) {
			return nil, false
		}
		rest = left
	}
	return t, true
}

// asInCty unifies types of different kinds as go-cty does, which prefers one of the two types to
// what both have in common. It reports false if not all parts are known exactly; their
// values are going to be unified only when they are there.
func asInCty(a, b Type) (t Type, ok, done bool) {
	if !plain(a) || !plain(b) {
		return nil, false, false
	}
	unified, _ := convert.UnifyUnsafe([]cty.Type{ToCty(a), ToCty(b)})
	if unified == cty.NilType {
		return nil, false, true
	}
	return FromCty(unified), true, true
}

// plain reports whether a type is one of go-cty, where int is a number.
func plain(t Type) bool { return whole(t, func(Type) bool { return false }) }

// Exact reports whether all values of a type have the same type in go-cty, those that are null
// or have null in them included.
func Exact(t Type) bool {
	return whole(t, func(t Type) bool {
		rest := NonNull(t)
		return !isUnion(rest) && rest != None && Exact(rest)
	})
}

// whole reports whether a type and all of its parts are types of go-cty, or unions that are good
// enough.
func whole(t Type, union func(Type) bool) bool {
	switch t := t.(type) {
	case Primitive:
		return t != Any && t != None
	case List:
		return !t.Loose && whole(t.Elem, union)
	case Set:
		return whole(t.Elem, union)
	case Map:
		return !t.Loose && whole(t.Elem, union)
	case Tuple:
		for _, e := range t.Elems {
			if !whole(e, union) {
				return false
			}
		}
		return true
	case Object:
		for _, a := range t.Attrs {
			if a.Optional || !whole(a.Type, union) {
				return false
			}
		}
		return true
	case Union:
		return union(t)
	}
	return false
}

// sameKind reports whether two types differ only in their parts.
func sameKind(a, b Type) bool {
	switch a := a.(type) {
	case Primitive:
		_, ok := b.(Primitive)
		return ok
	case List:
		_, ok := b.(List)
		return ok
	case Set:
		_, ok := b.(Set)
		return ok
	case Map:
		_, ok := b.(Map)
		return ok
	case Tuple:
		b, ok := b.(Tuple)
		return ok && len(a.Elems) == len(b.Elems)
	case Object:
		b, ok := b.(Object)
		return ok && a.sameNames(b)
	}
	return false
}

func (t Object) sameNames(u Object) bool {
	for name := range t.Attrs {
		if _, ok := u.Attrs[name]; !ok {
			return false
		}
	}
	return len(t.Attrs) == len(u.Attrs)
}

// unifyEventual unifies types of which at least one is a promise or an output.
func unifyEventual(a, b Type) (t Type, ok, done bool) {
	w := max(outermost(a), outermost(b))
	if w == Prompt {
		return nil, false, false
	}
	t, ok = Unify(inside(a), inside(b))
	if !ok {
		return nil, false, true
	}
	return Lift(t, w), true, true
}

func outermost(t Type) When {
	switch t.(type) {
	case Promise:
		return Promised
	case Output:
		return AfterApply
	}
	return Prompt
}

func inside(t Type) Type {
	switch t := t.(type) {
	case Promise:
		return t.Elem
	case Output:
		return t.Elem
	}
	return t
}

// unifyUnion unifies a union with another type, member by member. Members that
// do not unify are left out, as a value of theirs fails.
func unifyUnion(u Union, t Type) (Type, bool) {
	var unified []Type
	found := false
	for _, m := range u.Members {
		if r, ok := Unify(m, t); ok {
			unified = append(unified, r)
			found = found || m != None
		}
	}
	if !found {
		return nil, false
	}
	return NewUnion(unified...), true
}

func unifyElem(a, b Type, of func(Type) Type) (Type, bool) {
	t, ok := Unify(a, b)
	if !ok {
		return nil, false
	}
	return of(t), true
}

func unifySequence(elem Type, more []Type, of func(Type) Type) (Type, bool) {
	t, ok := UnifyAll(append([]Type{elem}, more...)...)
	if !ok {
		return nil, false
	}
	return of(t), true
}

func unifyTuples(a, b Tuple) (Type, bool) {
	if len(a.Elems) == len(b.Elems) {
		elems := make([]Type, len(a.Elems))
		for i := range a.Elems {
			t, ok := Unify(a.Elems[i], b.Elems[i])
			if !ok {
				return nil, false
			}
			elems[i] = t
		}
		return Tuple{elems}, true
	}
	t, ok := UnifyAll(append(append([]Type(nil), a.Elems...), b.Elems...)...)
	if !ok {
		return nil, false
	}
	return List{Elem: t}, true
}

func unifyObjects(a, b Object) (Type, bool) {
	if !a.sameNames(b) {
		t, ok := UnifyAll(append(a.types(), b.types()...)...)
		if !ok {
			return nil, false
		}
		return Map{Elem: t}, true
	}
	attrs := make(map[string]Attr, len(a.Attrs))
	for name := range a.Attrs {
		t, ok := Unify(a.Attrs[name].Of(), b.Attrs[name].Of())
		if !ok {
			return nil, false
		}
		attrs[name] = Attr{Type: t}
	}
	return Object{attrs}, true
}

func (t Object) types() []Type {
	types := make([]Type, 0, len(t.Attrs))
	for _, name := range t.Names() {
		types = append(types, t.Attrs[name].Of())
	}
	return types
}
