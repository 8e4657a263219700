package run

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
)

// TestRunCompares compares two states, and two plans: what is written is what the library writes, which the command does, too.
func TestRunCompares(t *testing.T) {
	plan, schemas := fileOf(t, "../../../testdata/example/plan.json"), fileOf(t, "../../../testdata/example/schemas.json")
	text, err := io.ReadAll(plan.Open())
	if err != nil {
		t.Fatal(err)
	}
	later := textFile("later.json", strings.ReplaceAll(string(text), `"t3.medium"`, `"t3.large"`))
	for name, pair := range map[string][2]File{
		"states": {fileOf(t, "../../../testdata/example/old.tfstate"), fileOf(t, "../../../testdata/example/new.tfstate")},
		"plans":  {plan, later}, "the same": {plan, plan},
	} {
		for _, f := range planfmt.PlanDiffFormats() {
			var page record
			res := Run(context.Background(), Request{Format: f.Name}, Files{Old: &pair[0], Plan: pair[1], Schemas: []File{schemas}}, &page)
			var want strings.Builder
			opts := planfmt.Options{}
			opts.Schemas = []planfmt.SchemaSource{{Name: "schemas.json", Open: func() (io.ReadCloser, error) { return io.NopCloser(schemas.Open()), nil }}}
			opts.Width, opts.Color, opts.InAutomation = 100, true, true
			if _, err := planfmt.DiffPlans(context.Background(), pair[0].Open(), pair[1].Open(), opts, planfmt.Target{W: &want, Format: f.Name, Layout: opts.Layout}); err != nil {
				t.Fatal(err)
			}
			if page.text() != want.String() {
				t.Errorf("%s, %s: not what the library writes", name, f.Name)
			}
			status := 2
			if name == "the same" {
				status = 0
			}
			if res.Status != status || res.Changes != (status == 2) || !res.Compared || !res.Complete || res.Problems != 0 {
				t.Errorf("%s, %s: %+v", name, f.Name, res)
			}
		}
	}
}

func TestRunComparesSays(t *testing.T) {
	plan, old, new := fileOf(t, "../../../testdata/example/plan.json"), fileOf(t, "../../../testdata/example/old.tfstate"), fileOf(t, "../../../testdata/example/new.tfstate")
	rules, cut, twice := textFile("r.yaml", "hide: [type=aws_route53_record]"), textFile("c\x1b.json", `{"format_version": "1.2", "resource_ch`), fileOf(t, "../../../testdata/statediff/twice-address.txtar")
	_, text, _ := strings.Cut(read(t, twice), "-- new.json --\n")
	text, _, _ = strings.Cut(text, "-- status --")
	for _, c := range []struct {
		name   string
		req    Request
		files  Files
		status int
		said   string // the start of a message
	}{
		{"guesses", Request{Format: "human"}, Files{Old: &plan, Plan: fileOf(t, "../../../testdata/example/small.json")}, 2, "planfmt: no schemas for 4 types (aws_cloudwatch_log_group, "},
		{"rules", Request{Format: "compact"}, Files{Old: &old, Plan: new, Rules: &rules}, 2, "planfmt: the rules in r.yaml are not used"},
		{"reports", Request{Format: "compact"}, Files{Old: &old, Plan: new, Reports: []File{textFile("f\n.json", "[]")}}, 2, `planfmt: f\n.json is not used`},
		{"readable", Request{Format: "compact", Readable: planfmt.ChoiceAlways}, Files{Old: &old, Plan: new}, 2, "planfmt: two documents are compared as the format does"},
		{"filters", Request{Format: "human", Hide: []string{"action=read"}}, Files{Old: &old, Plan: new}, 1, "planfmt: this is for one document"},
		{"a condition", Request{Format: "human", Where: "true"}, Files{Old: &old, Plan: new}, 1, "planfmt: this is for one document"},
		{"why", Request{Format: "why", Address: "demo_server.web"}, Files{Old: &old, Plan: new}, 1, "planfmt: this is for one document"},
		{"a state with a plan", Request{Format: "html"}, Files{Old: &old, Plan: plan}, 1, "planfmt: old.tfstate: a state cannot be compared with a plan"},
		{"a plan with a state", Request{Format: "html"}, Files{Old: &plan, Plan: new}, 1, "planfmt: new.tfstate: a state cannot be compared with a plan"},
		{"cut", Request{Format: "html"}, Files{Old: &cut, Plan: plan}, 1, `planfmt: c\x1b.json: the document is cut off`},
		{"cut, the other", Request{Format: "html"}, Files{Old: &plan, Plan: cut}, 1, `planfmt: c\x1b.json: the document is cut off`},
		{"an object twice", Request{Format: "html"}, Files{Old: &old, Plan: textFile("twice.json", text)}, 1, "planfmt: twice.json: "},
		{"unknown format", Request{Format: "pdf"}, Files{Old: &old, Plan: new}, 1, `planfmt: unknown format "pdf"`},
	} {
		var page record
		res := Run(context.Background(), c.req, c.files, &page)
		if res.Status != c.status || !slices.ContainsFunc(page.said, func(s string) bool { return strings.HasPrefix(s, c.said) }) {
			t.Errorf("%s: %+v, %q; want status %d, %q", c.name, res, page.said, c.status, c.said)
		}
		if shown := c.status != 1; (len(page.parts) > 0) != shown || res.Complete != shown || res.Compared != shown {
			t.Errorf("%s: %d parts, %+v", c.name, len(page.parts), res)
		}
	}
}

func read(t *testing.T, f File) string {
	t.Helper()
	text, err := io.ReadAll(f.Open())
	if err != nil {
		t.Fatal(fmt.Errorf("%s: %w", f.Name, err))
	}
	return string(text)
}
