package eval

import (
	"fmt"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/funcs"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// binder translates expressions without any checks, so that what is wrong with
// them is left to the evaluator.
type binder struct {
	roots     map[string]bool
	functions map[string]*funcs.Function
	vars      []string
	anon      map[*hclsyntax.AnonSymbolExpr]int
}

func parse(t testing.TB, src string) hclsyntax.Expression {
	t.Helper()
	e, diags := hclsyntax.ParseExpression([]byte(src), "test", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatalf("%s: %s", src, diags)
	}
	return e
}

func (b *binder) node(r hcl.Range) model.Node {
	pos := func(p hcl.Pos) diag.Pos { return diag.Pos{Line: p.Line, Column: p.Column, Byte: p.Byte} }
	return model.Node{At: diag.Range{File: r.Filename, Start: pos(r.Start), End: pos(r.End)}, Typ: types.Any}
}

func (b *binder) all(exprs []hclsyntax.Expression) []model.Expr {
	out := make([]model.Expr, len(exprs))
	for i, e := range exprs {
		out[i] = b.bind(e)
	}
	return out
}

func (b *binder) scope(names []string, f func()) {
	old := b.vars
	b.vars = append(b.vars[:len(b.vars):len(b.vars)], names...)
	f()
	b.vars = old
}

var ops = map[*hclsyntax.Operation]model.Op{
	hclsyntax.OpLogicalAnd: model.And, hclsyntax.OpLogicalOr: model.Or, hclsyntax.OpLogicalNot: model.Not,
	hclsyntax.OpEqual: model.Equal, hclsyntax.OpNotEqual: model.NotEqual,
	hclsyntax.OpLessThan: model.Less, hclsyntax.OpLessThanOrEqual: model.LessOrEqual,
	hclsyntax.OpGreaterThan: model.Greater, hclsyntax.OpGreaterThanOrEqual: model.GreaterOrEqual,
	hclsyntax.OpAdd: model.Add, hclsyntax.OpSubtract: model.Subtract, hclsyntax.OpMultiply: model.Multiply,
	hclsyntax.OpDivide: model.Divide, hclsyntax.OpModulo: model.Modulo, hclsyntax.OpNegate: model.Negate,
}

func (b *binder) bind(e hclsyntax.Expression) model.Expr {
	n := b.node(e.Range())
	switch e := e.(type) {
	case *hclsyntax.LiteralValueExpr:
		return &model.Literal{Node: n, Value: value.Of(e.Val)}
	case *hclsyntax.ParenthesesExpr:
		return b.bind(e.Expression)
	case *hclsyntax.TemplateExpr:
		n.Typ = types.String
		return &model.Template{Node: n, Parts: b.all(e.Parts)}
	case *hclsyntax.TemplateWrapExpr:
		return b.bind(e.Wrapped)
	case *hclsyntax.TemplateJoinExpr:
		n.Typ = types.String
		return &model.Join{Node: n, Tuple: b.bind(e.Tuple)}
	case *hclsyntax.ScopeTraversalExpr:
		root := e.Traversal.RootName()
		var x model.Expr
		for i := len(b.vars) - 1; i >= 0 && x == nil; i-- {
			if b.vars[i] == root {
				x = &model.Variable{Node: n, Name: root, Slot: i}
			}
		}
		if x == nil {
			if !b.roots[root] {
				panic("unknown root " + root)
			}
			x = &model.Root{Node: n, Name: root}
		}
		return b.steps(x, e.Traversal[1:], n)
	case *hclsyntax.RelativeTraversalExpr:
		return b.steps(b.bind(e.Source), e.Traversal, n)
	case *hclsyntax.IndexExpr:
		return &model.Index{Node: n, Collection: b.bind(e.Collection), Key: b.bind(e.Key)}
	case *hclsyntax.AnonSymbolExpr:
		return &model.Variable{Node: n, Slot: b.anon[e]}
	case *hclsyntax.SplatExpr:
		s := &model.Splat{Node: n, Source: b.bind(e.Source), Slot: len(b.vars)}
		b.anon[e.Item] = len(b.vars)
		b.scope([]string{""}, func() { s.Each = b.bind(e.Each) })
		return s
	case *hclsyntax.UnaryOpExpr:
		n.Typ = types.FromCty(e.Op.Type)
		return &model.Unary{Node: n, Op: ops[e.Op], Operand: b.bind(e.Val)}
	case *hclsyntax.BinaryOpExpr:
		n.Typ = types.FromCty(e.Op.Type)
		return &model.Binary{Node: n, Op: ops[e.Op], Left: b.bind(e.LHS), Right: b.bind(e.RHS)}
	case *hclsyntax.ConditionalExpr:
		return &model.Conditional{Node: n, Condition: b.bind(e.Condition), Then: b.bind(e.TrueResult), Else: b.bind(e.FalseResult)}
	case *hclsyntax.TupleConsExpr:
		return &model.Tuple{Node: n, Elems: b.all(e.Exprs)}
	case *hclsyntax.ObjectConsExpr:
		o := &model.Object{Node: n}
		for _, it := range e.Items {
			o.Items = append(o.Items, model.Item{Key: b.bind(it.KeyExpr), Value: b.bind(it.ValueExpr)})
		}
		return o
	case *hclsyntax.ObjectConsKeyExpr:
		if key := hcl.ExprAsKeyword(e.Wrapped); key != "" && !e.ForceNonLiteral {
			return &model.Literal{Node: n, Value: value.Of(cty.StringVal(key))}
		}
		return b.bind(e.Wrapped)
	case *hclsyntax.ForExpr:
		f := &model.For{Node: n, Source: b.bind(e.CollExpr), KeySlot: -1, Group: e.Group}
		var names []string
		if e.KeyVar != "" {
			f.KeySlot = len(b.vars)
			names = append(names, e.KeyVar)
		}
		f.ValueSlot = len(b.vars) + len(names)
		b.scope(append(names, e.ValVar), func() {
			if e.KeyExpr != nil {
				f.Key = b.bind(e.KeyExpr)
			}
			f.Value = b.bind(e.ValExpr)
			if e.CondExpr != nil {
				f.Condition = b.bind(e.CondExpr)
			}
		})
		return f
	case *hclsyntax.FunctionCallExpr:
		switch e.Name {
		case "try":
			return &model.Try{Node: n, Alternatives: b.all(e.Args)}
		case "can":
			return &model.Can{Node: n, Operand: b.bind(e.Args[0])}
		case "convert":
			to, diags := types.Parse(e.Args[1])
			if diags.HasErrors() {
				panic(diags)
			}
			return &model.Convert{Node: n, Operand: b.bind(e.Args[0]), To: to}
		}
		return &model.Call{Node: n, Function: b.functions[e.Name], Args: b.all(e.Args), Expand: e.ExpandFinal, NameAt: b.node(e.NameRange).At}
	}
	panic(fmt.Sprintf("no translation of %T", e))
}

func (b *binder) steps(x model.Expr, steps hcl.Traversal, n model.Node) model.Expr {
	for _, s := range steps {
		switch s := s.(type) {
		case hcl.TraverseAttr:
			x = &model.Attr{Node: n, Object: x, Name: s.Name, NameAt: b.node(s.SrcRange).At}
		case hcl.TraverseIndex:
			x = &model.Index{Node: n, Collection: x, Key: &model.Literal{Node: n, Value: value.Of(s.Key)}}
		default:
			panic(fmt.Sprintf("no translation of %T", s))
		}
	}
	return x
}

// roots is a host with values.
type roots map[string]value.Value

type rootValue struct{ v value.Value }

func (r roots) Root(name string) Object { return rootValue{r[name]} }

func (r roots) Call(call *model.HostCall, _ []value.Value) Result {
	panic("no host call " + call.Name)
}

func (r rootValue) Attr(name string) (Result, bool) {
	v, ok := r.v.Attr(name)
	return Of(v), ok
}

func (r rootValue) Value() Result { return Of(r.v) }

// run binds and evaluates an expression.
func run(t testing.TB, src string, host roots) Result {
	t.Helper()
	b := &binder{roots: map[string]bool{}, anon: map[*hclsyntax.AnonSymbolExpr]int{}}
	for name := range host {
		b.roots[name] = true
	}
	return Eval(b.bind(parse(t, src)), host, nil)
}
