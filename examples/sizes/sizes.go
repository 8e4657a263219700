// Package sizes puts a renderer of one's own in place of planfmt's, from
// outside of its module: where a script changes, it says by how much.
package sizes

import (
	"fmt"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/renderers"
)

// Wrap is for planfmt.Options: it takes the body of a resource and gives back
// the same, but with a renderer of ours for the attribute user_data.
func Wrap(d computed.Diff) computed.Diff {
	c := d.Renderer.Content()
	if c.Kind != computed.KindBlock {
		return d
	}
	members := append([]computed.Member(nil), c.Members...)
	for i, m := range members {
		if m.Key == "user_data" && m.Diff.Renderer.Content().Kind == computed.KindScalar {
			members[i].Diff.Renderer = size{DiffRenderer: m.Diff.Renderer}
		}
	}
	d.Renderer = renderers.Block(members, c.Blocks)
	return d
}

// size draws a string by its length. What it is, for machines, stays what it
// was.
type size struct{ computed.DiffRenderer }

// RenderHuman replaces the text by two numbers.
func (s size) RenderHuman(computed.Diff, computed.RenderHumanOpts) doc.Value {
	c := s.Content()
	return doc.Of(
		doc.Span{Role: doc.Comment, Text: fmt.Sprintf("(%d bytes)", len(c.Before.Text))},
		doc.Span{Role: doc.Arrow, Text: " -> "},
		doc.Span{Role: doc.Comment, Text: fmt.Sprintf("(%d bytes)", len(c.After.Text))},
	)
}
