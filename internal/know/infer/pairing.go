package infer

import (
	"slices"

	"github.com/planfmt/planfmt/values"
)

// pairing pairs the elements of two arrays if their order does not count. Elements are
// equal if their hashes are.
type pairing struct {
	old, new values.Value
	// unpaired is how many lines are drawn for the elements without a partner.
	unpaired int
	// alone are the elements that equal none on the other side, not counting the elements
	// that are paired in their own place.
	alone []values.Value
}

// pairElements pairs equal elements in the same place first, which costs little. Only the
// others are hashed.
func pairElements(old, new values.Value) *pairing {
	p := &pairing{old: old, new: new}
	var moved []int32
	for i := range max(old.Len(), new.Len()) {
		if !p.isInPlace(i) {
			moved = append(moved, int32(i))
		}
	}
	type count struct {
		left  int32 // old elements that have no partner yet
		isNew bool
	}
	numbers, numberOf := make(map[uint64]int32, len(moved)), make([]int32, 0, len(moved))
	var counts []count
	for _, i := range moved {
		if int(i) >= old.Len() {
			break
		}
		h := old.Elem(int(i)).Hash()
		n, known := numbers[h]
		if !known {
			n = int32(len(counts))
			numbers[h], counts = n, append(counts, count{})
		}
		counts[n].left++
		numberOf = append(numberOf, n)
	}
	for _, i := range moved {
		if int(i) >= new.Len() {
			break
		}
		v := new.Elem(int(i))
		n, known := numbers[v.Hash()]
		if known {
			counts[n].isNew = true
			if counts[n].left > 0 {
				counts[n].left--
				continue
			}
		} else {
			p.alone = append(p.alone, v)
		}
		p.unpaired += countLines(v)
	}
	for k, n := range numberOf {
		v := old.Elem(int(moved[k]))
		if counts[n].left > 0 {
			counts[n].left--
			p.unpaired += countLines(v)
		}
		if !counts[n].isNew {
			p.alone = append(p.alone, v)
		}
	}
	return p
}

// isInPlace reports whether both arrays have the same element in a place.
func (p *pairing) isInPlace(i int) bool {
	return i < p.old.Len() && i < p.new.Len() && p.old.Elem(i).Equal(p.new.Elem(i))
}

// hasSameElements reports whether both arrays have the same elements, in any order and
// however often.
func (p *pairing) hasSameElements() bool {
	if len(p.alone) == 0 {
		return true
	}
	if !p.hasInPlace(p.alone[0]) { // most often, this decides
		return false
	}
	inPlace := map[uint64]bool{}
	for i, v := range p.old.Elems() {
		if p.isInPlace(i) {
			inPlace[v.Hash()] = true
		}
	}
	return !slices.ContainsFunc(p.alone, func(v values.Value) bool { return !inPlace[v.Hash()] })
}

// hasInPlace reports whether a value equals an element that is paired in its own place.
func (p *pairing) hasInPlace(v values.Value) bool {
	for i, e := range p.old.Elems() {
		if e.Equal(v) && p.isInPlace(i) {
			return true
		}
	}
	return false
}
