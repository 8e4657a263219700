package plans

import (
	"strconv"
	"strings"
)

// ParseIndex returns the step to the element with an index that a number of JSON spells, such as 1, 1.0 or 10e-1. It must be whole, not
// negative, and at most 2^53. The number is not rounded, and not expanded.
func ParseIndex(number string) (Step, bool) {
	digits, negative := strings.CutPrefix(number, "-")
	mantissa, exponent := digits, "0"
	if i := strings.IndexAny(digits, "eE"); i >= 0 {
		mantissa, exponent = digits[:i], strings.TrimPrefix(digits[i+1:], "+")
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits = strings.TrimLeft(whole+fraction, "0")
	dropped := len(whole) + len(fraction) - len(digits)
	digits = strings.TrimRight(digits, "0")
	if digits == "" {
		return Index(0), mantissa != ""
	}
	const most = 1 << 53 // it has 16 digits
	shift, err := strconv.Atoi(exponent)
	if err != nil || negative || shift > len(number)+16 || shift < -len(number) {
		return Step{}, false
	}
	point := len(whole) - dropped + shift // how many digits are in front of the point
	if point < len(digits) || point > 16 {
		return Step{}, false
	}
	i, err := strconv.ParseInt(digits+strings.Repeat("0", point-len(digits)), 10, 64)
	return Index(int(i)), err == nil && i <= most && int64(int(i)) == i
}
