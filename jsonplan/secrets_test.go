package jsonplan_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/planfmt/planfmt/jsonplan"
)

// secrets remembers what it is told.
type secrets struct {
	mu    sync.Mutex
	texts []string
}

func (s *secrets) Add(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.texts = append(s.texts, strings.Clone(text))
}

func TestSecrets(t *testing.T) {
	resource := func(name, change string) string {
		return `{"address":"a_b.` + name + `","mode":"managed","type":"a_b","name":"` + name + `","provider_name":"p","change":` + change + `}`
	}
	instance := func(name, values string) string {
		return `{"address":"data.a_b.` + name + `","mode":"data","type":"a_b","name":"` + name + `","provider_name":"p",` + values + `}`
	}
	members := []string{
		`"variables":{"hidden":{"value":{"in":["variable"]}},"open":{"value":"open variable"},"none":{}}`,
		`"planned_values":{"root_module":{"child_modules":[{"resources":[` + instance("p", `"values":{"x":"planned","y":"open"},"sensitive_values":{"x":true}`) + `]}]}}`,
		`"prior_state":{"values":{"root_module":{"resources":[` + instance("d", `"values":{"x":"prior","y":"open"},"sensitive_values":{"x":true}`) + `,` + instance("e", `"values":{"x":"open"},"sensitive_values":{"x":false}`) + `]}}}`,
		`"resource_changes":[` + strings.Join([]string{
			resource("noop", `{"actions":["no-op"],"before":{"x":"no-op","y":"open"},"after":{"x":"no-op","y":"open"},"after_unknown":{},"before_sensitive":{"x":true},"after_sensitive":{"x":true}}`),
			resource("still", `{"actions":["no-op"],"before":{"x":"open"},"after":{"x":"open"},"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}`),
			resource("changed", `{"actions":["update"],"before":{"x":"before","y":"open"},"after":{"x":"after","y":"open"},"after_unknown":{},"before_sensitive":{"x":true},"after_sensitive":{"x":true}}`),
			resource("old", `{"actions":["create"],"before":null,"after":{"x":"open"},"after_unknown":{}}`),
		}, ",") + `]`,
		`"resource_drift":[` + resource("drift", `{"actions":["update"],"before":{"x":"1"},"after":{"x":"drift","y":"open"},"after_unknown":{},"before_sensitive":{},"after_sensitive":{"x":true}}`) + `]`,
		`"deferred_changes":[{"reason":"r","resource_change":` + resource("deferred", `{"actions":["create"],"before":null,"after":{"x":["deferred"]},"after_unknown":{},"before_sensitive":false,"after_sensitive":{"x":[true]}}`) + `}]`,
		`"configuration":{"root_module":{"variables":{"hidden":{"sensitive":true},"open":{"sensitive":false},"none":{"sensitive":true}},"module_calls":{"m":{"module":{"variables":{"open":{"sensitive":true}}}}}}}`,
	}
	want := []string{"after", "before", "deferred", "drift", "no-op", "planned", "prior", "variable"}
	for range 2 {
		var got secrets
		plan, err := jsonplan.Read(context.Background(), strings.NewReader(`{"format_version":"1.2",`+strings.Join(members, ",")+`}`), jsonplan.Options{Secrets: &got})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(got.texts)
		if !slices.Equal(got.texts, want) {
			t.Errorf("the secrets are %q, want %q", got.texts, want)
		}
		if plan.NoOps != 2 || len(plan.Problems) > 0 {
			t.Errorf("%d no-ops were left out; problems: %v", plan.NoOps, plan.Problems)
		}
		for _, c := range plan.Changes.Slice() {
			if c.Unmarked != (c.Name == "old") {
				t.Errorf("%s: unmarked is %v", c.Address, c.Unmarked)
			}
		}
		if err := plan.Close(); err != nil {
			t.Error(err)
		}
		slices.Reverse(members)
	}
}

// A variable that cannot be read is a problem, if it is sensitive.
func TestSecretVariableInvalid(t *testing.T) {
	var got secrets
	plan, err := jsonplan.Read(context.Background(), strings.NewReader(`{"format_version":"1.2","resource_changes":[],
		"variables":{"hidden":{"value":tru},"open":{"value":tru}},
		"configuration":{"root_module":{"variables":{"hidden":{"sensitive":true},"open":{}}}}}`), jsonplan.Options{Secrets: &got})
	if err != nil {
		t.Fatal(err)
	}
	defer plan.Close()
	if len(plan.Problems) != 1 || !strings.Contains(plan.Problems[0].Error(), "variables.hidden") {
		t.Errorf("the problems are %v", plan.Problems)
	}
}
