package graph

import (
	"fmt"
	"io"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/report/paper"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

// WriteDOT writes a graph in the language DOT, for Graphviz. An arrow leads from a node to what it depends on.
func WriteDOT(w io.Writer, g *computed.Graph) error {
	d := graphDrawing{g: g}
	d.line(0, "// "+graphTotal(g))
	d.line(0, "digraph plan {")
	d.line(1, `graph [rankdir="RL", fontname="Helvetica, Arial, sans-serif", fontsize="11", color="#9a9a9a", style="rounded"]`)
	d.line(1, `node [shape="box", style="rounded,filled", fontname="Helvetica, Arial, sans-serif", fontsize="11"]`)
	d.line(1, `edge [color="#4d4d4d", fontname="Helvetica, Arial, sans-serif", fontsize="9", fontcolor="#4d4d4d"]`)
	d.dotModule(graphModules(g), 1)
	for _, e := range g.Edges {
		d.begin(1)
		d.b = fmt.Appendf(d.b, "n%d -> n%d", e.From, e.To)
		d.dotEdge(e.How)
		d.raw("\n")
	}
	d.line(0, "}")
	return paper.WriteAll(w, d.b)
}

// graphDrawing collects the text of a graph.
type graphDrawing struct {
	g       *computed.Graph
	b       []byte
	modules int
}

func (d *graphDrawing) raw(text string) { d.b = append(d.b, text...) }

func (d *graphDrawing) begin(depth int) { d.raw(strings.Repeat("  ", depth)) }

func (d *graphDrawing) line(depth int, text string) {
	d.begin(depth)
	d.raw(text)
	d.raw("\n")
}

// dotModule writes the nodes of a module, and those of the modules in it.
func (d *graphDrawing) dotModule(m *graphModule, depth int) {
	for _, i := range m.nodes {
		d.dotNode(i, depth)
	}
	for _, c := range m.children {
		d.begin(depth)
		d.b = fmt.Appendf(d.b, "subgraph cluster_%d {\n", d.modules)
		d.modules++
		d.begin(depth + 1)
		d.raw("label=")
		d.b = sinks.AppendDOT(d.b, moduleLabel(m, c))
		d.raw("\n")
		d.dotModule(c, depth+1)
		d.line(depth, "}")
	}
}

// moduleLabel returns the address of a module, in the one around it.
func moduleLabel(around, m *graphModule) string {
	name := m.address
	if rest, ok := strings.CutPrefix(name, around.address+"."); ok && around.address != "" {
		name = rest
	}
	return shortName(plans.SpellName(name))
}

func (d *graphDrawing) dotNode(i, depth int) {
	n := d.g.Nodes[i]
	colors := lookOf(n)
	d.begin(depth)
	d.b = fmt.Appendf(d.b, "n%d [label=", i)
	d.b = sinks.AppendDOT(d.b, Label(n)...)
	d.b = fmt.Appendf(d.b, `, fillcolor="%s", color="%s", fontcolor="%s"`, colors.fill, colors.border, colors.label)
	switch n.Kind {
	case computed.OutputNode:
		d.raw(`, shape="cds", style="filled"`)
	case computed.ProviderNode:
		d.raw(`, shape="component", style="filled"`)
	case computed.ModuleNode:
		d.raw(`, shape="folder", style="filled"`)
	case computed.LocalNode, computed.VariableNode, computed.InnerNode:
		d.raw(`, shape="note", style="filled"`)
	}
	if n.Focus {
		d.raw(`, penwidth="3"`)
	}
	d.raw(", tooltip=")
	d.b = sinks.AppendDOT(d.b, shortName(plans.SpellName(n.Address)))
	d.raw("]\n")
}

func (d *graphDrawing) dotEdge(how computed.Dependency) {
	var attributes []string
	switch {
	case how&computed.ForcesReplacement != 0:
		attributes = append(attributes, `color="#a3124f", penwidth="2.5"`)
	case how&computed.ByReference != 0:
	case how&computed.ByDependsOn != 0:
		attributes = append(attributes, `style="dashed"`)
	default:
		attributes = append(attributes, `style="dotted"`)
	}
	if how&computed.AnyInstance != 0 {
		attributes = append(attributes, `arrowhead="empty"`)
	}
	if words := wording.EdgeWords(how &^ computed.AnyInstance); words != "" {
		attributes = append(attributes, `label="`+words+`"`)
	}
	if len(attributes) > 0 {
		d.raw(" [" + strings.Join(attributes, ", ") + "]")
	}
}
