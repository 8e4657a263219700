package docs_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/goldenflag"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/test/kit"
	"github.com/planfmt/planfmt/verdict"
)

// TestCommonPolicies judges three plans by each policy in docs/common-policies: one that it lets pass, one that it does not, and one in
// which what it asks for is not known, or something else. The table in the README there says what comes out; -update writes it.
func TestCommonPolicies(t *testing.T) {
	files, err := filepath.Glob("docs/common-policies/*.policy.hcl")
	if err != nil || len(files) < 25 {
		t.Fatal(len(files), err)
	}
	var table strings.Builder
	table.WriteString("| policy | lines | passing plan | failing plan | plan with unknown values |\n|---|---|---|---|---|\n")
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".policy.hcl")
		archive, err := txtar.ParseFile("testdata/common-policies/" + name + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var dir string
		said := map[string]string{}
		for _, f := range archive.Files {
			if f.Name == "main.tf" {
				dir = t.TempDir()
				if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, f := range archive.Files {
			plan, ok := strings.CutSuffix(f.Name, ".json")
			if !ok {
				continue
			}
			opts := planfmt.Options{Policies: &planfmt.PolicyOptions{Policies: []policy.Source{{Name: file, Text: text}}}}
			if plan == "unknown" {
				opts.ConfigDir = dir
			}
			report, err := planfmt.Check(t.Context(), bytes.NewReader(kit.WholePlan(t, f.Data)), opts)
			if err != nil {
				t.Fatalf("%s, %s: %v", name, plan, err)
			}
			said[plan] = worst(report)
		}
		if said["passing"] != "pass" || said["failing"] != "fail" {
			t.Errorf("%s: the passing plan has the verdict %s, the failing one %s", name, said["passing"], said["failing"])
		}
		fmt.Fprintf(&table, "| [%s](%s) | %d | %s | %s | %s |\n", name, filepath.Base(file), codeLines(text), said["passing"], said["failing"], said["unknown"])
	}
	const page = "docs/common-policies/README.md"
	have, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(have), "| policy |")
	_, after, _ := strings.Cut("| policy |"+rest, "\n\n")
	want := before + table.String() + "\n" + after
	if *goldenflag.Update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(have) {
		t.Errorf("the table in %s should be\n%s", page, table.String())
	}
}

// codeLines counts the lines that are neither empty nor comments.
func codeLines(text []byte) int {
	n := 0
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			n++
		}
	}
	return n
}

// worst returns the worst verdict of a report in a word.
func worst(r *verdict.Report) string {
	if r.Results.Len() == 0 {
		return "none"
	}
	found := verdict.Skipped
	for _, one := range r.Results.All() {
		found = max(found, one.Outcome)
	}
	return found.String()
}
