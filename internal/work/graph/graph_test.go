package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/plans"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/graph"
	"github.com/planfmt/planfmt/jsonplan"
)

// read reads a plan of which these are members.
func read(t testing.TB, members ...string) *source.Facts {
	t.Helper()
	text := `{"format_version":"1.2",` + strings.Join(members, ",") + `}`
	p, err := jsonplan.Read(t.Context(), strings.NewReader(text), source.Options{KeepReferences: true, KeepDependencies: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p.Facts()
}

// changes are entries of resource_changes, each an address and an action.
func changes(all ...string) string {
	var entries []string
	for _, one := range all {
		address, action, _ := strings.Cut(one, " ")
		actions := map[string]string{"replace": `"delete","create"`}[action]
		if actions == "" {
			actions = `"` + action + `"`
		}
		before, after := `{}`, `{}`
		switch action {
		case "create":
			before = "null"
		case "delete":
			after = "null"
		case "no-op":
		default:
			after = `{"a":1}`
		}
		entries = append(entries, fmt.Sprintf(`{"address":%q,"mode":"managed","type":"t","name":%q,"provider_name":"p","change":{"actions":[%s],"before":%s,"after":%s,"after_unknown":{},"before_sensitive":false,"after_sensitive":false}}`, address, plans.SplitAddress(address).Name, actions, before, after))
	}
	return `"resource_changes":[` + strings.Join(entries, ",") + `]`
}

// resource is a resource of the configuration, with what it refers to and other members.
func resource(address string, refs []string, more ...string) string {
	typ, name, _ := strings.Cut(strings.TrimPrefix(address, "data."), ".")
	mode := "managed"
	if strings.HasPrefix(address, "data.") {
		mode = "data"
	}
	quoted := fmt.Sprintf("%q", refs)
	members := append([]string{
		fmt.Sprintf(`"address":%q,"mode":%q,"type":%q,"name":%q,"expressions":{"x":{"references":%s}}`, address, mode, typ, name, strings.ReplaceAll(quoted, `" "`, `","`)),
	}, more...)
	return `{` + strings.Join(members, ",") + `}`
}

func root(members ...string) string {
	return `"configuration":{"root_module":{` + strings.Join(members, ",") + `}}`
}

func resources(all ...string) string { return `"resources":[` + strings.Join(all, ",") + `]` }

// edges spells the edges of a graph.
func edges(g *computed.Graph) []string {
	var all []string
	for _, e := range g.Edges {
		how := ""
		for _, w := range []struct {
			how  computed.Dependency
			sign string
		}{{computed.ByDependsOn, "d"}, {computed.ByProvider, "p"}, {computed.ByState, "s"}, {computed.AnyInstance, "?"}} {
			if e.How&w.how != 0 {
				how += w.sign
			}
		}
		all = append(all, strings.TrimSpace(fmt.Sprintf("%s -> %s %s", g.Nodes[e.From].Address, g.Nodes[e.To].Address, how)))
	}
	return all
}

func TestEdges(t *testing.T) {
	tests := []struct {
		name    string
		members []string
		want    string
		unknown string // of all nodes
	}{
		{
			name: "references",
			members: []string{changes("t.a create", "t.b create"), root(resources(
				resource("t.a", nil), resource("t.b", []string{"t.a.id", "t.a", "data.t.d.x", "data.t.d", "t.b.self", "each.value", "path.module"}), resource("data.t.d", []string{"t.a"})))},
			want: "data.t.d -> t.a; t.b -> data.t.d; t.b -> t.a",
		},
		{
			name: "what the plan does not say",
			members: []string{changes("t.a create"), root(resources(
				resource("t.a", []string{"local.x", "t.gone.id", "module.none.x", "junk", "ephemeral.t.e", "self.ip"})))},
			unknown: "ephemeral.t.e; junk; local.x; module.none.x; t.gone.id",
		},
		{
			name: "modules: variables, outputs, keys",
			members: []string{changes(`module.m["a.b"].t.in create`, `module.m["c"].t.in create`, "t.out create", "t.key create"), root(
				resources(resource("t.out", []string{"module.m"}), resource("t.key", []string{`module.m["a.b"].id`, `module.m["a.b"]`, "module.m"}), resource("t.src", nil)),
				`"module_calls":{"m":{"for_each_expression":{"references":["t.src"]},"expressions":{"v":{"references":["t.src.id","t.src"]}},"module":{`+
					resources(resource("t.in", []string{"var.v.x", "var.v", "var.other"}))+`,"outputs":{"id":{"expression":{"references":["t.in.id","t.in"]}}}}}}`)},
			want: "t.key -> module.m.t.in; t.out -> module.m.t.in ?; module.m.t.in -> t.src",
		},
		{
			name: "depends_on, of resources, modules and outputs",
			members: []string{changes("t.a create"), root(
				resources(resource("t.a", nil, `"depends_on":["module.m","t.b"]`), resource("t.b", nil), resource("t.c", []string{"module.m.o"})),
				`"module_calls":{"m":{"depends_on":["t.b"],"module":{`+resources(resource("t.x", nil), resource("t.y", nil))+
					`,"outputs":{"o":{"expression":{},"depends_on":["t.y"]}},"module_calls":{"deep":{"module":{`+resources(resource("t.z", nil))+`}}}}}}`)},
			want: "t.a -> t.b d; t.a -> module.m.t.x d; t.a -> module.m.t.y d; t.a -> module.m.module.deep.t.z d; t.c -> module.m.t.y; " +
				"module.m.t.x -> t.b d; module.m.t.y -> t.b d; module.m.module.deep.t.z -> t.b d",
		},
		{
			name: "instances",
			members: []string{changes("t.a[0] create", "t.a[1] create", "t.one[0] create", "t.b create"), root(resources(
				resource("t.a", nil, `"count_expression":{"constant_value":2}`), resource("t.one", nil, `"count_expression":{"constant_value":1}`),
				resource("t.b", []string{"t.a", "t.one"}), resource("t.c", []string{"t.a[0].id", "t.a[0]", "t.a"}), resource("t.d", []string{"t.a[1].x", "t.a[1]", "t.a", "var.x", "t.a"}), resource("t.e", nil, `"depends_on":["t.a"]`)))},
			want: "t.b -> t.a ?; t.b -> t.one; t.c -> t.a; t.d -> t.a; t.e -> t.a d",
		},
		{
			name: "providers",
			members: []string{changes("t.a create"), `"configuration":{"provider_config":{"p.x":{"name":"p","alias":"x","full_name":"p","expressions":{"host":{"references":["t.b.ip","t.b"]},"block":[{"deep":{"references":["t.c"]}}],"k":{"constant_value":{"references":["t.d"]}}}}},"root_module":{` +
				resources(resource("t.a", nil, `"provider_config_key":"module.m:p.x"`), resource("t.b", nil), resource("t.c", nil), resource("t.d", nil)) + `}}`},
			want: "t.a -> provider.p.x p; provider.p.x -> t.b; provider.p.x -> t.c",
		},
		{
			name: "states: only where the configuration does not say",
			members: []string{
				changes("t.gone delete", "t.a no-op", "t.b no-op"), root(resources(resource("t.a", []string{"local.x"}), resource("t.b", nil), resource("t.c", nil))),
				`"prior_state":{"format_version":"1.0","values":{"root_module":{"resources":[
					{"address":"t.gone","mode":"managed","type":"t","name":"gone","provider_name":"p","values":{},"depends_on":["t.b"]},
					{"address":"t.a","mode":"managed","type":"t","name":"a","provider_name":"p","values":{},"depends_on":["t.b","t.gone","t.nowhere"]},
					{"address":"t.b","mode":"managed","type":"t","name":"b","provider_name":"p","values":{},"depends_on":["t.gone","t.c"]}]}}}`,
			},
			want:    "t.a -> t.b s; t.a -> t.gone s; t.b -> t.gone s; t.gone -> t.b s",
			unknown: "local.x",
		},
		{
			name: "circles",
			members: []string{root(resources(resource("t.a", []string{"t.b", "module.m.o"}), resource("t.b", []string{"t.a"})),
				`"module_calls":{"m":{"expressions":{"v":{"references":["module.m.o"]}},"module":{"outputs":{"o":{"expression":{"references":["var.v"]}}}}}}`), changes()},
			want: "t.a -> t.b; t.b -> t.a",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := graph.New(read(t, test.members...), nil, nil)
			if got := strings.Join(edges(g), "; "); got != test.want {
				t.Errorf("have %s\nwant %s", got, test.want)
			}
			var unknown []string
			for _, n := range g.Nodes {
				unknown = append(unknown, n.Unknown...)
			}
			if got := strings.Join(unknown, "; "); got != test.unknown {
				t.Errorf("unknown: have %s, want %s", got, test.unknown)
			}
		})
	}
}

// chain is a plan in which resources depend on each other in a row: a, b and so on, of which some change.
func chain(t testing.TB, n int, change func(i int) string) *source.Facts {
	var all, entries []string
	for i := range n {
		var refs []string
		if i > 0 {
			refs = []string{fmt.Sprintf("t.n%d.id", i-1), fmt.Sprintf("t.n%d", i-1)}
		}
		all = append(all, resource(fmt.Sprintf("t.n%d", i), refs))
		entries = append(entries, fmt.Sprintf("t.n%d %s", i, change(i)))
	}
	return read(t, changes(entries...), root(resources(all...)))
}

func TestSelect(t *testing.T) {
	facts := chain(t, 10, func(i int) string {
		if i == 2 || i == 5 {
			return "update"
		}
		return "no-op"
	})
	g := graph.New(facts, nil, nil)
	tests := []struct {
		which graph.Selection
		want  string
	}{
		{graph.Selection{}, "2 3 4 5"},
		{graph.Selection{All: true}, "0 1 2 3 4 5 6 7 8 9"},
		{graph.Selection{Depth: 1}, "1 2 3 4 5 6"},
		{graph.Selection{Depth: 2, Up: true}, "0 1 2 3 4 5"},
		{graph.Selection{Depth: 2, Down: true}, "2 3 4 5 6 7"},
		{graph.Selection{Address: "t.n4"}, "2 3 4 5"},
		{graph.Selection{Address: "t.n4", Up: true}, "2 3 4"},
		{graph.Selection{Address: "t.n4", Down: true}, "4 5"},
		{graph.Selection{Address: "t.n4", Down: true, All: true}, "4 5 6 7 8 9"},
		{graph.Selection{Address: "t.n4", Depth: 1, All: true}, "3 4 5"},
		{graph.Selection{Address: `t.n9["any.key"]`}, "2 3 4 5 6 7 8 9"},
	}
	for _, test := range tests {
		part, ok := graph.Select(g, test.which)
		if !ok {
			t.Fatalf("%+v: nothing found", test.which)
		}
		var names []string
		for _, n := range part.Nodes {
			names = append(names, strings.TrimPrefix(n.Address, "t.n"))
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%+v: have %s, want %s", test.which, got, test.want)
		}
		if len(part.Edges) != len(part.Nodes)-1 || part.AllNodes != 10 || part.AllEdges != 9 {
			t.Errorf("%+v: %d nodes of %d, %d edges of %d", test.which, len(part.Nodes), part.AllNodes, len(part.Edges), part.AllEdges)
		}
	}
	if _, ok := graph.Select(g, graph.Selection{Address: "t.n"}); ok {
		t.Error("found what is not there")
	}
}

func TestSelectModules(t *testing.T) {
	g := graph.New(read(t, changes("module.m[0].t.a create", "module.m[1].module.n.t.b create", "t.c create"), root(
		resources(resource("t.c", []string{"module.m.o"})),
		`"module_calls":{"m":{"module":{"outputs":{"o":{"expression":{"references":["t.a"]}}},`+resources(resource("t.a", []string{"module.n.p"}))+
			`,"module_calls":{"n":{"module":{"outputs":{"p":{"expression":{"references":["t.b"]}}},`+resources(resource("t.b", nil))+`}}}}}}`)), nil, nil)
	part, _ := graph.Select(g, graph.Selection{Modules: true})
	if got := strings.Join(edges(part), "; "); got != "t.c -> module.m" {
		t.Errorf("have %s", got)
	}
	i := slices.IndexFunc(part.Nodes, func(n *computed.GraphNode) bool { return n.Kind == computed.ModuleNode })
	if n := part.Nodes[i]; n.Members != 2 || len(n.Instances) != 2 {
		t.Errorf("%d members with %d changes, want 2 and 2", n.Members, len(n.Instances))
	}
	if part, ok := graph.Select(g, graph.Selection{Address: "module.m.module.n"}); !ok || len(part.Nodes) != 3 {
		t.Errorf("module.m.module.n: %v with %d nodes", ok, len(part.Nodes))
	}
}

// TestStepsAreLinear counts what is done for plans of one size and of ten times that size. Whatever refers to what, it must not be much
// more than ten times as much.
func TestStepsAreLinear(t *testing.T) {
	shapes := map[string]func(n int) *source.Facts{
		"a chain": func(n int) *source.Facts { return chain(t, n, func(int) string { return "update" }) },
		"all through one variable": func(n int) *source.Facts {
			var from, to, refs []string
			for i := range n {
				from = append(from, resource(fmt.Sprintf("t.n%d", i), nil))
				to = append(to, resource(fmt.Sprintf("t.m%d", i), []string{"var.v"}))
				refs = append(refs, fmt.Sprintf(`"t.n%d"`, i))
			}
			return read(t, changes(), root(resources(from...),
				`"module_calls":{"m":{"expressions":{"v":{"references":[`+strings.Join(refs, ",")+`]}},"module":{`+resources(to...)+`}}}`))
		},
		"all depend on a module": func(n int) *source.Facts {
			var in, out []string
			for i := range n {
				in = append(in, resource(fmt.Sprintf("t.n%d", i), nil))
				out = append(out, resource(fmt.Sprintf("t.m%d", i), nil, `"depends_on":["module.m"]`))
			}
			return read(t, changes(), root(resources(out...), `"module_calls":{"m":{"module":{`+resources(in...)+`}}}`))
		},
		"a ladder of variables": func(n int) *source.Facts {
			deep := resources(resource("t.a", []string{"var.x", "var.y"}))
			for range min(n, 400) {
				deep = resources(resource("t.a", []string{"var.x", "var.y"})) + `,"module_calls":{"m":{"expressions":{"x":{"references":["var.x","var.y"]},"y":{"references":["var.x","var.y"]}},"module":{` + deep + `}}}`
			}
			deep = strings.ReplaceAll(deep, `"references":["var.x","var.y"]},"y"`, `"references":["var.x","t.a","var.y"]},"y"`)
			return read(t, changes(), root(deep))
		},
		"many instances of a module": func(n int) *source.Facts {
			var all []string
			for i := range n {
				all = append(all, fmt.Sprintf("module.m[%d].t.a update", i), fmt.Sprintf("module.n[%d].t.b update", i))
			}
			return read(t, changes(all...), root(`"module_calls":{"m":{"for_each_expression":{},"module":{"outputs":{"o":{"expression":{"references":["t.a"]}}},`+resources(resource("t.a", nil))+
				`}},"n":{"for_each_expression":{},"expressions":{"v":{"references":["module.m"]}},"module":{`+resources(resource("t.b", []string{"var.v"}))+`}}}`))
		},
	}
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			small, large := graph.New(shape(40), nil, nil), graph.New(shape(400), nil, nil)
			if small.Steps == 0 || large.Steps > 15*small.Steps {
				t.Errorf("%d steps for a small plan, %d for one ten times as large", small.Steps, large.Steps)
			}
			t.Logf("%d and %d steps, %d and %d edges", small.Steps, large.Steps, len(small.Edges), len(large.Edges))
		})
	}
}
