// Package values contains the generic [Value], which is read from plans and states
// and compared by the differ: a tree of lists, objects and scalars. [Flags] say
// which parts of a value are unknown or sensitive. A [Change] is a value before
// and after, with its flags.
//
// A Value is either parsed from JSON text by a [Parser], or built from parts by
// [NewObject], [NewArray], [NewString] and similar functions. Both behave alike.
// The package does not know the format of any plan, and it never looks at a
// schema.
//
// A parsed [Value] is a node over the bytes of the document, and a parser uses its nodes again for the next change: what outlives a
// change must be cloned. A [Builder] makes the same tree from the parts of another notation, such as MessagePack, and writes the
// JSON text of each part as it comes. So values of all sources have a text by which they can be compared, and none is parsed twice.
package values

import (
	"bytes"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/internal/base/enum"
	"github.com/planfmt/planfmt/internal/base/jsonescape"
)

// Kind is the JSON type of a Value.
type Kind uint8

// The kinds. Absent is the kind of a value that does not exist, such as a member
// that an object does not have. It is not the same as Null.
const (
	Absent Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

var kinds = enum.New[Kind]("kind", "nothing", "null", "bool", "number", "string", "list", "object")

// String returns the name of the kind, for messages: an Absent value is "nothing",
// an Array a "list".
func (k Kind) String() string { return kinds.String(k) }

// MarshalText returns the name of the kind.
func (k Kind) MarshalText() ([]byte, error) { return kinds.Marshal(k) }

// UnmarshalText sets the kind by its name. If there is no such name, the error
// lists the valid ones.
func (k *Kind) UnmarshalText(text []byte) error { return kinds.Unmarshal(text, k) }

// Value is a value of any kind. Numbers are kept as text, exactly as they were
// spelled. The zero Value is absent, and so are its members and elements.
//
// A parsed Value refers to the bytes that it was parsed from and does not copy
// them. It is valid until its [Parser] parses again. The names of its members are
// valid as long as nobody changes these bytes.
type Value struct {
	tree *valueTree
	i    uint32 // the index of the node
	kind Kind
}

// node returns the node of a value that is in a tree, unless it is an array or
// object that was built from parts.
func (v Value) node() (*treeNode, bool) {
	if len(v.tree.nodes) == 0 {
		return nil, false
	}
	return &v.tree.nodes[v.i], true
}

// raw returns the text that a value was parsed from. It is nil for arrays and
// objects that were built from parts.
func (v Value) raw() []byte {
	if n, ok := v.node(); ok {
		return v.tree.text(n)
	}
	return nil
}

// Source returns the text that the value was parsed from, which nobody may change. It is
// nil if the value is absent, or an array or object that was built from parts.
func (v Value) Source() []byte {
	if v.kind == Absent {
		return nil
	}
	return v.raw()
}

// has reports whether a flag of the value is set. Values that were built from parts
// have none.
func (v Value) has(flag info) bool {
	n, ok := v.node()
	return ok && n.info.has(flag)
}

// Member is a member of an object.
type Member struct {
	Name  string
	Value Value
}

// Of returns the value of a JSON text. It is meant for constants and tests: if the
// text is not valid JSON, the value is absent.
func Of(text string) Value {
	v, err := new(Parser).ParseString(text)
	if err != nil {
		return Value{}
	}
	return v
}

// Kind returns the JSON type of the value.
func (v Value) Kind() Kind { return v.kind }

// IsNull reports whether the value is null or absent.
func (v Value) IsNull() bool { return v.kind <= Null }

// IsTrue reports whether the value is the bool true.
func (v Value) IsTrue() bool { return v.kind == Bool && v.raw()[0] == 't' }

// appendJSON appends what JSON returns. An absent value becomes a null.
func (v Value) appendJSON(b []byte) []byte {
	if v.kind == Absent {
		return append(b, "null"...)
	}
	if raw := v.raw(); raw != nil {
		return append(b, raw...)
	}
	if v.kind == Array {
		b = append(b, '[')
		for i, e := range v.tree.elems {
			if i > 0 {
				b = append(b, ',')
			}
			b = e.appendJSON(b)
		}
		return append(b, ']')
	}
	b = append(b, '{')
	for i, m := range v.tree.members {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(AppendString(b, m.Name), ':')
		b = m.Value.appendJSON(b)
	}
	return append(b, '}')
}

// JSON returns the value as JSON text. The text of a parsed value is the one that
// it was parsed from; that of a value built from parts has no white space. For an
// absent value, it is empty.
func (v Value) JSON() string {
	if v.kind == Absent {
		return ""
	}
	if raw := v.raw(); raw != nil {
		return string(raw)
	}
	return string(v.appendJSON(nil))
}

// SharedJSON returns the same as [Value.Source], as a string that shares its memory. So
// it is valid as long as these bytes do not change. Those of [Parser.ParseString] never
// do.
func (v Value) SharedJSON() string {
	if v.kind == Absent {
		return ""
	}
	return bytesString(v.raw())
}

// body returns what is between the quotes of a string.
func (v Value) body() []byte {
	raw := v.raw()
	return raw[1 : len(raw)-1]
}

// IsEmptyString reports whether the value is the empty string.
func (v Value) IsEmptyString() bool { return v.kind == String && len(v.body()) == 0 }

// Begins reports whether the value is a string whose first byte is c.
func (v Value) Begins(c byte) bool {
	if v.kind != String {
		return false
	}
	body := v.body()
	if len(body) == 0 || !v.has(escaped) {
		return len(body) > 0 && body[0] == c
	}
	switch first := body[0]; {
	case first == '\\':
		text, _, _ := jsonescape.Append(nil, body)
		return text[0] == c
	case first < utf8.RuneSelf:
		return first == c
	}
	return v.Text()[0] == c
}

// Text returns the decoded text of a string, or the JSON text of a number, a bool
// or a null. It is empty for arrays and objects. It is a copy, so it outlives the
// value.
func (v Value) Text() string {
	text := v.SharedText()
	if v.kind == String && v.has(escaped) { // it is a copy already
		return text
	}
	return strings.Clone(text)
}

// SharedText returns the same as [Value.Text], without a copy if it can. So it is valid as long
// as the value is.
func (v Value) SharedText() string {
	switch {
	case v.kind == Absent || v.kind >= Array:
		return ""
	case v.kind != String:
		return bytesString(v.raw())
	case v.has(escaped):
		return bytesString(unescape(v.body()))
	}
	return bytesString(v.body())
}

// Strings yields the strings in a value, or the value itself if it is one. They are not copied:
// see [Value.SharedText]. It does not yield the names of members.
func (v Value) Strings() iter.Seq[string] {
	return func(yield func(string) bool) { v.strings(yield) }
}

func (v Value) strings(yield func(string) bool) bool {
	if v.kind == String {
		return yield(v.SharedText())
	}
	for i := range v.Len() {
		if !v.part(i).strings(yield) {
			return false
		}
	}
	return true
}

// Len returns the number of elements of an array or of members of an object. For
// other kinds it is 0.
func (v Value) Len() int {
	if v.kind < Array {
		return 0
	}
	if n, ok := v.node(); ok {
		return int(v.tree.boxes[n.end].count)
	}
	return len(v.tree.elems) + len(v.tree.members)
}

// elemCount returns the number of elements of an array, and 0 for other kinds.
func (v Value) elemCount() int {
	if v.kind != Array {
		return 0
	}
	return v.Len()
}

// Elem returns an element of an array. It is absent if there is no element with
// this index.
func (v Value) Elem(i int) Value {
	if v.kind != Array || i < 0 || i >= v.Len() {
		return Value{}
	}
	return v.part(i)
}

// Elems yields the elements of an array with their indexes. It yields nothing for
// other kinds.
func (v Value) Elems() iter.Seq2[int, Value] {
	return func(yield func(int, Value) bool) {
		if v.kind != Array {
			return
		}
		for i := range v.Len() {
			if !yield(i, v.Elem(i)) {
				return
			}
		}
	}
}

// member returns a member of an object. The index must be that of a member.
func (v Value) member(i int) Member {
	n, ok := v.node()
	if !ok {
		return v.tree.members[i]
	}
	at := v.tree.boxes[n.end].first + uint32(i)
	n = &v.tree.nodes[at]
	return Member{v.tree.name(n), Value{v.tree, at, n.info.kind()}}
}

// Members yields the members of an object with their indexes, sorted by the bytes
// of their names. It yields nothing for other kinds.
func (v Value) Members() iter.Seq2[int, Member] {
	return func(yield func(int, Member) bool) {
		if v.kind != Object {
			return
		}
		for i := range v.Len() {
			if !yield(i, v.member(i)) {
				return
			}
		}
	}
}

// part returns an element of an array, or the value of a member of an object. The
// index must be that of one.
func (v Value) part(i int) Value {
	if n, ok := v.node(); ok {
		return v.tree.value(v.tree.boxes[n.end].first + uint32(i))
	}
	if v.kind == Array {
		return v.tree.elems[i]
	}
	return v.tree.members[i].Value
}

// Get returns a member of an object. It is absent if there is no member with this
// name. The cost is logarithmic in the number of members.
func (v Value) Get(name string) Value {
	if v.kind != Object {
		return Value{}
	}
	t := v.tree
	n, ok := v.node()
	if !ok {
		i, found := slices.BinarySearchFunc(t.members, name, func(m Member, name string) int {
			return strings.Compare(m.Name, name)
		})
		if !found {
			return Value{}
		}
		return t.members[i].Value
	}
	b := &t.boxes[n.end]
	members := t.nodes[b.first : b.first+b.count]
	first, after := 0, len(members)
	for after-first > 8 { // from here on, it is cheaper to look at each of them
		middle := int(uint(first+after) >> 1)
		if t.name(&members[middle]) <= name {
			first = middle
		} else {
			after = middle
		}
	}
	for i := first; i < after; i++ {
		if t.name(&members[i]) == name {
			return t.value(b.first + uint32(i))
		}
	}
	return Value{}
}

// Clone returns a deep copy, which stays valid when the parser parses again and
// when the parsed bytes change.
func (v Value) Clone() Value {
	if v.kind == Absent {
		return v
	}
	n, ok := v.node()
	if !ok {
		t := &valueTree{}
		for _, e := range v.tree.elems {
			t.elems = append(t.elems, e.Clone())
		}
		for _, m := range v.tree.members {
			t.members = append(t.members, Member{strings.Clone(m.Name), m.Value.Clone()})
		}
		return Value{tree: t, kind: v.kind}
	}
	raw := bytes.Clone(v.tree.text(n))
	if v.kind < Array {
		return newScalar(raw, n.info)
	}
	w, _ := (&Parser{Names: LastWins}).Parse(raw) // as lenient as any parser
	return w
}
