package renderers

import (
	"strconv"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/slab"
	"github.com/planfmt/planfmt/plans"
)

type primitive struct {
	NoWarningsRenderer
	before, after computed.Literal
	isString      bool
}

// Primitive is a bool or a number, or the null of one.
func Primitive(before, after computed.Literal) computed.DiffRenderer {
	return &primitive{before: before, after: after}
}

// String is a string on one line, or the null of one.
func String(before, after computed.Literal) computed.DiffRenderer {
	return &primitive{before: before, after: after, isString: true}
}

// Scalars makes renderers as [Primitive] and [String] do, several in one allocation.
// The zero Scalars is ready to use, by one goroutine.
type Scalars struct{ slab slab.Slab[primitive] }

// scalarsLen is how many renderers are allocated at a time, at most.
const scalarsLen = 32

// Primitive is a bool or a number, or the null of one.
func (s *Scalars) Primitive(before, after computed.Literal) computed.DiffRenderer {
	return s.take(primitive{before: before, after: after})
}

// String is a string on one line, or the null of one.
func (s *Scalars) String(before, after computed.Literal) computed.DiffRenderer {
	return s.take(primitive{before: before, after: after, isString: true})
}

func (s *Scalars) take(r primitive) computed.DiffRenderer {
	return &append(s.slab.Take(1, scalarsLen), r)[0]
}

func (r *primitive) Content() computed.Content {
	return scalarContent(r.before, r.after)
}

func (r *primitive) RenderHuman(d computed.Diff, opts computed.RenderHumanOpts) doc.Value {
	if r.isString && r.before.Kind != computed.StringLiteral {
		opts.NoNullSuffix = true
	}
	var text doc.Text
	switch d.Action {
	case plans.Delete:
		text = doc.Text{literalSpan(r.before)}
	case plans.Update:
		text = doc.Text{literalSpan(r.before), {Role: doc.Arrow, Text: " -> "}, literalSpan(r.after)}
	default:
		text = doc.Text{literalSpan(r.after)}
	}
	return doc.Value{Text: appendSuffixes(text, d, opts)}
}

// scalarContent returns the content of a value without parts.
func scalarContent(before, after computed.Literal) computed.Content {
	return computed.Content{Kind: computed.KindScalar, Before: computed.Side{Literal: before}, After: computed.Side{Literal: after}}
}

// literalSpan returns a literal as it is drawn.
func literalSpan(l computed.Literal) doc.Span {
	switch l.Kind {
	case computed.BoolLiteral:
		return doc.Span{Role: doc.Bool, Text: l.Text}
	case computed.NumberLiteral:
		return doc.Span{Role: doc.Number, Text: l.Text}
	case computed.StringLiteral:
		return doc.Span{Role: doc.String, Text: quote(l.Text)}
	}
	return doc.Span{Role: doc.Null, Text: "null"}
}

// quote is strconv.Quote, and faster if there is nothing to escape.
func quote(s string) string {
	if !isPlain(s) {
		return strconv.Quote(s)
	}
	return `"` + s + `"`
}

// quotedLen returns the length of what quote returns.
func quotedLen(s string) int {
	if !isPlain(s) {
		return len(strconv.Quote(s))
	}
	return len(s) + 2
}

// isPlain reports whether there is nothing to escape in a string between quotes.
func isPlain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}
