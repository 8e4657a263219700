package values

import "unicode/utf8"

// AppendString appends s as a JSON string, with its quotes. Each byte that is not
// UTF-8 becomes U+FFFD.
func AppendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	text := stringBytes(s)
	done := 0 // how much of s has been appended
	for i := skipPlain(text, 0); i < len(s); i = skipPlain(text, i) {
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		if n > 1 {
			continue // U+FFFD, too
		}
		b = append(b, s[done:i-1]...)
		done = i
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
		default:
			b = append(b, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		}
	}
	return append(append(b, s[done:]...), '"')
}
