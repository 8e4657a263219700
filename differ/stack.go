package differ

import "github.com/planfmt/planfmt/internal/base/slab"

// stack collects items when their number is not known beforehand. The items of a value
// are above those of the values around it, so a value must pop its items before a value
// around it pushes another.
type stack[T any] struct {
	items []T
	slab  slab.Slab[T]
}

// keptItems is how many items an empty stack keeps room for.
const keptItems = 1 << 12

// push adds an item.
func (s *stack[T]) push(item T) { s.items = append(s.items, item) }

// pop removes the items from an index on, and returns a copy of them.
func (s *stack[T]) pop(from int) []T {
	top := s.items[from:]
	out := append(s.slab.Take(len(top), slabLen), top...)
	s.drop(from)
	return out
}

// drop removes the items from an index on.
func (s *stack[T]) drop(from int) {
	clear(s.items[from:])
	if s.items = s.items[:from]; from == 0 && cap(s.items) > keptItems {
		s.items = nil
	}
}
