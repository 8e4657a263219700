package infer

import (
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// part is a value of a document with its flags, on the way down from the root
// of an instance. What is inside a value that is sensitive as a whole is secret,
// the names of its members too.
type part struct {
	v                  values.Value
	unknown, sensitive values.Flags
	secret             bool
	marked             bool // the document says of the instance what is sensitive
}

func newPart(v values.Value, unknown, sensitive values.Flags) part {
	return part{v, unknown, sensitive, sensitive.Covers(v), !sensitive.IsAbsent()}
}

// child returns the part that a step leads to, which has the value.
func (p part) child(step plans.Step, v values.Value) part {
	child := newPart(v, p.unknown.At(step), p.sensitive.At(step))
	child.secret, child.marked = child.secret || p.secret, p.marked
	return child
}

// at returns the part that a step leads to.
func (p part) at(step plans.Step) part {
	if name, ok := step.Key(); ok {
		return p.child(step, p.v.Get(name))
	}
	i, _ := step.Index()
	return p.child(step, p.v.Elem(i))
}

func (p part) elem(i int) part { return p.at(plans.Index(i)) }

func (p part) member(m values.Member) part {
	return p.child(plans.Key(m.Name), m.Value)
}

// members are those whose names may be kept.
func (p part) members() []values.Member {
	if p.secret {
		return nil
	}
	return p.v.Members()
}
