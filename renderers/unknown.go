package renderers

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
)

type unknown struct {
	NoWarningsRenderer
	before     *computed.Diff
	flagBefore bool
}

// Unknown is a value that is known only after apply. before is the value before, nil if
// there is none.
func Unknown(before *computed.Diff) computed.DiffRenderer { return unknown{before: before} }

// UnknownFlagged is Unknown with the mark that it forces replacement on the value
// before, too.
func UnknownFlagged(before *computed.Diff) computed.DiffRenderer {
	return unknown{before: before, flagBefore: true}
}

func (r unknown) Content() computed.Content {
	c := computed.Content{Kind: computed.KindUnknown}
	if r.before != nil {
		c.Parts = computed.OnePart(computed.PartBefore, *r.before)
	}
	return c
}

// Rebuild replaces the value before.
func (r unknown) Rebuild(replace func(computed.Diff) computed.Diff) computed.DiffRenderer {
	if r.before != nil {
		before := replace(*r.before)
		r.before = &before
	}
	return r
}

func (r unknown) RenderHuman(d computed.Diff, opts computed.RenderHumanOpts) doc.Value {
	after := appendForces(doc.Text{{Role: doc.Unknown, Text: "(known after apply)"}}, d, opts)
	if r.before == nil {
		return doc.Inline(after...)
	}
	inner := partOpts(opts)
	inner.NoNullSuffix = true
	if !r.flagBefore {
		inner.Forces = computed.ForcesNever
	} else if opts.Forces == computed.ForcesAlways {
		inner.Forces = computed.ForcesAlways
	}
	return r.before.RenderHuman(inner).
		Append(doc.Span{Role: doc.UnknownArrow, Text: " -> "}).
		Append(after...)
}
