package policy

import (
	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/funcs"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// The language has several packages. What the rest of the program needs of them is in this file.

// MaxSize is how many bytes a policy file, or an expression, may have.
const MaxSize = policyfile.MaxSize

// Kind is what a policy judges.
type Kind = policyfile.Kind

// The kinds of policies.
const (
	Resource = policyfile.Resource
	Module   = policyfile.Module
	Provider = policyfile.Provider
	Plan     = policyfile.Plan
)

// Operation is what happens to a resource that is judged.
type Operation = policyfile.Operation

// The operations.
const (
	NoOp   = policyfile.NoOp
	Create = policyfile.Create
	Update = policyfile.Update
	Delete = policyfile.Delete
	// Replace is that of a replacement as a whole, which only some policies judge.
	Replace = policyfile.Replace
)

// Value is a value of an expression, some parts of which may be unknown.
type Value = value.Value

// Candidate is an element of a list, or what may be one.
type Candidate = value.Candidate

// Cause is why a value is unknown.
type Cause = value.Cause

// UnknownText returns a text in place of a value that is unknown for some causes.
func UnknownText(causes []*Cause) string { return value.UnknownText(causes) }

// Type is the type of an expression.
type Type = types.Type

// Union returns the type of a value that is of one of the types.
func Union(all ...Type) Type { return types.NewUnion(all...) }

// TypeText returns the type of a value as text.
func TypeText(v Value) string { return types.FromCty(v.Type()).String() }

// TypeNoun returns the type of a known value for messages, in a few words.
func TypeNoun(v Value) string {
	switch types.OfValue(v.Cty()).(type) {
	case types.Object, types.Map:
		return "an object"
	case types.Primitive:
		return "null"
	}
	return "a list"
}

// HostCall is a call in an expression that only the program around the language can answer. See [Host].
type HostCall = model.HostCall

// Result is what an expression, or a part of it, is evaluated to.
type Result = eval.Result

// DefaultSteps is how many steps an evaluation can take unless the user raises it.
const DefaultSteps = budget.Default

// Run counts the steps of all evaluations for a plan.
type Run = budget.Run

// NewRun returns a Run for a plan with so many objects. Each evaluation can take so many steps, or [DefaultSteps] for 0.
func NewRun(each, objects int) *Run { return budget.NewRun(each, objects) }

// Function is a function that expressions can call.
type Function = funcs.Function

// Param is a parameter of a function.
type Param = funcs.Param

// Functions returns all functions.
func Functions() []*Function { return funcs.All() }
