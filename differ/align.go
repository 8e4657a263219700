package differ

import (
	"strings"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/base/lcs"
	"github.com/planfmt/planfmt/values"
)

// pair is an element before and the one that it becomes, by their indexes. An index
// of -1 stands for no element.
type pair struct{ before, after int }

// pairByIndex pairs the elements of two lists by their indexes. It returns at least
// minimum pairs.
func pairByIndex(c *values.Change, minimum int) []pair {
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

// pairNone returns pairs in which every element is alone, on either side.
func pairNone(before, after int) []pair {
	pairs := make([]pair, 0, before+after)
	for i := range before {
		pairs = append(pairs, pair{i, -1})
	}
	for j := range after {
		pairs = append(pairs, pair{-1, j})
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
	if a.old.Len() == 0 || a.new.Len() == 0 { // nothing has to be hashed
		return pairNone(a.old.Len(), a.new.Len())
	}
	before, after, ok := a.number()
	if !ok {
		return pairIndexes(len(after))
	}
	common := lcs.Pairs(before, after)
	n := max(len(before), len(after))
	if a.elements == otherElements { // hardly any is updated
		n = len(before) + len(after) - len(common)
	}
	pairs := make([]pair, 0, n)
	a.pairCommon(before, after, common, -1, func(p pair) { pairs = append(pairs, p) })
	return pairs
}

// pairsByIndex reports whether lists of these lengths are paired by their indexes, if
// something old is no longer there.
func (a *listAligner) pairsByIndex(before, after int) bool {
	return before == after && !a.rules.AlignLists
}

// number gives each element a number: equal elements have equal numbers, and no number is
// negative. It reports false if it has found out that the lists are paired by their
// indexes.
func (a *listAligner) number() (before, after []int32, ok bool) {
	byIndex := a.pairsByIndex(a.old.Len(), a.new.Len())
	before, after = make([]int32, a.old.Len()), make([]int32, a.new.Len())
	n := newNumbering(len(after))
	number := func(v values.Value, p alignedIndex) int32 {
		hash := v.Hash()
		i := n.find(hash, func(p alignedIndex) bool { return a.element(p).Equal(v) })
		switch {
		case i >= 0:
		case byIndex && p < 0:
			return -1
		default:
			i = n.add(hash, p)
		}
		return i
	}
	for j, v := range a.new.Elems() {
		after[j] = number(v, alignedIndex(j))
	}
	for i, v := range a.old.Elems() {
		if before[i] = number(v, placeBefore(i)); before[i] < 0 {
			return before, after, false
		}
	}
	return before, after, true
}

// element returns the element at a place.
func (a *listAligner) element(p alignedIndex) values.Value {
	if p < 0 {
		return a.old.Elem(int(^p))
	}
	return a.new.Elem(int(p))
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

// pairCommon pairs the elements of two lists, given as numbers, around a longest common
// subsequence of them. If both lists go on in the same way after what it is given, next is the
// number of the next element, or -1 if there is none with the same number. It reports
// whether all elements are paired before it comes to the next one.
func (a *listAligner) pairCommon(before, after []int32, common []lcs.Pair, next int32, add func(pair)) (all bool) {
	w := listWalk{listAligner: a, before: before, after: after, add: add}
	for _, p := range common {
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
	return w.i == len(before) && w.j == len(after)
}

// listWalk walks along two lists of numbers.
type listWalk struct {
	*listAligner
	before, after []int32
	i, j          int // the next elements
	add           func(pair)
}

func (w *listWalk) update() {
	w.add(pair{w.i, w.j})
	w.i, w.j = w.i+1, w.j+1
}

func (w *listWalk) delete() {
	w.add(pair{w.i, -1})
	w.i++
}

func (w *listWalk) create() {
	w.add(pair{-1, w.j})
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
