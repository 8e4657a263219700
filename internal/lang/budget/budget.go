// Package budget counts the work of evaluating expressions, so that a small expression cannot take all time or memory.
// It counts steps, never time: whether an expression exceeds its budget is the same on every machine.
//
// A step is an expression that is evaluated, an element that is looked at or made, or 64 bytes of text. Work is counted
// before it is done where it can be much more than what it is made from.
package budget

import (
	"fmt"
	"math"
	"sync/atomic"

	"github.com/planfmt/planfmt/diag"
)

// Default is how many steps one evaluation can take unless the user raises it.
const Default = 1_000_000

// Budget is that of one evaluation. It is for one goroutine. Once it is exceeded, it stays so.
type Budget struct {
	run         *Run // or nil
	limit, used int
	// foreign are the steps in used that other evaluations have taken, see SpendOther.
	foreign  int
	exceeded bool
	fixed    bool
	at       diag.Range
}

// New returns a budget of so many steps, or of [Default] for 0.
func New(limit int) *Budget {
	if limit <= 0 {
		limit = Default
	}
	return &Budget{limit: limit}
}

// Fixed returns a budget of [Default] steps for what is evaluated before the user has a say in it.
func Fixed() *Budget {
	b := New(Default)
	b.fixed = true
	return b
}

// Spend takes steps, and reports whether there were enough left. After that, nothing more may be done.
func (b *Budget) Spend(steps int) bool {
	switch {
	case b.exceeded:
	case steps > b.limit-b.used:
		b.exceeded = true
	default:
		b.used += max(steps, 0)
	}
	return !b.exceeded
}

// SpendOther takes the steps of what another evaluation has found out. A run does not count them again.
func (b *Budget) SpendOther(steps int) bool {
	if !b.Spend(steps) {
		return false
	}
	b.foreign += max(steps, 0)
	return true
}

// Left returns how many steps are left.
func (b *Budget) Left() int {
	if b.exceeded {
		return 0
	}
	return b.limit - b.used
}

// Used returns how many steps have been taken: all of them if the budget is exceeded.
func (b *Budget) Used() int {
	if b.exceeded {
		return b.limit
	}
	return b.used
}

// Exceeded reports whether steps were asked for that were not left.
func (b *Budget) Exceeded() bool { return b.exceeded }

// Locate says which expression is being evaluated when the budget turns out to be exceeded. The first one counts.
func (b *Budget) Locate(at diag.Range) {
	if b.at.IsZero() {
		b.at = at
	}
}

// Err returns the error that the budget is exceeded, or nil.
func (b *Budget) Err() *diag.Diagnostic {
	if !b.exceeded {
		return nil
	}
	d := &diag.Diagnostic{Summary: "Too much work", Subject: b.at, Detail: fmt.Sprintf(
		"The evaluation takes more than %d steps. To raise the limit, use --max-steps.", b.limit)}
	switch {
	case b.run.Exceeded():
		d.Detail = b.run.text()
	case b.fixed:
		d.Detail = fmt.Sprintf("The constants of policies cannot take more than %d steps to evaluate. --max-steps does not raise this limit.", b.limit)
	}
	return d
}

// Run is the budget of all evaluations of one run together. It is safe for concurrent use. What it counts does not depend
// on the order of the evaluations, and who asks has to take everything for failed if it is exceeded in the end.
type Run struct {
	each  int
	limit int64
	used  atomic.Int64
	most  atomic.Int64
}

// A run has room for wholeEvaluations that use up their budgets, and perObject of that for each of its objects, so that
// large plans need no other limit than small ones.
const (
	wholeEvaluations = 10
	perObject        = 100
)

// NewRun returns the budget of a run, in which each evaluation can take so many steps, or [Default] for 0. objects is
// how many objects there are to be judged or looked at.
func NewRun(each, objects int) *Run {
	if each <= 0 {
		each = Default
	}
	return &Run{each: each, limit: int64(each)*wholeEvaluations + int64(max(1, each/perObject))*int64(objects)}
}

// Begin returns the budget of an evaluation. Without a run, it is a budget of its own.
func (r *Run) Begin() *Budget {
	b := r.begin()
	return &b
}

func (r *Run) begin() Budget {
	if r == nil {
		return Budget{limit: Default}
	}
	return Budget{run: r, limit: r.each, exceeded: r.Exceeded()}
}

// Apart returns a run for evaluations that do not count for this one. Each of them can take as many steps as one of this run, and there can be any
// number of them.
func (r *Run) Apart() *Run {
	if r == nil {
		return nil
	}
	return &Run{each: r.each, limit: math.MaxInt64}
}

// Part is evaluations of a run that one goroutine does. It tells the run about several of them together. See [Part.Close].
type Part struct {
	run       *Run // or nil
	own, used int  // of those that the run has not been told about: all steps, and the most
}

// maxUntold is how many steps a Part takes before it tells the run.
const maxUntold = 10_000

// Part returns a Part of the run, which may be nil.
func (r *Run) Part() Part { return Part{run: r} }

// Begin makes a budget that of another evaluation, as [Run.Begin] does.
func (p *Part) Begin(b *Budget) { *b = p.run.begin() }

// End adds an evaluation that [Part.Begin] began.
func (p *Part) End(b *Budget) { p.add(b.used-b.foreign, b.Used()) }

// Repeat adds an evaluation that would take the same steps as another one did, and is not done for that reason. Like [Part.Begin],
// it reports false if the run is exceeded already.
func (p *Part) Repeat(c Cost) bool {
	if p.run.Exceeded() {
		return false
	}
	p.add(c.used-c.foreign, c.used)
	return true
}

func (p *Part) add(own, used int) {
	p.own, p.used = p.own+own, max(p.used, used)
	if p.own > maxUntold {
		p.Close()
	}
}

// Close tells the run about everything that it has not been told about.
func (p *Part) Close() {
	if p.run != nil {
		p.run.end(p.own, p.used)
	}
	p.own, p.used = 0, 0
}

// BeginAll returns the budget of an evaluation that is about all objects together: it has room for each of them.
func (r *Run) BeginAll() *Budget {
	b := r.Begin()
	if r != nil {
		b.limit += int(r.limit) - r.each*wholeEvaluations
	}
	return b
}

// End adds an evaluation that [Run.Begin] or [Run.BeginAll] began.
func (r *Run) End(b *Budget) {
	if r == nil {
		return
	}
	r.end(b.used-b.foreign, b.Used())
}

func (r *Run) end(own, used int) {
	r.used.Add(int64(own))
	for {
		most := r.most.Load()
		if int64(used) <= most || r.most.CompareAndSwap(most, int64(used)) {
			return
		}
	}
}

// Cost is the steps of an evaluation that has not exceeded its budget.
type Cost struct{ used, foreign int }

// Cost returns the steps that have been taken.
func (b *Budget) Cost() Cost { return Cost{b.used, b.foreign} }

// Since returns the steps that have been taken since an earlier time.
func (c Cost) Since(before Cost) Cost { return Cost{c.used - before.used, c.foreign - before.foreign} }

// Pay takes the steps that something took before. It reports false, and takes none, if there are not enough.
func (b *Budget) Pay(c Cost) bool {
	if c.used > b.Left() {
		return false
	}
	b.used += c.used
	b.foreign += c.foreign
	return true
}

// Exceeded reports whether all evaluations together have taken more than there was. It is false for nil.
func (r *Run) Exceeded() bool { return r != nil && r.used.Load() > r.limit }

// Used returns how many steps all evaluations have taken, and how many the largest.
func (r *Run) Used() (all, most int64) { return r.used.Load(), r.most.Load() }

// Err returns the error that the budget is exceeded, or nil.
func (r *Run) Err() *diag.Diagnostic {
	if !r.Exceeded() {
		return nil
	}
	return &diag.Diagnostic{Summary: "Too much work", Detail: r.text()}
}

func (r *Run) text() string {
	return fmt.Sprintf("All evaluations together take more than %d steps. To raise the limit, which follows from that of one evaluation, use --max-steps.", r.limit)
}
