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
	// Secret, if set, says which values nobody may find out by trying. They enter nevertheless if the definition says so: then
	// Exposed reports that.
	Secret func(values.Value) bool

	exposed bool
	secret  int // how many levels are around the innermost value that is secret, and 1; 0 if there is none

	sum        hash.Hash
	buf        []byte // what has not been passed on to sum
	hides      bool   // the entry has a sensitive value that does not enter
	tree       leafWriter
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
	h.hides, h.exposed, h.secret = false, false, 0
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

// paths writes the paths that force a replacement. A path into a hidden value ends there.
func (h *Hasher) paths(c values.Change) {
	var all [][]plans.Step
	for _, p := range c.ReplacePaths.Paths() {
		all = append(all, p.Steps())
	}
	h.write('[')
	before, after := marked{c.Before, c.BeforeSensitive}, marked{c.After, c.AfterSensitive}
	h.pathsFrom(0, all, pair{before, after}, pair{after, before})
	h.write(']')
}

// pathsFrom writes sorted paths of which the first n steps are the same, and lead to these values.
func (h *Hasher) pathsFrom(n int, all [][]plans.Step, before, after pair) {
	if len(all) == 0 {
		return
	}
	if closed := h.hidden(before) || h.closed(after); closed || len(all[0]) == n {
		for _, s := range all[0][:n] {
			h.step(s)
		}
		h.write(';')
		if closed {
			return
		}
		all = all[1:]
	}
	if len(all) > 0 && h.Secret != nil && (h.Secret(before.this.value) || h.Secret(after.this.value)) {
		h.exposed = true
	}
	inBefore, inAfter := h.parts(before), h.parts(after)
	for len(all) > 0 {
		step, same := all[0][n], 1
		for same < len(all) && all[same][n] == step {
			same++
		}
		h.pathsFrom(n+1, all[:same], inBefore.part(step), inAfter.part(step))
		all = all[same:]
	}
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

// leafWriter writes the leaves of a value that enter, and the containers around them. A container is
// only written when the first leaf in it is, and a step when the first leaf behind it is.
type leafWriter struct {
	levels  []openLevel
	written int // how many of the levels have been written, with their present steps
	any     bool
}

// openLevel is a container around the present place.
type openLevel struct {
	open  bool // its beginning has been written
	alone bool // the other side has no such container there
	step  plans.Step
}

// brackets stand around the parts of a container.
func (l openLevel) brackets() string {
	if l.alone {
		return "<>"
	}
	return "()"
}

// side writes the leaves of one side of a change that the other side does not have likewise.
func (h *Hasher) side(this, other marked) {
	h.tree.any = false
	if h.Hides == nil && h.Secret == nil && this.marks.IsAbsent() && other.marks.IsAbsent() {
		h.openLeaves(this.value, other.value)
	} else {
		h.leaves(pair{this, other}, pair{other, this})
	}
	if !h.tree.any {
		h.write('-')
	}
}

// hidden reports whether a value must not enter: the marks of its own side hide it, or those of the other side hide its
// counterpart there.
func (h *Hasher) hidden(v pair) bool {
	if h.Sensitive {
		return false
	}
	return v.this.covered() || v.counterpart.covered() || h.Hides != nil && (h.Hides(v.this.value) || h.Hides(v.counterpart.value))
}

// open reports whether it is certain that nothing in a value is hidden.
func (h *Hasher) open(v pair) bool {
	return h.Sensitive || h.Hides == nil && v.this.marks.IsClear(v.this.value) && v.counterpart.marks.IsClear(v.counterpart.value)
}

// guard notes that a value is secret. What is inside of it is secret, too, and so are the names there.
func (h *Hasher) guard(v values.Value) {
	if h.Secret != nil && h.secret == 0 && v.Kind() != values.Absent && h.Secret(v) {
		h.secret = len(h.tree.levels) + 1
	}
}

// Exposed reports whether something secret has entered with the last entry, so that whoever has the hash could find it by trying.
func (h *Hasher) Exposed() bool { return h.exposed }

// closed reports whether nothing may enter of what is at a place of the side after, where the value may be unknown, and so be absent.
func (h *Hasher) closed(after pair) bool {
	return h.hidden(after) || !h.Sensitive && after.this.marks.CoversKind(values.Absent)
}

// leaves writes the leaves of a value that another value, which is at the same place on the other side, does not have likewise.
func (h *Hasher) leaves(this, other pair) {
	v, w := this.this.value, other.this.value
	if v.Kind() == values.Absent || v.SameText(w) && h.open(other) {
		return
	}
	around := h.secret
	h.guard(v)
	defer func() { h.secret = around }()
	hidden := holdsSomething(v) && h.hidden(this)
	if hidden || v.Len() == 0 { // a leaf: a scalar or an empty container
		if Same(v, w) && (hidden || !holdsSomething(v) || !h.hidden(other)) {
			return
		}
		h.place()
		if hidden {
			h.hides = true
			h.write('*')
		} else {
			h.exposed = h.exposed || h.secret > 0 && holdsSomething(v)
			h.leaf(v)
		}
		return
	}
	h.enter(w.Kind() != v.Kind())
	if holdsSomething(w) && h.hidden(other) {
		other = pair{} // what is in it does not enter, so nothing is left out because it is the same
	}
	these, others := h.parts(this), h.parts(other)
	cursor := others.this.value.Cursor()
	for _, m := range v.Members() {
		step := plans.Key(m.Name)
		h.move(step)
		part, _ := cursor.Find(m.Name)
		h.leaves(these.member(step, m.Value), others.member(step, part))
	}
	for i, e := range v.Elems() {
		h.move(plans.Index(i))
		h.leaves(these.element(i, e), others.element(i, others.this.value.Elem(i)))
	}
	h.leave()
}

// openLeaves is leaves where nothing is hidden or secret.
func (h *Hasher) openLeaves(v, w values.Value) {
	switch {
	case v.Kind() == values.Absent || v.SameText(w):
		return
	case v.Len() == 0: // a leaf: a scalar or an empty container
		if !Same(v, w) {
			h.place()
			h.leaf(v)
		}
		return
	}
	h.enter(w.Kind() != v.Kind())
	cursor := w.Cursor()
	for _, m := range v.Members() {
		h.move(plans.Key(m.Name))
		part, _ := cursor.Find(m.Name)
		h.openLeaves(m.Value, part)
	}
	for i, e := range v.Elems() {
		h.move(plans.Index(i))
		h.openLeaves(e, w.Elem(i))
	}
	h.leave()
}

// unknown writes the places that are known only after apply. Inside a sensitive value, they
// might tell what is in it, so there they are all one.
func (h *Hasher) unknown(c values.Change) {
	h.tree.any = false
	h.flags(c.Unknown, pair{marked{c.After, c.AfterSensitive}, marked{c.Before, c.BeforeSensitive}})
	if !h.tree.any {
		h.write('-')
	}
}

func (h *Hasher) flags(unknown values.Flags, after pair) {
	around := h.secret
	h.guard(after.this.value)
	h.guard(after.counterpart.value)
	defer func() { h.secret = around }()
	if unknown.All() || h.closed(after) {
		if unknown.Any() {
			h.place()
			h.write('?')
		}
		return
	}
	h.enter(false)
	parts := h.parts(after)
	for step, inner := range unknown.Parts() {
		h.move(step)
		h.flags(inner, parts.part(step))
	}
	h.leave()
}

// enter goes into a container. alone says that the other side has no container of this kind there.
func (h *Hasher) enter(alone bool) { h.tree.levels = append(h.tree.levels, openLevel{alone: alone}) }

// move goes to another part of the innermost container.
func (h *Hasher) move(s plans.Step) {
	last := len(h.tree.levels) - 1
	h.tree.levels[last].step = s
	h.tree.written = min(h.tree.written, last)
}

// leave goes back out of the innermost container.
func (h *Hasher) leave() {
	last := len(h.tree.levels) - 1
	if l := h.tree.levels[last]; l.open {
		h.write(l.brackets()[1])
	}
	h.tree.levels = h.tree.levels[:last]
	h.tree.written = min(h.tree.written, last)
}

// place writes the way to the present place, as far as it has not been written.
func (h *Hasher) place() {
	h.exposed = h.exposed || h.secret > 0 && len(h.tree.levels) >= h.secret
	t := &h.tree
	for i := t.written; i < len(t.levels); i++ {
		l := &t.levels[i]
		if !l.open {
			l.open = true
			h.write(l.brackets()[0])
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
