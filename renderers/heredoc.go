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
	entries := make([]doc.Entry, len(r.lines))
	spans := make([]doc.Span, len(r.lines))
	for i, l := range r.lines {
		spans[i] = doc.Span{Role: doc.String, Text: l.Text}
		if l.Null {
			spans[i].Role = doc.Null
		}
		entries[i] = doc.Entry{Gutter: actionGutter(l.Action, opts), Value: doc.Inline(spans[i : i+1 : i+1]...), Path: d.Path}
		nodes[i] = &entries[i]
	}
	open := appendForces(doc.Text{plainSpan("<<-EOT")}, d, opts)
	if r.note != "" {
		open = append(open, doc.Span{Role: doc.Comment, Text: " # " + r.note})
	}
	return doc.Value{Text: open, Blocks: []doc.Block{{
		Nodes: nodes,
		Close: blankGutter(opts),
		After: appendNull(doc.Text{plainSpan("EOT")}, d, opts),
	}}}
}
