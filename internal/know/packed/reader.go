package packed

import (
	"encoding/binary"
	"errors"
	"fmt"
)

var errShort = errors.New("cut off")

// Reader reads numbers and strings from a text. After the first error, it only reads zeros.
type Reader struct {
	rest string
	Err  error
}

// NewReader returns a reader of a text.
func NewReader(text string) Reader { return Reader{rest: text} }

// Fail makes an error the first one, unless there is one already.
func (r *Reader) Fail(err error) {
	if r.Err == nil {
		r.Err = err
	}
	r.rest = ""
}

// Byte reads a byte.
func (r *Reader) Byte() byte {
	if len(r.rest) == 0 {
		r.Fail(errShort)
		return 0
	}
	b := r.rest[0]
	r.rest = r.rest[1:]
	return b
}

// Number reads a number up to limit, which is far below an overflow.
func (r *Reader) Number(limit int) int {
	n, shift := 0, 0
	for {
		b := r.Byte()
		n |= int(b&0x7f) << shift
		switch {
		case n > limit:
			r.Fail(fmt.Errorf("a number over %d", limit))
			return 0
		case b < 0x80:
			if b == 0 && shift > 0 {
				r.Fail(errors.New("a number with idle bytes"))
			}
			return n
		case shift >= 28:
			r.Fail(errors.New("a number too long"))
			return 0
		}
		shift += 7
	}
}

// Count reads how many things follow, each of at least one byte.
func (r *Reader) Count() int { return r.Number(len(r.rest)) }

// String reads a string that [AppendString] has written.
func (r *Reader) String() string { return r.take(r.Count()) }

func (r *Reader) take(n int) string {
	if n > len(r.rest) {
		r.Fail(errShort)
		return ""
	}
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return s
}

// End returns the first error, or one that says that bytes are left.
func (r *Reader) End() error {
	if r.Err == nil && r.rest != "" {
		return fmt.Errorf("%d bytes too many", len(r.rest))
	}
	return r.Err
}

// AppendString appends a string with its length in front of it.
func AppendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}
