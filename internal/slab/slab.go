// Package slab makes many short slices in a few allocations. Its only call is [Slab.Take].
package slab

// Slab hands out slices of longer ones, so that most of them cost no allocation. What it
// hands out is never used again for anything else. As long as any of it is in use, so is
// the slice that it is part of. The zero Slab is ready to use, by one goroutine.
type Slab[T any] struct{ free []T }

// Take returns an empty slice with room for n items. size is how many items are allocated
// at a time. A slice of more than a quarter of that is allocated by itself.
func (s *Slab[T]) Take(n, size int) []T {
	if n > size/4 {
		return make([]T, 0, n)
	}
	if n > len(s.free) {
		s.free = make([]T, size)
	}
	out := s.free[:0:n]
	s.free = s.free[n:]
	return out
}
