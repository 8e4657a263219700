package fit

import (
	"cmp"
	"slices"

	"github.com/planfmt/planfmt/internal/base/sorted"
)

// Portion is a part of a report that is written within a limit of its own. At first, it is written in full.
type Portion struct {
	Full, Least int                        // how much room everything takes, and in how much anything can be said
	Write       func(limit int) (size int) // writes as much as has room, or leaves it as it is if a greater limit makes it no better
	size        int
}

// Share shares room among portions: each gets the same, and what one does not need is for the others.
func Share(room int, all []*Portion) {
	bySize := slices.Clone(all)
	sorted.Stable(bySize, func(a, b *Portion) int { return cmp.Compare(a.Full, b.Full) })
	for i, p := range bySize {
		// A portion may need more than its share, and must not take the room of those behind.
		reserved := 0
		for _, other := range bySize[i+1:] {
			reserved += other.Least
		}
		p.size = p.Full
		if limit := min(max(room/(len(bySize)-i), p.Least), room-reserved); p.Full > limit {
			p.size = p.Write(limit)
		}
		room -= p.size
	}
	for _, p := range all { // what is left over
		if was := p.size; was < p.Full && room > 0 {
			p.size = p.Write(was + room)
			room -= p.size - was
		}
	}
}

// FairShare returns how much each may have at most if all together may have so much, and what one does not need is for the others.
func FairShare(sizes []int, room int) int {
	sizes = slices.Sorted(slices.Values(sizes))
	for i, n := range sizes {
		left := len(sizes) - i
		if n > room/left {
			return room / left
		}
		room -= n
	}
	return sizes[len(sizes)-1]
}
