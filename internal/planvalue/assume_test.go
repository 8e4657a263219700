package planvalue_test

import (
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/planvalue"
	"github.com/planfmt/planfmt/values"
)

// TestAssumptionsShowNoSecrets contradicts values that have something sensitive in them.
func TestAssumptionsShowNoSecrets(t *testing.T) {
	for _, sensitive := range []string{`true`, `{"tags": true}`, `{"tags": {"b": true}}`} {
		a, diags := planvalue.ParseAssumptions(planvalue.AssumptionFile{Name: "a.assume.hcl", Text: []byte(`
assume "test_thing.t" {
  tags = { max_length = 1 }
}`)})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		a.Mention("test_thing.t")
		a.Check("test_thing.t", planvalue.Side{
			Block: thing(t), Trust: planvalue.Exact,
			Value: values.Of(`{"tags": {"a": "x", "b": "hunter2"}}`), Sensitive: values.SensitiveFlags(values.Of(sensitive)),
		})
		found := a.Findings()
		if len(found) != 1 || !strings.Contains(found[0].Detail, "(sensitive value)") || strings.Contains(found[0].Detail, "hunter2") {
			t.Errorf("%s is sensitive: %v", sensitive, found)
		}
	}
}
