package jsonescape

import "testing"

func TestAppend(t *testing.T) {
	for _, c := range []struct {
		text, want, rest string
		ok               bool
	}{
		{`\n.`, "\n", ".", true},
		{`\/`, "/", "", true},
		{`\"\\`, `"`, `\\`, true},
		{`\u00e9x`, "é", "x", true},
		{`\uD83D\uDE00!`, "😀", "!", true},
		{`\ud83d!`, "\uFFFD", "!", true},
		{`\ud83d\u0041`, "\uFFFD", `\u0041`, true},
		{`\ud83d\n`, "\uFFFD", `\n`, true},
		{`\ude00`, "\uFFFD", "", true},
		{`\u00g9`, "", `\u00g9`, false},
		{`\u00`, "", `\u00`, false},
		{`\x`, "", `\x`, false},
		{`\`, "", `\`, false},
		{`n`, "", "n", false},
		{``, "", "", false},
	} {
		got, rest, ok := Append(nil, []byte(c.text))
		if string(got) != c.want || string(rest) != c.rest || ok != c.ok {
			t.Errorf("%s: %q, %q, %t, want %q, %q, %t", c.text, got, rest, ok, c.want, c.rest, c.ok)
		}
	}
}
