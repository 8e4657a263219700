package copies_test

import (
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/base/copies"
)

func TestParts(t *testing.T) {
	secrets := map[string]bool{"Zq9!xK2#vLp7": true, "q83v/EjRW+eJC==": true, "four words of it": true, "two\nlines": true}
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"x\nZq9!xK2#vLp7\ny", "x\n*\ny"},
		{"x\r\n  Zq9!xK2#vLp7 \r\ny", "x\r\n  * \r\ny"},
		{"Zq9!xK2#vLp7\n\nZq9!xK2#vLp7", "*\n\n*"},
		{"aZq9!xK2#vLp7\nZq9!xK2#vLp7b", "aZq9!xK2#vLp7\nZq9!xK2#vLp7b"},
		{"postgres://app:Zq9!xK2#vLp7@db/app", "postgres://app:*@db/app"},
		{"x\nq83v/EjRW+eJC==\n", "x\n*\n"},
		{"export A=q83v/EjRW+eJC== B=q83v/EjRW+eJC==; x", "export A=* B=q83v/EjRW+eJC==; x"},
		{"run 'q83v/EjRW+eJC==';q83v/EjRW+eJC==", "run '*';q83v/EjRW+eJC=="},
		{"a: four words of it\nfour words of it\n b =  four words of it\t\nnot four words of it", "a: *\n*\n b =  *\t\nnot four words of it"},
		{"say \"two\nlines\" or 'four words of it", "say \"*\" or 'four words of it"},
		{`"a"Zq9!xK2#vLp7"`, `"a"*"`},
		{"a (sensitive value)#2 b", "a (sensitive value)#2 b"},
		{"=", "="},
		{"a=", "a="},
	} {
		if got := hide(test.text, func(text string) bool { return secrets[text] }); got != test.want {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
	}
	if got := hide("a (sensitive value)#2b (sensitive value)", copies.IsStandIn); got != "a *b *" {
		t.Errorf("stand-ins: %q", got)
	}
}

func hide(text string, is func(string) bool) string {
	var out strings.Builder
	done := 0
	for start, end := range copies.Parts(text, is) {
		out.WriteString(text[done:start] + "*")
		done = end
	}
	return out.String() + text[done:]
}

// Each byte is looked at a few times, whatever the text is made of.
func TestPartsWork(t *testing.T) {
	for _, unit := range []string{"a", "=", ":", "'", `"'`, "a=", "a ", "\n", " ", "(sensitive value)#", "a:'b \"c\n", "[{"} {
		text := strings.Repeat(unit, 20_000/len(unit))
		asked := 0
		for range copies.Parts(text, func(part string) bool { asked += len(part); return false }) {
			t.Errorf("%q: there is a copy", unit)
		}
		if asked > 8*len(text) {
			t.Errorf("%q: of %d bytes, %d are asked about", unit, len(text), asked)
		}
	}
}

func FuzzParts(f *testing.F) {
	f.Add("x\nZq9!xK2#vLp7\ny: 'Zq9!xK2#vLp7'")
	f.Fuzz(func(t *testing.T, text string) {
		last := 0
		for start, end := range copies.Parts(text, func(part string) bool { return len(part)%3 == 0 }) {
			if start < last || end <= start || end > len(text) {
				t.Fatalf("%q: from %d to %d", text, start, end)
			}
			last = end
		}
	})
}
