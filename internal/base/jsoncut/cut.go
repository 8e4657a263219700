// Package jsoncut finds the ends of JSON values in a text without parsing them. The readers of
// documents and of schemas, which work on streams, are built on it.
package jsoncut

import (
	"encoding/binary"
	"math/bits"
)

// MaxDepth is how deep the objects and arrays of a document may be nested.
const MaxDepth = 10_000

// The results of [Cutter.Cut] that are no end of a value.
const (
	Short = -1 // the text ends before the value does
	Wrong = -2 // the text is not a value
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
	case n == 0 && i < len(text):
		switch b := text[i]; classes[b] {
		case ClassScalar:
			return c.scalar(text, i)
		case classQuote:
			if end := EndString(text, i); end >= 0 {
				return end
			}
			return c.shortString(text, 0)
		case classOpen:
			if c.depth >= MaxDepth {
				return Wrong
			}
			c.open[0] = b + Closing
			n = 1
			i++
		default:
			return Wrong
		}
	}
	return c.inside(text, i, n)
}

// Closing is how far a closing bracket or brace is behind the one that opens.
const Closing = ']' - '['

// scalar cuts a number or a word.
func (c *Cutter) scalar(text []byte, i int) int {
	c.At = i
	for ; i < len(text); i++ {
		if classes[text[i]] != ClassScalar {
			return i
		}
	}
	return Short
}

// inside goes on inside of n objects and arrays.
func (c *Cutter) inside(text []byte, i, n int) int {
	open := c.open[:MaxDepth-c.depth]
	for i < len(text) {
		b := text[i]
		if i++; (b == ',' || b == ':') && i < len(text) {
			b = text[i]
			i++
		}
		if b == '"' {
			end := EndString(text, i-1)
			if end < 0 {
				return c.shortString(text, n)
			}
			i = end
			continue
		}
		switch classes[b] {
		case ClassSpace, ClassDelimiter, ClassScalar:
		case classOpen:
			if n == len(open) {
				return Wrong
			}
			open[n] = b + Closing
			n++
		case classClose:
			n--
			if open[n] != b && !c.Lax {
				return Wrong
			}
			if n == 0 {
				return i
			}
		default:
			if !c.Lax {
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
// that is not a backslash: the backslashes that follow may escape what comes next.
func (c *Cutter) shortString(text []byte, opened int) int {
	c.At, c.opened, c.inString = len(text)-1, opened, true
	for text[c.At] == '\\' {
		c.At--
	}
	return Short
}

// EndString returns the end of the string that begins at text[i], or [Short]. The string may also
// begin before text[i] if that is not a backslash.
//
// Most quotes are near, so it looks at as many bytes at once as most strings have: then no branch
// depends on how long a string is.
func EndString(text []byte, i int) int {
	const window = 32
	for i++; ; {
		if i+window > len(text) {
			for i < len(text) && text[i] != '"' {
				i++
			}
			if i >= len(text) {
				return Short
			}
		} else {
			near := text[i : i+window]
			found, at := quotes(near[24:]), i+24
			if x := quotes(near[16:]); x != 0 {
				found, at = x, i+16
			}
			if x := quotes(near[8:]); x != 0 {
				found, at = x, i+8
			}
			if x := quotes(near); x != 0 {
				found, at = x, i
			}
			if found == 0 {
				i += window
				continue
			}
			i = at + bits.TrailingZeros64(found)>>3
		}
		i++
		if text[i-2] != '\\' {
			return i
		}
		slash := i - 2
		for text[slash] == '\\' {
			slash--
		}
		if (i-slash)%2 == 0 {
			return i
		}
	}
}

// quotes looks for quotes in eight bytes: the lowest bit that is set is in the first of them.
func quotes(text []byte) uint64 {
	const (
		each  = 0x0101010101010101
		highs = 0x80 * each
	)
	x := binary.LittleEndian.Uint64(text) ^ '"'*each
	return (x - each) &^ x & highs
}
