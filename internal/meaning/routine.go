package meaning

import (
	"slices"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/table"
)

// class returns the class of an attribute that matters to nobody, or nothing.
func (s *subject) class(path string) string {
	for _, r := range s.entry.Routine {
		if slices.Contains(r.Paths, path) {
			return r.Class
		}
	}
	class, _ := find(s.names.routine, path)
	return class
}

// isRoutine reports whether an attribute, and what is in it, matters to nobody.
func (s *subject) isRoutine(path string) bool { return s.class(path) != "" }

// routine returns what changes without a meaning, where nothing else is said about it.
func (s *subject) routine(told []fact.Fact) []fact.Fact {
	if !s.compares() {
		return nil
	}
	isTold := map[string]bool{}
	beside := false
	for _, f := range told {
		if f.Kind == fact.UndoesDrift {
			continue
		}
		beside = true
		for _, at := range f.At {
			isTold[at] = true
			if f.Traffic != nil || f.Rights != nil || f.Kind == fact.Routine {
				isTold[top(at)] = true
			}
		}
	}
	var all []fact.Fact
	differences := s.allDifferences()
	for i := 0; i < len(differences); {
		path, inside := differences[i].path, i+1
		i = differences[i].end
		if isTold[path] || s.isReordered(path) {
			continue
		}
		class := s.class(path)
		if s.isComputed(path) {
			class = fact.Computed
		}
		switch {
		case class != "":
			all = append(all, fact.Fact{Kind: fact.Routine, Severity: fact.NoMatter, What: class, At: []string{path}})
		case inside == i: // nothing is known of it, and there is nothing in it
			beside = true
		default:
			i = inside
		}
	}
	for n := range all {
		all[n].Beside = beside
	}
	return all
}

// isReordered reports whether the members of a binding at a path only stand in another order, in which nobody is more of a member.
func (s *subject) isReordered(path string) bool {
	return slices.ContainsFunc(s.entry.Access, func(a table.Access) bool {
		return slices.Contains(a.Members, path) || a.Binding != nil && slices.Contains(a.Binding.Members, path)
	}) && sameSet(s.before.Root.Walk(path), s.after.Root.Walk(path))
}

// isComputed reports whether all that comes at a path is known only after apply.
func (s *subject) isComputed(path string) bool {
	after := s.after.Root.Walk(path)
	return len(after) > 0 && !slices.ContainsFunc(after, func(n leaf.Node) bool { return n.State() != leaf.Unknown })
}
