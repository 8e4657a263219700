package lcs

import "slices"

// maxLevel is how often the sequences are split at anchors.
const maxLevel = 4

// anchors returns positions of symbols that occur once in both sequences: those of a
// longest sequence of such symbols that is in the same order in both.
func (c *core) anchors() []Pair {
	inA := make([]int32, len(c.start)-1)
	for _, s := range c.a {
		if s >= 0 {
			inA[s]++
		}
	}
	// The best sequences so far, by length: the last symbol of each, and the one
	// before it.
	type link struct {
		pair   Pair
		before int // in links; -1 for none
	}
	var links []link
	var best []int
	for i, s := range c.a {
		if s < 0 || inA[s] != 1 {
			continue
		}
		at := c.where(s)
		if len(at) != 1 {
			continue
		}
		n, _ := slices.BinarySearchFunc(best, at[0], func(l int, j int32) int { return int(links[l].pair.B - j) })
		before := -1
		if n > 0 {
			before = best[n-1]
		}
		links = append(links, link{Pair{int32(i), at[0]}, before})
		if n == len(best) {
			best = append(best, 0)
		}
		best[n] = len(links) - 1
	}
	if len(best) == 0 {
		return nil
	}
	anchors := make([]Pair, len(best))
	for n, l := len(best)-1, best[len(best)-1]; n >= 0; n, l = n-1, links[l].before {
		anchors[n] = links[l].pair
	}
	return anchors
}

// split appends what a part starts with, the anchors, and the pairs of the parts between
// them.
func (al *aligner) split(p subproblem, c *core, anchors []Pair) {
	for i := range c.head {
		al.add(p.fromA+i, p.fromB+i)
	}
	i, j := c.head, c.head
	between := func(endA, endB int) {
		if i < endA && j < endB {
			al.align(subproblem{p.a[i:endA], p.b[j:endB], p.fromA + i, p.fromB + j, p.level + 1})
		}
	}
	for _, anchor := range anchors {
		endA, endB := int(c.fromA[anchor.A]), int(c.fromB[anchor.B])
		between(endA, endB)
		al.add(p.fromA+endA, p.fromB+endB)
		i, j = endA+1, endB+1
	}
	between(len(p.a), len(p.b))
}
