package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt/internal/testkit/corpus"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// planted puts a canary in place of each string that a plan marks as sensitive.
func planted(value, marks any, n *int) any {
	switch m := marks.(type) {
	case bool:
		if m {
			return plantedAll(value, n)
		}
	case map[string]any:
		if v, ok := value.(map[string]any); ok {
			for k, mark := range m {
				if _, ok := v[k]; ok {
					v[k] = planted(v[k], mark, n)
				}
			}
		}
	case []any:
		if v, ok := value.([]any); ok {
			for i, mark := range m {
				if i < len(v) {
					v[i] = planted(v[i], mark, n)
				}
			}
		}
	}
	return value
}

func plantedAll(value any, n *int) any {
	switch v := value.(type) {
	case string:
		*n++
		return fmt.Sprintf("CANARY%da5!b2#c3d4e5f607%d", *n, *n)
	case map[string]any:
		for k := range v {
			v[k] = plantedAll(v[k], n)
		}
	case []any:
		for i := range v {
			v[i] = plantedAll(v[i], n)
		}
	}
	return value
}

// plantedPlan returns a plan with canaries for secrets, and their number.
func plantedPlan(text []byte) ([]byte, int) {
	var plan map[string]any
	if json.Unmarshal(text, &plan) != nil {
		return text, 0
	}
	n := 0
	change := func(c map[string]any) {
		c["before"] = planted(c["before"], c["before_sensitive"], &n)
		c["after"] = planted(c["after"], c["after_sensitive"], &n)
	}
	for _, section := range []string{"resource_changes", "resource_drift"} {
		all, _ := plan[section].([]any)
		for _, rc := range all {
			if rc, ok := rc.(map[string]any); ok {
				if c, ok := rc["change"].(map[string]any); ok {
					change(c)
				}
			}
		}
	}
	outputs, _ := plan["output_changes"].(map[string]any)
	for _, o := range outputs {
		if c, ok := o.(map[string]any); ok {
			change(c)
		}
	}
	if n == 0 {
		return text, 0
	}
	out, err := json.Marshal(plan)
	if err != nil {
		return text, 0
	}
	return out, n
}

// mcpDocuments writes the documents of testdata to a directory. Secrets in them are canaries. It returns the paths of plans and states, and
// of logs.
func mcpDocuments(t *testing.T, dir string) (docs, logs []string) {
	t.Helper()
	data := filepath.Join("..", "..", "testdata")
	secrets := 0
	err := filepath.WalkDir(data, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !sampling.TakesInTurn(4, t.Name(), path) {
			return err
		}
		name := strings.ReplaceAll(strings.TrimPrefix(path, data+string(filepath.Separator)), string(filepath.Separator), "__")
		write := func(name string, text []byte) string {
			if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
				t.Fatal(err)
			}
			return name
		}
		switch filepath.Ext(path) {
		case ".txtar":
			a, err := txtar.ParseFile(path)
			if err != nil {
				return err
			}
			for _, f := range a.Files {
				switch f.Name {
				case "plan.json", "state.json", "terraform.tfstate", "old.json", "new.json":
					text, n := plantedPlan(f.Data)
					secrets += n
					docs = append(docs, write(name+"__"+f.Name, text))
				case "log.jsonl", "log":
					logs = append(logs, write(name+"__"+f.Name, f.Data))
				}
			}
		case ".tfplan", ".json":
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			docs = append(docs, write(name, text))
		case ".jsonl":
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			logs = append(logs, write(name, text))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d documents with %d secrets, %d logs", len(docs), secrets, len(logs))
	return docs, logs
}

// recordedDocuments writes the public plans of the archive in PLANFMT_CASES to a directory, with canaries for secrets, and logs if PLANFMT_DATA
// names any.
func recordedDocuments(t *testing.T, dir string) (docs, logs []string) {
	t.Helper()
	cases := os.Getenv("PLANFMT_CASES")
	if cases == "" {
		t.Skip("PLANFMT_CASES names no directory with recorded cases")
	}
	write := func(name string, text []byte) string {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	secrets := 0
	for name, text := range corpus.Each(t, filepath.Join(cases, "real-plans.tar.gz")) {
		if !sampling.Takes(t.Name(), name) {
			continue
		}
		for _, f := range txtar.Parse(text).Files {
			if f.Name == "plan.json" {
				text, n := plantedPlan(f.Data)
				secrets += n
				docs = append(docs, write(fmt.Sprintf("%d.json", len(docs)), text))
			}
		}
	}
	if data := os.Getenv(corpus.Variable); data != "" {
		for name, text := range corpus.Each(t, filepath.Join(data, "logs.tar.gz")) {
			if sampling.Takes(t.Name(), name) && len(logs) < 50 {
				logs = append(logs, write(fmt.Sprintf("%d.jsonl", len(logs)), text))
			}
		}
	}
	t.Logf("%d plans with %d secrets, %d logs", len(docs), secrets, len(logs))
	return docs, logs
}
