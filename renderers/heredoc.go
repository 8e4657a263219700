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
	r.render(w, d, opts, Words{})
}

func (r heredoc) render(w *doc.Writer, d computed.Diff, opts computed.RenderHumanOpts, words Words) {
	w.Text(doc.Plain, "<<-EOT")
	writeForces(w, &d, opts)
	if r.note != "" {
		w.Text(doc.Comment, " # "+r.note)
	}
	w.Block(blankGutter(opts), func() {
		l := lineWriter{w: w, opts: opts, path: d.Path}
		l.was = heredocSide{text: HeredocText(r.before), role: lineRole(r.before), changed: words.Before}
		l.is = heredocSide{text: HeredocText(r.after), role: lineRole(r.after), changed: words.After}
		switch {
		case r.runs != nil:
			l.writeRuns(r.runs)
		case d.Action == plans.Delete:
			l.writeAll(&l.was)
		default:
			l.writeAll(&l.is)
		}
		l.addCut()
	})
	w.Text(doc.Plain, "EOT")
	writeNull(w, &d, opts)
}

// lineWriter writes the lines of a heredoc.
type lineWriter struct {
	w       *doc.Writer
	opts    computed.RenderHumanOpts
	path    plans.Path
	was, is heredocSide
	cut     int // lines that are missing because a fold is full
}

// heredocSide is what is left of the text of one side.
type heredocSide struct {
	text    string
	role    doc.Role // of the lines that only this side has
	pos     int32    // of what is left in the whole text
	changed []Range  // those that are left, see [Words]
}

// next takes the next line.
func (s *heredocSide) next() (line string, changed pieces) {
	line, s.text = cutLine(s.text)
	changed = pieces{pos: s.pos}
	s.pos += int32(len(line)) + 1
	changed.ranges, s.changed = cutRanges(s.changed, s.pos)
	return line, changed
}

// writeAll writes all lines of a side, without signs.
func (l *lineWriter) writeAll(s *heredocSide) {
	for range strings.Count(s.text, "\n") + 1 {
		if l.w.Done() {
			return
		}
		l.write(plans.NoOp, s)
	}
}

// writeRuns writes the lines of both sides.
func (l *lineWriter) writeRuns(runs []TextRun) {
	for i, run := range runs {
		if run.Action == plans.NoOp {
			l.writeSame(run.Lines, i > 0, i < len(runs)-1)
			continue
		}
		for range run.Lines {
			if l.w.Done() {
				return
			}
			if run.Action != plans.Create {
				l.write(plans.Delete, &l.was)
			}
			if run.Action != plans.Delete {
				l.write(plans.Create, &l.is)
			}
		}
	}
}

// writeSame writes lines that both sides have, some of them perhaps in a fold, given whether
// there is a change before them and one after them.
func (l *lineWriter) writeSame(n int32, afterChange, beforeChange bool) {
	write := func(n int32) {
		for range n {
			if l.w.Done() {
				return
			}
			l.was.next()
			l.write(plans.NoOp, &l.is)
		}
	}
	start, hidden, end := n, int32(0), int32(0)
	if l.opts.FoldUnchanged && !l.opts.ShowUnchanged && !isFull(l.w) {
		start, hidden, end = foldLines(n, afterChange, beforeChange, l.opts.FoldMore)
	}
	write(start)
	if hidden > 0 {
		l.w.Fold(remark(l.opts), HiddenCount(int(hidden), "unchanged line"), func() {
			write(hidden)
			l.addCut()
		})
	}
	write(end)
}

// write writes the next line of a side.
func (l *lineWriter) write(a plans.Action, s *heredocSide) {
	line, changed := s.next()
	if isFull(l.w) {
		l.cut++
		return
	}
	role := s.role
	if a == plans.NoOp { // so it is text on both sides, even if one of them reads "null"
		role = doc.String
	}
	l.w.Begin(doc.Entry{Gutter: actionGutter(a, l.opts), Path: l.path})
	changed.write(l.w, role, line, nil)
	l.w.End()
}

// addCut adds the number of lines that are missing.
func (l *lineWriter) addCut() {
	writeCut(l.w, l.opts, l.cut)
	l.cut = 0
}

// Of unchanged lines, contextLines are shown beside a change. A fold has at least
// fewestFolded of the others: it takes the place of a line itself. The second numbers are
// for those who want to see little but changes.
const (
	contextLines, lessContext  = 3, 1
	fewestFolded, fewestOfMore = 4, 2
)

// foldLines returns how many unchanged lines are shown, in a fold, and shown again, given
// whether there is a change before them and one after them, and whether more than usual is to be in folds.
func foldLines(n int32, afterChange, beforeChange, more bool) (start, hidden, end int32) {
	contextLines, fewestFolded := int32(contextLines), int32(fewestFolded)
	if more {
		contextLines, fewestFolded = lessContext, fewestOfMore
	}
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
