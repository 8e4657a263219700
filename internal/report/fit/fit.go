// Package fit decides what a report says where not everything has room.
//
// What may be said is an [Item], and says more at a higher [Level]. A [Choice] knows in which order items have their turns: each level of an
// item has a rank. The level of the lowest rank is said first, and given up last. Ranks belong to items, and room is counted as the paper
// counts it, in bytes or in lines: the package never looks at what is said, and has no opinion on what is important. Where parts of a report
// are equally important, they [Share] the room.
package fit

import (
	"cmp"
	"iter"
	"slices"

	"github.com/planfmt/planfmt/internal/base/sorted"
)

// Level is how much is said about an item. At 0 that is nothing, or the item is only counted.
type Level int

// Item is what a report may say more or less about.
type Item interface {
	// Say says what there is to say at a level, in place of what is said now, if that takes no more than so much more room. It returns how much
	// more it takes, which is less than nothing if the item becomes shorter. It says nothing if there is nothing to add at that level.
	Say(level Level, room int) (more int, said bool)
}

// Shortened is an item that says everything at first, and less if that has no room.
type Shortened interface {
	Item
	// GiveUp takes back what is said at a level, and returns how much room that gives.
	GiveUp(level Level) (room int)
}

// Once is an item with one level.
type Once func(room int) (more int, said bool)

func (o Once) Say(_ Level, room int) (more int, said bool) { return o(room) }

// Choice chooses what is said of items.
type Choice[I Item] struct {
	room  int // what is left; less than 0 if too much is said
	turns []turn[I]
}

// turn is when more may be said about an item.
type turn[I Item] struct {
	rank   int
	item   I
	levels []Level
	isBest bool // the first of the levels has been said
}

// New returns a choice without items, for so much room.
func New[I Item](room int) *Choice[I] { return &Choice[I]{room: room} }

// Offer adds a turn of an item: when it comes, the first of the levels that has room is said. Turns have the order of their ranks, and those
// of one rank come in the order in which they were added.
func (c *Choice[I]) Offer(item I, rank int, levels ...Level) {
	c.turns = append(c.turns, turn[I]{rank: rank, item: item, levels: levels})
}

// Take takes room for what stands in the report before all items, if there is as much.
func (c *Choice[I]) Take(n int) bool {
	if n > c.room {
		return false
	}
	c.room -= n
	return true
}

// Release gives room back that was taken and is not needed.
func (c *Choice[I]) Release(n int) { c.room += n }

// Fill says as much as has room. It may be called again when there is more room.
func (c *Choice[I]) Fill() {
	c.sort()
	for i := range c.turns {
		t := &c.turns[i]
		for k, level := range t.levels {
			if more, said := t.item.Say(level, c.room); said {
				c.room -= more
				t.isBest = t.isBest || k == 0
				break
			}
		}
	}
}

func (c *Choice[I]) sort() {
	sorted.Stable(c.turns, func(a, b turn[I]) int { return cmp.Compare(a.rank, b.rank) })
}

// GiveUp gives levels up, the one of the highest rank first, until what is left has room. All items say everything at first.
func GiveUp[I Shortened](c *Choice[I]) {
	c.sort()
	for _, t := range slices.Backward(c.turns) {
		if c.room >= 0 {
			return
		}
		c.room += t.item.GiveUp(t.levels[0])
	}
}

// Left yields the items that had no room for the first of the levels at a turn, the most important ones first.
func (c *Choice[I]) Left() iter.Seq[I] {
	return func(yield func(I) bool) {
		for i := range c.turns {
			if t := &c.turns[i]; !t.isBest && !yield(t.item) {
				return
			}
		}
	}
}
