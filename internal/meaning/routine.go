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
	var all []fact.Fact
	s.changed(func(path string) bool {
		if isTold[path] {
			return false
		}
		class := s.class(path)
		if s.isComputed(path) {
			class = fact.Computed
		}
		if class == "" {
			return true
		}
		all = append(all, fact.Fact{Kind: fact.Routine, Severity: fact.NoMatter, What: class, At: []string{path}})
		return false
	})
	return all
}

// isComputed reports whether all that comes at a path is known only after apply.
func (s *subject) isComputed(path string) bool {
	after := s.after.Root.Walk(path)
	return len(after) > 0 && !slices.ContainsFunc(after, func(n leaf.Node) bool { return n.State() != leaf.Unknown })
}
