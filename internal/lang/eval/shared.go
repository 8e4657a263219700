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
}

// remembered is a result without errors, and what else there is to an evaluation.
type remembered struct {
	value           value.Value
	cost            budget.Cost
	secret, assumed bool
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
		ev.memory.results[s] = &remembered{r.Value, ev.budget.Cost().Since(cost), ev.secret, ev.assumed}
	}
	ev.secret, ev.assumed = ev.secret || secret, ev.assumed || assumed
	return r
}

// same reports whether nothing has been added to what may be wrong.
func (k *risks) same(before *risks) bool {
	return k.Err == before.Err && k.MayFail == before.MayFail && k.Uncaught == before.Uncaught && len(k.causes) == len(before.causes)
}
