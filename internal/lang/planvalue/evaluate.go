package planvalue

import (
	"strings"

	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/funcs"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// sameFunctions are the functions of the language that do in a configuration what they do in a policy.
var sameFunctions = [...]string{
	"chomp", "coalesce", "concat", "element", "format", "join", "jsonencode", "keys", "length", "lookup", "lower", "merge",
	"replace", "split", "substr", "title", "trim", "trimprefix", "trimspace", "trimsuffix", "upper", "values",
}

const (
	// maxSteps is how many steps an expression may take, without those of what it refers to. There is no bound for all of them together: what is known
	// would depend on the order in which it is asked for.
	maxSteps = 1 << 14
	// maxHeight is through how many others an expression may refer to one.
	maxHeight = 100
	// maxDepth is how deep evaluations stand in each other. What is deeper is evaluated first.
	maxDepth = 2 * maxHeight
)

// interpreter finds out what is known of the expressions of a configuration. What it finds does not depend on what it was asked before.
type interpreter struct {
	variables Variables
	functions []*funcs.Function

	roots map[*config.Module]map[string]types.Type
	bound map[hclsyntax.Expression]model.Expr
	known map[instanceExpr]evaluated
	depth int
	// below is the height of what the expression that is being evaluated has referred to so far, plus one.
	below int
	// deeper is an expression that was not evaluated because it stood too deep. Until it is, nothing that is evaluated counts.
	deeper *scopedExpr
}

// scopedExpr is an expression, and where it is evaluated.
type scopedExpr struct {
	expr  hclsyntax.Expression
	scope moduleScope
}

// instance returns what tells an expression from others: it may have another value in each instance of a module and for each of a resource.
func (e scopedExpr) instance() instanceExpr {
	return instanceExpr{e.expr, e.scope.address + " " + e.scope.instance}
}

// instanceExpr is an expression in an instance of a module, and for an instance of a resource.
type instanceExpr struct {
	expr    hclsyntax.Expression
	address string
}

// evaluated is what is known of an expression. The height is 0 if it refers to no other one, and one more than that of the highest one otherwise.
type evaluated struct {
	value  value.Value
	height int
}

func newInterpreter(v Variables) *interpreter {
	in := &interpreter{
		variables: v,
		roots:     map[*config.Module]map[string]types.Type{}, bound: map[hclsyntax.Expression]model.Expr{}, known: map[instanceExpr]evaluated{},
	}
	for _, f := range funcs.All() {
		for _, name := range sameFunctions {
			if f.Name == name {
				in.functions = append(in.functions, f)
			}
		}
	}
	return in
}

// anyValue is what is known of a value about which nothing is known.
func anyValue() value.Value { return value.Unknown(cty.DynamicPseudoType) }

// eval returns what is known of the value of an expression. If it fails, there will be no value, so that nothing need be said of it. What
// would take too long is not known.
func (in *interpreter) eval(e *config.Expression, s moduleScope) value.Value {
	expr, ok := e.HCL().(hclsyntax.Expression)
	if !ok {
		return anyValue()
	}
	found := in.evaluate(scopedExpr{expr, s})
	in.below = max(in.below, found.height+1)
	if found.height >= maxHeight {
		return anyValue()
	}
	return found.value
}

// evaluate evaluates an expression, unless that has been done. What is too deep below it is evaluated before it is tried again.
func (in *interpreter) evaluate(e scopedExpr) evaluated {
	if in.depth > 0 {
		return in.try(e)
	}
	pending := []scopedExpr{e}
	isPending := map[instanceExpr]bool{e.instance(): true}
	for {
		in.deeper = nil
		found := in.try(pending[len(pending)-1])
		switch {
		case in.deeper == nil && len(pending) == 1:
			return found
		case in.deeper == nil:
			pending = pending[:len(pending)-1]
		case isPending[in.deeper.instance()]:
			in.known[in.deeper.instance()] = evaluated{value: anyValue()} // it refers to itself
		default:
			isPending[in.deeper.instance()] = true
			pending = append(pending, *in.deeper)
		}
	}
}

// try evaluates an expression, unless something that it refers to is too deep: then that is in.deeper, and the result does not count.
func (in *interpreter) try(e scopedExpr) evaluated {
	key := e.instance()
	found, known := in.known[key]
	switch {
	case known:
		return found
	case in.deeper != nil:
		return evaluated{value: anyValue()}
	case in.depth == maxDepth:
		in.deeper = &e
		return evaluated{value: anyValue()}
	}
	in.known[key] = evaluated{value: anyValue()} // if it refers to itself
	outer := in.below
	in.below = 0
	in.depth++
	r := eval.Eval(in.bind(e.expr, e.scope.module), configurationHost{in, e.scope}, budget.New(maxSteps))
	in.depth--
	found = evaluated{anyValue(), in.below}
	in.below = outer
	if in.deeper != nil {
		delete(in.known, key)
		return found
	}
	if r.Err == nil {
		found.value = r.Value
	}
	in.known[key] = found
	return found
}

// bind binds an expression of a module. What is wrong with it does not matter: the product has found nothing, or there would be no plan. A
// function or a name that planfmt does not know is unknown.
func (in *interpreter) bind(expr hclsyntax.Expression, m *config.Module) model.Expr {
	if e, ok := in.bound[expr]; ok {
		return e
	}
	roots := in.roots[m]
	if roots == nil {
		roots = map[string]types.Type{}
		for _, name := range []string{"var", "local", "each", "count", "module", "data"} {
			roots[name] = types.Any
		}
		for _, r := range m.Resources {
			roots[r.Type] = types.Any
		}
		in.roots[m] = roots
	}
	e, _ := model.Bind(expr, model.Scope{Roots: roots, Functions: in.functions, Namespace: "core", Bare: true})
	in.bound[expr] = e
	return e
}

// variable returns what is known of a variable of a module.
func (in *interpreter) variable(name string, s moduleScope) value.Value {
	declared := s.module.Variable(name)
	if declared == nil {
		return anyValue()
	}
	typ := cty.DynamicPseudoType
	if declared.Type != nil {
		t, _, diags := typeexpr.TypeConstraintWithDefaults(declared.Type.HCL())
		if diags.HasErrors() || t != cty.DynamicPseudoType && !t.IsPrimitiveType() {
			return anyValue() // its parts may be converted, or get defaults
		}
		typ = t
	}
	v := in.given(declared, s)
	if declared.Default != nil && v.MayBeNull() {
		return anyValue() // if the variable is not nullable, its default takes the place of null
	}
	converted, _, err := value.Convert(v, typ)
	switch {
	case err != nil:
		return anyValue()
	case v.Identity() != "" && v.Type() == cty.DynamicPseudoType && typ != cty.DynamicPseudoType:
		return converted.WithIdentity(identity(v.Identity(), typ))
	}
	return converted
}

// given returns what a variable is set to, before it is converted to the type of the variable.
func (in *interpreter) given(declared *config.Variable, s moduleScope) value.Value {
	def := func() value.Value {
		v, ok := declared.DefaultValue()
		if !ok {
			return anyValue()
		}
		return ofPlan(v)
	}
	if s.module.Parent == nil {
		v, ok := in.variables.Values[declared.Name]
		switch {
		case ok:
			return ofPlan(v)
		case in.variables.Defaults:
			return def()
		}
		return anyValue()
	}
	parent, call := parentOf(s)
	if call == nil {
		return anyValue()
	}
	if a := call.Inputs.Attribute(declared.Name); a != nil {
		return in.eval(a.Value, parent)
	}
	return def()
}

// ofPlan returns a value of a plan.
func ofPlan(v values.Value) value.Value {
	b := builder{}
	return b.build(&valueShape{typ: cty.DynamicPseudoType}, sidePart{value: v})
}

// parentOf returns the scope in which the arguments of the call of a module are evaluated.
func parentOf(s moduleScope) (moduleScope, *config.Call) {
	m := s.module
	call := m.Parent.Call(m.Path[len(m.Path)-1])
	all, key := plans.SplitKey(s.address)
	parent := strings.TrimSuffix(strings.TrimSuffix(all, "module."+m.Path[len(m.Path)-1]), ".")
	out := moduleScope{module: m.Parent, address: parent, instance: s.address}
	if len(key) > 2 {
		out.key = plans.InstanceKey(key[1 : len(key)-1])
		if k, ok := plans.ParseKey(string(out.key)); ok {
			out.key = k
		}
	}
	return out, call
}
