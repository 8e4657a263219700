package meaning

import (
	"slices"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
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
	for _, f := range told {
		if f.Kind == fact.UndoesDrift {
			continue
		}
		for _, at := range f.At {
			isTold[at] = true
			if f.Traffic != nil || f.Rights != nil || f.Kind == fact.Routine {
				isTold[top(at)] = true
			}
		}
	}
	beside := len(isTold) > 0
	var all []fact.Fact
	differences := s.allDifferences()
	for i := 0; i < len(differences); {
		path, inside := differences[i].path, i+1
		i = differences[i].end
		if isTold[path] || s.reads[path] { // what is read and not told means the same as before
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

// isComputed reports whether all that comes at a path is known only after apply.
func (s *subject) isComputed(path string) bool {
	after := s.after.Root.Walk(path)
	return len(after) > 0 && !slices.ContainsFunc(after, func(n leaf.Node) bool { return n.State() != leaf.Unknown })
}
