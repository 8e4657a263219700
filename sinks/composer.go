package sinks

import (
	"iter"

	"github.com/planfmt/planfmt/doc"
)

// Composer puts lines together: indentation, gutter, text. Then it escapes what is
// unsafe in the whole line, wherever it came from. Every notation that writes
// lines uses it, and adds only the escapes of its own syntax. A Composer reuses
// its memory. The zero value is ready to use.
type Composer struct {
	// EscapeRunnerCommands escapes text that a CI runner would obey as a command.
	// Set it unless the output goes only to a terminal.
	EscapeRunnerCommands bool
	// Margin, if set, moves the signs to column 0 and says how each is written
	// there; doc.Sign.Spans writes them as usual. Nothing else moves, except that
	// the first two columns of all other lines are left blank, so that no text can
	// be taken for a sign.
	Margin func(doc.Sign) []doc.Span

	text  []byte    // ends with the current line
	start int       // the index in text of the line's first byte
	runs  []doc.Run // of the line, as in doc.Text
	plain bool      // nobody asks for runs, so there are none
	spare []byte
	edits []edit
}

// SafeLine is a line put together by a [Composer]. It has no line feed, no
// unsafe character and, if the Composer escapes them, nothing that a CI runner
// would obey.
type SafeLine struct{ text doc.Text }

// Text returns the whole line. It must not be changed, and is valid until the
// Composer composes the next line.
func (l SafeLine) Text() []byte { return l.text.Bytes }

// Runs yields the text of the line piece by piece, each with its role. What holds
// for Text holds for the pieces, too.
func (l SafeLine) Runs() iter.Seq2[doc.Role, []byte] { return l.text.Pieces() }

// Compose puts a line together. The kind of the line does not matter.
func (c *Composer) Compose(l doc.Line) SafeLine { return SafeLine{c.compose(&l)} }

func (c *Composer) compose(l *doc.Line) doc.Text {
	c.text = c.text[:0]
	c.add(l)
	return doc.Text{Bytes: c.text, Runs: c.runs}
}

// appendTo is like Compose, but appends the text of the line to another text.
func (c *Composer) appendTo(text []byte, l *doc.Line) []byte {
	c.text = text
	c.add(l)
	text, c.text = c.text, nil
	return text
}

// appendGutter appends what stands before the text of a line to another text.
func (c *Composer) appendGutter(text []byte, l *doc.Line) []byte {
	c.text, c.start = text, len(text)
	c.gutter(l)
	text, c.text = c.text, nil
	return text
}

// appendEnd makes a line safe that begins at an index of a text and ends where the text does. Its own text, behind the gutter, begins
// at another one.
func (c *Composer) appendEnd(text []byte, start, own int) []byte {
	if isHarmless(text[start:], own-start, c.EscapeRunnerCommands) {
		return text
	}
	c.text, c.start, c.runs = text, start, c.runs[:0]
	c.clean()
	text, c.text = c.text, nil
	return text
}

// add puts a line together behind the text that is there.
func (c *Composer) add(l *doc.Line) {
	c.start, c.runs = len(c.text), c.runs[:0]
	c.gutter(l)
	own, before := 0, len(c.text)-c.start
	if c.Margin == nil {
		own = before
	}
	if !c.plain {
		for _, r := range l.Text.Runs {
			c.mark(r.Role, r.Link, before+r.End)
		}
	}
	c.text = append(c.text, l.Text.Bytes...)
	if !isHarmless(c.text[c.start:], own, c.EscapeRunnerCommands) {
		c.clean()
	}
}

// margin is how many columns are left blank where signs stand in column 0.
const margin = 2

// gutter writes everything that stands before the text of a line.
func (c *Composer) gutter(l *doc.Line) {
	column := textColumn(l)
	if c.Margin != nil && (column > 0 || len(l.Text.Bytes) > 0) {
		column = max(column, margin)
	}
	if l.Gutter.Kind != doc.Signed {
		c.blanks(column)
		return
	}
	var sign []doc.Span
	if c.Margin == nil {
		sign = l.Gutter.Sign.Spans()
		if c.plain && len(sign) == 1 && column > len(sign[0].Text) { // as most are
			c.blanks(column)
			copy(c.text[len(c.text)-1-len(sign[0].Text):], sign[0].Text)
			return
		}
		c.blanks(column - 1 - width(sign))
	} else {
		sign = c.Margin(l.Gutter.Sign)
	}
	for i := range sign {
		c.span(&sign[i])
	}
	if c.Margin == nil {
		c.blanks(1)
	} else {
		c.blanks(max(column-width(sign), 1))
	}
}

// width returns how many columns the characters of a sign take.
func width(sign []doc.Span) (n int) {
	for i := range sign {
		n += len(sign[i].Text)
	}
	return n
}

// textColumn is where the text of a line starts.
func textColumn(l *doc.Line) int {
	switch l.Gutter.Kind {
	case doc.Signed, doc.Blank:
		return 4*l.Depth + 4 + l.Pad
	case doc.NoteGutter:
		return 4*l.Depth + 2 + l.Pad
	case doc.NoGutter:
		return 4*l.Depth + l.Pad
	case doc.NoGutterNote:
		return 4*l.Depth - 2 + l.Pad
	}
	return l.Pad
}

func (c *Composer) span(s *doc.Span) {
	c.text = append(c.text, s.Text...)
	if !c.plain {
		c.mark(s.Role, s.Link, len(c.text)-c.start)
	}
}

func (c *Composer) blanks(n int) {
	const many = "                                                                "
	for ; n > len(many); n -= len(many) {
		c.text = append(c.text, many...)
	}
	if n > 0 {
		c.text = append(c.text, many[:n]...)
	}
	if !c.plain {
		c.mark(doc.Plain, nil, len(c.text)-c.start)
	}
}

// mark notes the role and the link of the bytes from the last run up to an end in the line.
func (c *Composer) mark(role doc.Role, link *doc.Link, end int) {
	if n := len(c.runs); n > 0 && c.runs[n-1].Role == role && c.runs[n-1].Link == link {
		c.runs[n-1].End = end
		return
	}
	c.runs = append(c.runs, doc.Run{End: end, Role: role, Link: link})
}

// clean makes the line's text safe.
func (c *Composer) clean() {
	c.edits = unsafeEdits(c.edits[:0], c.text[c.start:])
	c.apply()
	if c.EscapeRunnerCommands {
		c.edits = commandEdits(c.edits[:0], c.text[c.start:])
		c.apply()
	}
}

func (c *Composer) apply() {
	if len(c.edits) > 0 {
		c.spare = apply(c.spare[:0], c.text[c.start:], c.edits, c.runs)
		c.text = append(c.text[:c.start], c.spare...)
	}
}
