package meaning

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/table"
	"github.com/planfmt/planfmt/values"
)

// index finds what the table says about attributes of any type, by the last of their names.
type index struct {
	settings map[string][]named[table.Setting]
	values   map[string][]named[fact.Kind]
	routine  map[string][]named[string]
}

// named is something about the attributes of a name, which may be of several steps: metadata.labels.
type named[T any] struct {
	name string
	what T
}

func newIndex(e table.Entry) index {
	x := index{map[string][]named[table.Setting]{}, map[string][]named[fact.Kind]{}, map[string][]named[string]{}}
	for _, s := range e.Settings {
		for _, name := range s.At {
			put(x.settings, name, s)
		}
	}
	for _, name := range e.Scales {
		put(x.values, name, fact.Scales)
	}
	for _, name := range e.Images {
		put(x.values, name, fact.Image)
	}
	for _, r := range e.Routine {
		for _, name := range r.Paths {
			put(x.routine, name, r.Class)
		}
	}
	return x
}

func put[T any](in map[string][]named[T], name string, what T) {
	in[last(name)] = append(in[last(name)], named[T]{name, what})
}

// find returns the first thing about an attribute.
func find[T any](in map[string][]named[T], path string) (what T, ok bool) {
	for _, n := range in[last(path)] {
		if path == n.name || strings.HasSuffix(path, "."+n.name) {
			return n.what, true
		}
	}
	return what, false
}

// last returns the last name of a path.
func last(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// top returns the first name of a path.
func top(path string) string {
	name, _, _ := strings.Cut(path, ".")
	return name
}

// difference is an attribute that differs, at any depth. Those in it come after it, and end before an index.
type difference struct {
	path string
	end  int
}

// changed calls visit for the path of each attribute that differs, at any depth, or of each that there is if one side has no object.
// Lists are walked through, so that a path stands for all their elements. What is below an attribute for which visit returns false is left out.
func (s *subject) changed(visit func(path string) bool) {
	all := s.allDifferences()
	for i := 0; i < len(all); {
		if visit(all[i].path) {
			i++
		} else {
			i = all[i].end
		}
	}
}

// allDifferences returns all attributes that differ. They are looked for once.
func (s *subject) allDifferences() []difference {
	if !s.compared {
		w := walker{compares: s.compares()}
		w.walk("", one(s.before.Root), one(s.after.Root))
		s.differences, s.compared = w.found, true
	}
	return s.differences
}

// touches reports whether the attribute of the object that a path leads into differs. If it does not, there is nothing to say about it.
func (s *subject) touches(path string) bool {
	name := top(strings.TrimPrefix(path, "^"))
	if !s.compares() || !isName(name) {
		return true
	}
	all := s.allDifferences()
	for i := 0; i < len(all); i = all[i].end {
		if all[i].path == name {
			return true
		}
	}
	return false
}

// matters reports whether an attribute differs, or has one in it that differs, that is not routine as a whole.
func (s *subject) matters() bool {
	if !s.compares() {
		return true
	}
	all := s.allDifferences()
	for i := 0; i < len(all); i = all[i].end {
		if !s.isRoutine(all[i].path) {
			return true
		}
	}
	return false
}

func one(n leaf.Node) []leaf.Node {
	if n.IsAbsent() {
		return nil
	}
	return []leaf.Node{n}
}

// walker finds the attributes that differ.
type walker struct {
	compares bool
	found    []difference
}

func (w *walker) walk(prefix string, before, after []leaf.Node) {
	for _, name := range w.names(before, after) {
		b, a := members(before, name), members(after, name)
		if !isName(name) || w.compares && leaf.SameInOrder(b, a) {
			continue
		}
		i := len(w.found)
		w.found = append(w.found, difference{path: prefix + name})
		w.walk(prefix+name+".", elems(b), elems(a))
		w.found[i].end = len(w.found)
	}
}

// names returns the names of the members that may differ, sorted.
func (w *walker) names(before, after []leaf.Node) []string {
	if w.compares && len(before) == 1 && len(after) == 1 && before[0].Kind() == values.Object && after[0].Kind() == values.Object {
		return leaf.DifferingMembers(before[0], after[0])
	}
	return memberNames(before, after)
}

// isName reports whether an attribute may be called so. Members of maps may have other names, which no path can have.
func isName(name string) bool { return table.IsPath(name) && !strings.ContainsAny(name, ".^#") }

// memberNames returns the names of the members of some objects, sorted.
func memberNames(sides ...[]leaf.Node) []string {
	var names []string
	for _, nodes := range sides {
		for _, n := range nodes {
			names = append(names, n.Names()...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func members(nodes []leaf.Node, name string) []leaf.Node {
	var all []leaf.Node
	for _, n := range nodes {
		if n.Kind() == values.Object {
			all = append(all, n.Member(name))
		}
	}
	return all
}

func elems(nodes []leaf.Node) []leaf.Node {
	var all []leaf.Node
	for _, n := range nodes {
		all = append(all, n.Elems()...)
	}
	return all
}
