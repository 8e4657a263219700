package value

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestNoMarks checks that nothing in the module marks a cty.Value: [Of] panics for one. Neither go-cty nor HCL mark a value on their own.
func TestNoMarks(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	marking := []string{"Mark", "MarkWithPaths", "WithMarks", "WithSameMarks", "NewValueMarks", "ValueMarks", "PathValueMarks"}
	fset, files := token.NewFileSet(), 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			_, err := os.Stat(filepath.Join(path, "go.mod"))
			if path != root && (err == nil || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")) {
				return fs.SkipDir
			}
			return nil
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil || !slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool {
			return strings.Contains(i.Path.Value, "zclconf/go-cty") || strings.Contains(i.Path.Value, "hashicorp/hcl/")
		}) {
			return err
		}
		files++
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok && slices.Contains(marking, s.Sel.Name) {
				t.Errorf("%s: %s", fset.Position(s.Sel.Pos()), s.Sel.Name)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 50 {
		t.Errorf("only %d files know of cty.Value", files)
	}
}
