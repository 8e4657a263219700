package kit

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/machine"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/verdict"
)

// WriteVerdicts writes a report in every way there is.
func WriteVerdicts(w io.Writer, r *verdict.Report) {
	fmt.Fprintln(w, machine.CheckJSON(w, r, nil, layout.Options{}))
	fmt.Fprintln(w, report.CheckText(w, r, nil, layout.Options{}))
	fmt.Fprintln(w, machine.CheckJUnit(w, r, nil, layout.Options{}))
	fmt.Fprintln(w, machine.CheckSARIF(w, r, nil, layout.Options{Version: "0"}))
	fmt.Fprintln(w, report.CheckGitHub(w, r, nil, layout.Options{}))
	fmt.Fprintln(w, report.CheckMarkdown(w, r, nil, layout.Options{}))
	fmt.Fprintln(w, report.CheckHTML(w, r, nil, layout.Options{}))
	for _, res := range r.Results.All() {
		for _, d := range res.Diagnostics {
			fmt.Fprintln(w, d)
		}
	}
	for _, d := range r.Diagnostics {
		fmt.Fprintln(w, d)
	}
}

// StateAfter is the state after a plan, as JSON. swap says that each value is that before the plan.
func StateAfter(plan map[string]any, swap bool) []byte {
	side := "after"
	if swap {
		side = "before"
	}
	var all []any
	for _, rc := range List(plan["resource_changes"]) {
		rc := Object(rc)
		if c := Object(rc["change"]); c != nil && c[side] != nil && rc["mode"] == "managed" && rc["deposed"] == nil {
			r := map[string]any{"values": c[side], "sensitive_values": c[side+"_sensitive"], "schema_version": 0}
			for _, name := range []string{"address", "mode", "type", "name", "index", "provider_name"} {
				if rc[name] != nil {
					r[name] = rc[name]
				}
			}
			all = append(all, r)
		}
	}
	return Encode(map[string]any{"format_version": "1.0", "terraform_version": "1.9.0", "values": map[string]any{"root_module": map[string]any{"resources": all}}})
}

// Encode returns a value as JSON.
func Encode(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

// LeakyPolicies are policies and assumptions that would show whatever they judge.
func LeakyPolicies() *planfmt.PolicyOptions {
	return &planfmt.PolicyOptions{
		Policies:    []policy.Source{{Name: "leaky.policy.hcl", Text: []byte(leaky)}},
		Assumptions: []planfmt.AssumptionFile{{Name: "leaky.assume.hcl", Text: []byte(leakyAssumptions)}},
	}
}
