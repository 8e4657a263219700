package schema

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/planfmt/planfmt/values"
)

// scanner reads a stream of JSON by its brackets and quotes. It holds a window
// of the stream and the part that it records. It does not check what it skips;
// the parts that are used are parsed later.
type scanner struct {
	r    io.Reader
	buf  []byte // the window
	pos  int    // of the next byte in the window
	base int64  // of the window in the stream
	err  error  // the one that ended the stream

	limits Limits
	types  int64 // schemas so far

	recording bool
	mark      int       // where the recording begins in the window
	head      recording // the part of the recording that has left the window
	size      int64     // of head
	only      [1][]byte // a recording that is in the window
	inString  bool      // the window ends in a string
}

const scanWindow = 128 << 10

// recording is a text in pieces, so that a long one is not copied while it grows.
type recording [][]byte

// pieceSize is how long the pieces of a recording are.
const pieceSize = 1 << 20

// add adds text.
func (r *recording) add(text []byte) {
	last := len(*r) - 1
	if last < 0 || len((*r)[last])+len(text) > max(cap((*r)[last]), pieceSize) {
		*r = append(*r, nil)
		last++
		if last > 0 {
			(*r)[last] = make([]byte, 0, pieceSize)
		}
	}
	(*r)[last] = append((*r)[last], text...)
}

func (r recording) size() int {
	n := 0
	for _, piece := range r {
		n += len(piece)
	}
	return n
}

// text returns the text in one piece.
func (r recording) text() []byte {
	if len(r) == 1 {
		return r[0]
	}
	return slices.Concat(r...)
}

var errCutOff = errors.New("the file ends in the middle of the document")

func newScanner(r io.Reader, limits Limits) *scanner {
	return &scanner{r: r, limits: limits, buf: make([]byte, 0, scanWindow)}
}

func (s *scanner) errorf(format string, args ...any) error {
	return &values.SyntaxError{Offset: s.base + int64(s.pos), Msg: fmt.Sprintf(format, args...)}
}

// endError returns the error for a stream that ends too early.
func (s *scanner) endError() error {
	if s.err != io.EOF {
		return s.err
	}
	return s.errorf("%v", errCutOff)
}

// more reports whether there is a next byte, and makes sure that it is in the
// window.
func (s *scanner) more() bool {
	if s.pos < len(s.buf) {
		return true
	}
	if s.err != nil {
		return false
	}
	if s.recording {
		text := s.buf[s.mark:]
		if !s.inString {
			// One blank says the same as many.
			text = text[:min(len(text), len(bytes.TrimRight(text, " \t\r\n"))+1)]
		}
		s.head.add(text)
		s.mark = 0
		if s.size += int64(len(text)); s.size > s.limits.Token {
			s.err = &LimitError{TokenLimit, s.limits.Token}
			return false
		}
	}
	s.base += int64(len(s.buf))
	s.pos, s.buf = 0, s.buf[:0]
	for s.err == nil && len(s.buf) == 0 {
		var n int
		n, s.err = s.r.Read(s.buf[:cap(s.buf)])
		s.buf = s.buf[:n]
	}
	return len(s.buf) > 0
}

// record starts recording at the next byte.
func (s *scanner) record() {
	s.recording, s.mark, s.size = true, s.pos, 0
	clear(s.head[min(1, len(s.head)):])
	if s.head = s.head[:min(1, len(s.head))]; len(s.head) > 0 {
		s.head[0] = s.head[0][:0] // most recordings need no other piece
	}
}

// recorded ends the recording and returns it. The bytes are valid until the
// next call of any method.
func (s *scanner) recorded() recording {
	s.recording = false
	if s.size == 0 {
		s.only[0] = s.buf[s.mark:s.pos]
		return s.only[:]
	}
	s.head.add(s.buf[s.mark:s.pos])
	return s.head
}

// next skips white space and returns the byte after it, or 0 at the end of the
// stream.
func (s *scanner) next() byte {
	for s.more() {
		switch c := s.buf[s.pos]; c {
		case ' ', '\n', '\r', '\t':
			s.pos++
		default:
			return c
		}
	}
	return 0
}

// expect moves past a byte, which must be the given one.
func (s *scanner) expect(c byte) error {
	have := s.next()
	if !s.more() {
		return s.endError()
	}
	if have != c {
		return s.errorf("expected %q, found %q", c, have)
	}
	s.pos++
	return nil
}

// object calls member with the name of each member of an object, when the
// scanner is at the start of the value. member must move past the value. A null
// counts as an object without members.
func (s *scanner) object(member func(string) error) error {
	if s.next() == 'n' {
		s.record()
		if err := s.skip(); err != nil {
			return err
		}
		if word := s.recorded().text(); string(bytes.TrimSpace(word)) != "null" {
			return s.errorf("expected an object")
		}
		return nil
	}
	if err := s.expect('{'); err != nil {
		return err
	}
	if s.next() == '}' {
		s.pos++
		return nil
	}
	for {
		name, err := s.name()
		if err != nil {
			return err
		}
		if err := s.expect(':'); err != nil {
			return err
		}
		s.next()
		if err := member(name); err != nil {
			return err
		}
		if s.next() != ',' {
			return s.expect('}')
		}
		s.pos++
	}
}

// name reads a string.
func (s *scanner) name() (string, error) {
	s.next()
	s.record()
	if err := s.expect('"'); err != nil {
		return "", err
	}
	if err := s.str(); err != nil {
		return "", err
	}
	quoted := s.recorded().text()
	if plain := quoted[1 : len(quoted)-1]; bytes.IndexByte(plain, '\\') < 0 && utf8.Valid(plain) {
		return string(plain), nil
	}
	v, err := new(values.Parser).Parse(bytes.Clone(quoted))
	if err != nil {
		return "", s.errorf("a name that is no string: %v", err)
	}
	return v.Text(), nil
}

// str moves past a string whose opening quote has been read.
func (s *scanner) str() error {
	s.inString = true
	defer func() { s.inString = false }()
	for escaped := false; s.more(); {
		if escaped {
			escaped = false
			s.pos++
			continue
		}
		text := s.buf[s.pos:]
		quote := bytes.IndexByte(text, '"')
		if quote >= 0 {
			text = text[:quote]
		}
		back := 0
		for back < len(text) && text[len(text)-1-back] == '\\' {
			back++
		}
		s.pos += len(text)
		odd := back%2 == 1
		switch {
		case quote < 0:
			escaped = odd
		case odd:
			s.pos++
		default:
			s.pos++
			return nil
		}
	}
	return s.endError()
}

// skip moves past a value.
func (s *scanner) skip() error {
	depth := 0
	for s.more() {
		buf, i := s.buf, s.pos
		for i < len(buf) {
			switch buf[i] {
			case '"':
				// Most strings are in the window and end at the first quote.
				if n := bytes.IndexByte(buf[i+1:], '"'); n == 0 || n > 0 && buf[i+n] != '\\' {
					i += n + 1
				} else {
					s.pos = i + 1
					if err := s.str(); err != nil {
						return err
					}
					buf, i = s.buf, s.pos-1
				}
				if depth == 0 {
					s.pos = i + 1
					return nil
				}
			case '{', '[':
				depth++
			case '}', ']':
				if depth == 0 {
					s.pos = i
					return nil
				}
				if depth--; depth == 0 {
					s.pos = i + 1
					return nil
				}
			case ',':
				if depth == 0 {
					s.pos = i
					return nil
				}
			}
			i++
		}
		s.pos = i
	}
	if depth > 0 || s.err != io.EOF {
		return s.endError()
	}
	return nil
}
