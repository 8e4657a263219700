// Package lcs finds a longest common subsequence of two sequences of symbols.
// If there are several, it always finds the same one.
//
// The table from textbooks, in which L[i][j] is the length for the first i and
// the first j symbols, takes one bit per cell: whether L[i][j] is larger than
// L[i][j-1]. A row follows from the previous one with a few operations on words
// (Crochemore, Iliopoulos, Pinzon and Reid, "A fast and practical bit-vector
// algorithm for the longest common subsequence problem", 2001; in the form of
// Hyyrö, "Bit-parallel LCS-length computation revisited", 2004). These bits are
// enough to walk back (table.go).
//
// Much of the table can be left out, and the result stays the same: what both
// sequences start and end with, symbols of only one sequence (core.go), and cells far
// from the diagonal if there are few differences (band.go). Beyond [Exact], the result
// may be shorter than the longest (anchors.go).
package lcs

import "slices"

// Exact is the largest table, in cells, for which the result of [Pairs] is certain to
// be exact: it is a longest common subsequence, and the one that the rule gives. Two
// sequences of 46,000 symbols have such a table. What they start and end with, and
// symbols of only one sequence, do not count.
const Exact = 1 << 31

// Pair is a position in each sequence. Both have the same symbol there.
type Pair struct{ A, B int32 }

// Pairs returns a longest common subsequence of a and b, in order. Symbols are
// small non-negative integers: callers number their distinct values.
//
// Among all longest subsequences, it is the one that this rule gives, going
// back from both ends: equal symbols are in it; otherwise the last symbol of a
// is dropped only if that leaves strictly more in common than dropping the last
// symbol of b.
//
// With lengths n and m, the time is O(nm/64). It is nearly linear if there are few
// differences, or if most symbols occur once. The memory is O(n + m).
//
// If a table is larger than [Exact], and neither is the case, the sequences are split
// at symbols that occur once in each of them. If a part is still too large, only pairs
// near its diagonal count. Then the result is a common subsequence, but a longer one
// may exist. The time is nearly linear.
func Pairs(a, b []int32) []Pair {
	al := aligner{exact: Exact / wordLen, rough: Exact / wordLen}
	return al.pairAll(a, b)
}

// aligner aligns two sequences, part by part. Sizes of tables are in words.
type aligner struct {
	exact int // the largest table of all
	rough int // the limit for the tables of all parts together, if that one is too large
	whole int // the length of the sequence that the parts are from

	symbols []symbol // by number; they are zero between two parts
	pairs   []Pair   // the result so far
}

// symbol is what is known about a symbol in a part.
type symbol struct {
	inA, inB bool
	id       int32 // its number in the core, plus 1
}

func (al *aligner) pairAll(a, b []int32) []Pair {
	n := int32(-1)
	if len(a) > 0 && len(b) > 0 {
		n = max(slices.Max(a), slices.Max(b))
	}
	al.symbols = make([]symbol, n+1)
	al.align(subproblem{a: a, b: b})
	return al.pairs
}

// add adds a pair to the result.
func (al *aligner) add(a, b int) { al.pairs = append(al.pairs, Pair{int32(a), int32(b)}) }

// subproblem is a part of both sequences.
type subproblem struct {
	a, b         []int32
	fromA, fromB int // where it starts
	level        int // how often the sequences have been split
}

// align appends the pairs of a part.
func (al *aligner) align(p subproblem) {
	// By the rule, equal ends are always in it.
	tail := 0
	for tail < len(p.a) && tail < len(p.b) && p.a[len(p.a)-1-tail] == p.b[len(p.b)-1-tail] {
		tail++
	}
	rest := p
	rest.a, rest.b = p.a[:len(p.a)-tail], p.b[:len(p.b)-tail]
	if len(rest.a) > 0 && len(rest.b) > 0 {
		al.alignCore(rest)
	}
	for i := tail; i > 0; i-- {
		al.add(p.fromA+len(p.a)-i, p.fromB+len(p.b)-i)
	}
}

// alignCore is align for a part whose last symbols differ.
func (al *aligner) alignCore(p subproblem) {
	c := al.newCore(p)
	if al.fill(c, p.level) {
		al.addWalk(p, c)
		return
	}
	if p.level == 0 {
		al.whole = len(c.a)
	}
	if p.level < maxLevel {
		if anchors := c.anchors(); len(anchors) > 0 {
			al.split(p, c, anchors)
			return
		}
	}
	c.fillBand(straightBand(len(c.a), len(c.b), al.share(c)), noLimit, 0)
	al.addWalk(p, c)
}

// addWalk appends the pairs on the walk back through a table, and through what both
// sequences start with.
func (al *aligner) addWalk(p subproblem, c *core) {
	from := len(al.pairs)
	al.pairs = slices.Grow(al.pairs, c.length()+c.head)
	i, j := c.walk(func(i, j int) { al.pairs = append(al.pairs, Pair{c.fromA[i], c.fromB[j]}) })
	// One sequence is down to what both start with, so the other one has all of it.
	// By the rule, each symbol of the shorter one is paired with the last that is
	// left in the longer one.
	isDown := i == 0
	i, j = c.startOf(c.fromA, i), c.startOf(c.fromB, j)
	for i > 0 && j > 0 {
		switch {
		case p.a[i-1] == p.b[j-1]:
			i, j = i-1, j-1
			al.add(i, j)
		case isDown:
			j--
		default:
			i--
		}
	}
	added := al.pairs[from:]
	slices.Reverse(added)
	for i := range added {
		added[i].A += int32(p.fromA)
		added[i].B += int32(p.fromB)
	}
}
