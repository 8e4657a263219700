package differ

import "math/bits"

// alignedIndex is where an element is in two lists: its index after, or the complement of its
// index before.
type alignedIndex int32

func placeBefore(i int) alignedIndex { return ^alignedIndex(i) }

// numbering gives equal elements of two lists equal numbers, from 0 on. It keeps neither
// the elements nor their whole hashes, so find gets a function that compares elements.
type numbering struct {
	slots []slot         // as many as a power of two; at least a quarter of them is free
	first []alignedIndex // of an element with each number
}

// slot is an entry of a hash table with open addressing.
type slot struct {
	hash   uint32
	number int32 // plus 1; 0 if the slot is free
}

// newNumbering returns a numbering with room for n elements.
func newNumbering(n int) *numbering {
	return &numbering{slots: make([]slot, 1<<bits.Len(uint(n+n/3))), first: make([]alignedIndex, 0, n)}
}

// find returns the number of an element, or -1. isEqual reports whether it equals the
// element at a place.
func (n *numbering) find(hash uint64, isEqual func(alignedIndex) bool) int32 {
	mask := len(n.slots) - 1
	for i := int(uint32(hash)) & mask; ; i = (i + 1) & mask {
		s := n.slots[i]
		if s.number == 0 || s.hash == uint32(hash) && isEqual(n.first[s.number-1]) {
			return s.number - 1
		}
	}
}

// add gives the next number to an element that equals none before.
func (n *numbering) add(hash uint64, p alignedIndex) int32 {
	n.first = append(n.first, p)
	if len(n.first) > len(n.slots)/4*3 {
		old := n.slots
		n.slots = make([]slot, max(4, 2*len(old)))
		for _, s := range old {
			if s.number != 0 {
				n.put(s)
			}
		}
	}
	number := int32(len(n.first))
	n.put(slot{uint32(hash), number})
	return number - 1
}

func (n *numbering) put(s slot) {
	mask := len(n.slots) - 1
	i := int(s.hash) & mask
	for n.slots[i].number != 0 {
		i = (i + 1) & mask
	}
	n.slots[i] = s
}
