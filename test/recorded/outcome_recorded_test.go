package recorded_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/corpus"
	"github.com/planfmt/planfmt/test/kit"
)

// recordedData returns the files of an archive in the directory that PLANFMT_DATA names, or else beside the repository. Without it, the test is
// skipped: the data is no part of the project.
func recordedData(t *testing.T, name string) map[string][]byte {
	t.Helper()
	path := filepath.Join(cmp.Or(os.Getenv(corpus.Variable), filepath.Join("..", "shared", "data")), name)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("%s is not set: it names the directory with %s", corpus.Variable, name)
	}
	return maps.Collect(corpus.Each(t, path))
}

// TestOutcomeRecordedRuns takes plans that nobody has applied, in both forms. By the state that there was, nothing of them has been done. By the
// state that they plan, everything has.
func TestOutcomeRecordedRuns(t *testing.T) {
	files := recordedData(t, "terraform-1.11.4-runs.tar.gz")
	runs, changes := 0, 0
	for name, text := range files {
		if !strings.HasSuffix(name, "/plan.json") {
			continue
		}
		dir := strings.TrimSuffix(name, "plan.json")
		var plan struct {
			Planned json.RawMessage `json:"planned_values"`
			Changes []struct {
				Address, Mode string
				Change        struct{ Actions []string }
			} `json:"resource_changes"`
		}
		if err := json.Unmarshal(text, &plan); err != nil {
			t.Fatal(err)
		}
		before := string(files[dir+"state.json"])
		if before == "" {
			before = `{"format_version":"1.0"}`
		}
		after := `{"format_version":"1.0","terraform_version":"1.11.4","values":` + string(plan.Planned) + `}`
		for _, form := range []string{"plan.json", "plan.tfplan"} {
			runs++
			undone, done := kit.OutcomesOf(t, string(files[dir+form]), "", before), kit.OutcomesOf(t, string(files[dir+form]), "", after)
			for _, c := range plan.Changes {
				if action := strings.Join(c.Change.Actions, ","); c.Mode != "managed" || action == "no-op" {
					continue
				}
				changes++
				if strings.HasSuffix(dir, driftUndone+"/") { // the state cannot tell
					if undone[c.Address] != "unclear" || done[c.Address] != "unclear" {
						t.Errorf("%s%s: %s is %s and %s", dir, form, c.Address, undone[c.Address], done[c.Address])
					}
					continue
				}
				if is := undone[c.Address]; is != "not_reached" {
					t.Errorf("%s%s: %s is %s, and nobody has applied the plan", dir, form, c.Address, is)
				}
				if is := done[c.Address]; is != "as_planned" {
					t.Errorf("%s%s: %s is %s, and all was done", dir, form, c.Address, is)
				}
			}
		}
	}
	if runs < 80 || changes < 60 {
		t.Errorf("only %d runs with %d changes", runs, changes)
	}
}
