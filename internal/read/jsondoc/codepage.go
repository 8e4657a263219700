package jsondoc

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// codePage looks for what PowerShell's > makes of text in UTF-8: it reads the output of a program in the code page of the console, and writes
// what it has read, in UTF-16. A letter of two bytes becomes two characters then, of which the first is always one of a few.
type codePage struct {
	r    io.Reader
	tail []byte  // of a character that is not complete
	last [3]rune // the characters before
	// found says that letters are garbled, and beyond that there are any beyond ASCII. In most code pages, that is all that can be told.
	found, beyond bool
}

func (c *codePage) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if !c.found {
		c.look(p[:n])
	}
	return n, err
}

func (c *codePage) look(text []byte) {
	if len(c.tail) > 0 {
		text = append(c.tail, text...)
	}
	for len(text) > 0 && utf8.FullRune(text) {
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		c.found, c.beyond = c.found || isGarbled(c.last, r), c.beyond || r >= utf8.RuneSelf
		c.last = [3]rune{c.last[1], c.last[2], r}
	}
	c.tail = append([]byte(nil), text...)
}

// isGarbled reports whether four characters are a letter of two bytes, as a code page has them, beside another letter.
func isGarbled(before [3]rune, r rune) bool {
	return unicode.IsLetter(before[0]) && isPair(before[1], before[2]) || isPair(before[1], before[2]) && unicode.IsLetter(r)
}

// isPair reports whether two characters are the bytes of a letter from U+00A0 to U+00FF, in code page 437, 850 or 1252. Drawings of trees
// have no such pair: what stands behind a branch in them is a horizontal line or a space.
func isPair(first, second rune) bool {
	const behind = "░▒▓│┤╡╢╖╕╣║╗╝╜╛┐©®¢¥" // the bytes from 0xB0
	switch first {
	case '├', '┬':
		return second > 0xA0 && second <= 0xFF || second == 'ƒ' || strings.ContainsRune(behind, second)
	case 'Ã':
		return second >= 0xA0 && second <= 0xBF
	}
	return false
}

// What to do about garbled letters.
const hintGarbled = `make the file again with cmd /c "terraform show -json tfplan > plan.json", or set [Console]::OutputEncoding to UTF-8 before`

// text says what has become of the letters and what to do about it, and returns an empty text if they are right. c may be nil.
func (c *codePage) text() string {
	switch {
	case c == nil || !c.beyond:
		return ""
	case c.found:
		return "the document is in UTF-16, and letters in it are garbled: PowerShell's > has read the output in the code page of the console. " +
			"Names and values are wrong, also where they are compared, hashed or approved; " + hintGarbled
	}
	return "the document is in UTF-16, as PowerShell's > writes it after it has read the output in the code page of the console: letters that are not ASCII are wrong unless that was UTF-8; " + hintGarbled
}

// GarbledText returns a warning if text of the document was or may have been read in the wrong code page before it was written, and an empty
// text if not.
func (h *Header) GarbledText() string { return h.garbled }
