// Package fit decides what a report says where not everything has room. [Steps] are taken in the order of their importance, and each takes
// what it needs of a [Room], which is in bytes. The package never looks at what is said.
package fit

import (
	"cmp"

	"github.com/planfmt/planfmt/internal/base/sorted"
)

// Room is how much is left of a limit.
type Room int

// Take takes room, if there is as much.
func (r *Room) Take(n int) bool {
	if n > int(*r) {
		return false
	}
	*r -= Room(n)
	return true
}

// Steps are what may be added to a report.
type Steps struct{ all []step }

// step adds something to the report, if that has room.
type step struct {
	rank int
	add  func()
}

// Add adds a step of a rank; 0 is the most important.
func (s *Steps) Add(rank int, add func()) { s.all = append(s.all, step{rank, add}) }

// Run takes the steps by rank. Those of one rank are taken in the order in which they were added. Steps may be taken again, when there is
// more room.
func (s *Steps) Run() {
	sorted.Stable(s.all, func(a, b step) int { return cmp.Compare(a.rank, b.rank) })
	for _, st := range s.all {
		st.add()
	}
}
