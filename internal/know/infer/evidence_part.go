package infer

import (
	"iter"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// observedValue is a value inside an instance, with its flags.
type observedValue struct {
	v                  values.Value
	unknown, sensitive values.Flags
	secret             bool // the value is sensitive, or inside one that is: even the names of its members are secret
	marked             bool // the document says what is sensitive in the instance
	incomplete         bool // parts of the value, or of a value that contains it, are unknown or may be missing
	planned            bool // the value is the result of a change
	blank              bool // no flags are set here
	root               bool // the value is a whole instance
}

// maxNames is how many members an object may have if the evidence is to keep their
// names. An object with more members is a map: no provider declares as many attributes.
const maxNames = 1_000

// isLargeMap reports whether the value is such a map. Whole instances are not maps,
// whatever they contain.
func (p observedValue) isLargeMap() bool {
	return p.v.Kind() == values.Object && !p.root && p.v.Len() > maxNames
}

func newPart(v values.Value, unknown, sensitive values.Flags) observedValue {
	p := observedValue{v: v, marked: !sensitive.IsAbsent(), root: true}
	p.flag(unknown, sensitive)
	return p
}

// flag gives the part its flags.
func (p *observedValue) flag(unknown, sensitive values.Flags) {
	p.unknown, p.sensitive = unknown, sensitive
	p.secret = p.secret || sensitive.Covers(p.v)
	p.blank = unknown.Blank() && sensitive.Blank()
}

// child returns the part that a step leads to. Its value is v.
func (p observedValue) child(step plans.Step, v values.Value) observedValue {
	p.v, p.root = v, false
	if !p.blank {
		p.flag(p.unknown.At(step), p.sensitive.At(step))
	}
	return p
}

// step returns the part that a step leads to.
func (p observedValue) step(step plans.Step) observedValue {
	if name, ok := step.Key(); ok {
		return p.child(step, p.v.Get(name))
	}
	i, _ := step.Index()
	return p.child(step, p.v.Elem(i))
}

func (p observedValue) elem(i int) observedValue { return p.step(plans.Index(i)) }

func (p observedValue) member(m values.Member) observedValue {
	return p.child(plans.Key(m.Name), m.Value)
}

// members returns the members whose names are not secret.
func (p observedValue) members() iter.Seq2[int, values.Member] {
	if p.secret {
		return values.Value{}.Members()
	}
	return p.v.Members()
}
