package computed

import "sync"

// Unchanged stands for parts of a container that do not change. Most of them are only
// counted, so they are not made before somebody asks for them. A container has all other
// parts itself. Several goroutines may use an Unchanged at once. A nil one stands for no
// parts.
type Unchanged struct {
	// Gaps says where the parts belong, in order.
	Gaps []Gap
	// Width is the width in bytes of the widest of their keys, as it is drawn; 0 if they
	// have none.
	Width int
	// Maker makes the parts. It is called at most once.
	Maker PartMaker

	once  sync.Once
	parts []Member
}

// Gap is a place among the other parts where unchanged parts belong.
type Gap struct {
	At  int32 // how many of the other parts come before it
	Len int32 // how many unchanged parts it has
	// From is the index that the first of them has in the container's value before. Only
	// the Maker uses it.
	From int32
}

// PartMaker makes the parts that an [Unchanged] stands for: those of all gaps together, in
// order. In lists and sets, their keys are empty.
type PartMaker interface{ MakeParts() []Member }

// Len returns the number of parts, without making them.
func (u *Unchanged) Len() int {
	if u == nil {
		return 0
	}
	n := 0
	for _, g := range u.Gaps {
		n += int(g.Len)
	}
	return n
}

// Members returns all members of a container, given the others. It makes the parts.
func (u *Unchanged) Members(others []Member) []Member {
	if u == nil {
		return others
	}
	return fill(u, others, func(m Member) Member { return m })
}

// Elements returns all elements of a list or a set, given the others. It makes the parts.
func (u *Unchanged) Elements(others []Diff) []Diff {
	if u == nil {
		return others
	}
	return fill(u, others, func(m Member) Diff { return m.Diff })
}

// fill returns the others with the parts in the gaps between them.
func fill[T any](u *Unchanged, others []T, part func(Member) T) []T {
	u.once.Do(func() { u.parts = u.Maker.MakeParts() })
	all, next, parts := make([]T, 0, len(others)+len(u.parts)), 0, u.parts
	for _, g := range u.Gaps {
		all = append(all, others[next:g.At]...)
		next = int(g.At)
		for _, m := range parts[:g.Len] {
			all = append(all, part(m))
		}
		parts = parts[g.Len:]
	}
	return append(all, others[next:]...)
}

// MaxWidth returns the larger of width and Width.
func (u *Unchanged) MaxWidth(width int) int {
	if u == nil {
		return width
	}
	return max(width, u.Width)
}
