package lcs

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// classic is the rule of Pairs on the whole table.
func classic(a, b []int) []Pair {
	l := make([][]int, len(a)+1)
	for i := range l {
		l[i] = make([]int, len(b)+1)
		for j := range l[i] {
			if i == 0 || j == 0 {
				continue
			}
			if a[i-1] == b[j-1] {
				l[i][j] = l[i-1][j-1] + 1
			} else {
				l[i][j] = max(l[i-1][j], l[i][j-1])
			}
		}
	}
	var out []Pair
	for i, j := len(a), len(b); i > 0 && j > 0; {
		switch {
		case a[i-1] == b[j-1]:
			i, j = i-1, j-1
			out = append(out, Pair{i, j})
		case l[i-1][j] > l[i][j-1]:
			i--
		default:
			j--
		}
	}
	slices.Reverse(out)
	return out
}

func TestPairsIsTheClassicTable(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 30_000 {
		symbols := 1 + r.IntN(1+n%40)
		random := func() []int {
			s := make([]int, r.IntN(3+n%200))
			for i := range s {
				s[i] = r.IntN(symbols)
			}
			return s
		}
		a, b := random(), random()
		if got, want := Pairs(a, b), classic(a, b); !slices.Equal(got, want) {
			t.Fatalf("Pairs(%v, %v)\n got %v\nwant %v", a, b, got, want)
		}
	}
}

func BenchmarkPairs(b *testing.B) {
	x, y := make([]int, 10_000), make([]int, 10_000)
	for i := range x {
		x[i], y[i] = i, i*7%10_000
	}
	for b.Loop() {
		Pairs(x, y)
	}
}
