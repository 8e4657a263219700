package values

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// NewString returns a string. Bytes that are not valid UTF-8 become U+FFFD.
func NewString(s string) Value {
	if !utf8.ValidString(s) {
		s = string([]rune(s))
	}
	return Value{&node{kind: String, raw: AppendString(nil, s), str: s}}
}

// NewNumber returns a number, given as it is spelled in JSON. If the text is not a
// number, the value is absent.
func NewNumber(text string) Value {
	p := Parser{src: []byte(text)}
	if p.number() != nil || p.pos < len(p.src) {
		return Value{}
	}
	return Value{&node{kind: Number, raw: p.src}}
}

// NewBool returns a bool.
func NewBool(b bool) Value {
	if b {
		return Value{&trueNode}
	}
	return Value{&falseNode}
}

// Trees of flags consist of bools, so all of these share two nodes, which nobody
// changes.
var (
	trueNode  = node{kind: Bool, raw: []byte("true")}
	falseNode = node{kind: Bool, raw: []byte("false")}
)

// NewNull returns a null, which is not the same as an absent value.
func NewNull() Value { return Value{&node{kind: Null, raw: []byte("null")}} }

// NewArray returns an array. It keeps the slice and replaces absent elements in it
// by nulls.
func NewArray(elems ...Value) Value {
	for i, e := range elems {
		if e.n == nil {
			elems[i] = NewNull()
		}
	}
	return Value{&node{kind: Array, elems: elems}}
}

// NewObject returns an object. It keeps the slice and sorts it. If several members
// have the same name, the last one counts. Members with an absent value are left
// out.
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
// members of an object. It calls f with the index of each element.
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
