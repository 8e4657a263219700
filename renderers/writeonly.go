package renderers

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
)

type writeOnly struct {
	NoWarningsRenderer
	flagFirst bool
}

// WriteOnly is a write-only attribute, whose value is never in a plan. If the attribute
// is sensitive, the Diff says so.
func WriteOnly() computed.DiffRenderer { return writeOnly{} }

// FlaggedWriteOnly is WriteOnly with the remark that it forces replacement before the
// one that it is deleted.
func FlaggedWriteOnly() computed.DiffRenderer { return writeOnly{flagFirst: true} }

func (r writeOnly) Content() computed.Content {
	return computed.Content{Kind: computed.KindWriteOnly}
}

func (r writeOnly) RenderHuman(w *doc.Writer, d computed.Diff, opts computed.RenderHumanOpts) {
	text := "(write-only attribute)"
	if d.Before.Sensitive || d.After.Sensitive {
		text = "(sensitive, write-only attribute)"
	}
	w.Text(doc.WriteOnly, text)
	if r.flagFirst {
		writeForces(w, &d, opts)
		writeNull(w, &d, opts)
		return
	}
	writeSuffixes(w, &d, opts)
}
