package passes

import (
	"slices"
	"testing"

	"github.com/planfmt/planfmt/internal/engine"
	"github.com/planfmt/planfmt/internal/planvalue/query"
)

// TestPassesComeAfterOthers checks that passes come only after those that stand above them: with a name that no pass has, one would
// run too early.
func TestPassesComeAfterOthers(t *testing.T) {
	where, diags := query.NewCondition("", "cause != null")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	r := &engine.Request{Session: &engine.Session{Opts: engine.Settings{Selection: engine.Selection{Where: where}}}}
	var above []string
	for _, p := range All() {
		if p.After != nil {
			for _, name := range p.After(r) {
				if !slices.Contains(above, name) {
					t.Errorf("%s comes after %s, which does not stand above it", p.Name, name)
				}
			}
		}
		if slices.Contains(above, p.Name) {
			t.Errorf("two passes are named %s", p.Name)
		}
		above = append(above, p.Name)
	}
}
