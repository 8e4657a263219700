package golden_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/goldenflag"

	"github.com/planfmt/planfmt/internal/know/facts"
	"github.com/planfmt/planfmt/test/kit"
)

// TestKnownProviders checks that docs/schemas.md lists the providers of which planfmt knows the types.
func TestKnownProviders(t *testing.T) {
	page := filepath.Join("docs", "schemas.md")
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	const head = "|---|---|--:|\n"
	before, have, ok := strings.Cut(string(text), head)
	if !ok {
		t.Fatalf("%s has no table of providers", page)
	}
	known, err := facts.Default().Providers()
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	for _, p := range known {
		types := 0
		for _, e := range p.Entries {
			if e.Kind == facts.Resource {
				types++
			}
		}
		releases := p.Sources[0].Release
		if oldest := p.Sources[len(p.Sources)-1].Release; oldest != releases {
			releases = oldest + " to " + releases
		}
		fmt.Fprintf(&want, "| `%s` | %s | %d |\n", p.Address, releases, types)
	}
	if have == want.String() {
		return
	}
	if !*goldenflag.Update {
		t.Fatalf("%s does not list the providers of the table; go test . -run KnownProviders -update does:\n%s", page, kit.LineDiff(have, want.String()))
	}
	if err := os.WriteFile(page, []byte(before+head+want.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
