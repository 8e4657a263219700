// Package jsonescape says what the escapes in JSON strings stand for.
package jsonescape

import (
	"unicode/utf16"
	"unicode/utf8"
)

// Short has what the escapes of one character stand for, by this character. It is 0 for what is no such escape.
var Short = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// Append appends what the escape at the start of a text stands for, and returns the rest of the text. Half of a surrogate
// pair stands for U+FFFD. Append reports false if the text does not start with an escape.
func Append(b, text []byte) (appended, rest []byte, ok bool) {
	if len(text) < 2 || text[0] != '\\' {
		return b, text, false
	}
	if c := Short[text[1]]; c != 0 {
		return append(b, c), text[2:], true
	}
	r, ok := CodeUnit(text)
	if !ok {
		return b, text, false
	}
	text = text[6:]
	if utf16.IsSurrogate(r) {
		low, ok := CodeUnit(text)
		if r = utf16.DecodeRune(r, low); ok && r != utf8.RuneError {
			text = text[6:]
		}
	}
	return utf8.AppendRune(b, r), text, true
}

// CodeUnit reads an escape of the form \u0000 at the start of a text.
func CodeUnit(text []byte) (rune, bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	var r rune
	for _, c := range text[2:6] {
		switch {
		case c-'0' < 10:
			r = r<<4 | rune(c-'0')
		case (c|0x20)-'a' < 6:
			r = r<<4 | rune((c|0x20)-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}
