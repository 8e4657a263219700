package differ

import "github.com/planfmt/planfmt/internal/slab"

// stack collects items of which nobody knows beforehand how many there will be. The
// items of a value are above those of the values around it, so a value must be done with
// its items before one around it adds another.
type stack[T any] struct {
	items []T
	slab  slab.Slab[T]
}

// push adds an item.
func (s *stack[T]) push(item T) { s.items = append(s.items, item) }

// pop removes the items from an index on, and returns a copy of them.
func (s *stack[T]) pop(from int) []T {
	top := s.items[from:]
	out := append(s.slab.Take(len(top), slabLen), top...)
	clear(top)
	s.items = s.items[:from]
	return out
}
