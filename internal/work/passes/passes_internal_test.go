package passes

import (
	"slices"
	"testing"

	"github.com/planfmt/planfmt/internal/lang/planvalue/query"
	"github.com/planfmt/planfmt/internal/work/engine"
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

// TestAdmits checks that what cannot be compared contradicts nothing.
func TestAdmits(t *testing.T) {
	for _, test := range []struct {
		constraints, version string
		want                 bool
	}{
		{">= 1.0.0, != 1.3.0", "1.2.0", true},
		{">= 1.0.0, != 1.3.0", "1.3.0", false},
		{"~> 1.2", "1.10.0", true},
		{"~> 1.2.0", "1.3.0", false},
		{"1.2.0", "v1.2.0", true},
		{"", "0.1.0", true},
		{"latest", "0.1.0", true},
		{">= 1.0.0-beta1", "0.1.0", true},
		{">= 1.0.0", "none", true},
		{">= 2.0.0", "1.0.0-beta2", true},
	} {
		if got := admits(test.constraints, test.version); got != test.want {
			t.Errorf("%q admits %s: %t, want %t", test.constraints, test.version, got, test.want)
		}
	}
}

// A condition needs what it names, and nothing else: an impact is expensive to find.
func TestConditionNeedsWhatItNames(t *testing.T) {
	for text, want := range map[string]struct{ causes, impact bool }{
		"cause != null":                          {causes: true},
		"impact.dependents > 0":                  {impact: true},
		`action == "delete"`:                     {},
		"cause != null || impact.dependents > 0": {true, true},
	} {
		c, diags := query.NewCondition("", text)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		if UsesCauses(c) != want.causes || UsesImpact(c) != want.impact {
			t.Errorf("%s: causes %t, impact %t", text, UsesCauses(c), UsesImpact(c))
		}
	}
	if UsesCauses(nil) || UsesImpact(nil) {
		t.Error("no condition needs something")
	}
}
