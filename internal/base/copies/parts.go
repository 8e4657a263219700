package copies

import (
	"iter"
	"strings"
)

// Parts yields where the copies in a longer text are, such as a script, a connection string or an address, from the first to the last.
// is says what is a copy. Looked at are, in this order:
//
//   - lines, without the white space around them
//   - what follows the first = or : in a line
//   - what is between white space, as a whole and behind its first = or :
//   - what is between quotes
//   - words, which end at white space, brackets and punctuation
//   - what [StandIn] returns
//
// It is the one rule for all that hides copies. Each byte is looked at a few times, however long the text is.
func Parts(text string, is func(string) bool) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		p := partsByStart{text: text, is: is}
		for i := 0; i < len(text); {
			if end := p.copyEnd(i); end > i {
				if !yield(i, end) {
					return
				}
				i = end
				continue
			}
			i++
		}
	}
}

// partsByStart is a walk along a text.
type partsByStart struct {
	text string
	is   func(string) bool

	line, field   stretch
	wordEnd       int // up to here there is nothing but a word, or the text has been found to have no copy
	quoteSearches [3]int
}

// stretch is a line, or what is between white space in it.
type stretch struct {
	start, value, end int // value is behind the first = or :, and the white space behind it; end if there is none
}

// copyEnd returns the end of the copy that begins at an index, or 0 if none does.
func (p *partsByStart) copyEnd(i int) int {
	if p.line.end <= i && !isSpace(p.text[i]) {
		end := i + lengthUntil(p.text[i:], func(c byte) bool { return c == '\n' })
		p.line = newStretch(p.text, i, i+len(strings.TrimRight(p.text[i:end], space)))
	}
	if p.field.end <= i && !isSpace(p.text[i]) {
		p.field = newStretch(p.text, i, i+lengthUntil(p.text[i:], isSpace))
	}
	for _, s := range []stretch{p.line, p.field} {
		if (i == s.start || i == s.value) && i < s.end && p.is(p.text[i:s.end]) {
			return s.end
		}
	}
	if n := StandInLen(p.text[i:]); n > 0 && p.is(p.text[i:i+n]) {
		return i + n
	}
	if i > 0 {
		if q := strings.IndexByte(quotes, p.text[i-1]); q >= 0 && p.quoteSearches[q] <= i {
			n := strings.IndexByte(p.text[i:], p.text[i-1])
			if n < 0 {
				p.quoteSearches[q] = len(p.text) // there is no other one
			} else if n > 0 && p.is(p.text[i:i+n]) {
				return i + n
			}
		}
	}
	if i >= p.wordEnd && !isDelimiter(p.text[i]) {
		p.wordEnd = i + lengthUntil(p.text[i:], isDelimiter)
		if p.is(p.text[i:p.wordEnd]) {
			return p.wordEnd
		}
	}
	return 0
}

func newStretch(text string, start, end int) stretch {
	s := stretch{start, end, end}
	if n := strings.IndexAny(text[start:end], "=:"); n >= 0 {
		s.value = end - len(strings.TrimLeft(text[start+n+1:end], space))
	}
	return s
}

// lengthUntil returns how many bytes come before the first one of a kind.
func lengthUntil(text string, is func(byte) bool) int {
	n := 0
	for n < len(text) && !is(text[n]) {
		n++
	}
	return n
}

const (
	space  = " \t\r\n"
	quotes = "\"'`"
)

func isSpace(c byte) bool { return strings.IndexByte(space, c) >= 0 }

// isDelimiter reports whether a byte is between words.
func isDelimiter(c byte) bool {
	return c <= ' ' || strings.IndexByte("\"'`()[]{}<>=:,;@/&?|\\", c) >= 0
}
