package hclname

import "testing"

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"":             `""`,
		"a":            "a",
		"_":            "_",
		"_a":           "_a",
		"-a":           `"-a"`,
		"a-b_c9":       "a-b_c9",
		"9a":           `"9a"`,
		"a b":          `"a b"`,
		"a.b":          `"a.b"`,
		"a/b":          `"a/b"`,
		"é":            "é",
		"名前":           "名前",
		"\u2118":       "\u2118",      // Other_ID_Start
		"a\u00b7b":     "a\u00b7b",    // Other_ID_Continue
		"a\u0301":      "a\u0301",     // Mn
		"\u0301":       "\"\u0301\"",  // may not come first
		"\u2160":       "\u2160",      // Nl
		"a\u203f":      "a\u203f",     // Pc
		"a\u2e2f":      "\"a\u2e2f\"", // a letter, but Pattern_Syntax
		"a\xff":        `"a\xff"`,
		"a\x1b":        `"a\x1b"`,
		"say \"hi\"":   `"say \"hi\""`,
		"\U0001f600":   `"😀"`,
		"a\u202eb":     `"a\u202eb"`,
		"kubernetes/x": `"kubernetes/x"`,
	} {
		if got := Quote(in); got != want {
			t.Errorf("Quote(%q) = %s, want %s", in, got, want)
		}
	}
}
