package jsondoc

import (
	"compress/flate"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/internal/enum"
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
	InputTooMany                     // more resources than Options.MaxResources
)

var inputKinds = enum.New[InputKind]("input kind", "not-json", "empty", "cut-off", "several", "not-plan", "state", "log", "schemas",
	"binary-plan", "wrapper", "human-text", "encoding", "too-deep", "structure", "version", "incomplete", "unsafe", "too-many")

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

const (
	hintShow    = "pass a plan file, or the output of `terraform show -json FILE`"
	hintLog     = "save the plan with `terraform plan -out=tfplan`, and pass that file"
	hintShowLog = "to show a log, use `planfmt log`; to show a plan, save it with `terraform plan -out=tfplan`, and pass that file"
	hintBinary  = "the package planfile reads these"
	hintWrapper = "set `terraform_wrapper: false` for hashicorp/setup-terraform"
	hintSchemas = "pass it with --schemas, together with a plan"
	hintSeveral = "pass one plan at a time; `terragrunt run-all show -json` prints one document for each unit"
)

// readError is the error for a failure to read the input.
func readError(err error) error {
	var ie *InputError
	var temp *TempError
	var unpacked *UnpackedError
	var corrupt flate.CorruptInputError
	switch {
	case errors.As(err, &ie):
		return ie
	case errors.As(err, &temp):
		return temp
	case errors.As(err, &unpacked):
		return unpacked
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &InputError{Kind: InputCutOff, Msg: "the gzip data is cut off"}
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader), errors.As(err, &corrupt):
		return &InputError{Kind: InputEncoding, Msg: "the gzip data is damaged"}
	}
	return fmt.Errorf("reading the plan: %w", err)
}

// Quote spells a name in a document for a message: escaped, and shortened if it is
// long. What may be a value is never quoted; see [plans.DescribeText].
func Quote(s string) string {
	const limit = 60
	if len(s) <= limit {
		return strconv.Quote(s)
	}
	n := limit
	for n > limit-utf8.UTFMax && !utf8.RuneStart(s[n]) {
		n--
	}
	return strconv.Quote(s[:n]) + "..."
}

// quoteAll spells a list of texts.
func quoteAll(list []string) string {
	var quoted []string
	for _, s := range list {
		quoted = append(quoted, Quote(s))
	}
	return strings.Join(quoted, ", ")
}

// quotePointer spells a JSON pointer for a message: only its end if it is long,
// and quoted if it has characters that a terminal or a CI runner might obey.
func quotePointer(ptr string) string {
	const limit = 120
	if len(ptr) > limit {
		ptr = "..." + strings.ToValidUTF8(ptr[len(ptr)-limit:], "")
	}
	if q := strconv.Quote(ptr); q != `"`+ptr+`"` || strings.Contains(ptr, "##") {
		return q
	}
	return ptr
}
