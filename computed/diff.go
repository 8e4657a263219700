// Package computed holds the result of a comparison: a tree of [Diff], one per
// value, each with a [DiffRenderer] that knows what kind of value it is, how
// it reads for people and what it is for machines.
//
// The differ makes these trees, the renderers package has the kinds, and
// reports put them together. Nothing here compares or prints, and no value
// marked sensitive is in a tree unless the differ was told to keep it.
//
// A whole plan, compared, is a [Plan]: planfmt.Load makes one, and
// planfmt.Resources hands out its resources one by one.
package computed

import (
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

// Diff is a value before and after, compared.
type Diff struct {
	Renderer DiffRenderer
	Action   plans.Action // NoOp, Create, Update or Delete
	Replace  bool         // this value forces the replacement of its resource
	Path     plans.Path   // from the root of the resource or output
}

// NewDiff is a Diff with no path, for values built by hand.
func NewDiff(r DiffRenderer, a plans.Action, replace bool) Diff {
	return Diff{Renderer: r, Action: a, Replace: replace}
}

// DiffRenderer is a kind of value. Implement it to add a kind of one's own;
// embed renderers.NoWarningsRenderer where there is nothing to warn about.
type DiffRenderer interface {
	// Content says what the value is, for machines.
	Content() Content
	// RenderHuman says how it reads. The value begins behind `key = `; its
	// sign and key are the container's to draw.
	RenderHuman(d Diff, opts RenderHumanOpts) doc.Value
	// WarningsHuman are remarks to stand above the value, nil for most.
	WarningsHuman(d Diff, opts RenderHumanOpts) []doc.Text
}

// RenderHumanOpts says how a value is to be drawn. The zero value is right for
// a value on its own.
type RenderHumanOpts struct {
	// HideSigns leaves out the gutters, as in states.
	HideSigns bool
	// ShowUnchanged draws what would be hidden and counted.
	ShowUnchanged bool
	// NoNullSuffix leaves out the " -> null" behind a deleted value. Each
	// container decides it for its elements.
	NoNullSuffix bool
	// Forces marks this value as forcing the replacement, as it were the one
	// that the plan names.
	Forces bool
	// NoForces leaves that mark out, on this value only.
	NoForces bool
}

// RenderHuman draws the value. See [DiffRenderer].
func (d Diff) RenderHuman(opts RenderHumanOpts) doc.Value { return d.Renderer.RenderHuman(d, opts) }

// WarningsHuman are the remarks that belong above the value.
func (d Diff) WarningsHuman(opts RenderHumanOpts) []doc.Text {
	return d.Renderer.WarningsHuman(d, opts)
}
