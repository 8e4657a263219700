package renderers

import (
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

func (r heredoc) RenderHuman(w *doc.Writer, d computed.Diff, opts computed.RenderHumanOpts) {
	w.Text(doc.Plain, "<<-EOT")
	writeForces(w, d, opts)
	if r.note != "" {
		w.Text(doc.Comment, " # "+r.note)
	}
	w.Block(blankGutter(opts), func() { r.writeLines(w, d, opts) })
	w.Text(doc.Plain, "EOT")
	writeNull(w, d, opts)
}

func (r heredoc) writeLines(w *doc.Writer, d computed.Diff, opts computed.RenderHumanOpts) {
	for _, run := range r.runs {
		role := doc.String
		if run.Null {
			role = doc.Null
		}
		entry := doc.Entry{Gutter: actionGutter(run.Action, opts), Path: d.Path}
		for line := range strings.SplitSeq(run.Text, "\n") {
			if w.Done() {
				return
			}
			w.Begin(entry)
			w.Text(role, line)
			w.End()
		}
	}
}
