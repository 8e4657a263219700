package meaning

import (
	"math/big"
	"strings"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/values"
)

// values returns which sizes and images change, if there is something to compare.
func (s *subject) values() []fact.Fact {
	if !s.compares() {
		return nil
	}
	var all []fact.Fact
	seen := map[string]bool{}
	add := func(kind fact.Kind, path string) {
		if !seen[path] {
			seen[path] = true
			all = append(all, s.value(kind, path)...)
		}
	}
	for _, path := range s.entry.Images {
		add(fact.Image, path)
	}
	for _, path := range s.entry.Scales {
		add(fact.Scales, path)
	}
	s.changed(func(path string) bool {
		if kind, ok := find(s.names.values, path); ok {
			add(kind, path)
		}
		return !s.isRoutine(path)
	})
	return all
}

// value returns how the value at a path changes. A path with # leads to members of the elements of a document.
func (s *subject) value(kind fact.Kind, path string) []fact.Fact {
	if !s.touches(path) {
		return nil
	}
	if at, member, ok := strings.Cut(path, "#"); ok {
		return s.inDocument(kind, at, member)
	}
	before, after := present(s.before.Root.Walk(path)), present(s.after.Root.Walk(path))
	lost, gained := missing(before, after), missing(after, before)
	open := pathsOf(leaf.Unknown, after)
	switch {
	case len(pathsOf(leaf.Hidden, before, after)) > 0:
		return nil
	case len(open) > 0:
		if len(lost) == 0 || !reaches(after, path) {
			return nil
		}
		return []fact.Fact{{Kind: kind, Certainty: fact.Possible, Severity: fact.Note, Change: fact.Changed, At: []string{path}, Because: open, From: joint(lost)}}
	case len(lost) == 0 && len(gained) == 0 || isSameNumber(joint(lost), joint(gained)):
		return nil
	}
	return []fact.Fact{valueFact(kind, path, "", joint(lost), joint(gained))}
}

// reaches reports whether some unknown part stands at the end of a path, not before it.
func reaches(nodes []leaf.Node, path string) bool {
	for _, n := range nodes {
		if n.State() == leaf.Unknown && n.Name() == last(path) {
			return true
		}
	}
	return false
}

func valueFact(kind fact.Kind, path, name string, from, to values.Value) fact.Fact {
	f := fact.Fact{Kind: kind, Severity: fact.Note, Change: fact.Changed, At: []string{path}, Name: name, From: from, To: to}
	if kind == fact.Scales {
		f.Direction = direction(from, to)
		if f.Direction == "down" && isZero(to) {
			f.Severity = fact.Caution // nothing is left
		}
	}
	return f
}

// direction returns where a number goes.
func direction(from, to values.Value) string {
	a, isNumber := number(from)
	b, areNumbers := number(to)
	switch {
	case !isNumber || !areNumbers || a.Cmp(b) == 0:
		return ""
	case a.Cmp(b) < 0:
		return "up"
	}
	return "down"
}

// isSameNumber reports whether two numbers are only spelled differently.
func isSameNumber(from, to values.Value) bool {
	a, isNumber := number(from)
	b, areNumbers := number(to)
	return isNumber && areNumbers && a.Cmp(b) == 0
}

func isZero(v values.Value) bool {
	n, ok := number(v)
	return ok && n.Sign() == 0
}

// number returns a number, or a text that spells one, with as many bits as go-cty compares.
func number(v values.Value) (*big.Float, bool) {
	n, _, err := big.ParseFloat(v.Text(), 10, 512, big.ToNearestEven)
	return n, err == nil
}

// inDocument returns how a member of the elements of a document changes, by the names of the elements.
func (s *subject) inDocument(kind fact.Kind, at, member string) []fact.Fact {
	before, after := s.elements(s.before, at), s.elements(s.after, at)
	var all []fact.Fact
	for _, was := range before {
		name, ok := was.Member("name").Text()
		if !ok {
			continue
		}
		for _, is := range after {
			if other, _ := is.Member("name").Text(); other != name {
				continue
			}
			from, ok1 := was.Member(member).Value()
			to, ok2 := is.Member(member).Value()
			if ok1 && ok2 && !from.Equal(to) {
				f := valueFact(kind, at, name, from, to)
				f.Words.Say = member
				all = append(all, f)
			}
		}
	}
	return all
}

// elements returns those of the documents at a path.
func (s *subject) elements(side leaf.Side, at string) []leaf.Node {
	var all []leaf.Node
	for _, n := range side.Root.Walk(at) {
		if doc, ok := n.Document(); ok {
			all = append(all, doc.Elems()...)
		}
	}
	return all
}
