// Package jsoncut finds the ends of JSON values in a text without parsing them. The readers of
// documents and of schemas, which work on streams, are built on it.
package jsoncut

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// MaxDepth is how deep the objects and arrays of a document may be nested.
const MaxDepth = 10_000

// The results of [Cutter.Cut] that are no end of a value.
const (
	Short = -1 // the text ends before the value does
	Wrong = -2 // the text is no value
)

// Class is what a byte means between strings.
type Class uint8

// The classes.
const (
	classWrong Class = iota // no byte of JSON
	ClassSpace
	ClassDelimiter // a comma or a colon
	ClassScalar    // a byte of a number, or of a word such as true
	classQuote
	classOpen
	classClose
)

var classes = [256]Class{
	' ': ClassSpace, '\t': ClassSpace, '\r': ClassSpace, '\n': ClassSpace,
	',': ClassDelimiter, ':': ClassDelimiter,
	'"': classQuote,
	'{': classOpen, '[': classOpen, '}': classClose, ']': classClose,

	'0': ClassScalar, '1': ClassScalar, '2': ClassScalar, '3': ClassScalar, '4': ClassScalar,
	'5': ClassScalar, '6': ClassScalar, '7': ClassScalar, '8': ClassScalar, '9': ClassScalar,
	'+': ClassScalar, '-': ClassScalar, '.': ClassScalar, 'E': ClassScalar,
	'e': ClassScalar, 't': ClassScalar, 'r': ClassScalar, 'u': ClassScalar, 'f': ClassScalar,
	'a': ClassScalar, 'l': ClassScalar, 's': ClassScalar, 'n': ClassScalar,
}

// ClassOf returns the class of a byte.
func ClassOf(b byte) Class { return classes[b] }

// Cutter finds the ends of values. It checks that strings end, that brackets and
// braces match, and that there is nothing between strings that JSON does not have
// there. It looks neither into strings and words, nor at the order of commas and
// colons.
type Cutter struct {
	// Lax says that inside of objects and arrays, only strings and the number of brackets and braces are checked. So a
	// mistake in a value does not prevent others from being read.
	Lax bool

	open [MaxDepth]byte // the ends of what is open

	// At is where Resume goes on if a value has been cut short. The text before it is no longer needed.
	At int

	depth    int
	opened   int  // how many of open are
	inString bool // At is inside of a string
}

// Cut returns the end of the value that begins at text[i], or Short or
// Wrong. A number or a word is cut short if nothing follows it. depth is how
// many objects and arrays the value is in.
func (c *Cutter) Cut(text []byte, i, depth int) int {
	c.depth, c.opened, c.inString = depth, 0, false
	return c.Resume(text, i)
}

// Resume does the same as Cut for a value that it has cut short, now that there is more
// text. c.At is at text[i].
func (c *Cutter) Resume(text []byte, i int) int {
	n := c.opened
	switch {
	case c.inString:
		end := EndString(text, i)
		if end < 0 {
			return c.shortString(text, n)
		}
		c.inString = false
		if i = end; n == 0 {
			return end
		}
	case n == 0 && classes[text[i]] == ClassScalar:
		c.At = i
		for ; i < len(text); i++ {
			if classes[text[i]] != ClassScalar {
				return i
			}
		}
		return Short
	}
	open := c.open[:MaxDepth-c.depth]
	for i < len(text) {
		b := text[i]
		switch classes[b] {
		case ClassSpace, ClassDelimiter, ClassScalar:
			i++
			if n == 0 {
				return Wrong
			}
		case classQuote:
			if i = EndString(text, i); i < 0 {
				return c.shortString(text, n)
			}
			if n == 0 {
				return i
			}
		case classOpen:
			if n == len(open) {
				return Wrong
			}
			open[n] = b + 2 // ] comes two after [, and } after {
			n++
			i++
		case classClose:
			if n == 0 || open[n-1] != b && !c.Lax {
				return Wrong
			}
			n--
			i++
			if n == 0 {
				return i
			}
		default:
			i++
			if n == 0 || !c.Lax {
				return Wrong
			}
		}
	}
	c.At, c.opened = i, n
	return Short
}

// InString reports whether a value has been cut short inside of a string.
func (c *Cutter) InString() bool { return c.inString }

// InScalar reports whether the value that has been cut short is a number or a word.
func (c *Cutter) InScalar() bool { return c.opened == 0 && !c.inString }

// shortString is for a text that ends in a string. The string goes on after the last byte
// that is no backslash: the backslashes that follow may escape what comes next.
func (c *Cutter) shortString(text []byte, opened int) int {
	c.At, c.opened, c.inString = len(text)-1, opened, true
	for text[c.At] == '\\' {
		c.At--
	}
	return Short
}

// EndString returns the end of the string that begins at text[i], or [Short]. The string may also
// begin before text[i] if that is not a backslash. In strings that contain JSON, the next quote is
// near, so EndString looks at the next eight bytes first.
func EndString(text []byte, i int) int {
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
				return Short
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
