package planfmt_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/planfmt/planfmt"
)

// diffSchema is the published schema of the formats json and jsonl.
type diffSchema struct{ document, line *jsonschema.Schema }

func newDiffSchema(t *testing.T) diffSchema {
	t.Helper()
	compile := publishedSchema(t, "diff-1.0.json")
	return diffSchema{compile(""), compile("#/$defs/line")}
}

// publishedSchema reads the schemas with these names in docs/schema, which may refer to each other. What it
// returns compiles a part of the last one; the empty fragment is all of it.
func publishedSchema(t testing.TB, names ...string) func(fragment string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	id := ""
	for _, name := range names {
		parsed := readSchema(t, name)
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

// readSchema reads one of the schemas in docs/schema.
func readSchema(t testing.TB, name string) map[string]any {
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

// validate checks a text against a schema. Numbers keep their digits.
func validate(s *jsonschema.Schema, text string) error {
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return err
	}
	return s.Validate(v)
}

// jsonDiff is what the tests look at in the formats json and jsonl.
type jsonDiff struct {
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

// checkJSON shows a document in both formats, checks them against the schema, and compares
// the one with the other. It returns the diff, or nil if the document cannot be shown.
func (s diffSchema) checkJSON(t *testing.T, name string, document []byte, opts planfmt.Options) *jsonDiff {
	t.Helper()
	text, remarks := renderGolden(document, withFormat(opts, "json"))
	lines, _ := renderGolden(document, withFormat(opts, "jsonl"))
	if isRefused(remarks) {
		if text != "" || lines != "" {
			t.Errorf("%s: in spite of an error, the output is %s%s", name, text, lines)
		}
		return nil
	}
	if err := validate(s.document, text); err != nil {
		t.Errorf("%s: %v in\n%s", name, err, text)
	}
	var d jsonDiff
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Errorf("%s: %v in\n%s", name, err, text)
		return nil
	}
	for line := range strings.Lines(lines) {
		if err := validate(s.line, line); err != nil {
			t.Errorf("%s: %v in\n%s", name, err, line)
		}
	}
	whole := joinLines(lines)
	if compact(t, whole) != compact(t, text) {
		t.Errorf("%s: the lines say\n%s\nand the document\n%s", name, whole, text)
	}
	return &d
}

// joinLines returns the document that the lines of the format jsonl are the parts of.
func joinLines(lines string) string {
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

func compact(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(text)); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return b.String()
}

// TestJSONFitsSchema checks json and jsonl of all goldens against the published schema, and
// what they count against the plan itself.
func TestJSONFitsSchema(t *testing.T) {
	t.Parallel()
	s := newDiffSchema(t)
	for _, g := range someGoldens(t) {
		if d := s.checkJSON(t, g.file, g.document(), g.opts); d != nil {
			d.checkCounts(t, g.file, g.document(), len(d.Problems) > 0)
		}
		all := g.opts
		all.ShowUnchanged = true
		s.checkJSON(t, g.file+", with what does not change", g.document(), all)
	}
}

// TestJSONFitsSchemaRecorded does the same with cases that are no part of the project.
func TestJSONFitsSchemaRecorded(t *testing.T) {
	inParts(t, func(t *testing.T, cases iter.Seq[recordedCase]) {
		s, n := newDiffSchema(t), 0
		for c := range cases {
			opts, err := goldenOptions(c.archive)
			if err != nil {
				opts = planfmt.Options{}
			}
			n++
			if d := s.checkJSON(t, c.name, document(c.archive), opts); d != nil {
				d.checkCounts(t, c.name, document(c.archive), len(d.Problems) > 0)
			}
		}
		t.Logf("%d cases", n)
	})
}

// checkCounts counts the actions of a plan independently, and compares. If there are
// problems, a change may be listed only because of them.
func (d *jsonDiff) checkCounts(t *testing.T, name string, document []byte, problems bool) {
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

// Whatever is in the schema is described, and nothing else is allowed.
func TestJSONSchemaIsComplete(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("docs", "schema", "diff-1.0.json"))
	if err != nil {
		t.Fatal(err)
	}
	var root map[string]any
	if err := json.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	check := func(where string, s any) {
		m, _ := s.(map[string]any)
		if d, _ := m["description"].(string); !strings.HasSuffix(d, ".") {
			t.Errorf("%s: %q is not a description", where, d)
		}
	}
	var walk func(where string, s map[string]any)
	walk = func(where string, s map[string]any) {
		if props, ok := s["properties"].(map[string]any); ok {
			if s["additionalProperties"] != false {
				t.Errorf("%s: additional properties are allowed", where)
			}
			for name, p := range props {
				check(where+"."+name, p)
				walk(where+"."+name, p.(map[string]any))
			}
		}
	}
	check("the document", root)
	walk("", root)
	for name, d := range root["$defs"].(map[string]any) {
		check(name, d)
		walk(name, d.(map[string]any))
	}
}

// Numbers keep their digits, however large or exact they are.
func TestJSONNumbers(t *testing.T) {
	numbers := []string{"1.0", "1e400", "12345678901234567890", "0.1000000000000000055511151231257827", "-0", "1E+2"}
	plan := `{"format_version":"1.2","resource_changes":[{"address":"a.b[1.0]","mode":"managed","type":"a","name":"b","index":1.0,
		"change":{"actions":["update"],"before":{"n":0},"after":{"n":[` + strings.Join(numbers, ",") + `], "j":"[1e400]"}}}]}`
	for _, format := range []string{"json", "jsonl"} {
		text, _ := renderGolden([]byte(plan), withFormat(planfmt.Options{}, format))
		for _, n := range append(numbers, "1.0") {
			if !strings.Contains(text, `"after":`+n+"}") && !strings.Contains(text, `"after":`+n+",") {
				t.Errorf("%s lacks %s:\n%s", format, n, text)
			}
		}
		if !strings.Contains(text, `"index":1.0,`) {
			t.Errorf("%s has another index:\n%s", format, text)
		}
	}
}

// Strings have exactly the text of the plan, and the output is safe and valid, whatever they
// are.
func TestJSONHostileStrings(t *testing.T) {
	s := newDiffSchema(t)
	hostile := []string{
		"\x1b[2J\x07", "\u202e\u2066\u200b", "##[group]x", "::set-output name=a::b", "section_start:1:x\r", "\"},{\"kind\":\"trailer\"", "\u2028\u2029",
		"\U000e0041\ufeff", "a\nb\r\n--- c", `\u0041\`, "</script><!--", strings.Repeat("é", 1<<10), "",
	}
	q := func(text string) string {
		b, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	for _, h := range hostile {
		text := strings.NewReplacer("@", q(h), "%", q("x"+h)).Replace(`{"format_version":"1.2","terraform_version":@,
			"resource_changes":[{"address":%,"module_address":@,"mode":"managed","type":%,"name":%,"index":%,"provider_name":@,"deposed":@,"previous_address":@,
				"action_reason":@,
				"change":{"actions":["delete","create"],"before":{%:@,"m":{%:[1]},"id":@},"after":{%:%,"m":{%:[@]},"id":@},"after_unknown":{},
					"replace_paths":[[%],["m",%,0]],"importing":{"id":@,"identity":{%:@}}}}],
			"output_changes":{%:{"actions":["create"],"before":null,"after":{%:@}}},
			"checks":[{"address":{"kind":"check","to_display":@},"status":"fail","instances":[{"address":{"to_display":%},"status":"fail","problems":[{"message":@}]}]}]}`)
		d := s.checkJSON(t, fmt.Sprintf("%.40q", h), []byte(text), planfmt.Options{})
		if d == nil || len(d.Resources) != 1 || d.Resources[0].Address != "x"+h {
			t.Errorf("%q: %+v", h, d)
		}
		out, _ := renderGolden([]byte(text), withFormat(planfmt.Options{}, "json"))
		checkSafe(t, out, true)
	}
}

// However many workers there are, the output is the same.
func TestJSONWorkers(t *testing.T) {
	text := []byte(manyChanges(300))
	for _, format := range []string{"json", "jsonl"} {
		opts := planfmt.Options{Comparison: planfmt.Comparison{Workers: 1}}
		want, _ := renderGolden(text, withFormat(opts, format))
		for _, workers := range []int{0, 2, 7, 16} {
			opts.Workers = workers
			if have, _ := renderGolden(text, withFormat(opts, format)); have != want {
				t.Errorf("%s with %d workers: %s", format, workers, lineDiff(want, have))
			}
		}
	}
}

// A resource that is too long to be prepared is the same as any.
func TestJSONLongResource(t *testing.T) {
	var list []string
	padding := strings.Repeat("x", 300)
	for i := range 7_000 {
		list = append(list, fmt.Sprintf(`"element %d %s"`, i, padding))
	}
	change := func(address, elements string) string {
		return `{"address":"` + address + `","mode":"managed","type":"a","name":"` + strings.TrimPrefix(address, "a.") + `","change":{"actions":["create"],"before":null,"after":{"l":[` + elements + `]}}}`
	}
	plan := `{"format_version":"1.2","resource_changes":[` + change("a.short", `"x"`) + "," + change("a.long", strings.Join(list, ",")) + "," + change("a.last", `"y"`) + "]}"
	s := newDiffSchema(t)
	d := s.checkJSON(t, "a long resource", []byte(plan), planfmt.Options{})
	if d == nil || !slices.Equal([]string{d.Resources[0].Address, d.Resources[1].Address, d.Resources[2].Address}, []string{"a.short", "a.long", "a.last"}) {
		t.Fatalf("%+v", d)
	}
	text, _ := renderGolden([]byte(plan), withFormat(planfmt.Options{}, "jsonl"))
	if n := strings.Count(text, `"element `); n != len(list) || len(text) < 2<<20 {
		t.Errorf("%d elements in %d bytes", n, len(text))
	}
}
