package docs_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/goldenflag"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/test/kit"
)

// TestSurface checks what the module exports to others against testdata/surface.txt: the packages, the names in each, and the
// internal types that appear in their declarations, to which a program can only refer if this package has another name for them.
func TestSurface(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	packages, total := publicPackages(t), 0
	for _, p := range packages {
		names, inside := surfaceOf(p)
		total += len(names)
		fmt.Fprintf(&b, "%s: %d names\n", p.Path(), len(names))
		for _, name := range names {
			fmt.Fprintf(&b, "\t%s\n", name)
		}
		for _, line := range inside {
			fmt.Fprintf(&b, "\tinternal: %s\n", line)
		}
	}
	got := fmt.Sprintf("%d packages, %d names\n%s", len(packages), total, b.String())
	const golden = "testdata/surface.txt"
	if *goldenflag.Update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("what the module exports has changed; if that is meant, run go test -run TestSurface -update:\n%s", kit.LineDiff(string(want), got))
	}
	if len(packages) > 19 {
		t.Errorf("%d packages are public: a package that programs need not import belongs in internal", len(packages))
	}
}

// insideAliases are the exported aliases of types that are internal, whose fields and methods the documentation does not show, with the
// reason for each.
var insideAliases = map[string]string{
	"computed.Coverage":    "its comment and docs/meaning.md say what it counts",
	"computed.MeaningFact": "its members have names in documents: Members yields them, and docs/meaning.md describes them",

	"jsonplan.Options": "the source is a part of the pipeline, and its options are those of all sources",

	"planfmt.Source":       "what a source provides is for the rest of the pipeline, which changes with it; OpenSource returns one",
	"planfmt.Facts":        "as Source, of which it is a part",
	"planfmt.Loader":       "as Source, of which it is a part",
	"planfmt.EvidenceSink": "as Source, of which it is a part",

	"planfmt.AssumptionFile": "it has a name and a text, as its comment says",
	"planfmt.KnownFacts":     "it is opaque: DecodeKnownFacts makes one",
	"planfmt.CommentMarker":  "it is opaque: ParseCommentMarker makes one",
	"planfmt.GroupBy":        "it has no fields: its values have names of their own",
	"planfmt.Collapse":       "it has no fields: its values have names of their own",
	"planfmt.MarkdownLayout": "it refers to CommentMarker; its comment names the fields",

	"policy.Kind":      "it has no fields: its values have names of their own",
	"policy.Operation": "it has no fields: its values have names of their own",
	"policy.Value":     "the language is behind this door: policy has functions for what its values are for others",
	"policy.Candidate": "as Value",
	"policy.Cause":     "as Value",
	"policy.Type":      "as Value",
	"policy.HostCall":  "as Value",
	"policy.Result":    "as Value",
	"policy.Run":       "as Value",
	"policy.Function":  "as Value",
	"policy.Param":     "as Value",
}

// TestAliasesAreOfPublicTypes checks that an exported alias is one of a type that programs outside can see, unless insideAliases has a reason
// why not. An error never has one: its fields are for others.
func TestAliasesAreOfPublicTypes(t *testing.T) {
	t.Parallel()
	found := map[string]bool{}
	failure := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	for _, p := range publicPackages(t) {
		for _, name := range p.Scope().Names() {
			tn, ok := p.Scope().Lookup(name).(*types.TypeName)
			if !ok || !tn.Exported() || !tn.IsAlias() {
				continue
			}
			typ := types.Unalias(tn.Type())
			inside := internalTypes(typ)
			if len(inside) == 0 {
				continue
			}
			alias := p.Name() + "." + name
			found[alias] = true
			switch {
			case types.Implements(typ, failure) || types.Implements(types.NewPointer(typ), failure):
				t.Errorf("%s is an error that is declared in %s: move it to a public package", alias, inside[0])
			case insideAliases[alias] == "":
				t.Errorf("%s is an alias of %s: move that to a public package, or say here why not", alias, inside[0])
			}
		}
	}
	for alias := range insideAliases {
		if !found[alias] {
			t.Errorf("%s is no alias of an internal type: remove it from the table", alias)
		}
	}
}

// TestExamplesAreOutside checks that the examples do not import what programs outside of the module cannot.
func TestExamplesAreOutside(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("go", "list", "-test", "-f", `{{join .Imports "\n"}}`, "./...")
	cmd.Dir = "examples"
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for imported := range strings.Lines(string(out)) {
		if strings.HasPrefix(imported, module+"/internal/") {
			t.Errorf("an example imports %s", strings.TrimSpace(imported))
		}
	}
}

// publicPackages are the packages that others can import, sorted. Those of test have no promises to anybody.
func publicPackages(t *testing.T) []*types.Package {
	t.Helper()
	out, err := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Name,Export", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	exports := map[string]string{}
	var public []string
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct{ ImportPath, Name, Export string }
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
		if (p.ImportPath == module || strings.HasPrefix(p.ImportPath, module+"/")) && p.Name != "main" && !strings.Contains(p.ImportPath+"/", "/internal/") &&
			!strings.HasPrefix(p.ImportPath, module+"/test/") {
			public = append(public, p.ImportPath)
		}
	}
	slices.Sort(public)
	imports := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	var all []*types.Package
	for _, path := range public {
		p, err := imports.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// surfaceOf returns the exported names of a package, and lines about the internal types in their declarations, all sorted.
func surfaceOf(p *types.Package) (names, inside []string) {
	found := map[string][]string{} // where each internal type is
	for _, name := range p.Scope().Names() {
		o := p.Scope().Lookup(name)
		if !o.Exported() {
			continue
		}
		names = append(names, name)
		see := func(where string, typ types.Type) {
			for _, internal := range internalTypes(typ) {
				if !slices.Contains(found[internal], where) {
					found[internal] = append(found[internal], where)
				}
			}
		}
		tn, ok := o.(*types.TypeName)
		if !ok {
			see(name, o.Type())
			continue
		}
		if tn.IsAlias() {
			continue
		}
		if s, ok := tn.Type().Underlying().(*types.Struct); ok {
			for f := range s.Fields() {
				if f.Exported() {
					see(name+"."+f.Name(), f.Type())
				}
			}
		} else {
			see(name, tn.Type().Underlying())
		}
		for m := range tn.Type().(*types.Named).Methods() {
			if m.Exported() {
				see(name+"."+m.Name(), m.Type())
			}
		}
	}
	for internal, places := range found {
		slices.Sort(places)
		inside = append(inside, internal+" in "+strings.Join(places, ", "))
	}
	slices.Sort(inside)
	return names, inside
}

// internalTypes returns the names of the internal types of this module that a type is made of.
func internalTypes(of types.Type) []string {
	var found []string
	seen := map[types.Type]bool{}
	var walk func(types.Type)
	walk = func(typ types.Type) {
		if seen[typ] {
			return
		}
		seen[typ] = true
		switch typ := typ.(type) {
		case *types.Alias:
			walk(types.Unalias(typ))
		case *types.Named:
			if p := typ.Obj().Pkg(); p != nil && strings.HasPrefix(p.Path(), module+"/internal/") {
				found = append(found, strings.TrimPrefix(p.Path(), module+"/")+"."+typ.Obj().Name())
			}
			for arg := range typ.TypeArgs().Types() {
				walk(arg)
			}
		case interface{ Elem() types.Type }: // a pointer, slice, array, channel or map
			walk(typ.Elem())
			if m, ok := typ.(*types.Map); ok {
				walk(m.Key())
			}
		case *types.Signature:
			for v := range typ.Params().Variables() {
				walk(v.Type())
			}
			for v := range typ.Results().Variables() {
				walk(v.Type())
			}
		case *types.Struct:
			for f := range typ.Fields() {
				walk(f.Type())
			}
		case *types.Interface:
			for m := range typ.Methods() {
				walk(m.Type())
			}
		}
	}
	walk(of)
	return found
}

// TestErrorsNameTheirFields checks that the comment of an error that is an alias names each of its fields, since the documentation of an alias
// says only where they are.
func TestErrorsNameTheirFields(t *testing.T) {
	text, err := os.ReadFile("errors.go")
	if err != nil {
		t.Fatal(err)
	}
	for name, of := range map[string]any{
		"OptionError": planfmt.OptionError{}, "InexactError": planfmt.InexactError{}, "UnknownNameError": planfmt.UnknownNameError{}, "PanicError": planfmt.PanicError{},
		"InputError": planfmt.InputError{}, "TempError": planfmt.TempError{}, "UnknownAddressError": planfmt.UnknownAddressError{},
	} {
		before, _, ok := strings.Cut(string(text), "type "+name+" ")
		if !ok {
			t.Fatalf("errors.go has no %s", name)
		}
		comment := before[strings.LastIndex(before, "\n\n"):]
		for i := range reflect.TypeOf(of).NumField() {
			if field := reflect.TypeOf(of).Field(i).Name; !strings.Contains(comment, " "+field) {
				t.Errorf("the comment of %s does not name its field %s", name, field)
			}
		}
	}
}
