package engine

import (
	"slices"
	"testing"

	"github.com/planfmt/planfmt/internal/planvalue/query"
)

// TestPassesComeAfterOthers checks that passes come only after those that stand above them: with a name that no pass has, one would
// run too early.
func TestPassesComeAfterOthers(t *testing.T) {
	where, diags := query.NewCondition("", "cause != null")
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	r := &request{Session: &Session{Opts: Settings{Selection: Selection{Where: where}}}}
	var above []string
	for _, p := range All() {
		if p.after != nil {
			for _, name := range p.after(r) {
				if !slices.Contains(above, name) {
					t.Errorf("%s comes after %s, which does not stand above it", p.name, name)
				}
			}
		}
		if slices.Contains(above, p.name) {
			t.Errorf("two passes are named %s", p.name)
		}
		above = append(above, p.name)
	}
}
