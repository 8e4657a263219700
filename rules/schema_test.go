package rules_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"github.com/planfmt/planfmt/rules"
)

// TestSchema checks that the published schema and the program agree about files.
func TestSchema(t *testing.T) {
	parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(read(t, "schema", "rules-1.0.json")))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	id := parsed.(map[string]any)["$id"].(string)
	if err := c.AddResource(id, parsed); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(id)
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(read(t, "rules.md"), "```yaml\n")
	example, _, ok := strings.Cut(example, "```")
	if !ok {
		t.Fatal("docs/rules.md has no example of a file")
	}
	for text, want := range map[string]bool{
		example: true, "{}": true, "hide:": true, "drift:\nshow-unchanged:": true,
		"hide: [action=read, 'module.a[\"x=y\"].**', type=a, a.b, '**', 'a.b[0]', provider=a/b, module=root]": true,
		"only: []\nignore: ['a:b', '*:*[0].c']\ndrift: none\nshow-unchanged: false":                           true,
		"hid: []": false, "hide: a.b": false, "hide: [5]": false, "hide: [[a.b]]": false, "hide: [typ=a]": false, "hide: [action=destroy]": true, "hide: [action=destory]": false,
		"hide: ['']": false, "only: {a: b}": false, "ignore: [tags]": false, "ignore: ['a:']": false, "ignore: [':a']": false,
		"drift: auto": false, "drift: true": false, "show-unchanged: 'true'": false, "show-sensitive: true": false, "[]": false, "a": false,
		"exitcode-muted: true": false, "hide: ['type=']": false,
	} {
		_, err := rules.Read("rules.yaml", strings.NewReader(text))
		if (err == nil) != want {
			t.Errorf("%q: Read says %v", text, err)
		}
		if err := s.Validate(asJSON(t, text)); (err == nil) != want {
			t.Errorf("%q: the schema says %v", text, err)
		}
	}
	for _, key := range rules.FileKeys() {
		p := parsed.(map[string]any)["properties"].(map[string]any)[key]
		if p == nil || p.(map[string]any)["description"] == "" {
			t.Errorf("the schema does not describe %s", key)
		}
	}
	pattern := read(t, "schema", "rules-1.0.json")
	for _, word := range append(rules.Keys(), rules.Actions()...) {
		if !strings.Contains(pattern, word) {
			t.Errorf("the schema does not have %s", word)
		}
	}
}

// asJSON returns a text in YAML as the schema's package wants values.
func asJSON(t *testing.T, text string) any {
	t.Helper()
	var v any
	if err := yaml.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	if v, err = jsonschema.UnmarshalJSON(bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	return v
}

func read(t *testing.T, names ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(append([]string{"..", "docs"}, names...)...))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
