package doc

import (
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/plans"
)

// Lines yields what a function writes, line by line. The text of a line is valid until
// the next one is asked for. Each time somebody ranges over the lines, the function is
// called again.
func Lines(write func(*Writer)) iter.Seq[Line] {
	return func(yield func(Line) bool) { write(newWriter(yield)) }
}

// ValueLines yields the lines of a value, which a function writes without an entry around
// it. Its first line stands in column 0, the others where they would stand at depth 0.
func ValueLines(write func(*Writer)) iter.Seq[Line] {
	return Lines(func(w *Writer) {
		w.Begin(Entry{})
		write(w)
		w.End()
	})
}

// Writer turns what is written to it into lines. A value is written by [Writer.Text] and,
// if it takes several lines, [Writer.Block]. A container writes each of its members as an
// entry: [Writer.Begin], a key if there is one, the value, [Writer.End].
//
// A Writer is for one goroutine, and valid until the function that it is passed to
// returns.
type Writer struct {
	yield func(Line) bool
	to    Notation // if not nil, the lines go there, and the text of the line has no runs
	begin int      // where the current line begins in that text
	base  int      // where its own text does
	done  bool     // nobody wants more lines

	line    Line // the current line
	depth   int  // of the current line
	shift   int  // columns by which lines move
	subject *Subject
	fold    int          // how many folds are open
	folded  int          // the size of the outermost one so far
	path    plans.Path   // of the current entry
	outer   []plans.Path // of the entries around it, outermost first

	opening []Span // for AppendToOpening; the last one is appended first
	trying  bool   // OneLine is looking at a value, and no line is complete
	broken  bool   // that value takes more than one line

	// The text, its runs and the outer paths begin in these, so that most Writers are a
	// single allocation.
	bytes [256]byte
	runs  [12]Run
	paths [8]plans.Path
}

func newWriter(yield func(Line) bool) *Writer {
	w := &Writer{yield: yield}
	w.line.Text = Text{w.bytes[:0], w.runs[:0]}
	w.outer = w.paths[:0]
	return w
}

// Done reports whether nobody wants more lines. Whatever is still written is dropped. A
// function that writes many lines should return then.
func (w *Writer) Done() bool { return w.done }

// Text writes text on the current line.
func (w *Writer) Text(role Role, text string) {
	if w.to != nil {
		w.line.Text.Bytes = append(w.line.Text.Bytes, text...)
		return
	}
	w.line.Text.Add(role, text)
}

// Spans writes spans on the current line.
func (w *Writer) Spans(spans ...Span) {
	for i := range spans {
		if w.to != nil {
			w.line.Text.Bytes = append(w.line.Text.Bytes, spans[i].Text...)
		} else {
			w.line.Text.AddSpan(spans[i])
		}
	}
}

// IsDirect reports whether the lines go straight to the text of a [Direct]. Then nobody asks for their roles and paths, and
// [Writer.BeginDirect] may be called.
func (w *Writer) IsDirect() bool { return w.to != nil && w.fold == 0 }

// BeginDirect begins an entry that takes one line, and returns the text so far, to which the caller appends that of the line.
// [Writer.EndDirect] must follow.
func (w *Writer) BeginDirect(g Gutter) []byte {
	w.start(BodyLine, w.depth, 0, g)
	return w.line.Text.Bytes
}

// EndDirect ends the entry, given the text with the line.
func (w *Writer) EndDirect(text []byte) {
	w.line.Text.Bytes = text
	w.emit()
}

// Align writes blanks until the text of the current line has this width, in characters.
func (w *Writer) Align(width int) {
	if width -= utf8.RuneCount(w.line.Text.Bytes[w.base:]); width > 0 {
		w.Text(Plain, blanks(width))
	}
}

// Begin begins an entry, on a line of its own. [Writer.End] must follow.
func (w *Writer) Begin(e Entry) {
	w.outer = append(w.outer, w.path)
	if !e.Path.IsEmpty() {
		w.path = e.Path
	}
	w.start(BodyLine, w.depth, e.Pad, e.Gutter)
}

// End ends the entry that was begun last.
func (w *Writer) End() {
	w.emit()
	last := len(w.outer) - 1
	w.path, w.outer = w.outer[last], w.outer[:last]
}

// Line writes an entry that is a line of text.
func (w *Writer) Line(e Entry, text ...Span) {
	w.Begin(e)
	w.Spans(text...)
	w.End()
}

// Block ends the current line, calls body, which writes entries one level deeper, and
// begins another line of the same entry. The gutter of that line is of the kind end: Blank,
// or NoGutter where gutters are hidden. Even if body writes nothing, `{` and `}` stand on
// lines of their own. If nobody wants the lines, Block does not call body.
func (w *Writer) Block(end GutterKind, body func()) {
	if w.trying {
		w.broken = true
		return
	}
	for i := len(w.opening) - 1; i >= 0; i-- {
		w.Spans(w.opening[i])
	}
	w.opening = w.opening[:0]
	w.emit()
	if w.done {
		return
	}
	w.depth++
	body()
	w.depth--
	w.start(BodyLine, w.depth, 0, Gutter{Kind: end})
}

// AppendToOpening calls a function that writes a value, and appends a span to the
// value's first line: behind the bracket that opens a block, or at the end of a value of
// one line.
func (w *Writer) AppendToOpening(s Span, value func()) {
	n := len(w.opening)
	w.opening = append(w.opening, s)
	value()
	if len(w.opening) > n {
		w.opening = w.opening[:n]
		w.Spans(s)
	}
}

// OneLine reports whether the value that a function writes takes a single line. Nothing
// that the function writes becomes part of a line, so it must be called again for that,
// and write the same.
func (w *Writer) OneLine(value func()) bool {
	trying, broken := w.trying, w.broken
	text := &w.line.Text
	n, runs := len(text.Bytes), len(text.Runs)
	w.trying, w.broken = true, false
	value()
	oneLine := !w.broken
	w.trying, w.broken = trying, broken
	text.truncate(n, runs)
	return oneLine
}

// Empty writes a line with nothing on it.
func (w *Writer) Empty() {
	w.start(BodyLine, 0, 0, Gutter{})
	w.emit()
}

// Heading writes a line that announces a part of the document or sums it up. It is never
// wrapped.
func (w *Writer) Heading(text ...Span) { w.page(HeadingLine, text) }

// Paragraph writes running text. Sinks may wrap it. A line feed in it is a line break, so
// line feeds in names must be escaped first (see [plans.SpellName]).
func (w *Writer) Paragraph(text ...Span) { w.page(ParagraphLine, text) }

// Rule writes a horizontal rule across the page.
func (w *Writer) Rule() { w.page(RuleLine, nil) }

func (w *Writer) page(kind LineKind, text []Span) {
	w.start(kind, 0, 0, Gutter{})
	w.Spans(text...)
	w.emit()
}

// Group calls a function that writes lines about a subject.
func (w *Writer) Group(s *Subject, lines func()) {
	outer := w.subject
	w.subject = s
	lines()
	w.subject = outer
}

// Fold writes an entry that is a line of text, and announces the lines that a function
// writes: these are in a fold (see [Line]). Sinks that do not know about folds show them
// like all others.
func (w *Writer) Fold(e Entry, title Span, lines func()) {
	w.Begin(e)
	w.Spans(title)
	w.line.OpensFold = true
	w.End()
	if w.done {
		return
	}
	if w.fold == 0 {
		w.folded = 0
	}
	w.fold++
	lines()
	w.fold--
}

// FoldSize returns how much has been written in the outermost of the open folds: the
// number of lines, or more if there are long ones. It is 0 if no fold is open.
func (w *Writer) FoldSize() int {
	if w.fold == 0 {
		return 0
	}
	return w.folded
}

// longLine is how many bytes of a line count as a line more.
const longLine = 256

// Shift calls a function that writes lines, and moves all of them, even the empty ones, to
// the right by a number of columns.
func (w *Writer) Shift(columns int, lines func()) {
	w.shift += columns
	lines()
	w.shift -= columns
}

// start makes the current line a new one.
func (w *Writer) start(kind LineKind, depth, pad int, g Gutter) {
	l := &w.line
	l.Kind, l.Depth, l.Pad, l.Gutter = kind, depth, pad+w.shift, g
	l.Subject, l.Path = w.subject, w.path
	l.Fold, l.OpensFold = w.fold, false
	if kind != BodyLine {
		l.Path = plans.Path{}
	}
	if w.to == nil {
		l.Text.truncate(0, 0)
		return
	}
	w.begin = len(l.Text.Bytes)
	if !w.done {
		l.Text.Bytes = w.to.BeginLine(l.Text.Bytes, l)
	}
	w.base = len(l.Text.Bytes)
}

// emit yields the current line.
func (w *Writer) emit() {
	l := &w.line
	w.folded += 1 + (len(l.Text.Bytes)-w.base)/longLine
	switch {
	case w.to == nil:
		w.done = w.done || !w.yield(*l)
	case w.done:
		l.Text.Bytes = l.Text.Bytes[:w.begin]
	default:
		var more bool
		l.Text.Bytes, more = w.to.EndLine(l.Text.Bytes, w.begin, w.base, l)
		w.done = !more
	}
}

// blanks returns n blanks.
func blanks(n int) string {
	const many = "                                "
	if n <= len(many) {
		return many[:n]
	}
	return strings.Repeat(" ", n)
}
