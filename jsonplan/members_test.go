package jsonplan

import (
	"fmt"
	"strings"
	"testing"
)

// everyObject is a plan with an object of each kind. At each #, a member that planfmt does not know is to be said; at each @, it is the name
// of a user's own.
const everyObject = `{#"format_version":"1.2","resource_changes":[
{#"address":"t.still","mode":"managed","type":"t","name":"still","provider_name":"p","change":{#"actions":["no-op"],"before":{@"a":1},"after":{@"a":1},"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}},
{#"address":"t.a","mode":"managed","type":"t","name":"a","provider_name":"p","change":{#"actions":["update"],"before":{@"a":{@"b":1}},"after":{@"a":[{@"b":2}]},"after_unknown":{@"c":true},"before_sensitive":{@"a":true},"after_sensitive":{},"importing":{#"id":"x","identity":{@"i":1}},"after_identity":{@"i":1}}}],
"resource_drift":[{#"address":"t.a","mode":"managed","type":"t","name":"a","change":{#"actions":["update"],"before":{@"a":1},"after":{@"a":2}}}],
"deferred_changes":[{#"reason":"r","resource_change":{#"address":"t.d","mode":"managed","type":"t","name":"d","change":{#"actions":["create"],"before":null,"after":{@"a":1}}}}],
"output_changes":{@"o":{#"actions":["create"],"before":null,"after":{@"a":1}}},
"action_invocations":[{#"address":"action.t.a","type":"t","name":"a","config_values":{@"a":{@"b":1}},"lifecycle_action_trigger":{#"triggering_resource_address":"t.a","action_trigger_event":"AfterUpdate"}},
{#"address":"action.t.b","type":"t","name":"b","invoke_action_trigger":{#"calling_resource_address":"t.a"}}],
"relevant_attributes":[{#"resource":"t.a","attribute":["a"]}],
"checks":[{#"address":{#"kind":"check","to_display":"check.c"},"status":"fail","instances":[{#"address":{#"to_display":"check.c"},"status":"fail","problems":[{#"message":"m"}]}]}],
"variables":{@"v":{#"value":{@"a":1}}},
"planned_values":{#"outputs":{@"o":{#"sensitive":false,"value":{@"a":1}}},"root_module":{#"resources":[{#"address":"t.a","mode":"managed","type":"t","name":"a","values":{@"a":1}}],"child_modules":[{#"address":"module.m"}]}},
"prior_state":{#"format_version":"1.0","values":{#"root_module":{#"resources":[{#"address":"t.a","mode":"managed","type":"t","name":"a","values":{@"a":1},"sensitive_values":{@"a":true}}]}}},
"configuration":{#"provider_config":{@"p":{#"name":"p","expressions":{@"a":{}}}},"root_module":{#"outputs":{@"o":{#"expression":{}}},"variables":{@"v":{#"sensitive":false}},
"resources":[{#"address":"t.a","mode":"managed","type":"t","name":"a","provisioners":[{#"type":"local-exec","expressions":{@"a":{}}}],"expressions":{@"a":{}}}],"module_calls":{@"m":{#"source":"./m","expressions":{@"a":{}},"module":{#"variables":{}}}}}}}`

// TestUnknownMembers puts a member that no version has into each object of a plan in turn.
func TestUnknownMembers(t *testing.T) {
	plain := strings.NewReplacer("#", "", "@", "")
	warnings := func(document string) string {
		p := readString(t, plain.Replace(document), Options{KeepReferences: true, KeepVariables: true, Evidence: &notes{}})
		defer p.Close()
		return strings.Join(p.Warnings, "\n")
	}
	if w := warnings(everyObject); w != "" {
		t.Fatal(w)
	}
	for i, c := range everyObject {
		if c != '#' && c != '@' {
			continue
		}
		for _, name := range []string{"novel", "attribute"} { // the other one is known in relevant_attributes only
			if name == "attribute" && strings.HasPrefix(everyObject[i:], `#"resource"`) {
				continue
			}
			w := warnings(everyObject[:i] + fmt.Sprintf("%q:{},", name) + everyObject[i:])
			said := strings.Contains(w, fmt.Sprintf("the plan has a member that this version of planfmt does not know (%q in ", name))
			if said != (c == '#') {
				t.Errorf("%s before %q: %q", name, everyObject[i:min(len(everyObject), i+60)], w)
			}
		}
	}
}

// TestManyUnknownMembers counts very many of them, and names a few.
func TestManyUnknownMembers(t *testing.T) {
	var b strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&b, `"n%d%s":1,`, i, strings.Repeat("x", i%100))
	}
	entry := strings.Repeat(`{"address":"t.a","mode":"managed","type":"t","name":"a","novel":1,"change":{"actions":["no-op"],"before":{},"after":{}}},`, 1000)
	p := readString(t, `{"format_version":"1.2","resource_changes":[`+strings.TrimSuffix(entry, ",")+`],`+b.String()+`"errored":false}`, Options{})
	defer p.Close()
	w := strings.Join(p.Warnings, "\n")
	if !strings.HasPrefix(w, "the plan has 51000 members that this version of planfmt does not know (") || !strings.Contains(w, "more): something may be missing") || len(w) > 1000 {
		t.Error(w)
	}
	if p.NoOps != 1000 {
		t.Errorf("%d entries are left out", p.NoOps)
	}
}
