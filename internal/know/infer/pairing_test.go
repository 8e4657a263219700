package infer

import (
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/values"
)

// pairAll returns the lines of the elements that are only on one side, and whether the
// elements are the same, from counts of all elements.
func pairAll(old, new []string) (unpaired int, same bool) {
	left, sets := map[string]int{}, [2]map[string]bool{{}, {}}
	for _, e := range old {
		left[e]++
		sets[0][e] = true
	}
	for _, e := range new {
		left[e]--
		sets[1][e] = true
	}
	for e, n := range left {
		unpaired += max(n, -n) * countLines(values.Of(e))
	}
	return unpaired, maps.Equal(sets[0], sets[1])
}

func TestPairElements(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	words := []string{`1`, `"a"`, `null`, `{"a":1,"b":"c"}`, `[]`, `[1,2,3]`}
	random := func() []string {
		out := make([]string, r.IntN(7))
		for i := range out {
			out[i] = words[r.IntN(len(words))]
		}
		return out
	}
	array := func(elements []string) values.Value { return values.Of("[" + strings.Join(elements, ",") + "]") }
	for range 20_000 {
		old, new := random(), random()
		p := pairElements(array(old), array(new))
		unpaired, same := pairAll(old, new)
		if p.unpaired != unpaired || p.hasSameElements() != same {
			t.Fatalf("%s and %s: %d lines, the same elements: %v; want %d, %v", old, new, p.unpaired, p.hasSameElements(), unpaired, same)
		}
	}
}
