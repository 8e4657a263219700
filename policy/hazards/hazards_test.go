package hazards_test

import (
	"context"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/policy/hazards"
	"github.com/planfmt/planfmt/verdict"
)

// TestPolicies runs the tests of the policies.
func TestPolicies(t *testing.T) {
	files, err := policy.ReadFiles(".")
	if err != nil {
		t.Fatal(err)
	}
	res, diags := policy.Test(context.Background(), files, policy.TestOptions{})
	for _, d := range diags {
		t.Error(d)
	}
	judged := map[string]map[verdict.Outcome]bool{}
	for _, f := range res.Files {
		for _, m := range f.Mocks {
			if !m.AsExpected {
				t.Errorf("%s: %s: %s %s", f.Name, m.Name, m.Outcome, m.Message)
			}
			for _, r := range m.Results {
				if judged[r.Policy.Name] == nil {
					judged[r.Policy.Name] = map[verdict.Outcome]bool{}
				}
				judged[r.Policy.Name][r.Outcome] = true
				if r.Level != verdict.Advisory {
					t.Errorf("%s is %s", r.Policy.Name, r.Level)
				}
			}
		}
	}
	set, diags := policy.Load(hazards.Sources()...)
	if len(diags) > 0 {
		t.Error(diags)
	}
	// A policy on updates is the counterpart of one on what is created.
	for _, p := range set.Policies() {
		name := strings.TrimSuffix(p.Name, "_by_update")
		if !judged[name][verdict.Fail] && !judged[name+"_by_update"][verdict.Fail] {
			t.Errorf("%s: there is no test in which it fails", p.Name)
		}
	}
	if len(judged) < 20 {
		t.Errorf("only %d policies have been tested", len(judged))
	}
	if diags = set.Bind(nil); len(diags) > 0 {
		t.Error(diags)
	}
	for _, s := range hazards.Sources() {
		if !strings.HasPrefix(s.Name, hazards.Name+"/") || s.Set != hazards.Name {
			t.Errorf("%s: %s", s.Name, s.Set)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		set, _ := policy.Load(hazards.Sources()...)
		set.Bind(nil)
	}
}
