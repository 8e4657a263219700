package jsondoc

import (
	"encoding/binary"
	"unicode/utf8"
)

// unquote returns the text of a string.
func (l *lexer) unquote(quoted []byte) (text string, ok bool) {
	b, ok := l.unquoted(quoted)
	return string(b), ok
}

// unquoted does the same as unquote. The text is valid until the next call.
func (l *lexer) unquoted(quoted []byte) (text []byte, ok bool) {
	if len(quoted) < 2 || quoted[0] != '"' {
		return nil, false
	}
	if body := quoted[1 : len(quoted)-1]; isPlain(body) {
		return body, true
	}
	l.scratch, ok = appendUnquoted(l.scratch[:0], quoted)
	return l.scratch, ok
}

// isScalar checks a value that is neither an object nor an array.
func (l *lexer) isScalar(text []byte) bool {
	if text[0] == '"' {
		_, ok := l.unquoted(text)
		return ok
	}
	_, err := l.parser.Parse(text)
	return err == nil
}

// isPlain reports whether the text between the quotes of a string has no escapes,
// no control characters, and nothing but ASCII.
func isPlain(body []byte) bool {
	const (
		each  = 0x0101010101010101
		highs = 0x80 * each
	)
	for len(body) >= 8 {
		w := binary.LittleEndian.Uint64(body)
		x := w ^ '\\'*each
		// Subtraction sets the highest bit of a byte that is too small.
		if (w|(w-' '*each)|(x-each))&highs != 0 {
			break
		}
		body = body[8:]
	}
	for _, c := range body {
		if c < ' ' || c == '\\' || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
