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
	cut := 0 // lines that are missing because a fold is full
	write := func(a plans.Action, role doc.Role, line string) {
		if isFull(w) {
			cut++
			return
		}
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
	writeSame := func(n int32) {
		for range n {
			if w.Done() {
				return
			}
			line, is = cutLine(is)
			was = was[min(len(line)+1, len(was)):]
			write(plans.NoOp, doc.String, line)
		}
	}
	addCut := func() {
		writeCut(w, opts, cut)
		cut = 0
	}
	for i, run := range runs {
		if run.Action == plans.NoOp {
			start, hidden, end := run.Lines, int32(0), int32(0)
			if opts.FoldUnchanged && !opts.ShowUnchanged && r.runs != nil && !isFull(w) {
				start, hidden, end = foldLines(run.Lines, i > 0, i < len(runs)-1)
			}
			writeSame(start)
			if hidden > 0 {
				w.Fold(remark(opts), HiddenCount(int(hidden), "unchanged line"), func() {
					writeSame(hidden)
					addCut()
				})
			}
			writeSame(end)
			continue
		}
		for range run.Lines {
			if w.Done() {
				return
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
	addCut()
}

// Of unchanged lines, contextLines are shown beside a change. A fold has at least
// fewestFolded of the others: it takes the place of a line itself.
const (
	contextLines = 3
	fewestFolded = 4
)

// foldLines returns how many unchanged lines are shown, in a fold, and shown again, given
// whether there is a change before them and one after them.
func foldLines(n int32, afterChange, beforeChange bool) (start, hidden, end int32) {
	if afterChange {
		start = contextLines
	}
	if beforeChange {
		end = contextLines
	}
	if hidden = n - start - end; hidden < fewestFolded {
		return n, 0, 0
	}
	return start, hidden, end
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
