package graph_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/plans"

	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/graph"
)

func TestImpacts(t *testing.T) {
	const prior = `"prior_state":{"format_version":"1.0","values":{"root_module":{"resources":[%s]}}}`
	recorded := func(address string, on ...string) string {
		return fmt.Sprintf(`{"address":%q,"mode":"managed","type":"t","name":%q,"provider_name":"p","values":{},"depends_on":["%s"]}`, address, plans.SplitAddress(address).Name, strings.Join(on, `","`))
	}
	tests := []struct {
		name    string
		members []string
		want    string // dependents, those that do not change, and possible ones
	}{
		{
			name: "all the way",
			members: []string{changes("t.a replace", "t.b update", "t.c no-op", "t.d no-op", "t.e replace"), root(resources(
				resource("t.a", nil), resource("t.b", []string{"t.a"}), resource("t.c", []string{"data.t.x"}), resource("data.t.x", []string{"t.b"}), resource("t.d", nil), resource("t.e", []string{"t.c"})))},
			want: "t.a 3 1 0; t.e 0 0 0",
		},
		{
			name: "instances that are named, and others",
			members: []string{changes("t.a[0] replace", "t.a[1] replace", "t.b no-op", "t.c no-op", "t.d no-op"), root(resources(
				resource("t.a", nil, `"count_expression":{}`), resource("t.b", []string{"t.a[0].id", "t.a[0]", "t.a"}), resource("t.c", []string{"t.a"}), resource("t.d", nil, `"depends_on":["t.a"]`)))},
			want: "t.a[0] 2 2 1; t.a[1] 1 1 1",
		},
		{
			name: "a single instance is meant in any case",
			members: []string{changes("t.a[0] replace", "t.b no-op"), root(resources(
				resource("t.a", nil, `"count_expression":{}`), resource("t.b", []string{"t.a"})))},
			want: "t.a[0] 1 1 0",
		},
		{
			name: "unless the state has others",
			members: []string{changes("t.a[0] replace", "t.b no-op"), root(resources(
				resource("t.a", nil, `"count_expression":{}`), resource("t.b", []string{"t.a"}))), fmt.Sprintf(prior, recorded("t.a[0]")+","+recorded("t.a[1]"))},
			want: "t.a[0] 0 0 1",
		},
		{
			name: "instances of modules",
			members: []string{changes(`module.m["a"].t.a replace`, `module.m["b"].t.a replace`, `module.m["a"].t.b no-op`, `module.m["b"].t.b no-op`, "t.c no-op", "t.d no-op"), root(
				resources(resource("t.c", []string{`module.m["a"].o`, `module.m["a"]`, "module.m"}), resource("t.d", []string{"module.m"})),
				`"module_calls":{"m":{"for_each_expression":{},"module":{"outputs":{"o":{"expression":{"references":["t.b.id","t.b"]}}},`+resources(resource("t.a", nil), resource("t.b", []string{"t.a"}))+`}}}`)},
			want: `module.m["a"].t.a 2 2 1; module.m["b"].t.a 1 1 1`,
		},
		{
			name: "what the configuration lacks",
			members: []string{
				changes("t.gone delete", "t.gone2[0] delete", "t.gone2[1] delete", "t.a no-op", "t.b no-op"), root(resources(resource("t.a", nil), resource("t.b", []string{"t.a"}))),
				fmt.Sprintf(prior, recorded("t.gone")+","+recorded("t.gone2[0]")+","+recorded("t.gone2[1]")+","+recorded("t.a", "t.gone", "t.gone2")+","+recorded("t.b", "t.a")),
			},
			want: "t.gone 2 2 0; t.gone2[0] 0 0 2; t.gone2[1] 0 0 2",
		},
		{
			name: "the provider",
			members: []string{changes("t.a replace", "t.b no-op"), `"configuration":{"provider_config":{"p":{"name":"p","full_name":"p","expressions":{"host":{"references":["t.a.ip","t.a"]}}}},"root_module":{` +
				resources(resource("t.a", nil), resource("t.b", nil, `"provider_config_key":"p"`)) + `}}`},
			want: "t.a 1 1 0",
		},
		{
			name:    "circles",
			members: []string{changes("t.a replace", "t.b replace", "t.c no-op"), root(resources(resource("t.a", []string{"t.b"}), resource("t.b", []string{"t.a"}), resource("t.c", []string{"t.a"})))},
			want:    "t.a 2 1 0; t.b 2 1 0",
		},
		{
			name: "instances that are alike depend on each other only in a circle",
			members: []string{changes("t.a[0] replace", "t.a[1] replace", "t.a[2] replace", "t.b[0] replace", "t.b[1] no-op"), root(resources(
				resource("t.a", []string{"t.b[0]"}, `"count_expression":{}`), resource("t.b", nil, `"count_expression":{},"depends_on":["t.a"]`)))},
			want: "t.a[0] 4 1 0; t.a[1] 4 1 0; t.a[2] 4 1 0; t.b[0] 4 1 0",
		},
		{
			name: "keys of all kinds, entries that are there twice, and objects that are deposed",
			members: []string{
				changes("t.a[70] replace", `t.a["x"] replace`, "t.a[1000000] delete", "t.a[007] delete", "t.a[0] create", "t.a[0] create", "t.b delete", "t.b delete"),
				root(resources(resource("t.a", []string{"t.b"}, `"for_each_expression":{}`), resource("t.c", []string{`t.a["x"]`}, `"count_expression":{}`))),
				fmt.Sprintf(prior, recorded("t.a[70]")+","+recorded("t.a[71]")+","+recorded("t.c[0]")+","+recorded("t.c[1]")),
			},
			want: `t.a[70] 0 0 0; t.a["x"] 2 2 0; t.a[1000000] 0 0 0; t.a[007] 0 0 0; t.b 8 3 0; t.b 8 3 0`,
		},
		{
			name: "what the state says of some instances only",
			members: []string{
				changes("t.gone[0] delete", "t.gone[1] delete", "t.a[0] no-op", "t.a[1] update", "t.a[2] create"),
				fmt.Sprintf(prior, recorded("t.gone[0]")+","+recorded("t.gone[1]")+","+recorded("t.a[0]", "t.gone")+","+recorded("t.a[1]")),
			},
			want: "t.gone[0] 0 0 1; t.gone[1] 0 0 1",
		},
		{
			name:    "no configuration",
			members: []string{changes("t.a replace", "t.b no-op")},
			want:    "t.a 0 0 0",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			facts := read(t, test.members...)
			if got := spellImpacts(t, facts); got != test.want {
				t.Errorf("have %s\nwant %s", got, test.want)
			}
		})
	}
}

func spellImpacts(t *testing.T, facts *source.Facts) string {
	t.Helper()
	impacts := graph.NewImpacts(facts)
	if !impacts.Complete {
		t.Error("not complete")
	}
	var all []string
	for r := range facts.Changes.All() {
		if i := impacts.Of(r); i != nil {
			all = append(all, fmt.Sprintf("%s %d %d %d", r.Address, i.Dependents, i.Unchanged, i.Possible))
		}
	}
	return strings.Join(all, "; ")
}

// TestImpactsOfMany replaces more resources than fit in a word.
func TestImpactsOfMany(t *testing.T) {
	const n = 200
	facts := chain(t, n, func(i int) string {
		if i%2 == 0 {
			return "replace"
		}
		return "no-op"
	})
	impacts := graph.NewImpacts(facts)
	if len(facts.Changes.Slice()) != n/2 {
		t.Errorf("%d changes, want %d", len(facts.Changes.Slice()), n/2)
	}
	for i, r := range facts.Changes.Slice() { // every other one
		if impact := impacts.Of(r); impact.Dependents != n-1-2*i || impact.Unchanged != n/2-i || impact.Possible != 0 {
			t.Errorf("%s: %+v", r.Address, impact)
		}
	}
	if impacts.Steps > 200*n {
		t.Errorf("%d steps for %d resources", impacts.Steps, n)
	}
}

// TestInstancesTakeNoTime destroys many instances of a few resources: what is counted is counted once for all that are alike.
func TestInstancesTakeNoTime(t *testing.T) {
	steps := func(n int) int {
		all := []string{"t.z delete"}
		for i := range n {
			all = append(all, fmt.Sprintf("t.a[%d] replace", i), fmt.Sprintf(`t.b["k%d"] delete`, i))
		}
		impacts := graph.NewImpacts(read(t, changes(all...), root(resources(
			resource("t.a", []string{"t.z", `t.b["k3"]`}, `"count_expression":{}`), resource("t.b", []string{"t.a"}, `"for_each_expression":{}`)))))
		return impacts.Steps
	}
	few, many := steps(200), steps(2000)
	if many-few > 2*1800 {
		t.Errorf("%d steps for 401 resources, %d for 4001: more than one for each of the others", few, many)
	}
}
