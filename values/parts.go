package values

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// NewString returns a string. Bytes that are not valid UTF-8 become U+FFFD.
func NewString(s string) Value {
	if !utf8.ValidString(s) {
		s = string([]rune(s))
	}
	raw := AppendString(nil, s)
	flags := kindInfo(String)
	if bytes.IndexByte(raw, '\\') >= 0 {
		flags |= escaped
	}
	return newScalar(raw, flags)
}

// newScalar returns a value that has a tree of its own.
func newScalar(raw []byte, flags info) Value {
	n := treeNode{info: flags & (kindMask | escaped | respelled), end: uint32(len(raw))}
	return (&valueTree{src: raw, nodes: []treeNode{n}}).value(0)
}

// NewNumber returns a number, given as it is spelled in JSON. If the text is not a
// number, the value is absent.
func NewNumber(text string) Value {
	p := Parser{src: []byte(text)}
	if text == "" {
		return Value{}
	}
	if end, err := p.number(0); err != nil || end < len(text) {
		return Value{}
	}
	return newScalar(p.src, kindInfo(Number))
}

// NewSpelled returns a number for a scalar of another language than JSON, as it is spelled there:
// 0x1F or 2026-01-02. The result of [Value.JSON] is no JSON then. It is only equal to one that is
// spelled alike.
func NewSpelled(text string) Value { return newScalar([]byte(text), kindInfo(Number)) }

// NewBool returns a bool.
func NewBool(b bool) Value {
	if b {
		return trueValue
	}
	return falseValue
}

// NewNull returns a null, which is not the same as an absent value.
func NewNull() Value { return nullValue }

// These are shared, and nobody changes them.
var (
	trueValue  = newScalar([]byte("true"), kindInfo(Bool))
	falseValue = newScalar([]byte("false"), kindInfo(Bool))
	nullValue  = newScalar([]byte("null"), kindInfo(Null))
)

// NewArray returns an array. It keeps the slice and replaces absent elements in it
// by nulls.
func NewArray(elems ...Value) Value {
	for i, e := range elems {
		if e.kind == Absent {
			elems[i] = NewNull()
		}
	}
	return Value{tree: &valueTree{elems: elems}, kind: Array}
}

// NewObject returns an object. It keeps the slice and sorts it. If several members
// have the same name, the last one counts. Members with an absent value are left
// out.
func NewObject(members ...Member) Value {
	members = slices.DeleteFunc(members, func(m Member) bool { return m.Value.kind == Absent })
	slices.SortStableFunc(members, func(a, b Member) int { return strings.Compare(a.Name, b.Name) })
	out := members[:0]
	for i, m := range members {
		if i+1 == len(members) || members[i+1].Name != m.Name {
			out = append(out, m)
		}
	}
	return Value{tree: &valueTree{members: out}, kind: Object}
}

// MapMembers returns an object in which the value of each member is replaced by
// what f returns for it. If f changes nothing, it returns the object itself. A
// value of another kind is returned as it is.
func (v Value) MapMembers(f func(Member) Value) Value {
	var members []Member
	for i, m := range v.Members() {
		value := f(m)
		if members == nil {
			if value == m.Value {
				continue
			}
			members = make([]Member, 0, v.Len())
			for _, m := range v.Members() {
				members = append(members, m)
			}
		}
		members[i].Value = value
	}
	if members == nil {
		return v
	}
	return NewObject(members...)
}

// MapElems does for the elements of an array what [Value.MapMembers] does for the
// members of an object. It calls f with the index of each element.
func (v Value) MapElems(f func(int, Value) Value) Value {
	var elems []Value
	for i, e := range v.Elems() {
		value := f(i, e)
		if elems == nil {
			if value == e {
				continue
			}
			elems = make([]Value, 0, v.Len())
			for _, e := range v.Elems() {
				elems = append(elems, e)
			}
		}
		elems[i] = value
	}
	if elems == nil {
		return v
	}
	return NewArray(elems...)
}
