package golden_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/read/planfile/made"
	"github.com/planfmt/planfmt/schema"
)

const (
	bundleName    = ".planfmt/schemas.json.gz"
	bundleSchemas = `{"format_version":"1.0","provider_schemas":{"registry.terraform.io/acme/acme":{
		"resource_schemas":{"acme_rule":{"version":0,"block":{"attributes":{"id":{"type":"string","optional":true},"cidr":{"type":"string","optional":true,"sensitive":true}}}}},
		"action_schemas":{"acme_call":{"block":{"attributes":{"url":{"type":"string","optional":true,"sensitive":true}}}}}}}}`
	bundlePlan = `{"format_version":"1.2","terraform_version":"1.14.0","resource_changes":[{"address":"acme_rule.a","mode":"managed","type":"acme_rule","name":"a",
		"provider_name":"registry.terraform.io/acme/acme","change":{"actions":["update"],"before":{"id":"1","cidr":"hunter2-old"},"after":{"id":"1","cidr":"hunter2-new"},
		"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}}]`
	bundleAction = `{"address":"action.acme_call.c","type":"acme_call","name":"c","provider_name":"registry.terraform.io/acme/acme",` +
		`"config_values":{"url":"hunter2-url"},"config_sensitive":{},"config_unknown":{}`
)

// bundleDocuments are documents of all kinds, in which a schema of the bundle hides what nothing else does.
func bundleDocuments(t *testing.T) map[string][]byte {
	t.Helper()
	plan := []byte(bundlePlan + "}")
	file, err := made.FromJSON(plan, made.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return map[string][]byte{
		"plan":        plan,
		"binary plan": file,
		"deferred": []byte(strings.Replace(strings.TrimSuffix(bundlePlan, "]"), `"resource_changes":[`,
			`"resource_changes":[],"deferred_changes":[{"reason":"instance_count_unknown","resource_change":`, 1) + "}]}"),
		"state": []byte(`{"format_version":"1.0","terraform_version":"1.14.0","values":{"root_module":{"resources":[{"address":"acme_rule.a","mode":"managed","type":"acme_rule",
			"name":"a","provider_name":"registry.terraform.io/acme/acme","schema_version":0,"values":{"id":"1","cidr":"hunter2"},"sensitive_values":{}}]}}}`),
		"state file": []byte(`{"version":4,"terraform_version":"1.14.0","serial":1,"lineage":"x","outputs":{},"resources":[{"mode":"managed","type":"acme_rule","name":"a",
			"provider":"provider[\"registry.terraform.io/acme/acme\"]","instances":[{"schema_version":0,"attributes":{"id":"1","cidr":"hunter2"},"sensitive_attributes":[]}]}]}`),
		"invoked action": []byte(`{"format_version":"1.2","terraform_version":"1.14.0","resource_changes":[],"action_invocations":[` + bundleAction + `,"invoke_action_trigger":{}}]}`),
		"triggered action": []byte(strings.NewReplacer("cidr", "name", "hunter2", "seen").Replace(bundlePlan) + `,"action_invocations":[` + bundleAction +
			`,"lifecycle_action_trigger":{"triggering_resource_address":"acme_rule.a","action_trigger_event":"BeforeUpdate","action_trigger_block_index":0,"actions_list_index":0}}]}`),
	}
}

// withBundle returns options with the schemas of a bundle from the repository.
func withBundle(t *testing.T) planfmt.Options {
	t.Helper()
	set := &schema.Set{}
	if err := set.Load(bundleName, strings.NewReader(bundleSchemas)); err != nil {
		t.Fatal(err)
	}
	return planfmt.Options{Comparison: planfmt.Comparison{Layers: []schema.Layer{{Name: bundleName, Source: set, InRepository: true}}}}
}

// TestBundleHides checks that every format says of documents of all kinds what only a bundle hides, and shows it without.
func TestBundleHides(t *testing.T) {
	t.Parallel()
	for name, text := range bundleDocuments(t) {
		for _, f := range planfmt.Formats() {
			var out, plain strings.Builder
			opts := withBundle(t)
			opts.Warn = func(w planfmt.Warning) { out.WriteString(w.Text) }
			target := func(w *strings.Builder) planfmt.Target {
				return planfmt.Target{W: w, Format: f.Name, Layout: planfmt.Layout{Limit: 10_000}}
			}
			res, err := planfmt.ShowAll(context.Background(), bytes.NewReader(text), opts, target(&out))
			if err != nil {
				t.Errorf("%s, %s: %v", name, f.Name, err)
				continue
			}
			if strings.Contains(out.String(), "hunter2") {
				t.Errorf("%s, %s: a value is shown:\n%s", name, f.Name, out.String())
			}
			if len(computed.ByBundle(res.Masked)) != 1 || !strings.Contains(out.String(), "1 value hidden by") || !strings.Contains(out.String(), bundleName) {
				t.Errorf("%s, %s: it does not say what the bundle hides (%v):\n%s", name, f.Name, res.Masked, out.String())
			}
			if f.Name == "compact" || f.Name == "brief" { // which have no values of states and actions
				continue
			}
			if _, err := planfmt.ShowAll(context.Background(), bytes.NewReader(text), planfmt.Options{}, target(&plain)); err != nil || !strings.Contains(plain.String(), "hunter2") {
				t.Errorf("%s, %s: without the bundle, the value is not shown: %v\n%s", name, f.Name, err, plain.String())
			}
		}
	}
}
