package values

import (
	"iter"
	"strings"
)

// SameText reports whether two values were parsed from the same text, so that they are
// equal. The cost is that of comparing the bytes. It is false for absent values and for
// arrays and objects that were built from parts, and may be false for others that are
// equal.
func (v Value) SameText(w Value) bool {
	if v.kind != w.kind || v.kind == Absent {
		return false
	}
	a, b := v.raw(), w.raw()
	return a != nil && string(a) == string(b)
}

// Excerpt returns the JSON text of an array or object with only some of the parts of v.
// ranges yields, in order, the index of a part and the number of parts to take from there
// on. Excerpt ranges over it twice.
func (t *Texts) Excerpt(v Value, ranges iter.Seq2[int, int]) string {
	size := len("[]")
	for from, n := range ranges {
		v.spans(from, n, func(text []byte) { size += len(text) })
		size += len(",")
	}
	b, brackets := &t.b, "[]"
	if size > longTextLen {
		b = &strings.Builder{}
		b.Grow(size)
	} else {
		t.grow(size)
	}
	if v.kind == Object {
		brackets = "{}"
	}
	start := b.Len()
	b.WriteByte(brackets[0])
	for from, n := range ranges {
		if b.Len() > start+1 {
			b.Write(comma)
		}
		v.spans(from, n, func(text []byte) { b.Write(text) })
	}
	b.WriteByte(brackets[1])
	return b.String()[start:]
}

var (
	comma = []byte(",")
	colon = []byte(":")
)

// spans calls f with the text of n parts from an index on, piece by piece.
func (v Value) spans(from, n int, f func([]byte)) {
	if _, parsed := v.node(); !parsed || n == 0 {
		for i := range n {
			if i > 0 {
				f(comma)
			}
			if v.kind == Object {
				f(AppendString(nil, v.tree.members[from+i].Name))
				f(colon)
			}
			f(v.part(from + i).appendJSON(nil))
		}
		return
	}
	t := v.tree
	parts := t.nodes[v.part(from).i:][:n]
	first, last := &parts[0], &parts[n-1]
	if v.kind == Array {
		f(t.src[first.start:t.end(last)])
		return
	}
	if !v.has(respelled) && !first.info.has(listed) { // the members are in order
		f(t.src[first.name-1 : t.end(last)])
		return
	}
	for i := range parts {
		m := &parts[i]
		if i > 0 {
			f(comma)
		}
		if m.info.has(listed) {
			f(AppendString(nil, t.name(m)))
		} else {
			f(t.src[m.name-1 : m.name+uint32(m.info&maxNameLen)+1])
		}
		f(colon)
		f(t.text(m))
	}
}
