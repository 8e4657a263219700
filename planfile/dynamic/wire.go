package dynamic

import (
	"fmt"
	"math"

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
func isBin(code byte) bool { return code >= 0xc4 && code <= 0xc6 }

// take returns the next bytes, so many of which there must be.
func (d *Decoder) take(n int) string {
	d.pos += n
	return d.in[d.pos-n : d.pos]
}

// uint reads a big-endian number of 1, 2, 4 or 8 bytes.
func (d *Decoder) uint(size int) (uint64, error) {
	if len(d.in)-d.pos < size {
		return 0, d.fail(len(d.in), "unexpected end of the value")
	}
	var n uint64
	for i := range size {
		n = n<<8 | uint64(d.in[d.pos+i])
	}
	d.pos += size
	return n, nil
}

// header reads the first bytes of a value. There are as many bytes left as it says, or, in
// an array or map, at least one for each part.
func (d *Decoder) header() (header, error) {
	start := d.pos
	if start >= len(d.in) {
		return header{}, d.fail(start, "unexpected end of the value")
	}
	code := d.in[start]
	d.pos++
	var h header
	var size uint64
	var err error
	switch {
	case code < 0x80:
		return header{kind: values.Number, integer: uint64(code)}, nil
	case code >= 0xe0:
		return header{kind: values.Number, integer: uint64(int64(int8(code)))}, nil
	case code < 0x90:
		h.kind, size = values.Object, uint64(code&15)
	case code < 0xa0:
		h.kind, size = values.Array, uint64(code&15)
	case code < 0xc0:
		h.kind, size = values.String, uint64(code&31)
	case code == 0xc0:
		return header{kind: values.Null}, nil
	case code == 0xc2, code == 0xc3:
		return header{kind: values.Bool, bool: code == 0xc3}, nil
	case isBin(code):
		h.isBin = true
		size, err = d.uint(1 << (code - 0xc4))
	case code >= 0xc7 && code <= 0xc9:
		if size, err = d.uint(1 << (code - 0xc7)); err == nil {
			h.extension, err = d.extensionType()
		}
	case code >= 0xd4 && code <= 0xd8:
		size = 1 << (code - 0xd4)
		h.extension, err = d.extensionType()
	case code >= 0xd9 && code <= 0xdb:
		h.kind = values.String
		size, err = d.uint(1 << (code - 0xd9))
	case code == 0xdc, code == 0xdd:
		h.kind = values.Array
		size, err = d.uint(2 << (code - 0xdc))
	case code == 0xde, code == 0xdf:
		h.kind = values.Object
		size, err = d.uint(2 << (code - 0xde))
	case code == 0xc1:
		return h, d.fail(start, "the byte 0xc1, which begins no value")
	default:
		return d.numberHeader(code)
	}
	if err != nil {
		return h, err
	}
	need := size
	if h.kind == values.Object {
		need *= 2
	}
	if left := len(d.in) - d.pos; need > uint64(left) {
		return h, d.fail(start, "%s with %d %s, but only %d bytes are left", h, size, h.unit(), left)
	}
	h.length = int(size)
	return h, nil
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

func (d *Decoder) extensionType() (int8, error) {
	n, err := d.uint(1)
	return int8(n), err
}

// numberHeader reads a number after its first byte.
func (d *Decoder) numberHeader(code byte) (header, error) {
	h := header{kind: values.Number}
	var err error
	switch {
	case code == 0xca:
		var bits uint64
		bits, err = d.uint(4)
		h.number, h.float = float, float64(math.Float32frombits(uint32(bits)))
	case code == 0xcb:
		var bits uint64
		bits, err = d.uint(8)
		h.number, h.float = float, math.Float64frombits(bits)
	case code <= 0xcf:
		h.number = unsigned
		h.integer, err = d.uint(1 << (code - 0xcc))
	default:
		size := 1 << (code - 0xd0)
		h.integer, err = d.uint(size)
		shift := 64 - 8*size
		h.integer = uint64(int64(h.integer<<shift) >> shift)
	}
	return h, err
}
