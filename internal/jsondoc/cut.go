package jsondoc

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// maxDepth is how deep the objects and arrays of a document may be nested.
const maxDepth = 10_000

// The results of cut that are no end of a value.
const (
	cutShort = -1 // the text ends before the value does
	cutWrong = -2 // the text is no value
)

// class is what a byte means between strings.
type class uint8

const (
	classWrong class = iota // no byte of JSON
	classSpace
	classDelimiter // a comma or a colon
	classScalar    // a byte of a number, or of a word such as true
	classQuote
	classOpen
	classClose
)

var classes = [256]class{
	' ': classSpace, '\t': classSpace, '\r': classSpace, '\n': classSpace,
	',': classDelimiter, ':': classDelimiter,
	'"': classQuote,
	'{': classOpen, '[': classOpen, '}': classClose, ']': classClose,

	'0': classScalar, '1': classScalar, '2': classScalar, '3': classScalar, '4': classScalar,
	'5': classScalar, '6': classScalar, '7': classScalar, '8': classScalar, '9': classScalar,
	'+': classScalar, '-': classScalar, '.': classScalar, 'E': classScalar,
	'e': classScalar, 't': classScalar, 'r': classScalar, 'u': classScalar, 'f': classScalar,
	'a': classScalar, 'l': classScalar, 's': classScalar, 'n': classScalar,
}

// cutter finds the ends of values. It checks that strings end, that brackets and
// braces match, and that there is nothing between strings that JSON does not have
// there. It looks neither into strings and words, nor at the order of commas and
// colons.
type cutter struct {
	open [maxDepth]byte // the ends of what is open

	// Where resume goes on if a value has been cut short.
	at       int
	depth    int
	opened   int  // how many of open are
	inString bool // at is inside of a string
}

// cut returns the end of the value that begins at text[i], or cutShort or
// cutWrong. A number or a word is cut short if nothing follows it. depth is how
// many objects and arrays the value is in.
func (c *cutter) cut(text []byte, i, depth int) int {
	c.depth, c.opened, c.inString = depth, 0, false
	return c.resume(text, i)
}

// resume does the same as cut for a value that it has cut short, now that there is more
// text. c.at is at text[i].
func (c *cutter) resume(text []byte, i int) int {
	n := c.opened
	switch {
	case c.inString:
		end := endString(text, i)
		if end < 0 {
			return c.shortString(text, n)
		}
		c.inString = false
		if i = end; n == 0 {
			return end
		}
	case n == 0 && classes[text[i]] == classScalar:
		c.at = i
		for ; i < len(text); i++ {
			if classes[text[i]] != classScalar {
				return i
			}
		}
		return cutShort
	}
	open := c.open[:maxDepth-c.depth]
	for i < len(text) {
		b := text[i]
		switch classes[b] {
		case classSpace, classDelimiter, classScalar:
			i++
			if n == 0 {
				return cutWrong
			}
		case classQuote:
			if i = endString(text, i); i < 0 {
				return c.shortString(text, n)
			}
			if n == 0 {
				return i
			}
		case classOpen:
			if n == len(open) {
				return cutWrong
			}
			open[n] = b + 2 // ] comes two after [, and } after {
			n++
			i++
		case classClose:
			if n == 0 || open[n-1] != b {
				return cutWrong
			}
			n--
			i++
			if n == 0 {
				return i
			}
		default:
			return cutWrong
		}
	}
	c.at, c.opened = i, n
	return cutShort
}

// shortString is for a text that ends in a string. The string goes on after the last byte
// that is no backslash: the backslashes that follow may escape what comes next.
func (c *cutter) shortString(text []byte, opened int) int {
	c.at, c.opened, c.inString = len(text)-1, opened, true
	for text[c.at] == '\\' {
		c.at--
	}
	return cutShort
}

// endString returns the end of the string that begins at text[i], or cutShort. It may also
// begin before: then text[i] is no backslash. In JSON in
// a string, the next quote is near, so it looks at the next eight bytes first.
func endString(text []byte, i int) int {
	const (
		each  = 0x0101010101010101
		highs = 0x80 * each
	)
	isNear := false // so was the last quote
	for begin := i + 1; ; {
		var end int
		if isNear && begin+8 <= len(text) {
			x := binary.LittleEndian.Uint64(text[begin:]) ^ '"'*each
			quote := (x - each) &^ x & highs
			if quote == 0 {
				begin += 8
				isNear = false
				continue
			}
			end = begin + bits.TrailingZeros64(quote)>>3
		} else {
			n := bytes.IndexByte(text[begin:], '"')
			if n < 0 {
				return cutShort
			}
			end = begin + n
			isNear = n < 16
		}
		slash := end
		for text[slash-1] == '\\' {
			slash--
		}
		if (end-slash)%2 == 0 {
			return end + 1
		}
		begin = end + 1
	}
}

// isPlain reports whether the text between the quotes of a string has no escapes,
// no control characters, and nothing but ASCII.
func isPlain(body []byte) bool {
	for _, c := range body {
		if c < ' ' || c == '\\' || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
