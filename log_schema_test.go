package planfmt_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// logSchema returns the published schema of `planfmt log -f json`.
func logSchema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	return publishedSchema(t, "log-1.0.json")("")
}

// Each log has a summary that fits the schema, even if it breaks off at any line.
func TestLogFitsSchema(t *testing.T) {
	s := logSchema(t)
	files, err := filepath.Glob(filepath.Join("testdata", "log", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		log := ""
		for line := range bytes.Lines(section(a, "log.jsonl")) {
			if log += string(line); bytes.HasPrefix(line, []byte(`{"@`)) {
				if err := validate(s, logSection(t, "json", log)); err != nil {
					t.Errorf("%s: after %.80s: %v", file, line, err)
				}
			}
		}
	}
}
