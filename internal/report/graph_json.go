package report

import (
	"io"

	"github.com/planfmt/planfmt/computed"
)

// GraphJSON writes a graph as JSON, see docs/schema/graph-1.0.json.
func GraphJSON(w io.Writer, g *computed.Graph) error {
	e := &jsonEncoder{encoder{w: w}}
	e.open('{')
	e.key("format_version")
	e.raw(`"1.0"`)
	e.number("all_nodes", g.AllNodes)
	e.number("all_edges", g.AllEdges)
	e.list("nodes", "\n", len(g.Nodes), func(i int) { graphNodeJSON(e, i, g.Nodes[i]) })
	e.list("edges", "\n", len(g.Edges), func(i int) {
		edge := g.Edges[i]
		e.open('{')
		e.number("from", edge.From)
		e.number("to", edge.To)
		e.key("by")
		e.open('[')
		for _, by := range []struct {
			how  computed.Dependency
			name string
		}{{computed.ByReference, "reference"}, {computed.ByDependsOn, "depends_on"}, {computed.ByProvider, "provider"}, {computed.ByState, "state"}} {
			if edge.How&by.how != 0 {
				e.item()
				e.raw(`"` + by.name + `"`)
			}
		}
		e.close("]")
		e.flag("some_instance", edge.How&computed.AnyInstance != 0)
		e.flag("forces", edge.How&computed.ForcesReplacement != 0)
		e.close("}")
	})
	e.close("\n}\n")
	if e.err != nil {
		return e.err
	}
	return writeAll(w, e.b)
}

func graphNodeJSON(e *jsonEncoder, id int, n *computed.GraphNode) {
	e.open('{')
	e.number("id", id)
	e.word("kind", n.Kind.String())
	e.text("address", n.Address)
	e.word("module", n.Module)
	if n.Kind == computed.ResourceNode {
		e.word("mode", n.Mode)
		e.word("type", n.Type)
		e.word("name", n.Name)
	}
	e.truth("declared", n.Declared)
	e.some("changes", len(n.Instances), func(i int) {
		in := &n.Instances[i]
		e.open('{')
		e.text("address", in.Address)
		e.word("action", jsonAction(in.Action))
		e.word("action_reason", string(in.Reason))
		e.word("deposed", in.Deposed)
		e.flag("deferred", in.Deferred)
		e.flag("moved", in.Moved)
		e.flag("imported", in.Imported)
		e.flag("failed", in.Failed)
		e.impact(in.Impact)
		e.close("}")
	})
	e.number("unchanged", n.Unchanged)
	e.count("members", n.Members)
	e.flag("changed_outside", n.Drifted)
	e.flag("asked_for", n.Focus)
	if len(n.Unknown) > 0 {
		e.texts("unknown", n.Unknown)
	}
	e.flag("more_unknown", n.More)
	e.close("}")
}
