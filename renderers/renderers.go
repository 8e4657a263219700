// Package renderers has the kinds of values in a [computed.Diff]. Each kind has a file
// of its own, and a function that returns a renderer with the result of a comparison.
// Package differ calls these functions; programs can call them, too.
//
// Kinds with members share the loop in body.go, which hides, counts and lays them out.
//
// A renderer never compares. What it returns is text with meaning, a [doc.Value]; it
// never indents, colours or escapes.
package renderers

import (
	"iter"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

// NoWarningsRenderer is for renderers to embed that have no warnings.
type NoWarningsRenderer struct{}

// WarningsHuman returns nil.
func (NoWarningsRenderer) WarningsHuman(computed.Diff, computed.RenderHumanOpts) []doc.Text {
	return nil
}

// partOpts returns the options for the parts of a value: all but those that are only
// for the value itself.
func partOpts(opts computed.RenderHumanOpts) computed.RenderHumanOpts {
	opts.Forces = computed.ForcesByDiff
	return opts
}

// moveForces moves the mark that a value forces replacement to its parts, by changing
// the value's options and those of the parts.
func moveForces(d *computed.Diff, opts, parts *computed.RenderHumanOpts) {
	if d.Replace || opts.Forces == computed.ForcesAlways {
		parts.Forces = computed.ForcesAlways
	}
	d.Replace, opts.Forces = false, computed.ForcesByDiff
}

// appendForces appends the mark that a value forces replacement, if it has one.
func appendForces(t doc.Text, d computed.Diff, opts computed.RenderHumanOpts) doc.Text {
	if hasForces(d, opts) {
		return append(t, doc.Span{Role: doc.Forces, Text: " # forces replacement"})
	}
	return t
}

// hasForces reports whether a value has the mark that it forces replacement.
func hasForces(d computed.Diff, opts computed.RenderHumanOpts) bool {
	return opts.Forces == computed.ForcesAlways || opts.Forces == computed.ForcesByDiff && d.Replace
}

// appendNull appends what follows a value that is deleted.
func appendNull(t doc.Text, d computed.Diff, opts computed.RenderHumanOpts) doc.Text {
	if d.Action == plans.Delete && !opts.NoNullSuffix {
		return append(t, doc.Span{Role: doc.NullNote, Text: " -> null"})
	}
	return t
}

// appendSuffixes appends both, for a value that has them at its end.
func appendSuffixes(t doc.Text, d computed.Diff, opts computed.RenderHumanOpts) doc.Text {
	return appendForces(appendNull(t, d, opts), d, opts)
}

// actionGutter returns the gutter of a member with an action.
func actionGutter(a plans.Action, opts computed.RenderHumanOpts) doc.Gutter {
	if a == plans.NoOp || opts.HideSigns {
		return doc.Gutter{Kind: blankGutter(opts)}
	}
	return doc.Gutter{Kind: doc.Signed, Sign: doc.ActionSign(a)}
}

// blankGutter returns the gutter of a line without an action: a closing bracket or a
// count, for example.
func blankGutter(opts computed.RenderHumanOpts) doc.GutterKind {
	if opts.HideSigns {
		return doc.NoGutter
	}
	return doc.Blank
}

func plainSpan(text string) doc.Span { return doc.Span{Role: doc.Plain, Text: text} }

// bracketed returns a value that begins and ends with a bracket. The nodes are between
// the brackets, on lines of their own.
func bracketed(brackets string, nodes iter.Seq[doc.Node], d computed.Diff, opts computed.RenderHumanOpts) doc.Value {
	return doc.Value{
		Text: appendForces(doc.Text{plainSpan(brackets[:1])}, d, opts),
		Blocks: []doc.Block{{
			Nodes: nodes,
			Close: blankGutter(opts),
			After: appendNull(doc.Text{plainSpan(brackets[1:])}, d, opts),
		}},
	}
}

// nodes yields a single node.
func nodes(n doc.Node) iter.Seq[doc.Node] {
	return func(yield func(doc.Node) bool) { yield(n) }
}

// emptyBrackets returns a value in brackets that has no members, on one line.
func emptyBrackets(brackets string, d computed.Diff, opts computed.RenderHumanOpts) doc.Value {
	return doc.Value{Text: appendSuffixes(doc.Text{plainSpan(brackets)}, d, opts)}
}
