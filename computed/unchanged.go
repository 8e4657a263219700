package computed

import "sync"

// Unchanged stands for parts of a container that do not change and are not among its
// other parts. Most of them are only counted, so they are made when somebody asks for
// them, which may be several goroutines. A nil Unchanged stands for no parts.
type Unchanged struct {
	// Gaps says where the parts belong, in order.
	Gaps []Gap
	// Width is the width of the widest of their keys, as it is drawn.
	Width int
	// Maker makes the parts. It is called at most once.
	Maker PartMaker

	once  sync.Once
	parts []Member
}

// Gap is a place among the other parts where unchanged parts belong.
type Gap struct {
	At  int32 // the index of the next one of the other parts
	Len int32 // the number of unchanged parts
	// From is the index of the first unchanged part in the container before. Maker may
	// need it.
	From int32
}

// PartMaker makes the parts that an [Unchanged] stands for: all of them, in order. In
// lists and sets, they have no keys.
type PartMaker interface{ MakeParts() []Member }

// Len returns the number of parts.
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

// Members returns all members of a container, given the others.
func (u *Unchanged) Members(others []Member) []Member {
	if u == nil {
		return others
	}
	return fill(u, others, func(m Member) Member { return m })
}

// Elements returns all elements of a list or a set, given the others.
func (u *Unchanged) Elements(others []Diff) []Diff {
	if u == nil {
		return others
	}
	return fill(u, others, func(m Member) Diff { return m.Diff })
}

// fill puts the parts in the gaps between the others.
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

// MaxWidth returns the larger one of a width and that of the widest key.
func (u *Unchanged) MaxWidth(width int) int {
	if u == nil {
		return width
	}
	return max(width, u.Width)
}
