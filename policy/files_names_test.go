package policy_test

import (
	"strings"
	"testing"

	"github.com/planfmt/planfmt/policy"
)

// Each file that looks like a policy and is not read is named in a warning: otherwise, nobody sees that it judges nothing.
func TestMisnamedFilesAreSaid(t *testing.T) {
	misnamed := []string{"a.policy.hcl.txt", "b.policies.hcl"}
	warnings := policy.Files{Misnamed: misnamed}.Warnings()
	if len(warnings) != len(misnamed) {
		t.Fatalf("%d warnings", len(warnings))
	}
	for i, w := range warnings {
		if !strings.Contains(w.Detail, misnamed[i]) || !strings.Contains(w.Detail, ".policy.hcl") {
			t.Errorf("%s: %s", misnamed[i], w.Detail)
		}
	}
	if none := (policy.Files{}).Warnings(); len(none) > 0 {
		t.Errorf("%v, and nothing is misnamed", none)
	}
}
