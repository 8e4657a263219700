// Package funcs has the functions of the language over plans, in one table. Most
// of them are those of go-cty's standard library.
//
// To add a function, add an entry to one of the lists, by what it is about (strings.go, numbers.go). It has a description, an
// example that runs as a test, and parameters, and it says what it does with null and unknown arguments. [Call] does the rest: the
// number of arguments, conversion, sensitivity and causes. Partial says that a call may fail. Range says what follows from the
// prefixes, bounds and lengths of unknown arguments; that must hold for all values, some of which TestWorlds and FuzzFunctions draw.
// Extension keeps a function out of policies.
package funcs

import (
	"cmp"
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// Function is a function of the language.
type Function struct {
	// Name is the name without a namespace.
	Name string
	// Description is one or more whole sentences. Example is an expression, and
	// Result what it evaluates to, as an expression.
	Description, Example, Result string
	Params                       []Param
	// Variadic is the parameter for all further arguments, or nil.
	Variadic *Param
	// Returns is the return type, unless Type is set.
	Returns types.Type
	// Type returns the static return type for arguments, or an error about one of
	// them (see ArgError). The number and types of the arguments have been checked
	// against the parameters.
	Type func(args []Arg) (types.Type, error)
	// Call calls the function. The arguments have been checked and converted, and
	// nulls and unknown values that the parameters do not accept have been dealt with.
	// It is nil for functions that only the evaluator or its host can call: use [Call] for the others.
	Call func(args []value.Value) (Result, error)
	// Spread is Call for the elements of a list in the place of arguments whose number or order is not known. It is nil
	// for functions for which nothing can be said then. All parameters are alike.
	Spread func(args value.Sequence) (Result, error)
	// Range returns what is known of the result while an argument is unknown for which Call
	// is not called, or [cty.NilVal] if nothing is known but its type. The arguments are as for Call.
	Range func(args []value.Value) cty.Value
	// End returns what the result, a string, is known to end with in the cases in which Range is asked.
	End func(args []value.Value) string
	// Head returns the elements with which the result, a list, is known to begin in the cases in which Range is
	// asked. The result must have so many elements.
	Head func(args []value.Value) []value.Value
	// Nullable means that the result may be null.
	Nullable bool
	// Partial means that a call can fail for arguments of the right types that are not null.
	// So it may still fail as long as an argument is unknown.
	Partial bool
	// TellsUnknown means that the result depends on whether the arguments are known.
	TellsUnknown bool
	// Extension means that the function is planfmt's own or Terraform's, but not one
	// of Terraform policy files.
	Extension bool
	// ordered means that Call knows what to do if the order of an argument's elements is not known, because it may be a set.
	ordered bool
	// steps is how much work a call is beyond looking at all parts of its arguments, see [budget.Budget]. If that is more
	// than what is left, it may be any number that is. Arguments may be unknown.
	steps func(args []value.Value, left int) int
}

// Param is a parameter.
type Param struct {
	Name, Description string
	Type              types.Type
	// Null, Unknown and Dynamic say what Call accepts. If a parameter does not accept null, a null
	// argument is an error. If it does not accept unknown values, the result is
	// unknown and Call is not called. Dynamic is the same for values of unknown type.
	Null, Unknown, Dynamic bool
	// Strict means that a value of another type is an error, even if it could be converted.
	Strict bool
	// Total means that a function that is Partial never fails because of this argument.
	Total bool
	// NoSet means that Call fails for a set.
	NoSet bool
}

// Arg is an argument as it is known without evaluating anything.
type Arg struct {
	Type types.Type
	// Value is the argument's value if it is constant, or nil.
	Value *value.Value
}

// ArgError is an error about one argument.
type ArgError struct {
	// Index is the argument's index, from 0.
	Index int
	Err   error
	// Quotes means that the text of Err may contain parts of the arguments or say something about their values, so
	// that it must not be shown if one of them is sensitive.
	Quotes bool
}

func (e *ArgError) Error() string { return e.Err.Error() }

func (e *ArgError) Unwrap() error { return e.Err }

// Result is what a call returns.
type Result struct {
	Value value.Value
	// MayFail is why the call fails in some worlds, or empty.
	MayFail string
	// Sure means that a function that is Partial does not fail, whatever is unknown in these arguments.
	Sure bool
}

// Core returns the functions of Terraform policy files, by name.
func Core() []*Function {
	return slices.DeleteFunc(All(), func(f *Function) bool { return f.Extension })
}

// All returns all functions, by name: those of Terraform policy files, and those
// that only queries have. What depends on the time, depends on the time of this call.
func All() []*Function {
	all := slices.Concat(special(), ofStrings(), ofNumbers(), ofCollections(), ofPatterns(), ofVersions(), ofDocuments(), marks(), extensions())
	for _, f := range all {
		f.steps = stepsOf[f.Name]
	}
	sorted.Stable(all, func(a, b *Function) int { return cmp.Compare(a.Name, b.Name) })
	return all
}
