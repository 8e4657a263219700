// Package eval evaluates bound expressions with three truth values: what holds in
// every world that the unknown values allow is true, what holds in none is false,
// and everything else is unknown.
package eval

import (
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/lang/model"
	"github.com/planfmt/planfmt/lang/value"
)

// Host says what the names of a scope are while an expression is evaluated.
type Host interface {
	// Root returns the value of a name of the scope.
	Root(name string) Object
	// Call answers a call that is the host's own, such as getresources.
	Call(call *model.HostCall, args []value.Value) Result
}

// Object is the value of a root. Its attributes are evaluated when they are
// asked for.
type Object interface {
	// Attr returns an attribute. It reports false if there is none.
	Attr(name string) (Result, bool)
	// Value returns all of it.
	Value() Result
}

// Result is what an expression evaluates to.
type Result struct {
	// Value is the value in every world in which there is no error. If Err is set,
	// there is none.
	Value value.Value
	// Err is what is wrong in every world, or nil.
	Err *diag.Diagnostic
	// MayFail is what is wrong in some of the worlds, but not in all of them, or nil. The causes are
	// the unknown values that it depends on.
	MayFail *diag.Diagnostic
	Causes  []*value.Cause
}

// Eval evaluates an expression.
func Eval(e model.Expr, host Host) Result { panic("to be written") }
