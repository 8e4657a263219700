// Package command has the parts that all commands share: the [Factory] that connects them with the outside world, checks
// of arguments, and the errors that become exit statuses.
package command

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/system"
	"github.com/planfmt/planfmt/plans"
)

// status is an exit status.
type status int

const (
	statusOK          status = 0
	statusError       status = 1
	StatusChanges     status = 2   // only with --detailed-exitcode and --fail-on
	statusPolicies    status = 2   // policies, or how they are used, are wrong
	statusUndecided   status = 3   // a mandatory policy, in `planfmt check`, or what --fail-on names
	StatusPanic       status = 70  // a bug in planfmt
	StatusInterrupted status = 130 // as in shells; for other signals, 128 plus the number
)

// These outcomes are not successes, but the command has already reported them.
var (
	ErrChanges = errors.New("the plan has changes")
	// ErrAlarm says that the plan has what --fail-on names.
	ErrAlarm = errors.New("the plan has something that --fail-on names")
	// ErrRefused says that a plan is not one that was approved, or is stale.
	ErrRefused  = errors.New("a plan is not approved, or stale")
	ErrProblems = errors.New("parts of the plan could not be rendered")
	// ErrFailed says that a mandatory policy has failed.
	ErrFailed = errors.New("a policy has failed")
	// ErrUndecided says that nobody can decide yet on a mandatory policy, or on what --fail-on names.
	ErrUndecided = errors.New("a policy, or what --fail-on names, is undecided")
	// ErrPolicies says that there are errors in policies or their tests.
	ErrPolicies = errors.New("the policies have errors")
	// ErrJudging is [ErrPolicies] for a command that shows a plan and judges it: for such a command, the status 2 means
	// that there are changes.
	ErrJudging = errors.New("the plan cannot be judged")
	// ErrNotAsExpected says that tests of policies have failed.
	ErrNotAsExpected = errors.New("tests of policies have failed")
	// ErrExpression says that an expression from the command line has errors.
	ErrExpression = errors.New("the expression has errors")
	// ErrRunFailed says that the run that a log is about has failed.
	ErrRunFailed = errors.New("the run failed")
)

// ErrErroredPlan is the error of --detailed-exitcode and --fail-on for a plan that is marked as errored, and so may lack changes.
var ErrErroredPlan = errors.New("the plan is errored: planning failed before the plan was complete")

// Reports is where users report bugs.
const Reports = "https://github.com/planfmt/planfmt/issues"

// usageError is an error in the command line.
type usageError struct {
	command string // including its parents
	err     error
}

func (e *usageError) Error() string {
	return fmt.Sprintf("%v\nRun '%s --help' for usage.", e.err, e.command)
}

func (e *usageError) Unwrap() error { return e.err }

// Usage returns an error in how a command is used.
func Usage(cmd *cobra.Command, err error) error { return UsageOf(cmd.CommandPath(), err) }

// UsageOf is like [Usage] for the path of a command, such as "planfmt show".
func UsageOf(command string, err error) error { return &usageError{command, err} }

// IsUsage reports whether an error is in how a command is used.
func IsUsage(err error) bool {
	_, ok := errors.AsType[*usageError](err)
	return ok
}

// PolicyError says that policies cannot be used: the exit status is 2.
type PolicyError struct{ Err error }

func (e *PolicyError) Error() string { return e.Err.Error() }

func (e *PolicyError) Unwrap() error { return e.Err }

// PolicyFailure returns a [PolicyError].
func PolicyFailure(err error) error { return &PolicyError{err} }

// judges reports whether a command judges by policies. Such a command exits with 1 if policies fail, so it needs another
// status for an error in its usage.
func judges(command string) bool {
	return command == "planfmt test" || command == "planfmt validate" || command == "planfmt check"
}

// ExitStatus is the only place that turns errors into exit statuses. It also
// returns the message for standard error, or an empty one.
func ExitStatus(err error) (s status, message string) {
	var p *planfmt.PanicError
	var temp *plans.TempError
	var policies *PolicyError
	var misused *usageError
	switch {
	case errors.As(err, &p):
		return StatusPanic, fmt.Sprintf("this is a bug in planfmt. Please report it at %s and include the following:\npanic: %v\n\n%s", Reports, p.Value, p.Stack)
	case err == nil:
		return statusOK, ""
	case errors.Is(err, ErrChanges), errors.Is(err, ErrAlarm), errors.Is(err, ErrRefused):
		return StatusChanges, ""
	case errors.Is(err, ErrProblems), errors.Is(err, ErrRunFailed), errors.Is(err, ErrNotAsExpected), errors.Is(err, ErrFailed), errors.Is(err, ErrExpression), errors.Is(err, ErrJudging):
		return statusError, ""
	case errors.Is(err, ErrUndecided):
		return statusUndecided, ""
	case errors.Is(err, ErrPolicies):
		return statusPolicies, ""
	case errors.As(err, &policies):
		return statusPolicies, err.Error() + flagvalue.RaiseHint(err)
	case errors.As(err, &misused) && judges(misused.command):
		return statusPolicies, err.Error()
	case errors.Is(err, context.Canceled):
		return StatusInterrupted, ""
	case errors.As(err, &temp):
		return statusError, err.Error() + " (to use another directory, set " + system.TempVariable + ")"
	}
	return statusError, err.Error() + flagvalue.RaiseHint(err)
}
