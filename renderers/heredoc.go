package renderers

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

// TextLine is a line of a heredoc.
type TextLine struct {
	Text   string
	Action plans.Action // NoOp, Create or Delete
	Null   bool         // the line is not text, but the word null for a side that is null
}

type heredoc struct {
	NoWarningsRenderer
	before, after computed.Literal
	lines         []TextLine
	note          string
}

// Heredoc is a string of several lines. lines has those of both sides, aligned. note is
// a remark on what they do not show, or empty.
func Heredoc(before, after computed.Literal, lines []TextLine, note string) computed.DiffRenderer {
	return heredoc{before: before, after: after, lines: lines, note: note}
}

func (r heredoc) Content() computed.Content {
	c := scalarContent(r.before, r.after)
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
			Gutter: actionGutter(l.Action, opts),
			Value:  doc.Inline(doc.Span{Role: role, Text: l.Text}),
			Path:   d.Path,
		}
	}
	open := append(doc.Text{plainSpan("<<-EOT")}, forcesMark(d, opts)...)
	if r.note != "" {
		open = append(open, doc.Span{Role: doc.Comment, Text: " # " + r.note})
	}
	return doc.Value{Parts: []doc.Part{
		open,
		doc.Block{Nodes: nodes, Close: blankGutter(opts)},
		append(doc.Text{plainSpan("EOT")}, nullSuffix(d, opts)...),
	}}
}
