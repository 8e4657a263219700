package docs_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// rawTypes are the types of values that have all secrets.
var rawTypes = []string{
	module + "/internal/read/source.RawValues", // what a loader loads, with the marks of the document
	module + ".loaded",                         // the same with all marks
	module + "/values.Change",                  // a part of both
}

// rawRooms are the packages that may have values of these types, and why. Nothing here prints.
var rawRooms = map[string]string{
	"internal/read/source":    "says what raw values are",
	"internal/work/pair":      "pairs those of two documents",
	"internal/read/open":      "loads those of the state in a binary plan, and compares them with the values before",
	"values":                  "leads to their parts",
	"internal/work/compare":   "masks what is sensitive in them, and hands them to the differ",
	"jsonplan":                "loads them",
	"internal/read/jsonstate": "loads them",
	"internal/read/planfile":  "loads them",
	"internal/know/infer":     "learns the shapes of types from them",
	"differ":                  "compares them, and drops what is sensitive",
	"internal/work/planhash":  "hashes them",
	"internal/work/redact":    "replaces what is sensitive in them",
	"cmd/planfmt":             "is offered them as evidence, and does not look: it wants the names of types",
	"internal/meaning/leaf":   "gives those to package meaning that are not hidden",
	"internal/work/showjson":  "writes the document of planfmt json, which has all secrets",
}

// rawFiles are the files that may, of the root package and of others.
var rawFiles = map[string]string{
	"cmd/planfmt/schemas_bundle.go":     "is offered them as evidence, and does not look: it wants the names of types",
	"internal/work/planpair/compare.go": "hands those of two plans to the differ",
	"internal/work/planpair/outcome.go": "tells which values a plan did not know",
	"internal/work/planpair/pairs.go":   "tells duplicates apart by their hashes",
	"internal/work/engine/examine.go":   "passes them on to passes, and to queries",
	"internal/work/passes/hash.go":      "hands them to the hash",
	"internal/work/passes/deciding.go":  "hands those of variables to the hash",
	"internal/work/passes/undone.go":    "compares what drifted with what is planned, and claims nothing where a part is hidden",
	"internal/work/rewrite/redact.go":   "says what redact replaces",
	"internal/work/rewrite/json.go":     "marks them for planfmt json",
}

// TestRawValues checks who has values with secrets in them: whatever prints has what the differ made of them, or values of the
// language, which carry marks.
func TestRawValues(t *testing.T) {
	sampling.SkipShort(t)
	t.Parallel()
	used := map[string]bool{}
	for _, p := range checkedPackages(t) {
		dir := strings.TrimPrefix(strings.TrimPrefix(p.path, module), "/")
		for name, places := range p.rawPlaces() {
			file := path.Join(dir, name)
			used[dir], used[file] = true, true
			if rawRooms[dir] == "" && rawFiles[file] == "" {
				t.Errorf("%s has values with all secrets: give it a computed.Diff or a value of the language, or list it with a reason\n\t%s",
					file, strings.Join(places[:min(len(places), 5)], "\n\t"))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(rawRooms)) {
		if !used[name] {
			t.Errorf("%s is listed, and has no such values", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(rawFiles)) {
		if !used[name] {
			t.Errorf("%s is listed, and has no such values", name)
		}
	}
}

// checkedPackage is a package with the types of its expressions.
type checkedPackage struct {
	path  string
	fset  *token.FileSet
	files []*ast.File
	info  types.Info
}

// checkedPackages returns the packages of the module that depend on raw values, without their tests.
func checkedPackages(t *testing.T) []checkedPackage {
	t.Helper()
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,Imports,Deps", "./...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	type listed struct {
		ImportPath, Dir, Export string
		GoFiles, Imports, Deps  []string
	}
	var list []listed
	exports := map[string]string{}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
		if strings.HasPrefix(p.ImportPath, module) && (p.ImportPath == module+"/values" || slices.Contains(p.Deps, module+"/values")) {
			list = append(list, p)
		}
	}
	fset := token.NewFileSet()
	imports := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	var all []checkedPackage
	for _, p := range list {
		c := checkedPackage{path: p.ImportPath, fset: fset, info: types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		}}
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			c.files = append(c.files, f)
		}
		if _, err := (&types.Config{Importer: imports}).Check(p.ImportPath, fset, c.files, &c.info); err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	if len(all) < 20 {
		t.Fatalf("only %d packages depend on values", len(all))
	}
	return all
}

// rawPlaces returns where expressions are raw values or lead into them, by the name of the file.
func (p *checkedPackage) rawPlaces() map[string][]string {
	places := map[string][]string{}
	for _, f := range p.files {
		ast.Inspect(f, func(n ast.Node) bool {
			e, ok := n.(ast.Expr)
			if !ok {
				return true
			}
			if typ := p.info.Types[e].Type; typ != nil && isRaw(typ) || p.leadsIntoRaw(e) {
				at := p.fset.Position(e.Pos())
				name := filepath.Base(at.Filename)
				places[name] = append(places[name], at.String())
			}
			return true
		})
	}
	return places
}

// leadsIntoRaw reports whether an expression selects something that is promoted from a raw value.
func (p *checkedPackage) leadsIntoRaw(e ast.Expr) bool {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok || p.info.Selections[sel] == nil {
		return false
	}
	s := p.info.Selections[sel]
	typ := s.Recv()
	for _, i := range s.Index() {
		if isRaw(typ) {
			return true
		}
		if ptr, ok := typ.Underlying().(*types.Pointer); ok {
			typ = ptr.Elem()
		}
		fields, ok := typ.Underlying().(*types.Struct)
		if !ok || i >= fields.NumFields() {
			return false
		}
		typ = fields.Field(i).Type()
	}
	return false
}

// isRaw reports whether a type is a raw one, or made of one.
func isRaw(typ types.Type) bool {
	switch t := types.Unalias(typ).(type) {
	case *types.Named:
		o := t.Obj()
		return o.Pkg() != nil && slices.Contains(rawTypes, o.Pkg().Path()+"."+o.Name())
	case *types.Pointer:
		return isRaw(t.Elem())
	case *types.Slice:
		return isRaw(t.Elem())
	case *types.Array:
		return isRaw(t.Elem())
	case *types.Map:
		return isRaw(t.Elem())
	case *types.Tuple:
		for v := range t.Variables() {
			if isRaw(v.Type()) {
				return true
			}
		}
	}
	return false
}
