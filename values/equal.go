package values

import (
	"bytes"
	"hash/maphash"
)

// Equal reports whether two values are equal, including everything in them.
// Numbers are compared as text, so 1 and 1.0 differ. Strings are compared by their
// characters, however they are escaped. An absent value equals a null. If two
// parsed values have the same text, Equal does not look inside.
func (v Value) Equal(w Value) bool {
	switch {
	case v == w:
		return true
	case v.IsNull() || w.IsNull():
		return v.IsNull() && w.IsNull()
	case v.kind != w.kind:
		return false
	}
	if a, b := v.raw(), w.raw(); a != nil && b != nil {
		if bytes.Equal(a, b) {
			return true
		}
		if !v.has(respelled) && !w.has(respelled) {
			return false
		}
	}
	switch v.kind {
	case String:
		return v.Text() == w.Text()
	case Array:
		if v.Len() != w.Len() {
			return false
		}
		for i, e := range v.Elems() {
			if !e.Equal(w.Elem(i)) {
				return false
			}
		}
		return true
	case Object:
		if v.Len() != w.Len() {
			return false
		}
		for i, m := range v.Members() {
			if other := w.member(i); m.Name != other.Name || !m.Value.Equal(other.Value) {
				return false
			}
		}
		return true
	}
	return false
}

var hashSeed = maphash.MakeSeed()

// Hash returns a hash that is the same for equal values. It differs from run to
// run, so use it to find candidates, never to order anything.
func (v Value) Hash() uint64 {
	if v.kind > Null && !v.has(respelled) {
		if raw := v.raw(); raw != nil {
			return maphash.Bytes(hashSeed, raw)
		}
	}
	var h hasher
	h.SetSeed(hashSeed)
	h.add(v)
	return h.Sum64()
}

type hasher struct {
	maphash.Hash
	text []byte // of the last name or string
}

// add writes the usual text of a value, which is the same for equal values.
func (h *hasher) add(v Value) {
	if v.kind == Absent {
		h.WriteString("null")
		return
	}
	if raw := v.raw(); raw != nil && !v.has(respelled) {
		h.Write(raw)
		return
	}
	switch v.kind {
	case String:
		h.addString(v.Text())
	case Array:
		h.WriteByte('[')
		for i, e := range v.Elems() {
			if i > 0 {
				h.WriteByte(',')
			}
			h.add(e)
		}
		h.WriteByte(']')
	case Object:
		h.WriteByte('{')
		for i, m := range v.Members() {
			if i > 0 {
				h.WriteByte(',')
			}
			h.addString(m.Name)
			h.WriteByte(':')
			h.add(m.Value)
		}
		h.WriteByte('}')
	}
}

func (h *hasher) addString(s string) {
	h.text = AppendString(h.text[:0], s)
	h.Write(h.text)
}
