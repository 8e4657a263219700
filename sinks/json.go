package sinks

import (
	"bytes"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// AppendJSON appends text as a JSON string, with its quotes. The string stands for
// exactly the same text, except that bytes that are not UTF-8 become U+FFFD. But it
// is as safe to print as what [Escape] returns: unsafe characters, and characters
// that begin what a CI runner would obey, are written as \u escapes.
func AppendJSON(b []byte, text string) []byte {
	start, done := len(b), 0 // text up to done has been appended
	b = append(b, '"')
	var all byteClass
	for i := 0; i < len(text); {
		c := text[i]
		class := jsonClasses[c]
		if class&special == 0 {
			all |= class
			i++
			continue
		}
		b = append(b, text[done:i]...)
		size := 1
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c < utf8.RuneSelf:
			b = append(b, hex(`\u`, rune(c), 4)...)
		default:
			var r rune
			r, size = utf8.DecodeRuneInString(text[i:])
			switch {
			case r == utf8.RuneError && size == 1:
				b = utf8.AppendRune(b, r)
			case isUnsafe(r) && !isPresentation(r, text[:i], text[i+size:]):
				b = appendEscaped(b, r)
			default:
				b = append(b, text[i:i+size]...)
			}
		}
		i += size
		done = i
	}
	b = append(append(b, text[done:]...), '"')
	// Behind the quote, a runner obeys no command that has to begin the line.
	if all&hash != 0 && strings.Contains(text, "##") || all&colon != 0 && strings.Contains(text, "section_") {
		line := bytes.Clone(b[start:])
		return apply(b[:start], line, commandEdits(nil, line), nil)
	}
	return b
}

// special is the class of bytes that are not simply copied to a JSON string.
const special byteClass = 1 << 7

// jsonClasses are classes, and special.
var jsonClasses = func() (all [256]byteClass) {
	for c, class := range classes {
		if class&suspicious != 0 || c == '"' || c == '\\' || c == '\t' {
			class |= special
		}
		all[c] = class
	}
	return all
}()

// appendEscaped appends the escapes of a character, two of them for one beyond the
// basic multilingual plane.
func appendEscaped(b []byte, r rune) []byte {
	if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
		return append(append(b, hex(`\u`, high, 4)...), hex(`\u`, low, 4)...)
	}
	return append(b, hex(`\u`, r, 4)...)
}
