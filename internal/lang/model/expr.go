// Package model binds expressions in a scope: every expression gets a type and
// its references their meaning, and what can be known to be wrong is found,
// before any value of a plan is read.
package model

import (
	"fmt"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/funcs"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// Expr is a bound expression: one of the types below.
type Expr interface {
	// Range is where the expression is in its file.
	Range() diag.Range
	// Type is the static type.
	Type() types.Type
	// SharedAs returns what the expression has in common with others that are the same, or nil.
	SharedAs() *Shared
	share(*Shared)
	isExpr()
}

// Node is what all expressions have in common.
type Node struct {
	At  diag.Range
	Typ types.Type

	shared *Shared
}

// Range is where the expression is.
func (n *Node) Range() diag.Range { return n.At }

// Type is the static type.
func (n *Node) Type() types.Type { return n.Typ }

func (n *Node) isExpr() {}

// The expressions.
type (
	// Literal is a constant: a literal, or an expression over literals that has been
	// folded.
	Literal struct {
		Node
		Value value.Value
	}
	// Template is a string made of parts. "${x}" is not one: it is x itself.
	Template struct {
		Node
		Parts []Expr
	}
	// Join is the body of a template's for directive, joined to one string.
	Join struct {
		Node
		Tuple Expr
	}
	// Root is a name of the scope: attrs, local, resources.
	Root struct {
		Node
		Name string
	}
	// Variable is a name that an enclosing For or Splat binds.
	Variable struct {
		Node
		Name string // empty for the element of a Splat
		// Slot is the index of the variable among those in scope, the outermost
		// first.
		Slot int
		// NotNull is as that of an Attr.
		NotNull bool

		words *types.Words // that it can be, or nil
	}
	// Attr is an attribute or, of a map, an element: x.name.
	Attr struct {
		Node
		Object Expr
		Name   string
		// NotNull means that where the value matters, it is not null: a condition around it says
		// so, or something that would be an error otherwise.
		NotNull bool
		NameAt  diag.Range
	}
	// Index is x[key], and x.0 with a literal as the key.
	Index struct {
		Node
		Collection, Key Expr
		// NotNull is as that of an Attr.
		NotNull bool
	}
	// Splat is x[*] or x.*: Each is evaluated for each element, with the element in
	// Slot.
	Splat struct {
		Node
		Source Expr
		Each   Expr
		Slot   int
	}
	// Unary is an operator with one operand.
	Unary struct {
		Node
		Op      Op
		Operand Expr
	}
	// Binary is an operator with two operands, && and || included.
	Binary struct {
		Node
		Op          Op
		Left, Right Expr
	}
	// Conditional is condition ? then : else. Both results are converted to a common type,
	// which is that of their values: Typ may say less.
	Conditional struct {
		Node
		Condition, Then, Else Expr
	}
	// Tuple is [a, b].
	Tuple struct {
		Node
		Elems []Expr
	}
	// Object is {a = b}.
	Object struct {
		Node
		Items []Item
	}
	// For is [for k, v in source : value if condition], or with Key an object.
	// KeySlot is -1 if there is no variable for the key.
	For struct {
		Node
		Source             Expr
		KeyName, ValueName string
		KeySlot, ValueSlot int
		Key, Value         Expr
		Condition          Expr
		Group              bool
	}
	// Call is a call of a function. Expand means that the last argument is a list of
	// arguments.
	Call struct {
		Node
		Function *funcs.Function
		Args     []Expr
		Expand   bool
		NameAt   diag.Range
	}
	// Try is try(a, b, c): the first that succeeds.
	Try struct {
		Node
		Alternatives []Expr
	}
	// Can is can(x): whether x succeeds.
	Can struct {
		Node
		Operand Expr
	}
	// Print is its operand, which is also written into explanations, with a label.
	Print struct {
		Node
		Operand Expr
		Label   Expr // or nil
	}
	// Convert is convert(x, type).
	Convert struct {
		Node
		Operand Expr
		To      types.Type
	}
	// HostCall is a call that the evaluator's host answers: getresources,
	// getdatasource.
	HostCall struct {
		Node
		Name   string
		Args   []Expr
		NameAt diag.Range
		// Of is that of the [HostCallSpec].
		Of fmt.Stringer
	}
)

// Item is an item of an Object.
type Item struct{ Key, Value Expr }

// Op is an operator.
type Op uint8

// The operators.
const (
	Not Op = iota
	Negate
	Add
	Subtract
	Multiply
	Divide
	Modulo
	Equal
	NotEqual
	Less
	LessOrEqual
	Greater
	GreaterOrEqual
	And
	Or
)

// Scope says what the names in an expression mean.
type Scope struct {
	// Roots are the types of the names that an expression may begin with. A name
	// whose attributes have types of their own, such as local, has an Object.
	Roots map[string]types.Type
	// Words are the strings that roots can be, for those of which all of them are known.
	Words map[string]*types.Words
	// Forbidden are names that exist elsewhere, with the reason why not here, as a
	// whole sentence. They may be attributes of roots: meta.address.
	Forbidden map[string]string
	Functions []*funcs.Function
	// Namespace must be written in front of functions: "core" in policy files.
	// If Bare is set, it may be left out.
	Namespace string
	Bare      bool
	// Params are what an expression is a function of. [eval.Apply] gives them values.
	Params []Param
	// HostCalls are the calls that the evaluator's host answers.
	HostCalls map[string]HostCallSpec
	// Helpers are such calls, too, but written without a namespace: those of functions that policy files define.
	Helpers map[string]HostCallSpec
	// Unavailable are functions that exist elsewhere, with the reason why not here, as a
	// whole sentence. The keys are the names of functions in Namespace, and for all
	// functions in another namespace its name with the colons: "plugin::".
	Unavailable map[string]string
	// Lenient are roots whose attributes are those of a plan, and a plan may be of an older release of
	// a provider than the one that the expression is written for. If there are any, an attribute
	// that does not exist is a warning, except for those of other roots: local.nam is an error.
	Lenient []string
	// Gate says that something is decided by the expression: a comparison that can never be true is an error.
	Gate bool
	// Pattern says that the Lenient roots have the types that a pattern matches. Others may have an attribute that none of these has, for
	// example "tags" where these have "tag". So it is not called misspelt.
	Pattern bool
	// Prints says that print can be called.
	Prints bool
	// Constant evaluates an expression that has no roots and no host calls in it. It
	// reports false if that fails. If it is nil, nothing is folded.
	Constant func(Expr) (value.Value, bool)
	// Locals are what local.NAME stands for, as far as it has been bound in the same scope. So what a local says
	// about null is known where it is a condition.
	Locals map[string]Expr
	// LocalNulls are the warnings that BindLocal has returned for these locals.
	LocalNulls map[string][]Null
	// Given is a condition without which the expression does not matter, such as the filter of a policy, or nil. Its
	// nulls give no warnings.
	Given Expr
	// Source is the text that the ranges of the expression are parts of. Without it, whole
	// numbers of more than 512 bits are errors, as nobody can tell whether they are exact.
	Source []byte
}

// HostCallSpec describes a call that the host answers.
type HostCallSpec struct {
	Min, Max int // numbers of arguments
	// Check returns the static type of a call, and what is wrong with its arguments.
	Check func(args []Expr) (types.Type, diag.List)
	// Of says which function it is, if several may have the name. It may be nil.
	Of fmt.Stringer
}

// Param is a name that stands for an argument.
type Param struct {
	Name string
	Type types.Type
}
