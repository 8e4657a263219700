package differ

// slab hands out slices of longer ones, so that most of them cost no allocation. What
// it hands out is never used again for anything else.
type slab[T any] struct{ free []T }

// slabLen is how many items a slab allocates at a time.
const slabLen = 64

// take returns an empty slice with room for n items.
func (s *slab[T]) take(n int) []T {
	if n > slabLen/4 {
		return make([]T, 0, n)
	}
	if n > len(s.free) {
		s.free = make([]T, slabLen)
	}
	out := s.free[:0:n]
	s.free = s.free[n:]
	return out
}

// stack collects items of which nobody knows beforehand how many there will be. The
// items of a value are above those of the values around it, so a value must be done with
// its items before one around it adds another.
type stack[T any] struct {
	items []T
	slab  slab[T]
}

// push adds an item.
func (s *stack[T]) push(item T) { s.items = append(s.items, item) }

// pop removes the items from an index on, and returns a copy of them.
func (s *stack[T]) pop(from int) []T {
	top := s.items[from:]
	out := append(s.slab.take(len(top)), top...)
	clear(top)
	s.items = s.items[:from]
	return out
}
