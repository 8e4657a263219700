// Package graph draws what depends on what in a plan: see [WriteDOT] and [WriteMermaid].
package graph

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// Writer writes a graph.
type Writer func(io.Writer, *computed.Graph) error

// look is what a node looks like: text is readable on the colors, in pages of any color.
type look struct {
	class               review.Class
	name                string // of the class in mermaid
	fill, border, label string
}

// looks are those of all classes, the most important first. The last one is that of a node to which nothing happens.
var looks = [...]look{
	{review.Replace, "replace", "#ffe3ec", "#a3124f", "#1f1f1f"},
	{review.Delete, "destroy", "#ffdcd6", "#b3261e", "#1f1f1f"},
	{review.Create, "create", "#dcf3e0", "#1b6e2e", "#1f1f1f"},
	{review.Update, "update", "#fff1cc", "#8a5a00", "#1f1f1f"},
	{review.Read, "read", "#dceefb", "#0b5a94", "#1f1f1f"},
	{review.Forget, "forget", "#ece4f7", "#5e3a9e", "#1f1f1f"},
	{review.Unknown, "other", "#e4e4ff", "#3f3f9e", "#1f1f1f"}, // moved and imported nodes, too
	{review.Unchanged, "same", "#f4f4f4", "#767676", "#3d3d3d"},
}

// lookOf returns what a node looks like: as the most important of its changes says.
func lookOf(n *computed.GraphNode) look {
	best := len(looks) - 1
	for i := range n.Instances {
		class := wording.ClassOfAction(n.Instances[i].Action)
		if class == review.Unchanged {
			class = review.Unknown
		}
		if i := slices.IndexFunc(looks[:], func(l look) bool { return l.class == class }); i >= 0 {
			best = min(best, i)
		}
	}
	return looks[best]
}

// maxGraphName is how many characters of a name a picture has.
const maxGraphName = 200

func shortName(name string) string {
	if utf8.RuneCountInString(name) <= maxGraphName {
		return name
	}
	return string([]rune(name)[:maxGraphName-1]) + "…"
}

// Label returns the lines of the label of a node. The name is that in its module.
func Label(n *computed.GraphNode) []string {
	name := n.Address
	if rest, ok := strings.CutPrefix(name, n.Module+"."); ok && n.Module != "" {
		name = rest
	}
	lines := []string{shortName(plans.SpellName(name))}
	lines = append(lines, strings.Join(wording.NodeWords(n), ", "))
	if len(n.Unknown) > 0 && (n.Changes() || n.Focus) {
		lines = append(lines, "? "+unknownText(n, 2))
	}
	return lines
}

// unknownText lists references that the plan does not resolve.
func unknownText(n *computed.GraphNode, most int) string {
	var names []string
	for _, text := range n.Unknown[:min(len(n.Unknown), most)] {
		names = append(names, shortName(plans.SpellName(text)))
	}
	if len(n.Unknown) > most || n.More {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}

// graphModule is a module with the nodes in it.
type graphModule struct {
	address  string
	nodes    []int
	children []*graphModule
	depth    int
}

// maxGraphDepth is how many modules are drawn one in the other. Deeper ones are drawn side by side, with their whole addresses.
const maxGraphDepth = 20

// graphModules returns the tree of the modules of a graph.
func graphModules(g *computed.Graph) *graphModule {
	root := &graphModule{}
	all := map[string]*graphModule{"": root}
	var find func(address string) *graphModule
	find = func(address string) *graphModule {
		m := all[address]
		if m == nil {
			m = &graphModule{address: address}
			all[address] = m
			parent, _ := plans.SplitModule(address)
			p := find(parent)
			if m.depth = p.depth + 1; m.depth > maxGraphDepth {
				p, m.depth = root, 1
			}
			p.children = append(p.children, m)
		}
		return m
	}
	for i, n := range g.Nodes {
		m := find(n.Module)
		m.nodes = append(m.nodes, i)
	}
	return root
}

// graphTotal says how much of a graph is there.
func graphTotal(g *computed.Graph) string {
	return fmt.Sprintf("%d of %s, %d of %s", len(g.Nodes), wording.CountOf(g.AllNodes, "node", "nodes"), len(g.Edges), wording.CountOf(g.AllEdges, "edge", "edges"))
}
