package values

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/planfmt/planfmt/internal/base/jsonescape"
)

// class says what a byte is in a string.
type class uint8

const (
	classPlain class = iota // stands for itself in a string
	classControl
	classQuote
	classEscape
	classWide // part of a character that has several bytes
)

var classes = func() (c [256]class) {
	for i := range ' ' {
		c[i] = classControl
	}
	for i := utf8.RuneSelf; i < len(c); i++ {
		c[i] = classWide
	}
	c['"'], c['\\'] = classQuote, classEscape
	return c
}()

func (p *Parser) literal(pos int, word string) (int, error) {
	src := p.src
	if len(src)-pos < len(word) || string(src[pos:pos+len(word)]) != word {
		return pos, p.fail(pos, "want a value, have %s", p.found(pos))
	}
	return pos + len(word), nil
}

func (p *Parser) digits(pos int) int {
	src := p.src
	for pos < len(src) && src[pos]-'0' < 10 {
		pos++
	}
	return pos
}

// number moves past a number.
func (p *Parser) number(pos int) (int, error) {
	src := p.src
	start := pos
	if src[pos] == '-' {
		pos++
	}
	first := pos
	if pos < len(src) && src[pos] == '0' {
		pos++
	} else {
		pos = p.digits(pos)
	}
	switch {
	case pos > first:
	case pos == start:
		return pos, p.fail(pos, "want a value, have %s", p.found(pos))
	default:
		return pos, p.fail(pos, "want a digit, have %s", p.found(pos))
	}
	if pos < len(src) && src[pos] == '.' {
		if first, pos = pos+1, p.digits(pos+1); pos == first {
			return pos, p.fail(pos, "want a digit, have %s", p.found(pos))
		}
	}
	if pos < len(src) && src[pos]|0x20 == 'e' {
		pos++
		if pos < len(src) && (src[pos] == '+' || src[pos] == '-') {
			pos++
		}
		if first, pos = pos, p.digits(pos); pos == first {
			return pos, p.fail(pos, "want a digit, have %s", p.found(pos))
		}
	}
	return pos, nil
}

// str moves past a string whose opening quote is before the position. The flags say
// how it is spelled.
func (p *Parser) str(pos int) (end int, flags info, err error) {
	src := p.src
	start, wide := pos, false
	for {
		pos = skipPlain(src, pos)
		if pos >= len(src) {
			return pos, 0, p.fail(pos, "unexpected end of input in a string")
		}
		switch classes[src[pos]] {
		case classQuote:
			if wide && !utf8.Valid(src[start:pos]) {
				if p.Names == Unique {
					return pos, 0, p.fail(start, "invalid UTF-8 in a string")
				}
				flags |= escaped | respelled
			}
			if flags.has(respelled) {
				p.respellings++
			}
			return pos + 1, flags, nil
		case classWide:
			wide = true
			for pos < len(src) && src[pos] >= utf8.RuneSelf {
				pos++
			}
		case classEscape:
			flags |= escaped
			if pos+1 >= len(src) {
				return pos, 0, p.fail(pos, "unexpected end of input in a string")
			}
			switch c := src[pos+1]; {
			case c == 'u':
				r, ok := jsonescape.CodeUnit(src[pos:])
				if !ok {
					return pos, 0, p.fail(pos, "want four hexadecimal digits after \\u")
				}
				flags |= respelled
				pos += 6
				if low, _ := jsonescape.CodeUnit(src[pos:]); utf16.DecodeRune(r, low) != utf8.RuneError {
					pos += 6 // both are one character
				} else if utf16.IsSurrogate(r) {
					p.surrogates = true
				}
			case c == '/':
				flags |= respelled
				pos += 2
			case jsonescape.Short[c] != 0:
				pos += 2
			default:
				return pos, 0, p.fail(pos, "unknown escape \\%c in a string", c)
			}
		default:
			return pos, 0, p.fail(pos, "control character %s in a string", p.found(pos))
		}
	}
}

// skipPlain moves past bytes that stand for themselves in a string. It looks at
// eight of them at a time. Subtraction sets the highest bit of a byte that is too
// small. It may also set that of a byte after it, which does not matter.
func skipPlain(src []byte, pos int) int {
	const (
		each  = 0x0101010101010101
		highs = 0x80 * each
	)
	for pos+8 <= len(src) {
		w := binary.LittleEndian.Uint64(src[pos:])
		special := ((w ^ '"'*each) - each) | ((w ^ '\\'*each) - each) | (w - ' '*each) | w
		if special &= highs; special != 0 {
			return pos + bits.TrailingZeros64(special)>>3
		}
		pos += 8
	}
	for pos < len(src) && classes[src[pos]] == classPlain {
		pos++
	}
	return pos
}

// unescape returns the text of a string that a Parser has accepted, given what is
// between its quotes. Bytes that are not valid UTF-8 become U+FFFD.
func unescape(body []byte) []byte {
	const (
		each  = 0x0101010101010101
		highs = 0x80 * each
	)
	b := bytes.Clone(body) // costs less than empty memory, and has the text up to the first escape
	i, done := 0, 0        // done is the length of the text
	isShort := false       // so was the last part without an escape
	for {
		if isShort && i+8 <= len(body) { // at least as much is left of b
			w := binary.LittleEndian.Uint64(body[i:])
			binary.LittleEndian.PutUint64(b[done:], w)
			x := w ^ '\\'*each
			escape := (x - each) &^ x & highs
			n := bits.TrailingZeros64(escape) >> 3 // 8 if there is no escape
			i, done = i+n, done+n
			if escape == 0 {
				isShort = false
				continue
			}
		} else {
			n := bytes.IndexByte(body[i:], '\\')
			if n < 0 {
				n = len(body) - i
			}
			if i > done {
				copy(b[done:], body[i:i+n])
			}
			i, done = i+n, done+n
			isShort = n < 8
			if i == len(body) {
				break
			}
		}
		if c := jsonescape.Short[body[i+1]]; c != 0 {
			b[done] = c
			i, done = i+2, done+1
			continue
		}
		text, rest, _ := jsonescape.Append(b[:done], body[i:])
		i, done = len(body)-len(rest), len(text)
	}
	b = b[:done]
	if !utf8.Valid(b) {
		b = []byte(string([]rune(string(b))))
	}
	return b
}
