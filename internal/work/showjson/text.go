package showjson

import (
	"math/big"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/values"
)

// appendString appends a JSON string as the products write it: with escapes for
// control characters, and for what could end a script in HTML.
func appendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	done := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= ' ' && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&' {
				i++
				continue
			}
			b = append(b, s[done:i]...)
			switch c {
			case '"', '\\':
				b = append(b, '\\', c)
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
			default:
				b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
			}
			i++
			done = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		escape := ""
		switch {
		case r == utf8.RuneError && n == 1:
			escape = `\ufffd`
		case r == '\u2028':
			escape = `\u2028`
		case r == '\u2029':
			escape = `\u2029`
		}
		if escape != "" {
			b = append(append(b, s[done:i]...), escape...)
			done = i + n
		}
		i += n
	}
	return append(append(b, s[done:]...), '"')
}

// appendValue appends a value as the products write it: without white space, the
// members of objects sorted by their names.
func appendValue(b []byte, v values.Value) []byte {
	switch v.Kind() {
	case values.String:
		return appendString(b, v.SharedText())
	case values.Number:
		return appendNumber(b, v.SharedText())
	case values.Bool:
		return append(b, v.SharedText()...)
	case values.Array:
		b = append(b, '[')
		for i, e := range v.Elems() {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendValue(b, e)
		}
		return append(b, ']')
	case values.Object:
		b = append(b, '{')
		for i, m := range v.Members() {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendValue(append(appendString(b, m.Name), ':'), m.Value)
		}
		return append(b, '}')
	}
	return append(b, "null"...)
}

const (
	// precision is that of the numbers of the products, in bits.
	precision = 512
	// plainDigits is how many decimal digits are never rounded at this precision.
	plainDigits = 150
	// maxDigits is how long a number with an exponent may become without it. The
	// products have no limit here, but a few bytes could stand for gigabytes.
	maxDigits = 4096
)

// appendNumber appends a number as the products spell it: without an exponent, and
// without zeros at the end of the fraction.
func appendNumber(b []byte, text string) []byte {
	if isPlainNumber(text) {
		return append(b, text...)
	}
	f, _, err := big.ParseFloat(text, 10, precision, big.ToNearestEven)
	if err != nil || f.IsInf() || f.Sign() == 0 && !isZero(text) {
		return append(b, text...)
	}
	if exponent := f.MantExp(nil); exponent > 3*maxDigits || exponent < -3*maxDigits {
		return append(b, text...)
	}
	return f.Append(b, 'f', -1)
}

// isPlainNumber reports whether a number in JSON is spelled already as the products
// spell it.
func isPlainNumber(text string) bool {
	if len(text) > plainDigits || strings.ContainsAny(text, "eE") {
		return false
	}
	return !strings.Contains(text, ".") || !strings.HasSuffix(text, "0") && !strings.HasSuffix(text, ".")
}

// isZero reports whether a number in JSON is zero, however small its exponent is.
func isZero(text string) bool {
	end := strings.IndexAny(text, "eE")
	if end < 0 {
		end = len(text)
	}
	return strings.Trim(text[:end], "-0.") == ""
}
