package eval

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// TestCases checks that the evaluator has a case for each type of expressions, as it panics without one. An expression can only be of a type
// that embeds model.Node, which alone has the method isExpr.
func TestCases(t *testing.T) {
	files := parsed(t, filepath.Join("..", "model", "*.go"))
	var exprs, receivers []string
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				if s, ok := n.Type.(*ast.StructType); ok && embedsType(s, "Node") {
					exprs = append(exprs, n.Name.Name)
				}
			case *ast.FuncDecl:
				if n.Name.Name == "isExpr" {
					receivers = append(receivers, n.Recv.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name)
				}
			}
			return true
		})
	}
	for _, f := range files { // nothing is an expression because it embeds one
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.TypeSpec); ok {
				if of, ok := s.Type.(*ast.StructType); ok && (embedsType(of, "Expr") || slices.ContainsFunc(exprs, func(name string) bool { return embedsType(of, name) })) {
					t.Errorf("model.%s embeds an expression", s.Name.Name)
				}
			}
			return true
		})
	}
	if want := []string{"Node"}; !slices.Equal(receivers, want) {
		t.Errorf("%v have the method isExpr, want %v", receivers, want)
	}
	var cases []string
	for _, f := range parsed(t, "eval.go") {
		ast.Inspect(f, func(n ast.Node) bool {
			if d, ok := n.(*ast.FuncDecl); ok && d.Name.Name != "evalOnce" {
				return false
			}
			if c, ok := n.(*ast.CaseClause); ok {
				for _, e := range c.List {
					if p, ok := e.(*ast.StarExpr); ok {
						cases = append(cases, p.X.(*ast.SelectorExpr).Sel.Name)
					}
				}
			}
			return true
		})
	}
	slices.Sort(exprs)
	slices.Sort(cases)
	if len(exprs) < 15 || !slices.Equal(exprs, cases) {
		t.Errorf("expressions are %v\nthe evaluator has cases for %v", exprs, cases)
	}
}

// TestOperators evaluates each operator that the binder can make one of two operands of. The evaluator panics for any other.
func TestOperators(t *testing.T) {
	var ops []string
	returned := map[string][]string{}
	for _, f := range parsed(t, filepath.Join("..", "model", "*.go")) {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.GenDecl:
				if d.Tok != token.CONST || !isIdent(d.Specs[0].(*ast.ValueSpec).Type, "Op") {
					continue
				}
				for _, s := range d.Specs {
					ops = append(ops, s.(*ast.ValueSpec).Names[0].Name)
				}
			case *ast.FuncDecl:
				if results := d.Type.Results; results == nil || len(results.List) != 1 || !isIdent(results.List[0].Type, "Op") {
					continue
				}
				ast.Inspect(d, func(n ast.Node) bool {
					if r, ok := n.(*ast.ReturnStmt); ok {
						returned[d.Name.Name] = append(returned[d.Name.Name], r.Results[0].(*ast.Ident).Name)
					}
					return true
				})
			}
		}
	}
	unary, binary := returned["unaryOp"], returned["binaryOp"]
	if len(returned) != 2 || len(binary) < 10 || len(unary)+len(binary) != len(ops) {
		t.Fatalf("the operators are %v; functions return %v", ops, returned)
	}
	number, truth := cty.NumberIntVal(7), cty.True
	for _, name := range binary {
		op := model.Op(slices.Index(ops, name))
		for _, c := range []cty.Value{number, truth, cty.NullVal(cty.Number), cty.UnknownVal(cty.Number), cty.UnknownVal(cty.Bool), cty.DynamicVal} {
			e := &model.Binary{Op: op, Left: literal(c), Right: literal(c)}
			r := Eval(e, nil, nil)
			if r.Err == nil && r.Value.Cty() == cty.NilVal {
				t.Errorf("%s of %#v has neither a value nor an error", name, c)
			}
			if logical := name == "And" || name == "Or"; r.Err != nil && (c == number && !logical || c == truth && logical) {
				t.Errorf("%s of %#v: %v", name, c, r.Err)
			}
		}
	}
}

func literal(c cty.Value) *model.Literal {
	return &model.Literal{Node: model.Node{Typ: types.OfValue(c)}, Value: value.Of(c)}
}

// parsed parses the files with a name, except tests.
func parsed(t *testing.T, pattern string) []*ast.File {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}

// embedsType reports whether a struct embeds a type.
func embedsType(s *ast.StructType, name string) bool {
	return slices.ContainsFunc(s.Fields.List, func(f *ast.Field) bool {
		of := f.Type
		if p, ok := of.(*ast.StarExpr); ok {
			of = p.X
		}
		return len(f.Names) == 0 && isIdent(of, name)
	})
}

func isIdent(e ast.Expr, name string) bool {
	i, ok := e.(*ast.Ident)
	return ok && i.Name == name
}
