// Package computed holds the result of a comparison: a tree with one [Diff] per
// value. Each Diff has a [DiffRenderer], which knows the kind of the value,
// renders it for people, and describes it for programs.
//
// Package differ makes these trees, package renderers has the kinds of values, and
// reports put them together. This package neither compares nor prints. A tree
// contains no sensitive value, unless the differ was told to keep them.
//
// A whole plan, after the comparison, is a [Plan]. planfmt.Load returns one, and
// planfmt.Resources yields its resources one by one.
package computed

import (
	"fmt"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

// Diff is the comparison of a value before and after.
type Diff struct {
	Renderer DiffRenderer
	Action   plans.Action // NoOp, Create, Update or Delete
	Replace  bool         // this value forces the replacement of its resource
	// Muted says that rules mute the change of this value, or of all parts of it
	// that change.
	Muted bool
	// Before and After say whether there is a value on the two sides. The zero
	// value depends on the action.
	Before, After Presence
	Path          plans.Path // from the root of the resource or output
	// Type is the static type of the value. Its String method returns it in
	// Terraform's syntax, such as list(string). It is nil for blocks, and for
	// values without a type: outputs, JSON, and everything inside a value of
	// type any.
	Type fmt.Stringer
}

// DiffRenderer is a kind of value. To add a kind of your own, implement it. If it
// has no warnings, embed renderers.NoWarningsRenderer. Values of different resources
// may be rendered at the same time.
type DiffRenderer interface {
	// Content describes the value, for programs. They call [Diff.Content],
	// which adds the facts that are in the Diff.
	Content() Content
	// RenderHuman writes the value for people, starting after `key = `. The
	// container writes the sign and the key. The value may be written more than
	// once, or only its beginning.
	RenderHuman(w *doc.Writer, d Diff, opts RenderHumanOpts)
	// WarningsHuman returns remarks to print above the value; nil for most.
	WarningsHuman(d Diff, opts RenderHumanOpts) [][]doc.Span
}

// RenderHumanOpts controls how a value is rendered. The zero value is right for a
// value on its own.
type RenderHumanOpts struct {
	// HideSigns leaves out the gutters, as in states.
	HideSigns bool
	// ShowUnchanged renders unchanged parts instead of hiding and counting them.
	ShowUnchanged bool
	// FoldUnchanged writes the parts that are hidden, too: after the line that counts them, in
	// a fold of the [doc.Writer]. There they look as they do with ShowUnchanged. In a string of
	// several lines, unchanged lines far from a change are in a fold, too. Of what is very
	// long, a fold has only the beginning, and says how much is missing.
	FoldUnchanged bool
	// FoldMore, with FoldUnchanged, also puts into folds what is shown otherwise although it does not change: tags, the
	// elements beside one that changes, and the lines of a text but for one on each side of a change. Ids and names
	// stay.
	FoldMore bool
	// ShowMuted renders parts whose changes are muted instead of hiding and counting them.
	ShowMuted bool
	// ShowRefinements says what is already known about values that are known only after apply.
	ShowRefinements bool
	// RefinementApart leaves that out for the value itself, not for its parts: the container
	// says it, behind the comma.
	RefinementApart bool
	// NoNullSuffix leaves out the " -> null" after a deleted value. Each
	// container decides this for its elements.
	NoNullSuffix bool
	// Forces says whether this value has the mark "# forces replacement". It does not
	// apply to the parts of the value.
	Forces Forces
}

// Forces says whether a value has the mark "# forces replacement".
type Forces uint8

// The choices.
const (
	ForcesByDiff Forces = iota // if the Diff says so
	ForcesAlways
	ForcesNever
)

// RenderHuman writes the value. See [DiffRenderer].
func (d Diff) RenderHuman(w *doc.Writer, opts RenderHumanOpts) { d.Renderer.RenderHuman(w, d, opts) }

// WarningsHuman returns the remarks that belong above the value.
func (d Diff) WarningsHuman(opts RenderHumanOpts) [][]doc.Span {
	return d.Renderer.WarningsHuman(d, opts)
}

// MutedParts returns the parts below the diff whose changes are muted. It does not return what
// is below these.
func (d Diff) MutedParts() []Diff {
	var muted []Diff
	top := true
	d.Walk(func(part Diff) Visit {
		switch {
		case top:
			top = false
		case part.Muted:
			muted = append(muted, part)
			return SkipParts
		}
		return SkipUnchanged
	})
	return muted
}
