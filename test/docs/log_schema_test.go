package docs_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt/test/kit"
)

// Each log has a summary that fits the schema, even if it breaks off at any line.
func TestLogFitsSchema(t *testing.T) {
	s := kit.LogSchema(t)
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
		for line := range bytes.Lines(kit.Section(a, "log.jsonl")) {
			if log += string(line); bytes.HasPrefix(line, []byte(`{"@`)) {
				if err := kit.Validate(s, kit.LogSection(t, "json", log)); err != nil {
					t.Errorf("%s: after %.80s: %v", file, line, err)
				}
			}
		}
	}
}
