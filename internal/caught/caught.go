// Package caught turns panics into errors, so that a bug in one goroutine does
// not end the process. Its main call is [As], which must be deferred.
package caught

import (
	"fmt"
	"runtime/debug"
)

// Panic is a panic as an error.
type Panic struct {
	Value any    // the argument of panic
	Stack []byte // of the goroutine, as from debug.Stack
}

// Error returns a message with the value.
func (p *Panic) Error() string { return fmt.Sprintf("panic: %v", p.Value) }

// Global reports that the error is not about one document: the program has a bug.
func (p *Panic) Global() bool { return true }

// As recovers from a panic and stores it. Defer it directly: in a function
// around it, it would recover nothing.
func As(err *error) {
	if v := recover(); v != nil {
		*err = New(v)
	}
}

// New returns the panic for a value that recover has returned.
func New(v any) *Panic { return &Panic{v, debug.Stack()} }
