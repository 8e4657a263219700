// Package renderers has the kinds of values in a [computed.Diff]. Each kind has a file
// of its own, and a function that returns a renderer with the result of a comparison.
// Package differ calls these functions; programs can call them, too.
//
// Kinds with members share the loop in body.go, which hides, counts and lays them out.
//
// A renderer never compares. What it writes is text with meaning, to a [doc.Writer]; it
// never indents, colours or escapes.
//
// To add a renderer for a new kind of value, write a type that implements [computed.DiffRenderer] in a file of its own: Content for
// machines, and RenderHuman for people, which writes to a [doc.Writer]. If it has members, body.go writes them one by one: nobody
// ever holds the text of a whole value. If it has parts, it also implements [computed.Rebuilder], and has a row in the tests of
// Transform. A renderer never asks for the type of another one; it asks for its Content. Hidden parts are made only when they are
// wanted ([computed.Unchanged]): a format that cannot fold them should not ask for them.
package renderers

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// NoWarningsRenderer is for renderers to embed that have no warnings.
type NoWarningsRenderer struct{}

// WarningsHuman returns nil.
func (NoWarningsRenderer) WarningsHuman(computed.Diff, computed.RenderHumanOpts) [][]doc.Span {
	return nil
}

// partOpts returns the options for the parts of a value: all but those that are only
// for the value itself.
func partOpts(opts computed.RenderHumanOpts) computed.RenderHumanOpts {
	opts.Forces, opts.RefinementApart = computed.ForcesByDiff, false
	return opts
}

// drawsAll reports whether the parts that do not change are drawn, in a fold or not.
func drawsAll(opts computed.RenderHumanOpts) bool {
	return opts.ShowUnchanged || opts.FoldUnchanged
}

// moveForces moves the mark that a value forces replacement to its parts, by changing
// the value's options and those of the parts.
func moveForces(d *computed.Diff, opts, parts *computed.RenderHumanOpts) {
	if d.Replace || opts.Forces == computed.ForcesAlways {
		parts.Forces = computed.ForcesAlways
	}
	d.Replace, opts.Forces = false, computed.ForcesByDiff
}

// writeRefinement writes what is already known about a value that is known only after apply.
func writeRefinement(w *doc.Writer, r *values.Refinement) {
	if r != nil {
		w.Text(doc.Comment, " # "+computed.RefinementText(r))
	}
}

// forcesReplacement is the mark that a value forces replacement.
const forcesReplacement = " # forces replacement"

// writeForces writes the mark that a value forces replacement, if it has one.
func writeForces(w *doc.Writer, d *computed.Diff, opts computed.RenderHumanOpts) {
	if hasForces(d, opts) {
		w.Text(doc.Forces, forcesReplacement)
	}
}

// hasForces reports whether a value has the mark that it forces replacement.
func hasForces(d *computed.Diff, opts computed.RenderHumanOpts) bool {
	return opts.Forces == computed.ForcesAlways || opts.Forces == computed.ForcesByDiff && d.Replace
}

// writeNull writes what follows a value that is deleted.
func writeNull(w *doc.Writer, d *computed.Diff, opts computed.RenderHumanOpts) {
	if d.Action == plans.Delete && !opts.NoNullSuffix {
		w.Text(doc.NullNote, " -> null")
	}
}

// writeSuffixes writes both, for a value that has them at its end.
func writeSuffixes(w *doc.Writer, d *computed.Diff, opts computed.RenderHumanOpts) {
	writeNull(w, d, opts)
	writeForces(w, d, opts)
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

// writeBrackets writes a value that begins and ends with a bracket. body writes the lines
// between the brackets.
func writeBrackets(w *doc.Writer, brackets string, d computed.Diff, opts computed.RenderHumanOpts, body func()) {
	writeRemarkedBrackets(w, brackets, "", d, opts, body)
}

// writeRemarkedBrackets does the same with a remark behind the first bracket, which may be
// empty.
func writeRemarkedBrackets(w *doc.Writer, brackets, remark string, d computed.Diff, opts computed.RenderHumanOpts, body func()) {
	w.Text(doc.Plain, brackets[:1])
	if remark != "" {
		w.Text(doc.Comment, remark)
	}
	writeForces(w, &d, opts)
	w.Block(blankGutter(opts), body)
	w.Text(doc.Plain, brackets[1:])
	writeNull(w, &d, opts)
}

// writeEmptyBrackets writes a value in brackets that has no members, on one line.
func writeEmptyBrackets(w *doc.Writer, brackets string, d computed.Diff, opts computed.RenderHumanOpts) {
	w.Text(doc.Plain, brackets)
	writeSuffixes(w, &d, opts)
}
