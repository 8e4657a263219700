package graph

import (
	"fmt"
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/report/paper"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/sinks"
)

// What mermaid draws unless it is configured otherwise, as GitHub and GitLab have it.
const (
	maxMermaidEdges = 500
	maxMermaidText  = 50_000
)

// WriteMermaid writes a graph as a flowchart of mermaid. An arrow leads from a node to what it depends on.
func WriteMermaid(w io.Writer, g *computed.Graph) error { return paper.WriteAll(w, Mermaid(g)) }

// MermaidExcess says why mermaid would not draw a graph; it is empty if it would.
func MermaidExcess(g *computed.Graph) string {
	if n := len(g.Edges); n > maxMermaidEdges {
		return fmt.Sprintf("mermaid draws at most %d edges, and here are %d", maxMermaidEdges, n)
	}
	if n := len(Mermaid(g)); n > maxMermaidText {
		return fmt.Sprintf("mermaid draws at most %d characters of text, and here are %d", maxMermaidText, n)
	}
	return ""
}

func Mermaid(g *computed.Graph) []byte {
	d := graphDrawing{g: g}
	d.line(0, "%% "+graphTotal(g))
	d.line(0, "flowchart RL")
	if len(g.Nodes) == 0 {
		return d.b
	}
	d.mermaidModule(graphModules(g), 1)
	for _, e := range g.Edges {
		d.begin(1)
		d.b = fmt.Appendf(d.b, "n%d %s n%d\n", e.From, mermaidArrow(e.How), e.To)
	}
	used := map[look]bool{}
	for _, n := range g.Nodes {
		used[lookOf(n)] = true
	}
	for _, l := range looks {
		if used[l] {
			d.line(1, fmt.Sprintf("classDef %s fill:%s,stroke:%s,color:%s", l.name, l.fill, l.border, l.label))
		}
	}
	for i, n := range g.Nodes {
		if n.Focus {
			d.line(1, fmt.Sprintf("style n%d stroke-width:4px", i))
		}
	}
	return d.b
}

// mermaidModule writes the nodes of a module, and those of the modules in it.
func (d *graphDrawing) mermaidModule(m *graphModule, depth int) {
	for _, i := range m.nodes {
		n := d.g.Nodes[i]
		open, end := "[", "]"
		switch n.Kind {
		case computed.OutputNode:
			open, end = "([", "])"
		case computed.ProviderNode:
			open, end = "{{", "}}"
		case computed.ModuleNode:
			open, end = "[[", "]]"
		case computed.LocalNode, computed.VariableNode, computed.InnerNode:
			open, end = "[/", "/]"
		}
		d.begin(depth)
		d.b = fmt.Appendf(d.b, "n%d%s", i, open)
		d.b = sinks.AppendMermaid(d.b, Label(n)...)
		d.raw(end + ":::" + lookOf(n).name + "\n")
	}
	for _, c := range m.children {
		d.begin(depth)
		d.b = fmt.Appendf(d.b, "subgraph m%d[", d.modules)
		d.modules++
		d.b = sinks.AppendMermaid(d.b, moduleLabel(m, c))
		d.raw("]\n")
		d.mermaidModule(c, depth+1)
		d.line(depth, "end")
	}
}

func mermaidArrow(how computed.Dependency) string {
	words := wording.EdgeWords(how)
	switch {
	case how&computed.ForcesReplacement != 0:
		return "== " + words + " ==>"
	case how&computed.ByReference != 0 && words == "":
		return "-->"
	case how&computed.ByReference != 0:
		return "-- " + words + " -->"
	}
	return "-. " + words + " .->"
}
