package schema

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/planfmt/planfmt/internal/base/jsoncut"
	"github.com/planfmt/planfmt/values"
)

// schemaReader reads a JSON document as a stream. It holds a window of the text, and the part
// that it records. Values are not parsed, only cut out (see [jsoncut.Cutter]): those
// that are used are parsed later.
type schemaReader struct {
	r      io.Reader
	buf    []byte // the window
	pos    int    // of the next byte in the window
	base   int64  // of the window in the text
	err    error  // the one that ended the text
	cutter jsoncut.Cutter

	limits Limits
	types  int64 // schemas so far

	recording bool
	mark      int       // where the recording begins in the window
	head      recording // the part of the recording that has left the window
	size      int64     // of head
	only      [1][]byte // a recording that is in the window
}

const windowSize = 128 << 10

var errCutOff = errors.New("the file ends in the middle of the document")

func newReader(r io.Reader, limits Limits) *schemaReader {
	return &schemaReader{r: r, limits: limits, buf: make([]byte, 0, windowSize), cutter: jsoncut.Cutter{Lax: true}}
}

func (r *schemaReader) errorf(format string, args ...any) error {
	return &values.SyntaxError{Offset: r.base + int64(r.pos), Msg: fmt.Sprintf(format, args...)}
}

// endError returns the error for a text that ends too early.
func (r *schemaReader) endError() error {
	if r.err != io.EOF {
		return r.err
	}
	r.pos = len(r.buf)
	return r.errorf("%v", errCutOff)
}

// more reports whether there is a next byte, and makes sure that it is in the
// window.
func (r *schemaReader) more() bool { return r.pos < len(r.buf) || r.fill() }

// fill moves the window on, so that it begins at the next byte. It reports whether there
// is more text in it than before.
func (r *schemaReader) fill() bool {
	if r.err != nil {
		return false
	}
	if r.recording {
		r.keep(r.buf[r.mark:r.pos])
		r.mark = 0
	}
	rest := r.buf[r.pos:]
	if limit := r.limits.Token; r.size > limit || int64(len(rest)) > max(limit, windowSize) {
		r.err = &LimitError{TokenLimit, limit}
		return false
	}
	if len(rest) > cap(r.buf)/2 {
		r.buf = make([]byte, 0, 2*cap(r.buf))
	}
	r.base += int64(r.pos)
	r.buf, r.pos = append(r.buf[:0], rest...), 0
	before := len(r.buf)
	for r.err == nil && len(r.buf) < cap(r.buf) {
		var n int
		n, r.err = r.r.Read(r.buf[len(r.buf):cap(r.buf)])
		r.buf = r.buf[:len(r.buf)+n]
	}
	return len(r.buf) > before
}

// keep adds a text that leaves the window to the recording.
func (r *schemaReader) keep(text []byte) {
	if !r.cutter.InString() {
		// One blank says the same as many.
		text = text[:min(len(text), len(bytes.TrimRight(text, " \t\r\n"))+1)]
	}
	r.head.add(text)
	r.size += int64(len(text))
}

// record starts recording at the next byte.
func (r *schemaReader) record() {
	r.recording, r.mark, r.size = true, r.pos, 0
	clear(r.head[min(1, len(r.head)):])
	if r.head = r.head[:min(1, len(r.head))]; len(r.head) > 0 {
		r.head[0] = r.head[0][:0] // most recordings need no other piece
	}
}

// recorded ends the recording and returns it. The bytes are valid until the
// next call of any method.
func (r *schemaReader) recorded() recording {
	text := r.buf[r.mark:r.pos]
	r.recording = false
	if r.size == 0 {
		r.only[0] = text
		return r.only[:]
	}
	r.head.add(text)
	r.size = 0
	return r.head
}

// next skips white space and returns the byte after it, or 0 at the end of the text.
func (r *schemaReader) next() byte {
	for r.more() {
		c := r.buf[r.pos]
		if jsoncut.ClassOf(c) != jsoncut.ClassSpace {
			return c
		}
		r.pos++
	}
	return 0
}

// expect moves past a byte, which must be the given one.
func (r *schemaReader) expect(c byte) error {
	have := r.next()
	if !r.more() {
		return r.endError()
	}
	if have != c {
		return r.errorf("expected %q, found %q", c, have)
	}
	r.pos++
	return nil
}

// object calls member with the name of each member of an object, when the next value
// is one. member must move past the value. A null counts as an object without members.
func (r *schemaReader) object(member func(string) error) error {
	if r.next() == 'n' {
		return r.null()
	}
	if err := r.expect('{'); err != nil {
		return err
	}
	if r.next() == '}' {
		r.pos++
		return nil
	}
	for {
		name, err := r.name()
		if err != nil {
			return err
		}
		if err := r.expect(':'); err != nil {
			return err
		}
		r.next()
		if err := member(name); err != nil {
			return err
		}
		if r.next() != ',' {
			return r.expect('}')
		}
		r.pos++
	}
}

// null reads a word, which must be null.
func (r *schemaReader) null() error {
	var word []byte
	for r.more() && 'a' <= r.buf[r.pos] && r.buf[r.pos] <= 'z' {
		if len(word) <= len("null") {
			word = append(word, r.buf[r.pos])
		}
		r.pos++
	}
	switch {
	case r.err != nil && r.err != io.EOF && !r.more():
		return r.err
	case string(word) != "null":
		return r.errorf("expected an object")
	}
	return nil
}

// name reads a string.
func (r *schemaReader) name() (string, error) {
	if c := r.next(); c != '"' {
		return "", r.expect('"')
	}
	r.record()
	if err := r.skip(); err != nil {
		return "", err
	}
	quoted := r.recorded().text()
	if plain := quoted[1 : len(quoted)-1]; bytes.IndexByte(plain, '\\') < 0 && utf8.Valid(plain) {
		return string(plain), nil
	}
	v, err := new(values.Parser).Parse(bytes.Clone(quoted))
	if err != nil {
		return "", r.errorf("a name that is not a string: %v", err)
	}
	return v.Text(), nil
}

// skip moves past a value, which begins at the next byte.
func (r *schemaReader) skip() error {
	if !r.more() {
		return r.endError()
	}
	begin := r.base + int64(r.pos)
	end := r.cutter.Cut(r.buf, r.pos, 0)
	for end == jsoncut.Short {
		r.pos = r.cutter.At
		if r.fill() {
			end = r.cutter.Resume(r.buf, 0)
		} else if r.err == io.EOF && r.cutter.InScalar() {
			end = len(r.buf)
		} else {
			return r.endError()
		}
	}
	if end == jsoncut.Wrong {
		return &values.SyntaxError{Offset: begin, Msg: "the value that begins here is not JSON"}
	}
	r.pos = end
	return nil
}
