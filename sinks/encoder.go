package sinks

import (
	"io"

	"github.com/planfmt/planfmt/doc"
)

// chunk is how many bytes a sink collects before it writes.
const chunk = 32 << 10

// encoder turns lines into safe text, one at a time, and collects what is
// written. Its buffers are reused from line to line.
type encoder struct {
	w      io.Writer
	runner bool // escape runner commands

	text  []byte // of the current line: no unsafe character is left in it
	runs  []run  // which bytes of text have which role, in order, to the end
	spare []byte
	edits []edit

	out []byte
}

// run is a stretch of text, up to end, in one role.
type run struct {
	end  int
	role doc.Role
}

// set makes the line's text: indentation, gutter, spans, and then whatever
// has to be escaped in the whole, wherever it came from.
func (e *encoder) set(l doc.Line) {
	e.text, e.runs = e.text[:0], e.runs[:0]
	switch l.Gutter.Kind {
	case doc.Raw:
		e.blanks(l.Pad)
	case doc.Signed:
		sign := l.Gutter.Sign.Spans()
		width := 0
		for _, s := range sign {
			width += len(s.Text)
		}
		e.blanks(4*l.Depth + 3 - width + l.Pad)
		for _, s := range sign {
			e.span(s)
		}
		e.blanks(1)
	case doc.Blank:
		e.blanks(4*l.Depth + 4 + l.Pad)
	case doc.NoteGutter:
		e.blanks(4*l.Depth + 2 + l.Pad)
	case doc.NoGutter:
		e.blanks(4*l.Depth + l.Pad)
	case doc.NoGutterNote:
		e.blanks(4*l.Depth - 2 + l.Pad)
	}
	for _, s := range l.Spans {
		e.span(s)
	}
	if !harmless(e.text, e.runner) {
		e.clean()
	}
}

func (e *encoder) span(s doc.Span) {
	e.text = append(e.text, s.Text...)
	e.mark(s.Role)
}

func (e *encoder) blanks(n int) {
	const sixteen = "                "
	for ; n > len(sixteen); n -= len(sixteen) {
		e.text = append(e.text, sixteen...)
	}
	if n > 0 {
		e.text = append(e.text, sixteen[:n]...)
	}
	e.mark(doc.Plain)
}

func (e *encoder) mark(role doc.Role) {
	if n := len(e.runs); n > 0 && e.runs[n-1].role == role {
		e.runs[n-1].end = len(e.text)
		return
	}
	e.runs = append(e.runs, run{len(e.text), role})
}

// clean makes the line's text safe.
func (e *encoder) clean() {
	e.edits = spellings(e.edits[:0], e.text)
	e.apply()
	if e.runner {
		e.edits = disarming(e.edits[:0], e.text)
		e.apply()
	}
}

func (e *encoder) apply() {
	if len(e.edits) > 0 {
		e.spare, e.text = e.text, apply(e.spare[:0], e.text, e.edits, e.runs)
	}
}

// spill writes what has been collected if it is enough.
func (e *encoder) spill() error {
	if len(e.out) < chunk {
		return nil
	}
	return e.flush()
}

func (e *encoder) flush() error {
	if len(e.out) == 0 {
		return nil
	}
	n, err := e.w.Write(e.out)
	if err == nil && n != len(e.out) {
		err = io.ErrShortWrite
	}
	e.out = e.out[:0]
	return err
}
