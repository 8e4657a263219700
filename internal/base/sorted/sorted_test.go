package sorted

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestStable(t *testing.T) {
	type element struct{ key, place int }
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		for _, keys := range []int{1, 3, n + 1} {
			var have []element
			for i := range n {
				have = append(have, element{r.IntN(keys), i})
			}
			want := slices.Clone(have)
			by := func(a, b element) int { return cmp.Compare(a.key, b.key) }
			slices.SortStableFunc(want, by)
			if Stable(have, by); !slices.Equal(have, want) {
				t.Fatalf("%v, want %v", have, want)
			}
		}
	}
}

// TestComparisons checks that n elements take at most n log n comparisons, and the check of whether they are in order.
func TestComparisons(t *testing.T) {
	const n, log = 1 << 12, 12
	s := rand.New(rand.NewPCG(3, 4)).Perm(n)
	count := 0
	if Stable(s, func(a, b int) int { count++; return cmp.Compare(a, b) }); count > n*log+n {
		t.Errorf("%d comparisons", count)
	}
}
