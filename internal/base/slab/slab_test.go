package slab

import (
	"slices"
	"testing"
)

// Slices do not write over each other, and most of them cost no allocation. A slab of
// which little is needed stays small.
func TestTake(t *testing.T) {
	const size = 16
	var s Slab[int]
	var got, want [][]int
	for i := range 100 {
		n := i % 7
		part := s.Take(n, size)
		if len(part) != 0 || cap(part) != n {
			t.Fatalf("length %d and capacity %d, not 0 and %d", len(part), cap(part), n)
		}
		for range n {
			part = append(part, i)
		}
		_ = append(part, -1)
		got, want = append(got, part), append(want, slices.Repeat([]int{i}, n))
	}
	for i := range got {
		if !slices.Equal(got[i], want[i]) {
			t.Errorf("slice %d is %v, want %v", i, got[i], want[i])
		}
	}
	if allocs := testing.AllocsPerRun(100, func() {
		for range size / 2 {
			s.Take(2, size)
		}
	}); allocs > 1 {
		t.Errorf("%v allocations, not 1", allocs)
	}
	var few Slab[int]
	few.Take(1, size)
	if n := len(few.free); n != minLen-1 {
		t.Errorf("the first item leaves room for %d more, not %d", n, minLen-1)
	}
}
