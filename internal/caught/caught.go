// Package caught turns panics into errors, so that a mistake in one goroutine
// is no end of the process. Its main call is [As], which is to be deferred.
package caught

import (
	"fmt"
	"runtime/debug"
)

// Panic is a panic as an error.
type Panic struct {
	Value any    // what was passed to panic
	Stack []byte // of the goroutine, as debug.Stack has it
}

// Error says what the value was.
func (p *Panic) Error() string { return fmt.Sprintf("panic: %v", p.Value) }

// As recovers from a panic and stores it. Defer it as it is: a function
// around it would recover from nothing.
func As(err *error) {
	if v := recover(); v != nil {
		*err = New(v)
	}
}

// New is the panic of a value that recover has returned.
func New(v any) *Panic { return &Panic{v, debug.Stack()} }
