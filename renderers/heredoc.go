package renderers

import (
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

// TextRun says what happens to one or more lines that follow one another.
type TextRun struct {
	// Action is NoOp for lines that both sides have, Delete or Create for lines of one
	// side, and Update for lines of both sides: a line that is deleted, one that is
	// created, and so on.
	Action plans.Action
	Lines  int32 // how many lines, on each side that has them
}

type heredoc struct {
	NoWarningsRenderer
	before, after computed.Literal
	runs          []TextRun
	note          string
}

// Heredoc is a string of several lines. runs has the lines of the [HeredocText] of both
// sides, aligned; nil if only one of the texts is drawn. note is a remark on what they do
// not show, or empty.
func Heredoc(before, after computed.Literal, runs []TextRun, note string) computed.DiffRenderer {
	return heredoc{before: before, after: after, runs: runs, note: note}
}

// HeredocText returns the lines that a heredoc draws for one side: the text without the
// white space around it. A string of one line stays as it is, and a null becomes the
// word.
func HeredocText(l computed.Literal) string {
	switch {
	case l.Kind != computed.StringLiteral:
		return "null"
	case !strings.Contains(l.Text, "\n"):
		return l.Text
	}
	return strings.TrimSpace(l.Text)
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
	entry := doc.Entry{Path: d.Path}
	write := func(a plans.Action, role doc.Role, line string) {
		entry.Gutter = actionGutter(a, opts)
		w.Begin(entry)
		w.Text(role, line)
		w.End()
	}
	was, is, runs := HeredocText(r.before), HeredocText(r.after), r.runs
	if runs == nil {
		if d.Action == plans.Delete {
			is = was
		}
		runs = []TextRun{{Lines: int32(strings.Count(is, "\n") + 1)}}
	}
	var line string
	for _, run := range runs {
		for range run.Lines {
			if w.Done() {
				return
			}
			if run.Action == plans.NoOp {
				line, is = cutLine(is)
				was = was[min(len(line)+1, len(was)):]
				write(plans.NoOp, doc.String, line)
				continue
			}
			if run.Action != plans.Create {
				line, was = cutLine(was)
				write(plans.Delete, lineRole(r.before), line)
			}
			if run.Action != plans.Delete {
				line, is = cutLine(is)
				write(plans.Create, lineRole(r.after), line)
			}
		}
	}
}

// cutLine returns the first line of a text, and the others.
func cutLine(text string) (line, rest string) {
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		return text[:i], text[i+1:]
	}
	return text, ""
}

// lineRole returns the role of the lines of one side, which is the word null if there is
// no text.
func lineRole(l computed.Literal) doc.Role {
	if l.Kind != computed.StringLiteral {
		return doc.Null
	}
	return doc.String
}
