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
	// maxWork is how many steps all expressions of a document may take, and maxSteps how many one of them may.
	maxWork  = 10_000_000
	maxSteps = 1 << 16
	// maxDepth is how deep expressions refer to others.
	maxDepth = 100
)

// interpreter finds out what is known of the expressions of a configuration.
type interpreter struct {
	variables Variables
	functions []*funcs.Function

	roots map[*config.Module]map[string]types.Type
	bound map[hclsyntax.Expression]model.Expr
	known map[instanceExpr]value.Value
	depth int
	left  int // of maxWork
}

// instanceExpr is an expression in an instance of a module, and for an instance of a resource.
type instanceExpr struct {
	expr    hclsyntax.Expression
	address string
}

func newInterpreter(v Variables) *interpreter {
	in := &interpreter{
		variables: v, left: maxWork,
		roots: map[*config.Module]map[string]types.Type{}, bound: map[hclsyntax.Expression]model.Expr{}, known: map[instanceExpr]value.Value{},
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
	key := instanceExpr{expr, s.address + " " + s.instance}
	if v, ok := in.known[key]; ok {
		return v
	}
	if in.left <= 0 || in.depth == maxDepth {
		return anyValue()
	}
	in.known[key] = anyValue() // if it refers to itself
	in.depth++
	b := budget.New(min(maxSteps, in.left))
	r := eval.Eval(in.bind(expr, s.module), configurationHost{in, s}, b)
	in.depth--
	in.left -= b.Used()
	if r.Err == nil {
		in.known[key] = r.Value
	}
	return in.known[key]
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
