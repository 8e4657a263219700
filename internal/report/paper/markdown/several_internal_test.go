package markdown

import (
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/review"
)

// bodiesOf returns the bodies of a document, each of which has so many bytes.
func bodiesOf(sizes ...int) *Bodies {
	k := &Bodies{}
	k.Reset(1 << 20)
	for i, n := range sizes {
		k.Keep(i, "", &Drawing{Class: review.Update, text: []byte(strings.Repeat("x", n))})
	}
	return k
}

// What is left of several documents depends on them, and not on which of them has been read first.
func TestSharedBodiesInAnyOrder(t *testing.T) {
	var first []int
	for _, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		s := SharedBodies{Budget: 60}
		all := []*Bodies{bodiesOf(10), bodiesOf(60, 60), bodiesOf(15, 15)}
		for _, i := range order {
			s.Add(i, all[i])
		}
		var sizes []int
		for _, k := range all {
			sizes = append(sizes, k.size)
		}
		if first == nil {
			first = sizes
		}
		if !slices.Equal(sizes, first) {
			t.Errorf("in the order %v, %v is left, and %v in another one", order, sizes, first)
		}
	}
}
