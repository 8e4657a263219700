package plans

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/internal/base/sorted"
)

// PathSet is a set of paths that begin at the same value. [PathSet.Under] returns
// the set for a member or an element of that value. The zero PathSet is empty.
//
// There are two types of sets. In an exact set, such as the paths that force a
// replacement, only the values that the paths lead to belong to the set. In a set of
// prefixes, such as relevant attributes, all values above and below these belong to
// it, too.
type PathSet struct{ root *pathNode }

// pathNode is a value on one of the paths. It does not change once the set is made.
type pathNode struct {
	parts  []pathPart // sorted by their steps
	here   bool       // a path ends here
	prefix bool       // it is in a set of prefixes; then a node where a path ends has no parts
	also   *pathNode  // more of the same value: where the paths spell an index in another way
}

// pathPart is the next value on some of the paths.
type pathPart struct {
	step Step
	node *pathNode
}

// ExactPaths returns the set of the values that the paths lead to.
func ExactPaths(paths []Path) PathSet { return newPathSet(paths, false) }

// PrefixPaths returns the set of the values that the paths lead to, with all values
// above and below them.
func PrefixPaths(paths []Path) PathSet { return newPathSet(paths, true) }

func newPathSet(paths []Path, prefix bool) PathSet {
	if len(paths) == 0 {
		return PathSet{}
	}
	all := make([][]Step, len(paths))
	for i, p := range paths {
		all[i] = p.Steps()
	}
	sorted.Stable(all, func(p, q []Step) int { return slices.CompareFunc(p, q, Step.compare) })
	root := &pathNode{prefix: prefix}
	for _, steps := range all {
		root.add(steps)
	}
	return PathSet{root}
}

// add adds a path. The paths must come in order.
func (n *pathNode) add(steps []Step) {
	for _, s := range steps {
		if n.prefix && n.here {
			return
		}
		if last := len(n.parts) - 1; last < 0 || n.parts[last].step != s {
			n.parts = append(n.parts, pathPart{s, &pathNode{prefix: n.prefix}})
		}
		n = n.parts[len(n.parts)-1].node
	}
	n.here = true
}

// Matches reports whether this value belongs to the set.
func (s PathSet) Matches() bool { return s.root != nil && (s.root.here || s.root.prefix) }

// All reports whether this value and everything below it belong to the set.
func (s PathSet) All() bool { return s.root != nil && s.root.here && s.root.prefix }

// Empty reports whether neither this value nor anything below it belongs to the set.
func (s PathSet) Empty() bool { return s.root == nil }

// Under returns the set for the member or element that the step leads to. Its cost is
// logarithmic in the number of paths that lead further down. Only if the paths spell an
// index in both ways, as a number and as a string, does it grow with their number.
func (s PathSet) Under(step Step) PathSet {
	if s.root == nil || s.All() {
		return s
	}
	var found *pathNode
	for n := s.root; n != nil; n = n.also {
		found = n.part(step).unite(found)
		if last := len(n.parts) - 1; last >= 0 && n.parts[last].step.isKey() && !step.isKey() {
			// In a plan, an index may be spelled as a string of digits.
			found = n.part(Key(strconv.Itoa(step.index))).unite(found)
		}
	}
	return PathSet{found}
}

// Unite returns the values of both sets, for one value that two paths lead to.
func (s PathSet) Unite(t PathSet) PathSet {
	for n := s.root; n != nil; n = n.also {
		t.root = n.unite(t.root)
	}
	return t
}

// String returns [PathSet.Paths] as text: [tags["Name"] disk[0].size].
func (s PathSet) String() string {
	var paths []string
	for _, p := range s.Paths() {
		paths = append(paths, p.String())
	}
	return "[" + strings.Join(paths, " ") + "]"
}

// Paths returns the paths that lead to the set's values, sorted by their steps. The path
// to the value itself is empty. In a set of prefixes, it returns the longest paths.
func (s PathSet) Paths() []Path {
	type place struct {
		node *pathNode
		path Path
	}
	var paths []Path
	todo := []place{}
	for n := s.root; n != nil; n = n.also {
		todo = append(todo, place{node: n})
	}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if at.node.here {
			paths = append(paths, at.path)
		}
		for _, p := range slices.Backward(at.node.parts) {
			todo = append(todo, place{p.node, at.path.Child(p.step)})
		}
	}
	return paths
}

// part returns the part that a step leads to, or nil.
func (n *pathNode) part(step Step) *pathNode {
	i := sort.Search(len(n.parts), func(i int) bool { return n.parts[i].step.compare(step) >= 0 })
	if i == len(n.parts) || n.parts[i].step != step {
		return nil
	}
	return n.parts[i].node
}

// unite returns a node for the paths through either node. Both stay as they are.
func (n *pathNode) unite(other *pathNode) *pathNode {
	switch {
	case other == nil:
		return n
	case n == nil || other.prefix && other.here:
		return other
	case n.prefix && n.here:
		return n
	}
	return &pathNode{parts: n.parts, here: n.here || other.here, prefix: n.prefix, also: other}
}

// compare orders steps: first indexes, then keys.
func (s Step) compare(t Step) int {
	switch {
	case s.isKey() && t.isKey():
		return strings.Compare(s.key, t.key)
	case s.isKey():
		return 1
	case t.isKey():
		return -1
	}
	return cmp.Compare(s.index, t.index)
}
