package differ

import (
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// pairSet pairs the elements of two sets. An element before takes the elements after
// that are equal to it, as sensitive as it is, and not unknown. If there are several, it
// prefers those without unknown parts, and takes all of them. An element with an unknown
// part is only equal for the time being, so of those it takes only one.
func pairSet(c *values.Change) []pair {
	s := numberSet(c)
	pairs := make([]pair, 0, max(c.Before.Len(), c.After.Len()))
	for i, v := range c.Before.Elems() {
		_, n := s.find(v, placeBefore(i))
		pairs = append(pairs, pair{i, s.take(n)})
	}
	for j := range s.after {
		if s.isLeft(j) {
			pairs = append(pairs, pair{-1, j})
		}
	}
	return pairs
}

// setNumbers has numbers for the elements of a set after. Elements that are equal and
// equally sensitive have the same number.
type setNumbers struct {
	*numbering
	change values.Change // a copy, so that callers need not allocate theirs
	after  []setElement
	equal  []equalElements // by number
}

// setElement is an element after.
type setElement struct {
	number  int32 // -1 if the element is unknown
	next    int32 // if partial: the next partial one with the same number; -1 for none
	partial bool  // a part of the element is unknown
	taken   bool  // if partial: an element before has taken it
}

// equalElements are the elements after with the same number. -1 stands for none.
type equalElements struct {
	known   int32 // the last one without unknown parts
	taken   bool  // all those without unknown parts are taken
	partial int32 // the first one with an unknown part that is not taken
}

func numberSet(c *values.Change) *setNumbers {
	n := c.After.Len()
	s := &setNumbers{numbering: newNumbering(n), change: *c, after: make([]setElement, 0, n)}
	for j, v := range c.After.Elems() { // none in a redacted value that is not an array
		s.after = append(s.after, setElement{})
		e, unknown := &s.after[j], c.Unknown.At(plans.Index(j))
		if unknown.All() {
			e.number = -1
			continue
		}
		e.partial = unknown.Any()
		var hash uint64
		if hash, e.number = s.find(v, alignedIndex(j)); e.number < 0 {
			e.number = s.add(hash, alignedIndex(j))
			s.equal = append(s.equal, equalElements{known: -1, partial: -1})
		}
	}
	for j := len(s.after) - 1; j >= 0; j-- {
		e := &s.after[j]
		if e.number < 0 {
			continue
		}
		equal := &s.equal[e.number]
		if e.partial {
			e.next, equal.partial = equal.partial, int32(j)
		} else if equal.known < 0 {
			equal.known = int32(j)
		}
	}
	return s
}

// find returns the number of a value at a place, or -1.
func (s *setNumbers) find(v values.Value, p alignedIndex) (hash uint64, number int32) {
	hash, sensitive := v.Hash(), s.isSensitive(v, p)
	return hash, s.numbering.find(hash, func(p alignedIndex) bool {
		w := s.change.After.Elem(int(p))
		return w.Equal(v) && s.isSensitive(w, p) == sensitive
	})
}

func (s *setNumbers) isSensitive(v values.Value, p alignedIndex) bool {
	if p < 0 {
		return s.change.BeforeSensitive.At(plans.Index(int(^p))).Covers(v)
	}
	return s.change.AfterSensitive.At(plans.Index(int(p))).Covers(v)
}

// take takes the elements for one before. It returns the index of its partner, or -1.
func (s *setNumbers) take(number int32) int {
	if number < 0 {
		return -1
	}
	equal := &s.equal[number]
	if equal.known >= 0 && !equal.taken {
		equal.taken = true
		return int(equal.known)
	}
	j := equal.partial
	if j >= 0 {
		equal.partial, s.after[j].taken = s.after[j].next, true
	}
	return int(j)
}

// isLeft reports whether an element is not taken.
func (s *setNumbers) isLeft(j int) bool {
	e := &s.after[j]
	return e.number < 0 || e.partial && !e.taken || !e.partial && !s.equal[e.number].taken
}
