// Package hclname writes names as HCL does: bare if the name is an identifier,
// quoted otherwise. Its main call is [Quote]. [Literal] writes strings. It knows nothing about plans.
package hclname

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Quote returns the name itself if it is an identifier, and otherwise the name
// as a quoted Go string.
func Quote(name string) string {
	if Valid(name) {
		return name
	}
	return strconv.Quote(name)
}

// Literal returns a string as a quoted template of HCL that is just this string, as keys in addresses are
// spelled. It differs from a quoted Go string: an interpolation is escaped, too.
func Literal(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i, r := range s {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case (r == '$' || r == '%') && strings.HasPrefix(s[i+1:], "{"):
			b.WriteRune(r)
			b.WriteRune(r)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r <= 0xffff:
			b.WriteString(`\u` + hex(r, 4))
		default:
			b.WriteString(`\U` + hex(r, 8))
		}
	}
	b.WriteByte('"')
	return b.String()
}

// hex returns a number with a fixed number of hexadecimal digits.
func hex(r rune, digits int) string {
	s := strconv.FormatInt(int64(r), 16)
	return strings.Repeat("0", max(digits-len(s), 0)) + s
}

// Valid reports whether a name is an identifier: a character of Unicode's
// ID_Start or an underscore, followed by characters of ID_Continue and hyphens.
func Valid(name string) bool {
	if name == "" {
		return false
	}
	plain := 0
	for plain < len(name) && ascii[name[plain]] {
		plain++
	}
	if plain == len(name) {
		return asciiStart(rune(name[0]))
	}
	for i, r := range name {
		if r < utf8.RuneSelf {
			if !asciiStart(r) && (i == 0 || !asciiContinue(r)) {
				return false
			}
			continue
		}
		// A byte that is not valid UTF-8 reads as U+FFFD, which is in neither
		// class.
		if !start(r) && (i == 0 || !more(r)) {
			return false
		}
	}
	return true
}

// ascii says which bytes are an ASCII character that may be in an identifier.
var ascii = func() (all [256]bool) {
	for c := range rune(utf8.RuneSelf) {
		all[c] = asciiStart(c) || asciiContinue(c)
	}
	return all
}()

func asciiStart(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == '_'
}

func asciiContinue(r rune) bool { return '0' <= r && r <= '9' || r == '-' }

func start(r rune) bool {
	return unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start) && !syntax(r)
}

func more(r rune) bool {
	return unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue) && !syntax(r)
}

func syntax(r rune) bool {
	return unicode.In(r, unicode.Pattern_Syntax, unicode.Pattern_White_Space)
}
