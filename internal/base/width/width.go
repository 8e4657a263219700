// Package width says how wide texts are on a terminal.
package width

import (
	"slices"
	"unicode"
)

// wide are the characters that take two columns: those of East Asia, and emoji. A few that are narrow, or that nobody has defined, are
// among them: what is said to be too wide is still within the limits.
var wide = [...][2]rune{
	{0x1100, 0x115f},
	{0x231a, 0x231b},
	{0x2329, 0x232a},
	{0x23e9, 0x23f3},
	{0x25fd, 0x25fe},
	{0x2614, 0x2615},
	{0x2630, 0x2637},
	{0x2648, 0x2653},
	{0x267f, 0x267f},
	{0x268a, 0x2693},
	{0x26a1, 0x26a1},
	{0x26aa, 0x26ab},
	{0x26bd, 0x26be},
	{0x26c4, 0x26c5},
	{0x26ce, 0x26ce},
	{0x26d4, 0x26d4},
	{0x26ea, 0x26ea},
	{0x26f2, 0x26f5},
	{0x26fa, 0x26fd},
	{0x2705, 0x270b},
	{0x2728, 0x2728},
	{0x274c, 0x2757},
	{0x2795, 0x2797},
	{0x27b0, 0x27bf},
	{0x2b1b, 0x2b1c},
	{0x2b50, 0x2b55},
	{0x2e80, 0xa4cf},
	{0xa960, 0xa97c},
	{0xac00, 0xd7a3},
	{0xf900, 0xfaff},
	{0xfe10, 0xfe19},
	{0xfe30, 0xfe6f},
	{0xff00, 0xff60},
	{0xffe0, 0xffe6},
	{0x16fe0, 0x18df2},
	{0x1aff0, 0x1b2fb},
	{0x1d300, 0x1d376},
	{0x1f004, 0x1f004},
	{0x1f0cf, 0x1f0cf},
	{0x1f18e, 0x1f19a},
	{0x1f200, 0x1faff},
	{0x20000, 0x3fffd},
}

// emojiStyle is the variation selector with which a narrow character becomes a wide emoji.
const emojiStyle = 0xfe0f

// Rune returns how many columns a character takes. A TAB takes at most eight.
func Rune(r rune) int {
	switch {
	case r == '\t':
		return 8
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0 // it belongs to the character before
	case slices.ContainsFunc(wide[:], func(w [2]rune) bool { return w[0] <= r && r <= w[1] }):
		return 2
	}
	return 1
}

// Of returns how many columns a text takes, at most: terminals do not agree about emoji that are made of several characters.
func Of(text string) (n int) {
	narrow := false // the character before
	for _, r := range text {
		c := Rune(r)
		if r == emojiStyle && narrow {
			c = 1
		}
		narrow = c == 1 && r != emojiStyle
		n += c
	}
	return n
}
