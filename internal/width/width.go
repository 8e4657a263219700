// Package width says how wide texts are on a terminal.
package width

import (
	"slices"
	"unicode"
)

// wide are the characters that take two columns, roughly: those of East Asia, and emoji.
var wide = [][2]rune{
	{0x1100, 0x115f},
	{0x2e80, 0xa4cf},
	{0xac00, 0xd7a3},
	{0xf900, 0xfaff},
	{0xfe30, 0xfe6f},
	{0xff00, 0xff60},
	{0xffe0, 0xffe6},
	{0x1f300, 0x1faff},
	{0x20000, 0x3fffd},
}

// Rune returns how many columns a character takes. A TAB takes at most eight.
func Rune(r rune) int {
	switch {
	case r == '\t':
		return 8
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0 // it belongs to the character before
	case slices.ContainsFunc(wide, func(w [2]rune) bool { return w[0] <= r && r <= w[1] }):
		return 2
	}
	return 1
}

// Of returns how many columns a text takes.
func Of(text string) (n int) {
	for _, r := range text {
		n += Rune(r)
	}
	return n
}
