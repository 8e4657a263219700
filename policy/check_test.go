package policy_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/test/kit"
	"github.com/planfmt/planfmt/verdict"
)

// curious are policies whose verdicts depend on as much as possible of a resource.
const curious = `
resource_policy "*" "all-strings" {
  operations = ["create", "update", "no-op"]
  enforce {
    condition = core::alltrue([for k, v in attrs : core::try(core::length(v) < 20, true)])
  }
}

resource_policy "*" "all-nulls" {
  operations = ["create", "update", "no-op"]
  enforce {
    condition = core::anytrue([for k, v in attrs : v == null])
  }
}

resource_policy "*" "names" {
  operations = ["create", "update", "no-op"]
  filter     = core::try(attrs.name, null) != null
  enforce {
    condition = core::try(core::startswith(attrs.name, "a"), false) || core::try(attrs.id != null, false)
  }
}

resource_policy "*" "tags" {
  operations = ["create", "update", "no-op"]
  enforce {
    condition = core::length(core::try(core::keys(attrs.tags), [])) > 0
  }
}

resource_policy "*" "related" {
  operations = ["create", "update", "no-op"]
  enforce {
    condition = core::length(core::getresources(meta.type, { id = core::try(attrs.id, "none") })) == 1
  }
}

resource_policy "*" "all-before" {
  operations = ["update", "delete"]
  enforce {
    condition = core::alltrue([for k, v in prior_attrs : core::try(v == attrs[k], false)])
  }
}
`

// TestCheckGoldens judges the plans of all goldens. Without schemas, what was decided is
// undecided at most, and never decided in another way.
func TestCheckGoldens(t *testing.T) {
	t.Parallel()
	counts := map[verdict.Outcome]int{}
	for _, g := range kit.SomeGoldens(t) {
		schemas := g.Schemas()
		if len(schemas) == 0 {
			continue
		}
		check := func(opts planfmt.Options) *verdict.Report {
			opts.Policies = &planfmt.PolicyOptions{Policies: []policy.Source{{Name: "curious.policy.hcl", Text: []byte("policy {}\n" + curious)}}}
			r, err := planfmt.Check(t.Context(), bytes.NewReader(g.Document()), opts)
			if _, ok := errors.AsType[diag.List](err); ok {
				t.Fatalf("%s: %v", g.File, err)
			}
			if err != nil {
				return &verdict.Report{}
			}
			return r
		}
		with := kit.Outcomes(check(planfmt.Options{Comparison: planfmt.Comparison{Schemas: []planfmt.SchemaSource{kit.SchemaText(schemas)}}}))
		without := kit.Outcomes(check(planfmt.Options{}))
		for key, have := range without {
			counts[have]++
			decided := have == verdict.Pass || have == verdict.Fail
			// Goldens are short: they lack attributes, so that all attributes together are others.
			if want, ok := with[key]; ok && decided && want != have && want != verdict.Undecided && !strings.Contains(key, ".all-") {
				t.Errorf("%s: %s: %s with the schemas, %s without", g.File, key, want, have)
			}
		}
	}
	t.Log(counts)
}

// TestCheckWorlds replaces what is unknown in plans by values, and judges each of these worlds. A verdict
// that was decided before is the same in all of them.
func TestCheckWorlds(t *testing.T) {
	t.Parallel()
	archive, err := txtar.ParseFile("testdata/check/worlds.txtar")
	if err != nil {
		t.Fatal(err)
	}
	plan, schemas := kit.Section(archive, "plan.json"), kit.Section(archive, "schemas.json")
	policies := kit.Section(archive, "p.policy.hcl")
	check := func(doc []byte) map[string]verdict.Outcome {
		r, err := planfmt.Check(t.Context(), bytes.NewReader(doc), planfmt.Options{
			Comparison: planfmt.Comparison{Schemas: []planfmt.SchemaSource{kit.SchemaText(schemas)}},
			Policies:   &planfmt.PolicyOptions{Policies: []policy.Source{{Name: "p.policy.hcl", Text: policies}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		return kit.Outcomes(r)
	}
	now := check(plan)
	seen := map[string]map[verdict.Outcome]bool{}
	for seed := range uint64(max(sampling.Count(60), 20)) { // as many as it takes to see both outcomes
		for key, have := range check(world(t, plan, seed)) {
			if seen[key] == nil {
				seen[key] = map[verdict.Outcome]bool{}
			}
			seen[key][have] = true
			if want := now[key]; want != verdict.Undecided && want != have {
				t.Errorf("world %d: %s is %s, and was decided as %s", seed, key, have, want)
			}
		}
	}
	undecided := 0
	for key, was := range now {
		if was != verdict.Undecided {
			continue
		}
		undecided++
		if strings.Contains(key, ".open ") && len(seen[key]) < 2 {
			t.Errorf("%s is undecided, but all worlds agree", key)
		}
	}
	if undecided == 0 || undecided == len(now) {
		t.Errorf("%d of %d verdicts are undecided", undecided, len(now))
	}
}

// world returns a plan in which all that was unknown is known.
func world(t *testing.T, plan []byte, seed uint64) []byte {
	t.Helper()
	var doc map[string]any
	if err := kit.Decode(plan, &doc); err != nil {
		t.Fatal(err)
	}
	choices := map[string][]any{
		"id": {"i-1", "i-2", "x"}, "arn": {"arn:aws:a", "b", nil}, "size": {json.Number("1"), json.Number("7"), nil}, "name": {"n", "", "acme"},
		"zones": {[]any{"a"}, []any{"a", "b"}, []any{}}, "zone": {"a", "b", "c"}, "port": {json.Number("22"), json.Number("443")},
		"rule": {
			[]any{map[string]any{"port": json.Number("22")}},
			[]any{map[string]any{"port": json.Number("22")}, map[string]any{"port": json.Number("443")}, map[string]any{"port": json.Number("22")}},
		},
		"thing_id": {"i-1", "i-2", "x"},
	}
	n := seed
	pick := func(name string) any {
		n = n*6364136223846793005 + 1442695040888963407
		all := choices[name]
		if len(all) == 0 {
			t.Fatalf("there are no values for %s", name)
		}
		return all[(n>>33)%uint64(len(all))]
	}
	var fill func(name string, value, unknown any) any
	fill = func(name string, value, unknown any) any {
		switch u := unknown.(type) {
		case bool:
			if u {
				return pick(name)
			}
		case map[string]any:
			object, _ := value.(map[string]any)
			if object == nil {
				object = map[string]any{}
			}
			for _, key := range slices.Sorted(keysOf(u)) {
				object[key] = fill(key, object[key], u[key])
			}
			return object
		case []any:
			elems := kit.List(value)
			for i, e := range u {
				if i < len(elems) {
					elems[i] = fill(strings.TrimSuffix(name, "s"), elems[i], e)
				}
			}
			return elems
		}
		return value
	}
	for _, rc := range kit.List(doc["resource_changes"]) {
		c := kit.Object(kit.Object(rc)["change"])
		c["after"] = fill("", c["after"], c["after_unknown"])
		if after := kit.Object(c["after"]); after != nil {
			if zones := kit.List(after["zones"]); zones != nil { // a set has no element twice
				slices.SortFunc(zones, func(a, b any) int { return strings.Compare(kit.Text(a), kit.Text(b)) })
				after["zones"] = slices.CompactFunc(zones, func(a, b any) bool { return a == b })
			}
		}
		c["after_unknown"] = map[string]any{}
	}
	out, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func keysOf(m map[string]any) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// TestCheckOfWhatCannotBeRead asks for resources of a plan that has one which cannot be read: it may be of any type.
func TestCheckOfWhatCannotBeRead(t *testing.T) {
	t.Parallel()
	const plan = `{"format_version": "1.2", "resource_changes": [
		{"address": "a_thing.a", "mode": "managed", "type": "a_thing", "name": "a", "provider_name": "a", "change": {"actions": ["create"], "after": {}, "after_unknown": {}}},
		{"address": "a_link.a", "mode": "managed", "type": "a_link", "name": "a", "provider_name": "a", "change": {"actions": ["frobnicate"], "after": {}, "after_unknown": {}}}]}`
	const text = `
resource_policy "a_thing" "unlinked" {
  enforce {
    condition = core::length(core::getresources("a_link")) == 0
  }
}`
	r, err := planfmt.Check(t.Context(), strings.NewReader(plan), planfmt.Options{
		Policies: &planfmt.PolicyOptions{Policies: []policy.Source{{Name: "p.policy.hcl", Text: []byte(text)}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if c := r.Count(); !r.Diagnostics.HasErrors() || c != (verdict.Counts{Undecided: 1}) {
		t.Errorf("%v %v", r.Diagnostics, c)
	}
}
