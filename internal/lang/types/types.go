// Package types has the static types of the language over plans: what an
// expression can be, known before any value of a plan is read.
//
// The types are those of HCL, and int, union, none, promise and output, as the
// documentation of the language defines them.
package types

import (
	"maps"
	"slices"

	"github.com/zclconf/go-cty/cty"
)

// Type is one of the types below. Types are immutable; compare them with Equal.
type Type interface {
	// String returns the type as a type expression: list(string).
	String() string
	isType()
}

// Primitive is a type without parts.
type Primitive uint8

// The primitive types. Any is the type of an expression of which nothing is
// known: every value has it. None is the type of null.
const (
	Any Primitive = iota
	Bool
	Number
	Int
	String
	None
)

// The types with parts.
type (
	// List is a list of elements of one type. A loose one may also be a tuple of any number
	// of elements, as a for expression makes it.
	List struct {
		Elem  Type
		Loose bool
	}
	// Set is a set of elements of one type.
	Set struct{ Elem Type }
	// Map is a map from strings to elements of one type. A loose one may also be an object
	// with any attributes, as a for expression makes it.
	Map struct {
		Elem  Type
		Loose bool
	}
	// Tuple is a sequence with a type for each element.
	Tuple struct{ Elems []Type }
	// Object has a type for each attribute.
	Object struct {
		Attrs map[string]Attr
	}
	// Union is any of its members. It has at least two members, none of which is a
	// union or equal to another one: make it with NewUnion.
	Union struct{ Members []Type }
	// Promise is a value that will be known later, such as a data source that is
	// read while the plan is applied.
	Promise struct{ Elem Type }
	// Output is a value that may be known only after the plan has been applied.
	Output struct{ Elem Type }
)

// Attr is an attribute of an object type.
type Attr struct {
	Type Type
	// Optional attributes may be missing in a value that is converted to the type.
	Optional bool
	// Default is what a missing or null attribute gets, or cty.NilVal.
	Default cty.Value
	// Words are the strings that can be in the attribute, if all of them are known. They make no other type.
	Words *Words
	// Computed attributes are hardly ever null, although the type says that they may be: the provider fills them in. They make no other type.
	Computed bool
}

// Words are all strings that something can be or, if it is a list, that its elements can be.
type Words struct {
	All []string
	// Meant returns the word that stands for another one, which people may expect there, or an empty one. It is
	// one of All, or Instead says what to write, as a whole sentence. Meant may be nil.
	Meant   func(word string) string
	Instead map[string]string
	// Synonyms are words that stand for one of All: a comparison with such a word is one with that.
	Synonyms map[string]string
	// Narrow are words with which a comparison finds less than people mean, with what to write instead, as whole sentences. %s in them stands
	// for the object that has the attribute, with a dot. A comparison with one of Wide in the same expression shows that this is meant.
	Narrow map[string]string
	Wide   []string
}

func (Primitive) isType() {}
func (List) isType()      {}
func (Set) isType()       {}
func (Map) isType()       {}
func (Tuple) isType()     {}
func (Object) isType()    {}
func (Union) isType()     {}
func (Promise) isType()   {}
func (Output) isType()    {}

// Of returns the type that the values of the attribute have: if it can be
// missing and has no default, it may be null.
func (a Attr) Of() Type {
	if a.Optional && (a.Default == cty.NilVal || a.Default.IsNull()) {
		return Optional(a.Type)
	}
	return a.Type
}

// Equal reports whether two types are the same. The order of the members of a union does not
// matter.
func Equal(a, b Type) bool {
	switch a := a.(type) {
	case Primitive:
		return a == b
	case List:
		b, ok := b.(List)
		return ok && a.Loose == b.Loose && Equal(a.Elem, b.Elem)
	case Set:
		b, ok := b.(Set)
		return ok && Equal(a.Elem, b.Elem)
	case Map:
		b, ok := b.(Map)
		return ok && a.Loose == b.Loose && Equal(a.Elem, b.Elem)
	case Promise:
		b, ok := b.(Promise)
		return ok && Equal(a.Elem, b.Elem)
	case Output:
		b, ok := b.(Output)
		return ok && Equal(a.Elem, b.Elem)
	case Tuple:
		b, ok := b.(Tuple)
		return ok && slices.EqualFunc(a.Elems, b.Elems, Equal)
	case Object:
		b, ok := b.(Object)
		return ok && maps.EqualFunc(a.Attrs, b.Attrs, func(x, y Attr) bool {
			return x.Optional == y.Optional && sameDefault(x.Default, y.Default) && Equal(x.Type, y.Type)
		})
	case Union:
		b, ok := b.(Union)
		return ok && len(a.Members) == len(b.Members) && !slices.ContainsFunc(a.Members, func(m Type) bool { return !has(b.Members, m) })
	}
	return false
}

func sameDefault(a, b cty.Value) bool {
	if a == cty.NilVal || b == cty.NilVal {
		return a == b
	}
	return a.RawEquals(b)
}

func has(list []Type, t Type) bool {
	for _, m := range list {
		if Equal(m, t) {
			return true
		}
	}
	return false
}

// NewUnion returns the type of values that have one of the types: a union
// without duplicates and without unions in it, in the given order but with none last, or
// the only type if one remains. Any absorbs all others, except that what is known later stays
// so, and number absorbs int. Without types it is none.
func NewUnion(types ...Type) Type {
	var members []Type
	none := false
	var add func(Type) bool
	add = func(t Type) bool {
		switch t := t.(type) {
		case Primitive:
			if t == Any {
				return false
			}
			if t == None {
				none = true
				return true
			}
		case Union:
			for _, m := range t.Members {
				if !add(m) {
					return false
				}
			}
			return true
		}
		if !has(members, t) {
			members = append(members, t)
		}
		return true
	}
	for _, t := range types {
		if !add(t) {
			return Lift(Any, latest(types))
		}
	}
	if has(members, Number) {
		kept := members[:0]
		for _, m := range members {
			if m != Int {
				kept = append(kept, m)
			}
		}
		members = kept
	}
	if none {
		members = append(members, None)
	}
	switch len(members) {
	case 0:
		return None
	case 1:
		return members[0]
	}
	return Union{Members: members}
}

// Optional returns the type of values that have type t or are null.
func Optional(t Type) Type { return NewUnion(t, None) }

// Members returns the members of a union, or the type itself if it is none.
func Members(t Type) []Type {
	if u, ok := t.(Union); ok {
		return u.Members
	}
	return []Type{t}
}

// NonNull returns the type of the values of type t that are not null. If all of
// them are null, it is none.
func NonNull(t Type) Type {
	switch t := t.(type) {
	case Union:
		kept := make([]Type, 0, len(t.Members))
		for _, m := range t.Members {
			if m != None {
				kept = append(kept, NonNull(m))
			}
		}
		return NewUnion(kept...)
	case Promise:
		return Promise{NonNull(t.Elem)}
	case Output:
		return Output{NonNull(t.Elem)}
	}
	return t
}

// MayBeNull reports whether the type says that its values can be null. Of Any it says
// nothing.
func MayBeNull(t Type) bool {
	switch t := t.(type) {
	case Primitive:
		return t == None
	case Union:
		for _, m := range t.Members {
			if MayBeNull(m) {
				return true
			}
		}
	case Promise:
		return MayBeNull(t.Elem)
	case Output:
		return MayBeNull(t.Elem)
	}
	return false
}

// Resolve returns the type without promises and outputs: what its values have
// once they are known.
func Resolve(t Type) Type {
	switch t := t.(type) {
	case List:
		return List{Resolve(t.Elem), t.Loose}
	case Set:
		return Set{Resolve(t.Elem)}
	case Map:
		return Map{Resolve(t.Elem), t.Loose}
	case Tuple:
		elems := make([]Type, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = Resolve(e)
		}
		return Tuple{elems}
	case Object:
		if Eventual(t) == Prompt {
			return t
		}
		attrs := make(map[string]Attr, len(t.Attrs))
		for name, a := range t.Attrs {
			a.Type = Resolve(a.Type)
			attrs[name] = a
		}
		return Object{attrs}
	case Union:
		members := make([]Type, len(t.Members))
		for i, m := range t.Members {
			members[i] = Resolve(m)
		}
		return NewUnion(members...)
	case Promise:
		return Resolve(t.Elem)
	case Output:
		return Resolve(t.Elem)
	}
	return t
}

// When says when the values of a type are known.
type When uint8

// The times, in order.
const (
	// Prompt values are known as soon as there is a plan.
	Prompt When = iota
	// Promised values are promises, or have them in them.
	Promised
	// AfterApply values are outputs, or have them in them.
	AfterApply
)

// Eventual returns when the values of a type are known with all of their parts.
func Eventual(t Type) When {
	switch t := t.(type) {
	case List:
		return Eventual(t.Elem)
	case Set:
		return Eventual(t.Elem)
	case Map:
		return Eventual(t.Elem)
	case Promise:
		return max(Promised, Eventual(t.Elem))
	case Output:
		return AfterApply
	case Tuple:
		return latest(t.Elems)
	case Union:
		return latest(t.Members)
	case Object:
		w := Prompt
		for _, a := range t.Attrs {
			w = max(w, Eventual(a.Type))
		}
		return w
	}
	return Prompt
}

func latest(types []Type) When {
	w := Prompt
	for _, t := range types {
		w = max(w, Eventual(t))
	}
	return w
}

// Lift returns the type of what is computed from values that are known at a
// time: the type itself, a promise or an output of it.
func Lift(t Type, w When) Type {
	switch outer := t.(type) {
	case Output:
		return t
	case Promise:
		if w < AfterApply {
			return t
		}
		t = outer.Elem
	}
	switch w {
	case Promised:
		return Promise{t}
	case AfterApply:
		return Output{t}
	}
	return t
}
