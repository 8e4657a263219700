// Package sizes puts a renderer of one's own in place of planfmt's, from
// outside of its module: where a script changes, it says by how much.
package sizes

import (
	"fmt"
	"slices"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

// Wrap is for planfmt.Options: it gives back the body of a resource with a
// renderer of ours for the attribute user_data of AWS instances.
func Wrap(o planfmt.Owner, d computed.Diff) computed.Diff {
	if o.Action != nil || o.Resource == nil || o.Resource.Type != "aws_instance" {
		return d
	}
	script := plans.Path{plans.Key("user_data")}
	return d.Transform(func(part computed.Diff) computed.Diff {
		if slices.Equal(part.Path, script) && part.Content().Kind == computed.KindScalar {
			part.Renderer = size{DiffRenderer: part.Renderer}
		}
		return part
	})
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
