package infer

import "github.com/planfmt/planfmt/values"

// part is a value of a document with its flags, on the way down from the root
// of an instance. What is inside a value that is sensitive as a whole is secret,
// the names of its members too.
type part struct {
	v, unknown, sensitive values.Value
	secret                bool
	marked                bool // the document says of the instance what is sensitive
}

func newPart(v, unknown, sensitive values.Value) part {
	return part{v, unknown, sensitive, values.Hides(sensitive, v), sensitive.Kind() != values.Absent}
}

// inside is a part of a part.
func (p part) inside(v, unknown, sensitive values.Value) part {
	child := newPart(v, unknown, sensitive)
	child.secret, child.marked = child.secret || p.secret, p.marked
	return child
}

func (p part) elem(i int) part {
	return p.inside(p.v.Elem(i), p.unknown.Elem(i), values.MarkAt(p.sensitive, i))
}

func (p part) named(name string) part {
	return p.member(values.Member{Name: name, Value: p.v.Get(name)})
}

func (p part) member(m values.Member) part {
	return p.inside(m.Value, p.unknown.Get(m.Name), values.MarkOf(p.sensitive, m.Name))
}

// members are those whose names may be kept.
func (p part) members() []values.Member {
	if p.secret {
		return nil
	}
	return p.v.Members()
}
