package planfmt

import (
	"errors"
	"fmt"
	"testing"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/plans"
)

// TestGlobalErrors checks which errors end the work on all documents.
func TestGlobalErrors(t *testing.T) {
	cause := errors.New("cause")
	for _, test := range []struct {
		err  error
		want bool
	}{
		{&PanicError{Value: 1}, true},
		{&OptionError{Field: "Mode", Err: cause}, true},
		{&SchemaError{Name: "s", Err: cause}, true},
		{&plans.TempError{Err: cause}, true},
		{diag.List{{Summary: "s"}}, true},
		{ErrNoPolicies, true},
		{cause, false},
		{&plans.InputError{Msg: "m"}, false},
		{&plans.Error{Address: "a", Err: cause}, false},
		{ErrStateHash, false},
		{nil, false},
	} {
		if isGlobal(test.err) != test.want {
			t.Errorf("%T: not %v", test.err, test.want)
		}
		if wrapped := fmt.Errorf("more: %w", test.err); test.err != nil && isGlobal(wrapped) != test.want {
			t.Errorf("%T, wrapped: not %v", test.err, test.want)
		}
	}
}
