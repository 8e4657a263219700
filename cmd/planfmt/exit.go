package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/jsondoc"
)

// status is an exit status.
type status int

const (
	statusOK          status = 0
	statusError       status = 1
	statusChanges     status = 2   // only with --detailed-exitcode
	statusPolicies    status = 2   // policies, or how they are used, are wrong
	statusUndecided   status = 3   // a mandatory policy, in `planfmt check`
	statusPanic       status = 70  // a bug in planfmt
	statusInterrupted status = 130 // as in shells; for other signals, 128 plus the number
)

// These outcomes are not successes, but everything has been said about them.
var (
	errChanges  = errors.New("the plan has changes")
	errProblems = errors.New("parts of the plan could not be rendered")
	// errFailed says that a mandatory policy has failed.
	errFailed = errors.New("a policy has failed")
	// errUndecided says that nobody can decide yet on a mandatory policy.
	errUndecided = errors.New("a policy is undecided")
	// errPolicies says that there are errors in policies or their tests.
	errPolicies = errors.New("the policies have errors")
	// errJudging says the same of a command that shows a plan and judges it. It is not errPolicies, because the status 2 of
	// show says that there are changes.
	errJudging = errors.New("the plan cannot be judged")
	// errNotAsExpected says that tests of policies have failed.
	errNotAsExpected = errors.New("tests of policies have failed")
	// errExpression says that an expression from the command line has errors.
	errExpression = errors.New("the expression has errors")
	// errRunFailed says that the run that a log is about has failed.
	errRunFailed = errors.New("the run failed")
)

// errErroredPlan is what --detailed-exitcode makes of a plan that says so of itself: nobody knows what else there is to do.
var errErroredPlan = errors.New("the plan is errored: planning failed before the plan was complete")

// reports is where users report bugs.
const reports = "https://github.com/planfmt/planfmt/issues"

// usageError is an error in the command line.
type usageError struct {
	command string // including its parents
	err     error
}

func (e *usageError) Error() string {
	return fmt.Sprintf("%v\nRun '%s --help' for usage.", e.err, e.command)
}

func (e *usageError) Unwrap() error { return e.err }

// usage returns an error in how a command is used.
func usage(cmd *cobra.Command, err error) error { return usageOf(cmd.CommandPath(), err) }

// usageOf does the same for the path of a command, such as "planfmt show".
func usageOf(command string, err error) error { return &usageError{command, err} }

// policyError is an error because of which policies cannot be used: the exit status is 2.
type policyError struct{ err error }

func (e *policyError) Error() string { return e.err.Error() }

func (e *policyError) Unwrap() error { return e.err }

// policyFailure returns an error because of which policies cannot be used.
func policyFailure(err error) error { return &policyError{err} }

// judges reports whether a command judges by policies. Its status is 1 if policies fail, and so it must be another
// one if the command is not used as it should be.
func judges(command string) bool {
	return command == "planfmt test" || command == "planfmt validate" || command == "planfmt check"
}

// exitStatus is the only place that turns errors into exit statuses. It also
// returns the message for standard error, or an empty one.
func exitStatus(err error) (s status, message string) {
	var p *planfmt.PanicError
	var temp *jsondoc.TempError
	var policies *policyError
	var misused *usageError
	switch {
	case errors.As(err, &p):
		return statusPanic, fmt.Sprintf("this is a bug in planfmt. Please report it at %s and include the following:\npanic: %v\n\n%s", reports, p.Value, p.Stack)
	case err == nil:
		return statusOK, ""
	case errors.Is(err, errChanges):
		return statusChanges, ""
	case errors.Is(err, errProblems), errors.Is(err, errRunFailed), errors.Is(err, errNotAsExpected), errors.Is(err, errFailed), errors.Is(err, errExpression), errors.Is(err, errJudging):
		return statusError, ""
	case errors.Is(err, errUndecided):
		return statusUndecided, ""
	case errors.Is(err, errPolicies):
		return statusPolicies, ""
	case errors.As(err, &policies):
		return statusPolicies, err.Error() + raiseHint(err)
	case errors.As(err, &misused) && judges(misused.command):
		return statusPolicies, err.Error()
	case errors.Is(err, context.Canceled):
		return statusInterrupted, ""
	case errors.As(err, &temp):
		return statusError, err.Error() + " (to use another directory, set " + tempVariable + ")"
	}
	return statusError, err.Error() + raiseHint(err)
}
