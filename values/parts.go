package values

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// NewString is a string. Bytes that are not UTF-8 are replaced.
func NewString(s string) Value {
	raw, err := jsontext.AppendQuote(nil, s)
	if err != nil { // raw has a replacement for each byte that is not UTF-8
		s = string([]rune(s))
	}
	return Value{&node{kind: String, raw: raw, str: s}}
}

// NewNumber is a number as it is spelled in JSON. Text that is no number gives an
// absent value.
func NewNumber(text string) Value {
	p := Parser{src: []byte(text)}
	if p.number() != nil || p.pos < len(p.src) {
		return Value{}
	}
	return Value{&node{kind: Number, raw: p.src}}
}

// NewBool is a bool.
func NewBool(b bool) Value {
	if b {
		return Value{&trueNode}
	}
	return Value{&falseNode}
}

// Large trees of flags consist of these, so each is there once. Nobody changes them.
var (
	trueNode  = node{kind: Bool, raw: []byte("true")}
	falseNode = node{kind: Bool, raw: []byte("false")}
)

// NewNull is a null, which is not the same as an absent value.
func NewNull() Value { return Value{&node{kind: Null, raw: []byte("null")}} }

// NewArray is an array of elements, which it keeps. An absent one becomes a null.
func NewArray(elems ...Value) Value {
	for i, e := range elems {
		if e.n == nil {
			elems[i] = NewNull()
		}
	}
	return Value{&node{kind: Array, elems: elems}}
}

// NewObject is an object of members, which it keeps and sorts. Of several with a
// name the last counts; one whose value is absent is left out.
func NewObject(members ...Member) Value {
	members = slices.DeleteFunc(members, func(m Member) bool { return m.Value.n == nil })
	slices.SortStableFunc(members, func(a, b Member) int { return strings.Compare(a.Name, b.Name) })
	out := members[:0]
	for i, m := range members {
		if i+1 == len(members) || members[i+1].Name != m.Name {
			out = append(out, m)
		}
	}
	return Value{&node{kind: Object, members: out}}
}

// MapMembers returns an object with the function's result in place of the value
// of each member. It is the object itself if every result is the member's own
// value. Values of other kinds are returned as they are.
func (v Value) MapMembers(f func(Member) Value) Value {
	var members []Member
	for i, m := range v.Members() {
		value := f(m)
		if members == nil {
			if value == m.Value {
				continue
			}
			members = slices.Clone(v.Members())
		}
		members[i].Value = value
	}
	if members == nil {
		return v
	}
	return NewObject(members...)
}

// MapElems does for the elements of an array what [Value.MapMembers] does for the
// members of an object. The function gets each element and its index.
func (v Value) MapElems(f func(int, Value) Value) Value {
	var elems []Value
	for i, e := range v.Elems() {
		value := f(i, e)
		if elems == nil {
			if value == e {
				continue
			}
			elems = slices.Clone(v.Elems())
		}
		elems[i] = value
	}
	if elems == nil {
		return v
	}
	return NewArray(elems...)
}
