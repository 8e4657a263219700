package jsondoc

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/planfmt/planfmt/internal/base/jsoncut"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// Scanner walks the members of one JSON document. The methods that read values
// are for the functions that [Scanner.Document] calls; these return the errors of
// the methods as they are.
type Scanner struct {
	in    *Input
	tok   tokenizer
	store *Store

	parser Parser
	cutter jsoncut.Cutter
	raw    []byte // of the last value
	tally  lineTally
}

// lineTally is the number of line feeds before an offset of the text. after is what was
// buffered from that offset on.
type lineTally struct {
	off, lines int64
	after      []byte
}

// NewScanner returns a Scanner for an input of which nothing has been read. If
// the first bytes show that the input is not one JSON document, the error is an
// *plans.InputError that says what it is.
func NewScanner(in *Input, opts Options) (*Scanner, error) {
	if err := rejectHead(in.Kind(), in.head); err != nil {
		return nil, err
	}
	if err := in.limitUnpacked(opts.MaxUnpacked); err != nil {
		return nil, err
	}
	s := &Scanner{in: in, store: newStore(opts, in.again)}
	l := newLexer(in, in.bufferSize())
	l.again, l.start = in.again, in.base
	switch {
	case !opts.Strict:
		s.tok = l
	case in.again == nil: // jsontext cannot read it again, to say what is wrong
		s.tok = newDecoder(in)
	default:
		s.tok = newStrictLexer(l, in.text)
	}
	return s, nil
}

// Document reads the document to its end, and checks that nothing follows it. For
// each top-level member except the versions, it calls member, which must read the
// value. The Header says what the document is. If the document is not one JSON
// object, or member returns an error of the Scanner, the error is a *plans.InputError.
func (s *Scanner) Document(member func(name string) error) (Header, error) {
	h := Header{outputs: outputsStart().Match(s.in.head)}
	if k := s.tok.peek(); k != beginObject && k != kindNone {
		return h, s.notObject(k)
	}
	err := s.Object(func(name string) error {
		if read, err := h.member(s, name); read || err != nil {
			return err
		}
		return member(name)
	})
	if err != nil {
		return h, s.convert(err)
	}
	if err := s.end(); err != nil {
		return h, err
	}
	h.garbled = s.in.page.text()
	return h, s.store.Seal()
}

// Store is where [Scanner.Keep] puts values. The caller must close it, even if
// reading fails.
func (s *Scanner) Store() *Store { return s.store }

// Next returns the kind of the next value: Absent at the end of an object or a
// list, and if there is no value.
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

// Skip reads a value of which nothing is needed.
func (s *Scanner) Skip() error { return s.tok.skip() }

// Raw reads one value without parsing it. The bytes are valid until the next value
// is read. They need not be valid JSON: [Scanner.Parse] checks them.
func (s *Scanner) Raw() ([]byte, error) {
	raw, err := s.tok.value()
	s.raw = raw
	return raw, err
}

// Excerpt returns the value that has been read last.
func (s *Scanner) Excerpt() Excerpt {
	e := Excerpt{Raw: s.raw, in: s.in, off: s.tok.offset() - int64(len(s.raw)), pointer: s.tok.pointer(), parent: s.tok.parent()}
	if s.in.again == nil {
		e.lines = s.lineFeeds() - countLineFeeds(s.raw)
	}
	return e
}

// lineFeeds counts the line feeds before the end of the value that has been read last,
// of an input that cannot be read again. Most often, what was buffered the last time has
// all that has been read since then.
func (s *Scanner) lineFeeds() int64 {
	off, after := s.tok.offset(), s.tok.buffered()
	last := &s.tally
	if read := int(off - last.off); len(after) > 0 && len(last.after) == read+len(after) && &last.after[read] == &after[0] {
		last.lines += countLineFeeds(last.after[:read])
	} else {
		last.lines = s.in.lineFeeds(off, s.tok.linesBehind(off))
	}
	last.off, last.after = off, after
	return last.lines
}

// Offset returns the offset behind the last value or name that has been read, in the text of the
// document, as [Input.Read] reads it.
func (s *Scanner) Offset() int64 { return s.tok.offset() }

// Keep stores the bytes of the value that has been read last.
func (s *Scanner) Keep() (Ref, error) { return s.store.Put(s.Excerpt()) }

// HandOn keeps the value that the Scanner has read last, and that p has parsed from its
// bytes, for the [Loader] that loads it first, so that it is not read and parsed again.
// Only the last value is kept. The results of the Scanner and of p become invalid.
func (s *Scanner) HandOn(ref Ref, p *Parser) {
	if p.value.Kind() == values.Absent || !s.tok.release() {
		return
	}
	next := &handed{ref: ref, value: p.value, parser: p.parser}
	p.parser, p.last, p.value = values.Parser{}, Excerpt{}, values.Value{}
	s.raw, s.tally = nil, lineTally{}
	if before := s.store.handed.Swap(next); before != nil {
		p.parser = before.parser
	}
}

// notObject rejects a document that does not begin as an object: other JSON, or
// text that begins as JSON does, such as a date or a word in brackets.
func (s *Scanner) notObject(k tokenKind) error {
	err := s.tok.skip()
	if err == nil {
		err = s.end()
	}
	if err == nil {
		return rejectJSON("it is " + k.noun() + ", not an object")
	}
	err = s.convert(err)
	var ie *plans.InputError
	if errors.As(err, &ie) && (ie.Kind == plans.InputNotJSON || ie.Kind == plans.InputSeveral && k != beginArray) {
		return rejectHead(textKind(s.in.head), s.in.head)
	}
	return err
}

// end checks that only white space follows the document.
func (s *Scanner) end() error {
	k := s.tok.peek()
	rest, off := s.tok.rest()
	if k == kindNone && len(rest) == 0 {
		_, err := s.tok.token()
		if err == io.EOF {
			return nil
		}
		return s.convert(err)
	}
	where := s.place(off)
	// The tokenizer need not have taken more than the first byte of it.
	more, _ := io.ReadAll(io.LimitReader(s.in, 200))
	return rejectTrailing(slices.Concat(rest, more), where)
}

// Object walks the members of an object, or of null, which has none. each must
// read the member's value. A name that occurs twice is an error.
func (s *Scanner) Object(each func(name string) error) error {
	var names nameSet
	return s.Members(func(name string) error {
		if !names.add(name) {
			begin := s.tok.offset() - int64(len(name)+2) // unless the name has escapes
			return &plans.InputError{
				Kind: plans.InputNotJSON,
				Msg:  fmt.Sprintf("at %s (%s): the name %s %v", quotePointer(s.tok.pointer().String()), s.place(begin), Quote(name), values.ErrTwice),
			}
		}
		return each(name)
	})
}

// nameSet is a set of names. As long as they come in order, as in most documents, none of
// them can come twice.
type nameSet struct {
	ordered []string
	all     map[string]bool // nil as long as they come in order
}

// add adds a name. It returns false if the set has the name already.
func (s *nameSet) add(name string) bool {
	if s.all == nil {
		if n := len(s.ordered); n == 0 || s.ordered[n-1] < name {
			s.ordered = append(s.ordered, name)
			return true
		}
		s.all = make(map[string]bool, len(s.ordered)+1)
		for _, known := range s.ordered {
			s.all[known] = true
		}
		s.ordered = nil
	}
	n := len(s.all)
	s.all[name] = true
	return len(s.all) > n
}

// Members does the same as Object, for what is never shown: a name may occur
// twice.
func (s *Scanner) Members(each func(name string) error) error {
	return s.walk(beginObject, func(int) error {
		name, err := s.tok.token()
		if err != nil {
			return err
		}
		return each(name)
	})
}

// Array walks the elements of an array, or of null, which has none. each must
// read the element.
func (s *Scanner) Array(each func(i int) error) error { return s.walk(beginArray, each) }

func (s *Scanner) walk(open tokenKind, each func(i int) error) error {
	k := s.tok.peek()
	if k == kindNull {
		return s.tok.skip()
	}
	if k != open && k != kindNone {
		return s.wrongKind(open.noun(), k)
	}
	if _, err := s.tok.token(); err != nil {
		return err
	}
	for i := 0; ; i++ {
		if err := s.in.ctx.Err(); err != nil {
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

// Text reads a string. Null is the empty string.
func (s *Scanner) Text() (string, error) {
	k := s.tok.peek()
	if k != kindString && k != kindNull && k != kindNone {
		return "", s.wrongKind("a string", k)
	}
	return s.tok.token()
}

// Flag reads a bool. It returns nil for null.
func (s *Scanner) Flag() (*bool, error) {
	k := s.tok.peek()
	if k != kindTrue && k != kindFalse && k != kindNull && k != kindNone {
		return nil, s.wrongKind("true or false", k)
	}
	if _, err := s.tok.token(); err != nil || k == kindNull {
		return nil, err
	}
	b := k == kindTrue
	return &b, nil
}

// Value reads and parses one value, see [Parser.Parse].
func (s *Scanner) Value() (values.Value, error) {
	if _, err := s.Raw(); err != nil {
		return values.Value{}, err
	}
	return s.Parse()
}

// Parse parses the value that Raw or Outline has just read. The result is valid until the next
// value is read. [Scanner.Parser] then says which names occur twice.
func (s *Scanner) Parse() (values.Value, error) { return s.parser.Parse(s.Excerpt()) }

// Parser returns the parser of [Scanner.Value] and [Scanner.Parse].
func (s *Scanner) Parser() *Parser { return &s.parser }

// wrongKind is the error for a next value that is not of the kind that is wanted.
func (s *Scanner) wrongKind(want string, have tokenKind) error {
	return &plans.InputError{Kind: plans.InputStructure, Msg: fmt.Sprintf("at %s: expected %s, found %s", s.here(), want, have.noun())}
}

// here is the place of the last token or value, for a message.
func (s *Scanner) here() string {
	return fmt.Sprintf("%s (%s)", quotePointer(s.tok.pointer().String()), s.place(s.tok.offset()))
}

// place is an offset of the text, for a message.
func (s *Scanner) place(off int64) string {
	return s.in.place(off, s.in.lineFeeds(off, s.tok.linesBehind(off)))
}

// convert turns an error of the tokenizer into a *plans.InputError.
func (s *Scanner) convert(err error) error {
	if ctxErr := s.in.ctx.Err(); ctxErr != nil {
		return ctxErr
	}
	var ie *plans.InputError
	var se *syntaxError
	switch {
	case errors.As(err, &ie):
		return ie
	case err == io.EOF:
		return &plans.InputError{Kind: plans.InputEmpty, Msg: "the input is empty", Hint: hintShow}
	case !errors.As(err, &se):
		return readError(err)
	}
	wrong := se.inputError(se.pointer, s.place(se.offset))
	wrong.Hint = cmp.Or(wrong.Hint, s.in.page.text())
	return wrong
}

// inputError is the error for a mistake in a document. ptr is a JSON pointer.
func (e *syntaxError) inputError(ptr, place string) *plans.InputError {
	at := "at " + place
	if ptr != "" {
		at = fmt.Sprintf("at %s (%s)", quotePointer(ptr), place)
	}
	switch e.fault {
	case plans.InputCutOff:
		msg := "the document is cut off at " + place
		if ptr != "" {
			msg += ", inside " + quotePointer(ptr)
		}
		return &plans.InputError{Kind: plans.InputCutOff, Msg: msg}
	case plans.InputTooDeep:
		return &plans.InputError{Kind: plans.InputTooDeep, Msg: fmt.Sprintf("%s: %v", at, values.ErrDepth)}
	case plans.InputEncoding:
		return &plans.InputError{Kind: plans.InputEncoding, Msg: at + ": invalid UTF-8"}
	}
	return &plans.InputError{Kind: plans.InputNotJSON, Msg: at + ": this is not JSON: " + e.msg}
}
