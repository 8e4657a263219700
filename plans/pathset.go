package plans

// PathSet is a set of paths that begin at the same value. [PathSet.Under] returns
// the set for a member or an element of that value. The zero PathSet is empty.
//
// There are two types of sets. In an exact set, such as the paths that force a
// replacement, only the values that the paths lead to belong to the set. In a set of
// prefixes, such as relevant attributes, all values above and below these belong to
// it, too.
type PathSet struct {
	paths  []Path // the paths that lead further down
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
	s := PathSet{prefix: prefix}
	for _, p := range paths {
		if len(p) == 0 {
			s.here = true
			continue
		}
		s.paths = append(s.paths, p)
	}
	s.below = prefix && s.here
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

// Under returns the set for the member or element that the step leads to. Its cost
// grows with the number of paths that lead further down.
func (s PathSet) Under(step Step) PathSet {
	if s.below {
		return AllPaths()
	}
	if len(s.paths) == 0 {
		return PathSet{prefix: s.prefix}
	}
	child := PathSet{prefix: s.prefix}
	for _, p := range s.paths {
		if !p[0].matches(step) {
			continue
		}
		if len(p) == 1 {
			child.here = true
			continue
		}
		child.paths = append(child.paths, p[1:])
	}
	child.below = s.prefix && child.here
	return child
}
