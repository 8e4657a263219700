package renderers

import (
	"strconv"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

type primitive struct {
	NoWarningsRenderer
	before, after computed.Literal
	text          bool
}

// Primitive is a bool or a number, or a null of either.
func Primitive(before, after computed.Literal) computed.DiffRenderer {
	return primitive{before: before, after: after}
}

// String is a string on one line, or the null of one.
func String(before, after computed.Literal) computed.DiffRenderer {
	return primitive{before: before, after: after, text: true}
}

func (r primitive) Content() computed.Content {
	return scalar(r.before, r.after)
}

func (r primitive) RenderHuman(d computed.Diff, opts computed.RenderHumanOpts) doc.Value {
	var spans []doc.Span
	switch d.Action {
	case plans.Delete:
		spans = []doc.Span{literal(r.before)}
	case plans.Update:
		spans = []doc.Span{literal(r.before), {Role: doc.Arrow, Text: " -> "}, literal(r.after)}
	default:
		spans = []doc.Span{literal(r.after)}
	}
	if r.text && r.before.Kind != computed.StringLiteral {
		opts.NoNullSuffix = true
	}
	return doc.Of(append(spans, suffixes(d, opts)...)...)
}

func literal(l computed.Literal) doc.Span {
	switch l.Kind {
	case computed.BoolLiteral:
		return doc.Span{Role: doc.Bool, Text: l.Text}
	case computed.NumberLiteral:
		return doc.Span{Role: doc.Number, Text: l.Text}
	case computed.StringLiteral:
		return doc.Span{Role: doc.String, Text: strconv.Quote(l.Text)}
	}
	return doc.Span{Role: doc.Null, Text: "null"}
}
