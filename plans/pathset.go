package plans

// PathSet is a set of paths seen from some place inside a value: at the root
// it holds whole paths, and [PathSet.Under] goes down one step. The zero value
// is the empty set.
//
// There are two ways to belong. Replace paths are exact: only the node that a
// path names matches. Relevant attributes are prefixes: a node matches when it
// is above or below one of them.
type PathSet struct {
	paths  []Path // what is left of each path still on the way
	here   bool   // a path ends at this very place
	below  bool   // prefixes only: a path ended here or above, so everything below matches
	prefix bool
}

// ExactPaths is the set whose members are the named nodes and no others.
func ExactPaths(paths []Path) PathSet { return newPathSet(paths, false) }

// PrefixPaths is the set of all nodes on the way to one of the paths, and of
// all below one.
func PrefixPaths(paths []Path) PathSet { return newPathSet(paths, true) }

// AllPaths is the set that every node is a member of.
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

// Matches reports whether the node at this place is a member.
func (s PathSet) Matches() bool {
	if s.prefix {
		return s.below || s.here || len(s.paths) > 0
	}
	return s.here
}

// All reports whether this node and every node below it are members.
func (s PathSet) All() bool { return s.below }

// Empty reports whether neither this node nor any below it is a member.
func (s PathSet) Empty() bool { return !s.here && !s.below && len(s.paths) == 0 }

// Under is the set as seen from the child that the step leads to. Its cost is
// the number of paths left, nothing when there are none.
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
