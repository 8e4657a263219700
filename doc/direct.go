package doc

// Notation puts lines together in a text of its own, for a [Direct].
type Notation interface {
	// BeginLine appends what stands before the text of a line to the text so far.
	BeginLine(text []byte, l *Line) []byte
	// EndLine completes the line, which begins at an index in the text so far, as does its own text. It reports false if it wants no
	// more lines. The line has no Text.
	EndLine(text []byte, line, own int, l *Line) (_ []byte, more bool)
}

// Direct calls functions with a Writer that writes straight to a text, for notations that need no roles. This costs much less than
// lines do. A Direct reuses its memory. The zero Direct is ready to use, by one goroutine.
type Direct struct{ w Writer }

// Append appends what a function writes to a text.
func (d *Direct) Append(text []byte, to Notation, write func(*Writer)) []byte {
	w := &d.w
	*w = Writer{to: to, outer: w.outer[:0], opening: w.opening[:0]}
	w.line.Text.Bytes = text
	write(w)
	text, w.line.Text.Bytes = w.line.Text.Bytes, nil
	return text
}
