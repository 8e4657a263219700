package renderers

import (
	"strconv"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/slab"
	"github.com/planfmt/planfmt/plans"
)

type primitive struct {
	NoWarningsRenderer
	before, after         string
	beforeKind, afterKind computed.LiteralKind
	isString              bool
}

func newPrimitive(before, after computed.Literal) primitive {
	return primitive{before: before.Text, beforeKind: before.Kind, after: after.Text, afterKind: after.Kind}
}

func newString(before, after computed.Literal) primitive {
	r := newPrimitive(before, after)
	r.isString = true
	return r
}

// Primitive is a bool or a number, or the null of one.
func Primitive(before, after computed.Literal) computed.DiffRenderer {
	r := newPrimitive(before, after)
	return &r
}

// String is a string on one line, or the null of one.
func String(before, after computed.Literal) computed.DiffRenderer {
	r := newString(before, after)
	return &r
}

// Scalars makes renderers as [Primitive] and [String] do, several in one allocation.
// The zero Scalars is ready to use, by one goroutine.
type Scalars struct{ slab slab.Slab[primitive] }

// scalarsLen is how many renderers are allocated at a time, at most.
const scalarsLen = 32

// Primitive is a bool or a number, or the null of one.
func (s *Scalars) Primitive(before, after computed.Literal) computed.DiffRenderer {
	return s.take(newPrimitive(before, after))
}

// String is a string on one line, or the null of one.
func (s *Scalars) String(before, after computed.Literal) computed.DiffRenderer {
	return s.take(newString(before, after))
}

// Reset makes the memory of all renderers that were made available again. None of them may be in use any more.
func (s *Scalars) Reset() { s.slab.Reset() }

func (s *Scalars) take(r primitive) computed.DiffRenderer {
	return &append(s.slab.Take(1, scalarsLen), r)[0]
}

func (r *primitive) Content() computed.Content {
	return scalarContent(computed.Literal{Kind: r.beforeKind, Text: r.before}, computed.Literal{Kind: r.afterKind, Text: r.after})
}

func (r *primitive) RenderHuman(w *doc.Writer, d computed.Diff, opts computed.RenderHumanOpts) {
	r.write(w, &d, opts)
}

func (r *primitive) write(w *doc.Writer, d *computed.Diff, opts computed.RenderHumanOpts) {
	if r.isString && r.beforeKind != computed.StringLiteral {
		opts.NoNullSuffix = true
	}
	switch d.Action {
	case plans.Delete:
		writeLiteral(w, r.beforeKind, r.before)
	case plans.Update:
		writeLiteral(w, r.beforeKind, r.before)
		w.Text(doc.Arrow, " -> ")
		writeLiteral(w, r.afterKind, r.after)
	default:
		writeLiteral(w, r.afterKind, r.after)
	}
	writeSuffixes(w, d, opts)
}

// append appends the same as write writes, for a [doc.Direct].
func (r *primitive) append(text []byte, d *computed.Diff, opts computed.RenderHumanOpts) []byte {
	switch d.Action {
	case plans.Delete:
		text = appendLiteral(text, r.beforeKind, r.before)
		if !opts.NoNullSuffix && (!r.isString || r.beforeKind == computed.StringLiteral) {
			text = append(text, " -> null"...)
		}
	case plans.Update:
		text = append(appendLiteral(text, r.beforeKind, r.before), " -> "...)
		text = appendLiteral(text, r.afterKind, r.after)
	default:
		text = appendLiteral(text, r.afterKind, r.after)
	}
	if hasForces(d, opts) {
		text = append(text, forcesReplacement...)
	}
	return text
}

// appendLiteral appends the same as writeLiteral writes.
func appendLiteral(text []byte, kind computed.LiteralKind, s string) []byte {
	switch kind {
	case computed.BoolLiteral, computed.NumberLiteral, computed.SpelledLiteral:
		return append(text, s...)
	case computed.StringLiteral:
		return appendQuoted(text, s)
	}
	return append(text, "null"...)
}

// appendQuoted appends a string between quotes, escaped as strconv.Quote does.
func appendQuoted(text []byte, s string) []byte {
	if !isPlain(s) {
		return strconv.AppendQuote(text, s)
	}
	return append(append(append(text, '"'), s...), '"')
}

// scalarContent returns the content of a value without parts.
func scalarContent(before, after computed.Literal) computed.Content {
	return computed.Content{Kind: computed.KindScalar, Before: computed.Side{Literal: before}, After: computed.Side{Literal: after}}
}

// writeLiteral writes a literal, given its text.
func writeLiteral(w *doc.Writer, kind computed.LiteralKind, text string) {
	switch kind {
	case computed.BoolLiteral:
		w.Text(doc.Bool, text)
	case computed.NumberLiteral, computed.SpelledLiteral:
		w.Text(doc.Number, text)
	case computed.StringLiteral:
		writeQuoted(w, doc.String, text)
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
		if escaped[s[i]] {
			return false
		}
	}
	return true
}

// escaped says which bytes may have to be escaped between quotes.
var escaped = func() (all [256]bool) {
	for c := range all {
		all[c] = c < ' ' || c > '~' || c == '"' || c == '\\'
	}
	return all
}()
