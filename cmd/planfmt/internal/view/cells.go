package view

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/sinks"
)

// piece is a part of a row of the screen in one style. Its text is safe: it comes from a [sinks.Composer], or is the
// view's own.
type piece struct {
	text  string
	role  doc.Role
	tone  tone       // plainTone if the role counts
	side  changeSide // of values
	match bool       // it has been searched for
}

// changeSide says on which side of a change a value is.
type changeSide uint8

const (
	bothSides changeSide = iota // it does not change, or nobody knows
	oldSide                     // it is deleted
	newSide                     // it is added
)

// sideAtStart returns the side of the first value on a line with a sign.
func sideAtStart(s doc.Sign) changeSide {
	switch s {
	case doc.Delete:
		return oldSide
	case doc.Create:
		return newSide
	}
	return bothSides
}

// isValue reports whether a text is a value of a plan, of which it counts on which side it is.
func isValue(r doc.Role) bool {
	switch r {
	case doc.String, doc.Changed, doc.Number, doc.Bool:
		return true
	}
	return false
}

// sides are the sides of the values in the runs of a line, in their order.
func sides(line sinks.SafeLine, sign doc.Sign) func(doc.Role) changeSide {
	at := sideAtStart(sign)
	if sign == doc.Update {
		for role := range line.Runs() {
			if role == doc.Arrow || role == doc.UnknownArrow {
				at = oldSide
				break
			}
		}
	}
	return func(role doc.Role) changeSide {
		switch {
		case isValue(role):
			return at
		case sign == doc.Update && (role == doc.Arrow || role == doc.UnknownArrow):
			at = newSide
		}
		return bothSides
	}
}

// row is what stands in one row of the screen, or of a part of it.
type row struct {
	pieces []piece
	width  int // in cells
}

// ruler measures text in cells, as the program does that draws the screen.
type ruler struct{ method ansi.Method }

// next returns the number of bytes and of cells that the first character of a text takes, with whatever combines
// with it.
func (r ruler) next(text []byte) (size, cells int) {
	if text[0] < utf8.RuneSelf && (len(text) == 1 || text[1] < utf8.RuneSelf) {
		return 1, 1
	}
	cluster, cells := ansi.FirstGraphemeCluster(text, r.method)
	return max(len(cluster), 1), cells
}

// width returns how many cells a text takes.
func (r ruler) width(text string) (n int) {
	for rest := []byte(text); len(rest) > 0; {
		size, cells := r.next(rest)
		n += cells
		rest = rest[size:]
	}
	return n
}

// add adds a piece of text.
func (w *row) add(r ruler, p piece) {
	if p.text == "" {
		return
	}
	w.width += r.width(p.text)
	if n := len(w.pieces); n > 0 {
		last := &w.pieces[n-1]
		if last.role == p.role && last.tone == p.tone && last.side == p.side && last.match == p.match {
			last.text += p.text
			return
		}
	}
	w.pieces = append(w.pieces, p)
}

// addAll adds the pieces of another row.
func (w *row) addAll(r ruler, other row) {
	for _, p := range other.pieces {
		w.add(r, p)
	}
}

// blanks adds blanks up to a width.
func (w *row) blanks(width int) {
	if n := width - w.width; n > 0 {
		w.pieces = append(w.pieces, piece{text: strings.Repeat(" ", n)})
		w.width = width
	}
}

// cut makes the row no wider than so many cells. It says so with an ellipsis if anything is missing.
func (w *row) cut(r ruler, width int) {
	if w.width <= width {
		return
	}
	out := row{}
	room := max(width-1, 0)
	for _, p := range w.pieces {
		rest := []byte(p.text)
		at := 0
		for at < len(rest) {
			size, cells := r.next(rest[at:])
			if out.width+cells > room {
				p.text = string(rest[:at])
				out.pieces = append(out.pieces, p)
				if width > 0 {
					out.pieces = append(out.pieces, piece{text: "…", role: p.role, tone: p.tone})
					out.width++
				}
				*w = out
				return
			}
			out.width += cells
			at += size
		}
		out.pieces = append(out.pieces, p)
	}
	*w = out
}

// tabStop is how many columns there are from one stop of a TAB to the next.
const tabStop = 8

// wrapLine breaks a line into rows of at most so many cells. Rows after the first one are indented. It breaks behind
// blanks where that wastes little, and else wherever the row is full. What matches is marked. sign is that of the line, which
// says what happens to the values on it.
func wrapLine(r ruler, line sinks.SafeLine, sign doc.Sign, width int, m *matcher) []row {
	text := line.Text()
	hang := 0
	for hang < len(text) && text[hang] == ' ' {
		hang++
	}
	hang = min(hang+4, width/2)
	matches := m.all(text)

	b := rowBuilder{ruler: r, width: max(width, 2), hang: hang}
	at := 0
	sideOf := sides(line, sign)
	for role, part := range line.Runs() {
		side := sideOf(role)
		for len(part) > 0 {
			size, cells := r.next(part)
			if n := b.plainRun(part); n > 1 {
				size, cells = n, n
			}
			for len(matches) > 0 && matches[0].end <= at {
				matches = matches[1:]
			}
			p := piece{role: role, side: side, match: len(matches) > 0 && matches[0].start <= at}
			if size == cells && len(matches) > 0 { // the style changes where a match begins or ends
				edge := matches[0].start - at
				if p.match {
					edge = matches[0].end - at
				}
				if edge < size {
					size, cells = edge, edge
				}
			}
			if part[0] == '\t' {
				column := b.total + b.cur.width
				for range tabStop - column%tabStop {
					b.put(p, " ", 1)
				}
			} else {
				b.put(p, string(part[:size]), cells)
			}
			at += size
			part = part[size:]
		}
	}
	return b.done()
}

// rowBuilder fills rows with characters.
type rowBuilder struct {
	ruler       ruler
	width, hang int
	rows        []row
	total       int // the width of the text in rows

	cur  row
	text []byte // of the last piece of cur, which has this style
	p    piece
	// brk is where the row may be broken: behind the last blank in it.
	brk struct {
		pieces int // of cur
		text   int // bytes of the last one
		width  int
		p      piece
	}
}

func (b *rowBuilder) put(p piece, text string, cells int) {
	if b.cur.width+cells > b.width && b.cur.width > 0 {
		b.newRow()
	}
	if p != b.p {
		b.flush()
		b.p = p
	}
	b.text = append(b.text, text...)
	b.cur.width += cells
	if text == " " {
		b.brk.pieces, b.brk.text, b.brk.width, b.brk.p = len(b.cur.pieces), len(b.text), b.cur.width, p
	}
}

// plainRun returns how many characters at the beginning of a text take a byte and a cell each, are not blank, and fit
// into the row.
func (b *rowBuilder) plainRun(text []byte) int {
	if len(text) > 1 && b.cur.width >= b.width {
		b.newRow()
	}
	room, n := b.width-b.cur.width, 0
	for n < len(text) && n < room && text[n] > ' ' && text[n] < 0x7f {
		n++
	}
	if n < len(text) && text[n] >= utf8.RuneSelf {
		n-- // it may combine with the last one
	}
	return n
}

func (b *rowBuilder) flush() {
	if len(b.text) > 0 {
		p := b.p
		p.text = string(b.text)
		b.cur.pieces = append(b.cur.pieces, p)
		b.text = b.text[:0]
	}
}

// newRow ends the row, behind a blank if there is one that is near to the end.
func (b *rowBuilder) newRow() {
	full := b.p
	b.flush()
	b.p = full
	var rest []piece
	if w := b.brk.width; w > b.hang && w >= b.width*2/3 && w < b.cur.width {
		n := b.brk.pieces
		cutPiece := b.cur.pieces[n]
		rest = append(rest, b.cur.pieces[n:]...)
		rest[0].text = cutPiece.text[b.brk.text:]
		b.cur.pieces = b.cur.pieces[:n:n]
		cutPiece.text = cutPiece.text[:b.brk.text]
		b.cur.pieces = append(b.cur.pieces, cutPiece)
		b.cur.width = w
	}
	b.total += b.cur.width
	b.rows = append(b.rows, b.cur)
	b.cur = row{}
	b.brk.width = 0
	b.cur.blanks(b.hang)
	b.total -= b.hang
	for _, p := range rest {
		if p.text != "" {
			b.cur.pieces = append(b.cur.pieces, p)
			b.cur.width += b.ruler.width(p.text)
		}
	}
}

func (b *rowBuilder) done() []row {
	b.flush()
	return append(b.rows, b.cur)
}

// textSpan is a part of a text, in bytes.
type textSpan struct{ start, end int }

// matcher finds what is searched for. Letters of ASCII match regardless of case, unless there is a capital one in what is
// searched for. A nil matcher finds nothing.
type matcher struct {
	text  []byte
	exact bool
	lower []byte // reused
}

func newMatcher(query string) *matcher {
	if query == "" {
		return nil
	}
	return &matcher{text: []byte(query), exact: strings.ContainsFunc(query, func(r rune) bool { return r >= 'A' && r <= 'Z' })}
}

// prepare returns the text in which to look.
func (m *matcher) prepare(text []byte) []byte {
	if m.exact {
		return text
	}
	m.lower = append(m.lower[:0], text...)
	for i, c := range m.lower {
		if c >= 'A' && c <= 'Z' {
			m.lower[i] = c + 'a' - 'A'
		}
	}
	return m.lower
}

func (m *matcher) isIn(text []byte) bool { return m != nil && bytes.Contains(m.prepare(text), m.text) }

// all returns where the text has what is searched for.
func (m *matcher) all(text []byte) (found []textSpan) {
	if m == nil {
		return nil
	}
	text = m.prepare(text)
	for at := 0; ; {
		i := bytes.Index(text[at:], m.text)
		if i < 0 {
			return found
		}
		found = append(found, textSpan{at + i, at + i + len(m.text)})
		at += i + len(m.text)
	}
}
