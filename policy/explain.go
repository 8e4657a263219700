package policy

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/verdict"
)

const (
	maxExplained      = 400 // steps of an explanation
	maxExplainedDepth = 40
	maxPrintedText    = 1000 // bytes
)

// Explain says how a policy comes to its result about a target. It evaluates the policy once more, with locals of its own. What that takes
// does not count for the run, but is limited as for any other evaluation. It returns nil if the result is of no policy of the judge's.
func (j *Judge) Explain(t Target, r *verdict.Result) *verdict.Explanation {
	for _, p := range j.match(t.Kind, t.Type) {
		if p.report == r.Policy {
			return j.explain(&t, p, r)
		}
	}
	return nil
}

func (j *Judge) explain(t *Target, p *judged, r *verdict.Result) *verdict.Explanation {
	x := &explaining{out: &verdict.Explanation{Policy: r.Policy, Address: r.Address, Mock: r.Mock, Operation: r.Operation, Outcome: r.Outcome}, traces: map[model.Expr]*eval.Trace{}, told: map[model.Expr]bool{}}
	if !p.judges(t) || p.level.err != nil {
		return x.out
	}
	b, states := j.apart.Begin(), j.apartStates()
	x.state = states[p.unit]
	h := &scopeHost{calls: j.host, target: t, own: p.own(), inputs: x.state.inputs.values, budget: b, states: states, explaining: x}
	h.locals = localsObject{locals: p.locals, byName: p.byName, host: h, outer: x.state.outer, done: make([]*eval.Result, len(p.locals))}
	x.host = h
	for i := range p.locals { // they print whether something sensitive needs them or not
		if eval.Prints(p.locals[i].expr) {
			h.locals.Attr(p.locals[i].name)
		}
	}
	if p.filter != nil {
		x.add("filter", p.filter)
		if r.Outcome == verdict.Skipped {
			return x.out
		}
	}
	for _, e := range p.enforce {
		x.add("condition", e.condition)
	}
	x.out.Cut = x.out.Cut || b.Exceeded()
	return x.out
}

// explaining makes one explanation.
type explaining struct {
	out    *verdict.Explanation
	host   *scopeHost
	state  *unitState
	steps  int
	traces map[model.Expr]*eval.Trace // of locals
	told   map[model.Expr]bool        // the locals of which the steps have been told
}

// add adds the steps of a filter or a condition.
func (x *explaining) add(what string, e model.Expr) {
	r, t := eval.TraceOf(e, x.host, x.host.budget)
	x.prints(t)
	root := t.Root
	if root == nil { // a constant
		root = &eval.Step{Expr: e, Result: r}
	}
	s := x.step(root, 0)
	s.What = what
	x.out.Steps = append(x.out.Steps, s)
}

// local evaluates a local of the policy, and keeps its steps.
func (x *explaining) local(h *scopeHost, l *local) eval.Result {
	r, t := eval.TraceOf(l.expr, h, h.budget)
	x.traces[l.expr] = t
	x.prints(t)
	return r
}

// outerLocal returns the steps of a local of the file, which is evaluated once more for that.
func (x *explaining) outerLocal(e model.Expr) *eval.Trace {
	if t, ok := x.traces[e]; ok {
		return t
	}
	h := &scopeHost{calls: x.host.calls, budget: x.host.budget, states: x.host.states}
	h.roots = map[string]eval.Object{"input": inputsObject(x.state.inputs.values), "local": &localsObject{outer: x.state.outer}}
	_, t := eval.TraceOf(e, h, h.budget)
	x.traces[e] = t
	x.prints(t)
	return t
}

func (x *explaining) prints(t *eval.Trace) {
	for _, p := range t.Prints {
		one := verdict.Print{Text: x.text(p.Value, maxPrintedText)}
		if p.Label.Err != nil || !p.Label.Value.IsNull() {
			one.Label = messagePart(p.Label)
		}
		x.out.Prints = append(x.out.Prints, one)
	}
	x.out.MorePrints += t.MorePrints
	x.out.Cut = x.out.Cut || t.Cut
}

// text returns a value as text, or why there is none.
func (x *explaining) text(r eval.Result, most int) string {
	switch {
	case r.Err != nil:
		return text(r.Err)
	case r.Value.IsNull() && r.MayFail != nil: // in some worlds, there is no value
		return value.UnknownText(r.Causes)
	}
	return showUpTo(r.Value, most)
}

// step returns what is told of a step, with its parts.
func (x *explaining) step(s *eval.Step, depth int) verdict.Step {
	x.steps++
	out := verdict.Step{Range: s.Expr.Range(), Text: x.text(s.Result, maxShownText), Failed: s.Result.Err != nil}
	if p, ok := s.Expr.(*model.Print); ok && len(s.Steps) > 0 && s.Steps[0].Expr == p.Operand {
		return x.step(s.Steps[0], depth)
	}
	if x.steps > maxExplained || depth > maxExplainedDepth {
		x.out.Cut = true
		return out
	}
	if isReference(s.Expr) {
		if s.Result.Err == nil && !s.Result.Value.IsKnown() {
			out.Causes = causesOf(s.Result.Value.Causes())
		}
		if l := x.isLocal(s.Expr); l != nil && !x.told[l] {
			x.told[l] = true
			if t := x.trace(l); t != nil && t.Root != nil {
				out.Steps = []verdict.Step{x.step(t.Root, depth+1)}
			}
		}
		return out
	}
	for _, part := range x.parts(s, &out) {
		one := x.step(part, depth+1)
		one.Element, one.Decides = elementText(part), decides(s, part)
		out.Steps = append(out.Steps, one)
	}
	return out
}

// isReference reports whether an expression is a name with steps behind it, whose parts are not told on their own.
func isReference(e model.Expr) bool {
	for {
		switch x := e.(type) {
		case *model.Root, *model.Variable:
			return true
		case *model.Attr:
			e = x.Object
		case *model.Index:
			if _, ok := x.Key.(*model.Literal); !ok {
				return false
			}
			e = x.Collection
		default:
			return false
		}
	}
}

// isLocal returns the expression of a local that an expression refers to, or nil.
func (x *explaining) isLocal(e model.Expr) model.Expr {
	a, ok := e.(*model.Attr)
	if !ok {
		return nil
	}
	if root, ok := a.Object.(*model.Root); !ok || root.Name != "local" || x.host == nil {
		return nil
	}
	return x.host.local(a.Name)
}

// trace returns the steps of a local.
func (x *explaining) trace(l model.Expr) *eval.Trace {
	if t, ok := x.traces[l]; ok {
		return t
	}
	return x.outerLocal(l)
}

// parts returns the steps that are told of a step. Nothing is told that depends on something sensitive: which branch has been taken,
// which alternative has counted, which elements there are.
func (x *explaining) parts(s *eval.Step, out *verdict.Step) []*eval.Step {
	hidden := s.Result.Err == nil && s.Result.Value.IsSensitive()
	switch e := s.Expr.(type) {
	case *model.Try, *model.Can:
		if hidden {
			return nil
		}
	case *model.Conditional:
		return branches(s, e)
	case *model.Binary:
		if e.Op == model.And || e.Op == model.Or {
			return operands(s, e.Op)
		}
	case *model.Call:
		if len(e.Args) == 1 && len(s.Steps) == 1 && (e.Function.Name == "alltrue" || e.Function.Name == "anytrue") {
			if loop, ok := s.Steps[0].Expr.(*model.For); ok {
				return x.elementsOf(s, loop, e.Function.Name, out)
			}
		}
	case *model.For:
		return forParts(s, e, eval.IsFalse, out)
	}
	return s.Steps
}

// branches returns the condition of a conditional expression, and the branches that count.
func branches(s *eval.Step, e *model.Conditional) []*eval.Step {
	var all []*eval.Step
	taken := []model.Expr{e.Then, e.Else}
	for _, part := range s.Steps {
		if part.Expr != e.Condition {
			continue
		}
		all = append(all, part)
		switch eval.OutcomeOf(part.Result) {
		case eval.IsTrue:
			taken = taken[:1]
		case eval.IsFalse:
			taken = taken[1:]
		}
	}
	for _, part := range s.Steps {
		for _, t := range taken {
			if part.Expr == t {
				all = append(all, part)
			}
		}
	}
	return all
}

// operands returns the operands of && or ||, and those of operands with the same operator.
func operands(s *eval.Step, op model.Op) []*eval.Step {
	var all []*eval.Step
	for _, part := range s.Steps {
		if b, ok := part.Expr.(*model.Binary); ok && b.Op == op {
			all = append(all, operands(part, op)...)
			continue
		}
		all = append(all, part)
	}
	return all
}

// decides reports whether an operand of && or || decides what that comes to: it is the first one that is false or true.
func decides(s, part *eval.Step) bool {
	e, ok := s.Expr.(*model.Binary)
	if !ok || e.Op != model.And && e.Op != model.Or {
		return false
	}
	want := eval.IsFalse
	if e.Op == model.Or {
		want = eval.IsTrue
	}
	if eval.OutcomeOf(s.Result) != want {
		return false
	}
	for _, one := range operands(s, e.Op) {
		if eval.OutcomeOf(one.Result) == want {
			return one == part
		}
	}
	return false
}

// elementsOf returns the for expression in alltrue or anytrue, with the elements that have decided.
func (x *explaining) elementsOf(s *eval.Step, loop *model.For, name string, out *verdict.Step) []*eval.Step {
	want := eval.IsFalse
	switch of := eval.OutcomeOf(s.Result); {
	case of == eval.IsUnknown:
		want = eval.IsUnknown
	case name == "anytrue" && of == eval.IsTrue:
		want = eval.IsTrue
	}
	return forParts(s.Steps[0], loop, want, out)
}

// forParts returns the collection of a for expression, and the first elements with an outcome, or those with an error.
func forParts(s *eval.Step, e *model.For, want eval.Outcome, out *verdict.Step) []*eval.Step {
	var all []*eval.Step
	failed := s.Result.Err != nil
	shown := !s.Choices && (failed && e.Condition == nil || !failed && !s.Result.Value.IsSensitive())
	for _, part := range s.Steps {
		switch {
		case part.Expr == e.Source:
			all = append(all, part)
			shown = shown && (part.Result.Err != nil || !part.Result.Value.IsSensitive())
		case !shown:
		case failed && part.Result.Err != nil, !failed && eval.OutcomeOf(part.Result) == want:
			all = append(all, part)
		}
	}
	if n := s.More[want]; n > 0 && shown && !failed {
		word := map[eval.Outcome]string{eval.IsFalse: "false", eval.IsTrue: "true", eval.IsUnknown: "not known"}[want]
		if n == 1 {
			out.More = "1 more element is " + word
		} else {
			out.More = fmt.Sprintf("%d more elements are %s", n, word)
		}
	}
	return all
}

// elementText returns the key of an element in brackets, or "" for a step that is none of an element.
func elementText(s *eval.Step) string {
	if s.Key == nil {
		return ""
	}
	if s.Key.IsKnown() && !s.Key.IsNull() && (s.Key.Type().IsObjectType() || s.Key.Type().IsMapType()) {
		return "[...]" // of a set, whose elements are their own keys
	}
	return "[" + strings.TrimSpace(showValue(*s.Key)) + "]"
}

// findFailing finds the parts because of which conditions are false. It may evaluate them several times, and only takes what is left of the
// budget, so that this changes no verdict.
func (h *scopeHost) findFailing(p *judged, r *verdict.Result) {
	whole := h.budget
	defer func() { h.budget = whole }()
	for i := range r.Conditions {
		c := &r.Conditions[i]
		if c.Outcome != verdict.Fail || whole.Left() == 0 {
			continue
		}
		h.budget = budget.New(whole.Left())
		if at := h.failing(p.enforce[i].condition); at != c.Range && !h.budget.Exceeded() {
			c.Failing = at
		}
		whole.Pay(h.budget.Cost())
	}
}

// failing returns the part of a condition because of which it is false, or its whole range: the only operand of && that is false,
// the operand of || in !(a || b) that is true, or the branch of a conditional expression.
func (h *scopeHost) failing(e model.Expr) diag.Range {
	want, at := false, e
	for {
		switch x := at.(type) {
		case *model.Unary:
			if x.Op != model.Not || h.is(x.Operand, want) { // operand is !want
				return at.Range()
			}
			at, want = x.Operand, !want
			continue
		case *model.Conditional:
			switch {
			case h.is(x.Condition, true):
				at = x.Then
			case h.is(x.Condition, false):
				at = x.Else
			default:
				return at.Range()
			}
			continue
		case *model.Binary:
			if x.Op == model.And && !want || x.Op == model.Or && want {
				left, right := h.is(x.Left, want), h.is(x.Right, want)
				switch {
				case left && !right:
					at = x.Left
					continue
				case right && !left:
					at = x.Right
					continue
				}
			}
		}
		return at.Range()
	}
}

// is reports whether an expression is true or false, and not sensitive.
func (h *scopeHost) is(e model.Expr, want bool) bool {
	of := eval.OutcomeOf(h.eval(e))
	return of == eval.IsTrue && want || of == eval.IsFalse && !want
}
