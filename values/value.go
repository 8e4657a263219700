// Package values has the generic value that sources of plans and states give and
// that the differ compares: a tree of lists, objects and scalars whose numbers
// keep their text; the [Flags] that say what in it is unknown or sensitive;
// and [Change], a value before and after with its flags.
//
// A [Value] is parsed from JSON text by a [Parser], or made of parts by [NewArray],
// [NewObject], [NewString] and their like. Nobody can tell which. The
// package knows the format of no plan, and it never looks at a schema.
package values

import (
	"bytes"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/enum"
)

// Kind is the JSON type of a Value.
type Kind uint8

// The kinds. The zero kind is a value that is not there at all.
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

// Value is one value. Numbers keep their text. The zero Value is absent, and so is
// every member and element of it.
//
// A parsed Value refers to the bytes that it was parsed from and copies none of
// them; two with the same bytes are known to be equal without a look inside. It is
// valid until the [Parser] that made it parses again. The names of
// its members are valid as long as the bytes that it was parsed from are left
// alone; those that a [Plan] loads are.
type Value struct{ n *node }

type node struct {
	raw     []byte // of scalars, and of what was parsed: the bytes, without surrounding space
	str     string // the decoded text of a string, when plain is false
	elems   []Value
	members []Member // sorted by name
	kind    Kind
	plain   bool // a string without escapes: the text is raw without the quotes
}

// Member is a member of an object.
type Member struct {
	Name  string
	Value Value
}

// Of makes a Value of text that is known to be JSON, for tests and constants.
// Text that is not gives an absent value.
func Of(text string) Value {
	v, err := new(Parser).Parse([]byte(text))
	if err != nil {
		return Value{}
	}
	return v
}

// Kind is the value's JSON type.
func (v Value) Kind() Kind {
	if v.n == nil {
		return Absent
	}
	return v.n.kind
}

// IsNull reports whether the value is null or absent.
func (v Value) IsNull() bool { return v.n == nil || v.n.kind == Null }

// IsTrue reports whether the value is the literal true.
func (v Value) IsTrue() bool { return v.n != nil && v.n.kind == Bool && v.n.raw[0] == 't' }

// appendJSON appends the value as JSON text: the text that it was parsed from, or
// for one made of parts, JSON without white space. An absent value is a null.
func (v Value) appendJSON(b []byte) []byte {
	switch {
	case v.n == nil:
		return append(b, "null"...)
	case v.n.raw != nil:
		return append(b, v.n.raw...)
	case v.n.kind == Array:
		b = append(b, '[')
		for i, e := range v.n.elems {
			if i > 0 {
				b = append(b, ',')
			}
			b = e.appendJSON(b)
		}
		return append(b, ']')
	}
	b = append(b, '{')
	for i, m := range v.n.members {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(NewString(m.Name).appendJSON(b), ':')
		b = m.Value.appendJSON(b)
	}
	return append(b, '}')
}

// JSON is the value as JSON text, see [Value.appendJSON]; empty for an absent one.
func (v Value) JSON() string {
	if v.n == nil {
		return ""
	}
	return string(v.appendJSON(nil))
}

// IsEmptyString reports whether the value is a string without characters.
func (v Value) IsEmptyString() bool {
	return v.n != nil && v.n.kind == String && len(v.n.raw) == 2
}

// Begins reports whether the value is a string that begins with the byte.
func (v Value) Begins(c byte) bool {
	if v.n == nil || v.n.kind != String {
		return false
	}
	if v.n.plain {
		return len(v.n.raw) > 2 && v.n.raw[1] == c
	}
	return v.n.str != "" && v.n.str[0] == c
}

// Intern is the text of a string, as [Value.Text] gives it: the copy among the
// known words if there is one, so that a word that comes again and again is kept
// once.
func (v Value) Intern(known map[string]string) string {
	if v.n != nil && v.n.kind == String && v.n.plain {
		if w, ok := known[string(v.n.raw[1:len(v.n.raw)-1])]; ok {
			return w
		}
	}
	return v.Text()
}

// Text is the text of a string, decoded, or the source text of a number, a
// bool or a null. It is a copy and outlives the value. Arrays and objects have
// none.
func (v Value) Text() string {
	if v.n == nil {
		return ""
	}
	switch v.n.kind {
	case String:
		if v.n.plain {
			return string(v.n.raw[1 : len(v.n.raw)-1])
		}
		return v.n.str
	case Array, Object:
		return ""
	}
	return string(v.n.raw)
}

// Len is the number of elements of an array or members of an object, else 0.
func (v Value) Len() int {
	if v.n == nil {
		return 0
	}
	return len(v.n.elems) + len(v.n.members)
}

// Elems are the elements of an array, none for other kinds. Do not change them.
func (v Value) Elems() []Value {
	if v.n == nil {
		return nil
	}
	return v.n.elems
}

// Elem is an element of an array, absent if there is none with the index.
func (v Value) Elem(i int) Value {
	if v.n == nil || i < 0 || i >= len(v.n.elems) {
		return Value{}
	}
	return v.n.elems[i]
}

// Members are the members of an object, sorted by the bytes of their names.
// Do not change them.
func (v Value) Members() []Member {
	if v.n == nil {
		return nil
	}
	return v.n.members
}

// Get is a member of an object, absent if there is none of the name. Its cost
// is logarithmic in the number of members.
func (v Value) Get(name string) Value {
	if v.n == nil {
		return Value{}
	}
	m := v.n.members
	if i, ok := slices.BinarySearchFunc(m, name, func(m Member, name string) int {
		return strings.Compare(m.Name, name)
	}); ok {
		return m[i].Value
	}
	return Value{}
}

// Equal reports deep equality. Numbers are compared as text, so 1 and 1.0
// differ; strings by their characters, however they are escaped; absent
// equals null.
func (v Value) Equal(w Value) bool {
	if v.n == w.n {
		return true
	}
	if v.IsNull() || w.IsNull() {
		return v.IsNull() && w.IsNull()
	}
	a, b := v.n, w.n
	if a.kind != b.kind {
		return false
	}
	if a.raw != nil && bytes.Equal(a.raw, b.raw) {
		return true
	}
	switch a.kind {
	case String:
		return !(a.plain && b.plain) && v.Text() == w.Text()
	case Array:
		return slices.EqualFunc(a.elems, b.elems, Value.Equal)
	case Object:
		return slices.EqualFunc(a.members, b.members, func(a, b Member) bool {
			return a.Name == b.Name && a.Value.Equal(b.Value)
		})
	}
	return false
}

var hashSeed = maphash.MakeSeed()

// Hash is equal for equal values. It differs from run to run: use it to find
// candidates, never to order anything.
func (v Value) Hash() uint64 {
	var h maphash.Hash
	h.SetSeed(hashSeed)
	v.hash(&h)
	return h.Sum64()
}

func (v Value) hash(h *maphash.Hash) {
	kind := v.Kind()
	if kind == Absent {
		kind = Null
	}
	h.WriteByte(byte(kind))
	switch kind {
	case Bool, Number:
		h.Write(v.n.raw)
	case String:
		if v.n.plain {
			h.Write(v.n.raw[1 : len(v.n.raw)-1])
		} else {
			h.WriteString(v.n.str)
		}
	case Array:
		for _, e := range v.n.elems {
			e.hash(h)
		}
	case Object:
		for _, m := range v.n.members {
			h.WriteString(m.Name)
			h.WriteByte(0)
			m.Value.hash(h)
		}
	}
	h.WriteByte(0xff)
}

// Clone copies the value out of its parser's reach. Elements and members of a
// value made of parts are cloned too.
func (v Value) Clone() Value {
	if v.n == nil {
		return v
	}
	if v.n.raw == nil {
		n := node{kind: v.n.kind}
		for _, e := range v.n.elems {
			n.elems = append(n.elems, e.Clone())
		}
		for _, m := range v.n.members {
			n.members = append(n.members, Member{strings.Clone(m.Name), m.Value.Clone()})
		}
		return Value{&n}
	}
	raw := bytes.Clone(v.n.raw)
	if v.n.kind != Array && v.n.kind != Object {
		n := *v.n
		n.raw = raw
		return Value{&n}
	}
	w, _ := (&Parser{Names: LastWins}).Parse(raw) // as lenient as any parser
	return w
}
