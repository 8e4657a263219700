package terminal_test

import (
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"github.com/planfmt/planfmt/internal/base/width"
)

// What terminals show is no wider than what internal/base/width says: compared with a library for terminals, in both ways that terminals have.
func TestWidthOfAllCharacters(t *testing.T) {
	t.Parallel()
	for r := rune(' '); r <= unicode.MaxRune; r++ {
		if r >= 0xd800 && r <= 0xdfff || r >= 0x1f1e6 && r <= 0x1f1ff { // halves of flags
			continue
		}
		s := string(r)
		got, want := width.Rune(r), max(ansi.WcWidth.StringWidth(s), ansi.GraphemeWidth.StringWidth(s))
		if got < want && unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) {
			t.Errorf("%U takes %d columns, want %d", r, got, want)
		}
		if got == 2 && want == 1 && r < 0x10000 && unicode.In(r, unicode.L) {
			t.Errorf("%U takes %d columns, want %d", r, got, want)
		}
	}
	for _, s := range []string{"👨\u200d👩\u200d👧", "🏔\ufe0f", "❤\ufe0f\u200d🔥", "👍🏽", "1\ufe0f\u20e3", "नमस्ते", "ไทย", "e\u0301\u0323", "한국어", "ｶﾞ"} {
		if got, want := width.Of(s), max(ansi.WcWidth.StringWidth(s), ansi.GraphemeWidth.StringWidth(s)); got < want {
			t.Errorf("%q takes %d columns, want %d at least", s, got, want)
		}
	}
}
