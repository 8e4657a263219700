package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"strings"
	"testing"
)

// TestNoFunctionIsTooComplex holds every function outside of tests to 30 ways through it at most, counted as McCabe does ("A Complexity Measure",
// 1976): one, and one more for each if, loop, case, && and ||.
func TestNoFunctionIsTooComplex(t *testing.T) {
	const most = 30
	out, err := exec.Command("git", "ls-files", "*.go").Output()
	if err != nil {
		t.Skip("not a clone: ", err)
	}
	functions := 0
	for name := range strings.Lines(string(out)) {
		name = strings.TrimSpace(name)
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				functions++
				if n := complexity(f); n > most {
					t.Errorf("%v: %s has %d ways through it, more than %d: take it apart", set.Position(f.Pos()), f.Name.Name, n, most)
				}
			}
		}
	}
	if functions < 1000 {
		t.Errorf("there are only %d functions", functions)
	}
}

// complexity returns the cyclomatic complexity of a function, with those that are written in it.
func complexity(f *ast.FuncDecl) int {
	n := 1
	ast.Inspect(f, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			if node.List != nil {
				n++
			}
		case *ast.CommClause:
			if node.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if node.Op == token.LAND || node.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}
