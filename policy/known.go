package policy

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
	"github.com/planfmt/planfmt/internal/lang/value"
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
	for e := range p.expressions {
		if !readingsOf(e, &found) {
			return
		}
	}
	for i := range found {
		if p.own() && found[i].root == "meta" {
			found[i].root = ownRoot
		}
	}
	if len(found) <= maxReadings {
		p.reads = found
	}
}

// ownRoot stands for meta with what only planfmt has.
const ownRoot = "meta of planfmt"

// readSet is what policies read of a target, all of which together is a question to them.
type readSet struct {
	reads     []int // in read of the Judge
	questions numbers[question]
}

// readSetOf returns the number of a policy's readings in the Judge, or -1 if these are not known. There is one number for the same
// readings, whichever policies have them. known are those that begin alike.
func (j *Judge) readSetOf(all []reading, known map[string][]int, sets map[question]int) int {
	if all == nil {
		return -1
	}
	found := make([]int, len(all))
	var key question
	for i := range all {
		found[i] = j.numberOf(&all[i], known)
		key[i] = int32(found[i] + 1)
	}
	n, ok := sets[key]
	if !ok {
		n = len(j.sets)
		sets[key] = n
		j.sets = append(j.sets, &readSet{reads: found, questions: numbers[question]{limit: maxAnswers}})
	}
	return n
}

// numberOf returns the number of a reading in the Judge.
func (j *Judge) numberOf(r *reading, known map[string][]int) int {
	key := r.root + "." + r.first
	for _, n := range known[key] {
		if j.read[n].equal(r) {
			return n
		}
	}
	n := len(j.read)
	known[key] = append(known[key], n)
	j.read = append(j.read, &numbered{reading: r, values: numbers[plain]{limit: maxPlain}})
	return n
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
				if c.AsString() == "" { // would be an index
					return reading{}, false
				}
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

// read returns the value of a target. It reports false if that is not plain.
func (r *reading) read(t *Target) (plain, bool) {
	var object eval.Object
	switch r.root {
	case "attrs":
		object = t.Attrs
	case "prior_attrs":
		object = t.Prior
	case "meta":
		object = t.Meta
	case ownRoot:
		object = t.Own
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
		part, ok := step.follow(v)
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
		if v.IsTrue() {
			found.kind = plainTrue
		}
	default:
		return plain{}, false
	}
	return found, true
}

// follow returns the part of a value that a step leads to.
func (s readingStep) follow(v value.Value) (value.Value, bool) {
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

// numbered gives the plain values of a reading numbers.
type numbered struct {
	*reading
	values numbers[plain]
}

// numbers gives values numbers from 1, up to a limit. It is safe for concurrent use.
type numbers[T comparable] struct {
	limit int
	mu    sync.Mutex
	all   atomic.Pointer[map[T]int32] // is replaced, never changed
	full  atomic.Bool                 // a value has no number
}

// number returns the number of a value, or 0 if it has none.
func (n *numbers[T]) number(v T) int32 {
	if k := n.known()[v]; k != 0 || n.full.Load() {
		return k
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	known := n.known()
	if k := known[v]; k != 0 {
		return k
	}
	if len(known) == n.limit {
		n.full.Store(true)
		return 0
	}
	more := make(map[T]int32, len(known)+1)
	maps.Copy(more, known)
	more[v] = int32(len(more) + 1)
	n.all.Store(&more)
	return more[v]
}

func (n *numbers[T]) known() map[T]int32 {
	if all := n.all.Load(); all != nil {
		return *all
	}
	return nil
}

// targetReadings are the numbers of what is read of a target, and of the questions that this makes: 0 if nobody has asked, or -1 for
// none.
type targetReadings struct {
	target            *Target
	values, questions []int32
}

// question are the numbers of what a policy reads.
type question [maxReadings]int32

// question returns the number of the question that a target is to a policy, or -1 if it has none.
func (j *Judge) question(p *judged, t *targetReadings) int32 {
	if p.set < 0 {
		return -1
	}
	if t.questions == nil {
		t.values, t.questions = make([]int32, len(j.read)), make([]int32, len(j.sets))
	}
	known := &t.questions[p.set]
	if *known == 0 {
		*known = j.ask(j.sets[p.set], t)
	}
	return *known
}

// ask finds out what question is for those who have not asked.
func (j *Judge) ask(set *readSet, t *targetReadings) int32 {
	var q question
	for i, n := range set.reads {
		if t.values[n] == 0 {
			t.values[n] = -1
			if seen := j.read[n]; !seen.values.full.Load() {
				if v, ok := seen.read(t.target); ok {
					t.values[n] = numberOrNone(seen.values.number(v))
				}
			}
		}
		if t.values[n] < 0 {
			return -1
		}
		q[i] = t.values[n]
	}
	return numberOrNone(set.questions.number(q))
}

func numberOrNone(n int32) int32 {
	if n == 0 {
		return -1
	}
	return n
}

// maxAnswers is how many answers of a policy are kept.
const maxAnswers = 256

// answers are what a policy has said to each question. They are safe for concurrent use.
type answers struct {
	all atomic.Pointer[[maxAnswers]atomic.Pointer[answer]]
}

// answer is what a policy says of targets, and which steps that takes.
type answer struct {
	cost   budget.Cost
	brief  bool // see briefly
	result verdict.Result
}

func (a *answers) find(question int32) *answer {
	if all := a.all.Load(); all != nil {
		return all[question-1].Load()
	}
	return nil
}

func (a *answers) keep(question int32, one *answer) {
	if a.all.Load() == nil {
		a.all.CompareAndSwap(nil, new([maxAnswers]atomic.Pointer[answer]))
	}
	a.all.Load()[question-1].Store(one)
}
