package planhash

import (
	"bytes"
	"crypto/sha256"
	"hash"
	"strconv"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// Hasher makes the digests of entries, one after the other. The zero Hasher leaves out
// sensitive values, and is ready to use, by one goroutine. It keeps no more of an entry in
// memory than its largest escaped string.
type Hasher struct {
	// Sensitive says that sensitive values enter. Set it only if the hash has a key: without
	// one, a short secret could be found by trying.
	Sensitive bool
	// Hides, if set, says which values are sensitive besides those that the document marks. Without Sensitive, they do not enter
	// either.
	Hides func(values.Value) bool

	sum        hash.Hash
	buf        []byte // what has not been passed on to sum
	hides      bool   // the entry has a sensitive value that does not enter
	tree       tree
	number     []byte // the last one, in its canonical form
	identities values.Parser
}

// chunk is how many bytes are passed on to the hash function at a time.
const chunk = 2 << 10

// begin begins an entry with some texts.
func (h *Hasher) begin(texts ...string) {
	if h.sum == nil {
		h.sum = sha256.New()
		h.buf = make([]byte, 0, 2*chunk)
	}
	h.sum.Reset()
	h.buf = h.buf[:0]
	h.hides = false
	for _, t := range texts {
		h.text(t)
	}
}

// end ends the entry.
func (h *Hasher) end() (e Entry) {
	h.sum.Write(h.buf)
	h.sum.Sum(e.sum[:0])
	e.hides = h.hides
	return e
}

func (h *Hasher) write(c byte) { h.buf = append(h.buf, c) }

// text writes a text with its length before it, so that it is clear where it ends.
func (h *Hasher) text(s string) { writeText(h, s) }

func writeText[T string | []byte](h *Hasher, s T) {
	h.buf = appendLength(h.buf, len(s))
	for len(s) > chunk {
		h.buf = append(h.buf, s[:chunk]...)
		h.pass()
		s = s[chunk:]
	}
	h.buf = append(h.buf, s...)
	h.pass()
}

// pass passes on what is in the buffer, if it is enough.
func (h *Hasher) pass() {
	if len(h.buf) >= chunk {
		h.sum.Write(h.buf)
		h.buf = h.buf[:0]
	}
}

func appendText(b []byte, s string) []byte {
	return append(appendLength(b, len(s)), s...)
}

func appendLength(b []byte, n int) []byte {
	return append(strconv.AppendInt(b, int64(n), 10), ':')
}

// paths writes a list of paths.
func (h *Hasher) paths(paths []plans.Path) {
	h.write('[')
	for _, p := range paths {
		for _, s := range p.Steps() {
			h.step(s)
		}
		h.write(';')
	}
	h.write(']')
}

func (h *Hasher) step(s plans.Step) {
	if name, ok := s.Key(); ok {
		h.write('k')
		h.text(name)
		return
	}
	i, _ := s.Index()
	h.write('i')
	h.buf = append(strconv.AppendInt(h.buf, int64(i), 10), ';')
}

// tree writes the leaves of a value that enter, and the containers around them. A container is
// only written when the first leaf in it is, and a step when the first leaf behind it is.
type tree struct {
	levels  []level
	written int // how many of the levels have been written, with their present steps
	any     bool
}

// level is a container around the present place.
type level struct {
	open bool // its beginning has been written
	step plans.Step
}

// side writes the leaves of one side of a change that the other side does not have likewise.
func (h *Hasher) side(this, other values.Value, thisMarks, otherMarks values.Flags) {
	h.tree.any = false
	h.leaves(this, other, thisMarks, otherMarks)
	if !h.tree.any {
		h.write('-')
	}
}

// hidden reports whether a value must not enter: the mark of either side is enough.
func (h *Hasher) hidden(this, other values.Value, thisMarks, otherMarks values.Flags) bool {
	if h.Sensitive {
		return false
	}
	return thisMarks.Covers(this) || otherMarks.Covers(other) || h.Hides != nil && (h.Hides(this) || h.Hides(other))
}

func (h *Hasher) leaves(this, other values.Value, thisMarks, otherMarks values.Flags) {
	if this.Kind() == values.Absent || this.SameText(other) {
		return
	}
	if h.hidden(this, other, thisMarks, otherMarks) {
		if !Same(this, other) {
			h.hides = true
			h.place()
			h.write('*')
		}
		return
	}
	if this.Len() == 0 { // a leaf: a scalar or an empty container
		if !Same(this, other) {
			h.place()
			h.leaf(this)
		}
		return
	}
	h.enter()
	cursor := other.Cursor()
	for _, m := range this.Members() {
		step := plans.Key(m.Name)
		h.move(step)
		part, _ := cursor.Find(m.Name)
		h.leaves(m.Value, part, thisMarks.At(step), otherMarks.At(step))
	}
	for i, e := range this.Elems() {
		step := plans.Index(i)
		h.move(step)
		h.leaves(e, other.Elem(i), thisMarks.At(step), otherMarks.At(step))
	}
	h.leave()
}

// unknown writes the places that are known only after apply. Inside a sensitive value, they
// might tell what is in it, so there they are all one.
func (h *Hasher) unknown(c values.Change) {
	h.tree.any = false
	h.flags(c.Unknown, c.Before, c.After, c.BeforeSensitive, c.AfterSensitive)
	if !h.tree.any {
		h.write('-')
	}
}

func (h *Hasher) flags(unknown values.Flags, before, after values.Value, beforeMarks, afterMarks values.Flags) {
	if unknown.All() || h.hidden(before, after, beforeMarks, afterMarks) {
		if unknown.Any() {
			h.place()
			h.write('?')
		}
		return
	}
	h.enter()
	for step, part := range unknown.Parts() {
		h.move(step)
		if name, ok := step.Key(); ok {
			h.flags(part, before.Get(name), after.Get(name), beforeMarks.At(step), afterMarks.At(step))
			continue
		}
		i, _ := step.Index()
		h.flags(part, before.Elem(i), after.Elem(i), beforeMarks.At(step), afterMarks.At(step))
	}
	h.leave()
}

// enter goes into a container.
func (h *Hasher) enter() { h.tree.levels = append(h.tree.levels, level{}) }

// move goes to another part of the innermost container.
func (h *Hasher) move(s plans.Step) {
	last := len(h.tree.levels) - 1
	h.tree.levels[last].step = s
	h.tree.written = min(h.tree.written, last)
}

// leave goes back out of the innermost container.
func (h *Hasher) leave() {
	last := len(h.tree.levels) - 1
	if h.tree.levels[last].open {
		h.write(')')
	}
	h.tree.levels = h.tree.levels[:last]
	h.tree.written = min(h.tree.written, last)
}

// place writes the way to the present place, as far as it has not been written.
func (h *Hasher) place() {
	t := &h.tree
	for i := t.written; i < len(t.levels); i++ {
		l := &t.levels[i]
		if !l.open {
			l.open = true
			h.write('(')
		}
		h.step(l.step)
	}
	t.written, t.any = len(t.levels), true
}

// leaf writes a scalar or an empty container.
func (h *Hasher) leaf(v values.Value) {
	switch v.Kind() {
	case values.Null:
		h.write('z')
	case values.Bool:
		h.write("ft"[b2i(v.IsTrue())])
	case values.Number:
		h.write('n')
		h.number = AppendNumber(h.number[:0], v.Source())
		writeText(h, h.number)
	case values.String:
		h.write('s')
		if raw, ok := plain(v); ok {
			writeText(h, raw)
		} else {
			h.text(v.Text())
		}
	case values.Array:
		h.write('l')
	case values.Object:
		h.write('o')
	}
	h.pass()
}

// plain returns the text of a string that has no escapes, without a copy of it.
func plain(v values.Value) ([]byte, bool) {
	raw := v.Source()
	return raw[1 : len(raw)-1], bytes.IndexByte(raw, '\\') < 0
}

// Same reports whether two values are the same: numbers by what they are worth, and strings by
// their text. A null is not the same as nothing.
func Same(v, w values.Value) bool {
	if v.Kind() != w.Kind() || v.Len() != w.Len() {
		return false
	}
	switch v.Kind() {
	case values.Number:
		return v.SameText(w) || bytes.Equal(AppendNumber(nil, v.Source()), AppendNumber(nil, w.Source()))
	case values.Array:
		for i, e := range v.Elems() {
			if !Same(e, w.Elem(i)) {
				return false
			}
		}
	case values.Object:
		cursor := w.Cursor()
		for _, m := range v.Members() {
			if part, _ := cursor.Find(m.Name); !Same(m.Value, part) {
				return false
			}
		}
	default:
		return v.Equal(w)
	}
	return true
}
