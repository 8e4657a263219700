// Package caught turns panics into errors, so that a bug in one goroutine does
// not end the process. Its main call is [As], which must be deferred.
package caught

import (
	"runtime/debug"

	"github.com/planfmt/planfmt/failure"
)

// As recovers from a panic and stores it. Defer it directly: in a function
// around it, it would recover nothing.
func As(err *error) {
	if v := recover(); v != nil {
		*err = New(v)
	}
}

// New returns the panic for a value that recover has returned.
func New(v any) *failure.Panic { return &failure.Panic{Value: v, Stack: debug.Stack()} }
