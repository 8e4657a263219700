package planpair_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/read/planfile/made"
	"github.com/planfmt/planfmt/test/kit"
)

// stalePlan is a plan that changes one resource.
const stalePlan = `{"format_version":"1.2","terraform_version":"1.14.0","applyable":true,"complete":true,"errored":false,"timestamp":"2026-11-27T12:00:00Z","resource_changes":[
{"address":"x_y.a","mode":"managed","type":"x_y","name":"a","provider_name":"registry.terraform.io/z/x","change":{"actions":["update"],"before":{"n":1},"after":{"n":2},"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}}]}`

// TestStaleFiles compares plan files, which say from which state and with which providers they were made.
func TestStaleFiles(t *testing.T) {
	lock := func(version string) []byte {
		return []byte("provider \"registry.terraform.io/z/x\" {\n  version = \"" + version + "\"\n}\n")
	}
	locked := func(version string) map[string]string { return map[string]string{"registry.terraform.io/z/x": version} }
	noon := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	for name, tt := range map[string]struct {
		in, now string
		terms   planfmt.StaleTerms
		want    []string
	}{
		"the same":             {kit.StaleState(7, "l", 1), kit.StaleState(7, "l", 1), planfmt.StaleTerms{}, nil},
		"another serial":       {kit.StaleState(7, "l", 1), kit.StaleState(8, "l", 1), planfmt.StaleTerms{}, []string{"the state has the serial 8, and the plan was made from 7"}},
		"an earlier serial":    {kit.StaleState(7, "l", 1), kit.StaleState(6, "l", 1), planfmt.StaleTerms{}, []string{"the state has the serial 6, and the plan was made from 7"}},
		"another lineage":      {kit.StaleState(7, "l", 1), kit.StaleState(7, "m", 1), planfmt.StaleTerms{}, []string{"it is another state: its lineage is m, and the plan was made from l"}},
		"another value":        {kit.StaleState(7, "l", 1), kit.StaleState(8, "l", 3), planfmt.StaleTerms{}, []string{"the state has the serial 8, and the plan was made from 7", "x_y.a has changed: n"}},
		"gone":                 {kit.StaleState(7, "l", 1), `{"version":4,"terraform_version":"1.14.0","serial":8,"lineage":"l","outputs":{},"resources":[]}`, planfmt.StaleTerms{}, []string{"the state has the serial 8, and the plan was made from 7", "x_y.a is no longer in the state"}},
		"a state of its own":   {strings.Replace(kit.StaleState(0, "", 1), `"resources":[`, `"x":[`, 1), kit.StaleState(1, "l", 1), planfmt.StaleTerms{}, nil},
		"the same providers":   {kit.StaleState(7, "l", 1), kit.StaleState(7, "l", 1), planfmt.StaleTerms{Locked: locked("1.0.0")}, nil},
		"another version":      {kit.StaleState(7, "l", 1), kit.StaleState(7, "l", 1), planfmt.StaleTerms{Locked: locked("1.1.0")}, []string{"provider registry.terraform.io/z/x: 1.1.0 is locked, and the plan was made with 1.0.0"}},
		"no longer locked":     {kit.StaleState(7, "l", 1), kit.StaleState(7, "l", 1), planfmt.StaleTerms{Locked: map[string]string{}}, []string{"provider registry.terraform.io/z/x: it is no longer locked, and the plan was made with 1.0.0"}},
		"young enough":         {kit.StaleState(7, "l", 1), kit.StaleState(7, "l", 1), planfmt.StaleTerms{Now: noon.Add(time.Hour), MaxAge: time.Hour}, nil},
		"too old":              {kit.StaleState(7, "l", 1), kit.StaleState(7, "l", 1), planfmt.StaleTerms{Now: noon.Add(2 * time.Hour), MaxAge: time.Hour}, []string{"the plan is 2h0m0s old, and may be 1h0m0s"}},
		"from the future":      {kit.StaleState(7, "l", 1), kit.StaleState(7, "l", 1), planfmt.StaleTerms{Now: noon.Add(-time.Hour), MaxAge: time.Hour}, []string{"the plan was made in the future, at 2026-11-27T12:00:00Z"}},
		"a line feed in names": {kit.StaleState(7, "l", 1), kit.StaleState(7, "m\nn", 1), planfmt.StaleTerms{}, []string{`it is another state: its lineage is m\nn, and the plan was made from l`}},
	} {
		if name == "a state of its own" { // the plan was made without a state
			tt.in = `{"version":4,"terraform_version":"1.14.0","serial":0,"lineage":"","outputs":{},"resources":[]}`
			tt.want = []string{"the plan was made without a state, and now there is one (serial 1)"}
		}
		plan, err := made.FromJSON([]byte(stalePlan), made.Options{Members: map[string][]byte{"tfstate": []byte(tt.in), ".terraform.lock.hcl": lock("1.0.0")}})
		if err != nil {
			t.Fatal(err)
		}
		got, err := planfmt.Stale(context.Background(), bytes.NewReader(plan), strings.NewReader(tt.now), planfmt.Options{}, tt.terms)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if !slices.Equal(got.Reasons, tt.want) {
			t.Errorf("%s: reasons %q, want %q", name, got.Reasons, tt.want)
		}
	}
}

// TestStaleVersions checks that a version that cannot be compared is an error that names the document, not a plan that is fresh.
func TestStaleVersions(t *testing.T) {
	state := kit.StaleState(7, "l", 1)
	for _, tt := range []struct{ plan, state, want string }{
		{stalePlan, strings.Replace(state, "1.14.0", "1.15.0", 1), ""},
		{stalePlan, strings.Replace(state, "1.14.0", "latest", 1), "the new plan: its version of Terraform is not valid"},
		{strings.Replace(stalePlan, `"terraform_version":"1.14.0"`, `"terraform_version":"mine"`, 1), state, "the old plan: its version of Terraform is not valid"},
	} {
		got, err := planfmt.Stale(context.Background(), strings.NewReader(tt.plan), strings.NewReader(tt.state), planfmt.Options{}, planfmt.StaleTerms{})
		switch {
		case tt.want == "" && (err != nil || len(got.Reasons) != 1):
			t.Errorf("%q, %v", got.Reasons, err)
		case tt.want != "" && (err == nil || err.Error() != tt.want):
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
}
