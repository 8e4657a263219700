package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestNoFunctionIsTooComplex holds every function outside of tests to 30 ways through it at most, counted as McCabe does ("A Complexity Measure",
// 1976): one, and one more for each if, loop, case, && and ||.
func TestNoFunctionIsTooComplex(t *testing.T) {
	const most = 30
	functions := 0
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if base := entry.Name(); entry.IsDir() && name != "." && (base == "testdata" || base == "bin" || strings.HasPrefix(base, ".")) {
			return fs.SkipDir
		}
		if entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				functions++
				if n := complexity(f); n > most {
					t.Errorf("%v: %s has %d ways through it, more than %d: take it apart", set.Position(f.Pos()), f.Name.Name, n, most)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
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
