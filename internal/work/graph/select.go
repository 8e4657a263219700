package graph

import (
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/plans"
)

// Selection says which part of a graph to look at.
type Selection struct {
	// Address is a resource, with or without keys, a module, an output, or a configuration of a provider. Only what it depends on and
	// what depends on it is selected. Empty means everything.
	Address string
	// All also selects what does not change. Otherwise, only what changes and what lies between is selected.
	All bool
	// Depth is how many edges away from the address the selection goes; 0 means all the way. Without an address, it is how far away
	// from what changes, and 0 means no step.
	Depth int
	// Up follows edges to what something depends on, Down to what depends on it. Neither means both.
	Up, Down bool
	// Modules makes one node of each module that the root module calls.
	Modules bool
}

// Select returns a part of a graph. found is false if there is nothing with the address.
func Select(g *computed.Graph, s Selection) (part *computed.Graph, found bool) {
	address := Plain(s.Address)
	focus := map[int]bool{}
	if address != "" {
		for i, n := range g.Nodes {
			if n.Address == address || n.Module == address || n.Kind == computed.ResourceNode && isIn(n.Module, address) {
				focus[i] = true
			}
		}
		if len(focus) == 0 {
			return nil, false
		}
	}
	out := &computed.Graph{Nodes: make([]*computed.GraphNode, len(g.Nodes)), Edges: g.Edges}
	for i, n := range g.Nodes {
		own := *n
		own.Focus = focus[i]
		out.Nodes[i] = &own
	}
	if s.Modules {
		out = collapse(out)
	}
	out = pick(out, s)
	out.AllNodes, out.AllEdges = len(g.Nodes), len(g.Edges)
	return out, true
}

// isIn reports whether a module is in another one, or is that.
func isIn(module, other string) bool {
	return module == other || len(module) > len(other) && module[:len(other)] == other && module[len(other)] == '.'
}

// pick returns the part that is selected, once nodes have their focus.
func pick(g *computed.Graph, s Selection) *computed.Graph {
	n := len(g.Nodes)
	up, down := make([][]int, n), make([][]int, n)
	for _, e := range g.Edges {
		up[e.From] = append(up[e.From], e.To)
		down[e.To] = append(down[e.To], e.From)
	}
	if !s.Up && !s.Down {
		s.Up, s.Down = true, true
	}
	var focus, changed []int
	for i, node := range g.Nodes {
		if node.Focus {
			focus = append(focus, i)
		}
		if node.Changes() || node.Focus {
			changed = append(changed, i)
		}
	}
	in := make([]bool, n)
	if len(focus) == 0 {
		for i := range in {
			in[i] = true
		}
	} else {
		depth := s.Depth
		if depth == 0 {
			depth = n
		}
		if s.Up {
			reach(in, focus, up, depth)
		}
		if s.Down {
			from := make([]bool, n)
			reach(from, focus, down, depth)
			for i := range in {
				in[i] = in[i] || from[i]
			}
		}
	}
	if !s.All {
		changed = slices.DeleteFunc(changed, func(i int) bool { return !in[i] })
		over, below := make([]bool, n), make([]bool, n)
		reach(over, changed, up, n)
		reach(below, changed, down, n)
		for i := range in {
			in[i] = in[i] && over[i] && below[i]
		}
		if len(focus) == 0 && s.Depth > 0 {
			var kept []int
			for i := range in {
				if in[i] {
					kept = append(kept, i)
				}
			}
			if s.Up {
				reach(in, kept, up, s.Depth)
			}
			if s.Down {
				reach(in, kept, down, s.Depth)
			}
		}
	}
	return only(g, in)
}

// reach marks what is at most so many steps away from some nodes, and these.
func reach(in []bool, from []int, next [][]int, depth int) {
	seen := make([]bool, len(in))
	for _, i := range from {
		in[i], seen[i] = true, true
	}
	for ; depth > 0 && len(from) > 0; depth-- {
		var then []int
		for _, i := range from {
			for _, j := range next[i] {
				if !seen[j] {
					in[j], seen[j] = true, true
					then = append(then, j)
				}
			}
		}
		from = then
	}
}

// only returns the nodes that are in, with the edges between them.
func only(g *computed.Graph, in []bool) *computed.Graph {
	out := &computed.Graph{Steps: g.Steps}
	place := make([]int, len(in))
	for i, n := range g.Nodes {
		if in[i] {
			place[i] = len(out.Nodes)
			out.Nodes = append(out.Nodes, n)
		}
	}
	for _, e := range g.Edges {
		if in[e.From] && in[e.To] {
			out.Edges = append(out.Edges, computed.GraphEdge{From: place[e.From], To: place[e.To], How: e.How})
		}
	}
	return out
}

// collapse returns the graph in which each module that the root module calls is one node.
func collapse(g *computed.Graph) *computed.Graph {
	out := &computed.Graph{Steps: g.Steps}
	modules := map[string]*computed.GraphNode{}
	nodes := make([]*computed.GraphNode, len(g.Nodes))
	for i, n := range g.Nodes {
		address := outermost(n.Module)
		if n.Kind == computed.ModuleNode {
			address = outermost(n.Address)
		}
		if address == "" {
			nodes[i] = n
			out.Nodes = append(out.Nodes, n)
			continue
		}
		m := modules[address]
		if m == nil {
			m = &computed.GraphNode{Kind: computed.ModuleNode, Address: address}
			modules[address] = m
			out.Nodes = append(out.Nodes, m)
		}
		addMember(m, n)
		nodes[i] = m
	}
	sorted.Stable(out.Nodes, compareNodes)
	place := map[*computed.GraphNode]int{}
	for i, n := range out.Nodes {
		place[n] = i
	}
	for _, e := range g.Edges {
		if from, to := place[nodes[e.From]], place[nodes[e.To]]; from != to {
			out.Edges = append(out.Edges, computed.GraphEdge{From: from, To: to, How: e.How})
		}
	}
	out.Edges = sortEdges(out.Edges)
	return out
}

// addMember adds a node to the module that stands for it.
func addMember(n, member *computed.GraphNode) {
	if member.Kind == computed.ResourceNode {
		n.Members++
	}
	n.Instances = append(n.Instances, member.Instances...)
	n.Unchanged += member.Unchanged
	n.Declared = n.Declared || member.Declared
	n.Drifted = n.Drifted || member.Drifted
	n.Focus = n.Focus || member.Focus
	n.More = n.More || member.More
	for _, text := range member.Unknown {
		switch {
		case slices.Contains(n.Unknown, text):
		case len(n.Unknown) == maxUnknown:
			n.More = true
		default:
			n.Unknown = append(n.Unknown, text)
		}
	}
}

// outermost returns the module around an address of a module that the root module calls.
func outermost(module string) string {
	name, _, rest := plans.CutStep(module)
	if name != "module" || rest == "" {
		return ""
	}
	call, _, _ := plans.CutStep(rest)
	return "module." + call
}
