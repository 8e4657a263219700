package planhash

import (
	"bytes"
	"cmp"
	"math/big"
	"strconv"
)

// AppendNumber appends a number of JSON in its canonical form: 0, or the digits without zeros
// at either end, an e, and the power of ten that they are multiplied by. No number is expanded,
// and none is rounded: the cost is linear in the length of the text, whatever the exponent.
func AppendNumber(b, text []byte) []byte {
	mantissa, exponent := text, []byte(nil)
	if i := bytes.IndexAny(text, "eE"); i >= 0 {
		mantissa, exponent = text[:i], text[i+1:]
	}
	mantissa, negative := bytes.CutPrefix(mantissa, []byte("-"))
	whole, fraction, _ := bytes.Cut(mantissa, []byte("."))
	start := len(b)
	if negative {
		b = append(b, '-')
	}
	first := len(b)
	if whole = bytes.TrimLeft(whole, "0"); len(whole) == 0 {
		b = append(b, bytes.TrimLeft(fraction, "0")...)
	} else {
		b = append(append(b, whole...), fraction...)
	}
	digits := bytes.TrimRight(b[first:], "0")
	if len(digits) == 0 {
		return append(b[:start], '0')
	}
	zeros := len(b) - first - len(digits)
	b = append(b[:first+len(digits)], 'e')
	return appendSum(b, exponent, zeros-len(fraction))
}

// appendSum appends the sum of an exponent, which may be empty, and a number that is no longer
// than a text in memory.
func appendSum(b, exponent []byte, n int) []byte {
	exponent = bytes.TrimPrefix(exponent, []byte("+"))
	digits, negative := bytes.CutPrefix(exponent, []byte("-"))
	digits = bytes.TrimLeft(digits, "0")
	const short = 17 // digits of numbers for which int64 has room
	if len(digits) <= short {
		sum := int64(0)
		for _, c := range digits {
			sum = 10*sum + int64(c-'0')
		}
		if negative {
			sum = -sum
		}
		return strconv.AppendInt(b, sum+int64(n), 10)
	}
	// The exponent is so much larger than n that the sum has its sign.
	if negative {
		b, n = append(b, '-'), -n
	}
	first := len(b)
	b = append(append(b, '0'), digits...)
	for i := len(b) - 1; n != 0; i-- {
		d := int(b[i]-'0') + n%10
		n /= 10
		switch {
		case d < 0:
			d, n = d+10, n-1
		case d > 9:
			d, n = d-10, n+1
		}
		b[i] = byte('0' + d)
	}
	sum := bytes.TrimLeft(b[first:], "0")
	return b[:first+copy(b[first:], sum)]
}

// CompareNumbers compares two numbers of JSON by what they are worth. The result is -1, 0 or 1. No
// number is expanded or rounded.
func CompareNumbers(a, b []byte) int {
	x, y := readNumber(a), readNumber(b)
	if n := cmp.Compare(x.sign, y.sign); n != 0 || x.sign == 0 {
		return n
	}
	if n := x.magnitude.Cmp(y.magnitude); n != 0 {
		return n * x.sign
	}
	return bytes.Compare(x.digits, y.digits) * x.sign
}

// number is a number that is not 0: its digits stand behind a period, and are multiplied by ten to
// the power of its magnitude.
type number struct {
	sign      int
	digits    []byte
	magnitude *big.Int
}

func readNumber(text []byte) (n number) {
	digits, exponent, ok := bytes.Cut(AppendNumber(nil, text), []byte("e"))
	if !ok {
		return n
	}
	n.sign = 1
	if rest, negative := bytes.CutPrefix(digits, []byte("-")); negative {
		digits, n.sign = rest, -1
	}
	n.digits, n.magnitude = digits, new(big.Int)
	n.magnitude.SetString(string(exponent), 10)
	n.magnitude.Add(n.magnitude, big.NewInt(int64(len(digits))))
	return n
}
