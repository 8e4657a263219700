package hazards_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/work/hazards"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/test/kit"
	"github.com/planfmt/planfmt/verdict"
)

func TestHazards(t *testing.T) {
	t.Parallel()
	const destroyed, mass = "This may destroy data or keys", "The plan destroys 30 objects."
	for _, name := range []string{"compact", "brief", "markdown", "html"} {
		got := kit.ShowText(t, kit.HazardsPlan(30), planfmt.Options{Format: name})
		for _, want := range []string{destroyed, mass, "aws_security_group.web"} {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", name, want, got)
			}
		}
		if strings.Contains(got, "CANARY") {
			t.Errorf("%s: a secret comes out", name)
		}
		none := planfmt.Options{Format: name}
		none.NoHazards = true
		if got := kit.ShowText(t, kit.HazardsPlan(30), none); strings.Contains(got, destroyed) || strings.Contains(got, mass) {
			t.Errorf("%s: hazards in\n%s", name, got)
		}
	}
	for _, name := range []string{"human", "json", "jsonl"} {
		if got := kit.ShowText(t, kit.HazardsPlan(30), planfmt.Options{Format: name}); strings.Contains(got, destroyed) {
			t.Errorf("%s: hazards in\n%s", name, got)
		}
	}
	compact := planfmt.Options{Format: "compact"}
	if got := kit.ShowText(t, kit.HazardsPlan(2), compact); strings.Contains(got, "The plan destroys") || !strings.Contains(got, "HAZARDS 3") {
		t.Error(got)
	}
	byFile := kit.WithRules(t, compact, "", "hide: [type=aws_db_instance, type=aws_security_group]")
	if got := kit.ShowText(t, kit.HazardsPlan(2), byFile); !strings.Contains(got, "HAZARDS 3") {
		t.Errorf("a file mutes hazards:\n%s", got)
	}
	byUser := kit.WithRules(t, compact, "type=aws_db_instance", "")
	if got := kit.ShowText(t, kit.HazardsPlan(2), byUser); !strings.Contains(got, "HAZARDS 1") {
		t.Errorf("the user does not mute hazards:\n%s", got)
	}
}

// TestMassDestruction checks that a plan that destroys much is a hazard for Check, too.
func TestMassDestruction(t *testing.T) {
	t.Parallel()
	check := func(databases int, mode plans.Mode) *verdict.Result {
		opts := planfmt.Options{Policies: &planfmt.PolicyOptions{Policies: hazards.Sources()}}
		opts.Mode = mode
		rep, err := planfmt.Check(context.Background(), strings.NewReader(kit.HazardsPlan(databases)), opts)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rep.Results.All() {
			if r.Policy.Name == "mass_destroy" {
				return &r
			}
		}
		return nil
	}
	const text = "The plan destroys 30 objects."
	if r := check(30, plans.AutoMode); r == nil || r.Outcome != verdict.Fail || r.Level != verdict.Advisory || r.Message != text {
		t.Errorf("%+v", r)
	}
	if r := check(2, plans.AutoMode); r != nil {
		t.Errorf("with few: %+v", r)
	}
	if r := check(30, plans.DestroyMode); r != nil {
		t.Errorf("in a plan to destroy everything: %+v", r)
	}
}

// TestHazardsCost checks that hazards cost little where there is nothing to look at: what they would be about does not
// change, or the entries of the resources say all that matters.
func TestHazardsCost(t *testing.T) {
	const entries = 200
	role := func(tag string) string {
		return `{"name":"r","tags":{"a":"` + tag + `"},"assume_role_policy":"{\"Statement\":[{\"Effect\":\"Allow\",\"Principal\":{\"Service\":\"x\"},\"Action\":\"sts:AssumeRole\"}]}"}`
	}
	for _, c := range []struct{ name, actions, before, after string }{
		{"update", "update", role("0"), role("1")},
		{"delete", "delete", role("0"), "null"},
	} {
		var b strings.Builder
		b.WriteString(`{"format_version":"1.2","resource_changes":[`)
		for i := range entries {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `{"address":"aws_iam_role.r[%d]","index":%[1]d,"mode":"managed","type":"aws_iam_role","name":"r","provider_name":"registry.terraform.io/hashicorp/aws",
				"change":{"actions":[%q],"before":%s,"after":%s,"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}}`, i, c.actions, c.before, c.after)
		}
		b.WriteString("]}")
		allocs := func(without bool) float64 {
			opts := planfmt.Options{Format: "compact"}
			opts.Workers, opts.NoHazards = 1, without
			return testing.AllocsPerRun(3, func() { kit.ShowText(t, b.String(), opts) })
		}
		more := allocs(false) - allocs(true)
		if each := more / entries; each > 80 {
			t.Errorf("%s: hazards take %.0f allocations for each resource", c.name, each)
		} else {
			t.Logf("%s: %.0f allocations", c.name, each)
		}
	}
}

// TestHazardsDoNotTellSecrets shows plans that differ only in values that are hidden on both sides. Neither a hazard nor its absence may tell which of
// the plans it is.
func TestHazardsDoNotTellSecrets(t *testing.T) {
	t.Parallel()
	const harmless, everything = `"{\"Statement\":[{\"Effect\":\"Allow\",\"Action\":\"s3:GetObject\",\"Resource\":\"arn:aws:s3:::b\"}]}"`, `"{\"Statement\":[{\"Effect\":\"Allow\",\"Action\":\"*\",\"Resource\":\"*\"}]}"`
	for _, test := range []struct{ typ, attribute, before, after, otherBefore, otherAfter string }{
		{"aws_iam_policy", "policy", harmless, everything, everything, harmless},
		{"aws_db_instance", "deletion_protection", "true", "false", "false", "true"},
		{"aws_s3_bucket", "force_destroy", "true", "false", "false", "true"},
		{"aws_s3_bucket_acl", "acl", `"private"`, `"public-read"`, `"public-read"`, `"private"`},
		{"aws_security_group", "ingress", `[{"cidr_blocks":["10.0.0.0/8"]}]`, `[{"cidr_blocks":["0.0.0.0/0"]}]`, `[{"cidr_blocks":["0.0.0.0/0"]}]`, `[{"cidr_blocks":["10.0.0.0/8"]}]`},
	} {
		plan := func(before, after string) string {
			return fmt.Sprintf(`{"format_version":"1.2","resource_changes":[{"address":"%[1]s.x","mode":"managed","type":"%[1]s","name":"x","provider_name":"registry.terraform.io/hashicorp/aws",
  "change":{"actions":["update"],"before":{"id":"a","%[2]s":%[3]s},"after":{"id":"a","%[2]s":%[4]s},"after_unknown":{},"before_sensitive":{"%[2]s":true},"after_sensitive":{"%[2]s":true}}}]}`, test.typ, test.attribute, before, after)
		}
		for _, format := range []string{"compact", "brief", "markdown", "html"} {
			got, other := kit.ShowText(t, plan(test.before, test.after), planfmt.Options{Format: format}), kit.ShowText(t, plan(test.otherBefore, test.otherAfter), planfmt.Options{Format: format})
			if got != other {
				t.Errorf("%s: %s.%s tells what is hidden:\n%s\n%s", format, test.typ, test.attribute, got, other)
			}
			if !strings.Contains(got, "hidden value decides") {
				t.Errorf("%s: %s.%s: no hidden value decides:\n%s", format, test.typ, test.attribute, got)
			}
		}
	}
}

// TestUndoneDrift: a plan may only restore what was changed outside of Terraform. Such drift has an effect, whatever refers to it.
func TestUndoneDrift(t *testing.T) {
	t.Parallel()
	entry := func(name, action, before, after, marks string) string {
		return fmt.Sprintf(`{"address":"x_y.%s","mode":"managed","type":"x_y","name":"%[1]s","provider_name":"registry.terraform.io/x/x","change":{"actions":["%s"],"before":%s,"after":%s,"after_unknown":{},"before_sensitive":%s,"after_sensitive":%[5]s}}`, name, action, before, after, marks)
	}
	const undoes, deleted, changes, none = "undoes a change made outside of Terraform", "was deleted outside of Terraform", "1 drifted resource that this plan changes", "1 drifted resource that does not affect this plan"
	for _, test := range []struct {
		name, drift, change string
		want, not           []string
	}{
		{"an update that restores", entry("a", "update", `{"d":"front","n":1}`, `{"d":"by hand","n":1}`, "{}"), entry("a", "update", `{"d":"by hand","n":1}`, `{"d":"front","n":1}`, "{}"), []string{undoes, changes}, []string{none, deleted}},
		{"an update that does more", entry("a", "update", `{"d":"front","n":1}`, `{"d":"by hand","n":1}`, "{}"), entry("a", "update", `{"d":"by hand","n":1}`, `{"d":"front","n":2}`, "{}"), []string{changes}, []string{none, undoes}},
		{"an update of something else", entry("a", "update", `{"d":"front","n":1}`, `{"d":"by hand","n":1}`, "{}"), entry("a", "update", `{"d":"by hand","n":1}`, `{"d":"by hand","n":2}`, "{}"), []string{changes}, []string{none, undoes}},
		{"a hidden value", entry("a", "update", `{"d":"front","n":1}`, `{"d":"by hand","n":1}`, `{"d":true}`), entry("a", "update", `{"d":"by hand","n":1}`, `{"d":"front","n":1}`, `{"d":true}`), []string{changes}, []string{none, undoes}},
		{"created again", entry("a", "delete", `{"d":"front"}`, "null", "{}"), entry("a", "create", "null", `{"d":"front"}`, "{}"), []string{deleted, changes}, []string{none, undoes}},
		{"another resource", entry("a", "update", `{"d":"front"}`, `{"d":"by hand"}`, "{}"), entry("b", "update", `{"d":"by hand"}`, `{"d":"front"}`, "{}"), []string{none}, []string{undoes, changes}},
	} {
		for _, format := range []string{"compact", "brief", "markdown", "html"} {
			got := kit.ShowText(t, `{"format_version":"1.2","resource_drift":[`+test.drift+`],"resource_changes":[`+test.change+`]}`, planfmt.Options{Format: format})
			for _, want := range test.want {
				if format == "html" { // it lists all drift
					want = strings.NewReplacer(changes, "this plan changes it", none, "does not affect this plan").Replace(want)
				}
				if !strings.Contains(got, want) {
					t.Errorf("%s, %s: no %q in\n%s", test.name, format, want, got)
				}
			}
			for _, not := range test.not {
				if strings.Contains(got, not) {
					t.Errorf("%s, %s: %q in\n%s", test.name, format, not, got)
				}
			}
		}
	}
}

// TestHazardsOfMarkedObjects checks that an object that is sensitive as a whole is as much a hazard as one that is not, even if another one of its
// type lacks the attributes.
func TestHazardsOfMarkedObjects(t *testing.T) {
	rule := func(name, after, sensitive string) string {
		return `{"address":"aws_security_group_rule.` + name + `","mode":"managed","type":"aws_security_group_rule","name":"` + name + `","provider_name":"registry.terraform.io/hashicorp/aws",
			"change":{"actions":["create"],"before":null,"after":` + after + `,"after_unknown":{},"before_sensitive":false,"after_sensitive":` + sensitive + `}}`
	}
	for _, mark := range []string{`{}`, `true`, `null`, `{"cidr_blocks":true}`, `{"cidr_blocks":{"0":true}}`} {
		for _, other := range []string{"", "," + rule("other", `{"type":"egress"}`, `{}`)} {
			plan := `{"format_version":"1.2","terraform_version":"1.11.4","resource_changes":[` + rule("open", `{"type":"ingress","cidr_blocks":["0.0.0.0/0"]}`, mark) + other + `]}`
			if got := kit.ShowText(t, plan, planfmt.Options{Format: "compact"}); !strings.Contains(got, "HAZARDS ") || !strings.Contains(got, "This is open to every address on the internet") {
				t.Errorf("with the mark %s, and %q:\n%s", mark, other, got)
			}
		}
	}
}
