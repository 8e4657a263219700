package report

import (
	"fmt"

	"github.com/planfmt/planfmt/internal/report/subject/graph"
	"github.com/planfmt/planfmt/internal/report/wording"
	plangraph "github.com/planfmt/planfmt/internal/work/graph"
	"github.com/planfmt/planfmt/sinks"
)

// mostInPicture is how many nodes a picture in a comment has at most: more of them cannot be read there.
const mostInPicture = 60

// drawnGraph returns the picture of what depends on what for a comment, which the place draws. If it would be too large even with a node for
// each module, it says so. It is empty if nobody wants a picture, or nothing changes.
func (m *Markdown) drawnGraph() string {
	if !m.Opts.Graph || m.IsPart || m.Sum.Graph == nil {
		return ""
	}
	part, _ := plangraph.Select(m.Sum.Graph, plangraph.Selection{})
	nodes, title := len(part.Nodes), "What depends on what"
	if nodes > mostInPicture || graph.MermaidExcess(part) != "" {
		part, _ = plangraph.Select(m.Sum.Graph, plangraph.Selection{Modules: true})
		title += ", with a node for each module"
	}
	if nodes == 0 {
		return ""
	}
	if n := len(part.Nodes); n > mostInPicture || graph.MermaidExcess(part) != "" {
		text := fmt.Sprintf("What depends on what is no picture for a comment: it would have %s, or %d with a node for each module.", wording.CountOf(nodes, "node", "nodes"), n)
		return "\n" + sinks.InText.Words(text) + " All of it: " + sinks.InText.Code("planfmt graph PLAN") + "\n"
	}
	before, after := m.Opts.Flavour.Fold(func(in sinks.Inline) string { return in.Words(title) }, false)
	text := graph.Mermaid(part)
	opening, closing := m.Opts.Flavour.Fence("mermaid", text)
	return "\n" + before + opening + string(text) + closing + after
}
