// Package query has expressions over plans: what they can refer to, with which types,
// and how they are evaluated. There are two kinds. A [Query] is about a whole plan, and returns a
// value. A [Condition] is about one resource, and selects resources.
//
// Both are bound before any plan is read, which finds their static errors. The package does not read
// plans: the caller passes each resource of a plan as a [Resource].
package query

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/planscope"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// Query is an expression over a plan.
type Query struct {
	text string
	expr model.Expr
	uses *planscope.Uses
	// WithoutSecrets says that sensitive values are unknown, as if they were known only after apply.
	WithoutSecrets bool
	// MostParts is how large the values may be together that wait until the last resource is read, in the unit of [value.MaxSize]. 0 means
	// that there is no limit.
	MostParts int
}

// New parses an expression over a plan. The name is that of its file, for ranges. If the diagnostics have errors, there is
// no query.
func New(name, text string) (*Query, diag.List) {
	expr, diags := bind(name, text, planScope())
	if diags.HasErrors() {
		return nil, diags
	}
	uses := planscope.NewUses()
	uses.Visit(expr)
	return &Query{text: text, expr: expr, uses: uses}, diags
}

func bind(name, text string, scope model.Scope) (model.Expr, diag.List) {
	syntax, diags := policyfile.ParseExpression(name, []byte(text))
	if diags.HasErrors() {
		return nil, diags
	}
	scope.Source = []byte(text)
	expr, found := model.Bind(syntax, scope)
	return expr, append(diags, found...)
}

// Type returns the static type of the result.
func (q *Query) Type() types.Type { return q.expr.Type() }

// Needs returns what the query uses of a plan.
func (q *Query) Needs() *Uses { return q.uses }

// Uses reports whether the query refers to a name.
func (q *Query) Uses(name string) bool { return q.uses.Has(name) }

// UsesImpact reports whether the query asks what depends on resources.
func (q *Query) UsesImpact() bool { return q.uses.Impact() }

// UsesCauses reports whether the query asks why resources are replaced.
func (q *Query) UsesCauses() bool { return q.uses.Causes() }

// UsesValues reports whether the query refers to the values of resources, outputs or variables.
func (q *Query) UsesValues() bool { return q.uses.Values() }

// Each returns the list of resources that the query goes through if its result is that of each of them by itself, one after the
// other: [for r in resources : r.address]. Then, [Query.EvalEach] evaluates it a resource at a time. It returns an empty string for all
// other queries, which have to wait for the whole lists, as do all that refer to a list in the loop: to this one or to another.
func (q *Query) Each() string {
	loop, ok := q.expr.(*model.For)
	if !ok || loop.Key != nil || loop.KeySlot >= 0 {
		return ""
	}
	root, ok := loop.Source.(*model.Root)
	if !ok || !planscope.IsList(root.Name) {
		return ""
	}
	inside := planscope.NewUses()
	if loop.Condition != nil {
		inside.Visit(loop.Condition)
	}
	inside.Visit(loop.Value)
	if len(inside.Lists) > 0 {
		return ""
	}
	return root.Name
}

// Absences and Absence are the attributes that values lack.
type (
	Absences = eval.Absences
	Absence  = eval.Absence
)

// EvalEach evaluates a query for one resource of the list that it goes through. The result is
// a list, of one element at most. An attribute that a value lacks is null, and noted in the absences; if these are nil, it is an error.
func (q *Query) EvalEach(list string, resource value.Value, rest *Facts, absent *Absences, b *budget.Budget) eval.Result {
	one := Values{Lists: map[string][]value.Value{list: {resource}}, Facts: *rest}
	return q.Eval(&one, absent, b)
}

// Eval evaluates a query. The absences are those of [Query.EvalEach].
func (q *Query) Eval(v *Values, absent *Absences, b *budget.Budget) eval.Result {
	return eval.Eval(q.expr, host{v, absent}, b)
}

// Source returns what stands at a range in the query.
func (q *Query) Source(at diag.Range) string { return q.text[at.Start.Byte:at.End.Byte] }

// Resource returns what the query needs of a resource in a list.
func (q *Query) Resource(list string, r *Resource) value.Value { return r.Value(q.uses.Lists[list]) }

// Whole returns a resource with all of its values. An error says more about these than about
// what the query needs, as it can say what else there is.
func (q *Query) Whole(r *Resource) value.Value { return r.Value(&planscope.Use{All: true}) }

// Values are what a query refers to. It needs only those that it uses.
type Values struct {
	Lists map[string][]value.Value
	Facts
}

// Facts are the values that are known before the first resource is read.
type Facts struct {
	// Outputs and Variables are by name.
	Outputs, Variables map[string]value.Value
	Checks             []value.Value
	Plan               value.Value
}

// Failed returns the address of the resource for which an expression has failed, or an empty string if it is not
// about one of them.
func Failed(r eval.Result) string {
	for _, item := range r.Items {
		if v, ok := item.Attr("address"); ok && v.IsKnown() && !v.IsNull() && !v.IsSensitive() && v.Type() == cty.String {
			return v.Cty().AsString()
		}
	}
	return ""
}

// Uses is what expressions use of a plan.
type Uses = planscope.Uses

// Root returns what a name stands for.
func (v *Values) Root(name string) eval.Object {
	switch {
	case planscope.IsList(name):
		return whole{value.Tuple(v.Lists[name])}
	case name == "outputs":
		return whole{value.Object(v.Outputs)}
	case name == planscope.Variables, name == planscope.Inputs:
		return whole{value.Object(v.Variables)}
	case name == planscope.Checks:
		return whole{value.Tuple(v.Checks)}
	}
	return whole{v.Plan}
}

// host answers with the values of a plan.
type host struct {
	*Values
	absent *Absences
}

// Absences implements [eval.Forgiving].
func (h host) Absences() *Absences { return h.absent }

func (host) Call(call *model.HostCall, _ []value.Value) eval.Result {
	return eval.Result{Err: &diag.Diagnostic{Summary: "Function not available", Subject: call.Range()}}
}

// whole is a value as a root of a scope.
type whole struct{ v value.Value }

// Value returns all of it.
func (w whole) Value() eval.Result { return eval.Of(w.v) }

// Attr returns an attribute.
func (w whole) Attr(name string) (eval.Result, bool) {
	v, ok := w.v.Attr(name)
	return eval.Of(v), ok
}

// Condition is an expression over one resource, which says whether it is of interest. If there are texts, it must have them, too.
type Condition struct {
	Text  string   // of the expression; empty if there are only texts
	Texts []string // in the order in which they were given
	expr  model.Expr
	refs  map[string]bool
	// WithoutSecrets is that of [Query].
	WithoutSecrets bool
}

// NewCondition parses an expression over a resource. The name is that of its file, for ranges. If the diagnostics have
// errors, there is no condition.
func NewCondition(name, text string) (*Condition, diag.List) {
	expr, diags := bind(name, text, resourceScope())
	if diags.HasErrors() {
		return nil, diags
	}
	if diags = append(diags, model.CheckBool(expr)...); diags.HasErrors() {
		return nil, diags
	}
	if _, constant := expr.(*model.Literal); !constant && types.NonNull(types.Resolve(expr.Type())) == types.String {
		// Strings are converted to bool, but no text that is known of a resource is one.
		return nil, append(diags, &diag.Diagnostic{
			Summary: "Invalid condition", Subject: expr.Range(),
			Detail: "This is a string, but a condition must be true or false. Compare it with a string, as in type == \"aws_instance\".",
		})
	}
	uses := planscope.NewUses()
	uses.Visit(expr)
	return &Condition{Text: text, expr: expr, refs: uses.Roots}, diags
}

// UsesCauses reports whether the condition asks why a resource is replaced.
func (c *Condition) UsesCauses() bool { return c.refs["cause"] || c.refs["causes"] }

// UsesImpact reports whether the condition asks what depends on a resource.
func (c *Condition) UsesImpact() bool { return c.refs["impact"] }

// UsesAnnotations reports whether the condition asks what other programs say about a resource.
func (c *Condition) UsesAnnotations() bool { return c.refs["annotations"] }

// UsesValues reports whether the condition refers to the values of a resource, or to what only they show.
func (c *Condition) UsesValues() bool {
	if len(c.Texts) > 0 {
		return true
	}
	for name := range planscope.Sides {
		if c.refs[name] {
			return true
		}
	}
	return c.refs["replace_paths"] || c.refs["unknown"]
}

// Outcome is what a condition says about a resource.
type Outcome struct {
	// Is says whether the condition is true. If that is value.Maybe, either it depends on the
	// unknown values in Causes, or it has failed with Err.
	Is     value.Truth
	Causes []*value.Cause
	Err    *diag.Diagnostic
}

// IsTrue reports whether the condition is true, whatever the unknown values are.
func (o Outcome) IsTrue() bool { return o.Is == value.Always }

// IsUndecided reports whether it depends on unknown values whether the condition is true, or the condition has failed.
func (o Outcome) IsUndecided() bool { return o.Is == value.Maybe }

// Holds evaluates the condition for a resource.
func (c *Condition) Holds(r *Resource, b *budget.Budget) Outcome {
	if !c.contains(r) {
		return Outcome{Is: value.Never}
	}
	if c.expr == nil {
		return Outcome{Is: value.Always}
	}
	res := eval.Eval(c.expr, resourceHost{r}, b)
	switch {
	case res.Err != nil:
		return Outcome{Err: res.Err}
	case res.MayFail != nil:
		return Outcome{Causes: append(res.Causes[:len(res.Causes):len(res.Causes)], res.Value.Causes()...)}
	}
	return truth(res.Value, c.expr.Range())
}
