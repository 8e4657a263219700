package docs_test

import (
	"encoding"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/rules"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
	"github.com/planfmt/planfmt/verdict"
)

// enumerations are all of those that programs get to see.
var enumerations = map[string]func(*testing.T, int){
	"computed.WhichPlan":      checkEnum[planfmt.WhichPlan],
	"planfmt.Choice":          checkEnum[planfmt.Choice],
	"plans.Action":            checkEnum[plans.Action],
	"doc.Role":                checkEnum[doc.Role],
	"doc.Sign":                checkEnum[doc.Sign],
	"doc.GutterKind":          checkEnum[doc.GutterKind],
	"doc.SubjectKind":         checkEnum[doc.SubjectKind],
	"doc.LineKind":            checkEnum[doc.LineKind],
	"computed.Kind":           checkEnum[computed.Kind],
	"computed.LiteralKind":    checkEnum[computed.LiteralKind],
	"computed.State":          checkEnum[computed.State],
	"computed.Forces":         checkEnum[computed.Forces],
	"computed.Form":           checkEnum[computed.Form],
	"computed.Nesting":        checkEnum[computed.Nesting],
	"computed.NodeKind":       checkEnum[computed.NodeKind],
	"computed.Note":           checkEnum[computed.Note],
	"computed.PartRole":       checkEnum[computed.PartRole],
	"computed.Visit":          checkEnum[computed.Visit],
	"computed.StateKind":      checkEnum[computed.StateKind],
	"computed.Section":        checkEnum[computed.Section],
	"computed.ReferenceEnd":   checkEnum[computed.ReferenceEnd],
	"computed.DifferenceKind": checkEnum[computed.DifferenceKind],
	"computed.Fact":           checkEnum[computed.Fact],
	"computed.Verdict":        checkEnum[computed.Verdict],
	"computed.AlarmKind":      checkEnum[computed.AlarmKind],
	"computed.SchemaKind":     checkEnum[computed.SchemaKind],
	"jsondoc.Kind":            checkEnum[jsondoc.Kind],
	"plans.InputKind":         checkEnum[plans.InputKind],
	"schema.NestingMode":      checkEnum[schema.NestingMode],
	"schema.Kind":             checkEnum[schema.Kind],
	"schema.LimitKind":        checkEnum[schema.LimitKind],
	"infer.Confidence":        checkEnum[infer.Confidence],
	"plans.Mode":              checkEnum[plans.Mode],
	"rules.Drift":             checkEnum[rules.Drift],
	"layout.Collapse":         checkEnum[layout.Collapse],
	"layout.GroupBy":          checkEnum[layout.GroupBy],
	"review.Class":            checkEnum[review.Class],
	"values.Kind":             checkEnum[values.Kind],
	"values.Names":            checkEnum[values.Names],
	"diag.Severity":           checkEnum[diag.Severity],
	"verdict.Outcome":         checkEnum[verdict.Outcome],
	"verdict.Level":           checkEnum[verdict.Level],
	"verdict.OnUnknown":       checkEnum[verdict.OnUnknown],
	"verdict.Idleness":        checkEnum[verdict.Idleness],
}

// TestEnumerations goes over all values of all enumerations. It takes the list
// from the source, so that none is forgotten.
func TestEnumerations(t *testing.T) {
	found := map[string]bool{}
	for _, dir := range []string{".", "plans", "values", "doc", "computed", "internal/read/jsondoc", "schema", "internal/know/infer", "rules", "review", "internal/report/layout", "diag", "verdict"} {
		for name, values := range declaredEnums(t, dir) {
			found[name] = true
			check := enumerations[name]
			if check == nil {
				t.Errorf("%s is not in the list", name)
				continue
			}
			t.Run(name, func(t *testing.T) { check(t, values) })
		}
	}
	for name := range enumerations {
		if !found[name] {
			t.Errorf("there is no %s", name)
		}
	}
}

// textual is what every enumeration does.
type textual[E any] interface {
	*E
	encoding.TextUnmarshaler
}

func checkEnum[E interface {
	~uint8
	fmt.Stringer
	encoding.TextMarshaler
}, P textual[E]](t *testing.T, values int) {
	seen := map[string]bool{}
	for v := range values {
		e, name := E(v), E(v).String()
		if name == "" || seen[name] || strings.HasSuffix(name, fmt.Sprintf("(%d)", v)) {
			t.Errorf("%d is %q: no name, or that of another", v, name)
		}
		seen[name] = true
		data, err := json.Marshal(map[string]E{"value": e})
		if want := fmt.Sprintf(`{"value":%q}`, name); err != nil || string(data) != want {
			t.Errorf("%s marshals as %s, %v", name, data, err)
		}
		var back map[string]E
		if err := json.Unmarshal(data, &back); err != nil || back["value"] != e {
			t.Errorf("%s reads as %v, %v", data, back["value"], err)
		}
	}
	beyond := E(values)
	if text, err := beyond.MarshalText(); err == nil {
		t.Errorf("%d marshals as %s", values, text)
	}
	if want := fmt.Sprintf("(%d)", values); !strings.HasSuffix(beyond.String(), want) {
		t.Errorf("%d is %s, want a text ending in %s", values, beyond, want)
	}
	e := E(1)
	err := P(&e).UnmarshalText([]byte("no such"))
	if err == nil || e != 1 {
		t.Fatalf("an unknown name reads as %v, %v", e, err)
	}
	for name := range seen {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("the error does not list %s: %v", name, err)
		}
	}
}

// declaredEnums are the exported types of kind uint8 in a directory, with the
// number of their constants.
func declaredEnums(t *testing.T, dir string) map[string]int {
	t.Helper()
	enums := map[string]int{}
	matches, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range matches {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	each := func(tok token.Token, visit func(pkg string, specs []ast.Spec)) {
		for _, f := range files {
			for _, d := range f.Decls {
				if g, ok := d.(*ast.GenDecl); ok && g.Tok == tok {
					visit(f.Name.Name, g.Specs)
				}
			}
		}
	}
	each(token.TYPE, func(pkg string, specs []ast.Spec) {
		for _, s := range specs {
			s := s.(*ast.TypeSpec)
			if of, ok := s.Type.(*ast.Ident); ok && of.Name == "uint8" && s.Name.IsExported() {
				enums[pkg+"."+s.Name.Name] = 0
			}
		}
	})
	each(token.CONST, func(pkg string, specs []ast.Spec) {
		name := ""
		for _, s := range specs {
			s := s.(*ast.ValueSpec)
			if typ, ok := s.Type.(*ast.Ident); ok {
				name = pkg + "." + typ.Name
			} else if len(s.Values) > 0 {
				name = ""
			}
			if _, ok := enums[name]; ok {
				enums[name] += len(s.Names)
			}
		}
	})
	return enums
}
