package planfmt_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/hazards"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/verdict"
)

// hazardsPlan returns a plan that deletes so many databases, and opens a security group.
func hazardsPlan(databases int) string {
	var b strings.Builder
	b.WriteString(`{"format_version":"1.2","resource_changes":[
 {"address":"aws_security_group.web","mode":"managed","type":"aws_security_group","name":"web","provider_name":"registry.terraform.io/hashicorp/aws","change":{"actions":["update"],
  "before":{"id":"sg-1","name":"web","ingress":[]},"after":{"id":"sg-1","name":"web","ingress":[{"cidr_blocks":["0.0.0.0/0"],"from_port":22,"to_port":22,"protocol":"tcp"}]},
  "after_unknown":{},"before_sensitive":{},"after_sensitive":{}}}`)
	for i := range databases {
		fmt.Fprintf(&b, `,
 {"address":"aws_db_instance.d[%d]","index":%d,"mode":"managed","type":"aws_db_instance","name":"d","provider_name":"registry.terraform.io/hashicorp/aws","change":{"actions":["delete"],
  "before":{"id":"d%[1]d","password":"CANARY"},"after":null,"after_unknown":{},"before_sensitive":{"password":true},"after_sensitive":false}}`, i, i)
	}
	b.WriteString("]}")
	return b.String()
}

func showText(t *testing.T, plan string, opts planfmt.Options) string {
	t.Helper()
	var out bytes.Buffer
	if _, err := planfmt.Show(context.Background(), &out, strings.NewReader(plan), opts); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestHazards(t *testing.T) {
	t.Parallel()
	const destroyed, mass = "This may destroy data or keys", "The plan destroys 30 objects."
	for _, name := range []string{"compact", "brief", "markdown", "html"} {
		got := showText(t, hazardsPlan(30), planfmt.Options{Format: name})
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
		if got := showText(t, hazardsPlan(30), none); strings.Contains(got, destroyed) || strings.Contains(got, mass) {
			t.Errorf("%s: hazards in\n%s", name, got)
		}
	}
	for _, name := range []string{"human", "json", "jsonl"} {
		if got := showText(t, hazardsPlan(30), planfmt.Options{Format: name}); strings.Contains(got, destroyed) {
			t.Errorf("%s: hazards in\n%s", name, got)
		}
	}
	compact := planfmt.Options{Format: "compact"}
	if got := showText(t, hazardsPlan(2), compact); strings.Contains(got, "The plan destroys") || !strings.Contains(got, "HAZARDS 3") {
		t.Error(got)
	}
	byFile := withRules(t, compact, "", "hide: [type=aws_db_instance, type=aws_security_group]")
	if got := showText(t, hazardsPlan(2), byFile); !strings.Contains(got, "HAZARDS 3") {
		t.Errorf("a file mutes hazards:\n%s", got)
	}
	byUser := withRules(t, compact, "type=aws_db_instance", "")
	if got := showText(t, hazardsPlan(2), byUser); !strings.Contains(got, "HAZARDS 1") {
		t.Errorf("the user does not mute hazards:\n%s", got)
	}
}

// TestMassDestruction checks that a plan that destroys much is a hazard for Check, too.
func TestMassDestruction(t *testing.T) {
	t.Parallel()
	check := func(databases int, mode plans.Mode) *verdict.Result {
		opts := planfmt.Options{Policies: &planfmt.PolicyOptions{Policies: hazards.Sources()}}
		opts.Mode = mode
		rep, err := planfmt.Check(context.Background(), strings.NewReader(hazardsPlan(databases)), opts)
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
			return testing.AllocsPerRun(3, func() { showText(t, b.String(), opts) })
		}
		more := allocs(false) - allocs(true)
		if each := more / entries; each > 80 {
			t.Errorf("%s: hazards take %.0f allocations for each resource", c.name, each)
		} else {
			t.Logf("%s: %.0f allocations", c.name, each)
		}
	}
}
