package renderers

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

// TextLine is a line of a heredoc: kept (NoOp), added or removed. Null says that
// it is the word for a side that is null, not text.
type TextLine struct {
	Text   string
	Action plans.Action
	Null   bool
}

type heredoc struct {
	NoWarningsRenderer
	before, after computed.Literal
	lines         []TextLine
	note          string
}

// Heredoc is a string of several lines. The lines are those of both sides,
// aligned; note, if not empty, is a remark on what they do not show.
func Heredoc(before, after computed.Literal, lines []TextLine, note string) computed.DiffRenderer {
	return heredoc{before: before, after: after, lines: lines, note: note}
}

func (r heredoc) Content() computed.Content {
	c := scalar(r.before, r.after)
	if r.note != "" {
		c.Notes = []computed.Note{computed.NoteWhitespace}
	}
	return c
}

func (r heredoc) RenderHuman(d computed.Diff, opts computed.RenderHumanOpts) doc.Value {
	nodes := make([]doc.Node, len(r.lines))
	for i, l := range r.lines {
		role := doc.String
		if l.Null {
			role = doc.Null
		}
		nodes[i] = doc.Entry{
			Gutter: gutter(l.Action, opts),
			Value:  doc.Of(doc.Span{Role: role, Text: l.Text}),
			Path:   d.Path,
		}
	}
	open := append(doc.Text{plain("<<-EOT")}, forces(d, opts)...)
	if r.note != "" {
		open = append(open, doc.Span{Role: doc.Comment, Text: " # " + r.note})
	}
	return doc.Value{Parts: []doc.Part{
		open,
		doc.Block{Nodes: nodes, Close: blank(opts)},
		append(doc.Text{plain("EOT")}, nullSuffix(d, opts)...),
	}}
}

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
	inner := below(opts)
	inner.NoNullSuffix = true
	var note []doc.Span
	if r.reformatted {
		inner.ShowUnchanged = true
		text := " # whitespace changes"
		if len(forces(d, opts)) > 0 {
			text = " # whitespace changes force replacement"
		}
		note = []doc.Span{{Role: doc.Comment, Text: text}}
	}
	v := r.document.RenderHuman(inner)
	if v.OneLine() {
		v = v.Prepend(plain("jsonencode(")).Append(plain(")"))
		if r.reformatted {
			return v.Append(note...)
		}
		return v.Append(forces(d, opts)...)
	}
	if !r.reformatted {
		v = v.Append(forces(d, opts)...)
	}
	a := plans.NoOp
	if r.document.Action == plans.Update {
		a = plans.Update
	}
	return doc.Value{Parts: []doc.Part{
		append(doc.Text{plain("jsonencode(")}, note...),
		doc.Block{
			Nodes: []doc.Node{doc.Entry{Gutter: gutter(a, opts), Value: v, Path: d.Path}},
			Close: blank(opts),
		},
		append(doc.Text{plain(")")}, nullSuffix(d, opts)...),
	}}
}
