package planfmt

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/failure"
	"github.com/planfmt/planfmt/internal/work/passes"
	"github.com/planfmt/planfmt/internal/work/planhash"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

// These are returned if an argument of a call is nil, or if there are no targets.
var (
	ErrNoReader  = errors.New("the reader is nil")
	ErrNoWriter  = errors.New("the writer is nil")
	ErrNoContext = errors.New("the context is nil")
	ErrNoTargets = errors.New("there is no target to write to")
	// ErrNoPolicies is returned if the policy files for a plan contain no policies.
	ErrNoPolicies = passes.ErrNoPolicies
)

// isGlobal reports whether an error concerns all documents, and ends the work on them. Such an error has a method
// Global.
func isGlobal(err error) bool {
	var scoped interface {
		error
		Global() bool
	}
	return errors.As(err, &scoped) && scoped.Global()
}

// OptionError says that a field of [Options] has an invalid value. Field is its name, Err says what is wrong.
type OptionError = plans.OptionError

// InexactError says that [Options].RequireExact is set, but some types have no
// provider schema, or one that does not fit the document: Types and Misfits.
type InexactError = computed.InexactError

// UnknownNameError says that a name is none of the valid ones, which it lists: that
// of a format, a product, a mode or another enumeration. What says what is named, Name is the name, Valid are the valid ones.
type UnknownNameError = failure.UnknownName

// PanicError is a panic in this module or in code that [Options] bring in, in
// any goroutine. It means that one of the two has a bug. Value is what was passed
// to panic, Stack is the result of debug.Stack in that goroutine.
type PanicError = failure.Panic

// check returns an error if an option has an invalid value.
func (o Options) check() error {
	if int(o.Mode) >= len(plans.Modes()) {
		return &OptionError{Field: "Mode", Err: &UnknownNameError{What: "mode", Name: o.Mode.String(), Valid: plans.Modes()}}
	}
	if n := len(o.HashKey); o.HashKey != nil && n < planhash.MinKey {
		return &OptionError{Field: "HashKey", Err: fmt.Errorf("%d bytes are too short for a key: it needs at least %d", n, planhash.MinKey)}
	}
	if err := checkLink(o.LinkTemplate); err != nil {
		return &OptionError{Field: "LinkTemplate", Err: err}
	}
	for i, s := range o.Schemas {
		if s.Open == nil {
			return &OptionError{Field: fmt.Sprintf("Schemas[%d]", i), Err: errors.New("the function to open it is nil")}
		}
	}
	for i, l := range o.Layers {
		if l.Source == nil {
			return &OptionError{Field: fmt.Sprintf("Layers[%d]", i), Err: errors.New("the source is nil")}
		}
	}
	for i, f := range o.Formats {
		var err error
		switch {
		case f.New == nil:
			err = errors.New("the function that makes a writer is nil")
		case f.Name == "":
			err = errors.New("the format has no name")
		case slices.ContainsFunc(o.Formats[:i], func(g Format) bool { return g.Name == f.Name }):
			err = fmt.Errorf("there is another format %q", f.Name)
		default:
			continue
		}
		return &OptionError{Field: fmt.Sprintf("Formats[%d]", i), Err: err}
	}
	return nil
}

// checkLink returns an error if a template is not one for links.
func checkLink(template string) error {
	sample := strings.NewReplacer("{path}", "main.tf", "{line}", "1").Replace(template)
	switch {
	case template == "":
	case !strings.HasPrefix(template, "https://"):
		return errors.New("the address must begin with https://")
	case !strings.Contains(template, "{path}"):
		return errors.New("the address does not contain {path}")
	case !sinks.IsLink(sample):
		return errors.New("the address has characters that an address must not have")
	}
	return nil
}

// InputError is an error in a document. Kind says what is wrong, and its method String the name of that: cut-off, not-json, too-many, too-large and so on.
// Msg is the message, with the position. Hint says what to do about it, and may be empty.
type InputError = plans.InputError

// TempError is an error with a temporary file. Dir is the directory, Err the cause.
type TempError = plans.TempError

// UnknownAddressError says that a plan has no resource with an address, see [WhyFormat].
// Address is that address, and Near are similar ones in the plan.
type UnknownAddressError = plans.UnknownAddressError
