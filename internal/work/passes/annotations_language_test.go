package passes_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/verdict"
)

// TestAnnotationsInPolicies asserts conditions over a plan in which x_y.n[0] is destroyed, n[1] created, n[2] updated, and so on, and n[9] stays
// as it is. What the reports do not tell has to be undecided: a policy must not pass because nobody has asked.
func TestAnnotationsInPolicies(t *testing.T) {
	t.Parallel()
	const (
		cleanSARIF = `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"s"}},"results":[]}]}`
		atLines    = `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"s"}},"results":[{"level":"error","message":{"text":"m"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"main.tf"},"region":{"startLine":3}}}]}]}]}`
		badEntry   = `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"s"}},"results":[{"level":"error","message":{"text":"m"}},` +
			`{"level":"warning","message":{"text":"m"},"locations":[{"logicalLocations":[{"fullyQualifiedName":"x_y.n[1]"}]}]}]}]}`
		costs = `{"version":"0.2","currency":"USD","projects":[{"pastBreakdown":{"resources":[{"name":"x_y.n[2]","monthlyCost":"0.1"}]},` +
			`"breakdown":{"resources":[{"name":"x_y.n[2]","monthlyCost":"0.3"},{"name":"x_y.n[1]","monthlyCost":"0.1"}]}}]}`
		noCosts     = `{"version":"0.2","projects":[{"pastBreakdown":{"resources":[]},"breakdown":{"resources":[]}}]}`
		usage       = `{"version":"0.2","projects":[{"pastBreakdown":{"resources":[]},"breakdown":{"resources":[{"name":"x_y.n[1]","monthlyCost":null},{"name":"x_y.n[4]","monthlyCost":"2"}]}}]}`
		breakdown   = `{"version":"0.2","projects":[{"breakdown":{"resources":[{"name":"x_y.n[2]","monthlyCost":"3"}]}}]}`
		otherPlan   = `{"version":"0.2","projects":[{"pastBreakdown":{"resources":[]},"breakdown":{"resources":[{"name":"a_b.c","monthlyCost":"900"}]}}]}`
		twice       = `{"version":"0.2","projects":[{"breakdown":{"resources":[{"name":"x_y.n[2]","monthlyCost":"3"}]}},{"breakdown":{"resources":[{"name":"x_y.n[2]","monthlyCost":"900"}]}}]}`
		ownFindings = `{"address":"x_y.n[0]","level":"error","title":"a"}` + "\n" + `{"address":"x_y.n[9]","level":"warning","title":"b"}` + "\n" + `{"address":"x_y.gone","level":"note","title":"c"}`
		ownCosts    = `{"address":"x_y.n[1]","number":0.1,"before":0,"unit":"USD/month"}` + "\n" + `{"address":"x_y.n[2]","number":"0.2","before":"0","unit":"USD/month"}` +
			"\n" + `{"address":"x_y.n[2]","number":7,"unit":"kg"}`
		twoUnits  = `{"address":"x_y.n[1]","number":1,"before":0,"unit":"USD/month"}` + "\n" + `{"address":"x_y.n[2]","number":2,"before":0,"unit":"EUR/month"}`
		shared    = `{"address":"x_y.n","number":5,"before":0,"unit":"USD/month"}`
		ownOwners = `{"address":"x_y.n[0]","owners":["@a","@b"]}`
		owners    = "* @all\n"
		noScan    = `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"s"}}}]}`
		broken    = `{"check_type":"terraform","results":{"failed_checks":[],"parsing_errors":["/a.tf"]}}`
		noTrivy   = `{"SchemaVersion":2,"ArtifactName":"."}`
		costError = `{"version":"0.2","projects":[{"metadata":{"errors":[{"code":1}]},"pastBreakdown":{"resources":[]},"breakdown":{"resources":[]}}]}`
		costTwice = `{"version":"0.2","projects":[{"pastBreakdown":{"resources":[]},"breakdown":{"resources":[{"name":"x_y.n[2]","monthlyCost":"900"},{"name":"x_y.n[2]","monthlyCost":"1"}]}}]}`
	)
	tests := []struct {
		reports   []string
		condition string
		want      verdict.Outcome
	}{
		{nil, "plan.annotations.cost.difference <= 500", verdict.Undecided},
		{nil, "plan.annotations.cost.after >= 0 || plan.annotations.cost.after < 0", verdict.Undecided},
		{nil, "plan.annotations.errors == 0", verdict.Undecided},
		{nil, "plan.annotations.errors >= 0", verdict.Pass},
		{nil, "plan.annotations.unmatched.errors == 0", verdict.Undecided},
		{nil, "plan.annotations.unpriced == 0", verdict.Undecided},
		{nil, "length(plan.annotations.owners) == 0", verdict.Undecided},
		{nil, "length(plan.annotations.sums) == 0", verdict.Undecided},
		{nil, "length([for r in resources : r if r.annotations.errors > 0]) == 0", verdict.Undecided},
		{nil, "length(flatten([for r in resources : r.annotations.findings])) == 0", verdict.Undecided},
		{nil, `!anytrue([for r in resources : contains(r.annotations.owners, "@a")])`, verdict.Undecided},
		{nil, "alltrue([for r in resources : r.annotations.cost.after < 10])", verdict.Undecided},
		{nil, "plan.annotations.cost != null", verdict.Pass},
		{nil, "try(plan.annotations.cost.difference, 0) <= 500", verdict.Undecided},

		// One report says nothing of what another one tells.
		{[]string{costs}, "plan.annotations.errors == 0", verdict.Undecided},
		{[]string{cleanSARIF}, "plan.annotations.errors == 0", verdict.Pass},
		{[]string{cleanSARIF}, "plan.annotations.unmatched.errors + plan.annotations.unchanged.errors == 0", verdict.Pass},
		{[]string{cleanSARIF}, "alltrue([for r in resources : length(r.annotations.findings) == 0])", verdict.Pass},
		{[]string{cleanSARIF}, "plan.annotations.cost.difference <= 500", verdict.Undecided},
		{[]string{ownOwners}, "plan.annotations.errors == 0", verdict.Undecided},
		{[]string{ownFindings}, "plan.annotations.cost.difference <= 500", verdict.Undecided},
		{[]string{"[]"}, "plan.annotations.errors == 0 || plan.annotations.cost.after == 0", verdict.Undecided},

		// Findings.
		{[]string{ownFindings}, "plan.annotations.errors == 1 && plan.annotations.warnings == 0 && plan.annotations.notes == 0", verdict.Pass},
		{[]string{ownFindings}, "plan.annotations.unchanged.warnings == 1 && plan.annotations.unmatched.notes == 1", verdict.Pass},
		{[]string{ownFindings, cleanSARIF}, `[for r in resources : r.address if r.annotations.errors > 0] == ["x_y.n[0]"]`, verdict.Pass},
		{[]string{ownFindings}, `one([for r in resources : r.annotations.findings[0].title if r.address == "x_y.n[9]"]) == "b"`, verdict.Pass},
		{[]string{badEntry}, "plan.annotations.errors == 0", verdict.Undecided},
		{[]string{badEntry}, "plan.annotations.warnings == 0", verdict.Fail},
		{[]string{badEntry}, "plan.annotations.warnings >= 1", verdict.Pass},
		{[]string{badEntry}, `alltrue([for r in resources : r.annotations.warnings == 0 if r.address == "x_y.n[1]"])`, verdict.Fail},
		{[]string{badEntry, ownFindings}, "plan.annotations.errors < 2", verdict.Undecided},
		{[]string{atLines}, "plan.annotations.errors == 0", verdict.Undecided}, // nobody knows where resources are declared

		// Scans that were not made, or not to their end.
		{[]string{noScan}, "plan.annotations.errors == 0", verdict.Undecided},
		{[]string{noScan, cleanSARIF}, "plan.annotations.errors == 0", verdict.Undecided},
		{[]string{broken}, "plan.annotations.errors + plan.annotations.warnings == 0", verdict.Undecided},
		{[]string{noTrivy}, "alltrue([for r in resources : length(r.annotations.findings) == 0])", verdict.Undecided},
		{[]string{noScan, ownFindings}, "plan.annotations.errors == 0", verdict.Fail},
		{[]string{costError}, "plan.annotations.cost.difference <= 500", verdict.Undecided},
		{[]string{costTwice}, "plan.annotations.cost.difference <= 500", verdict.Undecided},
		{[]string{noScan, costs}, "plan.annotations.cost.difference == 0.3", verdict.Pass},

		// Costs.
		{[]string{costs}, "plan.annotations.cost.difference == 0.3 && plan.annotations.cost.before == 0.1 && plan.annotations.cost.after == 0.4", verdict.Pass},
		{[]string{costs}, "plan.annotations.cost.difference <= 0.299999999999999999999999999999", verdict.Fail},
		{[]string{costs}, `plan.annotations.cost.unit == "USD/month" && plan.annotations.unpriced == 0`, verdict.Pass},
		{[]string{costs}, `one([for r in resources : r.annotations.cost.difference if r.address == "x_y.n[2]"]) == 0.2`, verdict.Pass},
		{[]string{costs}, `one([for r in resources : r.annotations.cost.difference if r.address == "x_y.n[4]"]) == 0`, verdict.Pass},
		{[]string{noCosts}, "plan.annotations.cost.difference == 0", verdict.Pass},
		{[]string{usage}, "plan.annotations.cost.difference == 2 && plan.annotations.unpriced == 1", verdict.Pass},
		{[]string{usage}, `alltrue([for r in resources : r.annotations.cost.after < 10])`, verdict.Undecided},
		{[]string{breakdown}, "plan.annotations.cost.after == 3", verdict.Pass},
		{[]string{breakdown}, "plan.annotations.cost.difference <= 500", verdict.Undecided},
		{[]string{otherPlan}, "plan.annotations.cost.difference <= 500", verdict.Undecided},
		{[]string{otherPlan, costs}, "plan.annotations.cost.difference <= 500", verdict.Pass},
		{[]string{twice}, "plan.annotations.cost.after <= 500", verdict.Undecided},
		{[]string{ownCosts}, "plan.annotations.cost.difference == 0.3 && length(plan.annotations.sums) == 2", verdict.Pass},
		{[]string{ownCosts}, `one([for s in plan.annotations.sums : s.after if s.unit == "kg"]) == 7`, verdict.Pass},
		{[]string{twoUnits}, "plan.annotations.cost.difference <= 500", verdict.Undecided},
		{[]string{twoUnits}, "alltrue([for s in plan.annotations.sums : s.difference <= 2])", verdict.Pass},
		{[]string{shared}, "plan.annotations.cost.difference == 5", verdict.Pass},
		{[]string{shared}, "alltrue([for r in resources : r.annotations.cost.difference < 3])", verdict.Undecided},

		// Owners.
		{[]string{ownOwners}, `one([for r in resources : r.annotations.owners if r.address == "x_y.n[0]"]) == tolist(["@a", "@b"])`, verdict.Pass},
		{[]string{ownOwners}, `one([for o in plan.annotations.owners : o.ended if o.owner == "@a"]) == tolist(["x_y.n[0]"])`, verdict.Pass},
		{[]string{ownOwners}, `length([for o in plan.annotations.owners : o if o.owner == null]) == 1`, verdict.Pass},
		{[]string{owners}, `anytrue([for r in resources : contains(r.annotations.owners, "@all")])`, verdict.Undecided}, // nobody knows the files
		{[]string{owners}, "length(plan.annotations.owners) == 0", verdict.Undecided},
	}
	plan := annotatedPlan(10)
	for i, test := range tests {
		t.Run(fmt.Sprintf("%d", i), func(t *testing.T) {
			t.Parallel()
			opts := planfmt.Options{Policies: &planfmt.PolicyOptions{Assertions: []policy.Assertions{{Name: "a", Text: []byte(test.condition), Single: true}}}}
			for _, text := range test.reports {
				r, err := annotations.Read("r", annotations.Auto, strings.NewReader(text))
				if err != nil {
					t.Fatal(err)
				}
				opts.Annotations = append(opts.Annotations, r)
			}
			rep, err := planfmt.Check(context.Background(), strings.NewReader(plan), opts)
			if err != nil {
				t.Fatal(err)
			}
			if got := rep.Conclusion(); got != test.want || rep.Diagnostics.HasErrors() {
				t.Errorf("%s with %q: %v %v, want %v", test.condition, test.reports, got, rep.Diagnostics, test.want)
			}
		})
	}
}
