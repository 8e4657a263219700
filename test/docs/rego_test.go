package docs_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/goldenflag"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt/test/kit"
)

// TestCommonPoliciesInRego compares five of the policies in docs/common-policies with the same in Rego, about the same three plans. NAME.rego is written in the
// way that is usual for plans, and NAME.careful.rego tells what is not known from what is absent. The second table in the README there says what comes out.
//
// PLANFMT_OPA is the program opa; without it, only the table's column of lines is checked. With -update, the table is written.
func TestCommonPoliciesInRego(t *testing.T) {
	opa := os.Getenv("PLANFMT_OPA")
	const page = "docs/common-policies/README.md"
	have, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	const header = "| policy | lines, verdicts | Rego | Rego that tells unknown values apart |\n"
	before, rest, ok := strings.Cut(string(have), header)
	if !ok {
		t.Fatalf("there is no table in %s", page)
	}
	_, after, _ := strings.Cut(rest, "\n\n")
	files, err := filepath.Glob("testdata/common-policies/rego/*.rego")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	var table strings.Builder
	table.WriteString(header + "|---|---|---|---|\n")
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".rego")
		if strings.HasSuffix(name, ".careful") {
			continue
		}
		own, err := os.ReadFile("docs/common-policies/" + name + ".policy.hcl")
		if err != nil {
			t.Fatal(err)
		}
		_, verdicts, _ := strings.Cut(before, "| ["+name+"]("+name+".policy.hcl) | ")
		verdicts, _, _ = strings.Cut(verdicts, " |\n")
		_, verdicts, _ = strings.Cut(verdicts, " | ")
		fmt.Fprintf(&table, "| %s | %d: %s |", name, codeLines(own), strings.ReplaceAll(verdicts, " | ", ", "))
		careful := strings.TrimSuffix(file, ".rego") + ".careful.rego"
		if _, err := os.Stat(careful); err != nil {
			careful = file
		}
		for _, file := range [2]string{file, careful} {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			said := "?"
			if opa != "" {
				said = strings.Join(inRego(t, opa, file, name), ", ")
			}
			fmt.Fprintf(&table, " %d: %s |", codeLines(text), said)
		}
		table.WriteString("\n")
	}
	want := table.String()
	if opa == "" {
		// What opa says is not known.
		lines, known := strings.Split(want, "\n"), strings.Split(header+rest, "\n")
		for i, line := range lines[:len(lines)-1] {
			for j, cell := range strings.Split(line, " | ") {
				if parts := strings.Split(known[i], " | "); j >= len(parts) || !strings.HasPrefix(parts[j], strings.TrimSuffix(strings.TrimSuffix(cell, " |"), "?")) {
					t.Errorf("%s: %s, want %s", page, known[i], line)
				}
			}
		}
		return
	}
	if want = before + want + "\n" + after; *goldenflag.Update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(have) {
		t.Errorf("the table in %s should be\n%s", page, table.String())
	}
}

// inRego returns what a policy in Rego says about the three plans for a policy of ours.
func inRego(t *testing.T, opa, file, name string) (said []string) {
	archive, err := txtar.ParseFile("testdata/common-policies/" + name + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		if !strings.HasSuffix(f.Name, ".json") {
			continue
		}
		cmd := exec.CommandContext(t.Context(), opa, "eval", "--format", "json", "--data", file, "--stdin-input", "data.policy")
		cmd.Stdin = bytes.NewReader(kit.WholePlan(t, f.Data))
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v: %s", file, err, out)
		}
		var answer struct {
			Result []struct {
				Expressions []struct {
					Value struct{ Deny, Undecided []string } `json:"value"`
				} `json:"expressions"`
			} `json:"result"`
		}
		if err := json.Unmarshal(out, &answer); err != nil || len(answer.Result) != 1 || len(answer.Result[0].Expressions) != 1 {
			t.Fatalf("%s: %v: %s", file, err, out)
		}
		switch v := answer.Result[0].Expressions[0].Value; {
		case len(v.Deny) > 0:
			said = append(said, "fail")
		case len(v.Undecided) > 0:
			said = append(said, "undecided")
		default:
			said = append(said, "pass")
		}
	}
	return said
}
