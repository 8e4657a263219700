package jsondoc

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/internal/ctxio"
	"github.com/planfmt/planfmt/internal/utf"
)

// InputKind says what is wrong with a document that cannot be read as a plan.
type InputKind uint8

// The kinds of input that [Read] rejects.
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
	InputTooDeep                     // nested deeper than MaxDepth
	InputStructure                   // a plan with a member of the wrong shape
	InputVersion                     // a plan of a format that this package does not know
	InputIncomplete                  // a plan that has lost its changes
)

// InputError says why a document cannot be read as a plan, and where the fault
// is.
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
	hintShow    = "to get JSON from a plan file, run `terraform show -json FILE`"
	hintLog     = "save the plan, then print it as JSON: terraform plan -out=tfplan && terraform show -json tfplan"
	hintBinary  = "convert it first: terraform show -json FILE | planfmt show"
	hintWrapper = "set `terraform_wrapper: false` for hashicorp/setup-terraform"
	hintSchemas = "pass it with --schemas, together with a plan"
	hintSeveral = "pass one plan at a time; `terragrunt run-all show -json` prints one document for each unit"
)

// headLen is how much of the input is looked at to recognise it.
const headLen = 4096

// input is a document on its way in, as UTF-8 without a byte-order mark.
type input struct {
	text *lineReader
	head []byte // its first bytes

	// positions counts what the positions in the text count, if that is
	// not the bytes of the input.
	positions string

	// again is set when the bytes of the document can be had again, at the
	// offsets that they have in it plus base.
	again io.ReaderAt
	base  int64
}

// openInput recognises the encoding and refuses what cannot be JSON.
func openInput(ctx context.Context, r io.Reader) (*input, error) {
	again, start := seekable(r)
	in := &input{again: again, base: start}
	br := bufio.NewReaderSize(ctxio.Reader(ctx, r), 256<<10)
	head, err := peek(br)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(head, []byte("\x1f\x8b")) {
		gz, err := gzip.NewReader(br)
		if err != nil {
			return nil, &InputError{Kind: InputEncoding, Msg: "the input looks like gzip data but is not: " + err.Error()}
		}
		in.again, in.base, in.positions = nil, 0, " after decompression"
		br = bufio.NewReaderSize(gz, 256<<10)
		if head, err = peek(br); err != nil {
			return nil, err
		}
	}
	var rd io.Reader = br
	if skip, enc := utf.Recognise(head); enc != utf.UTF8 {
		br.Discard(skip)
		in.again, in.base, in.positions = nil, 0, " of the text as UTF-8"
		br = bufio.NewReaderSize(encodingErrors{utf.Decode(br, enc, skip)}, 256<<10)
		if head, err = peek(br); err != nil {
			return nil, err
		}
		rd = br
	} else if skip > 0 {
		br.Discard(skip)
		in.base += int64(skip)
		head = head[skip:]
	}
	if in.again != nil && !sameBytes(in.again, in.base, head) {
		in.again = nil
	}
	in.head = bytes.Clone(head)
	in.text = &lineReader{r: rd}
	return in, recogniseHead(in.head)
}

// encodingErrors says what is wrong with an encoding as an *InputError.
type encodingErrors struct{ r io.Reader }

func (e encodingErrors) Read(p []byte) (int, error) {
	n, err := e.r.Read(p)
	if broken, ok := errors.AsType[*utf.Error](err); ok {
		kind := InputEncoding
		if broken.CutOff {
			kind = InputCutOff
		}
		err = &InputError{Kind: kind, Msg: broken.Msg}
	}
	return n, err
}

// peek looks at the first bytes, fewer when there are no more.
func peek(br *bufio.Reader) ([]byte, error) {
	head, err := br.Peek(headLen)
	if err != nil && err != io.EOF {
		return nil, readError(err)
	}
	return head, nil
}

// readError words a failure to read the input.
func readError(err error) error {
	var ie *InputError
	var temp *TempError
	var corrupt flate.CorruptInputError
	switch {
	case errors.As(err, &ie):
		return ie
	case errors.As(err, &temp):
		return temp
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &InputError{Kind: InputCutOff, Msg: "the gzip data is cut off"}
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader), errors.As(err, &corrupt):
		return &InputError{Kind: InputEncoding, Msg: "the gzip data is damaged"}
	}
	return fmt.Errorf("reading the plan: %w", err)
}

// seekable tells whether a reader's bytes can be had again, and at which
// offset it stands.
func seekable(r io.Reader) (io.ReaderAt, int64) {
	at, ok := r.(io.ReaderAt)
	if !ok {
		return nil, 0
	}
	sk, ok := r.(io.Seeker)
	if !ok {
		return nil, 0
	}
	if st, ok := r.(interface{ Stat() (fs.FileInfo, error) }); ok {
		if info, err := st.Stat(); err != nil || !info.Mode().IsRegular() {
			return nil, 0
		}
	}
	pos, err := sk.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, 0
	}
	return at, pos
}

// sameBytes checks that reading at an offset gives what reading on gave: a
// Seek and a ReadAt may come from different places of a user's own reader.
func sameBytes(at io.ReaderAt, off int64, head []byte) bool {
	buf := make([]byte, len(head))
	n, _ := at.ReadAt(buf, off)
	return n == len(buf) && bytes.Equal(buf, head)
}

// recogniseHead refuses what its first bytes give away.
func recogniseHead(head []byte) error {
	text := bytes.TrimLeft(head, " \t\r\n")
	if len(text) == 0 {
		if len(head) < headLen {
			return &InputError{Kind: InputEmpty, Msg: "the input is empty", Hint: hintShow}
		}
		return nil
	}
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return &InputError{Kind: InputBinaryPlan, Msg: "this is a binary plan file, not JSON", Hint: hintBinary}
	case bytes.HasPrefix(text, []byte("[command]")):
		return &InputError{Kind: InputWrapper, Msg: `the input begins with "[command]", a line that the setup-terraform action's wrapper adds`, Hint: hintWrapper}
	case bytes.HasPrefix(text, []byte("::")):
		return &InputError{Kind: InputWrapper, Msg: fmt.Sprintf("the input begins with %s, a command for the CI runner that the setup-terraform action's wrapper adds", Quote(firstLine(text))), Hint: hintWrapper}
	case text[0] == '{', text[0] == '[', text[0] == '"', text[0] == '-', '0' <= text[0] && text[0] <= '9':
		return nil
	case text[0] == 't', text[0] == 'f', text[0] == 'n':
		if word := firstLine(text); word == "true" || word == "false" || word == "null" {
			return nil
		}
	}
	return recogniseText(text)
}

// recogniseText names text that is not JSON.
func recogniseText(text []byte) error {
	plain := stripSGR(text)
	begin := "; it begins with " + Quote(firstLine(text))
	for _, p := range []string{
		"Terraform used the selected providers", "OpenTofu used the selected providers",
		"Terraform will perform", "OpenTofu will perform", "No changes.", "Refreshing state",
		"An execution plan has been generated", "Changes to Outputs:", "Acquiring state lock",
		"Note: Objects have changed outside", "Terraform planned the following", "OpenTofu planned the following",
	} {
		if strings.HasPrefix(plain, p) {
			return &InputError{Kind: InputHumanText, Msg: "this is a plan as text, not JSON" + begin, Hint: hintLog}
		}
	}
	for _, p := range []string{"╷", "Error:", "│", "No configuration files"} {
		if strings.HasPrefix(plain, p) {
			return &InputError{Kind: InputHumanText, Msg: "this is not JSON but an error message from the program that should have printed it" + begin}
		}
	}
	if i := bytes.Index(text, []byte("\n{")); i >= 0 && utf8.Valid(text[:i]) {
		return &InputError{Kind: InputNotJSON, Msg: "there is other text before the JSON" + begin, Hint: "pass only the output of `terraform show -json`"}
	}
	return &InputError{Kind: InputNotJSON, Msg: "this is not JSON" + begin, Hint: hintShow}
}

// stripSGR leaves out colours, and blanks at the start.
func stripSGR(text []byte) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == 0x1b && i+1 < len(text) && text[i+1] == '[' {
			for i += 2; i < len(text) && (text[i] < 0x40 || text[i] > 0x7e); i++ {
			}
			continue
		}
		b.WriteByte(text[i])
	}
	return strings.TrimLeft(b.String(), " \t\r\n")
}

// firstLine is the text up to the first line break.
func firstLine(text []byte) string {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return strings.TrimRight(string(line), "\r")
}

// Quote spells bytes of the input for a message: escaped, and not too long.
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

// trailing names what stands after the first document.
func trailing(rest []byte, where string) error {
	text := bytes.TrimLeft(rest, " \t\r\n")
	if len(text) == 0 {
		return nil
	}
	e := &InputError{Kind: InputSeveral, Hint: hintSeveral}
	switch {
	case bytes.HasPrefix(text, []byte("::")):
		e.Kind, e.Hint = InputWrapper, hintWrapper
		e.Msg = fmt.Sprintf("the JSON is followed by %s, a command for the CI runner that the setup-terraform action's wrapper adds (%s)", Quote(firstLine(text)), where)
	case text[0] == '{':
		e.Msg = fmt.Sprintf("the input has several JSON documents; the second one begins at %s", where)
	default:
		e.Msg = fmt.Sprintf("the JSON is followed by %s (%s)", Quote(firstLine(text)), where)
		e.Hint = "pass a single JSON document"
	}
	return e
}

// facts are the names at the top of a document, and what they tell about it.
type facts struct {
	names map[string]bool // the known ones
	first []string        // a few of them, for messages
}

// planOnly are members that only a plan has. The weak ones count only beside
// a format_version.
var (
	planOnly = []string{"resource_changes", "resource_drift", "output_changes", "planned_values", "deferred_changes", "action_invocations"}
	planWeak = []string{"errored", "applyable", "complete", "prior_state", "relevant_attributes", "configuration"}
)

func (f *facts) add(name string) {
	if f.names == nil {
		f.names = map[string]bool{}
	}
	if len(f.first) < 5 {
		f.first = append(f.first, name)
	}
	if len(f.names) < 100 {
		f.names[name] = true
	}
}

func (f *facts) any(names []string) bool {
	for _, n := range names {
		if f.names[n] {
			return true
		}
	}
	return false
}

// plan says whether the document is a plan, and if not, what it is. version says
// that it has a format version.
func (f *facts) plan(version bool) error {
	has := func(n string) bool { return f.names[n] }
	switch {
	case f.any(planOnly) && version:
		return nil
	case f.any(planOnly), has("values") && !version && !has("version"):
		names := append(slices.Clone(planOnly), "values")
		name := names[slices.IndexFunc(names, has)]
		return &InputError{Kind: InputNotPlan, Msg: "this JSON is neither a plan nor a state: it has " + Quote(name) + ", but no format_version", Hint: hintShow}
	case has("provider_schemas"):
		return &InputError{Kind: InputSchemas, Msg: "this is a set of provider schemas, not a plan", Hint: hintSchemas}
	case version && has("values"):
		return &InputError{Kind: InputState, Msg: "this is a state, not a plan", Hint: hintShow}
	case has("encrypted_data") && (has("serial") || has("lineage") || has("encryption_version")):
		return &InputError{Kind: InputNotPlan, Msg: "this is a state or a plan that OpenTofu has encrypted", Hint: "to print its contents, run `tofu show -json`"}
	case has("version") && (has("serial") || has("lineage") || has("resources") && has("terraform_version")):
		return &InputError{Kind: InputState, Msg: "this is a state file, not a plan", Hint: hintShow}
	case version && f.any(planWeak):
		return nil
	case version && len(f.names) <= 2 && (len(f.names) == 1 || has("terraform_version")):
		return &InputError{Kind: InputState, Msg: "this is a state without any resources, not a plan", Hint: hintShow}
	case len(f.first) == 0:
		return &InputError{Kind: InputNotPlan, Msg: "this JSON is neither a plan nor a state: it is an empty object", Hint: hintShow}
	}
	var names []string
	for _, n := range f.first {
		names = append(names, Quote(n))
	}
	return &InputError{Kind: InputNotPlan, Msg: "this JSON is neither a plan nor a state: it has none of their members; it begins with " + strings.Join(names, ", "), Hint: hintShow}
}

// lineReader counts lines.
type lineReader struct {
	r     io.Reader
	lines int64 // ends of lines read so far
}

func (l *lineReader) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	l.lines += int64(bytes.Count(p[:n], []byte{'\n'}))
	return n, err
}
