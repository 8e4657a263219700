package report

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/goldenflag"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/machine"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/verdict"
)

const checkSource = `resource_policy "aws_ebs_volume" "encrypted" {
  enforce {
    condition     = attrs.encrypted == true
    error_message = "Volumes must be encrypted."
  }
  enforce {
    condition = core::alltrue([
      for t in attrs.tags : t != ""
    ])
  }
}
`

var update = goldenflag.Update

func sourceOf(file string) []byte {
	if file == "p.policy.hcl" {
		return []byte(checkSource)
	}
	return nil
}

// rangeOf returns the range of a text in the source.
func rangeOf(text string) diag.Range {
	at := strings.Index(checkSource, text)
	pos := func(at int) diag.Pos {
		before := checkSource[:at]
		return diag.Pos{Line: strings.Count(before, "\n") + 1, Column: at - strings.LastIndex(before, "\n"), Byte: at}
	}
	return diag.Range{File: "p.policy.hcl", Start: pos(at), End: pos(at + len(text))}
}

func checkReport() *verdict.Report {
	rep, results := checkResults()
	rep.Results.Add(results...)
	return rep
}

// checkResults returns the report without the results, and these.
func checkResults() (*verdict.Report, []verdict.Result) {
	encrypted := &verdict.Policy{Name: "resource_policy.aws_ebs_volume.encrypted", Set: "policies", Range: rangeOf(`resource_policy "aws_ebs_volume" "encrypted"`)}
	tags := &verdict.Policy{Name: "resource_policy.*.tags", Set: "policies", Range: encrypted.Range}
	other := &verdict.Policy{Name: "resource_policy.aws_kms_key.rotation", Set: "policies"}
	condition := rangeOf("attrs.encrypted == true")
	values := []verdict.Shown{{Range: rangeOf("attrs.encrypted"), Text: "false"}}
	loop := rangeOf("core::alltrue([\n      for t in attrs.tags : t != \"\"\n    ])")
	bad := &diag.Diagnostic{Summary: "Unsupported attribute", Detail: "This object has no attribute tags.", Subject: rangeOf("attrs.tags")}
	rep := &verdict.Report{
		Policies: []*verdict.Policy{encrypted, tags, other}, Unmatched: []*verdict.Policy{other}, Skipped: 2,
		Overridden: []*verdict.Policy{tags},
		Incomplete: "The plan is not complete: after it has been applied, there is more to do.",
	}
	return rep, []verdict.Result{
		{
			Policy: encrypted, Address: "aws_ebs_volume.a", Operation: "create", Outcome: verdict.Fail, Message: "Volumes must be encrypted.",
			Conditions: []verdict.Condition{
				{Outcome: verdict.Fail, Range: condition, Message: "Volumes must be encrypted.", Values: values},
				{Outcome: verdict.Pass, Range: loop, Info: "The tags are as they should be."},
			},
		},
		{
			Policy: encrypted, Address: "aws_ebs_volume.b[\"x\x1b[31m\"]", Operation: "update", Outcome: verdict.Fail, Message: "Volumes must be encrypted.\n::error::x",
			Conditions: []verdict.Condition{
				{Outcome: verdict.Fail, Range: condition, Message: "Volumes must be encrypted.\n::error::x <b>@me</b>", Values: values},
				{Outcome: verdict.Fail, Range: loop, Message: "The condition is false."},
			},
		},
		{
			Policy: tags, Level: verdict.MandatoryOverridable, Address: "aws_ebs_volume.a", Operation: "create", Outcome: verdict.Fail, Message: "No tags.",
			Conditions: []verdict.Condition{{Outcome: verdict.Fail, Range: loop, Message: "No tags."}},
		},
		{
			Policy: tags, Level: verdict.Advisory, Address: "aws_instance.a", Operation: "create", Outcome: verdict.Fail, Message: "No tags.",
			Conditions: []verdict.Condition{{Outcome: verdict.Fail, Range: loop, Message: "No tags."}},
		},
		{
			Policy: encrypted, Address: "aws_ebs_volume.c", Operation: "create", Outcome: verdict.Undecided,
			Conditions: []verdict.Condition{{Outcome: verdict.Undecided, Range: condition, Values: []verdict.Shown{{Range: rangeOf("attrs.encrypted"), Text: "(known after apply)"}}}},
			Causes:     []verdict.Cause{{Address: "aws_ebs_volume.c", Path: plans.NewPath(plans.Key("encrypted")), Reason: "known after apply", References: []string{"var.encrypt"}}},
		},
		{
			Policy: encrypted, Address: "aws_ebs_volume.d", Operation: "create", Outcome: verdict.Error,
			Message: "Unsupported attribute: This object has no attribute tags.", Diagnostics: diag.List{bad},
			Conditions: []verdict.Condition{{Outcome: verdict.Error, Range: loop, Message: "Unsupported attribute: This object has no attribute tags."}},
		},
		{Policy: encrypted, Address: "aws_ebs_volume.e", Operation: "no-op", Outcome: verdict.Pass, Conditions: []verdict.Condition{{Outcome: verdict.Pass, Range: condition}}},
	}
}

// TestExcepted writes failures that are accepted, and exceptions that except nothing, in all formats.
func TestExcepted(t *testing.T) {
	rep, results := checkResults()
	at := diag.Pos{Line: 4, Column: 3}
	x := &verdict.Exception{
		Policy: "encrypted", Address: `aws_ebs_volume.b["*"]`, Reason: "<b>@me</b> ::error::x\x1b[31m", Owner: "team|a", Until: "2027-03-31",
		Range: diag.Range{File: ".planfmt/exceptions.yaml", Start: at, End: at},
	}
	results[1].Exception, results[3].Exception = x, x
	rep.Incomplete = ""
	rep.Idle = []verdict.IdleException{
		{Exception: x, Why: verdict.Expired},
		{Exception: &verdict.Exception{Policy: "p", Address: "a.b", Until: "2027-03-31", Range: x.Range}, Why: verdict.Reasonless},
		{Exception: &verdict.Exception{Policy: "q", Address: "a.b", Reason: "y", Until: "2027-03-31", Range: x.Range}, Why: verdict.Unmatched, Hint: "There is no such policy."},
	}
	rep.Results.Add(results...)
	if rep.Blocks(&results[1]) || !rep.Blocks(&results[0]) || rep.Count().Excepted != 2 {
		t.Error("what is excepted blocks, or is not counted")
	}
	for name, write := range map[string]func(io.Writer, *verdict.Report, diag.List, layout.Options) error{
		"text": CheckText, "json": machine.CheckJSON, "xml": machine.CheckJUnit, "sarif": machine.CheckSARIF, "github": CheckGitHub, "markdown": CheckMarkdown,
	} {
		var b bytes.Buffer
		if err := write(&b, rep, nil, layout.Options{Source: sourceOf}); err != nil {
			t.Fatal(err)
		}
		golden(t, "excepted."+name, b.Bytes())
	}
	var page bytes.Buffer
	if err := CheckHTML(&page, rep, nil, layout.Options{Source: sourceOf}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Failed, but excepted", "Exceptions without effect: 3", "Excepted until 2027-03-31 by team|a: &lt;b&gt;@me"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page does not have %q", want)
		}
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("internal", "report", "testdata", "check", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is\n%s", name, got)
	}
	for _, c := range got {
		if c == 0x1b && !strings.HasSuffix(name, ".ansi") {
			t.Errorf("%s has a control character", name)
			break
		}
	}
}

func TestCheck(t *testing.T) {
	var text, ansi, json bytes.Buffer
	for _, err := range []error{
		CheckText(&text, checkReport(), nil, layout.Options{Source: sourceOf}),
		CheckText(&ansi, checkReport(), nil, layout.Options{Source: sourceOf, Sink: sinks.ANSI{}, Underlines: true}),
		machine.CheckJSON(&json, checkReport(), nil, layout.Options{}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	var junit, strict, sarif, github, markdown, short, nothing bytes.Buffer
	failing := checkReport()
	failing.OnUnknown = verdict.UnknownFails
	long, results := checkResults()
	long.Results.Add(results...)
	for range 3000 {
		long.Results.Add(results[1])
	}
	static := diag.List{{Severity: diag.Warning, Summary: "A warning, with: signs", Detail: "100% sure.\nReally.", Subject: rangeOf("attrs.tags")}}
	for _, err := range []error{
		machine.CheckJUnit(&junit, checkReport(), nil, layout.Options{}),
		machine.CheckJUnit(&strict, failing, nil, layout.Options{}),
		machine.CheckSARIF(&sarif, checkReport(), static, layout.Options{Version: "1.2.3"}),
		CheckGitHub(&github, checkReport(), static, layout.Options{}),
		CheckMarkdown(&markdown, checkReport(), nil, layout.Options{Title: "Policies", Source: sourceOf}),
		CheckMarkdown(&short, long, nil, layout.Options{Markdown: layout.Markdown{MaxSize: 1500}, Source: sourceOf}),
		CheckText(&nothing, &verdict.Report{}, nil, layout.Options{}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if bytes.Equal(junit.Bytes(), strict.Bytes()) {
		t.Error("undecided policies count the same in both")
	}
	if short.Len() > 1500 {
		t.Errorf("%d bytes of Markdown", short.Len())
	}
	golden(t, "junit.xml", junit.Bytes())
	golden(t, "sarif", sarif.Bytes())
	golden(t, "github", github.Bytes())
	golden(t, "markdown", markdown.Bytes())
	golden(t, "short.markdown", short.Bytes())
	golden(t, "nothing", nothing.Bytes())
	golden(t, "text", text.Bytes())
	golden(t, "text.ansi", ansi.Bytes())
	golden(t, "json", json.Bytes())
}

// TestNotJudged checks that reports which look as if nothing was wrong are not written if policies have errors.
func TestNotJudged(t *testing.T) {
	diags := diag.List{
		{Severity: diag.Warning, Summary: "A warning", Subject: rangeOf("attrs.tags")},
		{Summary: "Unsupported attribute", Detail: "This object has no attribute encrypted.", Subject: rangeOf("attrs.encrypted")},
		{Summary: "Nowhere\x07", Detail: "</details>"},
	}
	var markdown, short, junit bytes.Buffer
	many := slices.Repeat(diags, 100)
	for _, err := range []error{
		CheckMarkdown(&markdown, &verdict.Report{}, diags, layout.Options{Title: "Policies", Source: sourceOf}),
		CheckMarkdown(&short, &verdict.Report{}, many, layout.Options{Markdown: layout.Markdown{MaxSize: 1500}, Source: sourceOf}),
		machine.TestsJUnit(&junit, &verdict.Tests{}, diags),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if short.Len() > 1500 {
		t.Errorf("%d bytes of Markdown", short.Len())
	}
	golden(t, "not-judged.markdown", markdown.Bytes())
	golden(t, "not-judged.short.markdown", short.Bytes())
	golden(t, "not-tested.xml", junit.Bytes())
}

func TestDiagnostics(t *testing.T) {
	list := diag.List{
		{Summary: "Unsupported attribute", Detail: "This object has no attribute encrypted. Did you mean encripted?", Subject: rangeOf("attrs.encrypted")},
		{Severity: diag.Warning, Summary: "Useless loop\x07", Detail: "This never ends.", Subject: rangeOf("for t in attrs.tags : t != \"\""), Context: rangeOf("core::alltrue([\n      for t in attrs.tags : t != \"\"\n    ])")},
		{Summary: "No file", Subject: diag.Range{File: "other.hcl", Start: diag.Pos{Line: 1, Column: 1}, End: diag.Pos{Line: 1, Column: 1}}},
		{Summary: "The end", Subject: diag.Range{File: "p.policy.hcl", Start: diag.Pos{Line: 12, Column: 1, Byte: len(checkSource)}, End: diag.Pos{Line: 12, Column: 1, Byte: len(checkSource)}}},
		{Summary: "Nowhere", Detail: strings.Repeat("There is much to say. ", 10)},
	}
	var said bytes.Buffer
	if err := text.Diagnostics(&said, list, layout.Options{Source: sourceOf}); err != nil {
		t.Fatal(err)
	}
	golden(t, "diagnostics", said.Bytes())
}

func TestTestsText(t *testing.T) {
	policy := &verdict.Policy{Name: "resource_policy.aws_ebs_volume.encrypted", Range: rangeOf(`resource_policy "aws_ebs_volume" "encrypted"`)}
	_, results := checkResults()
	for i := range results {
		results[i].Policy, results[i].Address = policy, ""
	}
	tests := &verdict.Tests{Files: []verdict.TestFile{
		{Name: "a.policytest.hcl", Mocks: []verdict.Mock{
			{Name: "resource.aws_ebs_volume.good", Outcome: verdict.Pass, AsExpected: true, Results: results[6:]},
			{Name: "resource.aws_ebs_volume.bad", Outcome: verdict.Fail, AsExpected: true, ExpectFailure: true, Results: results[:1]},
			{Name: "resource.aws_ebs_volume.left", Outcome: verdict.Skipped, AsExpected: true, Message: "The mock is skipped."},
		}},
		{Name: "b.policytest.hcl", Mocks: []verdict.Mock{
			{Name: "resource.aws_ebs_volume.violates", Outcome: verdict.Fail, Results: results[1:2]},
			{Name: "resource.aws_ebs_volume.missing", Outcome: verdict.Pass, ExpectFailure: true, Results: results[6:]},
			{Name: "resource.aws_ebs_volume.broken", Outcome: verdict.Error, Results: results[5:6]},
			{
				Name: "resource.aws_ebs_volume.planned", Outcome: verdict.Pass, AsExpected: true, Results: results[6:],
				Planned: []verdict.Planned{{Policy: policy, Mock: verdict.Pass, AsPlan: verdict.Fail, Message: "Volumes must be encrypted."}},
			},
		}},
	}}
	var text, junit bytes.Buffer
	if err := TestsText(&text, tests, layout.Options{Source: sourceOf}); err != nil {
		t.Fatal(err)
	}
	if err := machine.TestsJUnit(&junit, tests, nil); err != nil {
		t.Fatal(err)
	}
	golden(t, "tests", text.Bytes())
	golden(t, "tests.xml", junit.Bytes())
}
