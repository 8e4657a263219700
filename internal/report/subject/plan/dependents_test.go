package plan

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/testkit/hostile"
	"github.com/planfmt/planfmt/plans"
)

// randomGraph returns a graph in which some instances are replaced because of others.
func randomGraph(r *rand.Rand, nodes, edges int) *computed.Graph {
	g := &computed.Graph{}
	for i := range nodes {
		n := &computed.GraphNode{Address: fmt.Sprintf("t.n%04d", i), Unchanged: r.IntN(2)}
		for k := range r.IntN(3) {
			in := computed.GraphInstance{Address: fmt.Sprintf("t.n%04d[%d]", i, k), Action: plans.DeleteThenCreate}
			if r.IntN(3) == 0 {
				in.Action = plans.Update
			}
			n.Instances = append(n.Instances, in)
		}
		g.Nodes = append(g.Nodes, n)
	}
	for range edges {
		from, to := r.IntN(nodes), r.IntN(nodes)
		if from == to || slices.ContainsFunc(g.Edges, func(e computed.GraphEdge) bool { return e.From == from && e.To == to }) {
			continue
		}
		how := computed.ByReference
		if a, b := g.Nodes[from].Instances, g.Nodes[to].Instances; len(a) > 0 && len(b) > 0 && a[0].Action.Replaces() && r.IntN(2) == 0 {
			how |= computed.ForcesReplacement
			a[0].ForcedBy = append(a[0].ForcedBy, computed.Forcing{Address: b[len(b)-1].Address})
		}
		g.Edges = append(g.Edges, computed.GraphEdge{From: from, To: to, How: how})
	}
	slices.SortFunc(g.Edges, func(a, b computed.GraphEdge) int { return (a.From-b.From)*nodes + a.To - b.To })
	return g
}

// walk visits all items below some.
func walk(items []*content.ImpactItem, visit func(it, above *content.ImpactItem)) {
	var in func(items []*content.ImpactItem, above *content.ImpactItem)
	in = func(items []*content.ImpactItem, above *content.ImpactItem) {
		for _, it := range items {
			visit(it, above)
			in(it.Items, it)
		}
	}
	in(items, nil)
}

// TestDependents looks at random graphs, and finds again with loops over all edges what is told: nothing is told that is not so, all that
// refers to a resource directly is told or counted, and there are never more items than there should be.
func TestDependents(t *testing.T) {
	t.Parallel()
	told, cut := 0, 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 31))
		nodes := 2 + r.IntN(90)
		g := randomGraph(r, nodes, r.IntN(4*nodes))
		d := NewDependents(g)
		leads := func(from, to int) bool {
			return slices.ContainsFunc(g.Edges, func(e computed.GraphEdge) bool { return e.From == from && e.To == to })
		}
		forces := func(by, what string) bool {
			for _, n := range g.Nodes {
				for _, in := range n.Instances {
					if in.Address == what {
						return slices.ContainsFunc(in.ForcedBy, func(f computed.Forcing) bool { return f.Address == by })
					}
				}
			}
			return false
		}
		for at, n := range g.Nodes {
			for _, in := range n.Instances {
				of := d.Of(in.Address, nil, false)
				if of == nil {
					if slices.ContainsFunc(g.Edges, func(e computed.GraphEdge) bool { return e.To == at }) || len(in.ForcedBy) > 0 {
						t.Fatalf("seed %d: nothing is told of %s", seed, in.Address)
					}
					continue
				}
				told++
				items := 0
				direct, more := map[int]bool{}, 0
				for _, part := range of.Parts {
					isForced, causes := strings.HasPrefix(part.Title, "What it forces"), strings.HasPrefix(part.Title, "What forces it")
					walk(part.Items, func(it, above *content.ImpactItem) {
						items++
						by, node := in.Address, at
						if above != nil {
							by, node = above.Address, above.Node
						}
						switch {
						case causes && !forces(it.Address, by):
							t.Errorf("seed %d: %s does not force %s", seed, it.Address, by)
						case causes:
						case (isForced && above == nil || strings.HasPrefix(it.Words, "forced: ")) && !forces(by, it.Address):
							t.Errorf("seed %d: %s does not force %s", seed, by, it.Address)
						case !leads(it.Node, node):
							t.Errorf("seed %d: %s does not refer to %s", seed, it.Name, g.Nodes[node].Address)
						}
						if above == nil && !causes {
							direct[it.Node] = true
						}
					})
					if !causes {
						more += part.More
					}
				}
				want := 0
				for _, e := range g.Edges {
					if e.To == at {
						want++
					}
				}
				if len(direct)+more != want {
					t.Errorf("seed %d: %d nodes that refer to %s are told and %d counted, want %d", seed, len(direct), in.Address, more, want)
				}
				if items > mostDependents {
					t.Errorf("seed %d: %d items of %s", seed, items, in.Address)
				}
				if of.Command != "" {
					cut++
				} else if more > 0 {
					t.Errorf("seed %d: %s does not say how to see the other %d", seed, in.Address, more)
				}
			}
		}
	}
	if told < 500 || cut < 50 {
		t.Errorf("of %d resources something is told, %d times it is a part", told, cut)
	}
}

// TestManyDependents has a resource on which 10,000 depend, in as many instances.
func TestManyDependents(t *testing.T) {
	t.Parallel()
	const n = 10_000
	g := &computed.Graph{Nodes: []*computed.GraphNode{{Address: "t.a"}}}
	for i := range n {
		g.Nodes[0].Instances = append(g.Nodes[0].Instances, computed.GraphInstance{Address: fmt.Sprintf("t.a[%d]", i), Action: plans.DeleteThenCreate})
		g.Nodes = append(g.Nodes, &computed.GraphNode{Address: fmt.Sprintf("t.b%05d", i), Instances: []computed.GraphInstance{
			{Address: fmt.Sprintf("t.b%05d", i), Action: plans.DeleteThenCreate, ForcedBy: []computed.Forcing{{Address: "t.a", Possible: true}}},
		}})
		g.Edges = append(g.Edges, computed.GraphEdge{From: i + 1, To: 0, How: computed.ByReference | computed.ForcesReplacement})
	}
	d := NewDependents(g)
	if d.most != fewDependents {
		t.Errorf("%d items for each of 10,000 resources", d.most)
	}
	for i := range n {
		of := d.Of(fmt.Sprintf("t.a[%d]", i), nil, false)
		p := of.Parts[0]
		if len(p.Items) != fewDependents || p.More != n-fewDependents || of.Command != "planfmt graph PLAN t.a --all" {
			t.Fatalf("%d items and %d more, %s", len(p.Items), p.More, of.Command)
		}
		if want := "Impact: it may force 10000 replacements"; i == 0 && of.Title != want {
			t.Errorf("the title is %s, want %s", of.Title, want)
		}
	}
}

// TestGraphCommandIsSafe makes commands of addresses that a shell would understand.
func TestGraphCommandIsSafe(t *testing.T) {
	t.Parallel()
	for _, name := range append(hostile.Names(), "-rf", "a;b", "$(x)", "a'b", "~", "a*") {
		command := graphCommand(name)
		if strings.ContainsAny(command, "\n;'\"$`\\*?~<>|&(){}[]!#") || !strings.HasPrefix(command, "planfmt graph PLAN ") || strings.HasPrefix(command, "planfmt graph PLAN -") {
			t.Errorf("%q: %s", name, command)
		}
	}
	if have, want := graphCommand("module.net.aws_subnet.a_b-c"), "planfmt graph PLAN module.net.aws_subnet.a_b-c --all"; have != want {
		t.Errorf("%s, want %s", have, want)
	}
}
