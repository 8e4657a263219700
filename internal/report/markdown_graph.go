package report

import (
	"fmt"

	plangraph "github.com/planfmt/planfmt/internal/work/graph"
	"github.com/planfmt/planfmt/sinks"
)

// mostInPicture is how many nodes a picture in a comment has at most: more of them cannot be read there.
const mostInPicture = 60

// drawnGraph returns the picture of what depends on what for a comment, which the place draws. If it would be too large even with a node for
// each module, it says so. It is empty if nobody wants a picture, or nothing changes.
func (m *Markdown) drawnGraph() string {
	if !m.opts.Graph || m.isPart || m.sum.Graph == nil {
		return ""
	}
	part, _ := plangraph.Select(m.sum.Graph, plangraph.Selection{})
	nodes, title := len(part.Nodes), "What depends on what"
	if nodes > mostInPicture || MermaidExcess(part) != "" {
		part, _ = plangraph.Select(m.sum.Graph, plangraph.Selection{Modules: true})
		title += ", with a node for each module"
	}
	if nodes == 0 {
		return ""
	}
	if n := len(part.Nodes); n > mostInPicture || MermaidExcess(part) != "" {
		text := fmt.Sprintf("What depends on what is no picture for a comment: it would have %s, or %d with a node for each module.", countOf(nodes, "node", "nodes"), n)
		return "\n" + sinks.InText.Words(text) + " All of it: " + sinks.InText.Code("planfmt graph PLAN") + "\n"
	}
	before, after := m.opts.Flavour.Fold(func(in sinks.Inline) string { return in.Words(title) }, false)
	text := mermaid(part)
	opening, closing := m.opts.Flavour.Fence("mermaid", text)
	return "\n" + before + opening + string(text) + closing + after
}
