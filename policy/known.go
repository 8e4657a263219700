package policy

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/policyfile"
	"github.com/planfmt/planfmt/verdict"
)

// Of many targets, a policy says the same, because it reads the same values: a region, a flag, a tag. Then it is evaluated once, and
// what has come out is used again, with the steps that it has taken. That needs the values that it reads to be known, and of few
// different ones.

// reading is a value of a target that policies read: a way of constant names and indexes from a root.
type reading struct {
	root  string
	first string
	rest  []readingStep
}

// readingStep is a step of a reading. The name is empty for an index.
type readingStep struct {
	name  string
	index int
}

func (r *reading) equal(o *reading) bool {
	return r.root == o.root && r.first == o.first && slices.Equal(r.rest, o.rest)
}

// maxReadings is how many values a policy reads at most that is not evaluated again.
const maxReadings = 4

// findReadings finds out what a policy reads of its targets. If that is not only a few values, it stays without.
func (p *policy) findReadings() {
	if p.Kind != policyfile.Resource {
		return
	}
	found := []reading{}
	ok := true
	visit := func(e model.Expr) { ok = ok && (e == nil || readingsOf(e, &found)) }
	visit(p.filter)
	for _, l := range p.locals {
		visit(l.expr)
	}
	for _, e := range p.enforce {
		visit(e.condition)
		visit(e.message)
		visit(e.info)
	}
	if ok && len(found) <= maxReadings {
		p.reads = found
	}
}

// numbersOf returns the numbers of readings in the Judge, for all of which there is one number, whichever policies have them. numbers
// are those that begin alike.
func (j *Judge) numbersOf(all []reading, numbers map[string][]int) []int {
	if all == nil {
		return nil
	}
	found := make([]int, len(all))
	for i := range all {
		r := &all[i]
		key := r.root + "." + r.first
		k := slices.IndexFunc(numbers[key], func(n int) bool { return j.read[n].equal(r) })
		if k < 0 {
			k = len(numbers[key])
			numbers[key] = append(numbers[key], len(j.read))
			j.read = append(j.read, &numbered{reading: r})
		}
		found[i] = numbers[key][k]
	}
	return found
}

// readingsOf adds what an expression reads of a target. It reports false if it reads a target as a whole.
func readingsOf(e model.Expr, found *[]reading) bool {
	if r, ok := readingOf(e); ok {
		if r.root != "local" && r.root != "input" && !slices.ContainsFunc(*found, func(o reading) bool { return o.equal(&r) }) {
			*found = append(*found, r)
		}
		return true
	}
	if root, ok := e.(*model.Root); ok {
		return root.Name == "local" || root.Name == "input"
	}
	for _, c := range model.Children(e) {
		if !readingsOf(c, found) {
			return false
		}
	}
	return true
}

// readingOf returns a reference with constant keys as a reading.
func readingOf(e model.Expr) (reading, bool) {
	var steps []readingStep
	for {
		switch x := e.(type) {
		case *model.Root:
			slices.Reverse(steps)
			if len(steps) == 0 || steps[0].name == "" {
				return reading{}, false
			}
			return reading{root: x.Name, first: steps[0].name, rest: steps[1:]}, true
		case *model.Attr:
			steps = append(steps, readingStep{name: x.Name})
			e = x.Object
		case *model.Index:
			key, ok := x.Key.(*model.Literal)
			if !ok || !key.Value.IsPlain() || !key.Value.IsKnown() || key.Value.IsNull() {
				return reading{}, false
			}
			switch c := key.Value.Cty(); c.Type() {
			case cty.String:
				steps = append(steps, readingStep{name: c.AsString()})
			case cty.Number:
				i, accuracy := c.AsBigFloat().Int64()
				if accuracy != 0 || i < 0 || i > 1<<20 {
					return reading{}, false
				}
				steps = append(steps, readingStep{index: int(i)})
			default:
				return reading{}, false
			}
			if last := &steps[len(steps)-1]; last.name == "" && key.Value.Type() == cty.String {
				return reading{}, false
			}
			e = x.Collection
		default:
			return reading{}, false
		}
	}
}

// plain is a known value without parts, or what is there in place of one.
type plain struct {
	kind plainKind
	text string
	// after is how many steps of the reading lead to it.
	after int
}

type plainKind uint8

const (
	plainString plainKind = iota
	plainNumber
	plainTrue
	plainFalse
	plainNull
	noElement  // a map or a list without the key
	noElements // an empty one
)

// of returns the value of a target. It reports false if that is not plain.
func (r *reading) of(t *Target) (plain, bool) {
	var object eval.Object
	switch r.root {
	case "attrs":
		object = t.Attrs
	case "prior_attrs":
		object = t.Prior
	case "meta":
		object = t.Meta
	}
	if object == nil {
		return plain{}, false
	}
	got, ok := object.Attr(r.first)
	if !ok || got.Err != nil || got.MayFail != nil || got.Uncaught || got.Steps != 0 {
		return plain{}, false
	}
	v := got.Value
	for i, step := range r.rest {
		if !v.IsPlain() || !v.IsKnown() || v.IsNull() {
			return plain{}, false
		}
		part, ok := step.of(v)
		if !ok {
			return step.missing(v, i)
		}
		v = part
	}
	if !v.IsPlain() || !v.IsKnown() {
		return plain{}, false
	}
	found := plain{after: len(r.rest)}
	switch c, typ := v.Cty(), v.Type(); {
	case v.IsNull():
		found.kind, found.text = plainNull, typ.FriendlyName()
		return found, typ.IsPrimitiveType()
	case typ == cty.String:
		found.text = c.AsString()
	case typ == cty.Number:
		found.kind, found.text = plainNumber, c.AsBigFloat().Text('p', 0)
	case typ == cty.Bool:
		found.kind = plainFalse
		if c.True() {
			found.kind = plainTrue
		}
	default:
		return plain{}, false
	}
	return found, true
}

// of returns the part of a value that a step leads to.
func (s readingStep) of(v value.Value) (value.Value, bool) {
	if s.name != "" {
		return v.Attr(s.name)
	}
	return v.Elem(s.index)
}

// missing says that there is no part. Of objects, more than that matters for the message.
func (s readingStep) missing(v value.Value, after int) (plain, bool) {
	t := v.Type()
	if s.name != "" && !t.IsMapType() || s.name == "" && !t.IsListType() {
		return plain{}, false
	}
	if n, _, _ := v.Length(); n == 0 {
		return plain{kind: noElements, after: after}, true
	}
	return plain{kind: noElement, after: after}, true
}

// maxPlain is how many different values of a reading are told apart. There is no use in more: most targets would have one of their own.
const maxPlain = 64

// numbered gives the plain values of a reading numbers from 1. It is safe for concurrent use.
type numbered struct {
	*reading
	mu      sync.Mutex
	numbers atomic.Pointer[map[plain]int32] // is replaced, never changed
	full    atomic.Bool
}

// number returns the number of a value, or 0 if it has none.
func (n *numbered) number(v plain) int32 {
	if all := n.numbers.Load(); all != nil {
		if k := (*all)[v]; k != 0 {
			return k
		}
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	var more map[plain]int32
	if all := n.numbers.Load(); all != nil {
		if k := (*all)[v]; k != 0 {
			return k
		}
		more = make(map[plain]int32, len(*all)+1)
		for k, i := range *all {
			more[k] = i
		}
	} else {
		more = map[plain]int32{}
	}
	if len(more) == maxPlain {
		n.full.Store(true)
		return 0
	}
	more[v] = int32(len(more) + 1)
	n.numbers.Store(&more)
	return more[v]
}

// targetReadings are the numbers of what is read of a target: 0 if it has not been asked for, or -1 for none.
type targetReadings struct {
	target  *Target
	numbers []int32
}

// question is what a policy reads.
type question [maxReadings]int32

// question returns the numbers of what a policy reads of a target. It reports false if a value has none.
func (j *Judge) question(p *judged, t *targetReadings) (q question, ok bool) {
	if p.reads == nil {
		return q, false
	}
	for i, n := range p.reads {
		if t.numbers == nil {
			t.numbers = make([]int32, len(j.read))
		}
		if t.numbers[n] == 0 {
			t.numbers[n] = -1
			if seen := j.read[n]; !seen.full.Load() {
				if v, ok := seen.of(t.target); ok {
					if k := seen.number(v); k != 0 {
						t.numbers[n] = k
					}
				}
			}
		}
		if t.numbers[n] < 0 {
			return q, false
		}
		q[i] = t.numbers[n]
	}
	return q, true
}

// answers are what a policy has said. They are safe for concurrent use.
type answers struct {
	mu  sync.Mutex
	all atomic.Pointer[map[question]*answer] // is replaced, never changed
}

// answer is what a policy says of targets, and which steps that takes.
type answer struct {
	result verdict.Result
	cost   budget.Cost
}

// maxAnswers is how many answers of a policy are kept.
const maxAnswers = 256

func (a *answers) find(q question) *answer {
	if all := a.all.Load(); all != nil {
		return (*all)[q]
	}
	return nil
}

func (a *answers) keep(q question, one *answer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	more := map[question]*answer{q: one}
	if all := a.all.Load(); all != nil {
		if len(*all) >= maxAnswers {
			return
		}
		for k, v := range *all {
			more[k] = v
		}
	}
	a.all.Store(&more)
}
