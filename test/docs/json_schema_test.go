package docs_test

import (
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/test/kit"
)

// TestJSONFitsSchema checks json and jsonl of all goldens against the published schema, and
// what they count against the plan itself.
func TestJSONFitsSchema(t *testing.T) {
	t.Parallel()
	s := kit.NewDiffSchema(t)
	for _, g := range kit.SomeGoldens(t) {
		if d := s.CheckJSON(t, g.File, g.Document(), g.Opts); d != nil {
			d.CheckCounts(t, g.File, g.Document(), len(d.Problems) > 0)
		}
		all := g.Opts
		all.ShowUnchanged = true
		s.CheckJSON(t, g.File+", with what does not change", g.Document(), all)
	}
}

// TestJSONFitsSchemaRecorded does the same with cases that are no part of the project.
func TestJSONFitsSchemaRecorded(t *testing.T) {
	kit.InParts(t, func(t *testing.T, cases iter.Seq[kit.RecordedCase]) {
		s, n := kit.NewDiffSchema(t), 0
		for c := range cases {
			opts, err := kit.GoldenOptions(c.Archive)
			if err != nil {
				opts = planfmt.Options{}
			}
			n++
			if d := s.CheckJSON(t, c.Name, kit.Document(c.Archive), opts); d != nil {
				d.CheckCounts(t, c.Name, kit.Document(c.Archive), len(d.Problems) > 0)
			}
		}
		t.Logf("%d cases", n)
	})
}

// Whatever is in the schema is described, and nothing else is allowed.
func TestJSONSchemaIsComplete(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("docs", "schema", "diff-1.1.json"))
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
		text, _ := kit.RenderGolden([]byte(plan), kit.WithFormat(planfmt.Options{}, format))
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
	s := kit.NewDiffSchema(t)
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
		d := s.CheckJSON(t, fmt.Sprintf("%.40q", h), []byte(text), planfmt.Options{})
		if d == nil || len(d.Resources) != 1 || d.Resources[0].Address != "x"+h {
			t.Errorf("%q: %+v", h, d)
		}
		out, _ := kit.RenderGolden([]byte(text), kit.WithFormat(planfmt.Options{}, "json"))
		kit.CheckSafe(t, out, true)
	}
}

// However many workers there are, the output is the same.
func TestJSONWorkers(t *testing.T) {
	text := []byte(kit.ManyChanges(300))
	for _, format := range []string{"json", "jsonl"} {
		opts := planfmt.Options{Comparison: planfmt.Comparison{Workers: 1}}
		want, _ := kit.RenderGolden(text, kit.WithFormat(opts, format))
		for _, workers := range []int{0, 2, 7, 16} {
			opts.Workers = workers
			if have, _ := kit.RenderGolden(text, kit.WithFormat(opts, format)); have != want {
				t.Errorf("%s with %d workers: %s", format, workers, kit.LineDiff(want, have))
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
	s := kit.NewDiffSchema(t)
	d := s.CheckJSON(t, "a long resource", []byte(plan), planfmt.Options{})
	if d == nil || !slices.Equal([]string{d.Resources[0].Address, d.Resources[1].Address, d.Resources[2].Address}, []string{"a.short", "a.long", "a.last"}) {
		t.Fatalf("%+v", d)
	}
	text, _ := kit.RenderGolden([]byte(plan), kit.WithFormat(planfmt.Options{}, "jsonl"))
	if n := strings.Count(text, `"element `); n != len(list) || len(text) < 2<<20 {
		t.Errorf("%d elements in %d bytes", n, len(text))
	}
}
