package secrets

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestOrdinary checks that the short cut for ordinary names changes nothing: a capital
// letter has no meaning here, but names that have one take the long way.
func TestOrdinary(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields(strings.Join(slices.Concat(secret, harmless, forms, keysOf), " "))
	words = append(words, "key", "keys", "a", "availability", "", "1a")
	found := 0
	for range 100_000 {
		var parts []string
		for range 1 + random.IntN(4) {
			parts = append(parts, words[random.IntN(len(words))])
		}
		name := strings.Join(parts, "_")
		around := words[random.IntN(len(words))]
		want := Phrase(around, strings.ToUpper(name))
		if have := Phrase(around, name); have != want {
			t.Fatalf("%q in %q: have %q, want %q", name, around, have, want)
		}
		if want != "" {
			found++
		}
	}
	if found < 1000 {
		t.Errorf("only %d phrases were found", found)
	}
}
