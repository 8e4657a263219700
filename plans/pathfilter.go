package plans

// PathFilter says which values of a tree count. The zero PathFilter lets all of them count, so that nothing is left out
// by mistake; [OnlyPaths] makes one that leaves values out.
type PathFilter struct{ only *pathNode }

// noPath is the node of an empty set. It is shared, and nobody changes it.
var noPath pathNode

// OnlyPaths returns the filter for the values of a set: none of them if the set is empty.
func OnlyPaths(s PathSet) PathFilter {
	switch {
	case s.root == nil:
		return PathFilter{&noPath}
	case s.All():
		return PathFilter{}
	}
	return PathFilter{s.root}
}

// All reports whether this value and everything below it count.
func (f PathFilter) All() bool { return f.only == nil }

// Matches reports whether this value counts.
func (f PathFilter) Matches() bool { return f.All() || PathSet{f.only}.Matches() }

// Under returns the filter for the member or element that the step leads to.
func (f PathFilter) Under(step Step) PathFilter {
	if f.All() {
		return f
	}
	return OnlyPaths(PathSet{f.only}.Under(step))
}
