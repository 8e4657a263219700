package planfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
)

// maxField is how many bytes a field may have, such as a change. It is in memory as a whole.
const maxField = 1 << 30

// stream reads the fields of a message of any length, one by one.
type stream struct {
	r    *bufio.Reader
	off  int64 // of what is read next
	size int64 // of the message
	buf  []byte
	// unknown is where fields are counted that are not known.
	unknown source.Unknown
}

// field is a field of a message.
type field struct {
	number protowire.Number
	typ    protowire.Type
	num    uint64 // of a number
	bytes  []byte // of anything else
	// unknown is where fields of it are counted that are not known. It may be nil.
	unknown *source.Unknown
}

// next reads a field. Its bytes are valid until the next call. After the last field, the error
// is io.EOF.
func (s *stream) next() (field, error) {
	start := s.off
	if _, err := s.r.Peek(1); err != nil { // io.EOF only here is the end
		return field{}, err
	}
	tag, err := s.varint()
	if err != nil {
		return field{}, s.fail(start, err)
	}
	number, typ := protowire.DecodeTag(tag)
	f := field{number: number, typ: typ, unknown: &s.unknown}
	switch {
	case number < protowire.MinValidNumber || number > protowire.MaxValidNumber:
		return f, s.fail(start, errors.New("it is not a protobuf message"))
	case typ == protowire.VarintType:
		f.num, err = s.varint()
	case typ == protowire.BytesType:
		f.bytes, err = s.bytes()
	case typ == protowire.Fixed32Type:
		f.bytes, err = s.take(4)
	case typ == protowire.Fixed64Type:
		f.bytes, err = s.take(8)
	default:
		err = fmt.Errorf("field %d is of a type that is not known (%d)", number, typ)
	}
	if err != nil {
		return f, s.fail(start, err)
	}
	return f, nil
}

// fail adds to an error where it is.
func (s *stream) fail(off int64, err error) error {
	if err == io.EOF {
		err = errCutOff
	} else if e, ok := errors.AsType[*plans.InputError](err); ok {
		return e
	}
	return broken("%s, byte %d: %v", PlanMember, off, err)
}

var errCutOff = errors.New("the message ends in the middle of a field")

func (s *stream) varint() (uint64, error) {
	var v uint64
	for shift := 0; shift < 70; shift += 7 {
		b, err := s.r.ReadByte()
		if err != nil {
			return 0, err
		}
		s.off++
		if shift == 63 && b > 1 {
			break
		}
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return v, nil
		}
	}
	return 0, errors.New("a number has more than 64 bits")
}

// bytes reads the bytes of a field, behind their number.
func (s *stream) bytes() ([]byte, error) {
	n, err := s.varint()
	if err != nil {
		return nil, err
	}
	if rest := max(s.size-s.off, 0); n > uint64(rest) {
		return nil, fmt.Errorf("a field says that it has %d bytes, but only %d follow", n, rest)
	}
	if n > maxField {
		return nil, unsafe("a field of %s has %s, more than the %s that planfmt reads", PlanMember, formatSize(n), formatSize(maxField))
	}
	return s.take(int(n))
}

// take reads a number of bytes. The buffer grows only as far as there are any.
func (s *stream) take(n int) ([]byte, error) {
	const kept, step = 1 << 20, 1 << 20
	if cap(s.buf) > kept && cap(s.buf) > 8*n {
		s.buf = nil
	}
	s.buf = s.buf[:0]
	for len(s.buf) < n {
		have := len(s.buf)
		want := min(n, have+max(step, have))
		if cap(s.buf) < want {
			s.buf = append(make([]byte, 0, want), s.buf...)
		}
		k, err := io.ReadFull(s.r, s.buf[have:want])
		s.off += int64(k)
		s.buf = s.buf[:have+k]
		if err == io.ErrUnexpectedEOF {
			err = io.EOF
		}
		if err != nil {
			return nil, err
		}
	}
	return s.buf, nil
}

// sub reads the fields of a field that is a message. What is not as the format says is a *wireError.
func (f field) sub(t *messageType, each func(field) error) error {
	seen := seenFields{unknown: f.unknown}
	for b := f.bytes; len(b) > 0; {
		number, typ, n := protowire.ConsumeTag(b)
		if n < 0 {
			return parseError(t, n)
		}
		b = b[n:]
		f := field{number: number, typ: typ, unknown: f.unknown}
		switch typ {
		case protowire.VarintType:
			f.num, n = protowire.ConsumeVarint(b)
		case protowire.BytesType:
			f.bytes, n = protowire.ConsumeBytes(b)
		default:
			n = protowire.ConsumeFieldValue(number, typ, b)
		}
		if n < 0 {
			return parseError(t, n)
		}
		b = b[n:]
		if err := t.check(&seen, f); err != nil {
			return err
		}
		if err := each(f); err != nil {
			return err
		}
	}
	return nil
}

// parseError is the error for what is not a protobuf message.
func parseError(t *messageType, code int) error {
	if errors.Is(protowire.ParseError(code), io.ErrUnexpectedEOF) {
		return wireErrorf("%s: %v", t.name, errCutOff)
	}
	return wireErrorf("%s: it is not a protobuf message", t.name)
}

// The setters set a part of a message to the value of a field, of which check has seen the type.

func (f field) text(to *string) error {
	*to = string(f.bytes)
	return nil
}

func (f field) texts(to *[]string) error {
	*to = append(*to, string(f.bytes))
	return nil
}

func (f field) uint(to *uint64) error {
	*to = f.num
	return nil
}

func (f field) int(to *int64) error {
	*to = int64(f.num)
	return nil
}

func (f field) bool(to *bool) error {
	*to = f.num != 0
	return nil
}

func (f field) flag(to **bool) error {
	set := f.num != 0
	*to = &set
	return nil
}

// dynamic reads a DynamicValue. The bytes are those of the field.
func (f field) dynamic(to *Dynamic) error {
	var d Dynamic
	err := f.sub(dynamicType, func(f field) error {
		if f.number == 1 {
			d = f.bytes
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case len(d) == 0:
		return fmt.Errorf("the value in field %d is not msgpack, the only known encoding", f.number)
	}
	*to = d
	return nil
}
