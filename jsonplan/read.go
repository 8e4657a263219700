package jsonplan

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Options say how a plan is read. The zero value is ready for use.
type Options struct {
	// MemoryLimit is how many bytes of raw changes stay in memory before
	// the rest goes to a temporary file; 0 stands for 64 MiB, less than 0
	// for none. It does not matter for input that can seek.
	MemoryLimit int64
	// TempDir is where the temporary file goes; empty for the system's choice.
	TempDir string
	// Evidence is told about the shapes of resources; may be nil.
	Evidence EvidenceSink
	// KeepNoOps keeps entries too in which nothing at all happens.
	KeepNoOps bool
}

// Read reads a plan document to its end. What is wrong with the document as a
// whole is an *InputError; what is wrong with one entry is told in that
// entry's Err and stops nothing.
//
// UTF-8 with or without a byte-order mark, UTF-16 and gzip are understood.
// When r is a regular file, or another io.ReaderAt and io.Seeker, the Plan
// reads changes from it again: it has to stay open, and unchanged, until
// [Plan.Close]. Else the raw changes are kept, see Options.
func Read(ctx context.Context, r io.Reader, opts Options) (*Plan, error) {
	in, err := openInput(ctx, r)
	if err != nil {
		return nil, err
	}
	rd := &reader{
		ctx:   ctx,
		in:    in,
		opts:  opts,
		dec:   jsontext.NewDecoder(in.text),
		store: newStore(opts, in.again),
		plan:  &Plan{},
	}
	rd.plan.store = rd.store
	if err := rd.document(); err != nil {
		rd.store.close()
		return nil, err
	}
	return rd.plan, nil
}

// Close gives back what [Read] took: the temporary file, if there is one. No
// change can be loaded after it.
func (p *Plan) Close() error { return p.store.close() }

// reader walks one document.
type reader struct {
	ctx   context.Context
	in    *input
	opts  Options
	dec   *jsontext.Decoder
	store *store
	plan  *Plan

	parser    Parser
	facts     facts
	words     map[string]string // strings that come again and again
	providers map[string]string // of configuration.provider_config: key to address
	seen      bool              // a provider in prior_state has been looked at
}

// document reads everything, and checks that nothing follows.
func (r *reader) document() error {
	if k := r.dec.PeekKind(); k != '{' && k != 0 {
		return r.notObject(k)
	}
	if err := r.object(r.top); err != nil {
		return r.fail(err)
	}
	if err := r.end(); err != nil {
		return err
	}
	if err := r.facts.plan(); err != nil {
		return err
	}
	slices.SortFunc(r.plan.Outputs, func(a, b *OutputChange) int { return strings.Compare(a.Name, b.Name) })
	return r.store.seal()
}

// notObject refuses a document that does not begin as an object: other JSON,
// or text that begins as JSON does, such as a date or a word in brackets.
func (r *reader) notObject(k jsontext.Kind) error {
	err := r.dec.SkipValue()
	if err == nil {
		err = r.end()
	}
	if err == nil {
		return &InputError{Kind: InputNotPlan, Msg: fmt.Sprintf("this JSON is not a plan: it is %s, not an object", kindWord(k)), Hint: hintShow}
	}
	err = r.fail(err)
	var ie *InputError
	if errors.As(err, &ie) && (ie.Kind == InputNotJSON || ie.Kind == InputSeveral && k != '[') {
		return recogniseText(r.in.head)
	}
	return err
}

// end checks that only white space follows the document.
func (r *reader) end() error {
	k := r.dec.PeekKind()
	rest := slices.Clone(r.dec.UnreadBuffer())
	if k == 0 && len(strings.TrimLeft(string(rest), " \t\r\n")) == 0 {
		_, err := r.dec.ReadToken()
		if err == io.EOF {
			return nil
		}
		return r.fail(err)
	}
	at := r.dec.InputOffset()
	at += int64(len(rest) - len(strings.TrimLeft(string(rest), " \t\r\n")))
	where := r.place(at)
	// The decoder need not have read more than the first byte of it.
	more, _ := io.ReadAll(io.LimitReader(r.in.text, 200))
	return trailing(append(rest, more...), where)
}

// top reads one member of the document.
func (r *reader) top(name string) error {
	if len(r.facts.first) == 0 && strings.HasPrefix(name, "@") || name == "@level" {
		return &InputError{Kind: InputLog, Msg: "this is a machine-readable log, not a plan", Hint: hintLog}
	}
	r.facts.add(name)
	p := r.plan
	switch name {
	case "format_version", "plan_format_version":
		s, err := r.text()
		if err != nil {
			return err
		}
		p.FormatVersion = s
		return r.version(s)
	case "terraform_version":
		s, err := r.text()
		p.TerraformVersion = s
		return err
	case "errored":
		b, err := r.flag()
		p.Errored = b != nil && *b
		return err
	case "applyable":
		b, err := r.flag()
		p.Applyable = b
		return err
	case "resource_changes":
		return r.array(func(i int) error {
			p.HasResourceChanges = true
			return r.change(&p.Changes, name, i)
		})
	case "resource_drift":
		return r.array(func(i int) error { return r.change(&p.Drift, name, i) })
	case "deferred_changes":
		return r.array(r.deferred)
	case "action_invocations":
		return r.array(r.invocation)
	case "output_changes":
		return r.object(r.output)
	case "relevant_attributes":
		return r.array(r.relevant)
	case "prior_state":
		return r.priorState()
	case "planned_values":
		return r.values(func(raw []byte) { r.instance(raw) })
	case "configuration":
		return r.configuration()
	}
	return r.dec.SkipValue()
}

// version checks a format version.
func (r *reader) version(s string) error {
	major, minor, ok := strings.Cut(s, ".")
	ma, err1 := strconv.Atoi(major)
	mi, err2 := strconv.Atoi(minor)
	switch {
	case s == "": // as good as absent
	case !ok || err1 != nil || err2 != nil || ma < 0 || mi < 0:
		return &InputError{Kind: InputVersion, Msg: fmt.Sprintf("format_version: want a version such as \"1.2\", have %s", quote(s))}
	case ma >= 2:
		return &InputError{Kind: InputVersion, Msg: fmt.Sprintf("format_version: plans of format %s are not known here, only those up to 1.x", quote(s)), Hint: "a later planfmt may know them"}
	case ma == 1 && mi > 2:
		r.plan.Warnings = append(r.plan.Warnings, fmt.Sprintf("the plan's format %s is later than 1.2, the latest known here: something may be missing", s))
	}
	return nil
}

// object walks the members of an object; null counts as an empty one. each
// must read the member's value.
func (r *reader) object(each func(name string) error) error {
	return r.walk('{', func(int) error {
		tok, err := r.dec.ReadToken()
		if err != nil {
			return err
		}
		return each(tok.String())
	})
}

// array walks the elements of an array; null counts as an empty one. each must
// read the element.
func (r *reader) array(each func(i int) error) error { return r.walk('[', each) }

func (r *reader) walk(open jsontext.Kind, each func(i int) error) error {
	k := r.dec.PeekKind()
	if k == 'n' {
		return r.dec.SkipValue()
	}
	if k != open && k != 0 {
		return r.wrong(kindWord(open), k)
	}
	if _, err := r.dec.ReadToken(); err != nil {
		return err
	}
	for i := 0; ; i++ {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		if k := r.dec.PeekKind(); k == '}' || k == ']' {
			_, err := r.dec.ReadToken()
			return err
		}
		if err := each(i); err != nil {
			return err
		}
	}
}

// text reads a string; null counts as an empty one.
func (r *reader) text() (string, error) {
	k := r.dec.PeekKind()
	if k != '"' && k != 'n' && k != 0 {
		return "", r.wrong("a string", k)
	}
	tok, err := r.dec.ReadToken()
	if err != nil || k == 'n' {
		return "", err
	}
	return tok.String(), nil
}

// flag reads a bool, nil for null.
func (r *reader) flag() (*bool, error) {
	k := r.dec.PeekKind()
	if k != 't' && k != 'f' && k != 'n' && k != 0 {
		return nil, r.wrong("true or false", k)
	}
	tok, err := r.dec.ReadToken()
	if err != nil || k == 'n' {
		return nil, err
	}
	b := tok.Bool()
	return &b, nil
}

// entry reads one value and gives its bytes and where they begin.
func (r *reader) entry() ([]byte, int64, error) {
	raw, err := r.dec.ReadValue()
	return raw, r.in.base + r.dec.InputOffset() - int64(len(raw)), err
}

func kindWord(k jsontext.Kind) string {
	switch k {
	case 'n':
		return "null"
	case 't', 'f':
		return "a bool"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case '[':
		return "a list"
	case '{':
		return "an object"
	}
	return "something else"
}

// wrong is the error for a member of the wrong shape, which comes next.
func (r *reader) wrong(want string, have jsontext.Kind) error {
	ptr := string(r.dec.StackPointer())
	return &InputError{
		Kind: InputStructure,
		Msg:  fmt.Sprintf("at %s (%s): want %s, have %s", quotePointer(ptr), r.place(r.dec.InputOffset()), want, kindWord(have)),
	}
}

// place spells an offset of the text for people.
func (r *reader) place(off int64) string {
	unread := r.dec.UnreadBuffer()
	after := unread[min(max(off-r.dec.InputOffset(), 0), int64(len(unread))):]
	line := 1 + r.in.text.lines - int64(strings.Count(string(after), "\n"))
	return fmt.Sprintf("byte %d%s, line %d", r.in.base+off, r.in.positions, line)
}

// fail turns an error of the tokenizer into one for people.
func (r *reader) fail(err error) error {
	if ctxErr := r.ctx.Err(); ctxErr != nil {
		return ctxErr
	}
	var ie *InputError
	var se *jsontext.SyntacticError
	switch {
	case errors.As(err, &ie):
		return ie
	case err == io.EOF:
		return &InputError{Kind: InputEmpty, Msg: "the input is empty", Hint: hintShow}
	case !errors.As(err, &se):
		return readError(err)
	}
	place, ptr := r.place(se.ByteOffset), string(se.JSONPointer)
	at := "at " + place
	if ptr != "" {
		at = fmt.Sprintf("at %s (%s)", quotePointer(ptr), place)
	}
	// The tokenizer exports the error for duplicate names only; the others
	// have to be told by their text, and a test holds them to it.
	what := se.Err.Error()
	switch {
	case errors.Is(se.Err, io.ErrUnexpectedEOF):
		msg := "the document is cut off at " + place
		if ptr != "" {
			msg += ", inside " + quotePointer(ptr)
		}
		return &InputError{Kind: InputCutOff, Msg: msg}
	case errors.Is(se.Err, jsontext.ErrDuplicateName):
		return &InputError{Kind: InputNotJSON, Msg: at + ": the name " + quote(se.JSONPointer.LastToken()) + " stands twice in one object"}
	case what == "exceeded max depth":
		return &InputError{Kind: InputTooDeep, Msg: fmt.Sprintf("%s: %v", at, errDepth)}
	case what == "invalid UTF-8":
		return &InputError{Kind: InputEncoding, Msg: at + ": invalid UTF-8"}
	}
	if len(what) > 200 {
		what = what[:200]
	}
	return &InputError{Kind: InputNotJSON, Msg: at + ": this is not JSON: " + what}
}

// quotePointer spells a JSON pointer: its end, when it is long, and quoted
// when it has characters that a terminal might obey.
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
