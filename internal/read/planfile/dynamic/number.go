package dynamic

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/values"
)

const (
	// exactDigits is how many digits of a decimal number 512 bits can tell apart.
	// Numbers with no more of them are spelled as they are written.
	exactDigits = 153
	// maxDigits is how long a number may be in decimal notation. No program writes one nearly as
	// long, and the time that it takes to convert one grows with its square.
	maxDigits = 10_000
	// maxExponent is the largest exponent of a number that is written with one, since
	// it is spelled without. Terraform writes none.
	maxExponent = 1_000
	precision   = 512 // bits, as in go-cty
)

// addNumber adds a number with a header.
func (d *Decoder) addNumber(start int, h header) error {
	if h.number == float && (math.IsNaN(h.float) || math.IsInf(h.float, 0)) {
		return d.fail(start, "%v is not a number that a plan can have", h.float)
	}
	d.number = h.appendNumber(d.number[:0])
	return d.spell(start, d.number)
}

// appendNumber appends a number as plan JSON has it.
func (h header) appendNumber(b []byte) []byte {
	switch h.number {
	case signed:
		return strconv.AppendInt(b, int64(h.integer), 10)
	case unsigned:
		return strconv.AppendUint(b, h.integer, 10)
	}
	return strconv.AppendFloat(b, h.float, 'f', -1, 64)
}

// exact returns a number with every bit that is written.
func (h header) exact() *big.Float {
	switch h.number {
	case signed:
		return new(big.Float).SetInt64(int64(h.integer))
	case unsigned:
		return new(big.Float).SetUint64(h.integer)
	}
	return big.NewFloat(h.float)
}

// spell adds a number. Since a number of a few bytes can have hundreds of digits, there is
// a limit to how much longer they may be than what they are written as.
func (d *Decoder) spell(start int, number []byte) error {
	const usual, least, factor = 32, 8 << 20, 8
	if extra := len(number) - usual; extra > 0 {
		if d.excess += extra; d.excess > least+factor*len(d.in) {
			return d.fail(start, "too many numbers with hundreds of digits")
		}
	}
	return d.built(start, d.known.Number(number))
}

// addNumberText adds a string that stands for a number. If it is none, and only the schema
// says that it should be one, it stays a string. What go-cty takes for a number, although no program
// writes it, is an error.
func (d *Decoder) addNumberText(start int, text string, typ *decodeShape) error {
	number, ok := spellNumber(d.number[:0], text)
	switch {
	case ok:
		d.number = number
		return d.spell(start, number)
	case typ.isOwn(), isOddNumber(text):
		return d.fail(start, "a number that is spelled wrong")
	case !values.ValidString(bytesOf(text)):
		return d.fail(start, "a string that is not UTF-8")
	}
	return d.built(start, d.known.String(bytesOf(text)))
}

// isOddNumber reports whether a text that [spellNumber] rejects is a number for go-cty, or too long to find out.
func isOddNumber(text string) bool {
	if strings.Trim(text, "0123456789.-+eEpP") != "" {
		return strings.EqualFold(strings.TrimLeft(text, "+-"), "inf")
	}
	if len(text) > maxDigits {
		return true
	}
	_, _, err := big.ParseFloat(text, 10, precision, big.ToNearestEven)
	return err == nil
}

// spellNumber appends the number with a decimal text as plan JSON has it: without an
// exponent, and with no more digits than are needed to tell it from other numbers of 512
// bits. ok is false if there is no such number.
func spellNumber(b []byte, text string) (number []byte, ok bool) {
	digits := strings.TrimPrefix(text, "-")
	integer, fraction, hasPoint := strings.Cut(digits, ".")
	isExact := len(digits) <= exactDigits && isDigits(integer) && (integer[0] != '0' || len(integer) == 1)
	if isExact && (!hasPoint || isDigits(fraction) && !strings.HasSuffix(fraction, "0")) {
		return append(b, text...), true
	}
	if len(text) > maxDigits || strings.Trim(text, "0123456789.-+eE") != "" { // infinities, and exponents of 2
		return b, false
	}
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		n, err := strconv.Atoi(text[i+1:])
		if err != nil || n > maxExponent || n < -maxExponent {
			return b, false
		}
	}
	f, _, err := big.ParseFloat(text, 10, precision, big.ToNearestEven)
	if err != nil {
		return b, false
	}
	return f.Append(b, 'f', -1), true
}

// isDigits reports whether a text consists of digits, of which there is at least one.
func isDigits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}
