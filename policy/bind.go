package policy

import (
	"fmt"
	"maps"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/funcs"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/planscope"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// Schemas is what is known of types before any plan is read.
type Schemas interface {
	// Resources returns the types of the attributes of all known types of resources whose name
	// matches a pattern, in the order of their names. In a pattern, * stands for any
	// characters. It returns none if nothing is known about them.
	Resources(pattern string) []Type
	// DataSource returns the type of the attributes of a data source, or nil.
	DataSource(typ string) Type
	// Provider returns the type of a provider's configuration, or nil.
	Provider(typ string) Type
	// Types returns the names of the types of resources that begin with a prefix and "_", sorted. They are complete if there
	// are no others.
	Types(prefix string) (names []string, complete bool)
	// HasType reports whether there is a type of resources, even if nothing else is known about it.
	HasType(name string) bool
}

// Bind gives every expression of the set a type, and returns what is wrong with them. Schemas are those
// of a plan; they may be nil. As its providers may be older than the policies, an attribute that does not
// exist is a warning; whoever uses it without try cannot be judged. A set is bound once, before
// anything else is done with it.
func (s *Set) Bind(schemas Schemas) diag.List {
	return s.bind(&binder{schemas: schemas, lenient: []string{"attrs", "prior_attrs"}})
}

func (s *Set) bind(b *binder) diag.List {
	if b.schemas == nil {
		b.schemas = noSchemas{}
	}
	b.functions = funcs.Core()
	b.shareHelpers(s.units)
	for _, u := range s.units {
		b.openFile(u, b.inputs(u))
	}
	for _, u := range s.units {
		b.bindHelpers(u)
	}
	for _, u := range s.units {
		b.bindUnit(u)
	}
	s.share()
	b.diags.Sort()
	return b.diags
}

type noSchemas struct{}

func (noSchemas) Resources(string) []types.Type { return nil }
func (noSchemas) DataSource(string) types.Type  { return nil }
func (noSchemas) Provider(string) types.Type    { return nil }
func (noSchemas) Types(string) ([]string, bool) { return nil, false }
func (noSchemas) HasType(string) bool           { return false }

// constants returns what evaluates constants. All of them together have one budget.
func (b *binder) constants() func(model.Expr) (value.Value, bool) {
	if b.budget == nil {
		b.budget = budget.Fixed()
	}
	return eval.Constants(b.budget)
}

type binder struct {
	budget    *budget.Budget // of all constants, once there are some
	schemas   Schemas
	functions []*funcs.Function
	diags     diag.List
	unit      *unit
	files     map[*unit]*fileScope
	shared    map[string][]*unit // which files define a function
	depth     int                // of helpers that use each other
	// bound are the locals of the unit or of the policy that have been bound.
	bound map[string]model.Expr
	// nulls are the warnings of nulls in them, and given is the filter of the policy, if it has been bound.
	nulls map[string][]model.Null
	given model.Expr
	// lenient is that of [model.Scope]. Only policies that judge a plan have it, and these are gates.
	lenient []string
	// pattern means that the policy is for all types that a pattern matches.
	pattern bool
	// said is what has been found in a policy, and quiet says that warnings are not wanted.
	said  map[*diag.Diagnostic]bool
	quiet bool
	// test means that the expressions are those of tests, and plan that they are those of a policy for plans.
	test, plan bool
}

func (b *binder) report(s diag.Severity, at diag.Range, summary, format string, args ...any) {
	b.diags = append(b.diags, &diag.Diagnostic{Severity: s, Summary: summary, Detail: fmt.Sprintf(format, args...), Subject: at})
}

// Why names and functions are not available.
const (
	noNetwork      = "The function gethttprequest needs the network, which planfmt never uses."
	noPlugins      = "The functions of plugins need the programs of these plugins, which planfmt does not run."
	noTarget       = "Only policies have this. Refer to another mock by its type and its name."
	onlyHere       = "Only planfmt has the function print. A file that calls it must say so: policy { planfmt { version = \">= 1.0\" } }."
	onlyInPolicies = "Only policies can call this function. Refer to another mock by its type and its name."
)

// scope returns the scope of an expression.
func (b *binder) scope(roots map[string]types.Type) model.Scope {
	if b.test {
		return model.Scope{
			Roots: roots, Functions: b.functions, Namespace: "core", Gate: b.lenient != nil, Constant: b.constants(),
			Forbidden: map[string]string{"attrs": noTarget, "prior_attrs": noTarget, "meta": noTarget},
			Unavailable: map[string]string{
				"getresources":   onlyInPolicies,
				"getdatasource":  onlyInPolicies,
				"print":          onlyInPolicies,
				"gethttprequest": noNetwork,
				"plugin::":       noPlugins,
			},
		}
	}
	forbidden := ownMeta()
	for name, why := range map[string]string{
		"attrs":       "attrs can be used only inside of a resource policy or a provider policy.",
		"prior_attrs": "prior_attrs can be used only inside of a resource policy.",
		"meta":        "meta can be used only inside of a policy.",
		"var":         "Policies have no access to the variables of a configuration. They have inputs of their own: input.NAME.",
		"data":        "Policies cannot refer to data sources. Call core::getdatasource instead.",
		"module":      "Policies cannot refer to modules.",
		"terraform":   "Policies have no access to terraform. The workspace is in meta.tfe_workspace.",
		"path":        "Policies have no access to paths.",
		"self":        "The resource that is judged is attrs.",
		"each":        "Policies have no access to each.",
		"count":       "Policies have no access to count.",
	} {
		if roots[name] == nil {
			forbidden[name] = why
		}
	}
	if b.plan {
		return b.planScope(roots, forbidden)
	}
	unavailable := map[string]string{"gethttprequest": noNetwork, "plugin::": noPlugins}
	if b.unit.file.Planfmt == nil {
		unavailable["print"] = onlyHere
	}
	return model.Scope{
		Roots: roots, Forbidden: forbidden, Lenient: b.lenient, Source: b.unit.file.Text, Locals: b.bound, LocalNulls: b.nulls, Given: b.given,
		Functions: b.functions, Namespace: "core", Gate: b.lenient != nil, Pattern: b.pattern, Prints: true, Constant: b.constants(), Helpers: b.helperCalls(),
		HostCalls: map[string]model.HostCallSpec{
			"getresources":  {Min: 1, Max: 2, Check: b.getResources},
			"getdatasource": {Min: 2, Max: 2, Check: b.getDataSource},
		},
		Unavailable: b.unshared(unavailable),
	}
}

// bind binds an expression, or returns nil for none.
func (b *binder) bind(e policyfile.Expression, roots map[string]types.Type) model.Expr {
	if e == nil {
		return nil
	}
	bound, diags := model.Bind(e, b.scope(roots))
	for _, d := range diags {
		// A null in a local is found by each expression that uses it.
		if b.said[d] || b.quiet && d.Severity == diag.Warning {
			continue
		}
		if b.diags = append(b.diags, d); b.said != nil {
			b.said[d] = true
		}
	}
	return bound
}

// inputs binds the inputs of a file.
func (b *binder) inputs(u *unit) types.Type {
	b.unit = u
	inputs := types.Object{Attrs: map[string]types.Attr{}}
	for _, in := range u.file.Inputs {
		bound := b.input(in)
		u.inputs = append(u.inputs, bound)
		t := bound.typ
		if in.Nullable {
			t = types.Optional(t)
		}
		inputs.Attrs[in.Name] = types.Attr{Type: t}
	}
	return inputs
}

// bindUnit binds the policies of a file whose locals have been bound.
func (b *binder) bindUnit(u *unit) {
	b.importedTypes(u)
	b.unit, b.bound, b.nulls = u, b.files[u].bound, nil
	outer := b.files[u].roots
	u.level = b.level(u.file.Level, outer)
	for _, p := range u.policies {
		b.policy(p, outer)
	}
	u.related = sorted(u.related)
}

// locals binds locals in an order in which each comes after those that it refers to, and
// adds them to the roots.
func (b *binder) locals(syntax []policyfile.NamedExpr, roots map[string]types.Type) ([]local, map[string]int) {
	known := types.Object{Attrs: map[string]types.Attr{}}
	if outer, ok := roots["local"].(types.Object); ok {
		for name, t := range outer.Attrs {
			known.Attrs[name] = t
		}
	}
	index := map[string]int{}
	for i, l := range syntax {
		index[l.Name] = i
		// Until it is bound, nothing is known about it.
		known.Attrs[l.Name] = types.Attr{Type: types.Any}
	}
	roots["local"] = known
	b.bound, b.nulls = b.outerLocals(syntax), map[string][]model.Null{}
	bound := make([]local, len(syntax))
	visited := make([]bool, len(syntax))
	var visit func(i int)
	visit = func(i int) {
		visited[i] = true
		l := syntax[i]
		for _, ref := range policyfile.References(l.Expr) {
			if ref.Root != "local" {
				continue
			}
			if ref.Attr == "" {
				b.report(diag.Error, ref.At, "Cycle", "This refers to all locals, and so to itself. Write the name of one of them: local.NAME.")
			} else if j, ok := index[ref.Attr]; ok && !visited[j] {
				visit(j)
			}
		}
		expr, diags, nulls := model.BindLocal(l.Expr, b.scope(roots))
		b.diags = append(b.diags, diags...)
		bound[i], b.nulls[l.Name] = local{name: l.Name, at: l.NameAt, expr: expr}, nulls
		known.Attrs[l.Name] = types.Attr{Type: bound[i].expr.Type()}
		b.bound[l.Name] = bound[i].expr
	}
	for i := range syntax {
		if !visited[i] {
			visit(i)
		}
	}
	return bound, index
}

// outerLocals returns the locals of the file that none of a policy's own hides.
func (b *binder) outerLocals(hiding []policyfile.NamedExpr) map[string]model.Expr {
	all := map[string]model.Expr{}
	if file := b.files[b.unit]; file != nil {
		maps.Copy(all, file.bound)
	}
	for _, l := range hiding {
		delete(all, l.Name)
	}
	return all
}

// level binds an enforcement level, which may depend on inputs only.
func (b *binder) level(e policyfile.Expression, roots map[string]types.Type) model.Expr {
	if e == nil {
		return nil
	}
	bound := b.bind(e, roots)
	if t := types.NonNull(types.Resolve(bound.Type())); types.Conversion(t, types.String) == types.Never {
		b.report(diag.Error, bound.Range(), "Invalid enforcement level", "An enforcement level is a string, and this is %s.", types.Describe(t))
	}
	return bound
}

func (b *binder) policy(p *policy, outer map[string]types.Type) {
	p.level = b.level(p.Level, outer)
	b.pattern = strings.Contains(p.Target, "*")
	roots := map[string]types.Type{"input": outer["input"], "local": outer["local"]}
	switch p.Kind {
	case policyfile.Resource:
		attrs := b.resource(p)
		roots["prior_attrs"] = attrs
		if p.Judges(policyfile.Delete) {
			attrs = withNulls(attrs)
		}
		roots["attrs"] = attrs
		if p.Whole { // also what is created
			roots["prior_attrs"] = withNulls(attrs)
		}
		roots["meta"] = resourceMeta(p.own(), p.Whole)
	case policyfile.Module:
		roots["attrs"] = types.Any
		roots["meta"] = moduleMeta()
	case policyfile.Provider:
		roots["attrs"] = types.Any
		if t := b.schemas.Provider(p.Target); t != nil {
			roots["attrs"] = t
		}
		roots["meta"] = providerMeta()
	case policyfile.Plan:
		maps.Copy(roots, planscope.Roots())
		b.plan = true
		defer func() { b.plan = false }()
	}
	p.locals, p.byName = b.locals(p.Locals, roots)
	b.said = map[*diag.Diagnostic]bool{}
	defer func() { b.given, b.said = nil, nil }()
	p.filter = b.condition(p.Filter, roots, "filter")
	b.given = p.filter
	for _, e := range p.Enforce {
		p.enforce = append(p.enforce, enforce{
			at:        e.At,
			condition: b.condition(e.Condition, roots, "condition"),
			message:   b.message(e.ErrorMessage, roots),
			info:      b.message(e.InfoMessage, roots),
		})
	}
	p.findReadings()
}

// condition binds an expression that must be a bool.
func (b *binder) condition(e policyfile.Expression, roots map[string]types.Type, what string) model.Expr {
	bound := b.bind(e, roots)
	if bound == nil {
		return nil
	}
	b.convertible(bound, types.Bool, func(is string) string {
		return fmt.Sprintf("A %s must be true or false, and this is %s.", what, is)
	})
	return bound
}

// message binds a message. Since nothing in it can change a verdict, only errors matter: for what cannot be
// evaluated, the message says so.
func (b *binder) message(e policyfile.Expression, roots map[string]types.Type) model.Expr {
	b.quiet = true
	bound := b.bind(e, roots)
	b.quiet = false
	if bound == nil {
		return nil
	}
	b.convertible(bound, types.String, func(is string) string {
		return fmt.Sprintf("A message must be a string, and this is %s.", is)
	})
	return bound
}

// convertible reports an expression that can never be converted to a type. Null can be
// converted to any type; what it means is decided when the expression is evaluated.
func (b *binder) convertible(e model.Expr, to types.Type, detail func(is string) string) {
	t := types.NonNull(types.Resolve(e.Type()))
	if t == types.None {
		b.report(diag.Warning, e.Range(), "Always null", "%s", detail("always null"))
		return
	}
	bad := types.Conversion(t, to) == types.Never
	if l, ok := e.(*model.Literal); ok && !bad && l.Value.IsKnown() && !l.Value.IsNull() {
		_, err := types.Convert(l.Value.Cty(), to)
		bad = err != nil
	}
	if bad {
		b.report(diag.Error, e.Range(), "Wrong type", "%s", detail(types.Describe(t)))
	}
}
