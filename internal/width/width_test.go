package width

import (
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

func TestOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"":               0,
		"abc":            3,
		"\t":             8,
		"é":              1,
		"e\u0301":        1,
		"日本":             4,
		"😀":              2,
		"a\u200db":       2,
		"\u0915\u0947":   1,
		"ＡＢ":             4,
		"\U00020000\xff": 3,
		"✅⚠":             3,
		"⚠\ufe0f!":       3,
		"😀\ufe0f":        2,
		"한":              2,
		"🇩🇪":             2,
	} {
		if got := Of(text); got != want {
			t.Errorf("%q takes %d columns, want %d", text, got, want)
		}
	}
}

// What terminals show is no wider than what this package says: compared with a library for terminals, in both ways that terminals have.
func TestAllCharacters(t *testing.T) {
	t.Parallel()
	for r := rune(' '); r <= unicode.MaxRune; r++ {
		if r >= 0xd800 && r <= 0xdfff || r >= 0x1f1e6 && r <= 0x1f1ff { // halves of flags
			continue
		}
		s := string(r)
		got, want := Rune(r), max(ansi.WcWidth.StringWidth(s), ansi.GraphemeWidth.StringWidth(s))
		if got < want && unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) {
			t.Errorf("%U takes %d columns, want %d", r, got, want)
		}
		if got == 2 && want == 1 && r < 0x10000 && unicode.In(r, unicode.L) {
			t.Errorf("%U takes %d columns, want %d", r, got, want)
		}
	}
	for _, s := range []string{"👨\u200d👩\u200d👧", "🏔\ufe0f", "❤\ufe0f\u200d🔥", "👍🏽", "1\ufe0f\u20e3", "नमस्ते", "ไทย", "e\u0301\u0323", "한국어", "ｶﾞ"} {
		if got, want := Of(s), max(ansi.WcWidth.StringWidth(s), ansi.GraphemeWidth.StringWidth(s)); got < want {
			t.Errorf("%q takes %d columns, want %d at least", s, got, want)
		}
	}
}
