package fit_test

import (
	"slices"
	"testing"

	"github.com/planfmt/planfmt/internal/report/fit"
)

func TestShare(t *testing.T) {
	for _, test := range []struct {
		what              string
		room              int
		full, least, want []int
	}{
		{"what one does not need is for the others", 100, []int{10, 60, 80}, []int{5, 5, 5}, []int{10, 45, 45}},
		{"nobody gets more than everything", 300, []int{10, 60, 80}, []int{5, 5, 5}, []int{10, 60, 80}},
		{"the least is kept for those behind", 30, []int{60, 20, 90}, []int{8, 8, 14}, []int{8, 8, 14}},
	} {
		var all []*fit.Portion
		sizes := make([]int, len(test.full))
		for i, n := range test.full {
			sizes[i] = n
			all = append(all, &fit.Portion{Full: n, Least: test.least[i], Write: func(limit int) int {
				sizes[i] = min(n, limit)
				return sizes[i]
			}})
		}
		fit.Share(test.room, all)
		if !slices.Equal(sizes, test.want) {
			t.Errorf("%s: %v, want %v", test.what, sizes, test.want)
		}
	}
}

// What is written within a share may be shorter than that. The others get what is over.
func TestShareOfCoarseParts(t *testing.T) {
	sizes := [2]int{}
	var all []*fit.Portion
	for i, grain := range []int{40, 1} {
		all = append(all, &fit.Portion{Full: 100, Least: 1, Write: func(limit int) int {
			sizes[i] = limit / grain * grain
			return sizes[i]
		}})
	}
	if fit.Share(100, all); sizes != [2]int{40, 60} {
		t.Errorf("the sizes are %v", sizes)
	}
}

func TestFairShare(t *testing.T) {
	for _, test := range []struct{ room, want int }{{1000, 90}, {100, 45}, {30, 10}, {2, 0}} {
		if got := fit.FairShare([]int{90, 10, 60}, test.room); got != test.want {
			t.Errorf("of %d: %d, want %d", test.room, got, test.want)
		}
	}
}
