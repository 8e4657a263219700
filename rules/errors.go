package rules

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/planfmt/planfmt/plans"
)

// ruleError is an error in a rule. It can be told in two ways. A rule that the user has just typed is quoted. What is in
// the place of a rule in a file may be anything, so it is described; see [plans.DescribeText].
type ruleError struct {
	format string // of package fmt; each argument is one of the types below, an error, or something else that is not part of the rule
	args   []any
}

// These are parts of a rule.
type (
	written   string // in quotes
	whole     string // in quotes, for a position in it
	bare      string // without quotes
	character rune
)

func failf(format string, args ...any) error { return &ruleError{format, args} }

// Error quotes what was written.
func (e *ruleError) Error() string {
	return e.text(func(part any) string {
		switch part := part.(type) {
		case written:
			return strconv.Quote(string(part))
		case whole:
			return strconv.Quote(string(part))
		case character:
			return strconv.QuoteRune(rune(part))
		}
		return fmt.Sprint(part)
	}, error.Error)
}

// describe returns the message of an error without what was written.
func describe(err error) string {
	var e *ruleError
	if !errors.As(err, &e) {
		return err.Error()
	}
	return e.text(func(part any) string {
		switch part := part.(type) {
		case written:
			return "(" + plans.DescribeText(string(part)) + ")"
		case whole:
			return plans.DescribeText(string(part))
		case bare:
			return "..."
		}
		return "a character"
	}, describe)
}

func (e *ruleError) text(quote func(part any) string, message func(error) string) string {
	args := slices.Clone(e.args)
	for i, a := range args {
		switch a := a.(type) {
		case written, whole, bare, character:
			args[i] = quote(a)
		case error:
			args[i] = message(a)
		}
	}
	return fmt.Sprintf(e.format, args...)
}
