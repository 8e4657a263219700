package planfmt_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/planfmt/planfmt"

// floors are the rooms of docs/ARCHITECTURE.md. A package below one of these
// directories stands on the same floor as it.
var floors = map[string]int{
	"cmd":        9,
	"web":        9,
	"":           8,
	"policy":     7,
	"differ":     6,
	"report":     6,
	"showjson":   6,
	"redact":     6,
	"planvalue":  6,
	"renderers":  5,
	"lang":       5,
	"policyfile": 4,
	"review":     5,
	"jsonstate":  5,
	"jsonplan":   5,
	"jsonlog":    5,
	"planhash":   5,
	"planfile":   5,
	"computed":   4,
	"source":     4,
	"schema":     3,
	"sinks":      3,
	"jsondoc":    3,
	"config":     3,
	"yamldoc":    3,
	"values":     2,
	"doc":        2,
	"dialect":    2,
	"rules":      2,
	"copies":     2,
	"verdict":    2,
	"plans":      1,
	"diag":       1,
	"forge":      1,
	"internal":   0,
}

// reserved are modules that only some rooms may know of. The standard library
// counts where it is named.
var reserved = map[string][]string{
	"github.com/mitchellh/colorstring": {"sinks"},
	"github.com/go-json-experiment":    {"jsondoc"},
	"github.com/zclconf/go-cty":        {"schema", "differ", "renderers", "planfile", "config", "lang", "planvalue", "policy"},
	"github.com/hashicorp/hcl":         {"schema", "config", "lang", "planvalue", "policyfile"},
	"google.golang.org/protobuf":       {"planfile"},
	"github.com/klauspost/compress":    {"schema"},
	"github.com/santhosh-tekuri":       {"tests"},
	"github.com/yuin/goldmark":         {"tests"},
	"github.com/spf13":                 {"cmd"},
	"charm.land":                       {"cmd"},
	"github.com/charmbracelet":         {"cmd"},
	"golang.org/x/term":                {"cmd"},
	"go.yaml.in/yaml":                  {"rules", "yamldoc"},
	"os/signal":                        {"cmd"},
	"net/http":                         {"cmd", "forge"},
	"golang.org/x/net":                 {"tests"},
}

type listedPackage struct {
	ImportPath string
	Imports    []string
}

// TestImportsGoDown checks the direct imports of every package, those of its
// tests left out, against the two tables above.
func TestImportsGoDown(t *testing.T) {
	for _, p := range listPackages(t) {
		from := room(p.ImportPath)
		floor, ok := floors[from]
		if !ok {
			t.Errorf("%s has no floor: give its room one here and in docs/ARCHITECTURE.md", p.ImportPath)
			continue
		}
		for _, imp := range p.Imports {
			if imp == module || strings.HasPrefix(imp, module+"/") {
				to := room(imp)
				if to != from && floors[to] >= floor {
					t.Errorf("%s (floor %d) imports %s (floor %d): an import may only go down", p.ImportPath, floor, imp, floors[to])
				}
				continue
			}
			for prefix, rooms := range reserved {
				if (imp == prefix || strings.HasPrefix(imp, prefix+"/")) && !slices.Contains(rooms, from) {
					t.Errorf("%s imports %s, which is for %s only", p.ImportPath, imp, strings.Join(rooms, ", "))
				}
			}
		}
	}
}

// room is the first element of a package's path in the module, empty for the
// root.
func room(importPath string) string {
	rest := strings.TrimPrefix(strings.TrimPrefix(importPath, module), "/")
	first, _, _ := strings.Cut(rest, "/")
	return first
}

func listPackages(t *testing.T) []listedPackage {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", "./...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listedPackage
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listedPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if len(all) < 2 {
		t.Fatalf("go list names %d packages", len(all))
	}
	return all
}
