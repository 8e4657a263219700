package differ

import (
	"strings"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/lcs"
	"github.com/planfmt/planfmt/values"
)

// pair is an element before and the one that it becomes, by their indexes. An index
// of -1 stands for no element.
type pair struct{ before, after int }

// pairByIndex pairs the elements of two lists by their indexes. It returns at least
// minimum pairs.
func pairByIndex(c values.Change, minimum int) []pair {
	return pairIndexes(max(minimum, c.Before.Len(), c.After.Len()))
}

// pairIndexes returns n pairs of equal indexes.
func pairIndexes(n int) []pair {
	pairs := make([]pair, n)
	for i := range pairs {
		pairs[i] = pair{i, i}
	}
	return pairs
}

// listAligner pairs the elements of two lists.
type listAligner struct {
	rules    dialect.Rules
	elements elementKind
	old, new values.Value // arrays or null
}

// elementKind says what the elements of a list are.
type elementKind uint8

const (
	otherElements   elementKind = iota // of a type, but not objects
	objectElements                     // objects of a type
	untypedElements                    // of any JSON type each
)

// pairs pairs the elements. If the lists are equally long and something old is no longer
// there, it pairs them by their indexes, otherwise around a longest common subsequence.
// The cost is that of lcs.Pairs, and of hashing every element, unless the lists are equal.
func (a *listAligner) pairs() []pair {
	if a.old.Equal(a.new) {
		return pairIndexes(a.old.Len())
	}
	n := numbering{byHash: map[uint64]int32{}}
	return a.pairNumbers(n.numberAll(a.old), n.numberAll(a.new))
}

// canUpdate reports whether two different elements can be the same one, updated.
func (a *listAligner) canUpdate(i, j int) bool {
	if a.elements == objectElements {
		return true
	}
	if a.elements == untypedElements && a.old.Elem(i).Kind() == values.Object && a.new.Elem(j).Kind() == values.Object {
		return true
	}
	return a.rules.PairTexts && shareLine(a.old.Elem(i), a.new.Elem(j))
}

// pairNumbers is like pairs, but with a number in place of each element: equal elements
// have equal numbers, and no number is negative.
func (a *listAligner) pairNumbers(before, after []int32) []pair {
	if len(before) == len(after) && !a.rules.AlignLists && !isSubset(before, after) {
		return pairIndexes(len(before))
	}
	pairs, _ := a.pairCommon(before, after, -1)
	return pairs
}

// pairCommon pairs the elements of two lists around a longest common subsequence. If
// both lists go on in the same way after what it is given, next is the number of the
// next element, or -1 if there is none with the same number. It reports whether all
// elements are paired before it comes to the next one.
func (a *listAligner) pairCommon(before, after []int32, next int32) (pairs []pair, all bool) {
	w := listWalk{listAligner: a, before: before, after: after, pairs: make([]pair, 0, max(len(before), len(after)))}
	for _, p := range lcs.Pairs(before, after) {
		// Only the number of the common element counts. The next element with this
		// number may be a different one from that in the subsequence.
		w.advance(before[p.A])
		if w.i < len(before) {
			w.update()
		} else { // advance has used up the old elements
			w.create()
		}
	}
	w.advance(next)
	return w.pairs, w.i == len(before) && w.j == len(after)
}

// listWalk walks along two lists of numbers.
type listWalk struct {
	*listAligner
	before, after []int32
	i, j          int // the next elements
	pairs         []pair
}

func (w *listWalk) update() {
	w.pairs = append(w.pairs, pair{w.i, w.j})
	w.i, w.j = w.i+1, w.j+1
}

func (w *listWalk) delete() {
	w.pairs = append(w.pairs, pair{w.i, -1})
	w.i++
}

func (w *listWalk) create() {
	w.pairs = append(w.pairs, pair{-1, w.j})
	w.j++
}

// advance walks up to the next element with the number common, or to the end if common
// is -1. On the way, it deletes the old elements and creates the new ones. As long as it
// has something to delete, it updates an old element to a new one instead if it can. With
// PairAdded, it does so as long as there are old elements at all. This may use up the
// common element on the old side, so that the caller pairs the new one with whatever old
// element comes next.
func (w *listWalk) advance(common int32) {
	for w.i < len(w.before) && w.before[w.i] != common {
		if w.j < len(w.after) && w.after[w.j] != common && w.canUpdate(w.i, w.j) {
			w.update()
		} else {
			w.delete()
		}
	}
	for w.j < len(w.after) && w.after[w.j] != common {
		if w.rules.PairAdded && w.i < len(w.before) && w.canUpdate(w.i, w.j) {
			w.update()
		} else {
			w.create()
		}
	}
}

// shareLine reports whether two strings have a line in common. At least one of them
// must have several lines.
func shareLine(before, after values.Value) bool {
	if before.Kind() != values.String || after.Kind() != values.String {
		return false
	}
	was, is := before.Text(), after.Text()
	if !strings.Contains(was, "\n") && !strings.Contains(is, "\n") {
		return false
	}
	lines := map[string]bool{}
	for line := range strings.SplitSeq(was, "\n") {
		lines[line] = true
	}
	for line := range strings.SplitSeq(is, "\n") {
		if lines[line] {
			return true
		}
	}
	return false
}

// isSubset reports whether all numbers of a are in b.
func isSubset(a, b []int32) bool {
	in := make([]bool, 0, len(b))
	for _, n := range b {
		if int(n) >= len(in) {
			in = append(in, make([]bool, int(n)+1-len(in))...)
		}
		in[n] = true
	}
	for _, n := range a {
		if int(n) >= len(in) || !in[n] {
			return false
		}
	}
	return true
}

// numbering gives equal values equal numbers, from 0 on.
type numbering struct {
	byHash map[uint64]int32
	same   []int32 // for each number, the next with the same hash, or -1
	values []values.Value
}

func (n *numbering) numberAll(array values.Value) []int32 {
	out := make([]int32, array.Len())
	for i, v := range array.Elems() {
		out[i] = n.number(v)
	}
	return out
}

func (n *numbering) number(v values.Value) int32 {
	h := v.Hash()
	first, known := n.byHash[h]
	if !known {
		first = -1
	}
	for i := first; i >= 0; i = n.same[i] {
		if n.values[i].Equal(v) {
			return i
		}
	}
	i := int32(len(n.values))
	n.values, n.same = append(n.values, v), append(n.same, first)
	n.byHash[h] = i
	return i
}
