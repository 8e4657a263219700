package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/markdown"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

// TestGraphInComment draws as many nodes as there may be, and more: in modules, and without any.
func TestGraphInComment(t *testing.T) {
	t.Parallel()
	of := func(nodes, modules int) *computed.Graph {
		g := &computed.Graph{}
		for i := range nodes {
			n := &computed.GraphNode{Address: fmt.Sprintf("t.a%d", i), Instances: []computed.GraphInstance{{Action: plans.Update}}}
			if modules > 0 {
				n.Module = fmt.Sprintf("module.m%d", i%modules)
				n.Address = n.Module + "." + n.Address
			}
			g.Nodes = append(g.Nodes, n)
		}
		return g
	}
	for _, test := range []struct {
		g    *computed.Graph
		want string
		not  string
	}{
		{of(60, 0), "n59[", "module"},
		{of(60, 60), "n59[", "with a node for each module"},
		{of(61, 7), "<summary>What depends on what, with a node for each module</summary>", "n7["},
		{of(61, 0), "it would have 61 nodes, or 61 with a node for each module. All of it: `planfmt graph PLAN`", "mermaid"},
		{of(900, 61), "it would have 900 nodes, or 61 with a node for each module", "mermaid"},
		{of(0, 0), "", "graph"},
		{nil, "", "graph"},
	} {
		m := &Markdown{Paper: markdown.Paper{Opts: layout.Options{Markdown: layout.Markdown{Flavour: sinks.Flavours()[0], Graph: true}}}}
		m.Sum.Graph = test.g
		got := m.drawnGraph()
		if !strings.Contains(got, test.want) || strings.Contains(got, test.not) {
			t.Errorf("want %s, not %s, have %s", test.want, test.not, got)
		}
	}
}
