// Package sizes replaces a renderer of planfmt from outside its module. If a
// script changes, it prints the sizes instead of the lines.
package sizes

import (
	"fmt"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

// Wrap is for planfmt.Options. For AWS instances, it returns the body of the
// resource with another renderer for the attribute user_data.
func Wrap(o planfmt.Owner, d computed.Diff) computed.Diff {
	if o.Action != nil || o.Resource == nil || o.Resource.Type != "aws_instance" {
		return d
	}
	script := plans.NewPath(plans.Key("user_data"))
	return d.Transform(func(part computed.Diff) computed.Diff {
		if part.Path.Equal(script) && part.Content().Kind == computed.KindScalar {
			part.Renderer = size{DiffRenderer: part.Renderer}
		}
		return part
	})
}

// size renders a string as its length. Its Content, for machines, stays the
// same.
type size struct{ computed.DiffRenderer }

// RenderHuman writes two numbers instead of the text.
func (s size) RenderHuman(w *doc.Writer, _ computed.Diff, _ computed.RenderHumanOpts) {
	c := s.Content()
	w.Text(doc.Comment, fmt.Sprintf("(%d bytes)", len(c.Before.Text)))
	w.Text(doc.Arrow, " -> ")
	w.Text(doc.Comment, fmt.Sprintf("(%d bytes)", len(c.After.Text)))
}
