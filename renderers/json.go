package renderers

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

// jsonString is a string that holds a document, of JSON or YAML.
type jsonString struct {
	NoWarningsRenderer
	kind        computed.Kind // KindJSON or KindYAML
	document    computed.Diff
	reformatted bool
	respelled   bool // with reformatted
	formatting  formatting
}

// JSON is a string that holds a JSON document.
func JSON(document computed.Diff) computed.DiffRenderer {
	return jsonString{kind: computed.KindJSON, document: document}
}

// ReformattedJSON is a string in which nothing changes but white space around the parts of the JSON document.
func ReformattedJSON(document computed.Diff) computed.DiffRenderer {
	return jsonString{kind: computed.KindJSON, document: document, reformatted: true}
}

// RespelledJSON is a string that changes although the JSON document in it does not: the order of members changes, or how
// characters are spelled, and maybe white space, too.
func RespelledJSON(document computed.Diff) computed.DiffRenderer {
	return jsonString{kind: computed.KindJSON, document: document, reformatted: true, respelled: true}
}

func (r jsonString) Content() computed.Content {
	document := computed.Part{Role: computed.PartDocument, Diff: r.document, Context: r.reformatted}
	c := computed.Content{Kind: r.kind, Parts: func(yield func(computed.Part) bool) { yield(document) }}
	switch {
	case r.respelled:
		c.Notes = []computed.Note{computed.NoteFormatting}
	case r.reformatted:
		c.Notes = []computed.Note{computed.NoteWhitespace}
	}
	if r.formatting != sameFormatting {
		c.Notes = append(c.Notes, computed.NoteFormatting)
	}
	return c
}

// Rebuild replaces the document.
func (r jsonString) Rebuild(parts computed.Replacement) computed.DiffRenderer {
	r.document = parts.Diff(r.document)
	return r
}

func (r jsonString) RenderHuman(w *doc.Writer, d computed.Diff, opts computed.RenderHumanOpts) {
	name := "jsonencode("
	if r.kind == computed.KindYAML {
		name = "yamlencode("
	}
	if r.formatting == onlyFormatting {
		writeElided(w, name, ")", " # (formatting only)", d, opts)
		return
	}
	if isOnlyReordered(r.document) {
		remark := onlyReordered
		if r.formatting == alsoFormatting {
			remark = " # (order and formatting only)"
		}
		writeElided(w, name, ")", remark, d, opts)
		return
	}
	inner := partOpts(opts)
	inner.NoNullSuffix = true
	if r.reformatted {
		inner.ShowUnchanged = true
	}
	document := func() { r.document.RenderHuman(w, inner) }
	w.Text(doc.Plain, name)
	if w.OneLine(document) {
		document()
		w.Text(doc.Plain, ")")
		r.writeFormatting(w)
		r.writeRemark(w, d, opts)
		return
	}
	r.writeFormatting(w)
	if r.reformatted {
		r.writeRemark(w, d, opts)
	}
	w.Block(blankGutter(opts), func() {
		a := plans.NoOp
		if r.document.Action == plans.Update {
			a = plans.Update
		}
		w.Begin(doc.Entry{Gutter: actionGutter(a, opts), Path: d.Path})
		document()
		if !r.reformatted {
			r.writeRemark(w, d, opts)
		}
		w.End()
	})
	w.Text(doc.Plain, ")")
	writeNull(w, &d, opts)
}

// writeRemark writes that the value forces replacement, or that only white space or the spelling changes.
func (r jsonString) writeRemark(w *doc.Writer, d computed.Diff, opts computed.RenderHumanOpts) {
	switch {
	case r.respelled && hasForces(&d, opts):
		w.Text(doc.Comment, " # formatting changes force replacement")
	case r.respelled:
		w.Text(doc.Comment, " # formatting changes")
	case !r.reformatted:
		writeForces(w, &d, opts)
	case hasForces(&d, opts):
		w.Text(doc.Comment, " # whitespace changes force replacement")
	default:
		w.Text(doc.Comment, " # whitespace changes")
	}
}
