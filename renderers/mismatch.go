package renderers

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
)

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
func (r mismatch) Rebuild(parts computed.Replacement) computed.DiffRenderer {
	r.value = parts.Diff(r.value)
	return r
}

func (r mismatch) RenderHuman(w *doc.Writer, d computed.Diff, opts computed.RenderHumanOpts) {
	value := r.value
	value.Replace = value.Replace || d.Replace
	remark := doc.Span{Role: doc.Alert, Text: " # does not match the schema"}
	w.AppendToOpening(remark, func() { value.RenderHuman(w, opts) })
}
