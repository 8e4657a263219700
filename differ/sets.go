package differ

import (
	"slices"

	"github.com/planfmt/planfmt/values"
)

// pairSet pairs the elements of two sets. An element before takes the elements after
// that are equal to it, as sensitive as it is, and not unknown. If there are several, it
// prefers those without unknown parts, and takes all of them. An element with an unknown
// part is only equal for the time being, so of those it takes only one.
func pairSet(c *values.Change) []pair {
	before, after := c.Before, c.After
	s := values.SliceChange{Change: *c}
	known, partlyUnknown := setPool{}, setPool{}
	for j, v := range after.Elems() {
		child := s.GetChild(-1, j)
		if child.IsUnknown() {
			continue
		}
		k := setKey{v.Hash(), child.Sensitive().After}
		if child.Unknown.Any() {
			partlyUnknown[k] = append(partlyUnknown[k], j)
		} else {
			known[k] = append(known[k], j)
		}
	}
	taken := make([]bool, after.Len())
	pairs := make([]pair, 0, max(before.Len(), after.Len()))
	for i, v := range before.Elems() {
		k := setKey{v.Hash(), s.GetChild(i, -1).Sensitive().Before}
		partner := -1
		known[k] = slices.DeleteFunc(known[k], func(j int) bool {
			if !after.Elem(j).Equal(v) {
				return false
			}
			partner, taken[j] = j, true
			return true
		})
		if partner < 0 {
			if partner = partlyUnknown.takeFirst(k, v, after); partner >= 0 {
				taken[partner] = true
			}
		}
		pairs = append(pairs, pair{i, partner})
	}
	for j := range taken {
		if !taken[j] {
			pairs = append(pairs, pair{-1, j})
		}
	}
	return pairs
}

// setPool has the indexes of elements after that are still to be taken. Elements with
// different keys are never a pair.
type setPool map[setKey][]int

type setKey struct {
	hash      uint64
	sensitive bool
}

// takeFirst removes the first element that is equal to a value. It returns its index,
// or -1 if there is none.
func (p setPool) takeFirst(k setKey, v, after values.Value) int {
	n := slices.IndexFunc(p[k], func(j int) bool { return after.Elem(j).Equal(v) })
	if n < 0 {
		return -1
	}
	j := p[k][n]
	if n == 0 { // the usual case, and the cheap one
		p[k] = p[k][1:]
	} else {
		p[k] = slices.Delete(p[k], n, n+1)
	}
	return j
}
