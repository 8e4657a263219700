package copies

import (
	"strconv"
	"strings"
)

// standIn is what a redacted document has in the place of a sensitive value. Where there are
// several that differ, the others have a number.
const standIn = "(sensitive value)"

// StandIn returns the text that stands for the nth of several different sensitive values in a
// redacted document, from 1: (sensitive value), (sensitive value)#2. The next one comes after it in the
// order of strings, at least up to the ninth, so that lists of them look sorted.
func StandIn(n int) string {
	if n <= 1 {
		return standIn
	}
	return standIn + "#" + strconv.Itoa(n)
}

// IsStandIn reports whether a text is one that [StandIn] returns.
func IsStandIn(text string) bool { return text != "" && StandInLen(text) == len(text) }

// StandInLen returns the length of the stand-in that a text begins with, or 0 if it does not.
func StandInLen(text string) int {
	rest, ok := strings.CutPrefix(text, standIn)
	if !ok {
		return 0
	}
	number, ok := strings.CutPrefix(rest, "#")
	if !ok {
		return len(standIn)
	}
	digits := len(number) - len(strings.TrimLeft(number, "0123456789"))
	if n, err := strconv.Atoi(number[:digits]); err != nil || n < 2 || strconv.Itoa(n) != number[:digits] {
		return len(standIn)
	}
	return len(standIn) + 1 + digits
}
