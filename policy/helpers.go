package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/plans"
)

// Files for planfmt share their locals and their functions with each other. A name means what the file itself defines; if it does not, what
// another file of the same directory or, if there is none, any other file of the set defines.

// function is a function that a file defines.
type function struct {
	*policyfile.Function
	unit   *unit
	params []types.Type
	to     []cty.Type // of the arguments
	result model.Expr
}

// String returns a text that only this function has.
func (f *function) String() string { return f.unit.file.Name + "\x00" + f.Name }

// helpers are what a file uses of others, and the functions that it can call.
type helpers struct {
	locals    map[string]*unit     // of other files
	functions map[string]*function // by name, also its own
	units     []*unit              // other files that it needs, each once
}

func (h *helpers) need(of, u *unit) {
	if u != of && !slices.Contains(h.units, u) {
		h.units = append(h.units, u)
	}
}

// share says which helpers a name stands for.
type sharing struct {
	*binder
	locals    map[string][]*unit
	functions map[string][]*unit
}

// shareHelpers finds out which locals and functions each file uses that others define.
func (b *binder) shareHelpers(units []*unit) {
	s := sharing{b, map[string][]*unit{}, map[string][]*unit{}}
	for _, u := range units {
		if u.file.Planfmt == nil {
			continue
		}
		for _, l := range u.file.Locals {
			s.locals[l.Name] = append(s.locals[l.Name], u)
		}
		for _, f := range u.file.Functions {
			s.functions[f.Name] = append(s.functions[f.Name], u)
			u.functions = append(u.functions, &function{Function: f, unit: u})
		}
	}
	b.shared = s.functions
	for _, u := range units {
		u.helpers = helpers{locals: map[string]*unit{}, functions: map[string]*function{}}
		if u.own() {
			s.unit(u)
		}
	}
}

func (s sharing) unit(u *unit) {
	for _, f := range u.functions {
		u.helpers.functions[f.Name] = f
		s.expression(u, f.Result, nil)
	}
	s.expression(u, u.file.Level, nil)
	for _, l := range u.file.Locals {
		s.expression(u, l.Expr, nil)
	}
	for _, p := range u.policies {
		s.expression(u, p.Level, nil)
		for _, e := range p.Policy.Expressions() {
			s.expression(u, e, p.Locals)
		}
	}
}

// expression notes what an expression uses. own are the locals that hide others.
func (s sharing) expression(u *unit, e policyfile.Expression, own []policyfile.NamedExpr) {
	named := func(list []policyfile.NamedExpr, name string) bool {
		return slices.ContainsFunc(list, func(l policyfile.NamedExpr) bool { return l.Name == name })
	}
	for _, ref := range policyfile.References(e) {
		if ref.Root != "local" || ref.Attr == "" || u.helpers.locals[ref.Attr] != nil || named(own, ref.Attr) || named(u.file.Locals, ref.Attr) {
			continue
		}
		if from := s.find(u, "local", ref.Attr, ref.At, s.locals); from != nil {
			u.helpers.locals[ref.Attr] = from
			u.helpers.need(u, from)
		}
	}
	for _, call := range policyfile.Calls(e) {
		if u.helpers.functions[call.Root] != nil {
			continue
		}
		if from := s.find(u, "function", call.Root, call.At, s.functions); from != nil {
			for _, f := range from.functions {
				if f.Name == call.Root {
					u.helpers.functions[f.Name] = f
				}
			}
			u.helpers.need(u, from)
		}
	}
}

// find returns the file in which a name is defined that a file uses, or nil.
func (s sharing) find(u *unit, what, name string, at diag.Range, defined map[string][]*unit) *unit {
	all := defined[name]
	near := slices.DeleteFunc(slices.Clone(all), func(o *unit) bool { return o.set != u.set })
	if len(near) > 0 {
		all = near
	}
	switch len(all) {
	case 0:
		return nil
	case 1:
		return all[0]
	}
	s.report(diag.Error, at, "Ambiguous name", "Several files define the %s %s: %s and %s.", what, name, plans.SpellName(all[0].file.Name), plans.SpellName(all[1].file.Name))
	return all[0]
}

// fileScope is what is known of a file while its locals and functions are bound.
type fileScope struct {
	roots map[string]types.Type
	known types.Object
	bound map[string]model.Expr // locals
	index map[string]int
	state map[string]bindState // of locals and functions
}

// bindState says how far a local or a function has been bound.
type bindState uint8

const (
	unbound bindState = iota
	binding
	isBound
)

// openFile begins to bind a file whose inputs have been bound.
func (b *binder) openFile(u *unit, inputs types.Type) {
	s := &fileScope{known: types.Object{Attrs: map[string]types.Attr{}}, bound: map[string]model.Expr{}, index: map[string]int{}, state: map[string]bindState{}}
	s.roots = map[string]types.Type{"input": inputs, "local": s.known}
	for i, l := range u.file.Locals {
		s.index[l.Name] = i
		// Until it is bound, nothing is known about it.
		s.known.Attrs[l.Name] = types.Attr{Type: types.Any}
	}
	for name := range u.helpers.locals {
		s.known.Attrs[name] = types.Attr{Type: types.Any}
	}
	u.locals, u.byName = make([]local, len(u.file.Locals)), s.index
	if b.files == nil {
		b.files = map[*unit]*fileScope{}
	}
	b.files[u] = s
}

// bindHelpers binds the locals and the functions of a file in an order in which each comes after those that it uses.
func (b *binder) bindHelpers(u *unit) {
	for _, l := range u.file.Locals {
		b.bindLocal(u, l.Name)
	}
	for _, f := range u.functions {
		b.bindFunction(f)
	}
}

// maxHelperDepth is how many locals and functions can use each other in a row.
const maxHelperDepth = 5000

// deeper goes to what a local or a function uses, unless there is too much of it.
func (b *binder) deeper(at diag.Range) bool {
	if b.depth++; b.depth <= maxHelperDepth {
		return true
	}
	b.depth--
	b.report(diag.Error, at, "Too many definitions", "More than %d locals and functions use each other in a row.", maxHelperDepth)
	return false
}

func (b *binder) shallower() { b.depth-- }

// bindLocal binds a local of a file, and what it needs.
func (b *binder) bindLocal(u *unit, name string) {
	s := b.files[u]
	i, ok := s.index[name]
	if !ok || s.state["local."+name] != unbound {
		return
	}
	l := u.file.Locals[i]
	if !b.deeper(l.NameAt) {
		return
	}
	defer b.shallower()
	s.state["local."+name] = binding
	b.bindUsed(u, l.Expr, "local."+name)
	b.inFile(u, func() {
		u.locals[i] = local{name: l.Name, at: l.NameAt, expr: b.bind(l.Expr, s.roots)}
		s.known.Attrs[name] = types.Attr{Type: u.locals[i].expr.Type()}
		s.bound[name] = u.locals[i].expr
	})
	s.state["local."+name] = isBound
}

// bindFunction binds a function, and what it needs.
func (b *binder) bindFunction(f *function) {
	s, key := b.files[f.unit], f.Name+"()"
	if s.state[key] != unbound {
		return
	}
	if !b.deeper(f.At) {
		return
	}
	defer b.shallower()
	s.state[key] = binding
	b.bindUsed(f.unit, f.Result, key)
	b.inFile(f.unit, func() { b.functionBody(f, s) })
	s.state[key] = isBound
}

func (b *binder) functionBody(f *function, s *fileScope) {
	if f.Name == "try" || f.Name == "can" || slices.ContainsFunc(b.functions, func(c *Function) bool { return c.Name == f.Name }) || slices.Contains([]string{"getresources", "getdatasource", "gethttprequest"}, f.Name) {
		b.report(diag.Error, f.At, "Invalid name", "There is a function core::%s. Choose another name.", f.Name)
	}
	var params []model.Param
	for _, p := range f.Params {
		t := types.Type(types.Any)
		if p.Type != nil {
			found, diags := types.Parse(p.Type)
			b.diags = append(b.diags, diags...)
			if t = found; hasOptional(t) {
				b.report(diag.Error, policyfile.Range(p.Type.Range()), "Invalid type", "In the type of a parameter, no attribute can be optional.")
			}
		}
		f.params, f.to = append(f.params, t), append(f.to, types.ToCty(t))
		if t != types.Any {
			t = types.Optional(t)
		}
		params = append(params, model.Param{Name: p.Name, Type: t})
	}
	if f.Result == nil {
		return
	}
	scope := b.scope(s.roots)
	scope.Params, scope.Bare = params, true
	scope.Unavailable["print"] = "A function cannot print. Print the value where it is called."
	for _, name := range []string{"attrs", "prior_attrs", "meta", "resources", "plan", "drift", "outputs", "variables"} {
		scope.Forbidden[name] = "A function sees only its parameters, local and input. Give it a parameter, and pass " + name + " to it."
	}
	bound, diags := model.Bind(f.Result, scope)
	b.diags = append(b.diags, diags...)
	f.result = bound
}

// hasOptional reports whether an attribute in a type may be missing.
func hasOptional(t types.Type) bool {
	switch t := t.(type) {
	case types.List:
		return hasOptional(t.Elem)
	case types.Set:
		return hasOptional(t.Elem)
	case types.Map:
		return hasOptional(t.Elem)
	case types.Tuple:
		return slices.ContainsFunc(t.Elems, hasOptional)
	case types.Union:
		return slices.ContainsFunc(t.Members, hasOptional)
	case types.Object:
		for _, a := range t.Attrs {
			if a.Optional || hasOptional(a.Type) {
				return true
			}
		}
	}
	return false
}

// inFile binds something that belongs to a file, whichever file the binder is in.
func (b *binder) inFile(u *unit, f func()) {
	outer, bound, plan := b.unit, b.bound, b.plan
	b.unit, b.bound, b.plan = u, b.files[u].bound, false
	f()
	b.unit, b.bound, b.plan = outer, bound, plan
}

// bindUsed binds what an expression of a file uses. It reports what depends on itself; name is what the expression belongs to.
func (b *binder) bindUsed(u *unit, e policyfile.Expression, name string) {
	s := b.files[u]
	for _, ref := range policyfile.References(e) {
		switch from := u.helpers.locals[ref.Attr]; {
		case ref.Root != "local":
		case ref.Attr == "":
			b.report(diag.Error, ref.At, "Cycle", "This refers to all locals, and so to itself. Write the name of one of them: local.NAME.")
		case from == nil:
			if _, ok := s.index[ref.Attr]; ok && s.state["local."+ref.Attr] == binding && strings.HasSuffix(name, "()") {
				b.cycle(ref.At, name) // others have been found before
			}
			b.bindLocal(u, ref.Attr)
		default:
			if b.files[from].state["local."+ref.Attr] == binding {
				b.cycle(ref.At, name)
			}
			b.bindLocal(from, ref.Attr)
			if i, ok := b.files[from].index[ref.Attr]; ok && from.locals[i].expr != nil {
				s.known.Attrs[ref.Attr] = types.Attr{Type: from.locals[i].expr.Type()}
			}
		}
	}
	for _, call := range policyfile.Calls(e) {
		f := u.helpers.functions[call.Root]
		if f == nil {
			continue
		}
		if b.files[f.unit].state[f.Name+"()"] == binding {
			b.cycle(call.At, name)
		}
		b.bindFunction(f)
	}
}

// cycle reports something that depends on itself.
func (b *binder) cycle(at diag.Range, name string) {
	b.report(diag.Error, at, "Cycle", "The value of %s depends on itself. Functions cannot be recursive.", name)
}

// importedTypes gives the names that a file uses of others their types, once all files have been bound.
func (b *binder) importedTypes(u *unit) {
	for name, from := range u.helpers.locals {
		if l := from.locals[from.byName[name]]; l.expr != nil {
			b.files[u].known.Attrs[name] = types.Attr{Type: l.expr.Type()}
		}
	}
}

// unshared says of the functions that a file cannot call, because it is not for planfmt, why that is so.
func (b *binder) unshared(all map[string]string) map[string]string {
	if !b.unit.own() {
		for name := range b.shared {
			if _, known := all[name]; !known {
				all[name] = "The function " + name + " is defined in a file for planfmt. A file that calls it must say that it is for planfmt, too: policy { planfmt { version = \">= 1.0\" } }."
			}
		}
	}
	return all
}

// helperCalls are the functions that a file can call.
func (b *binder) helperCalls() map[string]model.HostCallSpec {
	if len(b.unit.helpers.functions) == 0 {
		return nil
	}
	all := map[string]model.HostCallSpec{}
	for name, f := range b.unit.helpers.functions {
		all[name] = model.HostCallSpec{Min: len(f.Params), Max: len(f.Params), Of: f, Check: f.check}
	}
	return all
}

// check returns the type of a call, and what is wrong with its arguments.
func (f *function) check(args []model.Expr) (types.Type, diag.List) {
	var diags diag.List
	when := types.Prompt
	for i, a := range args {
		when = max(when, types.Eventual(a.Type()))
		t := types.Resolve(a.Type())
		if i >= len(f.params) || f.params[i] == types.Any || t == types.None {
			continue
		}
		if rest := types.NonNull(t); types.Conversion(rest, f.params[i]) == types.Never {
			diags = append(diags, &diag.Diagnostic{Summary: "Invalid argument", Subject: a.Range(), Detail: fmt.Sprintf(
				"The argument %s of %s must be %s, and this is %s.", f.Params[i].Name, f.Name, types.Describe(f.params[i]), types.Describe(rest))})
		}
	}
	if f.result == nil {
		return types.Any, diags
	}
	return types.Lift(f.result.Type(), when), diags
}

// call evaluates the function for arguments. Steps are taken from the budget.
func (f *function) call(h *scopeHost, at diag.Range, args []value.Value, b *budget.Budget) eval.Result {
	var result eval.Result
	given := make([]value.Value, len(args))
	for i, a := range args {
		given[i] = a
		if f.to[i] == cty.DynamicPseudoType {
			continue
		}
		if !b.Spend(a.Size(b.Left())) {
			b.Locate(at)
			return eval.Result{Err: b.Err(), Uncaught: true}
		}
		invalid := func(err error) *diag.Diagnostic {
			return &diag.Diagnostic{Summary: "Invalid function argument", Subject: at, Detail: fmt.Sprintf("The argument %s of %s must be %s: %v.", f.Params[i].Name, f.Name, types.Describe(f.params[i]), err)}
		}
		converted, may, err := value.Convert(a, f.to[i])
		if err != nil {
			return eval.Result{Err: invalid(err)}
		}
		if may != nil && result.MayFail == nil {
			result.MayFail, result.Causes = invalid(may), a.Causes()
		}
		given[i] = converted
	}
	state := h.states[f.unit]
	if state == nil {
		return eval.Result{Err: &diag.Diagnostic{Summary: "Not available here", Subject: at, Detail: "Functions cannot be called here."}}
	}
	own := &scopeHost{calls: h.calls, budget: b, states: h.states, roots: map[string]eval.Object{
		"input": inputsObject(state.inputs.values), "local": helperLocals{state.outer},
	}}
	r := eval.Apply(f.result, given, own, b)
	if r.Err == nil && result.MayFail != nil {
		if r.MayFail == nil {
			r.MayFail = result.MayFail
		}
		r.Causes = value.Union(r.Causes, result.Causes)
	}
	return r
}

// helperLocals is the value of local in a function. What the locals cost counts for the run, but not for who calls the function: a call
// has the same cost whatever has been evaluated before.
type helperLocals struct{ outer *outerLocals }

func (l helperLocals) Attr(name string) (eval.Result, bool) {
	r, ok := l.outer.Attr(name)
	r.Steps = 0
	return r, ok
}

func (l helperLocals) Value() eval.Result {
	r := l.outer.Value()
	r.Steps = 0
	return r
}

// addHelpers adds the files that those of the set need, without their policies.
func (s *Set) addHelpers() {
	for i := 0; i < len(s.units); i++ {
		for _, u := range s.units[i].helpers.units {
			if !slices.Contains(s.units, u) {
				s.units = append(s.units, u)
			}
		}
	}
}

// newStates returns the files of the set for one plan, linked with each other.
func (s *Set) newStates(inputs []unitInputs, calls Host, run *Run) map[*unit]*unitState {
	states := make(map[*unit]*unitState, len(s.units))
	for i, u := range s.units {
		st := &unitState{inputs: inputs[i]}
		st.outer = &outerLocals{shared: &sharedLocals{unit: u, state: st, states: states, calls: calls, run: run, slots: make([]sharedLocal, len(u.locals))}}
		states[u] = st
	}
	for u, st := range states {
		for name, from := range u.helpers.locals {
			if st.outer.imported == nil {
				st.outer.imported = map[string]*outerLocals{}
			}
			st.outer.imported[name] = states[from].outer
		}
	}
	return states
}
