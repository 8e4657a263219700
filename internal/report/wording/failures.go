package wording

import (
	"errors"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

var errNoValue = errors.New("it has no value")

// CheckRenderable says why a value cannot be rendered, if so.
func CheckRenderable(d computed.Diff, err error) error {
	if err == nil && d.Renderer == nil {
		return errNoValue
	}
	return err
}

// FailureNote stands in place of a value that cannot be rendered. The reason
// need not repeat the address, which stands above, and is of one line.
func FailureNote(address string, err error) doc.Span {
	return doc.Span{Role: doc.Alert, Text: "# " + FailureText(address, err)}
}

// FailureText says in brackets why a value cannot be rendered.
func FailureText(address string, err error) string {
	why := strings.TrimPrefix(err.Error(), address+": ")
	var pe *plans.Error
	if errors.As(err, &pe) && pe.Address == address {
		inner := *pe
		inner.Address = ""
		why = inner.Error()
	}
	return "(cannot be rendered: " + strings.ReplaceAll(why, "\n", " ") + ")"
}

// ChangeOf is what lines are about that tell of the change of another resource.
func ChangeOf(address string) *doc.Subject {
	return &doc.Subject{Kind: doc.ChangeSubject, Address: address}
}

// FailedChecks returns the checks that have not passed.
func FailedChecks(s *computed.Summary) []plans.Check {
	var failed []plans.Check
	for _, ch := range s.Checks {
		if ch.Status == "fail" || ch.Status == "error" {
			failed = append(failed, ch)
		}
	}
	return failed
}
