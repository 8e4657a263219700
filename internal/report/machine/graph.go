package machine

import (
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/report/paper/json"
	"github.com/planfmt/planfmt/internal/report/wording"
)

// GraphJSON writes a graph as JSON, see docs/schema/graph-1.0.json.
func GraphJSON(w io.Writer, g *computed.Graph) error {
	e := &jsonEncoder{json.Encoder{Out: w}}
	e.Open('{')
	e.Key("format_version")
	e.Raw(`"1.0"`)
	e.Number("all_nodes", g.AllNodes)
	e.Number("all_edges", g.AllEdges)
	e.List("nodes", "\n", len(g.Nodes), func(i int) { graphNodeJSON(e, i, g.Nodes[i]) })
	e.Objects("edges", "\n", len(g.Edges), func(i int) {
		edge := g.Edges[i]
		e.Number("from", edge.From)
		e.Number("to", edge.To)
		e.Key("by")
		e.Open('[')
		for _, by := range []struct {
			how  computed.Dependency
			name string
		}{{computed.ByReference, "reference"}, {computed.ByDependsOn, "depends_on"}, {computed.ByProvider, "provider"}, {computed.ByState, "state"}} {
			if edge.How&by.how != 0 {
				e.Item()
				e.Raw(`"` + by.name + `"`)
			}
		}
		e.Close("]")
		e.Flag("some_instance", edge.How&computed.AnyInstance != 0)
		e.Flag("forces", edge.How&computed.ForcesReplacement != 0)
	})
	e.Close("\n}\n")
	return e.Finish()
}

func graphNodeJSON(e *jsonEncoder, id int, n *computed.GraphNode) {
	e.Open('{')
	e.Number("id", id)
	e.Word("kind", n.Kind.String())
	e.Text("address", n.Address)
	e.Word("module", n.Module)
	if n.Kind == computed.ResourceNode {
		e.Word("mode", n.Mode)
		e.Word("type", n.Type)
		e.Word("name", n.Name)
	}
	e.Truth("declared", n.Declared)
	e.SomeObjects("changes", len(n.Instances), func(i int) {
		in := &n.Instances[i]
		e.Text("address", in.Address)
		e.Word("action", wording.JSONAction(in.Action))
		e.Word("action_reason", string(in.Reason))
		e.Word("deposed", in.Deposed)
		e.Flag("deferred", in.Deferred)
		e.Flag("moved", in.Moved)
		e.Flag("imported", in.Imported)
		e.Flag("failed", in.Failed)
		e.impact(in.Impact)
	})
	e.Number("unchanged", n.Unchanged)
	e.Count("members", n.Members)
	e.Flag("changed_outside", n.Drifted)
	e.Flag("asked_for", n.Focus)
	if len(n.Unknown) > 0 {
		e.Texts("unknown", n.Unknown)
	}
	e.Flag("more_unknown", n.More)
	e.Close("}")
}
