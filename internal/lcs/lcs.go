// Package lcs finds a longest common subsequence of two sequences of symbols.
// If there are several, it always finds the same one.
//
// The table from textbooks, in which L[i][j] is the length for the first i and
// the first j symbols, takes one bit per cell: whether L[i][j] is larger than
// L[i][j-1]. A row follows from the previous one with a few operations on words
// (Crochemore, Iliopoulos, Pinzon and Reid, "A fast and practical bit-vector
// algorithm for the longest common subsequence problem", 2001; in the form of
// Hyyrö, "Bit-parallel LCS-length computation revisited", 2004). These bits are
// enough to walk back. Only the rows at checkpoints are stored. The rows
// between two checkpoints are computed again when they are needed, so memory
// grows with the square root of the number of rows.
package lcs

import (
	"math"
	"math/bits"
)

// Pair is a position in each sequence. Both have the same symbol there.
type Pair struct{ A, B int }

// Pairs returns a longest common subsequence of a and b, in order. Symbols are
// small non-negative integers: callers number their distinct values.
//
// Among all longest subsequences, it is the one that this rule gives, going
// back from both ends: equal symbols are in it; otherwise the last symbol of a
// is dropped only if that leaves strictly more in common than dropping the last
// symbol of b.
//
// With lengths n and m, the time is O(nm/64) and the memory O(√n·m/64 + n + m).
func Pairs(a, b []int) []Pair {
	// By the rule, equal ends are always in it.
	tail := 0
	for tail < len(a) && tail < len(b) && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	out := walk(a[:len(a)-tail], b[:len(b)-tail])
	for i := tail; i > 0; i-- {
		out = append(out, Pair{len(a) - i, len(b) - i})
	}
	return out
}

func walk(a, b []int) []Pair {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	t := newTable(a, b)
	var back []Pair
	for i, j := len(a), len(b); i > 0 && j > 0; {
		switch {
		case a[i-1] == b[j-1]:
			i, j = i-1, j-1
			back = append(back, Pair{i, j})
		case t.grows(i, j):
			i--
		default:
			j--
		}
	}
	for l, r := 0, len(back)-1; l < r; l, r = l+1, r-1 {
		back[l], back[r] = back[r], back[l]
	}
	return back
}

type table struct {
	a       []int
	words   int
	matches map[int]*matches // by symbol of a
	step    int
	marks   []uint64 // rows 0, step, 2·step, ...
	band    []uint64 // the rows from bandAt to bandAt+step-1
	bandAt  int
}

// matches says where a symbol is in b: either its positions, ascending, or, if
// it occurs more often than a row has words, bits as in a row. At most 64
// symbols have bits.
type matches struct {
	at   []int32
	bits []uint64
}

func newTable(a, b []int) *table {
	t := &table{a: a, words: (len(b) + 63) / 64, matches: map[int]*matches{}, bandAt: -1}
	for _, s := range a {
		t.matches[s] = &matches{}
	}
	for j, s := range b {
		if m, ok := t.matches[s]; ok {
			m.at = append(m.at, int32(j))
		}
	}
	for _, m := range t.matches {
		if len(m.at) <= t.words {
			continue
		}
		m.bits = make([]uint64, t.words)
		for _, j := range m.at {
			m.bits[j/64] |= 1 << (j % 64)
		}
		m.at = nil
	}
	t.step = int(math.Sqrt(float64(len(a)))) + 1
	row := make([]uint64, t.words)
	for i := 0; ; i++ {
		if i%t.step == 0 {
			t.marks = append(t.marks, row...)
		}
		if i == len(a) {
			return t
		}
		t.next(row, i)
	}
}

// next turns row i into row i+1. Bit j of a row is L[i][j+1]-L[i][j].
//
// Words without a match only change while there is a carry, so symbols that
// occur once cost next to nothing.
func (t *table) next(row []uint64, i int) {
	symbol := t.matches[t.a[i]]
	var carry uint64
	if symbol.bits != nil {
		for w, match := range symbol.bits {
			row[w], carry = word(row[w], match, carry)
		}
		return
	}
	m := symbol.at
	for w := 0; w < t.words; w++ {
		if carry == 0 {
			if len(m) == 0 {
				return
			}
			w = int(m[0]) / 64
		}
		var match uint64
		for len(m) > 0 && int(m[0])/64 == w {
			match |= 1 << (m[0] % 64)
			m = m[1:]
		}
		row[w], carry = word(row[w], match, carry)
	}
}

// word returns the new word of a row. With v as the complement of the old word:
// v' = (v + (v & match)) | (v &^ match).
func word(old, match, carry uint64) (row, carryOut uint64) {
	v := ^old
	sum, carryOut := bits.Add64(v, v&match, carry)
	return ^(sum | v&^match), carryOut
}

// grows reports whether L[i][j] > L[i][j-1].
func (t *table) grows(i, j int) bool {
	if at := i / t.step * t.step; at != t.bandAt {
		t.bandAt = at
		row := append([]uint64(nil), t.marks[i/t.step*t.words:][:t.words]...)
		t.band = append(t.band[:0], row...)
		for k := at; k < at+t.step-1 && k < len(t.a); k++ {
			t.next(row, k)
			t.band = append(t.band, row...)
		}
	}
	w := t.band[(i-t.bandAt)*t.words+(j-1)/64]
	return w>>((j-1)%64)&1 == 1
}
