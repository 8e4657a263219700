package dynamic

import (
	"errors"
	"fmt"
	"io"

	"github.com/vmihailenco/msgpack/v5/msgpcode"

	"github.com/planfmt/planfmt/values"
)

// The types of extensions that stand for unknown values.
const (
	extUnknown = 0
	extRefined = 0x0c
)

// header is what the first bytes of a value say.
type header struct {
	// kind is Absent for an extension and for bytes that are not text.
	kind      values.Kind
	isBin     bool
	bool      bool
	length    int // of a string or an extension in bytes, of an array or map in parts
	extension int8
	// The value of a number is in one of these.
	number  numberForm
	integer uint64 // the bits of an int64 or uint64
	float   float64
}

type numberForm uint8

const (
	signed numberForm = iota
	unsigned
	float
)

// String returns what the value is, for messages.
func (h header) String() string {
	switch {
	case h.kind != values.Absent:
		return h.kind.String()
	case h.isBin:
		return "bytes"
	case h.extension == extUnknown || h.extension == extRefined:
		return "an unknown value"
	}
	return fmt.Sprintf("an extension of the type %d", h.extension)
}

// isBin reports whether a value that begins with this byte consists of bytes that are not
// text. In the values of plans, only types are written in this way.
func isBin(code byte) bool { return msgpcode.IsBin(code) }

// cursor is what is decoded, and how far. It is what the MessagePack library reads from, so that
// the position is known after each of its calls, and strings need not be copied.
type cursor struct {
	in  string
	pos int
}

// Read reads the next bytes.
func (c *cursor) Read(p []byte) (int, error) {
	n := copy(p, c.in[c.pos:])
	c.pos += n
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// ReadByte reads the next byte.
func (c *cursor) ReadByte() (byte, error) {
	if c.pos >= len(c.in) {
		return 0, io.EOF
	}
	c.pos++
	return c.in[c.pos-1], nil
}

// UnreadByte goes back by a byte.
func (c *cursor) UnreadByte() error {
	c.pos--
	return nil
}

// take returns the next bytes, so many of which there must be.
func (d *Decoder) take(n int) string {
	d.pos += n
	return d.in[d.pos-n : d.pos]
}

// header reads the first bytes of a value. There are as many bytes left as it says, or, in
// an array or map, at least one for each part.
func (d *Decoder) header() (header, error) {
	start := d.pos
	h, err := d.readHeader()
	if err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return header{}, d.fail(len(d.in), "unexpected end of the value")
		}
		return header{}, d.fail(start, "%w", err)
	}
	need := uint64(h.length)
	if h.kind == values.Object {
		need *= 2
	}
	// On machines of 32 bits, a length may be below zero.
	if left := len(d.in) - d.pos; need > uint64(left) {
		return h, d.fail(start, "%s with %d %s, but only %d bytes are left", h, uint(h.length), h.unit(), left)
	}
	return h, nil
}

// errCode is the error for a byte that begins no value.
var errCode = errors.New("the byte 0xc1, which begins no value")

// readHeader reads the first bytes of a value. The library passes on the errors of the cursor.
func (d *Decoder) readHeader() (h header, err error) {
	if d.pos >= len(d.in) {
		return h, io.EOF
	}
	code := d.in[d.pos]
	switch {
	// The forms of one byte, which most values have, need no call of the library.
	case msgpcode.IsFixedString(code):
		h.kind, h.length = values.String, int(code&msgpcode.FixedStrMask)
		d.pos++
	case msgpcode.IsFixedMap(code):
		h.kind, h.length = values.Object, int(code&msgpcode.FixedMapMask)
		d.pos++
	case msgpcode.IsFixedArray(code):
		h.kind, h.length = values.Array, int(code&msgpcode.FixedArrayMask)
		d.pos++
	case code == msgpcode.Nil:
		h.kind = values.Null
		d.pos++
	case code == msgpcode.True, code == msgpcode.False:
		h.kind, h.bool = values.Bool, code == msgpcode.True
		d.pos++
	case msgpcode.IsFixedNum(code):
		h.kind, h.integer = values.Number, uint64(int8(code))
		d.pos++
	case msgpcode.IsString(code):
		h.kind = values.String
		h.length, err = d.wire.DecodeBytesLen()
	case msgpcode.IsBin(code):
		h.isBin = true
		h.length, err = d.wire.DecodeBytesLen()
	case code == msgpcode.Array16, code == msgpcode.Array32:
		h.kind = values.Array
		h.length, err = d.wire.DecodeArrayLen()
	case code == msgpcode.Map16, code == msgpcode.Map32:
		h.kind = values.Object
		h.length, err = d.wire.DecodeMapLen()
	case msgpcode.IsExt(code):
		h.extension, h.length, err = d.wire.DecodeExtHeader()
	case code == 0xc1:
		err = errCode
	default:
		return d.readNumber(code)
	}
	return h, err
}

// readNumber reads a number that begins with this byte.
func (d *Decoder) readNumber(code byte) (header, error) {
	h := header{kind: values.Number}
	var err error
	switch code {
	case msgpcode.Float:
		var f float32
		f, err = d.wire.DecodeFloat32()
		h.number, h.float = float, float64(f)
	case msgpcode.Double:
		h.number = float
		h.float, err = d.wire.DecodeFloat64()
	case msgpcode.Uint64:
		h.number = unsigned
		h.integer, err = d.wire.DecodeUint64()
	default:
		var n int64
		n, err = d.wire.DecodeInt64()
		h.integer = uint64(n)
	}
	return h, err
}

// unit returns what the length of a value counts.
func (h header) unit() string {
	switch h.kind {
	case values.Array:
		return "elements"
	case values.Object:
		return "members"
	}
	return "bytes"
}
