package kit

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/policy"
)

// RecordedPolicy is a policy file with the patterns of the types that it judges.
type RecordedPolicy struct {
	policy.Source
	Patterns []string // none if it judges no resources
}

// Matching returns the policies that may judge something in a document.
func Matching(all []RecordedPolicy, doc []byte) []policy.Source {
	var found []policy.Source
	for _, p := range all {
		if len(p.Patterns) == 0 || slices.ContainsFunc(p.Patterns, func(pattern string) bool {
			begin, _, _ := strings.Cut(pattern, "*")
			return bytes.Contains(doc, []byte(begin))
		}) {
			found = append(found, p.Source)
		}
	}
	return found
}

// RecordedPolicies returns all recorded policies that have no static errors and need no inputs.
func RecordedPolicies(t *testing.T, archive string) []RecordedPolicy {
	t.Helper()
	var all []RecordedPolicy
	seen := map[string]bool{}
	for name, c := range casesOf(t, archive) {
		for _, f := range c.Files {
			if !strings.HasSuffix(f.Name, ".policy.hcl") || seen[string(f.Data)] {
				continue
			}
			seen[string(f.Data)] = true
			src := policy.Source{Name: name + "/" + f.Name, Text: f.Data}
			set, diags := policy.Load(src)
			if diags = append(diags, set.Bind(nil)...); diags.HasErrors() {
				continue
			}
			if _, diags := set.Inputs(policy.InputValues{}); !diags.HasErrors() && len(set.Policies()) > 0 {
				all = append(all, RecordedPolicy{src, set.Needs().Patterns})
			}
		}
	}
	if len(all) < 100 {
		t.Fatalf("%s has only %d policies that can be used", archive, len(all))
	}
	return all
}
