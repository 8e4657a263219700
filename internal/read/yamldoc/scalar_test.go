package yamldoc

import (
	"math/rand/v2"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestScalars: what is taken for a scalar without being parsed is one.
func TestScalars(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const more = "aaZ09::: \t-{}[]\"'#,&*!?|>%@`\\~=<./\u00e9\u00a0"
	scalars := 0
	for range 30_000 {
		text := string("aZ09"[r.IntN(4)])
		for range r.IntN(12) {
			text += string([]rune(more)[r.IntN(len([]rune(more)))])
		}
		if !isScalar(text) {
			continue
		}
		scalars++
		if root, err := parse(text); err == nil && root.Kind != yaml.ScalarNode {
			t.Errorf("%q is a document", text)
		}
	}
	if scalars < 1000 {
		t.Errorf("only %d scalars", scalars)
	}
	for _, text := range []string{"a: b", "a:", "a:\tb", "{a: b}", "\"a\": b", "a:b\nc: d", "- a:b", "'a': 1", "? a:b"} {
		if isScalar(text) {
			t.Errorf("%q is taken for a scalar", text)
		}
	}
}
