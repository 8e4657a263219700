package netset

import "math/bits"

// order is a set of small numbers of which the lowest is asked for.
type order struct {
	words []uint64
	low   int // no word before this one has a number
}

func newOrder(n int) order { return order{words: make([]uint64, n/64+1)} }

func (o *order) set(i int, in bool) {
	if !in {
		o.words[i/64] &^= 1 << (i % 64)
		return
	}
	o.words[i/64] |= 1 << (i % 64)
	o.low = min(o.low, i/64)
}

// first is the lowest number, or -1.
func (o *order) first() int {
	for ; o.low < len(o.words); o.low++ {
		if w := o.words[o.low]; w != 0 {
			return o.low*64 + bits.TrailingZeros64(w)
		}
	}
	return -1
}
