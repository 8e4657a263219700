package infer

import (
	"iter"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// part is a value inside an instance, with its flags.
type part struct {
	v                  values.Value
	unknown, sensitive values.Flags
	secret             bool // the value is sensitive, or inside one that is: even the names of its members are secret
	marked             bool // the document says what is sensitive in the instance
	incomplete         bool // parts of the value, or of a value that contains it, are unknown or may be missing
}

func newPart(v values.Value, unknown, sensitive values.Flags) part {
	return part{v: v, unknown: unknown, sensitive: sensitive, secret: sensitive.Covers(v), marked: !sensitive.IsAbsent()}
}

// child returns the part that a step leads to. Its value is v.
func (p part) child(step plans.Step, v values.Value) part {
	child := newPart(v, p.unknown.At(step), p.sensitive.At(step))
	child.secret, child.marked, child.incomplete = child.secret || p.secret, p.marked, p.incomplete
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

// members returns the members whose names are not secret.
func (p part) members() iter.Seq2[int, values.Member] {
	if p.secret {
		return values.Value{}.Members()
	}
	return p.v.Members()
}
