package sinks

import (
	"unicode/utf16"
	"unicode/utf8"
)

// AppendJSON appends text as a JSON string, with its quotes. The string stands for
// exactly the same text, except that bytes that are not UTF-8 become U+FFFD. But it
// is as safe to print as what [Escape] returns: unsafe characters, and characters
// that begin what a CI runner would obey, are written as \u escapes.
func AppendJSON(b []byte, text string) []byte {
	in := []byte(text)
	line := make([]byte, 0, len(in)+2)
	line = append(line, '"')
	for i := 0; i < len(in); {
		c := in[i]
		if c < utf8.RuneSelf {
			i++
			switch {
			case c == '"' || c == '\\':
				line = append(line, '\\', c)
			case c == '\n':
				line = append(line, `\n`...)
			case c == '\t':
				line = append(line, `\t`...)
			case isSuspicious(c):
				line = append(line, hex(`\u`, rune(c), 4)...)
			default:
				line = append(line, c)
			}
			continue
		}
		r, size := utf8.DecodeRune(in[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			line = utf8.AppendRune(line, r)
		case isUnsafe(r) && !isPresentation(r, in[:i], in[i+size:]):
			line = appendEscaped(line, r)
		default:
			line = append(line, in[i:i+size]...)
		}
		i += size
	}
	line = append(line, '"')
	if !mayBeCommand(line, hash|colon) {
		return append(b, line...)
	}
	return apply(b, line, commandEdits(nil, line), nil)
}

// appendEscaped appends the escapes of a character, two of them for one beyond the
// basic multilingual plane.
func appendEscaped(b []byte, r rune) []byte {
	if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
		return append(append(b, hex(`\u`, high, 4)...), hex(`\u`, low, 4)...)
	}
	return append(b, hex(`\u`, r, 4)...)
}
