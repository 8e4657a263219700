package renderers

import (
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

// These remarks say what a comparison that is made for people leaves out.
const (
	onlyReordered = " # (reordered only)"
	alsoReordered = " # (also reordered)"
)

// writeElided writes a value on one line, without what is in it, and the remark that says why.
func writeElided(w *doc.Writer, start, end, remark string, d computed.Diff, opts computed.RenderHumanOpts) {
	w.Text(doc.Plain, start+"..."+end)
	w.Text(doc.Comment, remark)
	writeForces(w, &d, opts)
}

// Reordered returns a [List] or a [NestedList] in which the elements that are on both sides come
// in another order. If nothing else changes, it is drawn on one line.
func Reordered(of computed.DiffRenderer) computed.DiffRenderer {
	l, ok := of.(list)
	if !ok {
		return of
	}
	l.reordered = true
	return l
}

// isOnlyReordered reports whether a value is a list in which nothing but the order changes.
func isOnlyReordered(d computed.Diff) bool {
	if d.Action == plans.Create || d.Action == plans.Delete { // its parts need not be made
		return false
	}
	c := d.Renderer.Content()
	if c.Kind != computed.KindList || !slices.Contains(c.Notes, computed.NoteReordered) {
		return false
	}
	for range c.Changed() {
		return false
	}
	return true
}

// isOnlyReordered reports whether nothing but the order changes.
func (r list) isOnlyReordered() bool {
	return r.reordered && !slices.ContainsFunc(r.elements, func(d computed.Diff) bool { return d.Action != plans.NoOp })
}

type order struct {
	NoWarningsRenderer
	only bool
}

// Order stands for the order of the blocks of a type, which changes. only says that nothing else
// changes in them.
func Order(only bool) computed.DiffRenderer { return order{only: only} }

func (r order) Content() computed.Content {
	return computed.Content{Kind: computed.KindList, Form: computed.FormBlock, Notes: []computed.Note{computed.NoteReordered}}
}

func (r order) RenderHuman(w *doc.Writer, d computed.Diff, opts computed.RenderHumanOpts) {
	remark := alsoReordered
	if r.only {
		remark = onlyReordered
	}
	w.Text(doc.Comment, remark[1:])
	writeForces(w, &d, opts)
}

// formatting says what is known of the formatting of a document in a string.
type formatting uint8

const (
	sameFormatting formatting = iota // or it is not known
	alsoFormatting
	onlyFormatting
)

// Document is a string that holds a document of a kind, computed.KindJSON or computed.KindYAML.
// also says that the formatting of parts that do not change is different, too.
func Document(kind computed.Kind, document computed.Diff, also bool) computed.DiffRenderer {
	r := jsonString{kind: kind, document: document}
	if also {
		r.formatting = alsoFormatting
	}
	return r
}

// FormattedDocument is a string in which only the formatting of the document changes. It is drawn
// on one line.
func FormattedDocument(kind computed.Kind, document computed.Diff) computed.DiffRenderer {
	return jsonString{kind: kind, document: document, formatting: onlyFormatting}
}

// writeFormatting says that the formatting changes, too.
func (r jsonString) writeFormatting(w *doc.Writer) {
	if r.formatting == alsoFormatting {
		w.Text(doc.Comment, " # (also formatting)")
	}
}
