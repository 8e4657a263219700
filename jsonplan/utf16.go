package jsonplan

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

type encoding uint8

const (
	utf8Text encoding = iota
	utf16Little
	utf16Big
)

// byteOrder finds the encoding and the length of the byte-order mark. UTF-16
// without a mark is told by the zero byte beside the first character, which a
// JSON document never has.
func byteOrder(head []byte) (skip int, enc encoding) {
	switch {
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		return 3, utf8Text
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		return 2, utf16Little
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		return 2, utf16Big
	case len(head) >= 2 && head[0] == '{' && head[1] == 0:
		return 0, utf16Little
	case len(head) >= 2 && head[0] == 0 && head[1] == '{':
		return 0, utf16Big
	}
	return 0, utf8Text
}

// utf16Reader turns UTF-16 into UTF-8. Half a surrogate pair is an error of
// type *InputError that says where it stands.
type utf16Reader struct {
	r   io.Reader
	big bool
	pos int64 // in the input, of the first byte of in

	buf [8192]byte
	in  []byte // of buf, still to be decoded
	out []byte // decoded, still to be handed out
	err error
}

func (u *utf16Reader) Read(p []byte) (int, error) {
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

func (u *utf16Reader) unit(i int) rune {
	if u.big {
		return rune(u.in[i])<<8 | rune(u.in[i+1])
	}
	return rune(u.in[i]) | rune(u.in[i+1])<<8
}

// fill decodes the next piece. What is left over, half a character, stays in in.
func (u *utf16Reader) fill() {
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
				err = &InputError{Kind: InputEncoding, Msg: fmt.Sprintf("the UTF-16 text is broken: half a surrogate pair, %04x, at byte %d", c, u.pos)}
				break
			}
			c, size = pair, 4
		}
		out = utf8.AppendRune(out, c)
		u.in = u.in[size:]
		u.pos += int64(size)
	}
	if err == io.EOF && len(u.in) > 0 {
		err = &InputError{Kind: InputCutOff, Msg: fmt.Sprintf("the document is cut off: half a character of UTF-16 at byte %d", u.pos)}
	}
	u.out, u.err = out, err
}

// UTF8 is what r holds as UTF-8 without a byte-order mark: UTF-16 is
// recognised and decoded, anything else is left as it is.
func UTF8(r *bufio.Reader) io.Reader {
	head, _ := r.Peek(4) // an error comes again when the text is read
	skip, enc := byteOrder(head)
	_, _ = r.Discard(skip)
	if enc == utf8Text {
		return r
	}
	return &utf16Reader{r: r, big: enc == utf16Big, pos: int64(skip)}
}
