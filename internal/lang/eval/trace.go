package eval

import (
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// Step is what a part of an expression has been evaluated to.
type Step struct {
	Expr   model.Expr
	Result Result
	// Steps are those of the parts, in the order of the evaluation.
	Steps []*Step
	// Key is that of the element of a collection for which a for expression has evaluated this part of it; otherwise nil.
	Key *value.Value
	// More counts the elements of a for expression of which there are no steps, by what they have come to: see [Outcome].
	More [Other + 1]int
	// Choices says that the collection of a for expression may be one of several, so that there are no steps of its elements.
	Choices bool

	items   [Other + 1]int // of which there are steps
	element *value.Value   // the key of the element that is being evaluated
	loops   int            // how often a for expression has gone over its collection
}

// Outcome is what an element of a for expression has come to.
type Outcome uint8

// The outcomes. Whatever is sensitive is Other.
const (
	IsFalse Outcome = iota
	IsTrue
	IsUnknown
	Other
)

// OutcomeOf returns what a result is, as that of an element.
func OutcomeOf(r Result) Outcome {
	switch {
	case r.Err != nil || r.MayFail != nil || r.Value.HasSensitive():
		return Other
	case !r.Value.IsKnown():
		return IsUnknown
	case r.Value.IsNull() || r.Value.Type() != cty.Bool:
		return Other
	case r.Value.IsTrue():
		return IsTrue
	}
	return IsFalse
}

// Printed is a value that an expression prints, and what it calls that.
type Printed struct{ Value, Label Result }

// Limits of a trace.
const (
	tracedElements = 5      // of a for expression, for each outcome
	tracedSteps    = 20_000 // altogether
	tracedPrints   = 100
)

// Trace is what an evaluation has consisted of.
type Trace struct {
	Root   *Step
	Prints []Printed
	// MorePrints is how many prints there have been beyond the first ones.
	MorePrints int
	// Cut says that there have been so many steps that not all of them are there.
	Cut bool

	at    *Step // the one that is being evaluated
	steps int
}

// TraceOf evaluates an expression as [Eval] does, and returns the steps of that, too. It uses no memory of the host's.
func TraceOf(e model.Expr, host Host, b *budget.Budget) (Result, *Trace) {
	t := &Trace{}
	ev := &evaluator{host: host, maxSize: value.MaxSize, budget: b, trace: t}
	if f, ok := host.(Forgiving); ok {
		ev.absences = f.Absences()
	}
	r := ev.eval(e)
	if b.Exceeded() {
		r = ev.exhausted(e)
	}
	return r, t
}

// traced evaluates a part of an expression, and notes what it comes to.
func (ev *evaluator) traced(e model.Expr) Result {
	t := ev.trace
	if t.steps++; t.steps > tracedSteps {
		t.Cut = true
		return ev.evalNow(e)
	}
	parent, step := t.at, &Step{Expr: e}
	t.at = step
	prints, more := len(t.Prints), t.MorePrints
	r := ev.evalNow(e)
	step.Result = r
	t.at = parent
	t.hidePrints(e, r, prints, more)
	if _, literal := e.(*model.Literal); literal {
		return r
	}
	switch {
	case parent == nil:
		t.Root = step
	default:
		parent.add(step)
	}
	return r
}

// hidePrints replaces what the parts of an expression have printed if something sensitive decides which of them are evaluated.
func (t *Trace) hidePrints(e model.Expr, r Result, prints, more int) {
	switch e.(type) {
	case *model.For, *model.Splat, *model.Try, *model.Can:
		switch {
		case r.Err != nil || !r.Value.IsSensitive() || !Prints(e):
		case prints == tracedPrints:
			t.MorePrints = more + 1
		default:
			hidden := Of(value.Of(cty.StringVal("")).WithSensitive())
			t.Prints, t.MorePrints = append(t.Prints[:prints], Printed{hidden, hidden}), more
		}
	}
}

// Prints reports whether an expression prints anything.
func Prints(e model.Expr) bool {
	_, ok := e.(*model.Print)
	return ok || slices.ContainsFunc(model.Children(e), Prints)
}

// add adds the step of a part. Of the elements of a for expression, there are only the first ones with each outcome.
func (s *Step) add(part *Step) {
	loop, ok := s.Expr.(*model.For)
	switch splat, isSplat := s.Expr.(*model.Splat); {
	case isSplat && part.Expr == splat.Each:
		return
	case !ok || part.Expr == loop.Source:
		s.Steps = append(s.Steps, part)
		return
	case part.Expr != loop.Value: // conditions and keys
		return
	}
	part.Key = s.element
	of := OutcomeOf(part.Result)
	if s.items[of]++; s.items[of] > tracedElements {
		s.More[of]++
		return
	}
	s.Steps = append(s.Steps, part)
}

// loop notes that a for expression goes over a collection. Then the trace needs the keys of the elements. A nil trace needs none.
func (t *Trace) loop() bool {
	if t == nil || t.at == nil {
		return false
	}
	t.at.loops++
	t.at.Choices = t.at.loops > 1
	return true
}

// element notes which element a for expression looks at.
func (t *Trace) element(it value.Item) {
	if t != nil && t.at != nil {
		at := it.Written()
		t.at.element = &at
	}
}

// print notes a value that is printed. Without a trace, it goes nowhere. A label that cannot be evaluated changes nothing.
func (ev *evaluator) print(e *model.Print) Result {
	r := ev.eval(e.Operand)
	t := ev.trace
	if t == nil {
		return r
	}
	if len(t.Prints) == tracedPrints {
		t.MorePrints++
		return r
	}
	p := Printed{Value: r, Label: Of(value.Of(cty.StringVal("")))}
	if e.Label != nil {
		p.Label = ev.eval(e.Label)
	}
	t.Prints = append(t.Prints, p)
	return r
}
