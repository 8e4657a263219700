// Package utf recognises the encoding of a text and converts UTF-16 to UTF-8.
// Its main call is [Reader].
package utf

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// Encoding is the encoding of a text.
type Encoding uint8

// The encodings.
const (
	UTF8 Encoding = iota
	UTF16Little
	UTF16Big
)

// Recognise returns the encoding and the length of the byte-order mark. It
// recognises UTF-16 without a mark by the zero byte next to the first
// character, which a JSON document never contains.
func Recognise(head []byte) (skip int, enc Encoding) {
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		return 3, UTF8
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		return 2, UTF16Little
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		return 2, UTF16Big
	case len(head) >= 2 && head[0] == '{' && head[1] == 0:
		return 0, UTF16Little
	case len(head) >= 2 && head[0] == 0 && head[1] == '{':
		return 0, UTF16Big
	}
	return 0, UTF8
}

// Error says where a text is not valid in its encoding.
type Error struct {
	Msg    string
	CutOff bool // the text ends in the middle of a character
}

func (e *Error) Error() string { return e.Msg }

// Decode converts UTF-16 to UTF-8. It skips the byte-order mark, which is skip
// bytes long. Half a surrogate pair is an *Error.
func Decode(r io.Reader, enc Encoding, skip int) io.Reader {
	return &decoder{r: r, big: enc == UTF16Big, pos: int64(skip)}
}

type decoder struct {
	r   io.Reader
	big bool
	pos int64 // of the first byte of in, in the input

	buf [8192]byte
	in  []byte // the part of buf that is not yet decoded
	out []byte // decoded, but not yet returned
	err error
}

func (u *decoder) Read(p []byte) (int, error) {
	for len(u.out) == 0 {
		if u.err != nil {
			return 0, u.err
		}
		u.fill()
	}
	n := copy(p, u.out)
	u.out = u.out[n:]
	return n, nil
}

func (u *decoder) unit(i int) rune {
	if u.big {
		return rune(u.in[i])<<8 | rune(u.in[i+1])
	}
	return rune(u.in[i]) | rune(u.in[i+1])<<8
}

// fill decodes the next piece. If half a character is left over, it stays in
// in.
func (u *decoder) fill() {
	n := copy(u.buf[:], u.in)
	m, err := u.r.Read(u.buf[n:])
	u.in = u.buf[:n+m]
	out := u.out[:0]
	for len(u.in) >= 2 {
		c, size := u.unit(0), 2
		if utf16.IsSurrogate(c) {
			if len(u.in) < 4 && err == nil {
				break
			}
			low := rune(0)
			if len(u.in) >= 4 {
				low = u.unit(2)
			}
			pair := utf16.DecodeRune(c, low)
			if pair == utf8.RuneError {
				err = &Error{Msg: fmt.Sprintf("the UTF-16 text is broken: half a surrogate pair, %04x, at byte %d", c, u.pos)}
				break
			}
			c, size = pair, 4
		}
		out = utf8.AppendRune(out, c)
		u.in = u.in[size:]
		u.pos += int64(size)
	}
	if err == io.EOF && len(u.in) > 0 {
		err = &Error{Msg: fmt.Sprintf("the document is cut off: half a character of UTF-16 at byte %d", u.pos), CutOff: true}
	}
	u.out, u.err = out, err
}

// Reader returns the text of r as UTF-8 without a byte-order mark. It
// recognises and converts UTF-16, and leaves everything else as it is.
func Reader(r *bufio.Reader) io.Reader {
	head, _ := r.Peek(4) // an error occurs again when the text is read
	skip, enc := Recognise(head)
	_, _ = r.Discard(skip)
	if enc == UTF8 {
		return r
	}
	return Decode(r, enc, skip)
}
