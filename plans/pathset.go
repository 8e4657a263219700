package plans

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// PathSet is a set of paths that begin at the same value. [PathSet.Under] returns
// the set for a member or an element of that value. The zero PathSet is empty.
//
// There are two types of sets. In an exact set, such as the paths that force a
// replacement, only the values that the paths lead to belong to the set. In a set of
// prefixes, such as relevant attributes, all values above and below these belong to
// it, too.
type PathSet struct {
	paths  []Path // the paths that lead further down, sorted by the steps that are left, each once
	depth  int32  // how many steps of these paths have been taken
	here   bool   // a path ends here
	below  bool   // only with prefixes: a path ends here or above, so everything below belongs
	prefix bool
}

// ExactPaths returns the set of the values that the paths lead to.
func ExactPaths(paths []Path) PathSet { return newPathSet(paths, false) }

// PrefixPaths returns the set of the values that the paths lead to, with all values
// above and below them.
func PrefixPaths(paths []Path) PathSet { return newPathSet(paths, true) }

// AllPaths returns the set of all values.
func AllPaths() PathSet { return PathSet{below: true, here: true, prefix: true} }

func newPathSet(paths []Path, prefix bool) PathSet {
	s := PathSet{paths: slices.Clone(paths), prefix: prefix}
	s.sort()
	return s.arrive()
}

// sort sorts the paths by the steps that are left, and drops duplicates.
func (s *PathSet) sort() {
	if len(s.paths) < 2 {
		return
	}
	compare := func(p, q Path) int { return slices.CompareFunc(p[s.depth:], q[s.depth:], Step.compare) }
	slices.SortFunc(s.paths, compare)
	s.paths = slices.CompactFunc(s.paths, func(p, q Path) bool { return compare(p, q) == 0 })
}

// arrive returns the set without the path that ends here, which is the first one.
func (s PathSet) arrive() PathSet {
	if len(s.paths) > 0 && len(s.paths[0]) == int(s.depth) {
		s.paths, s.here, s.below = s.paths[1:], true, s.prefix
	}
	return s
}

// Matches reports whether this value belongs to the set.
func (s PathSet) Matches() bool {
	if s.prefix {
		return s.below || s.here || len(s.paths) > 0
	}
	return s.here
}

// All reports whether this value and everything below it belong to the set.
func (s PathSet) All() bool { return s.below }

// Empty reports whether neither this value nor anything below it belongs to the set.
func (s PathSet) Empty() bool { return !s.here && !s.below && len(s.paths) == 0 }

// Under returns the set for the member or element that the step leads to. Its cost is
// logarithmic in the number of paths that lead further down. Only if the paths spell an
// index in both ways, as a number and as a string, does it grow with their number.
func (s PathSet) Under(step Step) PathSet {
	if s.below {
		return AllPaths()
	}
	child := PathSet{prefix: s.prefix}
	if len(s.paths) == 0 {
		return child
	}
	child.paths, child.depth = s.startWith(step), s.depth+1
	if last := s.paths[len(s.paths)-1]; !step.isKey && last[s.depth].isKey {
		// In a plan, an index may be spelled as a string of digits.
		switch spelled := s.startWith(Key(strconv.Itoa(step.index))); {
		case len(child.paths) == 0:
			child.paths = spelled
		case len(spelled) > 0:
			child.paths = slices.Concat(child.paths, spelled)
			child.sort() // in a copy
		}
	}
	return child.arrive()
}

// startWith returns the paths of which the next step is the given one.
func (s PathSet) startWith(step Step) []Path {
	next := func(i int) int { return s.paths[i][s.depth].compare(step) }
	if len(s.paths) == 1 && next(0) != 0 { // the usual case
		return nil
	}
	from := sort.Search(len(s.paths), func(i int) bool { return next(i) >= 0 })
	n := sort.Search(len(s.paths)-from, func(i int) bool { return next(from+i) > 0 })
	return s.paths[from : from+n]
}

// compare orders steps: first indexes, then keys.
func (s Step) compare(t Step) int {
	switch {
	case s.isKey && t.isKey:
		return strings.Compare(s.key, t.key)
	case s.isKey:
		return 1
	case t.isKey:
		return -1
	}
	return cmp.Compare(s.index, t.index)
}
