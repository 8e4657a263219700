package renderers

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
)

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
func (r typeChange) Rebuild(parts computed.Replacement) computed.DiffRenderer {
	r.before, r.after = parts.Diff(r.before), parts.Diff(r.after)
	return r
}

func (r typeChange) RenderHuman(w *doc.Writer, d computed.Diff, opts computed.RenderHumanOpts) {
	inner := partOpts(opts)
	inner.NoNullSuffix = true
	r.before.RenderHuman(w, inner)
	w.Text(doc.Arrow, " -> ")
	r.after.RenderHuman(w, inner)
	writeForces(w, &d, opts)
}
