package recorded_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/testkit/corpus"
	"github.com/planfmt/planfmt/runlog"
	"github.com/planfmt/planfmt/test/kit"
)

// TestLogCorpus reads recorded logs in all formats. Nothing in them is unknown, and nothing is
// lost: what the program counted is there.
func TestLogCorpus(t *testing.T) {
	s := kit.LogSchema(t)
	n := 0
	for _, archive := range []string{"logs.tar.gz", "terraform-1.11.4-runs.tar.gz"} {
		err := filepath.WalkDir(corpus.Dir(t, archive), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(name, ".jsonl") {
				return err
			}
			n++
			log, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			checkLog(t, filepath.Base(filepath.Dir(name))+"/"+filepath.Base(name), log)
			var out bytes.Buffer
			if _, err := runlog.Show(context.Background(), &out, bytes.NewReader(log), runlog.Options{Format: "json"}); err != nil {
				return err
			}
			return kit.Validate(s, out.String())
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d logs", n)
	if n < 150 {
		t.Errorf("only %d logs", n)
	}
}

// checkLog compares a log with what it has become.
func checkLog(t *testing.T, name string, log []byte) {
	t.Helper()
	var out bytes.Buffer
	var remarks []string
	res, err := runlog.Show(context.Background(), &out, bytes.NewReader(log), runlog.Options{Warn: func(w planfmt.Warning) { remarks = append(remarks, w.Text) }})
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if len(remarks) > 0 {
		t.Errorf("%s: %q", name, remarks)
	}
	text := out.String()
	changes, diagnostics := 0, 0
	errors := false
	for line := range bytes.Lines(log) {
		var l struct {
			Level   string `json:"@level"`
			Message string `json:"@message"`
			Type    string
			Change  struct{ Resource struct{ Addr string } }
		}
		if err := json.Unmarshal(line, &l); err != nil {
			continue
		}
		switch l.Type {
		case "planned_change":
			changes++
			if !strings.Contains(text, l.Change.Resource.Addr) {
				t.Errorf("%s: %s is missing", name, l.Change.Resource.Addr)
			}
		case "diagnostic":
			diagnostics++
			errors = errors || l.Level == "error"
		case "change_summary":
			if !strings.Contains(text, l.Message) && !strings.HasPrefix(l.Message, "Plan: 0 to add, 0 to change, 0 to destroy.") {
				t.Errorf("%s: %q is missing", name, l.Message)
			}
		}
	}
	for _, run := range res.Runs {
		changes -= len(run.Planned)
		diagnostics -= len(run.Diagnostics)
		checkRun(t, name, run)
		if want := map[bool]jsonlog.End{false: jsonlog.Succeeded, true: jsonlog.HasFailed}[errors]; run.End() != want && len(res.Runs) == 1 {
			t.Errorf("%s: %s, want %s", name, run.End(), want)
		}
	}
	if changes != 0 || diagnostics != 0 {
		t.Errorf("%s: %d changes and %d diagnostics are missing", name, changes, diagnostics)
	}
}

// checkRun compares the counts of a run with its changes and operations.
func checkRun(t *testing.T, name string, run *jsonlog.Run) {
	t.Helper()
	add, change, destroy := 0, 0, 0
	for _, c := range run.Planned {
		switch c.Action {
		case "create":
			add++
		case "update":
			change++
		case "delete":
			destroy++
		case "replace":
			add++
			destroy++
		}
	}
	if s := run.PlanSummary; s != nil && (s.Add != add || s.Change != change || s.Destroy != destroy) {
		t.Errorf("%s: the plan counts %+v, but has %d, %d and %d", name, s.Totals, add, change, destroy)
	}
	if s := run.Applied; s != nil && s.Add+s.Change+s.Destroy != run.Done {
		t.Errorf("%s: %+v were applied, but %d operations are complete", name, s.Totals, run.Done)
	}
}
