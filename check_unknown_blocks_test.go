package planfmt_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/sampling"
	"github.com/planfmt/planfmt/policy"
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

// aboutUnknownBlocks are conditions, and what becomes of them as long as nothing is known of the blocks.
var aboutUnknownBlocks = []struct {
	condition string
	want      verdict.Outcome
}{
	{`core::alltrue([for b in attrs.list : b.r != null])`, verdict.Pass},
	{`core::alltrue([for b in attrs.list : b.o != null])`, verdict.Undecided},
	{`core::alltrue([for b in attrs.list : core::length(b.in) > 0 && core::length(b.in) < 3])`, verdict.Pass},
	{`core::alltrue([for b in attrs.list : core::alltrue([for i in b.in : i.r != null])])`, verdict.Pass},
	{`core::alltrue([for b in attrs.list : b.just[0].r != null])`, verdict.Pass},
	{`core::alltrue([for b in attrs.list : b.in[0].r != null])`, verdict.Pass},
	{`core::alltrue([for b in attrs.list : core::length(b.in) == 1])`, verdict.Undecided},
	{`core::alltrue([for b in attrs.list : b.grp != null && b.grp.r != null])`, verdict.Pass},
	{`core::alltrue([for b in attrs.list : b.grp.o == null])`, verdict.Undecided},
	{`core::alltrue([for b in core::tolist(attrs.set) : b.r != null])`, verdict.Pass},
	{`core::alltrue([for b in attrs.set : b.r != null])`, verdict.Pass},
	{`core::alltrue([for b in attrs.set : b.o != null])`, verdict.Undecided},
	{`core::alltrue([for k, b in attrs.map : k != null && b.r != null])`, verdict.Pass},
	{`core::alltrue([for b in core::values(attrs.map) : b.r])`, verdict.Undecided},
	{`attrs.list[*].r == null`, verdict.Fail},
	{`core::try(attrs.list[0].r, "") != null`, verdict.Pass},
	{`attrs.single == null || core::length(attrs.single.in) > 0`, verdict.Pass},
	{`attrs.single == null || core::length(attrs.single.in) > 1`, verdict.Undecided},
	{`core::try(attrs.single.r, "") != null`, verdict.Pass},
	{`attrs.single != null`, verdict.Undecided},
	{`attrs.group != null`, verdict.Pass},
	{`attrs.group.r != null`, verdict.Pass},
	{`core::can(attrs.group.r)`, verdict.Pass},
	{`attrs.group.o != null`, verdict.Undecided},
	{`core::alltrue([for i in attrs.group.in : i.r != null])`, verdict.Pass},
	{`core::length(attrs.group.in) == 0`, verdict.Undecided},
	{`core::length(core::keys(attrs.group)) == 3`, verdict.Pass},
	{`core::try(attrs.one.r, "") != null`, verdict.Pass},
	{`core::try(attrs.one.o, "") != null`, verdict.Undecided},
	{`core::alltrue([for b in attrs.many : b == null || b.r != null])`, verdict.Undecided}, // many may be null
	{`attrs.many == null || core::alltrue([for b in attrs.many : b == null || b.r != null])`, verdict.Pass},
	{`core::try(attrs.made.r, "") != null`, verdict.Undecided}, // the provider may choose it
}

// TestUnknownBlocks asks for parts of blocks that are wholly unknown. What is decided is so in all worlds.
func TestUnknownBlocks(t *testing.T) {
	plan := wholePlan(t, []byte(`{"changes":[{"address":"a_x.x","actions":["create"],"after":{"name":"n"},"unknown":{
		"one":true,"many":true,"made":true,"list":true,"set":true,"map":true,"single":true,"group":true}}]}`))
	plan = bytes.ReplaceAll(plan, []byte("registry.terraform.io/hashicorp/a"), []byte("registry.terraform.io/a/a"))
	var text strings.Builder
	for i, c := range aboutUnknownBlocks {
		fmt.Fprintf(&text, "resource_policy \"a_x\" \"p%02d\" {\n  enforce {\n    condition = %s\n  }\n}\n", i, c.condition)
	}
	judge := func(plan []byte) map[string]verdict.Outcome {
		opts := planfmt.Options{Policies: &planfmt.PolicyOptions{Policies: []policy.Source{{Name: "p.policy.hcl", Text: []byte(text.String())}}}}
		opts.Schemas = []planfmt.SchemaSource{schemaText([]byte(blockSchemas))}
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
