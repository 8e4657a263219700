package planfmt

import (
	"context"
	"io"

	"github.com/planfmt/planfmt/internal/base/caught"
	"github.com/planfmt/planfmt/internal/base/near"
	graphreport "github.com/planfmt/planfmt/internal/report/subject/graph"
	"github.com/planfmt/planfmt/internal/work/graph"
	"github.com/planfmt/planfmt/internal/work/passes"
	"github.com/planfmt/planfmt/rules"
)

// ErrStateGraph is returned by [Graph] for a state, of which there is no graph.
var ErrStateGraph = passes.ErrStateGraph

// GraphSelection says which part of a graph to write. The zero value is for what changes, and what lies between.
type GraphSelection struct {
	// Address is that of a resource, with or without the key of an instance, of a module, of an output (output.id), or of a configuration
	// of a provider (provider.aws.east). Only what it depends on, and what depends on it, is written. Empty means everything.
	Address string
	// All also writes what does not change.
	All bool
	// Depth is how many edges away from the address the graph goes, 0 for all the way. Without an address, it is how far away from
	// what changes.
	Depth int
	// Up is for what the address depends on, Down for what depends on it. Neither means both.
	Up, Down bool
	// Modules writes one node for each module that the root module calls.
	Modules bool
}

// Drawn says what [Graph] has written.
type Drawn struct {
	*Result
	// Nodes and Edges are in the graph. AllNodes and AllEdges are in the graph of the whole plan.
	Nodes, Edges, AllNodes, AllEdges int
	// Excess says why the program that draws the format would not draw this graph; it is empty if it would.
	Excess string
}

// GraphFormats returns the formats of [Graph]. The first is the default.
func GraphFormats() []FormatInfo { return infos(graphColumn()) }

// Graph reads a plan from r, as [Show] does, and writes to w what depends on what in it, see docs/graph.md. The format is one of
// [GraphFormats]; empty means the first. If parts of the document cannot be read, this is not an error: the Result lists them. Options about
// the layout and the selection have no effect.
//
// The errors are those of Show, [ErrStateGraph], and an [UnknownAddressError] if the plan has nothing with the address.
func Graph(ctx context.Context, w io.Writer, r io.Reader, opts Options, which GraphSelection, format string) (drawn Drawn, err error) {
	defer caught.As(&err)
	switch {
	case r == nil:
		return drawn, ErrNoReader
	case w == nil:
		return drawn, ErrNoWriter
	}
	form, err := inColumn(graphColumn(), format)
	if err != nil {
		return drawn, err
	}
	opts.Selection = Selection{Drift: rules.AllDrift}
	s, err := opts.session(ctx)
	if err != nil {
		return drawn, err
	}
	all, found, err := passes.Graph(ctx, s, r)
	if err != nil {
		return drawn, err
	}
	g, ok := graph.Select(all, graph.Selection(which))
	if !ok {
		var names []string
		for _, n := range all.Nodes {
			names = append(names, n.Address)
		}
		return drawn, &UnknownAddressError{Address: which.Address, Near: near.Names(which.Address, names, 3)}
	}
	drawn = Drawn{(*Result)(found), len(g.Nodes), len(g.Edges), g.AllNodes, g.AllEdges, ""}
	if form.Name == "mermaid" {
		drawn.Excess = graphreport.MermaidExcess(g)
	}
	return drawn, form.write(w, g)
}
