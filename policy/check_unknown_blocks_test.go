package policy_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/read/planfile/made"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/test/kit"
	"github.com/planfmt/planfmt/verdict"
)

// blockSchemas has blocks of all modes, with required attributes, bounds and blocks inside.
const blockSchemas = `{"format_version":"1.0","provider_schemas":{"registry.terraform.io/a/a":{"resource_schemas":{"a_x":{"version":0,"block":{
	"attributes":{
		"one":{"optional":true,"nested_type":{"nesting_mode":"single","attributes":{"r":{"type":"string","required":true},"o":{"type":"string","optional":true}}}},
		"many":{"optional":true,"nested_type":{"nesting_mode":"list","attributes":{"r":{"type":"string","required":true}}}},
		"made":{"optional":true,"computed":true,"nested_type":{"nesting_mode":"single","attributes":{"r":{"type":"string","required":true}}}},
		"name":{"type":"string","required":true}},
	"block_types":{
		"list":{"nesting_mode":"list","block":{
			"attributes":{"r":{"type":"string","required":true},"o":{"type":"string","optional":true}},
			"block_types":{"in":{"nesting_mode":"list","min_items":1,"max_items":2,"block":{"attributes":{"r":{"type":"number","required":true}}}},
				"just":{"nesting_mode":"list","min_items":1,"max_items":1,"block":{"attributes":{"r":{"type":"number","required":true}}}},
				"grp":{"nesting_mode":"group","block":{"attributes":{"r":{"type":"string","required":true},"o":{"type":"string","optional":true}}}}}}},
		"set":{"nesting_mode":"set","block":{"attributes":{"r":{"type":"string","required":true},"o":{"type":"string","optional":true}}}},
		"map":{"nesting_mode":"map","block":{"attributes":{"r":{"type":"bool","required":true}}}},
		"single":{"nesting_mode":"single","block":{"attributes":{"r":{"type":"string","required":true}},
			"block_types":{"in":{"nesting_mode":"set","min_items":2,"block":{"attributes":{"r":{"type":"string","required":true}}}}}}},
		"group":{"nesting_mode":"group","block":{"attributes":{"r":{"type":"string","required":true},"o":{"type":"string","optional":true}},
			"block_types":{"in":{"nesting_mode":"list","block":{"attributes":{"r":{"type":"string","required":true}}}}}}}
	}}}}}}}`

// aboutUnknownBlocks are conditions, and what becomes of them as long as nothing is known of the blocks. What the schema says of the parts of an unknown
// block is not followed: that a required attribute in one is not null stays undecided.
var aboutUnknownBlocks = []struct {
	condition string
	want      verdict.Outcome
}{
	{`core::alltrue([for b in attrs.list : b.o != null])`, verdict.Undecided},
	{`core::alltrue([for b in attrs.list : core::length(b.in) == 1])`, verdict.Undecided},
	{`core::alltrue([for b in attrs.list : b.grp.o == null])`, verdict.Undecided},
	{`core::alltrue([for b in attrs.set : b.o != null])`, verdict.Undecided},
	{`core::alltrue([for b in core::values(attrs.map) : b.r])`, verdict.Undecided},
	{`attrs.single == null || core::length(attrs.single.in) > 1`, verdict.Undecided},
	{`attrs.single != null`, verdict.Undecided},
	{`attrs.group != null`, verdict.Pass},
	{`attrs.group.r != null`, verdict.Pass},
	{`core::can(attrs.group.r)`, verdict.Pass},
	{`attrs.group.o != null`, verdict.Undecided},
	{`core::length(attrs.group.in) == 0`, verdict.Undecided},
	{`core::length(core::keys(attrs.group)) == 3`, verdict.Pass},
	{`core::try(attrs.one.o, "") != null`, verdict.Undecided},
	{`core::alltrue([for b in attrs.many : b == null || b.r != null])`, verdict.Undecided}, // many may be null
	{`core::try(attrs.made.r, "") != null`, verdict.Undecided},                             // the provider may choose it
}

// TestUnknownBlocks asks for parts of blocks that are wholly unknown. What is decided is so in all worlds.
func TestUnknownBlocks(t *testing.T) {
	plan := kit.WholePlan(t, []byte(`{"changes":[{"address":"a_x.x","actions":["create"],"after":{"name":"n"},"unknown":{
		"one":true,"many":true,"made":true,"list":true,"set":true,"map":true,"single":true,"group":true}}]}`))
	plan = bytes.ReplaceAll(plan, []byte("registry.terraform.io/hashicorp/a"), []byte("registry.terraform.io/a/a"))
	var text strings.Builder
	for i, c := range aboutUnknownBlocks {
		fmt.Fprintf(&text, "resource_policy \"a_x\" \"p%02d\" {\n  enforce {\n    condition = %s\n  }\n}\n", i, c.condition)
	}
	judge := func(plan []byte) map[string]verdict.Outcome {
		opts := planfmt.Options{Policies: &planfmt.PolicyOptions{Policies: []policy.Source{{Name: "p.policy.hcl", Text: []byte(text.String())}}}}
		opts.Schemas = []planfmt.SchemaSource{kit.SchemaText([]byte(blockSchemas))}
		report, err := planfmt.Check(t.Context(), bytes.NewReader(plan), opts)
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]verdict.Outcome{}
		for _, v := range report.Results.All() {
			found[v.Policy.Name] = v.Outcome
		}
		return found
	}
	name := func(i int) string { return fmt.Sprintf("resource_policy.a_x.p%02d", i) }
	before := judge(plan)
	for i, c := range aboutUnknownBlocks {
		if o := before[name(i)]; o != c.want {
			t.Errorf("%s: %s, want %s", c.condition, o, c.want)
		}
	}
	m := &worldMaker{Rand: rand.New(rand.NewPCG(30, 24)), words: []string{"x", "y"}, schemas: readJSONSchemas(t, []byte(blockSchemas))}
	seen := map[string]map[verdict.Outcome]bool{}
	for range max(60, sampling.Count(60)) {
		w, ok := m.world(t, plan)
		if !ok {
			t.Fatal("there is no world")
		}
		after := judge(w)
		for i, c := range aboutUnknownBlocks {
			o := after[name(i)]
			if c.want != verdict.Undecided && o != c.want {
				t.Errorf("%s is %s, and %s in a world", c.condition, c.want, o)
			}
			if seen[c.condition] == nil {
				seen[c.condition] = map[verdict.Outcome]bool{}
			}
			seen[c.condition][o] = true
		}
	}
	for _, c := range aboutUnknownBlocks {
		// The worlds have a required attribute wherever the schema has one.
		if c.want == verdict.Undecided && len(seen[c.condition]) == 1 && !strings.Contains(c.condition, "made") {
			t.Errorf("%s is undecided, and the same in all worlds: %v", c.condition, seen[c.condition])
		}
	}
}

const rootMarkSchemas = `{"format_version":"1.0","provider_schemas":{"registry.terraform.io/hashicorp/a":{"resource_schemas":{"a_x":{"version":0,"block":{"attributes":{
	"cidr":{"type":"string","optional":true},"open":{"type":"bool","optional":true},"size":{"type":"number","optional":true},
	"tags":{"type":["map","string"],"optional":true},"rules":{"type":["list",["object",{"p":"string"}]],"optional":true}}}}}}}}`

// aboutMarkedObjects are conditions about one side of a change, for which %s stands.
var aboutMarkedObjects = []string{
	`core::try(%s.cidr, "") != "0.0.0.0/0"`,
	`core::can(%s.cidr)`,
	`%s.cidr == "10.0.0.0/8"`,
	`core::try(%s.open, false) == true`,
	`!core::can(%s.size + 1)`,
	`core::try(%s.tags["env"], "none") == "prod"`,
	`core::length(core::try(%s.rules, [])) == 0`,
	`core::alltrue([for x in core::try(%s.rules, []) : x.p != "a"])`,
	`core::try(core::contains(core::keys(%s), "cidr"), false)`,
	`core::try(%s.rules[0].p, "") != "a"`,
	`core::try(%s.tags, null) != null`,
	`core::can(%s.nothing)`,
}

// markedObject draws the values of a side.
func markedObject(r *rand.Rand) map[string]any {
	pick := func(all ...any) any { return all[r.IntN(len(all))] }
	return map[string]any{
		"cidr": pick("0.0.0.0/0", "10.0.0.0/8", nil), "open": pick(true, false, nil), "size": pick(1, nil), "tags": pick(nil, map[string]any{"env": pick("prod", "dev")}),
		"rules": pick([]any{}, []any{map[string]any{"p": pick("a", "b")}}),
	}
}

// judgeMarked judges a plan with one change by all conditions. The keys of the result are the conditions.
func judgeMarked(t *testing.T, change map[string]any, schemas, file bool) map[string]verdict.Outcome {
	t.Helper()
	r := map[string]any{"address": "a_x.x", "mode": "managed", "type": "a_x", "name": "x", "provider_name": "registry.terraform.io/hashicorp/a", "change": change}
	plan, err := json.Marshal(map[string]any{"format_version": "1.2", "terraform_version": "1.11.4", "resource_changes": []any{r}})
	if err != nil {
		t.Fatal(err)
	}
	document := plan
	if file {
		if document, err = made.FromJSON(plan, made.Options{Lenient: true}); err != nil {
			t.Fatalf("%v in %s", err, plan)
		}
	}
	var text, asserted strings.Builder
	for i, c := range aboutMarkedObjects {
		for side, name := range map[string]string{"after": "attrs", "before": "prior_attrs"} {
			fmt.Fprintf(&text, "resource_policy \"a_x\" \"%s%02d\" {\n  operations = [\"update\"]\n  enforce {\n    condition = %s\n  }\n}\n", side, i, fmt.Sprintf(c, name))
			fmt.Fprintf(&asserted, "%s%02d = alltrue([for r in resources : %s])\n", side, i, strings.ReplaceAll(fmt.Sprintf(c, "r."+side), "core::", ""))
		}
	}
	judged := &planfmt.PolicyOptions{
		Policies: []policy.Source{{Name: "p.policy.hcl", Text: []byte(text.String())}}, Assertions: []policy.Assertions{{Name: "a", Text: []byte(asserted.String())}},
	}
	opts := planfmt.Options{Policies: judged}
	if schemas {
		opts.Schemas = []planfmt.SchemaSource{kit.SchemaText([]byte(rootMarkSchemas))}
	}
	report, err := planfmt.Check(t.Context(), bytes.NewReader(document), opts)
	if err != nil {
		t.Fatalf("%v in %s", err, plan)
	}
	found := map[string]verdict.Outcome{}
	for _, v := range report.Results.All() {
		found[v.Policy.Name] = v.Outcome
	}
	if len(found) != 4*len(aboutMarkedObjects) {
		t.Fatalf("%d verdicts", len(found))
	}
	return found
}

// TestMarkedObjects checks what policies say about an object that is sensitive or unknown as a whole, or in a part with another shape
// than that of its mark: they judge sensitive values as if these had no mark, and say nothing of unknown ones that could be otherwise.
func TestMarkedObjects(t *testing.T) {
	odd := []any{
		map[string]any{"cidr": map[string]any{"a": true}},
		map[string]any{"rules": map[string]any{"0": true}},
		map[string]any{"tags": []any{true}},
		map[string]any{"open": []any{false, map[string]any{"a": true}}},
	}
	const absent = "absent"
	for seed := range sampling.Seeds(200) {
		r := rand.New(rand.NewPCG(seed, 43))
		before, after := markedObject(r), markedObject(r)
		change := map[string]any{"actions": []any{"update"}, "before": before, "after": after, "after_unknown": map[string]any{}, "before_sensitive": map[string]any{}, "after_sensitive": map[string]any{}}
		with := func(name string, mark, value any) map[string]any {
			c := maps.Clone(change)
			c[name] = mark
			if name == "after_unknown" {
				if c["after"] = value; value == absent {
					delete(c, "after")
				}
			}
			return c
		}
		schemas, file := r.IntN(2) == 0, r.IntN(3) == 0
		plain := judgeMarked(t, change, schemas, file)
		mark := append(odd, true, true, true)[r.IntN(len(odd)+3)]
		side := []string{"before", "after"}[r.IntN(2)]
		for name, o := range judgeMarked(t, with(side+"_sensitive", mark, nil), schemas, file && mark == true) {
			if o != plain[name] {
				t.Errorf("%s is %s, and %s if %v of %v is sensitive (%s, schemas %v, file %v)", name, plain[name], o, mark, change[side], side, schemas, file)
			}
		}
		value := []any{after, map[string]any{}, nil, absent}[r.IntN(4)]
		switch {
		case mark != true:
			value = after
		case file:
			value = absent
		}
		unknown := judgeMarked(t, with("after_unknown", mark, value), schemas, file && mark == true)
		for range 12 {
			world := maps.Clone(after)
			for name, v := range markedObject(r) {
				if m, ok := mark.(map[string]any); !ok || m[name] != nil {
					world[name] = v
				}
			}
			for name, o := range judgeMarked(t, with("after_unknown", map[string]any{}, world), schemas, false) {
				if u := unknown[name]; u != o && u != verdict.Undecided {
					t.Errorf("%s is %s while %v of %v is unknown, and %s if it is %v (schemas %v)", name, u, mark, value, o, world, schemas)
				}
			}
		}
	}
}
