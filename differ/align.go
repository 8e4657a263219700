package differ

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/lcs"
	"github.com/planfmt/planfmt/values"
)

// pair is an element before and the one that it becomes. An index of -1 is no
// element.
type pair struct{ before, after int }

// mates says which elements of two lists belong together.
type mates struct {
	rules dialect.Rules
	// object says that two different objects may be the same element changed;
	// dynamic, that the values tell whether they are objects.
	object, dynamic bool
}

// align pairs the elements of two lists: by index when the lists are equally
// long and something before is gone after, else around a longest common
// subsequence. It costs what lcs.Pairs costs, and hashing.
func (m mates) align(before, after []values.Value) []pair {
	n := numbering{byHash: map[uint64][]int{}}
	a, b := n.all(before), n.all(after)
	return m.pairs(a, b, func(i, j int) bool {
		return m.object && (!m.dynamic ||
			before[i].Kind() == values.Object && after[j].Kind() == values.Object) ||
			m.rules.PairTexts && sameText(before[i], after[j])
	})
}

// pairs is align on numbered elements. update says whether two different ones
// can be one element changed.
//
// The walk along the common subsequence draws as updates the pairs that come
// up while something has to go; with PairAdded, also while something has to
// come. That can use up the partner of a common element: it then takes the
// next one before, whatever that is.
func (m mates) pairs(a, b []int, update func(i, j int) bool) []pair {
	if len(a) == len(b) && !m.rules.AlignLists && !subset(a, b) {
		out := make([]pair, len(a))
		for i := range out {
			out[i] = pair{i, i}
		}
		return out
	}
	out := make([]pair, 0, max(len(a), len(b)))
	i, j := 0, 0
	for _, p := range append(lcs.Pairs(a, b), lcs.Pair{A: len(a), B: len(b)}) {
		// The common elements are met again by value: the first equal one
		// serves, whichever the subsequence took.
		last := p.A == len(a)
		for i < len(a) && (last || a[i] != a[p.A]) {
			if j < len(b) && (last || b[j] != a[p.A]) && update(i, j) {
				out = append(out, pair{i, j})
				i, j = i+1, j+1
				continue
			}
			out = append(out, pair{i, -1})
			i++
		}
		for j < len(b) && (last || b[j] != a[p.A]) {
			if m.rules.PairAdded && i < len(a) && update(i, j) {
				out = append(out, pair{i, j})
				i, j = i+1, j+1
				continue
			}
			out = append(out, pair{-1, j})
			j++
		}
		if !last {
			// PairAdded may have used up what is left of before.
			common := pair{i, j}
			if i >= len(a) {
				common.before = -1
			}
			out = append(out, common)
			i, j = i+1, j+1
		}
	}
	return out
}

// sameText reports whether two strings, one of several lines, share a line.
func sameText(before, after values.Value) bool {
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

// subset reports whether all numbers of a are in b.
func subset(a, b []int) bool {
	in := make(map[int]struct{}, len(b))
	for _, n := range b {
		in[n] = struct{}{}
	}
	for _, n := range a {
		if _, ok := in[n]; !ok {
			return false
		}
	}
	return true
}

// numbering gives equal values equal numbers.
type numbering struct {
	byHash map[uint64][]int
	values []values.Value
}

func (n *numbering) all(values []values.Value) []int {
	out := make([]int, len(values))
	for i, v := range values {
		out[i] = n.number(v)
	}
	return out
}

func (n *numbering) number(v values.Value) int {
	h := v.Hash()
	for _, i := range n.byHash[h] {
		if n.values[i].Equal(v) {
			return i
		}
	}
	i := len(n.values)
	n.values = append(n.values, v)
	n.byHash[h] = append(n.byHash[h], i)
	return i
}

// setPairs pairs the elements of two sets. An element before takes the equal
// elements after that are as sensitive as it is and not unknown. Of several it
// takes those that are known to the last part, since one with an unknown part
// is only equal as long as that is not known; where all have such a part, it
// takes one.
func setPairs(c values.Change) []pair {
	before, after := c.Before.Elems(), c.After.Elems()
	s := values.SliceChange{Change: c}
	// Elements after that nobody has taken yet; an open one has an unknown part.
	type key struct {
		hash      uint64
		sensitive bool
	}
	known, open := map[key][]int{}, map[key][]int{}
	for j, v := range after {
		child := s.GetChild(-1, j)
		if child.IsUnknown() {
			continue
		}
		_, sensitive := child.Sensitive()
		k := key{v.Hash(), sensitive}
		if child.Unknown.Any() {
			open[k] = append(open[k], j)
		} else {
			known[k] = append(known[k], j)
		}
	}
	taken := make([]bool, len(after))
	out := make([]pair, 0, max(len(before), len(after)))
	for i, v := range before {
		partner := -1
		sensitive, _ := s.GetChild(i, -1).Sensitive()
		k := key{v.Hash(), sensitive}
		known[k] = slices.DeleteFunc(known[k], func(j int) bool {
			if !after[j].Equal(v) {
				return false
			}
			partner, taken[j] = j, true
			return true
		})
		if partner < 0 {
			n := slices.IndexFunc(open[k], func(j int) bool { return after[j].Equal(v) })
			switch {
			case n == 0:
				partner, open[k] = open[k][0], open[k][1:]
			case n > 0:
				partner, open[k] = open[k][n], slices.Delete(open[k], n, n+1)
			}
			if n >= 0 {
				taken[partner] = true
			}
		}
		out = append(out, pair{i, partner})
	}
	for j := range after {
		if !taken[j] {
			out = append(out, pair{-1, j})
		}
	}
	return out
}
