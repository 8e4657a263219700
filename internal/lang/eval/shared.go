package eval

import (
	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// Memory has the results of expressions that stand in several places, see [model.Shared], for one target. The zero value is ready for use
// by one goroutine.
type Memory struct {
	results map[*model.Shared]*remembered
	spare   []*evaluator // that are not in use
}

// evaluator returns one to use. m may be nil.
func (m *Memory) evaluator() *evaluator {
	if m == nil || len(m.spare) == 0 {
		return &evaluator{}
	}
	last := len(m.spare) - 1
	ev := m.spare[last]
	m.spare = m.spare[:last]
	return ev
}

// done takes an evaluator back.
func (m *Memory) done(ev *evaluator) {
	if m != nil {
		clear(ev.slots)
		*ev = evaluator{slots: ev.slots[:0]}
		m.spare = append(m.spare, ev)
	}
}

// remembered is a result without errors, and what else there is to an evaluation.
type remembered struct {
	value           value.Value
	cost            budget.Cost
	secret, assumed bool
	// items are those of the value as a collection, without and with keys, as soon as a for expression goes over them.
	items [2]*rememberedItems
}

type rememberedItems struct {
	sequence sequenceOf
	cost     budget.Cost
}

// Remembering is a [Host] that has a Memory. It may be nil.
type Remembering interface {
	Host
	Memory() *Memory
}

// evalShared evaluates an expression that stands in several places, unless it is known what comes out. Then it takes the same steps.
func (ev *evaluator) evalShared(e model.Expr, s *model.Shared) Result {
	if known := ev.memory.results[s]; known != nil && ev.budget.Pay(known.cost) {
		ev.secret = ev.secret || known.secret
		ev.assumed = ev.assumed || known.assumed
		return Result{Value: known.value}
	}
	cost, secret, assumed, uncaught := ev.budget.Cost(), ev.secret, ev.assumed, ev.uncaught
	ev.secret, ev.assumed = false, false
	r := ev.evalHere(e)
	if r.Err == nil && r.MayFail == nil && !r.Uncaught && r.Steps == 0 && !ev.budget.Exceeded() && ev.uncaught.same(&uncaught) {
		if ev.memory.results == nil {
			ev.memory.results = map[*model.Shared]*remembered{}
		}
		ev.memory.results[s] = &remembered{value: r.Value, cost: ev.budget.Cost().Since(cost), secret: ev.secret, assumed: ev.assumed}
	}
	ev.secret, ev.assumed = ev.secret || secret, ev.assumed || assumed
	return r
}

// itemsIn is itemsOf for the source of a for expression.
func (ev *evaluator) itemsIn(e *model.For, v value.Value) sequenceOf {
	s := ev.itemsOnce(e, v)
	if !partOf(e.Value, e.ValueSlot) {
		s.by = e
	}
	return s
}

// itemsOnce looks for the items in memory first.
func (ev *evaluator) itemsOnce(e *model.For, v value.Value) sequenceOf {
	keys := e.KeySlot >= 0 || ev.trace.loop()
	if ev.memory == nil || !v.IsPlain() {
		return ev.itemsOf(v, keys)
	}
	known := ev.memory.results[e.Source.SharedAs()]
	if known == nil || !known.value.IsPlain() { // v may be one of several choices
		return ev.itemsOf(v, keys)
	}
	which := 0
	if keys {
		which = 1
	}
	if items := known.items[which]; items != nil && ev.budget.Pay(items.cost) {
		return items.sequence
	}
	before := ev.budget.Cost()
	all := ev.itemsOf(v, keys)
	if !ev.budget.Exceeded() {
		known.items[which] = &rememberedItems{all, ev.budget.Cost().Since(before)}
	}
	return all
}

// same reports whether nothing has been added to what may be wrong.
func (k *risks) same(before *risks) bool {
	return k.Err == before.Err && k.MayFail == before.MayFail && k.Uncaught == before.Uncaught && len(k.causes) == len(before.causes)
}
