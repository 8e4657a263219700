package jsondoc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

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
	tok   tokenizer
	store *Store

	parser values.Parser
	facts  facts
	minor  int // of the format version 1.x

	raw        []byte // of the last Value
	off        int64
	duplicates bool // a name occurs twice in one of its objects
}

// NewScanner recognises the encoding of a document and refuses what cannot be
// JSON, as [Read] does.
func NewScanner(ctx context.Context, r io.Reader, opts Options) (*Scanner, error) {
	in, err := openInput(ctx, r)
	if err != nil {
		return nil, err
	}
	return &Scanner{
		ctx:   ctx,
		in:    in,
		opts:  opts,
		tok:   newTokenizer(in.text),
		store: newStore(opts, in.again),
	}, nil
}

// Document reads everything, and checks that nothing follows. member is
// called for each member at the top but the versions, and must read its value.
func (s *Scanner) Document(member func(name string) error) error {
	if k := s.tok.peek(); k != beginObject && k != kindNone {
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
	switch s.tok.peek() {
	case kindNull:
		return values.Null
	case kindTrue, kindFalse:
		return values.Bool
	case kindNumber:
		return values.Number
	case kindString:
		return values.String
	case beginArray:
		return values.Array
	case beginObject:
		return values.Object
	}
	return values.Absent
}

// Skip reads a value that is of no use.
func (s *Scanner) Skip() error { return s.tok.skip() }

// Raw reads one value without parsing it. The bytes are valid until the next
// value is read.
func (s *Scanner) Raw() ([]byte, error) { return s.tok.value() }

// Keep makes the value that was read last, by Value, available after reading.
func (s *Scanner) Keep() (Ref, error) { return s.store.put(s.raw, s.off) }

// notObject refuses a document that does not begin as an object: other JSON,
// or text that begins as JSON does, such as a date or a word in brackets.
func (s *Scanner) notObject(k kind) error {
	err := s.tok.skip()
	if err == nil {
		err = s.end()
	}
	if err == nil {
		return &InputError{Kind: InputNotPlan, Msg: fmt.Sprintf("this JSON is neither a plan nor a state: it is %s, not an object", k.noun()), Hint: hintShow}
	}
	err = s.fail(err)
	var ie *InputError
	if errors.As(err, &ie) && (ie.Kind == InputNotJSON || ie.Kind == InputSeveral && k != beginArray) {
		return recogniseText(s.in.head)
	}
	return err
}

// end checks that only white space follows the document.
func (s *Scanner) end() error {
	k := s.tok.peek()
	rest := slices.Clone(s.tok.buffered())
	if k == kindNone && len(strings.TrimLeft(string(rest), " \t\r\n")) == 0 {
		_, err := s.tok.token()
		if err == io.EOF {
			return nil
		}
		return s.fail(err)
	}
	at := s.tok.offset()
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
			ptr := s.tok.pointer()
			at := s.tok.offset() - int64(len(name)+2) // but for escapes, where the name begins
			return &InputError{Kind: InputNotJSON, Msg: fmt.Sprintf("at %s (%s): the name %s stands twice in one object", quotePointer(ptr), s.place(at), Quote(name))}
		}
		names[name] = true
		return each(name)
	})
}

// Members is Object for what is never shown: a name may occur twice.
func (s *Scanner) Members(each func(name string) error) error {
	return s.walk(beginObject, func(int) error {
		name, err := s.tok.token()
		if err != nil {
			return err
		}
		return each(name)
	})
}

// Array walks the elements of an array; null counts as an empty one. each must
// read the element.
func (s *Scanner) Array(each func(i int) error) error { return s.walk(beginArray, each) }

func (s *Scanner) walk(open kind, each func(i int) error) error {
	k := s.tok.peek()
	if k == kindNull {
		return s.tok.skip()
	}
	if k != open && k != kindNone {
		return s.wrong(open.noun(), k)
	}
	if _, err := s.tok.token(); err != nil {
		return err
	}
	for i := 0; ; i++ {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		if k := s.tok.peek(); k == endObject || k == endArray {
			_, err := s.tok.token()
			return err
		}
		if err := each(i); err != nil {
			return err
		}
	}
}

// Text reads a string; null counts as an empty one.
func (s *Scanner) Text() (string, error) {
	k := s.tok.peek()
	if k != kindString && k != kindNull && k != kindNone {
		return "", s.wrong("a string", k)
	}
	return s.tok.token()
}

// Flag reads a bool, nil for null.
func (s *Scanner) Flag() (*bool, error) {
	k := s.tok.peek()
	if k != kindTrue && k != kindFalse && k != kindNull && k != kindNone {
		return nil, s.wrong("true or false", k)
	}
	if _, err := s.tok.token(); err != nil || k == kindNull {
		return nil, err
	}
	b := k == kindTrue
	return &b, nil
}

// Value reads one value as a whole. It is valid until the next one is read. If
// a name occurs twice in an object, the value has the last member of that name,
// see [Scanner.DuplicateError].
func (s *Scanner) Value() (values.Value, error) {
	raw, err := s.tok.value()
	if err != nil {
		return values.Value{}, err
	}
	s.raw, s.off = raw, s.in.base+s.tok.offset()-int64(len(raw))
	v, err := s.parser.Parse(raw)
	if s.duplicates = errors.Is(err, values.ErrTwice); s.duplicates {
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
		err = &InputError{Kind: InputTooDeep, Msg: fmt.Sprintf("at %s (%s): %s", quotePointer(s.tok.pointer()), s.place(s.tok.offset()), what)}
	}
	return v, err
}

// wrong is the error for a member of the wrong shape, which comes next.
func (s *Scanner) wrong(want string, have kind) error {
	ptr := s.tok.pointer()
	return &InputError{
		Kind: InputStructure,
		Msg:  fmt.Sprintf("at %s (%s): expected %s, found %s", quotePointer(ptr), s.place(s.tok.offset()), want, have.noun()),
	}
}

// place spells an offset of the text for people.
func (s *Scanner) place(off int64) string {
	unread := s.tok.buffered()
	after := unread[min(max(off-s.tok.offset(), 0), int64(len(unread))):]
	line := 1 + s.in.text.lines - int64(strings.Count(string(after), "\n"))
	return fmt.Sprintf("byte %d%s, line %d", s.in.base+off, s.in.positions, line)
}

// fail turns an error of the tokenizer into one for people.
func (s *Scanner) fail(err error) error {
	if ctxErr := s.ctx.Err(); ctxErr != nil {
		return ctxErr
	}
	var ie *InputError
	var se *syntaxError
	switch {
	case errors.As(err, &ie):
		return ie
	case err == io.EOF:
		return &InputError{Kind: InputEmpty, Msg: "the input is empty", Hint: hintShow}
	case !errors.As(err, &se):
		return readError(err)
	}
	place, ptr := s.place(se.offset), se.pointer
	at := "at " + place
	if ptr != "" {
		at = fmt.Sprintf("at %s (%s)", quotePointer(ptr), place)
	}
	switch se.fault {
	case InputCutOff:
		msg := "the document is cut off at " + place
		if ptr != "" {
			msg += ", inside " + quotePointer(ptr)
		}
		return &InputError{Kind: InputCutOff, Msg: msg}
	case InputTooDeep:
		return &InputError{Kind: InputTooDeep, Msg: fmt.Sprintf("%s: %v", at, values.ErrDepth)}
	case InputEncoding:
		return &InputError{Kind: InputEncoding, Msg: at + ": invalid UTF-8"}
	}
	return &InputError{Kind: InputNotJSON, Msg: at + ": this is not JSON: " + se.msg}
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
