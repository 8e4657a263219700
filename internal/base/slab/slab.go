// Package slab makes many short slices in a few allocations. See [Slab].
package slab

import "github.com/planfmt/planfmt/internal/base/spoil"

// Slab hands out slices of longer ones, so that most of them cost no allocation. What it
// hands out is never used again for anything else, unless somebody calls [Slab.Reset]. As long as any of it is in use, so is
// the slice that it is part of. The zero Slab is ready to use, by one goroutine.
type Slab[T any] struct {
	free []T
	made int // how many items were allocated so far
	kept []T // the slice that Reset has made: free begins in it
}

// minLen is how many items are allocated at first.
const minLen = 4

// maxKept is how many items Reset keeps room for.
const maxKept = 1 << 12

// Take returns an empty slice with room for n items. Whenever nothing is left, as many
// items are allocated as there were before, but no more than the limit. Therefore a slab
// of which little is needed stays small. A slice of more than half of that is allocated
// by itself.
func (s *Slab[T]) Take(n, limit int) []T {
	if n > len(s.free) {
		size := min(max(s.made, minLen), limit)
		if n > size/2 {
			s.made += n
			return make([]T, 0, n)
		}
		s.made += size
		s.free = make([]T, size)
	}
	out := s.free[:0:n]
	s.free = s.free[n:]
	return out
}

// Reset makes the memory available again. Nothing that the Slab has handed out may be in use any more. The memory is kept in one
// slice, which has room for as many items as were needed before.
func (s *Slab[T]) Reset() {
	var none T
	spoil.Items(s.kept, none)
	if need := min(len(s.kept)+s.made, maxKept); need > len(s.kept) {
		s.kept = make([]T, need+need/4)
	}
	s.free, s.made = s.kept, 0
}
