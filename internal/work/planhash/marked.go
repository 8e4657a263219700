package planhash

import (
	"hash/maphash"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// marked is a value on one side of a change, with the marks that this side has for it. The zero marked is nothing.
type marked struct {
	value values.Value
	marks values.Flags
}

// withMarks returns a value with its marks. They are left out if they mark nothing in it: then they need not be looked up for each part.
func withMarks(v values.Value, marks values.Flags) marked {
	if marks.IsClear(v) {
		marks = values.Flags{}
	}
	return marked{v, marks}
}

// covered reports whether the marks are for the value, and there is something to hide.
func (m marked) covered() bool { return holdsSomething(m.value) && m.marks.Covers(m.value) }

// member returns a member.
func (m marked) member(step plans.Step) marked {
	name, _ := step.Key()
	return marked{m.value.Get(name), m.marks.At(step)}
}

// element returns an element.
func (m marked) element(i int) marked { return marked{m.value.Elem(i), m.marks.At(plans.Index(i))} }

// pair is a value with its counterpart on the other side.
type pair struct{ this, counterpart marked }

// pairs are the parts of a value with their counterparts.
type pairs struct {
	pair
	elements counterparts
}

func (h *Hasher) parts(p pair) pairs {
	if h.Sensitive || h.Hides == nil && p.counterpart.marks.Blank() {
		p.counterpart = marked{} // it hides nothing
	}
	return pairs{p, h.counterparts(p.this.value, p.counterpart)}
}

// member returns a member, given its value.
func (p pairs) member(step plans.Step, v values.Value) pair {
	return pair{marked{v, p.this.marks.At(step)}, p.counterpart.member(step)}
}

// element returns an element, given its value.
func (p pairs) element(i int, v values.Value) pair {
	return pair{marked{v, p.this.marks.Of(p.this.value, plans.Index(i))}, p.elements.counterpart(i)}
}

// part returns a part, whether the value has it or not.
func (p pairs) part(step plans.Step) pair {
	if name, ok := step.Key(); ok {
		return p.member(step, p.this.value.Get(name))
	}
	i, _ := step.Index()
	return p.element(i, p.this.value.Elem(i))
}

// holdsSomething reports whether there is anything in a value that could be a secret. That a value is null or empty shows in
// every format, by the sign of the change.
func holdsSomething(v values.Value) bool {
	switch v.Kind() {
	case values.Absent, values.Null:
		return false
	case values.String:
		return !v.IsEmptyString()
	case values.Array, values.Object:
		return v.Len() > 0
	}
	return true
}

// counterparts are the elements of the array on the other side that belong to the elements of an array. A nil one has none.
type counterparts []marked

func (c counterparts) counterpart(i int) marked {
	if i < len(c) {
		return c[i]
	}
	return marked{}
}

// counterparts finds out to which element of an array on the other side an element belongs. If the arrays have the same length, and
// each element either is the same on both sides or is on one side only, it is the one with the same index. Otherwise, elements may
// have moved, and only the same ones belong together: of those that are new, the marks of the other side say nothing.
func (h *Hasher) counterparts(v values.Value, other marked) counterparts {
	n := v.Len()
	if v.Kind() != values.Array || other.value.Kind() != values.Array || h.Sensitive || h.Hides == nil && other.marks.IsClear(other.value) {
		return nil
	}
	these, others := newElements(v), newElements(other.value)
	aligned := n == other.value.Len()
	all := make(counterparts, n)
	for i, e := range v.Elems() {
		there := other.value.Elem(i)
		if Same(e, there) {
			all[i] = other.element(i)
			continue
		}
		if j := others.find(e); j >= 0 {
			all[i], aligned = other.element(j), false
		}
		aligned = aligned && these.find(there) < 0
	}
	if aligned {
		for i := range all {
			all[i] = other.element(i)
		}
	}
	return all
}

// elements finds elements of an array.
type elements struct {
	array values.Value
	seed  maphash.Seed
	at    map[uint64][]int
}

func newElements(array values.Value) *elements {
	s := &elements{array, maphash.MakeSeed(), make(map[uint64][]int, array.Len())}
	for i, e := range array.Elems() {
		sum := s.sum(e)
		s.at[sum] = append(s.at[sum], i)
	}
	return s
}

// find returns the index of the first element that is the same as a value, and -1 if there is none.
func (s *elements) find(v values.Value) int {
	for _, i := range s.at[s.sum(v)] {
		if Same(v, s.array.Elem(i)) {
			return i
		}
	}
	return -1
}

// sum returns a number that is the same for the same values.
func (s *elements) sum(v values.Value) uint64 {
	var h maphash.Hash
	h.SetSeed(s.seed)
	var number []byte
	var add func(values.Value)
	add = func(v values.Value) {
		_ = h.WriteByte(byte(v.Kind()))
		switch v.Kind() {
		case values.Bool:
			_ = h.WriteByte("ft"[b2i(v.IsTrue())])
		case values.Number:
			number = AppendNumber(number[:0], v.Source())
			_, _ = h.Write(number)
		case values.String:
			_, _ = h.WriteString(v.SharedText())
		}
		for _, e := range v.Elems() {
			add(e)
		}
		for _, m := range v.Members() {
			_, _ = h.WriteString(m.Name)
			add(m.Value)
		}
	}
	add(v)
	return h.Sum64()
}
