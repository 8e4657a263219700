package infer

import "github.com/planfmt/planfmt/jsonplan"

// part is a value of a document with its flags, on the way down from the root
// of an instance. What is inside a value that is sensitive as a whole is secret,
// the names of its members too.
type part struct {
	v, unknown, sensitive jsonplan.Value
	secret                bool
	marked                bool // the document says of the instance what is sensitive
}

func newPart(v, unknown, sensitive jsonplan.Value) part {
	return part{v, unknown, sensitive, jsonplan.Hides(sensitive, v), sensitive.Kind() != jsonplan.Absent}
}

// inside is a part of a part.
func (p part) inside(v, unknown, sensitive jsonplan.Value) part {
	child := newPart(v, unknown, sensitive)
	child.secret, child.marked = child.secret || p.secret, p.marked
	return child
}

func (p part) elem(i int) part {
	return p.inside(p.v.Elem(i), p.unknown.Elem(i), jsonplan.MarkAt(p.sensitive, i))
}

func (p part) named(name string) part {
	return p.member(jsonplan.Member{Name: name, Value: p.v.Get(name)})
}

func (p part) member(m jsonplan.Member) part {
	return p.inside(m.Value, p.unknown.Get(m.Name), jsonplan.MarkOf(p.sensitive, m.Name))
}

// members are those whose names may be kept.
func (p part) members() []jsonplan.Member {
	if p.secret {
		return nil
	}
	return p.v.Members()
}
