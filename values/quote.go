package values

import (
	"strings"
	"unicode/utf8"
)

// AppendString appends s as a JSON string, with its quotes. Each byte that is not
// UTF-8 becomes U+FFFD.
func AppendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	done := 0 // how much of s has been appended
	for i, r := range s {
		if r >= ' ' && r != '"' && r != '\\' && r != utf8.RuneError {
			continue
		}
		b = append(b, s[done:i]...)
		done = i + 1
		switch r {
		case '"', '\\':
			b = append(b, '\\', byte(r))
		case '\b':
			b = append(b, `\b`...)
		case '\f':
			b = append(b, `\f`...)
		case '\n':
			b = append(b, `\n`...)
		case '\r':
			b = append(b, `\r`...)
		case '\t':
			b = append(b, `\t`...)
		case utf8.RuneError:
			b = utf8.AppendRune(b, r)
			if strings.HasPrefix(s[i:], string(r)) {
				done = i + utf8.RuneLen(r) // s itself has this character
			}
		default:
			b = append(b, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		}
	}
	return append(append(b, s[done:]...), '"')
}
