package planfmt

import (
	"errors"
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/internal/caught"
	"github.com/planfmt/planfmt/plans"
)

// ErrNoReader and ErrNoWriter are returned if a reader or writer is nil.
var (
	ErrNoReader = errors.New("the reader is nil")
	ErrNoWriter = errors.New("the writer is nil")
)

// OptionError says that a field of [Options] has an invalid value.
type OptionError struct {
	Field string // such as Mode
	Err   error
}

// Error says where, then what.
func (e *OptionError) Error() string { return "Options." + e.Field + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *OptionError) Unwrap() error { return e.Err }

// PanicError is a panic in this module or in code that [Options] bring in, in
// any goroutine. It means that one of the two has a bug. Value is what was passed
// to panic, Stack is the result of debug.Stack in that goroutine.
type PanicError = caught.Panic

// check finds values that options cannot have.
func (o Options) check() error {
	if int(o.Mode) >= len(plans.Modes()) {
		return &OptionError{"Mode", fmt.Errorf("unknown mode %v; valid values: %s", o.Mode, strings.Join(plans.Modes(), ", "))}
	}
	for i, s := range o.Schemas {
		if s.Open == nil {
			return &OptionError{fmt.Sprintf("Schemas[%d]", i), errors.New("the function to open it is nil")}
		}
	}
	for i, l := range o.Layers {
		if l.Source == nil {
			return &OptionError{fmt.Sprintf("Layers[%d]", i), errors.New("the source is nil")}
		}
	}
	return nil
}
