package docs_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/machine"
	"github.com/planfmt/planfmt/test/kit"
	"github.com/planfmt/planfmt/verdict"
)

// checkSchema returns the published schema of verdicts.
func checkSchema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	return kit.PublishedSchema(t, "check-1.json")("")
}

// Verdicts with every member fit the schema.
func TestVerdictsFitSchema(t *testing.T) {
	s := checkSchema(t)
	check := func(what string, text []byte) {
		t.Helper()
		if err := kit.Validate(s, string(text)); err != nil {
			t.Errorf("%s: %v\n%s", what, err, text)
		}
	}
	for _, name := range []string{"json", "excepted.json"} {
		golden, err := os.ReadFile(filepath.Join("internal", "report", "testdata", "check", name))
		if err != nil {
			t.Fatal(err)
		}
		check(name, golden)
	}
	at := diag.Range{File: "p.policy.hcl", Start: diag.Pos{Line: 1, Column: 1}, End: diag.Pos{Line: 1, Column: 9, Byte: 8}}
	diags := diag.List{{Summary: "Bad", Detail: "It is bad.", Subject: at}, {Severity: diag.Warning, Summary: "Strange"}}
	policy := &verdict.Policy{Name: "resource_policy.a.b", Set: "policies", Range: at}
	tests := &verdict.Tests{Files: []verdict.TestFile{{Name: "p.policytest.hcl", Mocks: []verdict.Mock{
		{Name: "resource.a.x", ExpectFailure: true, AsExpected: true, Outcome: verdict.Fail, Results: []verdict.Result{{Policy: policy, Operation: "create", Outcome: verdict.Fail, Message: "No."}}},
		{Name: "resource.a.y", Outcome: verdict.Error, Message: "It cannot be evaluated.", Diagnostics: diags[:1]},
		{
			Name: "resource.a.z", Outcome: verdict.Pass, AsExpected: true, Results: []verdict.Result{{Policy: policy, Operation: "create", Outcome: verdict.Pass}},
			Planned: []verdict.Planned{{Policy: policy, Mock: verdict.Pass, AsPlan: verdict.Fail, Message: "No."}},
		},
	}}}}
	explained := &verdict.Report{MoreExplanations: 2, Explanations: []verdict.Explanation{
		{Policy: policy, Address: "a.b", Operation: "create"},
		{
			Policy: policy, Address: "a.b", Operation: "create", Outcome: verdict.Fail, Cut: true, Prints: []verdict.Print{{Label: "x", Text: "1"}, {Text: "2"}},
			Steps: []verdict.Step{{What: "condition", Range: at, Text: "false", More: "1 more element is false", Steps: []verdict.Step{
				{Element: "[0]", Range: at, Text: "false", Decides: true, Causes: []verdict.Cause{{Address: "a.b", Reason: "known after apply"}}},
				{Range: at, Text: "It is bad.", Failed: true},
			}}},
		},
	}}
	var b bytes.Buffer
	var lines bytes.Buffer
	rep := &verdict.Report{}
	rep.Results.Add(tests.Files[0].Mocks[0].Results[0])
	if err := machine.CheckJSONLines(&lines, rep, diags[1:], layout.Options{}); err != nil {
		t.Fatal(err)
	}
	first, last, _ := bytes.Cut(lines.Bytes(), []byte("\n"))
	check("the last line", last)
	if err := kit.Validate(kit.PublishedSchema(t, "check-1.json")("#/$defs/result"), string(first)); err != nil || bytes.Count(lines.Bytes(), []byte("\n")) != 2 {
		t.Errorf("%v\n%s", err, lines.Bytes())
	}
	for what, write := range map[string]func() error{
		"errors":    func() error { return machine.CheckJSON(&b, &verdict.Report{}, diags, layout.Options{}) },
		"explained": func() error { return machine.CheckJSON(&b, explained, nil, layout.Options{}) },
		"warnings": func() error {
			return machine.CheckJSON(&b, &verdict.Report{Diagnostics: diags}, diags[1:], layout.Options{})
		},
		"test":     func() error { return machine.TestsJSON(&b, tests, diags[1:]) },
		"validate": func() error { return machine.ValidationJSON(&b, diags) },
	} {
		b.Reset()
		if err := write(); err != nil {
			t.Fatal(err)
		}
		check(what, b.Bytes())
	}
}
