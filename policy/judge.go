package policy

import (
	"iter"
	"maps"
	"slices"
	"sync"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/verdict"
)

// Host answers what policies ask about the rest of the plan. It must be safe for
// concurrent use.
type Host interface {
	// Call answers a call of getresources or getdatasource.
	Call(call *HostCall, args []Value) Result
}

// Target is what policies judge: a resource with one operation, a call of a
// module, a configuration of a provider, or the plan as a whole.
type Target struct {
	Kind Kind
	// Type is the type of the resource, the source of the module, or the type of the
	// provider. The first labels of policies are compared with it. A plan has none.
	Type string
	// Address is the resource, the module or the provider for reports; Mock is the
	// same in tests.
	Address, Mock string
	// Operation is that of a resource.
	Operation Operation
	// Part says that the operation is part of a replacement. A policy that judges this as a whole does not judge it.
	Part bool
	// Attrs, Prior and Meta are the values of attrs, prior_attrs and meta. Prior may be
	// nil for modules and providers. They are used by one goroutine at a time.
	Attrs, Prior, Meta eval.Object
	// Own is meta of a resource with what only planfmt has.
	Own eval.Object
	// Plan returns what a name of a query stands for, see [Set.PlanUses]. Only the target of policies for plans has it.
	Plan func(name string) eval.Object
}

// Judge judges the targets of one plan. It is safe for concurrent use.
type Judge struct {
	set    *Set
	inputs *Inputs
	host   Host
	run    *budget.Run
	judged map[*policy]*judged
	states map[*unit]*unitState
	// apart and apartStates are run and states of explanations, which do not count for the run.
	apart       *Run
	apartStates func() map[*unit]*unitState
	// matching are the policies that apply to a type.
	matching sync.Map // targetType -> []*judged
	// read has the values that policies read, and sets those that one of them reads.
	read []*numbered
	sets []*readSet
}

// judged is a policy for one plan. What is needed for every target is in it, and not behind a pointer.
type judged struct {
	*policy
	report     *verdict.Policy
	operations uint8 // a bit for each that it judges
	level      levelResult
	set        int // what it reads, in sets of the Judge; -1 if that is not known
	answers    answers
	state      *unitState
}

// sees reports whether a target exists for the policy: a replacement is one for a policy that judges it as a whole, and two for others.
func (p *judged) sees(t *Target) bool {
	return t.Kind != policyfile.Resource || (p.Whole || t.Operation != policyfile.Replace) && !(p.Whole && t.Part)
}

// judges reports whether the policy judges a target of its kind.
func (p *judged) judges(t *Target) bool {
	return t.Kind != policyfile.Resource || p.operations>>t.Operation&1 == 1
}

// unitState is a file for one plan: its inputs and locals, which are the same for all targets.
type unitState struct {
	inputs unitInputs
	outer  *outerLocals
}

// Judge returns a judge. The set must have been bound without errors.
//
// The run counts the work; without one, only that of each policy for each target is limited. If it is exceeded in the end,
// no result counts.
func (s *Set) Judge(inputs *Inputs, host Host, run *Run) *Judge {
	j := &Judge{set: s, inputs: inputs, host: host, run: run, judged: make(map[*policy]*judged, len(s.policies))}
	known, sets := map[string][]int{}, map[question]int{}
	j.states = s.newStates(inputs.units, host, run)
	j.apart = run.Apart()
	j.apartStates = sync.OnceValue(func() map[*unit]*unitState { return s.newStates(inputs.units, host, j.apart) })
	all := make([]judged, 0, len(s.policies))
	for i, u := range s.units {
		st := j.states[u]
		for k, p := range u.policies {
			all = append(all, judged{
				policy: p, report: p.report, level: inputs.units[i].levels[k], set: j.readSetOf(p.reads, known, sets), state: st,
			})
			one := &all[len(all)-1]
			for _, o := range p.Operations {
				one.operations |= 1 << o
			}
			j.judged[p] = one
		}
	}
	return j
}

// scopeHost answers what an expression asks for in one policy, for one target.
type scopeHost struct {
	roots map[string]eval.Object
	calls Host
	// target and its locals are roots, too, but not in a map.
	target *Target
	own    bool // meta has what only planfmt has
	inputs inputsObject
	locals localsObject
	// memory has what is the same for all policies and one target. It may be nil.
	memory *eval.Memory
	// budget is that of everything that is evaluated. If it is nil, each evaluation has one of its own, of the run if there
	// is one.
	budget *budget.Budget
	run    *budget.Run
	// states are those of all files, for calls of their functions.
	states map[*unit]*unitState
	// explaining, if it is set, gets to know how locals come about.
	explaining *explaining
}

func (h *scopeHost) Root(name string) eval.Object {
	if h.target == nil {
		return h.roots[name]
	}
	switch name {
	case "attrs":
		return h.target.Attrs
	case "prior_attrs":
		return h.target.Prior
	case "meta":
		if h.own && h.target.Own != nil {
			return h.target.Own
		}
		return h.target.Meta
	case "local":
		return &h.locals
	case "input":
		return h.inputs
	}
	return h.target.Plan(name)
}

// Memory has what has been evaluated for the target.
func (h *scopeHost) Memory() *eval.Memory { return h.memory }

func (h *scopeHost) Call(call *model.HostCall, args []value.Value) eval.Result {
	if f, ok := call.Of.(*function); ok {
		if h.budget != nil {
			return f.call(h, call.NameAt, args, h.budget)
		}
		b := h.begin()
		r := f.call(h, call.NameAt, args, b)
		r.Steps = b.Used()
		return r
	}
	if h.calls == nil {
		return eval.Result{Err: &diag.Diagnostic{
			Summary: "Not available here", Subject: call.NameAt,
			Detail: "This is evaluated without a plan, so " + call.Name + " cannot be called.",
		}}
	}
	return h.calls.Call(call, args)
}

func (h *scopeHost) eval(e model.Expr) eval.Result {
	if h.budget != nil {
		return eval.Eval(e, h, h.budget)
	}
	b := h.begin()
	defer h.run.End(b)
	return eval.Eval(e, h, b)
}

// begin returns a budget of its own for an evaluation. That for a plan as a whole grows with the plan.
func (h *scopeHost) begin() *budget.Budget {
	if h.target != nil && h.target.Kind == Plan {
		return h.run.BeginAll()
	}
	return h.run.Begin()
}

// evalLocal evaluates a local. What is wrong with it is wrong with whatever reads it: a try
// cannot do anything about it there.
func (h *scopeHost) evalLocal(l *local) eval.Result {
	var r eval.Result
	if h.explaining != nil {
		r = h.explaining.local(h, l)
	} else {
		r = h.eval(l.expr)
	}
	r.Uncaught = r.Err != nil || r.MayFail != nil
	return r
}

// sharedLocals is the value of local outside of policies. Each local is evaluated once, when
// somebody reads it. Its steps count for whoever does, as who comes first is a matter of chance; for the run they count once.
type sharedLocals struct {
	unit   *unit
	state  *unitState
	states map[*unit]*unitState
	calls  Host
	run    *budget.Run
	slots  []sharedLocal
}

type sharedLocal struct {
	once   sync.Once
	result eval.Result
}

func (l *sharedLocals) get(i int) eval.Result {
	slot := &l.slots[i]
	// There are no cycles, so that no local waits for itself.
	slot.once.Do(func() {
		host := &scopeHost{calls: l.calls, budget: l.run.Begin(), states: l.states}
		defer l.run.End(host.budget)
		host.roots = map[string]eval.Object{
			"input": inputsObject(l.state.inputs.values),
			"local": &localsObject{outer: l.state.outer},
		}
		slot.result = host.evalLocal(&l.unit.locals[i])
		slot.result.Steps = host.budget.Used()
	})
	return slot.result
}

// outerLocals is the value of local where there are only those of the file, and those of other files that it uses.
type outerLocals struct {
	shared   *sharedLocals
	imported map[string]*outerLocals
}

func (l *outerLocals) Attr(name string) (eval.Result, bool) {
	if i, ok := l.shared.unit.byName[name]; ok {
		return l.shared.get(i), true
	}
	if from := l.imported[name]; from != nil {
		return from.Attr(name)
	}
	return eval.Result{}, false
}

func (l *outerLocals) Value() eval.Result { return wholeObject(l.names(), l.Attr) }

// names returns the names of all locals.
func (l *outerLocals) names() []string {
	return append(names(l.shared.unit.locals), slices.Sorted(maps.Keys(l.imported))...)
}

func names(locals []local) []string {
	all := make([]string, len(locals))
	for i, l := range locals {
		all[i] = l.name
	}
	return all
}

// localsObject is the value of local in a policy, for one target, and where levels are
// evaluated. What it does not have, outer may have.
type localsObject struct {
	locals []local
	byName map[string]int
	host   *scopeHost
	outer  *outerLocals // may be nil
	done   []*eval.Result
	paid   map[string]bool // the locals of outer whose steps have been counted
}

func (l *localsObject) Attr(name string) (eval.Result, bool) {
	i, ok := l.byName[name]
	if !ok {
		if l.outer == nil {
			return eval.Result{}, false
		}
		r, ok := l.outer.Attr(name)
		if l.paid[name] {
			r.Steps = 0
		}
		if r.Steps > 0 {
			if l.paid == nil {
				l.paid = map[string]bool{}
			}
			l.paid[name] = true
		}
		return r, ok
	}
	if l.done[i] == nil {
		r := l.host.evalLocal(&l.locals[i])
		l.done[i] = &r
	}
	return *l.done[i], true
}

func (l *localsObject) Value() eval.Result {
	all := names(l.locals)
	if l.outer != nil {
		for _, name := range l.outer.names() {
			if _, hidden := l.byName[name]; !hidden {
				all = append(all, name)
			}
		}
	}
	return wholeObject(all, l.Attr)
}

// Binding reports whether there are policies of a kind that are not advisory.
func (j *Judge) Binding(kind Kind) bool {
	return slices.ContainsFunc(j.set.policies, func(p *policy) bool {
		l := j.judged[p].level
		return p.Kind == kind && (l.err != nil || l.level != verdict.Advisory)
	})
}

// match is [Set.match] for this plan.
func (j *Judge) match(kind policyfile.Kind, typ string) []*judged {
	key := targetType{kind, typ}
	if known, ok := j.matching.Load(key); ok {
		return known.([]*judged)
	}
	var all []*judged
	for _, p := range j.set.match(kind, typ) {
		all = append(all, j.judged[p])
	}
	j.matching.Store(key, all)
	return all
}

// Matched returns the policies that apply to a target which has been judged.
func (j *Judge) Matched() map[*verdict.Policy]bool {
	all := map[*verdict.Policy]bool{}
	j.matching.Range(func(_, matching any) bool {
		for _, p := range matching.([]*judged) {
			all[p.report] = true
		}
		return true
	})
	return all
}

// Results returns what each policy that applies to a target says about it, in
// the order of the files and of the policies in them.
func (j *Judge) Results(t Target) []verdict.Result {
	var results []verdict.Result
	for r := range j.each(t, true) {
		results = append(results, *Kept(r))
	}
	return results
}

// Kept returns a copy of a result of [Judge.Each] that stays valid.
func Kept(r *verdict.Result) *verdict.Result {
	one := *r
	one.Conditions = slices.Clone(r.Conditions)
	return &one
}

// Each yields what [Judge.Results] returns, but leaves out the conditions of a policy that has passed and has no more to say. A result
// and its Conditions are valid until the next one, see [Kept].
func (j *Judge) Each(t Target) iter.Seq[*verdict.Result] { return j.each(t, false) }

func (j *Judge) each(t Target, whole bool) iter.Seq[*verdict.Result] {
	return func(yield func(*verdict.Result) bool) {
		matching := j.match(t.Kind, t.Type)
		if len(matching) == 0 {
			return
		}
		s := sitting{Judge: j, target: &t, read: targetReadings{target: &t}, part: j.run.Part(), whole: whole}
		defer s.part.Close()
		operation := ""
		if t.Kind == policyfile.Resource {
			operation = t.Operation.String()
		}
		for _, p := range matching {
			if !p.sees(&t) {
				continue
			}
			s.result = verdict.Result{Policy: p.report, Address: t.Address, Mock: t.Mock, Operation: operation, Level: p.level.level}
			if p.judges(&t) {
				s.judge(p, &s.result)
			}
			if !whole && isBrief(&s.result) {
				s.result.Conditions = nil
			}
			if !yield(&s.result) {
				return
			}
		}
	}
}

// sitting judges one target. Its memory is for all policies.
type sitting struct {
	*Judge
	target     *Target
	read       targetReadings
	memory     eval.Memory
	part       budget.Part
	host       scopeHost
	budget     budget.Budget
	result     verdict.Result
	conditions []verdict.Condition
	whole      bool // see Each
}

// scope returns the scope of a policy for the target.
func (s *sitting) scope(p *judged) *scopeHost {
	h, done := &s.host, s.host.locals.done
	s.part.Begin(&s.budget)
	*h = scopeHost{calls: s.Judge.host, target: s.target, own: p.own(), memory: &s.memory, inputs: p.state.inputs.values, budget: &s.budget, states: s.states}
	clear(done)
	h.locals = localsObject{locals: p.locals, byName: p.byName, host: h, outer: p.state.outer, done: slices.Grow(done[:0], len(p.locals))[:len(p.locals)]}
	return h
}
