// Package failure has the errors that any part of the module may return, whatever it does.
package failure

import (
	"fmt"
	"strings"
)

// Panic is a panic as an error. It means that there is a bug.
type Panic struct {
	Value any    // the argument of panic
	Stack []byte // of the goroutine, as from debug.Stack
}

// Error returns a message with the value.
func (p *Panic) Error() string { return fmt.Sprintf("panic: %v", p.Value) }

// Global reports that the error is not about one document: the program has a bug.
func (p *Panic) Global() bool { return true }

// UnknownName says that a name is none of the valid ones.
type UnknownName struct {
	What  string   // that is named, such as mode
	Name  string   // that is unknown
	Valid []string // the names that are not
}

// Error lists the valid names.
func (e *UnknownName) Error() string {
	return fmt.Sprintf("unknown %s %q; valid values: %s", e.What, e.Name, strings.Join(e.Valid, ", "))
}
