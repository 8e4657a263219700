package jsondoc

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/internal/base/enum"
	"github.com/planfmt/planfmt/plans"
)

// Kind is what a document is. First bytes identify what is not JSON
// ([Input.Kind]). JSON is identified by its members, which may come in any order,
// so that only its end shows what it is ([Header.Kind]).
type Kind uint8

// The kinds of documents.
const (
	Unknown       Kind = iota // JSON of no known kind, or JSON that has not been read yet
	Plan                      // the JSON of a plan
	State                     // the JSON of a state
	StateFile                 // a state file (terraform.tfstate)
	Schemas                   // the JSON of provider schemas
	Log                       // what `terraform plan -json` prints, a JSON document per line
	Encrypted                 // a state or a plan that OpenTofu has encrypted
	PlanFile                  // a binary plan, as `terraform plan -out` writes it
	WrapperOutput             // JSON among lines of the setup-terraform action's wrapper
	PlanText                  // a plan for people to read
	ErrorText                 // an error message
	OtherText                 // other text, or other bytes
	Empty                     // nothing, or only white space
)

var kinds = enum.New[Kind]("kind", "unknown", "plan", "state", "state-file", "schemas", "log", "encrypted", "plan-file",
	"wrapper-output", "plan-text", "error-text", "other-text", "empty")

// String returns the name of the kind, such as "state-file".
func (k Kind) String() string { return kinds.String(k) }

// MarshalText returns the name. A value without a name is an error.
func (k Kind) MarshalText() ([]byte, error) { return kinds.Marshal(k) }

// UnmarshalText sets k to the kind with the name.
func (k *Kind) UnmarshalText(text []byte) error { return kinds.Unmarshal(text, k) }

// headLen is how many of the first bytes are looked at.
const headLen = 4096

// headKind is the kind of a document that begins with head, Unknown if it begins
// as JSON does.
func headKind(head []byte) Kind {
	text := trimSpace(head)
	switch {
	case len(text) == 0 && len(head) < headLen:
		return Empty
	case len(text) == 0:
		return Unknown // all white space so far
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")): // the latter is an empty archive
		return PlanFile
	case bytes.HasPrefix(text, []byte(wrapperCommand)), isRunnerCommand(text):
		return WrapperOutput
	case text[0] == '{':
		if name, ok := firstName(text[1:]); ok && isLogName(name, true) {
			return Log
		}
		return Unknown
	case strings.IndexByte(`["-0123456789`, text[0]) >= 0:
		return Unknown
	}
	if word := firstLine(text); word == "true" || word == "false" || word == "null" {
		return Unknown
	}
	return textKind(text)
}

// wrapperCommand begins a line that the wrapper of the setup-terraform action
// adds before the output of the program.
const wrapperCommand = "[command]"

// isRunnerCommand reports whether text begins with a command for a CI runner.
// The wrapper adds such lines, too.
func isRunnerCommand(text []byte) bool { return bytes.HasPrefix(text, []byte("::")) }

// isLogName reports whether a top-level member of that name makes a document a
// line of a log. Other tools put the members of a line into another order.
func isLogName(name string, first bool) bool {
	return first && strings.HasPrefix(name, "@") || name == "@level"
}

// firstName is the name of the first member of an object, given the text behind
// its brace. It has to be plain, as those in logs are.
func firstName(text []byte) (string, bool) {
	name, ok := bytes.CutPrefix(trimSpace(text), []byte{'"'})
	if !ok {
		return "", false
	}
	for i, c := range name {
		switch {
		case c == '"':
			return string(name[:i]), true
		case c < ' ' || c >= utf8.RuneSelf || c == '\\':
			return "", false
		}
	}
	return "", false
}

// rejectHead says what a document is that cannot be read as JSON. It is nil for
// one that may be. It quotes nothing of the document, whose text may be a secret: db_password = "...".
func rejectHead(kind Kind, head []byte) error {
	text := trimSpace(head)
	switch kind {
	case Empty:
		return &plans.InputError{Kind: plans.InputEmpty, Msg: "the input is empty", Hint: hintShow}
	case PlanFile:
		return &plans.InputError{Kind: plans.InputBinaryPlan, Msg: "this is a binary plan file, not JSON", Hint: hintBinary}
	case WrapperOutput:
		if !isRunnerCommand(text) {
			return &plans.InputError{Kind: plans.InputWrapper, Msg: `the input begins with "[command]", a line that the setup-terraform action's wrapper adds`, Hint: hintWrapper}
		}
		return &plans.InputError{Kind: plans.InputWrapper, Msg: `the input begins with "::", a command for the CI runner that the setup-terraform action's wrapper adds`, Hint: hintWrapper}
	case Log:
		return rejectLog()
	case PlanText:
		return &plans.InputError{Kind: plans.InputHumanText, Msg: "this is a plan as text, not JSON", Hint: hintLog}
	case ErrorText:
		return &plans.InputError{Kind: plans.InputHumanText, Msg: "this is not JSON but an error message from the program that should have printed it"}
	case OtherText:
		return rejectText(head, text)
	}
	return nil
}

// isTar reports whether a document begins as tar archives do: the header of the first file has a mark of the format.
func isTar(head []byte) bool {
	const at, mark = 257, "ustar"
	return len(head) >= at+len(mark) && string(head[at:at+len(mark)]) == mark
}

// isOldPlan reports whether a document begins as plan files did before Terraform 0.12: with a word and
// the version of the format.
func isOldPlan(head []byte) bool {
	rest, ok := bytes.CutPrefix(head, []byte("tfplan"))
	return ok && len(rest) > 0 && rest[0] < '\t'
}

func rejectLog() error {
	return &plans.InputError{Kind: plans.InputLog, Msg: "this is a machine-readable log, not a plan", Hint: hintShowLog}
}

// Header is what identifies a JSON document: its versions, and the names of its
// top-level members.
type Header struct {
	// FormatVersion and TerraformVersion are empty if the document does not have
	// them.
	FormatVersion, TerraformVersion string

	// run and host are those of a plan that is elsewhere.
	run, host string
	// outputs says that the document begins as the output of `terraform output -json` does.
	outputs bool
	// garbled says that letters were or may have been read in the wrong code page; empty if not.
	garbled string

	minor int             // of FormatVersion 1.x
	names map[string]bool // a limited number of them
	first []string        // a few of them, for messages
}

// member takes note of a top-level member, and reads it if it is a version.
func (h *Header) member(s *Scanner, name string) (read bool, err error) {
	if isLogName(name, len(h.first) == 0) {
		return false, rejectLog()
	}
	if h.names == nil {
		h.names = map[string]bool{}
	}
	if len(h.first) < 5 {
		h.first = append(h.first, name)
	}
	if len(h.names) < 100 {
		h.names[name] = true
	}
	switch name {
	case "format_version", "plan_format_version":
		if h.FormatVersion, err = s.Text(); err == nil {
			err = h.parseVersion()
		}
		return true, err
	case "terraform_version":
		h.TerraformVersion, err = s.Text()
		return true, err
	case "run_id", "hostname":
		return h.bookmark(s, name)
	}
	return false, nil
}

// parseVersion rejects a format version that is invalid, or too new.
func (h *Header) parseVersion() error {
	v := h.FormatVersion
	if v == "" {
		return nil // the same as none
	}
	major, minor, ok := strings.Cut(v, ".")
	// Other messages quote a version, so it must not be any text, nor any number.
	const largest = 999
	ma, err1 := strconv.Atoi(major)
	mi, err2 := strconv.Atoi(minor)
	switch {
	case !ok || err1 != nil || err2 != nil || ma < 0 || mi < 0 || ma > largest || mi > largest || len(v) > len("999.999"):
		return &plans.InputError{Kind: plans.InputVersion, Msg: fmt.Sprintf("invalid format_version: expected a version such as \"1.2\", found %s", plans.DescribeText(v))}
	case ma >= 2:
		return &plans.InputError{Kind: plans.InputVersion, Msg: fmt.Sprintf("unsupported format_version %s: planfmt supports formats up to 1.x", Quote(v)), Hint: "a newer planfmt may support it"}
	case ma == 1:
		h.minor = mi
	}
	return nil
}

// Has reports whether the document has a top-level member of that name. If it
// has more than 100, Has knows only the first ones.
func (h *Header) Has(name string) bool { return h.names[name] }

// IsLater reports whether the version of the format is later than 1.minor.
func (h *Header) IsLater(minor int) bool { return h.minor > minor }

// LaterFormat returns a warning if the version of the format is later than
// 1.minor, the latest one known, and an empty text if not.
func (h *Header) LaterFormat(minor int) string {
	if !h.IsLater(minor) {
		return ""
	}
	return fmt.Sprintf("the %s has format %s, but this planfmt knows only formats up to 1.%d: something may be missing", h.Kind(), h.FormatVersion, minor)
}

// planMembers are top-level members that only a plan has.
// weakPlanMembers count only if there is a format version, too.
var (
	planMembers     = []string{"resource_changes", "resource_drift", "output_changes", "planned_values", "deferred_changes", "action_invocations"}
	weakPlanMembers = []string{"errored", "applyable", "complete", "prior_state", "relevant_attributes", "configuration"}
)

// Kind is the kind of the document, once it has been read.
func (h *Header) Kind() Kind {
	versioned := h.FormatVersion != ""
	switch {
	case versioned && slices.ContainsFunc(planMembers, h.Has):
		return Plan
	case h.lacksVersion() != "":
		return Unknown
	case h.Has("provider_schemas"):
		return Schemas
	case versioned && h.Has("values"):
		return State
	case h.Has("encrypted_data") && (h.Has("serial") || h.Has("lineage") || h.Has("encryption_version")):
		return Encrypted
	case h.Has("version") && (h.Has("serial") || h.Has("lineage") || h.Has("resources") && h.Has("terraform_version")):
		if h.Has("values") {
			return State
		}
		return StateFile
	case versioned && slices.ContainsFunc(weakPlanMembers, h.Has):
		return Plan
	case versioned && (len(h.names) == 1 || len(h.names) == 2 && h.Has("terraform_version")):
		return State // one without any resources
	}
	return Unknown
}

// lacksVersion is the name of a member that makes the document look like a plan
// or a state although it has no format version, empty if there is none.
func (h *Header) lacksVersion() string {
	if h.FormatVersion != "" {
		return ""
	}
	for _, name := range planMembers {
		if h.Has(name) {
			return name
		}
	}
	if h.Has("values") && !h.Has("version") {
		return "values"
	}
	return ""
}

// NotPlan says what the document is, as a *plans.InputError, if it is not a plan.
func (h *Header) NotPlan() error {
	switch h.Kind() {
	case Plan:
		return nil
	case Schemas:
		return &plans.InputError{Kind: plans.InputSchemas, Msg: "this is a set of provider schemas, not a plan", Hint: hintSchemas}
	case State:
		if !h.Has("values") {
			return &plans.InputError{Kind: plans.InputState, Msg: "this is a state without any resources, not a plan", Hint: hintShow}
		}
		return &plans.InputError{Kind: plans.InputState, Msg: "this is a state, not a plan", Hint: hintShow}
	case StateFile:
		return &plans.InputError{Kind: plans.InputState, Msg: "this is a state file, not a plan", Hint: hintShow}
	case Encrypted:
		if h.Has("serial") || h.Has("lineage") {
			return &plans.InputError{Kind: plans.InputNotPlan, Msg: "this is a state that OpenTofu has encrypted", Hint: "where its key is, run `tofu show -json FILE`, and pass the output"}
		}
		return &plans.InputError{Kind: plans.InputNotPlan, Msg: "this is a plan file that OpenTofu has encrypted", Hint: "where its key is, run `tofu show -json FILE`, and pass the output"}
	}
	if err := h.otherOutput(); err != nil {
		return err
	}
	why := "it has none of their members; it begins with " + quoteAll(h.first)
	if name := h.lacksVersion(); name != "" {
		why = "it has " + Quote(name) + ", but no format_version"
	} else if len(h.first) == 0 {
		why = "it is an empty object"
	}
	return rejectJSON(why)
}

// rejectJSON says why some JSON is of no known kind.
func rejectJSON(why string) error {
	return &plans.InputError{Kind: plans.InputNotPlan, Msg: "this JSON is neither a plan nor a state: " + why, Hint: hintShow}
}

// rejectTrailing says what follows the document. where is the place of its
// beginning.
func rejectTrailing(rest []byte, where string) error {
	text := trimSpace(rest)
	switch {
	case len(text) == 0:
		return nil
	case isRunnerCommand(text):
		return &plans.InputError{
			Kind: plans.InputWrapper,
			Msg:  fmt.Sprintf("the JSON is followed by \"::\", a command for the CI runner that the setup-terraform action's wrapper adds (%s)", where),
			Hint: hintWrapper,
		}
	case text[0] == '{':
		return &plans.InputError{Kind: plans.InputSeveral, Msg: "the input has several JSON documents; the second one begins at " + where, Hint: hintSeveral}
	}
	return &plans.InputError{Kind: plans.InputSeveral, Msg: fmt.Sprintf("the JSON is followed by other text (%s)", where), Hint: "pass a single JSON document"}
}

// stripColours leaves out colours, and white space at the start.
func stripColours(text []byte) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == 0x1b && i+1 < len(text) && text[i+1] == '[' {
			for i += 2; i < len(text) && (text[i] < 0x40 || text[i] > 0x7e); i++ {
			}
			continue
		}
		b.WriteByte(text[i])
	}
	return strings.TrimLeft(b.String(), space)
}

// space is what JSON takes for white space.
const space = " \t\r\n"

func trimSpace(text []byte) []byte { return bytes.TrimLeft(text, space) }

// firstLine is the text up to the first line feed.
func firstLine(text []byte) string {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return strings.TrimRight(string(line), "\r")
}
