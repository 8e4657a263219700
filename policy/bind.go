package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/funcs"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/near"
	"github.com/planfmt/planfmt/internal/policyfile"
	"github.com/planfmt/planfmt/plans"
)

// Schemas is what is known of types before any plan is read.
type Schemas interface {
	// Resources returns the types of the attributes of all known types of resources whose name
	// matches a pattern, in the order of their names. In a pattern, * stands for any
	// characters. It returns none if nothing is known about them.
	Resources(pattern string) []types.Type
	// DataSource returns the type of the attributes of a data source, or nil.
	DataSource(typ string) types.Type
	// Provider returns the type of a provider's configuration, or nil.
	Provider(typ string) types.Type
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
	for _, u := range s.units {
		b.bindUnit(u)
	}
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
	// bound are the locals of the unit or of the policy that have been bound.
	bound map[string]model.Expr
	// lenient is that of [model.Scope].
	lenient []string
	// test means that the expressions are those of tests.
	test bool
}

func (b *binder) report(s diag.Severity, at diag.Range, summary, format string, args ...any) {
	b.diags = append(b.diags, &diag.Diagnostic{Severity: s, Summary: summary, Detail: fmt.Sprintf(format, args...), Subject: at})
}

// Why names and functions are not available.
const (
	noNetwork      = "The function gethttprequest needs the network, which planfmt never uses."
	noPlugins      = "The functions of plugins need the programs of these plugins, which planfmt does not run."
	noTarget       = "Only policies have this. Refer to another mock by its type and its name."
	onlyInPolicies = "Only policies can call this function. Refer to another mock by its type and its name."
)

// scope returns the scope of an expression.
func (b *binder) scope(roots map[string]types.Type) model.Scope {
	if b.test {
		return model.Scope{
			Roots: roots, Functions: b.functions, Namespace: "core", Constant: b.constants(),
			Forbidden: map[string]string{"attrs": noTarget, "prior_attrs": noTarget, "meta": noTarget},
			Unavailable: map[string]string{
				"getresources":   onlyInPolicies,
				"getdatasource":  onlyInPolicies,
				"gethttprequest": noNetwork,
				"plugin::":       noPlugins,
			},
		}
	}
	forbidden := map[string]string{}
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
	return model.Scope{
		Roots: roots, Forbidden: forbidden, Lenient: b.lenient, Source: b.unit.file.Text, Locals: b.bound,
		Functions: b.functions, Namespace: "core", Constant: b.constants(),
		HostCalls: map[string]model.HostCallSpec{
			"getresources":  {Min: 1, Max: 2, Check: b.getResources},
			"getdatasource": {Min: 2, Max: 2, Check: b.getDataSource},
		},
		Unavailable: map[string]string{
			"gethttprequest": noNetwork,
			"plugin::":       noPlugins,
		},
	}
}

// bind binds an expression, or returns nil for none.
func (b *binder) bind(e policyfile.Expression, roots map[string]types.Type) model.Expr {
	if e == nil {
		return nil
	}
	bound, diags := model.Bind(e, b.scope(roots))
	b.diags = append(b.diags, diags...)
	return bound
}

func (b *binder) bindUnit(u *unit) {
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
	outer := map[string]types.Type{"input": inputs}
	u.locals, u.byName = b.locals(u.file.Locals, outer)
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
	b.bound = map[string]model.Expr{}
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
		bound[i] = local{name: l.Name, at: l.NameAt, expr: b.bind(l.Expr, roots)}
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
	roots := map[string]types.Type{"input": outer["input"], "local": outer["local"]}
	switch p.Kind {
	case policyfile.Resource:
		attrs := b.resource(p)
		roots["prior_attrs"] = attrs
		if p.Judges(policyfile.Delete) {
			attrs = withNulls(attrs)
		}
		roots["attrs"] = attrs
		roots["meta"] = resourceMeta()
	case policyfile.Module:
		roots["attrs"] = types.Any
		roots["meta"] = moduleMeta()
	case policyfile.Provider:
		roots["attrs"] = types.Any
		if t := b.schemas.Provider(p.Target); t != nil {
			roots["attrs"] = t
		}
		roots["meta"] = providerMeta()
	}
	p.locals, p.byName = b.locals(p.Locals, roots)
	p.filter = b.condition(p.Filter, roots, "filter")
	for _, e := range p.Enforce {
		p.enforce = append(p.enforce, enforce{
			at:        e.At,
			condition: b.condition(e.Condition, roots, "condition"),
			message:   b.message(e.ErrorMessage, roots),
			info:      b.message(e.InfoMessage, roots),
		})
	}
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
	before := len(b.diags)
	bound := b.bind(e, roots)
	if bound == nil {
		return nil
	}
	found := slices.DeleteFunc(b.diags[before:], func(d *diag.Diagnostic) bool { return d.Severity == diag.Warning })
	b.diags = b.diags[:before+len(found)]
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

// manyTypes is how many types of resources a pattern can match so that each of them is
// looked at on its own.
const manyTypes = 40

// resource returns the type of attrs in a resource policy.
func (b *binder) resource(p *policy) types.Type {
	all := b.schemas.Resources(p.Target)
	switch {
	case len(all) == 0:
		b.unknownType(diag.Warning, p.Target, p.TargetAt)
		return types.Any
	case len(all) > manyTypes:
		return common(all)
	}
	return types.NewUnion(all...)
}

// unknownType reports a type of resources that does not exist, although others of the same provider do. If there may be types that
// nobody knows here, only a name that is nearly that of another is worth a word: it has been misspelt. It is an error at most.
func (b *binder) unknownType(severity diag.Severity, name string, at diag.Range) {
	prefix, _, ok := strings.Cut(name, "_")
	if !ok || strings.Contains(prefix, "*") || b.schemas.HasType(name) {
		return
	}
	all, complete := b.schemas.Types(prefix)
	if len(all) == 0 || slices.Contains(all, name) {
		return
	}
	text := ""
	likely := near.Names(name, all, 1)
	if len(likely) > 0 {
		text = fmt.Sprintf(" Did you mean %q?", likely[0])
	}
	switch {
	case complete:
		b.report(severity, at, "Unknown type", "The schemas have resources of this provider, but no type %q.%s", name, text)
	case strings.Contains(name, "*"):
		// A pattern can be for what is not known here.
	case len(likely) > 0 && near.IsMisspelt(name, likely[0]):
		b.report(severity, at, "Unknown type", "No resource of this provider that planfmt knows is of the type %q.%s If the type is new, pass the schemas of the provider with --schemas.", name, text)
	}
}

// common returns an object type with all attributes that any of the types has. Where they
// differ, nothing is known of an attribute.
func common(all []types.Type) types.Type {
	merged := types.Object{Attrs: map[string]types.Attr{}}
	for _, t := range all {
		o, ok := t.(types.Object)
		if !ok {
			return types.Any
		}
		for name, a := range o.Attrs {
			if have, ok := merged.Attrs[name]; !ok {
				merged.Attrs[name] = types.Attr{Type: a.Type}
			} else if have.Type != types.Any && !types.Equal(have.Type, a.Type) {
				merged.Attrs[name] = types.Attr{Type: types.Any}
			}
		}
	}
	return merged
}

// withNulls returns the type of the attributes of a resource that is deleted: they are all null.
func withNulls(t types.Type) types.Type {
	var all []types.Type
	for _, m := range types.Members(t) {
		o, ok := m.(types.Object)
		if !ok {
			return t
		}
		nullable := types.Object{Attrs: map[string]types.Attr{}}
		for name, a := range o.Attrs {
			a.Type = types.Optional(a.Type)
			nullable.Attrs[name] = a
		}
		all = append(all, nullable)
	}
	return types.NewUnion(all...)
}

func object(attrs map[string]types.Type) types.Object {
	o := types.Object{Attrs: map[string]types.Attr{}}
	for name, t := range attrs {
		o.Attrs[name] = types.Attr{Type: t}
	}
	return o
}

func stackMeta() types.Type {
	return object(map[string]types.Type{"deployment_name": types.String, "stack_name": types.String, "deployment_group": types.String})
}

func resourceMeta() types.Type {
	meta := object(map[string]types.Type{
		"type": types.String, "provider_type": types.String, "module_path": types.String,
		"tfe_workspace": object(map[string]types.Type{"tags": types.Map{Elem: types.String}}),
		"tfe_stack":     stackMeta(),
	})
	meta.Attrs["operation"] = types.Attr{Type: types.String, Words: &types.Words{
		All:     policyfile.Operations(),
		Meant:   plans.MeantAction,
		Instead: map[string]string{"replace": `A replacement is two operations: "delete" and "create".`},
	}}
	return meta
}

func moduleMeta() types.Type {
	return object(map[string]types.Type{"source": types.String, "version": types.String, "address": types.String, "tfe_stack": stackMeta()})
}

func providerMeta() types.Type {
	return object(map[string]types.Type{
		"name": types.String, "type": types.String, "alias": types.String, "namespace": types.String,
		"source": types.String, "version": types.String, "tfe_stack": stackMeta(),
	})
}

// getResources checks a call of getresources.
func (b *binder) getResources(args []model.Expr) (types.Type, diag.List) {
	elem := types.Type(types.Any)
	diags := checkString(args[0], "the type of the resources")
	if name, ok := literalText(args[0]); ok {
		if !slices.Contains(b.unit.related, name) {
			b.unit.related = append(b.unit.related, name)
		}
		switch all := b.schemas.Resources(name); {
		case len(all) == 1 && !strings.Contains(name, "*"):
			elem = all[0]
		case len(all) == 0 && b.lenient != nil:
			// The providers of a plan may be older than the policies.
			b.unknownType(diag.Warning, name, args[0].Range())
		case len(all) == 0:
			b.unknownType(diag.Error, name, args[0].Range())
		}
	} else {
		b.unit.anyRelated = true
	}
	if len(args) > 1 {
		diags = append(diags, checkFilter(args[1], elem)...)
	}
	return types.List{Elem: elem}, diags
}

// getDataSource checks a call of getdatasource.
func (b *binder) getDataSource(args []model.Expr) (types.Type, diag.List) {
	result := types.Type(types.Any)
	diags := checkString(args[0], "the type of the data source")
	if name, ok := literalText(args[0]); ok {
		if t := b.schemas.DataSource(name); t != nil {
			result = t
		}
	}
	return types.Promise{Elem: result}, append(diags, checkFilter(args[1], result)...)
}

func literalText(e model.Expr) (string, bool) {
	l, ok := e.(*model.Literal)
	if !ok || !l.Value.IsKnown() || l.Value.IsNull() || !l.Value.Type().IsPrimitiveType() {
		return "", false
	}
	v, err := types.Convert(l.Value.Cty(), types.String)
	if err != nil {
		return "", false
	}
	return v.AsString(), true
}

func checkString(e model.Expr, what string) diag.List {
	t := types.Resolve(e.Type())
	if t != types.None && types.Conversion(types.NonNull(t), types.String) != types.Never {
		return nil
	}
	return diag.List{{Summary: "Invalid argument", Detail: fmt.Sprintf("This must be a string, %s, and it is %s.", what, t), Subject: e.Range()}}
}

// checkFilter checks the attributes that objects of a type are compared with.
func checkFilter(e model.Expr, elem types.Type) diag.List {
	t := types.NonNull(types.Resolve(e.Type()))
	for _, m := range types.Members(t) {
		switch m.(type) {
		case types.Object, types.Map:
			continue
		}
		if m == types.Any || m == types.None {
			continue
		}
		return diag.List{{Summary: "Invalid argument", Detail: fmt.Sprintf("This must be an object with the attributes to look for, and it is %s.", t), Subject: e.Range()}}
	}
	return model.CheckFilter(e, elem)
}
