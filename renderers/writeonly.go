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

func (r writeOnly) RenderHuman(d computed.Diff, opts computed.RenderHumanOpts) doc.Value {
	text := "(write-only attribute)"
	if d.Before.Sensitive || d.After.Sensitive {
		text = "(sensitive, write-only attribute)"
	}
	spans := doc.Text{{Role: doc.WriteOnly, Text: text}}
	if r.flagFirst {
		return doc.Value{Text: appendNull(appendForces(spans, d, opts), d, opts)}
	}
	return doc.Value{Text: appendSuffixes(spans, d, opts)}
}
