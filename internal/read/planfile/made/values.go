package made

import (
	"bytes"
	"math/big"
	"slices"
	"strconv"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/planfmt/planfmt/values"
)

// int is a number that JSON has.
func (e *encoder) int(v values.Value) uint64 {
	n, err := strconv.ParseUint(v.Text(), 10, 31)
	if err != nil && !v.IsNull() {
		e.fail("the number %s", v.JSON())
	}
	return n
}

// value returns a value as msgpack. unknown is the tree of what is unknown.
func (e *encoder) value(v, unknown values.Value) []byte {
	var buf bytes.Buffer
	e.write(&buf, msgpack.NewEncoder(&buf), v, unknown)
	return buf.Bytes()
}

// own returns a value that says its type, as those of outputs do.
func (e *encoder) own(v, unknown values.Value) []byte {
	raw := e.value(v, unknown)
	if v.IsNull() {
		return raw
	}
	var buf bytes.Buffer
	enc := msgpack.NewEncoder(&buf)
	enc.EncodeArrayLen(2) // a bytes.Buffer never fails
	enc.EncodeBytes([]byte(typeOf(v, unknown).JSON()))
	return append(buf.Bytes(), raw...)
}

// typeOf returns a type that a value can have. What is null or unknown leaves it open.
func typeOf(v, unknown values.Value) values.Value {
	switch v.Kind() {
	case values.Bool:
		return values.NewString("bool")
	case values.Number:
		return values.NewString("number")
	case values.String:
		return values.NewString("string")
	case values.Array:
		var parts []values.Value
		for i, p := range v.Elems() {
			parts = append(parts, typeOf(p, unknown.Elem(i)))
		}
		return values.NewArray(values.NewString("tuple"), values.NewArray(parts...))
	case values.Object:
		var parts []values.Member
		for _, m := range v.Members() {
			parts = append(parts, values.Member{Name: m.Name, Value: typeOf(m.Value, unknown.Get(m.Name))})
		}
		for _, m := range unknown.Members() {
			if v.Get(m.Name).Kind() == values.Absent {
				parts = append(parts, values.Member{Name: m.Name, Value: values.NewString("dynamic")})
			}
		}
		return values.NewArray(values.NewString("object"), values.NewObject(parts...))
	}
	return values.NewString("dynamic")
}

func (e *encoder) write(buf *bytes.Buffer, enc *msgpack.Encoder, v, unknown values.Value) {
	if unknown.IsTrue() {
		if !v.IsNull() {
			e.fail("a value that is known and unknown")
		}
		buf.WriteString("\xd4\x00\x00") // an extension of type 0
		return
	}
	// Errors cannot happen: a bytes.Buffer never fails.
	switch v.Kind() {
	case values.Absent, values.Null:
		enc.EncodeNil()
	case values.Bool:
		enc.EncodeBool(v.IsTrue())
	case values.String:
		enc.EncodeString(v.Text())
	case values.Number:
		e.number(enc, v.Text())
	case values.Array:
		enc.EncodeArrayLen(v.Len())
		if unknown.Len() > v.Len() {
			e.fail("unknown elements that the list does not have")
		}
		for i, p := range v.Elems() {
			e.write(buf, enc, p, unknown.Elem(i))
		}
	case values.Object:
		var names []string
		for _, m := range v.Members() {
			names = append(names, m.Name)
		}
		for _, m := range unknown.Members() {
			if u := m.Value; v.Get(m.Name).Kind() == values.Absent {
				if !u.IsTrue() {
					e.fail("a part that is unknown of something that is not there")
				}
				names = append(names, m.Name)
			}
		}
		slices.Sort(names)
		enc.EncodeMapLen(len(names))
		for _, name := range names {
			enc.EncodeString(name)
			e.write(buf, enc, v.Get(name), unknown.Get(name))
		}
	}
}

// number writes a number in the shortest form that is exact, as go-cty does.
func (e *encoder) number(enc *msgpack.Encoder, text string) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		enc.EncodeInt(n)
		return
	}
	f, _, err := big.ParseFloat(text, 10, 512, big.ToNearestEven)
	if err != nil {
		e.fail("the number %s", text)
		return
	}
	if n, exact := f.Int64(); exact == big.Exact {
		enc.EncodeInt(n)
		return
	}
	if d, exact := f.Float64(); exact == big.Exact {
		enc.EncodeFloat64(d)
		return
	}
	enc.EncodeString(f.Text('f', -1))
}
