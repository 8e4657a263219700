package renderers

import (
	"iter"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

// TextRun is one or more lines of a heredoc that follow one another.
type TextRun struct {
	Text   string       // the lines, with line feeds between them
	Action plans.Action // NoOp, Create or Delete
	Null   bool         // the line is not text, but the word null for a side that is null
}

type heredoc struct {
	NoWarningsRenderer
	before, after computed.Literal
	runs          []TextRun
	note          string
}

// Heredoc is a string of several lines. runs has those of both sides, aligned. note is
// a remark on what they do not show, or empty.
func Heredoc(before, after computed.Literal, runs []TextRun, note string) computed.DiffRenderer {
	return heredoc{before: before, after: after, runs: runs, note: note}
}

func (r heredoc) Content() computed.Content {
	c := scalarContent(r.before, r.after)
	if r.note != "" {
		c.Notes = []computed.Note{computed.NoteWhitespace}
	}
	return c
}

func (r heredoc) RenderHuman(d computed.Diff, opts computed.RenderHumanOpts) doc.Value {
	open := appendForces(doc.Text{plainSpan("<<-EOT")}, d, opts)
	if r.note != "" {
		open = append(open, doc.Span{Role: doc.Comment, Text: " # " + r.note})
	}
	return doc.Value{Text: open, Blocks: []doc.Block{{
		Nodes: r.nodes(d, opts),
		Close: blankGutter(opts),
		After: appendNull(doc.Text{plainSpan("EOT")}, d, opts),
	}}}
}

// nodes yields the lines.
func (r heredoc) nodes(d computed.Diff, opts computed.RenderHumanOpts) iter.Seq[doc.Node] {
	return func(yield func(doc.Node) bool) {
		text := make(doc.Text, 1)
		entry := doc.Entry{Value: doc.Value{Text: text}, Path: d.Path}
		for _, run := range r.runs {
			role := doc.String
			if run.Null {
				role = doc.Null
			}
			entry.Gutter = actionGutter(run.Action, opts)
			for line := range strings.SplitSeq(run.Text, "\n") {
				text[0] = doc.Span{Role: role, Text: line}
				if !yield(&entry) {
					return
				}
			}
		}
	}
}
