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
	after := append([]doc.Span{{Role: doc.Unknown, Text: "(known after apply)"}}, forcesMark(d, opts)...)
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

type typeChange struct {
	NoWarningsRenderer
	before, after computed.Diff
}

// TypeChange is a value that becomes one of another type. The value before is deleted,
// the value after created.
func TypeChange(before, after computed.Diff) computed.DiffRenderer {
	return typeChange{before: before, after: after}
}

func (r typeChange) Content() computed.Content {
	return computed.Content{Kind: computed.KindTypeChange, Parts: func(yield func(computed.Part) bool) {
		if yield(computed.Part{Role: computed.PartBefore, Diff: r.before}) {
			yield(computed.Part{Role: computed.PartAfter, Diff: r.after})
		}
	}}
}

// Rebuild replaces the value before and the one after.
func (r typeChange) Rebuild(replace func(computed.Diff) computed.Diff) computed.DiffRenderer {
	r.before, r.after = replace(r.before), replace(r.after)
	return r
}

func (r typeChange) RenderHuman(d computed.Diff, opts computed.RenderHumanOpts) doc.Value {
	inner := partOpts(opts)
	inner.NoNullSuffix = true
	return doc.Join(
		r.before.RenderHuman(inner),
		doc.Inline(doc.Span{Role: doc.Arrow, Text: " -> "}),
		r.after.RenderHuman(inner),
		doc.Inline(forcesMark(d, opts)...),
	)
}

type mismatch struct {
	NoWarningsRenderer
	value computed.Diff
}

// Mismatch is a value that contradicts its schema. value is its comparison by JSON types.
func Mismatch(value computed.Diff) computed.DiffRenderer { return mismatch{value: value} }

func (r mismatch) Content() computed.Content {
	return computed.Content{
		Kind:  computed.KindMismatch,
		Notes: []computed.Note{computed.NoteMismatch},
		Parts: computed.OnePart(computed.PartValue, r.value),
	}
}

// Rebuild replaces the value.
func (r mismatch) Rebuild(replace func(computed.Diff) computed.Diff) computed.DiffRenderer {
	r.value = replace(r.value)
	return r
}

func (r mismatch) RenderHuman(d computed.Diff, opts computed.RenderHumanOpts) doc.Value {
	value := r.value
	value.Replace = value.Replace || d.Replace
	return value.RenderHuman(opts).AfterOpening(doc.Span{Role: doc.Alert, Text: " # does not match the schema"})
}
