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

func (r *primitive) RenderHuman(w *doc.Writer, d computed.Diff, opts computed.RenderHumanOpts) {
	if r.isString && r.before.Kind != computed.StringLiteral {
		opts.NoNullSuffix = true
	}
	switch d.Action {
	case plans.Delete:
		writeLiteral(w, &r.before)
	case plans.Update:
		writeLiteral(w, &r.before)
		w.Text(doc.Arrow, " -> ")
		writeLiteral(w, &r.after)
	default:
		writeLiteral(w, &r.after)
	}
	writeSuffixes(w, d, opts)
}

// scalarContent returns the content of a value without parts.
func scalarContent(before, after computed.Literal) computed.Content {
	return computed.Content{Kind: computed.KindScalar, Before: computed.Side{Literal: before}, After: computed.Side{Literal: after}}
}

// writeLiteral writes a literal.
func writeLiteral(w *doc.Writer, l *computed.Literal) {
	switch l.Kind {
	case computed.BoolLiteral:
		w.Text(doc.Bool, l.Text)
	case computed.NumberLiteral:
		w.Text(doc.Number, l.Text)
	case computed.StringLiteral:
		writeQuoted(w, doc.String, l.Text)
	default:
		w.Text(doc.Null, "null")
	}
}

// writeQuoted writes a string between quotes, escaped as strconv.Quote does.
func writeQuoted(w *doc.Writer, role doc.Role, s string) {
	if !isPlain(s) {
		w.Text(role, strconv.Quote(s))
		return
	}
	w.Text(role, `"`)
	w.Text(role, s)
	w.Text(role, `"`)
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
