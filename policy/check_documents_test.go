package policy_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/test/kit"
	"github.com/planfmt/planfmt/verdict"
)

// TestCheckDocuments judges documents in which not all is known yet by a policy that reads them. The configuration says what is.
func TestCheckDocuments(t *testing.T) {
	t.Parallel()
	plan := kit.WholePlan(t, []byte(`{"changes":[
		{"address":"aws_s3_bucket.b","actions":["create"],"after":{"bucket":"b"},"unknown":{"id":true,"arn":true}},
		{"address":"aws_iam_policy.p","actions":["create"],"after":{},"unknown":{"policy":true}}]}`))
	for _, c := range []struct {
		document string
		want     verdict.Outcome
	}{
		{`jsonencode({ Statement = [{ Effect = "Allow", Action = ["s3:GetObject"], Resource = aws_s3_bucket.b.arn }] })`, verdict.Pass},
		{`jsonencode({ Statement = { Effect = "Allow", Action = "s3:GetObject", Resource = "${aws_s3_bucket.b.arn}/*" } })`, verdict.Pass},
		{`jsonencode({ Statement = [{ Effect = "Allow", Action = ["s3:*"], Resource = aws_s3_bucket.b.arn }] })`, verdict.Fail},
		{`jsonencode({ Statement = [{ Effect = "Deny", Action = ["*"], Resource = aws_s3_bucket.b.arn }] })`, verdict.Pass},
		{`local.document`, verdict.Fail},
		{`jsonencode({ Statement = [{ Effect = "Allow", Action = [aws_s3_bucket.b.id], Resource = "*" }] })`, verdict.Undecided},
		{`jsonencode({ Statement = [{ Effect = "Allow", Action = ["s3:${aws_s3_bucket.b.id}!"], Resource = "*" }] })`, verdict.Pass},
		{`jsonencode({ Statement = [for b in [aws_s3_bucket.b] : { Effect = "Allow", Action = "*", Resource = b.arn }] })`, verdict.Fail},
		{`jsonencode({ Statement = [for s in toset(["a"]) : { Effect = "Allow", Action = "*", Resource = aws_s3_bucket.b.arn }] })`, verdict.Undecided},
		{`jsonencode({ Statement = [], Id = aws_s3_bucket.b.id })`, verdict.Pass},
		{`aws_s3_bucket.b.id`, verdict.Undecided},
		{`"${jsonencode({ Statement = [], Id = aws_s3_bucket.b.id })}"`, verdict.Pass},
		{`replace(jsonencode({ Statement = [], Id = aws_s3_bucket.b.id }), "[]", "{}")`, verdict.Undecided},
		{`aws_s3_bucket.b.id == "x" ? jsonencode({ Statement = [] }) : jsonencode({ Statement = [], Id = aws_s3_bucket.b.id })`, verdict.Undecided},
	} {
		dir := t.TempDir()
		text := "resource \"aws_s3_bucket\" \"b\" {\n  bucket = \"b\"\n}\n\nresource \"aws_iam_policy\" \"p\" {\n  policy = " + c.document + "\n}\n" +
			"locals {\n  document = jsonencode({ Statement = { Effect = \"Allow\", Action = \"*\", Resource = aws_s3_bucket.b.arn } })\n}\n"
		if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		rules, err := os.ReadFile("docs/common-policies/iam-wildcards.policy.hcl")
		if err != nil {
			t.Fatal(err)
		}
		opts := planfmt.Options{Policies: &planfmt.PolicyOptions{Policies: []policy.Source{{Name: "p.policy.hcl", Text: rules}}}}
		opts.ConfigDir = dir
		report, err := planfmt.Check(t.Context(), bytes.NewReader(plan), opts)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range report.Results.All() {
			if v.Outcome != c.want {
				t.Errorf("%s: %s, want %s: %s", c.document, v.Outcome, c.want, v.Message)
			}
			if v.Outcome == verdict.Undecided && (len(v.Causes) == 0 || v.Causes[0].Path.String() != "policy") {
				t.Errorf("%s: undecided because of %v", c.document, v.Causes)
			}
		}
	}
}
