package plans

import (
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/internal/base/enum"
)

// InputKind is what is wrong with a document that cannot be read.
type InputKind uint8

// The reasons why a document is rejected.
const (
	InputNotJSON    InputKind = iota // text or bytes of no known kind, or JSON with a mistake
	InputEmpty                       // nothing, or only white space
	InputCutOff                      // JSON that ends too early
	InputSeveral                     // several documents, or something after the first
	InputNotPlan                     // JSON of no known kind
	InputState                       // a state, as printed or as stored
	InputLog                         // the log stream of `terraform plan -json`
	InputSchemas                     // provider schemas
	InputBinaryPlan                  // a plan file, as `terraform plan -out` writes it
	InputWrapper                     // JSON among the lines of the setup-terraform action
	InputHumanText                   // what people read: a rendered plan, an error
	InputEncoding                    // not UTF-8, or broken UTF-16
	InputTooDeep                     // nested deeper than values.MaxDepth
	InputStructure                   // a member that does not have the right type
	InputVersion                     // a format that this version of planfmt does not know
	InputIncomplete                  // a plan or a state that has lost its content
	InputUnsafe                      // an archive that no program writes, and that may be hostile
	InputTooMany                     // more resources than [planfmt.Input].MaxResources
	InputTooLarge                    // more bytes, when unpacked, than [planfmt.Input].MaxUnpacked
)

var inputKinds = enum.New[InputKind]("input kind", "not-json", "empty", "cut-off", "several", "not-plan", "state", "log", "schemas",
	"binary-plan", "wrapper", "human-text", "encoding", "too-deep", "structure", "version", "incomplete", "unsafe", "too-many", "too-large")

// String returns the name of the kind, such as "cut-off".
func (k InputKind) String() string { return inputKinds.String(k) }

// MarshalText returns the name. A value without a name is an error.
func (k InputKind) MarshalText() ([]byte, error) { return inputKinds.Marshal(k) }

// UnmarshalText sets k to the kind with the name.
func (k *InputKind) UnmarshalText(text []byte) error { return inputKinds.Unmarshal(text, k) }

// InputError says why a document cannot be read, and where the mistake is.
type InputError struct {
	Kind InputKind
	Msg  string
	Hint string // what to do about it; may be empty
}

// Error returns the message and the hint, if there is one.
func (e *InputError) Error() string {
	if e.Hint == "" {
		return e.Msg
	}
	return e.Msg + "; " + e.Hint
}

// TempError says that the temporary file cannot be created or written.
type TempError struct {
	Dir string // where it is
	Err error  // without the name of the file
}

// Error says where, then what.
func (e *TempError) Error() string {
	return "temporary file in " + SpellName(e.Dir) + ": " + e.Err.Error()
}

// Unwrap returns the cause.
func (e *TempError) Unwrap() error { return e.Err }

// Global reports that the error is not about one document: all of them use the same directory.
func (e *TempError) Global() bool { return true }

// UnknownAddressError says that a plan has no resource with an address.
type UnknownAddressError struct {
	Address string
	Near    []string // similar addresses in the plan, the nearest first
}

// Error names similar addresses, if there are any.
func (e *UnknownAddressError) Error() string {
	text := "the plan has no resource " + strconv.Quote(e.Address)
	if len(e.Near) > 0 {
		text += "; did you mean " + SpellName(strings.Join(e.Near, " or ")) + "?"
	}
	return text
}

// WrongLogError says that what should be the log of a run is something else.
type WrongLogError struct {
	Msg, Hint string
	// IsText says that the input is text, all of which has been shown.
	IsText bool
}

// Error returns the message and the hint, if there is one.
func (e *WrongLogError) Error() string {
	if e.Hint == "" {
		return e.Msg
	}
	return e.Msg + "; " + e.Hint
}
