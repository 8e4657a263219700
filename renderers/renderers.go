// Package renderers has the kinds of values that a diff is made of, a file for
// each, and in body.go the one loop that hides, counts and lays out members.
//
// A renderer holds the result of a comparison and says how it reads. It never
// compares, and the text that it gives is meaning (doc.Value), not characters
// on a line.
package renderers

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

// NoWarningsRenderer is embedded by renderers that have nothing to warn about.
type NoWarningsRenderer struct{}

// WarningsHuman gives no warnings.
func (NoWarningsRenderer) WarningsHuman(computed.Diff, computed.RenderHumanOpts) []doc.Text {
	return nil
}

// form is the one of a container of attributes' values.
func form(nested bool) computed.Form {
	if nested {
		return computed.FormNestedAttribute
	}
	return computed.FormValue
}

// scalar is the content of a value without parts.
func scalar(before, after computed.Literal) computed.Content {
	return computed.Content{Kind: computed.KindScalar, Before: computed.Side{Literal: before}, After: computed.Side{Literal: after}}
}

// forces is the mark of a value that forces the replacement.
func forces(d computed.Diff, opts computed.RenderHumanOpts) []doc.Span {
	if (d.Replace || opts.Forces) && !opts.NoForces {
		return []doc.Span{{Role: doc.Forces, Text: " # forces replacement"}}
	}
	return nil
}

// nullSuffix is what follows a deleted value.
func nullSuffix(d computed.Diff, opts computed.RenderHumanOpts) []doc.Span {
	if d.Action == plans.Delete && !opts.NoNullSuffix {
		return []doc.Span{{Role: doc.NullNote, Text: " -> null"}}
	}
	return nil
}

// suffixes are both, for values that carry them at the end.
func suffixes(d computed.Diff, opts computed.RenderHumanOpts) []doc.Span {
	return append(nullSuffix(d, opts), forces(d, opts)...)
}

// gutter is the one of a member with the action.
func gutter(a plans.Action, opts computed.RenderHumanOpts) doc.Gutter {
	switch {
	case opts.HideSigns:
		return doc.Gutter{Kind: doc.NoGutter}
	case a == plans.NoOp:
		return doc.Gutter{Kind: doc.Blank}
	}
	return doc.Gutter{Kind: doc.Signed, Sign: doc.SignOf(a)}
}

// blank is the gutter of lines without an action: closings and counts.
func blank(opts computed.RenderHumanOpts) doc.GutterKind {
	if opts.HideSigns {
		return doc.NoGutter
	}
	return doc.Blank
}

// below is what a container hands down: everything but what is said of
// itself alone.
func below(opts computed.RenderHumanOpts) computed.RenderHumanOpts {
	opts.Forces, opts.NoForces = false, false
	return opts
}

func plain(text string) doc.Span { return doc.Span{Role: doc.Plain, Text: text} }

// bracketed is a value in brackets, with a block of lines in them.
func bracketed(open, closing string, nodes []doc.Node, d computed.Diff, opts computed.RenderHumanOpts) doc.Value {
	first := append(doc.Text{plain(open)}, forces(d, opts)...)
	last := append(doc.Text{plain(closing)}, nullSuffix(d, opts)...)
	return doc.Value{Parts: []doc.Part{first, doc.Block{Nodes: nodes, Close: blank(opts)}, last}}
}

// empty is a value in brackets with nothing in them, on one line.
func empty(brackets string, d computed.Diff, opts computed.RenderHumanOpts) doc.Value {
	return doc.Of(append([]doc.Span{plain(brackets)}, suffixes(d, opts)...)...)
}
