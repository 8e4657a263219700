package model

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// Bind gives an expression its meaning in a scope, and finds what is wrong with it. What can
// never succeed is an error, what may not be meant a warning. If there are errors, the expression
// must not be evaluated, but its type can be relied on.
func Bind(expr hclsyntax.Expression, scope Scope) (Expr, diag.List) {
	return (&binder{}).start(expr, &scope)
}

// BindLocal binds the expression of a local, which is evaluated only where somebody refers to it. So what may be null
// in it is not said yet: Bind says it of the first expression that refers to the local without a condition that rules it out.
func BindLocal(expr hclsyntax.Expression, scope Scope) (Expr, diag.List, []Null) {
	b := &binder{lazy: true}
	e, diags := b.start(expr, &scope)
	return e, diags, b.waiting
}

func (b *binder) start(expr hclsyntax.Expression, scope *Scope) (Expr, diag.List) {
	b.scope, b.items = scope, map[*hclsyntax.AnonSymbolExpr]int{}
	if scope.Given != nil {
		found := (&conditions{locals: scope.Locals, seen: map[string]bool{}}).notNull(scope.Given, true)
		b.nonNull = map[string]bool{}
		for _, p := range likely(found) {
			b.nonNull[p] = true
		}
	}
	for _, p := range scope.Params {
		b.vars = append(b.vars, variable{name: p.Name, typ: p.Type})
	}
	e := b.bind(expr)
	if !b.isWide {
		b.diags = append(b.diags, b.partial...)
	}
	b.diags.Sort()
	return e, b.diags
}

type binder struct {
	scope *Scope
	diags diag.List
	vars  []variable
	// items are the slots of the elements of splats.
	items map[*hclsyntax.AnonSymbolExpr]int
	// tolerant counts the enclosing try and can, in which an error is what somebody
	// expects.
	tolerant int
	// nonNull are the paths that are not null where the binder is, because a condition
	// says so.
	nonNull map[string]bool
	// lazy says that warnings of nulls wait for somebody who uses the expression.
	lazy    bool
	waiting []Null
	// partial are warnings of words that find less than is meant, unless isWide is set: the expression also compares with a word for the rest.
	partial diag.List
	isWide  bool
}

type variable struct {
	name  string
	typ   types.Type
	words *types.Words
}

func (b *binder) report(s diag.Severity, at diag.Range, summary, format string, args ...any) {
	b.diags = append(b.diags, &diag.Diagnostic{Severity: s, Summary: summary, Detail: fmt.Sprintf(format, args...), Subject: at})
}

func (b *binder) errorf(at diag.Range, summary, format string, args ...any) {
	b.report(diag.Error, at, summary, format, args...)
}

func (b *binder) warnf(at diag.Range, summary, format string, args ...any) {
	b.report(diag.Warning, at, summary, format, args...)
}

// failf reports what always fails: as an error, unless an enclosing try or can is there
// to catch it.
func (b *binder) failf(at diag.Range, summary, format string, args ...any) {
	if b.tolerant == 0 {
		b.errorf(at, summary, format, args...)
	}
}

// invalid is what an expression with an error in it is bound to.
func invalid(at diag.Range) Expr {
	return &Literal{Node{At: at, Typ: types.Any}, value.Of(cty.DynamicVal)}
}

func (b *binder) bind(expr hclsyntax.Expression) Expr {
	at := policyfile.Range(expr.Range())
	switch expr := expr.(type) {
	case *hclsyntax.ParenthesesExpr:
		return b.bind(expr.Expression)
	case *hclsyntax.LiteralValueExpr:
		return b.literal(expr, at)
	case *hclsyntax.TemplateExpr:
		return b.template(expr, at)
	case *hclsyntax.TemplateWrapExpr:
		return b.bind(expr.Wrapped)
	case *hclsyntax.TemplateJoinExpr:
		tuple := b.bind(expr.Tuple)
		return &Join{Node{At: at, Typ: types.Lift(types.String, types.Eventual(tuple.Type()))}, tuple}
	case *hclsyntax.ScopeTraversalExpr:
		return b.reference(expr.Traversal, at)
	case *hclsyntax.RelativeTraversalExpr:
		return b.steps(b.bind(expr.Source), expr.Traversal)
	case *hclsyntax.IndexExpr:
		return b.index(b.bind(expr.Collection), b.bind(expr.Key), at)
	case *hclsyntax.SplatExpr:
		return b.splat(expr, at)
	case *hclsyntax.AnonSymbolExpr:
		slot := b.items[expr]
		return &Variable{Node: Node{At: at, Typ: b.vars[slot].typ}, Slot: slot, words: b.vars[slot].words}
	case *hclsyntax.UnaryOpExpr:
		return b.unary(expr, at)
	case *hclsyntax.BinaryOpExpr:
		return b.binary(expr, at)
	case *hclsyntax.ConditionalExpr:
		return b.conditional(expr, at)
	case *hclsyntax.TupleConsExpr:
		return b.tuple(expr, at)
	case *hclsyntax.ObjectConsExpr:
		return b.object(expr, at)
	case *hclsyntax.ObjectConsKeyExpr:
		return b.key(expr, at)
	case *hclsyntax.ForExpr:
		return b.forExpr(expr, at)
	case *hclsyntax.FunctionCallExpr:
		return b.call(expr, at)
	}
	b.errorf(at, "Invalid expression", "This is not an expression that can be used here.")
	return invalid(at)
}

// fold replaces an expression by its value if its parts are literals.
func (b *binder) fold(e Expr, parts ...Expr) Expr {
	if b.scope.Constant == nil {
		return e
	}
	for _, p := range parts {
		if _, ok := p.(*Literal); !ok || isInvalid(p) {
			return e
		}
	}
	if v, ok := b.scope.Constant(e); ok {
		return &Literal{Node{At: e.Range(), Typ: types.OfValue(v.Cty())}, v}
	}
	return e
}

func isInvalid(e Expr) bool {
	l, ok := e.(*Literal)
	return ok && !l.Value.IsKnown()
}

func (b *binder) template(expr *hclsyntax.TemplateExpr, at diag.Range) Expr {
	if len(expr.Parts) == 0 {
		return &Literal{Node{At: at, Typ: types.String}, value.Of(cty.StringVal(""))}
	}
	if expr.IsStringLiteral() {
		l := expr.Parts[0].(*hclsyntax.LiteralValueExpr)
		return &Literal{Node{At: at, Typ: types.String}, value.Of(l.Val)}
	}
	t := &Template{Node: Node{At: at, Typ: types.String}, Parts: make([]Expr, len(expr.Parts))}
	when := types.Prompt
	for i, p := range expr.Parts {
		part := b.bind(p)
		b.convertible(part, types.String, "Invalid template", "a template can only have strings, numbers and bools in it")
		when = max(when, types.Eventual(part.Type()))
		t.Parts[i] = part
	}
	t.Typ = types.Lift(t.Typ, when)
	return b.fold(t, t.Parts...)
}

func (b *binder) tuple(expr *hclsyntax.TupleConsExpr, at diag.Range) Expr {
	e := &Tuple{Node{At: at, Typ: nil}, make([]Expr, len(expr.Exprs))}
	elems := make([]types.Type, len(expr.Exprs))
	for i, x := range expr.Exprs {
		e.Elems[i] = b.bind(x)
		elems[i] = e.Elems[i].Type()
	}
	e.Typ = types.Bounded(types.Tuple{Elems: elems})
	return b.fold(e, e.Elems...)
}

func (b *binder) object(expr *hclsyntax.ObjectConsExpr, at diag.Range) Expr {
	e := &Object{Node{At: at, Typ: nil}, make([]Item, len(expr.Items))}
	attrs := make(map[string]types.Attr, len(expr.Items))
	loose, when := false, types.Prompt
	parts := make([]Expr, 0, 2*len(expr.Items))
	for i, item := range expr.Items {
		key, val := b.bind(item.KeyExpr), b.bind(item.ValueExpr)
		e.Items[i] = Item{key, val}
		parts = append(parts, key, val)
		b.convertible(key, types.String, "Invalid key", "the key of an object must be a string")
		when = max(when, types.Eventual(key.Type()))
		name, ok := constantString(key)
		if !ok {
			loose = true
			continue
		}
		attrs[name] = types.Attr{Type: val.Type()}
	}
	if loose {
		all := make([]types.Type, len(e.Items))
		for i, item := range e.Items {
			all[i] = item.Value.Type()
		}
		e.Typ = types.Bounded(types.Lift(types.Map{Elem: types.NewUnion(all...), Loose: true}, when))
	} else {
		e.Typ = types.Bounded(types.Object{Attrs: attrs})
	}
	return b.fold(e, parts...)
}

// constantString returns the string that a constant expression is, or is converted to.
func constantString(e Expr) (string, bool) {
	l, ok := e.(*Literal)
	if !ok || !l.Value.IsKnown() || l.Value.IsNull() {
		return "", false
	}
	switch v := l.Value.Cty(); v.Type() {
	case cty.String:
		return v.AsString(), true
	case cty.Number:
		return v.AsBigFloat().Text('f', -1), true
	case cty.Bool:
		if v.True() {
			return "true", true
		}
		return "false", true
	}
	return "", false
}

// key binds a key of an object: a bare name stands for itself.
func (b *binder) key(expr *hclsyntax.ObjectConsKeyExpr, at diag.Range) Expr {
	if !expr.ForceNonLiteral {
		if t, ok := expr.Wrapped.(*hclsyntax.ScopeTraversalExpr); ok && len(t.Traversal) > 1 {
			b.errorf(at, "Ambiguous key", "Write a reference in parentheses, and a key that has dots in it in quotes.")
			return invalid(at)
		}
		if name := hcl.ExprAsKeyword(expr.Wrapped); name != "" {
			return &Literal{Node{At: at, Typ: types.String}, value.Of(cty.StringVal(name))}
		}
	}
	return b.bind(expr.Wrapped)
}

func (b *binder) forExpr(expr *hclsyntax.ForExpr, at diag.Range) Expr {
	e := &For{
		Node: Node{At: at}, Source: b.bind(expr.CollExpr),
		KeyName: expr.KeyVar, ValueName: expr.ValVar, KeySlot: -1, Group: expr.Group,
	}
	key, elem := types.Iteration(e.Source.Type())
	switch {
	case elem.Type == nil:
		b.failf(e.Source.Range(), "Iteration over what has no elements", "A for expression needs a list, set, map, tuple or object, and this is %s.", types.Describe(e.Source.Type()))
		key.Type, elem.Type = types.Any, types.Any
	case elem.Type == types.None && e.Source.Type() == types.None:
		b.failf(e.Source.Range(), "Iteration over null", "A for expression needs a list, set, map, tuple or object, and this is null.")
	default:
		b.nullable(e.Source, "A for expression needs a list, set, map, tuple or object")
	}
	if types.MayBeNull(e.Source.Type()) {
		// Null has no elements, so that it does not add to their type.
		key, elem = types.Iteration(types.NonNull(e.Source.Type()))
		if elem.Type == nil {
			key.Type, elem.Type = types.Any, types.Any
		}
	}
	outer := len(b.vars)
	if expr.KeyVar != "" {
		e.KeySlot = len(b.vars)
		b.vars = append(b.vars, variable{name: expr.KeyVar, typ: key.Type})
	}
	e.ValueSlot = len(b.vars)
	b.vars = append(b.vars, variable{expr.ValVar, elem.Type, b.words(e.Source)})
	when := types.Eventual(e.Source.Type())
	leave := func() {}
	if expr.CondExpr != nil {
		e.Condition = b.bind(expr.CondExpr)
		b.condition(e.Condition, "the condition of a for expression")
		when = max(when, types.Eventual(e.Condition.Type()))
		leave = b.assume(e.Condition, true)
	}
	if expr.KeyExpr != nil {
		e.Key = b.bind(expr.KeyExpr)
		b.convertible(e.Key, types.String, "Invalid key", "the key of an object must be a string")
		when = max(when, types.Eventual(e.Key.Type()))
	}
	e.Value = b.bind(expr.ValExpr)
	leave()
	b.vars = b.vars[:outer]
	b.forget(outer)
	e.Typ = types.Bounded(types.Lift(forType(e), when))
	return e
}

func forType(e *For) types.Type {
	elem := e.Value.Type()
	switch {
	case e.Key != nil && e.Group:
		return types.Map{Elem: types.List{Elem: elem, Loose: true}, Loose: true}
	case e.Key != nil:
		return types.Map{Elem: elem, Loose: true}
	}
	if t, ok := e.Source.Type().(types.Tuple); ok && e.Condition == nil {
		elems := make([]types.Type, len(t.Elems))
		for i := range elems {
			elems[i] = elem
		}
		return types.Tuple{Elems: elems}
	}
	return types.List{Elem: elem, Loose: true}
}

func (b *binder) conditional(expr *hclsyntax.ConditionalExpr, at diag.Range) Expr {
	e := &Conditional{Node: Node{At: at}, Condition: b.bind(expr.Condition)}
	b.condition(e.Condition, "the condition of a conditional expression")
	leave := b.assume(e.Condition, true)
	e.Then = b.bind(expr.TrueResult)
	leave()
	leave = b.assume(e.Condition, false)
	e.Else = b.bind(expr.FalseResult)
	leave()
	t, ok := types.Unify(e.Then.Type(), e.Else.Type())
	if !ok {
		b.differ(e)
		t = types.Lift(types.Any, max(types.Eventual(e.Then.Type()), types.Eventual(e.Else.Type())))
	}
	if differentObjects(e.Then.Type(), e.Else.Type()) {
		// They become a map, if anything. Their own types say which keys it can have.
		t = types.NewUnion(e.Then.Type(), e.Else.Type())
	}
	e.Typ = types.Lift(t, types.Eventual(e.Condition.Type()))
	return b.fold(e, e.Condition, e.Then, e.Else)
}

// differentObjects reports whether two types are objects with different attributes.
func differentObjects(a, b types.Type) bool {
	x, ok := types.NonNull(a).(types.Object)
	y, isObject := types.NonNull(b).(types.Object)
	return ok && isObject && !slices.Equal(x.Names(), y.Names())
}
