package planpair_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/goldenflag"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/test/kit"
)

// TestPlanDiffGolden runs every case of testdata/plandiff.
func TestPlanDiffGolden(t *testing.T) {
	schema := newPlanDiffSchema(t)
	runDiffGoldens(t, "plandiff", func(t *testing.T, old, new []byte, opts planfmt.Options) {
		checkPlanDiffJSON(t, schema, old, new, opts)
	})
}

// runDiffGoldens runs the cases in a directory: txtar files with the sections old.json and new.json, perhaps schemas.json, status (the exit
// status), warnings, and the names of formats. Only the sections that are present are checked. check is called for each case, too.
func runDiffGoldens(t *testing.T, dir string, check func(t *testing.T, old, new []byte, opts planfmt.Options)) {
	files, err := filepath.Glob(filepath.Join("testdata", dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			opts := planfmt.Options{}
			if s := kit.Section(archive, "schemas.json"); s != nil {
				opts.Schemas = []planfmt.SchemaSource{kit.SchemaText(s)}
			}
			old, new := kit.Section(archive, "old.json"), kit.Section(archive, "new.json")
			stale := false
			for i, f := range archive.Files {
				var got string
				switch f.Name {
				case "old.json", "new.json", "schemas.json":
					continue
				case "warnings":
					with := opts
					with.Warn = func(w planfmt.Warning) { got += w.Text + "\n" }
					_, _, _ = kit.ComparePlans(old, new, with, "")
				case "status":
					_, res, err := kit.ComparePlans(old, new, opts, "")
					got = planDiffStatus(res, err)
				default:
					format, with := f.Name, opts
					if format == "summary" {
						format, with.Summary = "compact", true
					}
					var err error
					if got, _, err = kit.ComparePlans(old, new, with, format); err != nil {
						t.Fatal(err)
					}
				}
				if got == string(f.Data) {
					continue
				}
				if archive.Files[i].Data = []byte(got); *goldenflag.Update {
					stale = true
				} else {
					t.Errorf("%s:\n%s", f.Name, kit.LineDiff(string(f.Data), got))
				}
			}
			if stale {
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			check(t, old, new, opts)
		})
	}
}

// planDiffStatus is the exit status, and why it is not 0 or 2.
func planDiffStatus(res *planfmt.PlanDiffResult, err error) string {
	switch {
	case err != nil:
		return fmt.Sprintf("1\n%v\n", err)
	case len(res.Problems) > 0:
		text := "1\n"
		for _, p := range res.Problems {
			text += p.Error() + "\n"
		}
		return text
	case res.Different:
		return "2\n"
	}
	return "0\n"
}

func newPlanDiffSchema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	return kit.PublishedSchema(t, "plandiff-1.0.json")("")
}

// checkPlanDiffJSON checks the formats json and jsonl against their schema, and compares the one with the other.
func checkPlanDiffJSON(t *testing.T, s *jsonschema.Schema, old, new []byte, opts planfmt.Options) {
	t.Helper()
	text, _, err := kit.ComparePlans(old, new, opts, "json")
	if err != nil {
		return
	}
	if err := kit.Validate(s, text); err != nil {
		t.Errorf("%v in\n%s", err, text)
	}
	lines, _, err := kit.ComparePlans(old, new, opts, "jsonl")
	if err != nil {
		t.Fatal(err)
	}
	oneLine := kit.PublishedSchema(t, "plandiff-1.0.json")("#/$defs/line")
	for line := range strings.Lines(lines) {
		if err := kit.Validate(oneLine, line); err != nil {
			t.Errorf("%v in\n%s", err, line)
		}
	}
	if whole := kit.JoinLines(lines); kit.Compact(t, whole) != kit.Compact(t, text) {
		t.Errorf("the lines say\n%s\nand the document\n%s", whole, text)
	}
}

// TestPlanDiffSharesSchema checks that what both schemas define is the same.
func TestPlanDiffSharesSchema(t *testing.T) {
	var defs [2]map[string]any
	for i, name := range []string{"diff-1.1.json", "plandiff-1.0.json"} {
		text, err := os.ReadFile(filepath.Join("docs", "schema", name))
		if err != nil {
			t.Fatal(err)
		}
		var s map[string]any
		if err := json.Unmarshal(text, &s); err != nil {
			t.Fatal(err)
		}
		defs[i] = kit.Object(s["$defs"])
	}
	for _, name := range []string{"diff", "value", "blocks", "path", "value_action", "action", "check", "check_instance", "problem", "hidden", "copy", "refinement"} {
		a, _ := json.Marshal(defs[0][name])
		b, _ := json.Marshal(defs[1][name])
		if !bytes.Equal(a, b) {
			t.Errorf("%s is not the same in both schemas: copy the definition from diff-1.1.json. Have %s, want %s", name, b, a)
		}
	}
}

// What contradicts a schema with secrets, and is unknown in part, is compared once.
func TestDiffPlansMisfit(t *testing.T) {
	schemas := `{"format_version":"1.0","provider_schemas":{"registry.terraform.io/acme/acme":{"resource_schemas":{"acme_thing":{"block":{"attributes":{
		"o":{"optional":true,"nested_type":{"nesting_mode":"single","attributes":{"s":{"type":"string","sensitive":true}}}},"n":{"type":"number","optional":true}}}}}}}}`
	plan := func(v string) string {
		return kit.PlanOf([]string{kit.EntryOf("a", `"actions":["update"],"before":{"o":"x"},"after":{"o":[`+v+`]},"after_unknown":{"o":[{"s":true}]},"before_sensitive":{},"after_sensitive":{}}`)}, "")
	}
	opts := planfmt.Options{Comparison: planfmt.Comparison{Schemas: []planfmt.SchemaSource{kit.SchemaText([]byte(schemas))}}}
	var out bytes.Buffer
	res, err := planfmt.DiffPlans(t.Context(), strings.NewReader(plan(`{"a":"hunter2"}`)), strings.NewReader(plan(`{"a":"hunter22"}`)), opts, planfmt.Target{W: &out})
	if err != nil || !res.Different || strings.Contains(out.String(), "hunter2") {
		t.Errorf("%v, %+v, %s", err, res, out.String())
	}
}
