// Package types has the static types of the language over plans: what an
// expression can be, known before any value of a plan is read.
//
// The types are those of HCL, and int, union, none, promise and output, as the
// documentation of the language defines them.
package types

import "github.com/zclconf/go-cty/cty"

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
	// List is a list of elements of one type.
	List struct{ Elem Type }
	// Set is a set of elements of one type.
	Set struct{ Elem Type }
	// Map is a map from strings to elements of one type.
	Map struct{ Elem Type }
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
