package docs_test

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
// directories stands on the same floor as it. The rooms of reports have floors of their own between two whole ones.
var floors = map[string]float64{
	"test":                            15,
	"cmd":                             14,
	"web":                             14,
	"runlog":                          13,
	"":                                12,
	"internal/work/passes":            10,
	"internal/work/planpair":          11,
	"internal/work/rewrite":           11,
	"internal/work/engine":            9,
	"internal/work/compare":           8,
	"differ":                          7,
	"internal/work/hazards":           7,
	"internal/report":                 7,
	"internal/report/paper":           6.1,
	"internal/report/wording":         6.1,
	"internal/report/content":         6.2,
	"internal/report/fit":             6.2,
	"internal/report/marker":          6.2,
	"internal/report/paper/json":      6.2,
	"internal/report/spool":           6.2,
	"internal/report/layout":          6.3,
	"internal/report/paper/text":      6.4,
	"internal/report/human":           6.5,
	"internal/report/paper/html":      6.5,
	"internal/report/paper/markdown":  6.5,
	"internal/report/subject/graph":   6.6,
	"internal/report/subject/log":     6.6,
	"internal/report/subject/plan":    6.6,
	"internal/report/subject/query":   6.6,
	"internal/report/subject/outcome": 6.3,
	"internal/report/subject/check":   6.3,
	"internal/report/subject/pair":    6.7,
	"internal/report/subject/several": 6.7,
	"internal/report/machine":         6.8,
	"internal/work/planhash":          6,
	"internal/work/graph":             6,
	"internal/lang/planvalue":         6,
	"internal/work/redact":            6,
	"internal/work/approval":          6,
	"internal/work/outcome":           6,
	"internal/work/pair":              5,
	"internal/work/wiring":            5,
	"internal/work/showjson":          6,
	"policy":                          6,
	"renderers":                       6,
	"review":                          6,
	"computed":                        5,
	"internal/read/jsonstate":         5,
	"internal/lang":                   5,
	"internal/meaning":                6,
	"internal/meaning/access":         5,
	"internal/meaning/network":        5,
	"internal/meaning/leaf":           4,
	"internal/meaning/table":          4,
	"internal/meaning/fact":           3,
	"internal/meaning/globset":        1,
	"internal/meaning/netset":         1,
	"internal/read/planfile":          5,
	"jsonplan":                        5,
	"internal/read/jsonlog":           4,
	"internal/lang/policyfile":        4,
	"internal/know":                   4,
	"internal/read/open":              6,
	"internal/read/source":            4,
	"internal/work/attest":            3,
	"internal/read/config":            3,
	"internal/read/jsondoc":           3,
	"internal/read/yamldoc":           3,
	"schema":                          3,
	"sinks":                           3,
	"dialect":                         2,
	"doc":                             2,
	"rules":                           2,
	"values":                          2,
	"verdict":                         2,
	"annotations":                     2,
	"diag":                            1,
	"internal/base/copies":            1,
	"internal/forge":                  1,
	"plans":                           1,
	"internal/base":                   0,
	"internal/testkit":                1,
	"failure":                         -1,
}

// reserved are modules that only some rooms may know of. The standard library
// counts where it is named.
var reserved = map[string][]string{
	"github.com/mitchellh/colorstring": {"sinks"},
	"github.com/go-json-experiment":    {"internal/read/jsondoc"},
	"github.com/zclconf/go-cty":        {"schema", "internal/know", "differ", "renderers", "internal/read/planfile", "internal/read/config", "internal/lang", "internal/lang/planvalue", "policy"},
	"github.com/hashicorp/hcl":         {"internal/know", "internal/read/config", "internal/lang", "internal/lang/planvalue", "internal/lang/policyfile", "internal/meaning/access"},
	"google.golang.org/protobuf":       {"internal/read/planfile"},
	"github.com/klauspost/compress":    {"schema", "internal/know", "web"},
	"github.com/santhosh-tekuri":       {"test"},
	"github.com/yuin/goldmark":         {"test"},
	"github.com/spf13":                 {"cmd"},
	"charm.land":                       {"cmd"},
	"github.com/charmbracelet":         {"cmd"},
	"golang.org/x/term":                {"cmd"},
	"github.com/modelcontextprotocol":  {"cmd"},
	"github.com/google/jsonschema-go":  {"cmd"},
	"go.yaml.in/yaml":                  {"rules", "internal/read/yamldoc"},
	"os/signal":                        {"cmd"},
	"net/http":                         {"cmd", "internal/forge"},
	"golang.org/x/net":                 {"test"},
	"github.com/secure-systems-lab":    {"test"},
	"github.com/in-toto":               {"test"},
}

// doors are rooms that few others may know of: all others go through the room that is named. A subject of a report makes contents, so that
// it knows no paper but lines.
var doors = map[string]struct {
	rooms []string
	door  string
}{
	"internal/lang":                  {[]string{"policy", "internal/lang/planvalue"}, "policy"},
	"internal/report/paper/html":     {[]string{"internal/report"}, "internal/report"},
	"internal/report/paper/markdown": {[]string{"internal/report"}, "internal/report"},
	"internal/report/paper/json":     {[]string{"internal/report", "internal/report/machine"}, "internal/report/machine"},
	"internal/lang/policyfile":       {[]string{"policy", "internal/lang", "internal/lang/planvalue"}, "policy"},
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
					t.Errorf("%s (floor %v) imports %s (floor %v): an import may only go down", p.ImportPath, floor, imp, floors[to])
				}
				if d, ok := doors[to]; ok && from != to && !slices.Contains(d.rooms, from) {
					t.Errorf("%s imports %s: what it needs of it must come from %s", p.ImportPath, imp, d.door)
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

// room returns the room that a package is in: that of floors whose path is the longest one above it. It is empty for the root.
func room(importPath string) string {
	path := strings.TrimPrefix(strings.TrimPrefix(importPath, module), "/")
	for above := path; above != ""; {
		if _, ok := floors[above]; ok {
			return above
		}
		above = above[:max(0, strings.LastIndexByte(above, '/'))]
	}
	first, _, _ := strings.Cut(path, "/")
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
