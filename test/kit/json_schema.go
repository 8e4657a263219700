package kit

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/planfmt/planfmt"
)

// DiffSchema is the published schema of the formats json and jsonl.
type DiffSchema struct{ Document, Line *jsonschema.Schema }

// NewDiffSchema compiles the published schema of json and jsonl.
func NewDiffSchema(t *testing.T) DiffSchema {
	t.Helper()
	compile := PublishedSchema(t, "diff-1.1.json")
	return DiffSchema{compile(""), compile("#/$defs/line")}
}

// PublishedSchema reads the schemas with these names in docs/schema, which may refer to each other. What it
// returns compiles a part of the last one; the empty fragment is all of it.
func PublishedSchema(t testing.TB, names ...string) func(fragment string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	id := ""
	for _, name := range names {
		parsed := ReadSchema(t, name)
		id = parsed["$id"].(string)
		if err := c.AddResource(id, parsed); err != nil {
			t.Fatal(err)
		}
	}
	return func(fragment string) *jsonschema.Schema {
		t.Helper()
		s, err := c.Compile(id + fragment)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
}

// ReadSchema reads one of the schemas in docs/schema.
func ReadSchema(t testing.TB, name string) map[string]any {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("docs", "schema", name))
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return parsed.(map[string]any)
}

// Validate checks a text against a schema. Numbers keep their digits.
func Validate(s *jsonschema.Schema, text string) error {
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return err
	}
	return s.Validate(v)
}

// JsonDiff is what the tests look at in the formats json and jsonl.
type JsonDiff struct {
	Source struct {
		Kind string
	}
	Summary   map[string]int
	Resources []struct {
		Section, Address, Action string
		Problems                 []struct{ Message string }
	}
	Problems []struct{ Message string }
}

// CheckJSON shows a document in both formats, checks them against the schema, and compares
// the one with the other. It returns the diff, or nil if the document cannot be shown.
func (s DiffSchema) CheckJSON(t *testing.T, name string, document []byte, opts planfmt.Options) *JsonDiff {
	t.Helper()
	text, remarks := RenderGolden(document, WithFormat(opts, "json"))
	lines, _ := RenderGolden(document, WithFormat(opts, "jsonl"))
	if IsRefused(remarks) {
		if text != "" || lines != "" {
			t.Errorf("%s: in spite of an error, the output is %s%s", name, text, lines)
		}
		return nil
	}
	if err := Validate(s.Document, text); err != nil {
		t.Errorf("%s: %v in\n%s", name, err, text)
	}
	var d JsonDiff
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Errorf("%s: %v in\n%s", name, err, text)
		return nil
	}
	for line := range strings.Lines(lines) {
		if err := Validate(s.Line, line); err != nil {
			t.Errorf("%s: %v in\n%s", name, err, line)
		}
	}
	whole := JoinLines(lines)
	if Compact(t, whole) != Compact(t, text) {
		t.Errorf("%s: the lines say\n%s\nand the document\n%s", name, whole, text)
	}
	return &d
}

// JoinLines returns the document that the lines of the format jsonl are the parts of.
func JoinLines(lines string) string {
	var joined []string
	for line := range strings.Lines(lines) {
		if line, ok := strings.CutPrefix(line, `{"kind":"resource",`); ok {
			joined = append(joined, "{"+strings.TrimSuffix(line, "\n"))
		}
	}
	header, rest, _ := strings.Cut(lines, "\n")
	trailer := rest[strings.LastIndex(strings.TrimSuffix("\n"+rest, "\n"), "\n"):]
	return "{" + strings.TrimPrefix(strings.TrimSuffix(header, "}"), `{"kind":"header",`) + `,"resources":[` + strings.Join(joined, ",") + "]," +
		strings.Replace(strings.TrimPrefix(trailer, `{"kind":"trailer",`), `,"complete":true`, "", 1)
}

// Compact returns JSON without blanks.
func Compact(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(text)); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return b.String()
}

// CheckCounts counts the actions of a plan independently, and compares. If there are
// problems, a change may be listed only because of them.
func (d *JsonDiff) CheckCounts(t *testing.T, name string, document []byte, problems bool) {
	t.Helper()
	if d.Source.Kind != "plan" || problems {
		return
	}
	var plan struct {
		Changes []countedChange `json:"resource_changes"`
		Drift   []countedChange `json:"resource_drift"`
		Defer   []any           `json:"deferred_changes"`
		Invoke  []any           `json:"action_invocations"`
		Outputs map[string]struct {
			Actions []string
		} `json:"output_changes"`
	}
	if err := json.Unmarshal(document, &plan); err != nil {
		return // a plan that encoding/json cannot read
	}
	want := map[string]int{"drift": len(plan.Drift), "deferred": len(plan.Defer), "invocations": len(plan.Invoke)}
	listed := 0
	for _, c := range plan.Changes {
		moved := c.Previous != "" && c.Previous != c.Address
		action := strings.Join(c.Change.Actions, ",")
		if c.Mode == "ephemeral" {
			continue // counted in a remark: nothing of it is planned
		}
		if action == "no-op" && !moved && c.Change.Importing == nil || c.Mode == "data" && action == "delete" {
			continue
		}
		listed++
		switch action {
		case "delete,create", "create,delete":
			action = "replace"
		case "create,forget":
			action = "create_then_forget"
		case "forget,create":
			action = "forget_then_create"
		case "no-op":
			action = "no_op"
		}
		want[action]++
		if moved {
			want["moves"]++
		}
		if c.Change.Importing != nil {
			want["imports"]++
		}
	}
	for key, n := range d.Summary {
		if key != "outputs" && key != "muted" && n != want[key] {
			t.Errorf("%s: %d %s, want %d", name, n, key, want[key])
		}
	}
	have := map[string]int{}
	for _, r := range d.Resources {
		have[r.Section]++
		if r.Section == "changes" {
			have[strings.ReplaceAll(r.Action, "-", "_")]++
		}
	}
	for _, key := range []string{"create", "update", "delete", "replace", "forget", "create_then_forget", "forget_then_create", "read", "no_op", "unknown", "drift", "deferred"} {
		if have[key] != want[key] {
			t.Errorf("%s: %d resources with %s, want %d", name, have[key], key, want[key])
		}
	}
	if have["changes"] != listed {
		t.Errorf("%s: %d changes, want %d", name, have["changes"], listed)
	}
}

type countedChange struct {
	Address  string
	Previous string `json:"previous_address"`
	Mode     string
	Change   struct {
		Actions   []string
		Importing any
	}
}
