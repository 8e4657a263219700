package width

import "testing"

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
