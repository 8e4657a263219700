package renderers

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/values"
)

type unknown struct {
	NoWarningsRenderer
	before     *computed.Diff
	flagBefore bool
	refinement *values.Refinement // nil if nothing is known
}

// unknownAlone is shared, and nobody changes it.
var unknownAlone computed.DiffRenderer = unknown{}

// Unknown is a value that is known only after apply. before is the value before, nil if
// there is none. refinement says what is already known about the value, nil if nothing is.
func Unknown(before *computed.Diff, refinement *values.Refinement) computed.DiffRenderer {
	if before == nil && refinement == nil {
		return unknownAlone
	}
	return unknown{before: before, refinement: refinement}
}

// UnknownFlagged is Unknown with the mark that it forces replacement on the value
// before, too.
func UnknownFlagged(before *computed.Diff, refinement *values.Refinement) computed.DiffRenderer {
	return unknown{before: before, flagBefore: true, refinement: refinement}
}

func (r unknown) Content() computed.Content {
	c := computed.Content{Kind: computed.KindUnknown, After: computed.Side{Refinement: r.refinement}}
	if r.before != nil {
		c.Parts = computed.OnePart(computed.PartBefore, *r.before)
	}
	return c
}

// Rebuild replaces the value before.
func (r unknown) Rebuild(parts computed.Replacement) computed.DiffRenderer {
	if r.before != nil {
		before := parts.Diff(*r.before)
		r.before = &before
	}
	return r
}

func (r unknown) RenderHuman(w *doc.Writer, d computed.Diff, opts computed.RenderHumanOpts) {
	if r.before != nil {
		inner := partOpts(opts)
		inner.NoNullSuffix = true
		if !r.flagBefore {
			inner.Forces = computed.ForcesNever
		} else if opts.Forces == computed.ForcesAlways {
			inner.Forces = computed.ForcesAlways
		}
		r.before.RenderHuman(w, inner)
		w.Text(doc.UnknownArrow, " -> ")
	}
	w.Text(doc.Unknown, "(known after apply)")
	if opts.ShowRefinements && !opts.RefinementApart {
		writeRefinement(w, r.refinement)
	}
	writeForces(w, &d, opts)
}
