package sinks

import (
	"unicode"

	"github.com/planfmt/planfmt/doc"
)

// Wrap breaks a paragraph into lines of at most width characters, 0 for no limit.
// It fills lines greedily. It breaks at white space, but not at no-break spaces,
// and drops the white space there. It never cuts a word, so that a long one may
// exceed the limit. Line feeds always break, and a line that begins with a space
// is left alone.
func Wrap(paragraph doc.Text, width int) []doc.Text {
	return wrap(paragraph, width, func(doc.Role) (before, after int) { return 0, 0 })
}

// wrap is like [Wrap]. extra says how many characters a notation adds before and
// after the text of a role: the products count these, too, although nobody sees
// them.
func wrap(text doc.Text, limit int, extra func(doc.Role) (before, after int)) []doc.Text {
	w := wrapper{limit: limit}
	for _, s := range text.Spans() {
		before, after := extra(s.Role)
		w.wordLen += before
		for _, r := range s.Text {
			s.Text = string(r)
			w.rune(r, s)
		}
		w.wordLen += after
	}
	w.endLine()
	return w.lines
}

type wrapper struct {
	limit int
	lines []doc.Text
	fixed bool // the line is left alone

	line, space, word          doc.Text
	lineLen, spaceLen, wordLen int
}

// rune adds a character, which is all of a span.
func (w *wrapper) rune(r rune, s doc.Span) {
	switch {
	case r == '\n':
		w.endLine()
	case w.fixed || !unicode.IsSpace(r) || r == '\u00a0':
		w.word.AddSpan(s)
		w.wordLen++
	case w.lineLen+w.spaceLen+w.wordLen == 0:
		w.fixed = true
		w.rune(r, s)
	default:
		w.endWord()
		w.space.AddSpan(s)
		w.spaceLen++
	}
}

func (w *wrapper) endWord() {
	if w.wordLen == 0 {
		return
	}
	if w.lineLen > 0 && w.limit > 0 && w.lineLen+w.spaceLen+w.wordLen > w.limit {
		w.lines = append(w.lines, w.line)
		w.line, w.lineLen = doc.Text{}, 0
		w.space, w.spaceLen = doc.Text{}, 0
	}
	w.line = concat(concat(w.line, w.space), w.word)
	w.lineLen += w.spaceLen + w.wordLen
	w.space, w.spaceLen, w.word, w.wordLen = doc.Text{}, 0, doc.Text{}, 0
}

func (w *wrapper) endLine() {
	w.endWord()
	w.lines = append(w.lines, concat(w.line, w.space))
	*w = wrapper{limit: w.limit, lines: w.lines}
}

func concat(a, b doc.Text) doc.Text {
	a.Append(b)
	return a
}
