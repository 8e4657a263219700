package jsondoc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// Scanner walks the members of one document, from a stream of any length. It
// is what readers of documents have in common: [Read] stands on it, and so
// does whatever reads documents that may be something else than a plan. The
// methods that read are called from within [Scanner.Document] only; their
// errors are to be handed back, and come out as *InputError.
type Scanner struct {
	// FormatVersion and TerraformVersion are those of the document, empty as
	// long as they have not come by.
	FormatVersion, TerraformVersion string

	ctx   context.Context
	in    *input
	opts  Options
	dec   *jsontext.Decoder
	store *Store

	parser values.Parser
	facts  facts
	minor  int // of the format version 1.x

	raw     []byte // what was read last
	off     int64
	doubled bool // a name occurs twice in one of its objects
}

// NewScanner recognises the encoding of a document and refuses what cannot be
// JSON, as [Read] does.
func NewScanner(ctx context.Context, r io.Reader, opts Options) (*Scanner, error) {
	in, err := openInput(ctx, r)
	if err != nil {
		return nil, err
	}
	return &Scanner{
		ctx:  ctx,
		in:   in,
		opts: opts,
		// Names that stand twice are found where they matter: in the objects
		// that are walked, and in the values that are shown.
		dec:   jsontext.NewDecoder(in.text, jsontext.AllowDuplicateNames(true)),
		store: newStore(opts, in.again),
	}, nil
}

// Document reads everything, and checks that nothing follows. member is
// called for each member at the top but the versions, and must read its value.
func (s *Scanner) Document(member func(name string) error) error {
	if k := s.dec.PeekKind(); k != '{' && k != 0 {
		return s.notObject(k)
	}
	if err := s.Object(func(name string) error { return s.top(name, member) }); err != nil {
		return s.fail(err)
	}
	if err := s.end(); err != nil {
		return err
	}
	return s.store.seal()
}

// top reads one member of the document.
func (s *Scanner) top(name string, member func(name string) error) (err error) {
	if len(s.facts.first) == 0 && strings.HasPrefix(name, "@") || name == "@level" {
		return &InputError{Kind: InputLog, Msg: "this is a machine-readable log, not a plan", Hint: hintLog}
	}
	s.facts.add(name)
	switch name {
	case "format_version", "plan_format_version":
		if s.FormatVersion, err = s.Text(); err != nil {
			return err
		}
		return s.version()
	case "terraform_version":
		s.TerraformVersion, err = s.Text()
		return err
	}
	return member(name)
}

// NotPlan says what the document is if it is no plan, nil if it is one. It
// is known once the document has been read.
func (s *Scanner) NotPlan() error { return s.facts.plan(s.FormatVersion != "") }

// Has reports whether a member of the name stood at the top so far. Of a very
// great number of names it knows the first.
func (s *Scanner) Has(name string) bool { return s.facts.names[name] }

// Store is where [Scanner.Keep] puts values. Closing it is the caller's to do,
// whether reading succeeds or not.
func (s *Scanner) Store() *Store { return s.store }

// Next is the kind of the value that comes next, Absent at the end of an
// object or a list and where there is none.
func (s *Scanner) Next() values.Kind {
	switch s.dec.PeekKind() {
	case 'n':
		return values.Null
	case 't', 'f':
		return values.Bool
	case '0':
		return values.Number
	case '"':
		return values.String
	case '[':
		return values.Array
	case '{':
		return values.Object
	}
	return values.Absent
}

// Skip reads a value that is of no use.
func (s *Scanner) Skip() error { return s.dec.SkipValue() }

// Raw reads one value without parsing it. The bytes are valid until the next
// value is read.
func (s *Scanner) Raw() ([]byte, error) { return s.dec.ReadValue() }

// Keep makes the value that was read last, by Value, available after reading.
func (s *Scanner) Keep() (Ref, error) { return s.store.put(s.raw, s.off) }

// notObject refuses a document that does not begin as an object: other JSON,
// or text that begins as JSON does, such as a date or a word in brackets.
func (s *Scanner) notObject(k jsontext.Kind) error {
	err := s.dec.SkipValue()
	if err == nil {
		err = s.end()
	}
	if err == nil {
		return &InputError{Kind: InputNotPlan, Msg: fmt.Sprintf("this JSON is neither a plan nor a state: it is %s, not an object", kindWord(k)), Hint: hintShow}
	}
	err = s.fail(err)
	var ie *InputError
	if errors.As(err, &ie) && (ie.Kind == InputNotJSON || ie.Kind == InputSeveral && k != '[') {
		return recogniseText(s.in.head)
	}
	return err
}

// end checks that only white space follows the document.
func (s *Scanner) end() error {
	k := s.dec.PeekKind()
	rest := slices.Clone(s.dec.UnreadBuffer())
	if k == 0 && len(strings.TrimLeft(string(rest), " \t\r\n")) == 0 {
		_, err := s.dec.ReadToken()
		if err == io.EOF {
			return nil
		}
		return s.fail(err)
	}
	at := s.dec.InputOffset()
	at += int64(len(rest) - len(strings.TrimLeft(string(rest), " \t\r\n")))
	where := s.place(at)
	// The decoder need not have read more than the first byte of it.
	more, _ := io.ReadAll(io.LimitReader(s.in.text, 200))
	return trailing(append(rest, more...), where)
}

// version checks the format version.
func (s *Scanner) version() error {
	v := s.FormatVersion
	major, minor, ok := strings.Cut(v, ".")
	ma, err1 := strconv.Atoi(major)
	mi, err2 := strconv.Atoi(minor)
	switch {
	case v == "": // as good as absent
	case !ok || err1 != nil || err2 != nil || ma < 0 || mi < 0:
		return &InputError{Kind: InputVersion, Msg: fmt.Sprintf("invalid format_version %s: expected a version such as \"1.2\"", Quote(v))}
	case ma >= 2:
		return &InputError{Kind: InputVersion, Msg: fmt.Sprintf("unsupported format_version %s: planfmt supports formats up to 1.x", Quote(v)), Hint: "a newer planfmt may support it"}
	case ma == 1:
		s.minor = mi
	}
	return nil
}

// Later is a remark on a document whose format is later than 1.minor, the
// latest known for its kind; it is empty for others.
func (s *Scanner) Later(kind string, minor int) string {
	if s.minor <= minor {
		return ""
	}
	return fmt.Sprintf("the %s has format %s, but this planfmt knows only formats up to 1.%d: something may be missing", kind, s.FormatVersion, minor)
}

// Object walks the members of an object; null counts as an empty one. each
// must read the member's value. A name that stands twice is an error.
func (s *Scanner) Object(each func(name string) error) error {
	names := map[string]bool{}
	return s.Members(func(name string) error {
		if names[name] {
			ptr := string(s.dec.StackPointer())
			at := s.dec.InputOffset() - int64(len(name)+2) // but for escapes, where the name begins
			return &InputError{Kind: InputNotJSON, Msg: fmt.Sprintf("at %s (%s): the name %s stands twice in one object", quotePointer(ptr), s.place(at), Quote(name))}
		}
		names[name] = true
		return each(name)
	})
}

// Members is Object for what is never shown: a name may occur twice.
func (s *Scanner) Members(each func(name string) error) error {
	return s.walk('{', func(int) error {
		tok, err := s.dec.ReadToken()
		if err != nil {
			return err
		}
		return each(tok.String())
	})
}

// Array walks the elements of an array; null counts as an empty one. each must
// read the element.
func (s *Scanner) Array(each func(i int) error) error { return s.walk('[', each) }

func (s *Scanner) walk(open jsontext.Kind, each func(i int) error) error {
	k := s.dec.PeekKind()
	if k == 'n' {
		return s.dec.SkipValue()
	}
	if k != open && k != 0 {
		return s.wrong(kindWord(open), k)
	}
	if _, err := s.dec.ReadToken(); err != nil {
		return err
	}
	for i := 0; ; i++ {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		if k := s.dec.PeekKind(); k == '}' || k == ']' {
			_, err := s.dec.ReadToken()
			return err
		}
		if err := each(i); err != nil {
			return err
		}
	}
}

// Text reads a string; null counts as an empty one.
func (s *Scanner) Text() (string, error) {
	k := s.dec.PeekKind()
	if k != '"' && k != 'n' && k != 0 {
		return "", s.wrong("a string", k)
	}
	tok, err := s.dec.ReadToken()
	if err != nil || k == 'n' {
		return "", err
	}
	return tok.String(), nil
}

// Flag reads a bool, nil for null.
func (s *Scanner) Flag() (*bool, error) {
	k := s.dec.PeekKind()
	if k != 't' && k != 'f' && k != 'n' && k != 0 {
		return nil, s.wrong("true or false", k)
	}
	tok, err := s.dec.ReadToken()
	if err != nil || k == 'n' {
		return nil, err
	}
	b := tok.Bool()
	return &b, nil
}

// Value reads one value as a whole. It is valid until the next one is read. If
// a name occurs twice in an object, the value has the last member of that name,
// see [Scanner.Duplicate].
func (s *Scanner) Value() (values.Value, error) {
	raw, err := s.dec.ReadValue()
	if err != nil {
		return values.Value{}, err
	}
	s.raw, s.off = raw, s.in.base+s.dec.InputOffset()-int64(len(raw))
	v, err := s.parser.Parse(raw)
	if s.doubled = errors.Is(err, values.ErrTwice); s.doubled {
		s.parser.Names = values.LastWins
		v, err = s.parser.Parse(raw)
		s.parser.Names = values.Unique
	}
	if err != nil {
		// The tokenizer has accepted the value, and is stricter about all but
		// the depth.
		what := err.Error()
		if se, ok := errors.AsType[*values.SyntaxError](err); ok {
			what = se.Msg // its place is within the value
		}
		err = &InputError{Kind: InputTooDeep, Msg: fmt.Sprintf("at %s (%s): %s", quotePointer(string(s.dec.StackPointer())), s.place(s.dec.InputOffset()), what)}
	}
	return v, err
}

// Duplicate says where, in the value that was read last, a name occurs twice in
// one object; it is nil if nowhere. Names more than so many steps below the
// value may be secrets: the error does not contain them.
func (s *Scanner) Duplicate(steps int) error {
	if !s.doubled {
		return nil
	}
	_, err := jsontext.NewDecoder(bytes.NewReader(s.raw)).ReadValue()
	var se *jsontext.SyntacticError
	if !errors.As(err, &se) {
		return values.ErrTwice
	}
	var where []string
	for token := range se.JSONPointer.Tokens() {
		where = append(where, token)
	}
	what := "a name"
	if len(where) <= steps {
		what = "the name " + Quote(se.JSONPointer.LastToken())
		where = where[:len(where)-1]
	} else {
		where = where[:steps]
	}
	at := s.off + se.ByteOffset
	err = fmt.Errorf("%s %w (byte %d%s)", what, values.ErrTwice, at, s.in.positions)
	return &plans.Error{Field: strings.Join(where, "."), Err: err}
}

// Reread returns a Scanner of the value that was read last.
func (s *Scanner) Reread() *Scanner {
	dec := jsontext.NewDecoder(bytes.NewReader(s.raw), jsontext.AllowDuplicateNames(true))
	return &Scanner{ctx: s.ctx, in: s.in, dec: dec}
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
func (s *Scanner) wrong(want string, have jsontext.Kind) error {
	ptr := string(s.dec.StackPointer())
	return &InputError{
		Kind: InputStructure,
		Msg:  fmt.Sprintf("at %s (%s): expected %s, found %s", quotePointer(ptr), s.place(s.dec.InputOffset()), want, kindWord(have)),
	}
}

// place spells an offset of the text for people.
func (s *Scanner) place(off int64) string {
	unread := s.dec.UnreadBuffer()
	after := unread[min(max(off-s.dec.InputOffset(), 0), int64(len(unread))):]
	line := 1 + s.in.text.lines - int64(strings.Count(string(after), "\n"))
	return fmt.Sprintf("byte %d%s, line %d", s.in.base+off, s.in.positions, line)
}

// fail turns an error of the tokenizer into one for people.
func (s *Scanner) fail(err error) error {
	if ctxErr := s.ctx.Err(); ctxErr != nil {
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
	place, ptr := s.place(se.ByteOffset), string(se.JSONPointer)
	at := "at " + place
	if ptr != "" {
		at = fmt.Sprintf("at %s (%s)", quotePointer(ptr), place)
	}
	// The tokenizer does not export these errors: they have to be told by their
	// text, and a test holds them to it.
	what := se.Err.Error()
	switch {
	case errors.Is(se.Err, io.ErrUnexpectedEOF):
		msg := "the document is cut off at " + place
		if ptr != "" {
			msg += ", inside " + quotePointer(ptr)
		}
		return &InputError{Kind: InputCutOff, Msg: msg}
	case what == "exceeded max depth":
		return &InputError{Kind: InputTooDeep, Msg: fmt.Sprintf("%s: %v", at, values.ErrDepth)}
	case what == "invalid UTF-8":
		return &InputError{Kind: InputEncoding, Msg: at + ": invalid UTF-8"}
	}
	// What stands in a string may be a secret: it is not quoted.
	if before, quoted, ok := strings.Cut(what, " `"); ok {
		what = before + quoted[strings.LastIndexByte(quoted, '`')+1:]
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
