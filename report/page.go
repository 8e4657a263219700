package report

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
)

// page collects what is written at a time.
type page struct{ nodes []doc.Node }

func (p *page) add(nodes ...doc.Node) { p.nodes = append(p.nodes, nodes...) }

func (p *page) gap() { p.add(doc.Empty{}) }

func (p *page) line(lines ...doc.Text) { p.add(doc.Comments{Gutter: doc.Raw, Lines: lines}) }

func (p *page) text(s string) { p.line(doc.Text{{Text: s}}) }

// rule is an empty line and a line across the page, one column short of its
// width.
func (h *Human) rule(p *page) {
	p.gap()
	if h.opts.Width <= 1 {
		p.gap()
		return
	}
	p.line(doc.Text{{Role: doc.Rule, Text: strings.Repeat("─", h.opts.Width-1)}})
}

func phrase(p dialect.Phrase) doc.Text {
	spans := make(doc.Text, 0, len(p))
	for _, piece := range p {
		spans = append(spans, doc.Span{Role: role(piece.Tone), Text: piece.Text})
	}
	return spans
}

func role(t dialect.Tone) doc.Role {
	switch t {
	case dialect.Strong:
		return doc.Bold
	case dialect.Danger:
		return doc.Danger
	case dialect.Good:
		return doc.Good
	case dialect.Notice:
		return doc.Note
	case dialect.Caution:
		return doc.Caution
	case dialect.StrongCaution:
		return doc.StrongCaution
	}
	return doc.Plain
}

// styleWidth is implemented by sinks whose notation takes room that the
// products count when they wrap, however invisible it is.
type styleWidth interface {
	StyleWidth(doc.Role) (before, after int)
}

func (h *Human) wrapText(s string) []doc.Text { return h.wrap(dialect.Phrase{{Text: s}}) }

// wrap breaks a paragraph into lines shorter than the page is wide.
func (h *Human) wrap(p dialect.Phrase) []doc.Text {
	var extra func(doc.Role) (int, int)
	if s, ok := h.sink.(styleWidth); ok {
		extra = s.StyleWidth
	}
	limit := h.opts.Width - 1
	if h.opts.Width <= 2 {
		limit = 0
	}
	return wrap(phrase(p), limit, extra)
}

// wrap fills lines greedily up to limit characters, 0 for no limit. It breaks
// at white space, but not at no-break spaces, and drops the white space there.
// Words are never cut. Line feeds always break; a line that begins with a
// space is left alone. extra, unless nil, says how many more characters stand
// before and after the text of a role.
func wrap(text doc.Text, limit int, extra func(doc.Role) (before, after int)) []doc.Text {
	w := wrapper{limit: limit}
	for _, s := range text {
		before, after := 0, 0
		if extra != nil {
			before, after = extra(s.Role)
		}
		w.wordLen += before
		for _, r := range s.Text {
			w.rune(r, s.Role)
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

func (w *wrapper) rune(r rune, role doc.Role) {
	switch {
	case r == '\n':
		w.endLine()
	case w.fixed || !unicode.IsSpace(r) || r == '\u00a0':
		w.word = put(w.word, r, role)
		w.wordLen++
	case w.lineLen+w.spaceLen+w.wordLen == 0:
		w.fixed = true
		w.rune(r, role)
	default:
		w.endWord()
		w.space = put(w.space, r, role)
		w.spaceLen++
	}
}

func (w *wrapper) endWord() {
	if w.wordLen == 0 {
		return
	}
	if w.lineLen > 0 && w.limit > 0 && w.lineLen+w.spaceLen+w.wordLen > w.limit {
		w.lines = append(w.lines, w.line)
		w.line, w.lineLen = nil, 0
		w.space, w.spaceLen = nil, 0
	}
	w.line = concat(concat(w.line, w.space), w.word)
	w.lineLen += w.spaceLen + w.wordLen
	w.space, w.spaceLen, w.word, w.wordLen = nil, 0, nil, 0
}

func (w *wrapper) endLine() {
	w.endWord()
	w.lines = append(w.lines, concat(w.line, w.space))
	*w = wrapper{limit: w.limit, lines: w.lines}
}

func put(t doc.Text, r rune, role doc.Role) doc.Text {
	if n := len(t); n > 0 && t[n-1].Role == role {
		t[n-1].Text = string(utf8.AppendRune([]byte(t[n-1].Text), r))
		return t
	}
	return append(t, doc.Span{Role: role, Text: string(r)})
}

func concat(a, b doc.Text) doc.Text {
	for _, s := range b {
		if n := len(a); n > 0 && a[n-1].Role == s.Role {
			a[n-1].Text += s.Text
			continue
		}
		a = append(a, s)
	}
	return a
}
