package jsoncut

import (
	"math/rand/v2"
	"testing"
)

// The end of a string is found wherever its quotes are.
func TestEndString(t *testing.T) {
	parts := []string{`\"`, `\\`, `\n`, `a`, `bcdefgh`, `0123456789abcdef`, `é`}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		text := `"`
		for range r.IntN(12) {
			text += parts[r.IntN(len(parts))]
		}
		text += `"`
		for _, rest := range []string{``, `,`, `,"next":"value","other":1}`} {
			if got := EndString([]byte(text+rest), 0); got != len(text) {
				t.Fatalf("%s%s: got %d, want %d", text, rest, got, len(text))
			}
		}
		if got := EndString([]byte(text[:len(text)-1]), 0); got != Short {
			t.Fatalf("%s without its end: got %d", text, got)
		}
	}
}
