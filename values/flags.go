package values

import (
	"bytes"
	"iter"

	"github.com/planfmt/planfmt/plans"
)

// Flags says which parts of a value are unknown, or which are sensitive. It is a
// tree of the value's shape with a bool in place of each part, or one bool for the
// value and everything below it. The zero Flags sets nothing.
//
// Documents may be damaged, or written by hand, so a tree can be unclear. There are
// two ways to read it:
//
//   - Flags of what is unknown ([UnknownFlags]) are read leniently: only a true
//     counts.
//   - Flags of what is sensitive ([SensitiveFlags]) are read strictly: what is
//     unclear is hidden. A null, a string or a number in place of a flag hides its
//     value. If a list of flags is too short, the other elements are hidden, unless the list
//     is empty.
//
// In both cases, a member without a flag is not flagged, and a tree whose shape is not that of its value [Flags.Covers]
// the whole value if any flag in it is set, since it is not clear which part the flag is for.
//
// Nobody else walks these trees: [Flags.At] leads to the flags of a part,
// [Flags.Covers] is about a value as a whole, [Flags.Any] about the whole tree.
type Flags struct {
	root   *valueTree
	i      uint32
	kind   Kind
	strict bool
	added  bool // see Added
}

// tree returns the tree of the flags as a value.
func (f Flags) tree() Value { return Value{f.root, f.i, f.kind} }

// UnknownFlags reads a document's tree of what is unknown.
func UnknownFlags(tree Value) Flags { return Flags{}.child(tree) }

// SensitiveFlags reads a document's tree of what is sensitive.
func SensitiveFlags(tree Value) Flags { return Flags{strict: true}.child(tree) }

// child returns the flags of a part, which are read in the same way.
func (f Flags) child(tree Value) Flags { return Flags{tree.tree, tree.i, tree.kind, f.strict, f.added} }

// Added returns the same flags as ones that the document does not have: somebody else,
// such as a schema, has found out what is to be hidden. See [Change.Marked].
func (f Flags) Added() Flags {
	f.added = true
	return f
}

// IsAdded reports whether the flags are ones that the document does not have.
func (f Flags) IsAdded() bool { return f.added }

// AllFlags sets everything.
func AllFlags() Flags { return UnknownFlags(NewBool(true)) }

// FlagsFromNames sets the named members of an object.
func FlagsFromNames(names []string) Flags {
	members := make([]Member, len(names))
	for i, name := range names {
		members[i] = Member{name, NewBool(true)}
	}
	return UnknownFlags(NewObject(members...))
}

// Flagged reports whether a single flag, such as an output's "sensitive", hides the
// value that it is for. It does, unless it is absent or false.
func Flagged(flag Value) bool {
	return flag.Kind() != Absent && (flag.Kind() != Bool || flag.IsTrue())
}

// At returns the flags of a member or an element. An index below zero stands for
// no element.
func (f Flags) At(step plans.Step) Flags {
	switch f.kind {
	case Object, Array:
	case Bool:
		return f
	default:
		if f.strict {
			return f
		}
		return Flags{}
	}
	if name, ok := step.Key(); ok {
		return f.child(f.tree().Get(name))
	}
	i, _ := step.Index()
	if n := f.tree().elemCount(); f.strict && n > 0 && i >= n {
		all := AllFlags()
		all.added = f.added
		return all
	}
	return f.child(f.tree().Elem(i))
}

// Of is like At, for flags of a value. A list of flags that is too short says nothing about elements that the value does not
// have.
func (f Flags) Of(v Value, step plans.Step) Flags {
	if i, ok := step.Index(); ok && f.kind == Array && i >= f.tree().elemCount() && i >= v.elemCount() {
		return Flags{strict: f.strict}
	}
	return f.At(step)
}

// All reports whether a single true is set for everything.
func (f Flags) All() bool { return f.tree().IsTrue() }

// Covers reports whether the flags are set for a value as a whole.
func (f Flags) Covers(v Value) bool { return f.CoversKind(v.kind) }

// CoversKind reports whether the flags are set for a value of a kind as a whole.
func (f Flags) CoversKind(k Kind) bool {
	switch f.kind {
	case Absent:
		return false
	case Bool:
		return f.tree().IsTrue()
	case Null:
		return f.strict && k > Null // behind a null there is nothing to hide
	case Object, Array:
		return k != f.kind && k > Null && f.Any()
	}
	return f.strict
}

// Any reports whether anything is set.
func (f Flags) Any() bool {
	if f.strict {
		return anyMark(f.tree())
	}
	return anyTrue(f.tree())
}

func anyTrue(tree Value) bool {
	if tree.kind < Array {
		return tree.IsTrue()
	}
	if raw := tree.raw(); raw != nil && !bytes.Contains(raw, []byte("true")) {
		return false
	}
	for i := range tree.Len() {
		if anyTrue(tree.part(i)) {
			return true
		}
	}
	return false
}

func anyMark(tree Value) bool {
	switch tree.Kind() {
	case Absent:
		return false
	case Bool:
		return tree.IsTrue()
	case Null, Number, String:
		return true
	}
	for i := range tree.Len() {
		if anyMark(tree.part(i)) {
			return true
		}
	}
	return false
}

// IsAbsent reports whether the document has no flags at all here. Flags that are
// all false are not absent: they say that nothing is set.
func (f Flags) IsAbsent() bool { return f.kind == Absent }

// Blank reports whether the flags set nothing, whatever the value that they are for.
// If there are flags of parts, they are not blank, even if none is set.
func (f Flags) Blank() bool {
	switch f.kind {
	case Absent:
		return true
	case Bool:
		return !f.tree().IsTrue()
	case Array, Object:
		return f.tree().Len() == 0
	}
	return !f.strict
}

// Quiet reports whether the flags set nothing, whatever the value that they are for, not even if
// there are flags of parts.
func (f Flags) Quiet() bool { return f.isQuiet(f.tree()) }

func (f Flags) isQuiet(tree Value) bool {
	switch tree.kind {
	case Bool:
		return !tree.IsTrue()
	case Array: // of another one, elements beyond its end may be set
		return tree.Len() == 0
	case Object:
		for i := range tree.Len() {
			if !f.isQuiet(tree.part(i)) {
				return false
			}
		}
		return true
	}
	return tree.kind == Absent || !f.strict
}

// QuietElems returns for how many elements of a list, from the first one on, the flags are quiet, if
// they are flags of a list.
func (f Flags) QuietElems() int {
	n := 0
	for f.kind == Array && n < f.tree().Len() && f.isQuiet(f.tree().part(n)) {
		n++
	}
	return n
}

// IsClear reports whether the flags set nothing in a value, and have no flag, not even
// one that is not set, for a part that the value does not have.
func (f Flags) IsClear(v Value) bool {
	switch f.kind {
	case Absent:
		return true
	case Bool:
		return !f.tree().IsTrue()
	case Array:
		n := f.tree().Len()
		if f.strict && n > 0 && n < v.elemCount() {
			return false // At sets those behind the end
		}
		for i := range n {
			if !f.child(f.tree().part(i)).IsClear(v.Elem(i)) {
				return false
			}
		}
		return true
	case Object:
		for i := range f.tree().Len() {
			m := f.tree().member(i)
			if part := v.Get(m.Name); part.kind == Absent || !f.child(m.Value).IsClear(part) {
				return false
			}
		}
		return true
	}
	return !f.strict
}

// Strings yields the strings in a value for which the flags are set, as [Value.Strings] does.
func (f Flags) Strings(v Value) iter.Seq[string] {
	return func(yield func(string) bool) { f.strings(v, yield) }
}

func (f Flags) strings(v Value, yield func(string) bool) bool {
	switch {
	case f.Covers(v):
		return v.strings(yield)
	case v.kind < Array || f.IsClear(v):
		return true
	}
	for i, e := range v.Elems() {
		if !f.At(plans.Index(i)).strings(e, yield) {
			return false
		}
	}
	for _, m := range v.Members() {
		if !f.At(plans.Key(m.Name)).strings(m.Value, yield) {
			return false
		}
	}
	return true
}

// Clone returns the flags with memory of their own, for whoever keeps them longer than the document's bytes.
func (f Flags) Clone() Flags { return f.child(f.tree().Clone()) }

// Equal reports whether two trees are the same, are read in the same way, and are both
// from the document or both added to it.
func (f Flags) Equal(g Flags) bool {
	return f.strict == g.strict && f.added == g.added && f.IsAbsent() == g.IsAbsent() && f.tree().Equal(g.tree())
}

// Parts yields the members and elements that have flags of their own, whether they
// are set or not, in order. It yields nothing if a single bool is set for all.
func (f Flags) Parts() iter.Seq2[plans.Step, Flags] {
	return func(yield func(plans.Step, Flags) bool) {
		for i, e := range f.tree().Elems() {
			if !yield(plans.Index(i), f.child(e)) {
				return
			}
		}
		for _, m := range f.tree().Members() {
			if !yield(plans.Key(m.Name), f.child(m.Value)) {
				return
			}
		}
	}
}

// Invalid returns the kind of something in the tree that cannot be a flag: String
// or Number. It returns Absent if there is no such thing. A null is valid, since
// real plans have nulls in these trees.
func (f Flags) Invalid() Kind { return invalidFlag(f.tree()) }

func invalidFlag(tree Value) Kind {
	if k := tree.Kind(); k == String || k == Number {
		return k
	}
	for i := range tree.Len() {
		if k := invalidFlag(tree.part(i)); k != Absent {
			return k
		}
	}
	return Absent
}

// String returns the tree as JSON, and nothing for absent flags.
func (f Flags) String() string { return f.tree().JSON() }
