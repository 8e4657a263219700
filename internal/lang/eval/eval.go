// Package eval evaluates bound expressions with three truth values: what holds in
// every world that the unknown values allow is true, what holds in none is false,
// and everything else is unknown.
//
// A world is a choice of concrete values for everything that is unknown. In each
// world, an expression has a value or an error, as in HCL. A [Result] says what these have in
// common.
package eval

import (
	"fmt"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// Host says what the names of a scope are while an expression is evaluated.
type Host interface {
	// Root returns the value of a name of the scope.
	Root(name string) Object
	// Call answers a call that is the host's own, such as getresources.
	Call(call *model.HostCall, args []value.Value) Result
}

// Object is the value of a root. Its attributes are evaluated when they are
// asked for.
type Object interface {
	// Attr returns an attribute. It reports false if there is none.
	Attr(name string) (Result, bool)
	// Value returns all of it.
	Value() Result
}

// Result is what an expression evaluates to.
type Result struct {
	// Value is the value in every world in which there is no error. If Err is set,
	// there is none.
	Value value.Value
	// Err is what is wrong in every world, or nil.
	Err *diag.Diagnostic
	// Items are the elements of the for and splat expressions in which Err is, from the inside out.
	Items []value.Value
	// MayFail is what is wrong in some of the worlds, but not in all of them, or nil. The causes are
	// the unknown values that it depends on.
	MayFail *diag.Diagnostic
	Causes  []*value.Cause
	// Uncaught means that neither try nor can catches the error. A host sets it for
	// what is evaluated on its own, such as a local.
	Uncaught bool
	// Steps is how much work it has been to find out, which whoever asks a host has to pay for.
	Steps int
	// remains is what is left of the expression in spite of Err, or nil, if not even its type is known.
	remains *value.Value
}

// Of returns the result that is a value.
func Of(v value.Value) Result { return Result{Value: v} }

// Eval evaluates an expression. The host may be nil if the expression has no roots
// and no calls that a host answers.
//
// If the evaluation takes more steps than there are in the budget, that is the error, wherever in the expression it happens:
// no try and no condition around it matters. A nil budget is one of [budget.Default] steps.
func Eval(e model.Expr, host Host, b *budget.Budget) Result {
	if b == nil {
		b = budget.New(budget.Default)
	}
	var memory *Memory
	if r, ok := host.(Remembering); ok {
		memory = r.Memory()
	}
	ev := memory.evaluator()
	defer memory.done(ev)
	ev.host, ev.maxSize, ev.budget, ev.memory = host, value.MaxSize, b, memory
	if f, ok := host.(Forgiving); ok {
		ev.absences = f.Absences()
	}
	r := ev.eval(e)
	if b.Exceeded() {
		return ev.exhausted(e)
	}
	return r
}

// Apply evaluates an expression that has parameters, with an argument for each.
func Apply(e model.Expr, args []value.Value, host Host, b *budget.Budget) Result {
	ev := evaluator{host: host, slots: args, maxSize: value.MaxSize, budget: b}
	r := ev.eval(e)
	if b.Exceeded() {
		return ev.exhausted(e)
	}
	return r
}

// maxConstant is how large a constant can be. What is larger is evaluated where it is used.
const maxConstant = 10_000

// maxConstantSteps is how many steps a constant can take. What takes more is evaluated where it is used, too.
const maxConstantSteps = 20_000

// Constants returns a function that evaluates expressions that need no host. It reports false if they do, if they may
// fail, or if they are too much work. All calls together take no more steps than there are in the budget.
func Constants(b *budget.Budget) func(model.Expr) (value.Value, bool) {
	return func(e model.Expr) (value.Value, bool) {
		if b.Exceeded() || !constant(e) {
			return value.Value{}, false
		}
		ev := evaluator{maxSize: maxConstant, budget: budget.New(maxConstantSteps)}
		r := ev.eval(e)
		b.Spend(ev.budget.Used())
		if ev.budget.Exceeded() || r.Err != nil || r.MayFail != nil {
			return value.Value{}, false
		}
		return r.Value, true
	}
}

// constant reports whether an expression has no roots, no calls that a host answers, and no
// variables of an expression around it.
func constant(e model.Expr) bool { return closed(e, 0) }

// closed is constant for an expression in which the first n slots are bound.
func closed(e model.Expr, n int) bool {
	all := func(exprs ...model.Expr) bool {
		for _, e := range exprs {
			if e != nil && !closed(e, n) {
				return false
			}
		}
		return true
	}
	switch e := e.(type) {
	case *model.Literal:
		return true
	case *model.Template:
		return all(e.Parts...)
	case *model.Join:
		return all(e.Tuple)
	case *model.Variable:
		return e.Slot < n
	case *model.Attr:
		return all(e.Object)
	case *model.Index:
		return all(e.Collection, e.Key)
	case *model.Splat:
		return all(e.Source) && closed(e.Each, max(n, e.Slot+1))
	case *model.Unary:
		return all(e.Operand)
	case *model.Binary:
		return all(e.Left, e.Right)
	case *model.Conditional:
		return all(e.Condition, e.Then, e.Else)
	case *model.Tuple:
		return all(e.Elems...)
	case *model.Object:
		for _, item := range e.Items {
			if !all(item.Key, item.Value) {
				return false
			}
		}
		return true
	case *model.For:
		if !all(e.Source) {
			return false
		}
		n = max(n, e.KeySlot+1, e.ValueSlot+1)
		return all(e.Key, e.Value, e.Condition)
	case *model.Call:
		return all(e.Args...)
	case *model.Try:
		return all(e.Alternatives...)
	case *model.Can:
		return all(e.Operand)
	case *model.Convert:
		return all(e.Operand)
	}
	return false
}

// evaluator evaluates one expression. The slots have the variables of the
// expressions around it.
type evaluator struct {
	host  Host
	slots []value.Value
	// maxSize is how large a value can be that an expression makes, in the unit of [value.MaxSize].
	maxSize int
	budget  *budget.Budget
	memory  *Memory // or nil
	trace   *Trace  // or nil, if nobody wants to know how the value comes about
	// uncaught is what may be wrong with what has been read, although no try would catch it.
	uncaught risks
	// secret is set when something sensitive is read, so that whether an expression
	// fails may say something about it.
	secret bool
	// caught counts the calls of try and can around what is evaluated, which catch errors.
	caught int
	// guessed notes conditions and operands of && and || that are not known, so that what is wrong comes from looking at all there is.
	guessed guess
	// branches counts the branches of conditionals around what is evaluated.
	branches int
	absences *Absences // or nil, if it is an error that a value lacks an attribute
	// assumed is set when a value that may be null is taken for one that is not, because it
	// matters only if it is not.
	assumed bool
}

// bind sets a variable.
func (ev *evaluator) bind(slot int, v value.Value) {
	for len(ev.slots) <= slot {
		ev.slots = append(ev.slots, value.Value{})
	}
	ev.slots[slot] = v
}

// exhausted is the result of an expression for which there are not enough steps. No try catches it, and [Eval] makes it
// the result of everything around.
func (ev *evaluator) exhausted(e model.Expr) Result {
	ev.budget.Locate(e.Range())
	return Result{Err: ev.budget.Err(), Uncaught: true}
}

// spend takes steps for an expression. It reports false if there are not enough of them.
func (ev *evaluator) spend(e model.Expr, steps int) bool {
	if ev.budget.Spend(steps) {
		return true
	}
	ev.budget.Locate(e.Range())
	return false
}

// spendOn takes the steps for looking at all parts of values.
func (ev *evaluator) spendOn(e model.Expr, values ...value.Value) bool {
	for _, v := range values {
		if !ev.spend(e, v.Size(ev.budget.Left())) {
			return false
		}
	}
	return true
}

func (ev *evaluator) eval(e model.Expr) Result {
	if ev.memory != nil {
		if s := e.SharedAs(); s != nil {
			return ev.evalShared(e, s)
		}
	}
	return ev.evalHere(e)
}

func (ev *evaluator) evalHere(e model.Expr) Result {
	if ev.trace != nil {
		return ev.traced(e)
	}
	return ev.evalNow(e)
}

func (ev *evaluator) evalNow(e model.Expr) Result {
	if !ev.spend(e, 1) {
		return ev.exhausted(e)
	}
	r := ev.evalOnce(e)
	if ev.budget.Exceeded() {
		return ev.exhausted(e)
	}
	if r.Err != nil {
		return withRemains(e, r)
	}
	return r
}

func (ev *evaluator) evalOnce(e model.Expr) Result {
	switch e := e.(type) {
	case *model.Literal:
		return Result{Value: e.Value}
	case *model.Template:
		return ev.bounded(e, ev.template(e))
	case *model.Join:
		return ev.bounded(e, ev.join(e))
	case *model.Root:
		return ev.read(ev.host.Root(e.Name).Value())
	case *model.Variable:
		return ev.assume(ev.read(Result{Value: ev.slots[e.Slot]}), e.NotNull)
	case *model.Attr:
		return ev.assume(ev.attr(e), e.NotNull)
	case *model.Index:
		return ev.assume(ev.index(e), e.NotNull)
	case *model.Splat:
		return ev.splat(e)
	case *model.Unary:
		return ev.unary(e)
	case *model.Binary:
		return ev.binary(e)
	case *model.Conditional:
		return ev.conditional(e)
	case *model.Tuple:
		return ev.bounded(e, ev.tuple(e))
	case *model.Object:
		return ev.bounded(e, ev.object(e))
	case *model.For:
		if partOf(e.Value, e.ValueSlot) {
			return ev.forEach(e)
		}
		return ev.bounded(e, ev.forEach(e))
	case *model.Call:
		return ev.bounded(e, ev.call(e))
	case *model.Try:
		return ev.try(e)
	case *model.Can:
		return ev.can(e)
	case *model.Print:
		return ev.print(e)
	case *model.Convert:
		return ev.convert(e)
	case *model.HostCall:
		return ev.hostCall(e)
	}
	panic(fmt.Sprintf("eval: no case for %T", e)) // only internal/lang/model has types of expressions, TestCases checks that all are above: no input comes here
}

// bounded makes a value that is too large an error. Without it, locals that each contain the one before twice would
// take all time and memory.
func (ev *evaluator) bounded(e model.Expr, r Result) Result {
	if r.Err != nil {
		return r
	}
	size := r.Value.Size(min(ev.maxSize, ev.budget.Left()))
	if !ev.spend(e, size) {
		return ev.exhausted(e)
	}
	if size <= ev.maxSize {
		return r
	}
	return tooLarge(e)
}

func tooLarge(e model.Expr) Result {
	return failure(e.Range(), "Value too large", fmt.Sprintf(
		"A value can have %d parts at most, where %d bytes of text count as one.", value.MaxSize, value.PartBytes))
}

// partOf reports whether an expression is a variable or a part of one, and so not larger.
func partOf(e model.Expr, slot int) bool {
	switch e := e.(type) {
	case *model.Variable:
		return e.Slot == slot
	case *model.Attr:
		return partOf(e.Object, slot)
	}
	return false
}

// read notes whether something that is read is sensitive, and what may be wrong with it that no try catches.
func (ev *evaluator) read(r Result) Result {
	ev.budget.SpendOther(r.Steps)
	r.Steps, r.remains = 0, nil
	switch {
	case r.Uncaught && r.Err != nil:
		ev.uncaught.mayFailAs(r)
	case r.Uncaught:
		ev.uncaught.inherit(r)
	}
	if !ev.secret && r.Err == nil {
		ev.secret = r.Value.HasSensitive()
	}
	return r
}

// assume takes null out of a result that matters only if it is not null.
func (ev *evaluator) assume(r Result, notNull bool) Result {
	if notNull && r.Err == nil && !r.Value.IsKnown() && r.Value.MayBeNull() {
		r.Value = r.Value.NotNull()
		ev.assumed = true
	}
	return r
}

// assuming evaluates something, and reports whether anything in it was taken for not null.
func (ev *evaluator) assuming(f func()) bool {
	before := ev.assumed
	ev.assumed = false
	f()
	assumed := ev.assumed
	ev.assumed = before || assumed
	return assumed
}

// failure returns a result that is an error in every world.
func failure(at diag.Range, summary, detail string) Result {
	return Result{Err: problem(at, summary, detail)}
}

func problem(at diag.Range, summary, detail string) *diag.Diagnostic {
	return &diag.Diagnostic{Summary: summary, Detail: detail, Subject: at}
}

// risk notes that there may be an error because of what is unknown in a value.
func (r *Result) risk(d *diag.Diagnostic, v value.Value) { r.mayFail(d, v.Causes()) }

// fail makes the error of a part that of the result.
func (r *Result) fail(part Result) { r.Err, r.Items, r.Uncaught = part.Err, part.Items, part.Uncaught }

// mayFailAs notes that there may be the error of a part, because of what is unknown in other
// values.
func (r *Result) mayFailAs(part Result, others ...value.Value) {
	r.mayFail(part.Err, nil)
	for _, v := range others {
		r.risk(part.Err, v)
	}
	r.Uncaught = r.Uncaught || part.Uncaught
}

// mayFail notes that there may be an error. The first one is kept.
func (r *Result) mayFail(d *diag.Diagnostic, causes []*value.Cause) {
	if r.MayFail == nil {
		r.MayFail = d
	}
	r.Causes = value.Union(r.Causes, causes)
}

// risks are what may be wrong with many parts of an expression.
type risks struct {
	Result
	causes []*value.Cause
}

// inherit notes what may be wrong with a part.
func (k *risks) inherit(part Result) {
	if part.MayFail != nil {
		k.note(part.MayFail, part.Uncaught)
		k.causes = append(k.causes, part.Causes...)
	}
}

// mayFailAs notes that there may be the error of a part, because of what is unknown in other values.
func (k *risks) mayFailAs(part Result, others ...value.Value) {
	k.note(part.Err, part.Uncaught)
	for _, v := range others {
		k.causes = append(k.causes, v.Causes()...)
	}
}

func (k *risks) note(d *diag.Diagnostic, uncaught bool) {
	if k.MayFail == nil {
		k.MayFail = d
	}
	k.Uncaught = k.Uncaught || uncaught
}

// result returns what may be wrong with all parts.
func (k *risks) result() Result {
	k.Causes = value.Union(nil, k.causes)
	return k.Result
}

// inherit notes what may be wrong with a part of the expression.
func (r *Result) inherit(part Result) {
	if part.MayFail != nil {
		r.mayFail(part.MayFail, part.Causes)
		r.Uncaught = r.Uncaught || part.Uncaught
	}
}
