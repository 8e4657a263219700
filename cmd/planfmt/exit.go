package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/jsondoc"
)

// status is what the process exits with.
type status int

const (
	statusOK          status = 0
	statusError       status = 1
	statusChanges     status = 2   // only with --detailed-exitcode
	statusPanic       status = 70  // a mistake in planfmt itself
	statusInterrupted status = 130 // as a shell has it; other signals are 128 and their number
)

// Outcomes that are no success and have nothing more to say.
var (
	errChanges  = errors.New("the plan has changes")
	errProblems = errors.New("parts of the plan could not be rendered")
)

// reports is where mistakes in planfmt are reported.
const reports = "https://github.com/planfmt/planfmt/issues"

// usageError is a command line that makes no sense.
type usageError struct {
	command string // with its parents
	err     error
}

func (e *usageError) Error() string {
	return fmt.Sprintf("%v\nRun '%s --help' for usage.", e.err, e.command)
}

func (e *usageError) Unwrap() error { return e.err }

// exitStatus is the one place that turns errors into exit statuses. The
// message is for the error stream, empty where there is nothing to say.
func exitStatus(err error) (s status, message string) {
	var p *planfmt.PanicError
	var temp *jsondoc.TempError
	switch {
	case errors.As(err, &p):
		return statusPanic, fmt.Sprintf("this is a bug in planfmt. Please report it at %s and include the following:\npanic: %v\n\n%s", reports, p.Value, p.Stack)
	case err == nil:
		return statusOK, ""
	case errors.Is(err, errChanges):
		return statusChanges, ""
	case errors.Is(err, errProblems):
		return statusError, ""
	case errors.Is(err, context.Canceled):
		return statusInterrupted, ""
	case errors.As(err, &temp):
		return statusError, err.Error() + " (to use another directory, set " + tempVariable + ")"
	}
	return statusError, err.Error() + raiseHint(err)
}
