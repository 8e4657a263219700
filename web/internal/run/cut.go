package run

import (
	"bytes"
	"unicode/utf8"
)

// cut returns where a text can be cut so that both parts can be shown: after its last line feed or, in a
// long line, between two characters that are not in the code of a colour.
func cut(text []byte) int {
	if i := bytes.LastIndexByte(text, '\n'); i >= 0 {
		return i + 1
	}
	end := len(text)
	for i := end - 1; i >= 0 && i >= end-utf8.UTFMax; i-- {
		if utf8.RuneStart(text[i]) {
			if !utf8.FullRune(text[i:]) {
				end = i
			}
			break
		}
	}
	// The codes are short: ESC [ digits m.
	if i := bytes.LastIndexByte(text[:end], '\x1b'); i > 0 && end-i < 16 && bytes.IndexByte(text[i:end], 'm') < 0 {
		end = i
	}
	if end == 0 {
		return len(text)
	}
	return end
}
