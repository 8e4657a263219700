package verdict

import (
	"encoding/binary"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/plans"
)

// details are what results say besides who says it of what, packed, each once. They have numbers from 1.
type details struct {
	all      []string
	numbers  map[string]int
	ranges   table[diag.Range]
	problems table[diag.Diagnostic]
	buf      []byte
}

// table numbers values.
type table[T comparable] struct {
	all     []T
	numbers map[T]int
}

func (t *table[T]) number(v T) int {
	n, ok := t.numbers[v]
	if !ok {
		if t.numbers == nil {
			t.numbers = map[T]int{}
		}
		n = len(t.all)
		t.all, t.numbers[v] = append(t.all, v), n
	}
	return n
}

// add returns the number of what a result says.
func (d *details) add(r *Result) int {
	w := packer{d, d.buf[:0]}
	w.result(r)
	d.buf = w.b
	n, ok := d.numbers[string(w.b)]
	if !ok {
		if d.numbers == nil {
			d.numbers = map[string]int{}
		}
		text := string(w.b)
		d.all = append(d.all, text)
		n = len(d.all)
		d.numbers[text] = n
	}
	return n
}

// load sets what a result says.
func (d *details) load(n int, r *Result) {
	u := unpacker{d, d.all[n-1]}
	u.result(r)
}

// packer writes what a result says, and unpacker reads it in the same order.
type packer struct {
	*details
	b []byte
}

type unpacker struct {
	*details
	rest string
}

func (w *packer) number(n int) { w.b = binary.AppendUvarint(w.b, uint64(n)) }

func (u *unpacker) number() int { return int(u.unsigned()) }

func (u *unpacker) unsigned() uint64 {
	var n uint64
	for shift := 0; ; shift += 7 {
		c := u.rest[0]
		u.rest = u.rest[1:]
		n |= uint64(c&0x7f) << shift
		if c < 0x80 {
			return n
		}
	}
}

func (w *packer) text(s string) {
	w.number(len(s))
	w.b = append(w.b, s...)
}

func (u *unpacker) text() string {
	n := u.number()
	s := u.rest[:n]
	u.rest = u.rest[n:]
	return s
}

// textOr writes a text that is often equal to another one.
func (w *packer) textOr(s, other string) {
	if s == other {
		w.number(0)
		return
	}
	w.number(len(s) + 1)
	w.b = append(w.b, s...)
}

func (u *unpacker) textOr(other string) string {
	n := u.number()
	if n == 0 {
		return other
	}
	s := u.rest[:n-1]
	u.rest = u.rest[n-1:]
	return s
}

func (w *packer) result(r *Result) {
	w.number(int(r.Outcome))
	w.text(r.Message)
	w.number(len(r.Conditions))
	for i := range r.Conditions {
		c := &r.Conditions[i]
		w.number(int(c.Outcome))
		w.number(w.ranges.number(c.Range))
		w.number(w.ranges.number(c.Failing))
		w.textOr(c.Message, r.Message)
		w.text(c.Info)
		w.number(len(c.Values))
		for _, v := range c.Values {
			w.number(w.ranges.number(v.Range))
			w.text(v.Text)
		}
	}
	w.number(len(r.Causes))
	for i := range r.Causes {
		w.cause(&r.Causes[i], r.Address)
	}
	w.number(len(r.Diagnostics))
	for _, d := range r.Diagnostics {
		w.number(w.problems.number(*d))
	}
}

func (u *unpacker) result(r *Result) {
	r.Outcome, r.Message = Outcome(u.number()), u.text()
	r.Conditions = unpacked[Condition](u.number())
	for i := range r.Conditions {
		c := &r.Conditions[i]
		c.Outcome, c.Range, c.Failing = Outcome(u.number()), u.ranges.all[u.number()], u.ranges.all[u.number()]
		c.Message, c.Info = u.textOr(r.Message), u.text()
		c.Values = unpacked[Shown](u.number())
		for k := range c.Values {
			c.Values[k].Range, c.Values[k].Text = u.ranges.all[u.number()], u.text()
		}
	}
	r.Causes = unpacked[Cause](u.number())
	for i := range r.Causes {
		u.cause(&r.Causes[i], r.Address)
	}
	r.Diagnostics = unpacked[*diag.Diagnostic](u.number())
	for i := range r.Diagnostics {
		r.Diagnostics[i] = &u.problems.all[u.number()]
	}
}

// unpacked returns a slice of n elements, which is nil for 0.
func unpacked[T any](n int) []T {
	if n == 0 {
		return nil
	}
	return make([]T, n)
}

func (w *packer) cause(c *Cause, address string) {
	w.textOr(c.Address, address)
	steps := c.Path.Steps()
	w.number(len(steps))
	for _, s := range steps {
		if key, ok := s.Key(); ok {
			w.number(0)
			w.text(key)
		} else {
			i, _ := s.Index()
			w.number(1)
			w.b = binary.AppendVarint(w.b, int64(i))
		}
	}
	w.text(c.Reason)
	w.number(len(c.References))
	for _, ref := range c.References {
		w.text(ref)
	}
	if c.NoSchema {
		w.number(1)
	} else {
		w.number(0)
	}
}

func (u *unpacker) cause(c *Cause, address string) {
	c.Address = u.textOr(address)
	for range u.number() {
		if u.number() == 0 {
			c.Path = c.Path.Child(plans.Key(u.text()))
		} else {
			c.Path = c.Path.Child(plans.Index(u.signed()))
		}
	}
	c.Reason = u.text()
	c.References = unpacked[string](u.number())
	for i := range c.References {
		c.References[i] = u.text()
	}
	c.NoSchema = u.number() == 1
}

// signed reads what [binary.AppendVarint] writes.
func (u *unpacker) signed() int {
	n := u.unsigned()
	return int(n>>1) ^ -int(n&1)
}
