package planvalue_test

import (
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/lang/planvalue"
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

// TestContradictoryAssumptions checks that what no value can be like is an error before there is a plan.
func TestContradictoryAssumptions(t *testing.T) {
	for text, wrong := range map[string]bool{
		"min = 3, max = 5": false, "min = 3, max = 3": false, "min_exclusive = 3, max_exclusive = 4": false, "prefix_exact = \"a\", suffix = \"b\"": false,
		"min = 5, max = 3": true, "min_exclusive = 3, max = 3": true, "min = 3, max_exclusive = 3": true, "min = 1, min_exclusive = 1": true,
		"min_length = 2, max_length = 1": true, "prefix = \"a\", min = 1": true, "prefix = \"a\", prefix_exact = \"ab\"": true, "min = 1, min_length = 1": true,
	} {
		_, diags := planvalue.ParseAssumptions(planvalue.AssumptionFile{Name: "a.assume.hcl", Text: []byte("assume \"a.b\" {\n  n = { " + text + " }\n}\n")})
		if diags.HasErrors() != wrong {
			t.Errorf("%s: %v", text, diags)
		}
	}
}
