// Package values contains the generic [Value], which is read from plans and states
// and compared by the differ: a tree of lists, objects and scalars. [Flags] say
// which parts of a value are unknown or sensitive. A [Change] is a value before
// and after, with its flags.
//
// A Value is either parsed from JSON text by a [Parser], or built from parts by
// [NewObject], [NewArray], [NewString] and similar functions. Both behave alike.
// The package does not know the format of any plan, and it never looks at a
// schema.
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
type Value struct{ n *node }

type node struct {
	raw     []byte // the JSON text without surrounding space; nil for arrays and objects built from parts
	str     string // the decoded text of a string, if plain is false
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

// Of returns the value of a JSON text. It is meant for constants and tests: if the
// text is not valid JSON, the value is absent.
func Of(text string) Value {
	v, err := new(Parser).Parse([]byte(text))
	if err != nil {
		return Value{}
	}
	return v
}

// Kind returns the JSON type of the value.
func (v Value) Kind() Kind {
	if v.n == nil {
		return Absent
	}
	return v.n.kind
}

// IsNull reports whether the value is null or absent.
func (v Value) IsNull() bool { return v.n == nil || v.n.kind == Null }

// IsTrue reports whether the value is the bool true.
func (v Value) IsTrue() bool { return v.n != nil && v.n.kind == Bool && v.n.raw[0] == 't' }

// appendJSON appends what JSON returns. An absent value becomes a null.
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
		b = append(AppendString(b, m.Name), ':')
		b = m.Value.appendJSON(b)
	}
	return append(b, '}')
}

// JSON returns the value as JSON text. The text of a parsed value is the one that
// it was parsed from; that of a value built from parts has no white space. For an
// absent value, it is empty.
func (v Value) JSON() string {
	if v.n == nil {
		return ""
	}
	return string(v.appendJSON(nil))
}

// IsEmptyString reports whether the value is the empty string.
func (v Value) IsEmptyString() bool {
	return v.n != nil && v.n.kind == String && len(v.n.raw) == 2
}

// Begins reports whether the value is a string whose first byte is c.
func (v Value) Begins(c byte) bool {
	if v.n == nil || v.n.kind != String {
		return false
	}
	if v.n.plain {
		return len(v.n.raw) > 2 && v.n.raw[1] == c
	}
	return v.n.str != "" && v.n.str[0] == c
}

// Intern returns the same as [Value.Text], but without a new copy if the text is
// among the known words. So a word that occurs many times is kept only once.
func (v Value) Intern(known map[string]string) string {
	if v.n != nil && v.n.kind == String && v.n.plain {
		if w, ok := known[string(v.n.raw[1:len(v.n.raw)-1])]; ok {
			return w
		}
	}
	return v.Text()
}

// Text returns the decoded text of a string, or the JSON text of a number, a bool
// or a null. It is empty for arrays and objects. It is a copy, so it outlives the
// value.
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

// Len returns the number of elements of an array or of members of an object. For
// other kinds it is 0.
func (v Value) Len() int {
	if v.n == nil {
		return 0
	}
	return len(v.n.elems) + len(v.n.members)
}

// Elems returns the elements of an array, and nil for other kinds. The caller must
// not change them.
func (v Value) Elems() []Value {
	if v.n == nil {
		return nil
	}
	return v.n.elems
}

// Elem returns an element of an array. It is absent if there is no element with
// this index.
func (v Value) Elem(i int) Value {
	if v.n == nil || i < 0 || i >= len(v.n.elems) {
		return Value{}
	}
	return v.n.elems[i]
}

// Members returns the members of an object, sorted by the bytes of their names,
// and nil for other kinds. The caller must not change them.
func (v Value) Members() []Member {
	if v.n == nil {
		return nil
	}
	return v.n.members
}

// Get returns a member of an object. It is absent if there is no member with this
// name. The cost is logarithmic in the number of members.
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

// Equal reports whether two values are equal, including everything in them.
// Numbers are compared as text, so 1 and 1.0 differ. Strings are compared by their
// characters, however they are escaped. An absent value equals a null.
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
	if a.raw != nil && bytes.Equal(a.raw, b.raw) { // no need to look inside
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

// Hash returns a hash that is the same for equal values. It differs from run to
// run, so use it to find candidates, never to order anything.
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

// Clone returns a deep copy, which stays valid when the parser parses again and
// when the parsed bytes change.
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
