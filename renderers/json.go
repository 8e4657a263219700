package renderers

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

type jsonString struct {
	NoWarningsRenderer
	document    computed.Diff
	reformatted bool
}

// JSON is a string that holds a JSON document.
func JSON(document computed.Diff) computed.DiffRenderer {
	return jsonString{document: document}
}

// ReformattedJSON is a string that changes although the JSON document in it does not.
func ReformattedJSON(document computed.Diff) computed.DiffRenderer {
	return jsonString{document: document, reformatted: true}
}

func (r jsonString) Content() computed.Content {
	c := computed.Content{Kind: computed.KindJSON, Parts: computed.OnePart(computed.PartDocument, r.document)}
	if r.reformatted {
		c.Notes = []computed.Note{computed.NoteWhitespace}
	}
	return c
}

// Rebuild replaces the document.
func (r jsonString) Rebuild(replace func(computed.Diff) computed.Diff) computed.DiffRenderer {
	r.document = replace(r.document)
	return r
}

func (r jsonString) RenderHuman(d computed.Diff, opts computed.RenderHumanOpts) doc.Value {
	inner := partOpts(opts)
	inner.NoNullSuffix = true
	var note []doc.Span
	if r.reformatted {
		inner.ShowUnchanged = true
		text := " # whitespace changes"
		if hasForces(d, opts) {
			text = " # whitespace changes force replacement"
		}
		note = []doc.Span{{Role: doc.Comment, Text: text}}
	}
	v := r.document.RenderHuman(inner)
	if v.OneLine() {
		v = v.Prepend(plainSpan("jsonencode(")).Append(plainSpan(")"))
		if r.reformatted {
			return v.Append(note...)
		}
		return v.Append(appendForces(nil, d, opts)...)
	}
	if !r.reformatted {
		v = v.Append(appendForces(nil, d, opts)...)
	}
	a := plans.NoOp
	if r.document.Action == plans.Update {
		a = plans.Update
	}
	return doc.Value{
		Text: append(doc.Text{plainSpan("jsonencode(")}, note...),
		Blocks: []doc.Block{{
			Nodes: nodes(&doc.Entry{Gutter: actionGutter(a, opts), Value: v, Path: d.Path}),
			Close: blankGutter(opts),
			After: appendNull(doc.Text{plainSpan(")")}, d, opts),
		}},
	}
}
