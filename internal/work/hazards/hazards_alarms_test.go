package hazards_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/internal/work/hazards"
	"github.com/planfmt/planfmt/test/kit"
	"github.com/planfmt/planfmt/verdict"
)

// A hazard that takes too many steps to judge is pointed out in every report, and nobody who stops for hazards goes on.
func TestHazardsThatCannotBeJudged(t *testing.T) {
	t.Parallel()
	var rules []string
	for range 150 {
		rules = append(rules, `{"direction":"Inbound","access":"Allow","source_address_prefixes":[`+strings.Repeat(`"10.0.0.1",`, 600)+`"*"]}`)
	}
	plan := `{"format_version":"1.2","resource_changes":[{"address":"azurerm_network_security_group.a","mode":"managed","type":"azurerm_network_security_group","name":"a",
 "provider_name":"registry.terraform.io/hashicorp/azurerm","change":{"actions":["create"],"before":null,"after":{"security_rule":[` + strings.Join(rules, ",") + `]},
 "after_unknown":{"id":true},"before_sensitive":false,"after_sensitive":{}}}]}`
	for _, name := range []string{"compact", "brief", "markdown", "html"} {
		if name != "compact" && !sampling.Takes(t.Name(), name) {
			continue
		}
		if got := kit.ShowText(t, plan, planfmt.Options{Format: name}); !strings.Contains(got, "could not judge this (Too much work)") {
			t.Errorf("%s: it does not say what was not judged", name)
		}
	}
	if len(stopsFor(t, plan)) == 0 {
		t.Error("there is no alarm")
	}
}

// stopsFor returns the alarms for hazards.
func stopsFor(t *testing.T, plan string) []string {
	t.Helper()
	res, err := planfmt.Show(context.Background(), &bytes.Buffer{}, strings.NewReader(plan), planfmt.Options{Alarms: []planfmt.AlarmKind{computed.HazardAlarm}})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, a := range res.Summary.Alarms {
		all = append(all, append(a.Objects, a.Doubts...)...)
	}
	return all
}

// What Check does not let through, --fail-on hazard does not either, and the other way round.
func TestAlarmsAreAsStrictAsCheck(t *testing.T) {
	t.Parallel()
	draw := rand.New(rand.NewPCG(43, 2))
	pick := func(all ...string) string { return all[draw.IntN(len(all))] }
	counts := map[verdict.Outcome]int{}
	for range sampling.Count(150) {
		cidr := `"cidr_blocks":` + pick(`["10.0.0.0/8"]`, `["0.0.0.0/0"]`, `["10.0.0.0/8",null]`, `[]`)
		unknown := pick(``, `"cidr_blocks":true`, `"cidr_blocks":[false,true]`, `"type":true`, `"id":true`)
		if unknown == `"cidr_blocks":true` {
			cidr = `"x":null`
		}
		kind := pick(`"type":"ingress"`, `"type":"egress"`)
		if unknown == `"type":true` {
			kind = `"y":null`
		}
		plan := `{"format_version":"1.2","resource_changes":[{"address":"aws_security_group_rule.a","mode":"managed","type":"aws_security_group_rule","name":"a",
 "provider_name":"registry.terraform.io/hashicorp/aws","change":{"actions":["create"],"before":null,"after":{"from_port":22,"to_port":22,"protocol":"tcp",` + kind + "," + cidr + `},
 "after_unknown":{` + unknown + `},"before_sensitive":false,"after_sensitive":{}}}]}`
		set := hazards.Sources()
		for i := range set {
			set[i].Mandatory = true
		}
		report, err := planfmt.Check(context.Background(), strings.NewReader(plan), planfmt.Options{Policies: &planfmt.PolicyOptions{Policies: set}})
		if err != nil {
			t.Fatal(err)
		}
		counts[report.Conclusion()]++
		if passes, stops := report.Conclusion() == verdict.Pass, stopsFor(t, plan); passes != (len(stops) == 0) {
			t.Fatalf("check: %v, alarms: %q\n%s", report.Conclusion(), stops, plan)
		}
	}
	for _, o := range []verdict.Outcome{verdict.Pass, verdict.Undecided, verdict.Fail} {
		if sampling.Full() && counts[o] < 10 {
			t.Errorf("%v only %d times", o, counts[o])
		}
	}
}
