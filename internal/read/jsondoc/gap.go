package jsondoc

import (
	"bytes"
	"strings"

	"github.com/planfmt/planfmt/internal/base/jsoncut"
)

// gap is text that is not needed and has been taken out of the buffer of a lexer: white
// space, or a part of a token that is skipped. What is left reads like the whole. So the
// buffer stays small whatever there is to skip, and still has all that jsontext needs to
// say what is wrong.
type gap struct {
	at    int   // where it is, counted from l.pos
	n     int64 // how many bytes
	lines int64 // how many of them are line feeds
}

// longName is how much of a name is kept, at least, for the pointer of an error in what is
// skipped. A message shows less.
const longName = 1 << 10

// drop takes l.buf[from:to] out of the buffer. All gaps are in front of that.
func (l *lexer) drop(from, to int) {
	g := gap{from - l.pos, int64(to - from), countLineFeeds(l.buf[from:to])}
	l.buf = append(l.buf[:from], l.buf[to:]...)
	if last := len(l.gaps) - 1; last >= 0 && l.gaps[last].at == g.at {
		l.gaps[last].n += g.n
		l.gaps[last].lines += g.lines
		return
	}
	l.gaps = append(l.gaps, g)
}

// take ends a token or a value at l.buf[end]. All gaps are in front of that.
func (l *lexer) take(end int) {
	if len(l.gaps) > 0 {
		l.base = l.offsetOf(end) - int64(end)
		l.gaps = l.gaps[:0]
	}
	l.pos = end
}

// offsetOf returns the offset of l.buf[i], which is not in front of l.pos.
func (l *lexer) offsetOf(i int) int64 {
	off := l.base + int64(i)
	for _, g := range l.gaps {
		if l.pos+g.at <= i {
			off += g.n
		}
	}
	return off
}

func (l *lexer) linesBehind(off int64) int64 {
	i, lines := off-l.base, int64(0)
	for _, g := range l.gaps {
		if at := int64(l.pos + g.at); i < at {
			lines += g.lines
		} else {
			i = max(at, i-g.n)
		}
	}
	return lines + countLineFeeds(l.buf[min(max(int(i), l.pos), len(l.buf)):])
}

// pass does the same as extent for a string, a number or a word of which nothing is needed:
// it drops most of a long one. What is left is valid if the whole is.
func (l *lexer) pass(begin int, isName bool) (from, end int) {
	for {
		end = l.cut(l.buf, begin)
		if end != jsoncut.Short || l.err != nil {
			return begin, end
		}
		if len(l.buf)-begin >= l.size && !l.shorten(begin, isName) {
			return begin, jsoncut.Wrong
		}
		begin -= l.more()
	}
}

// shorten drops most of a token that is cut short. It returns false if that cannot be the
// beginning of a valid one.
func (l *lexer) shorten(begin int, isName bool) bool {
	text := l.buf
	if text[begin] != '"' {
		// Where there are two digits, there may be any number of them.
		digits := len(text)
		for digits > begin && '0' <= text[digits-1] && text[digits-1] <= '9' {
			digits--
		}
		if digits+2 < len(text) {
			l.drop(digits+2, len(text))
		}
		return beginsNumber(l.buf[begin:])
	}
	keep := longName
	if !isName {
		keep = min(longName, l.size/2)
	}
	end := characterAt(text, begin+1, len(text)-keep)
	if end <= begin+1 {
		return true
	}
	next := text[end]
	text[end] = '"'
	_, ok := l.unquoted(text[begin : end+1])
	text[end] = next
	if ok {
		l.drop(begin+1, end)
	}
	return ok
}

// beginsNumber reports whether a text that is not empty is the beginning of a number.
func beginsNumber(text []byte) bool {
	text = bytes.TrimPrefix(text, []byte("-"))
	digits := func() bool {
		n := 0
		for n < len(text) && '0' <= text[n] && text[n] <= '9' {
			n++
		}
		text = text[n:]
		return n > 0 || len(text) == 0
	}
	if rest, ok := bytes.CutPrefix(text, []byte("0")); ok {
		text = rest
	} else if !digits() {
		return false
	}
	if rest, ok := bytes.CutPrefix(text, []byte(".")); ok {
		if text = rest; !digits() {
			return false
		}
	}
	if len(text) > 0 && text[0]|0x20 == 'e' {
		if text = text[1:]; len(text) > 0 && (text[0] == '+' || text[0] == '-') {
			text = text[1:]
		}
		if !digits() {
			return false
		}
	}
	return len(text) == 0
}

// characterAt returns the last place up to text[i] where a string can be taken apart: each
// part is valid if the whole is, and the other way round. The string begins at text[begin],
// behind its quote.
func characterAt(text []byte, begin, i int) int {
	const unicode = len(`\u0000`)
	for n := 0; n < 3 && i > begin && text[i]&0xc0 == 0x80; n++ {
		i--
	}
	for j := i - 1; j >= max(begin, i-unicode+1); j-- {
		if isEscape(text, begin, j) {
			if j+1 == i || text[j+1] == 'u' {
				i = j
			}
			break
		}
	}
	// The other half of a surrogate pair may follow.
	if j := i - unicode; j >= begin && isEscape(text, begin, j) && text[j+1] == 'u' && text[j+2]|0x20 == 'd' && strings.IndexByte("89abAB", text[j+3]) >= 0 {
		i = j
	}
	return i
}

// isEscape reports whether an escape begins at text[i].
func isEscape(text []byte, begin, i int) bool {
	first := i
	for first >= begin && text[first] == '\\' {
		first--
	}
	return (i-first)%2 == 1
}

// setName takes note of a name of what is skipped: of a long one, of its end.
func (f *openContainer) setName(quoted []byte) {
	f.name, f.text = f.name[:0], ""
	if from := characterAt(quoted, 1, len(quoted)-longName); len(quoted) > 2*longName {
		f.name, quoted = append(f.name, '"'), quoted[from:]
	}
	f.name = append(f.name, quoted...)
}
