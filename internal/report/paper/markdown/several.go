package markdown

import (
	"bytes"
	"cmp"
	"slices"
	"sync"

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/sinks"
)

// part returns a paper of the same kind, which is only a part of this one.
func (m *Paper) part() *Paper {
	return &Paper{Opts: m.Opts, Limit: m.Limit, IsPart: true}
}

// SharedBodies are the bodies of several documents that are kept until all have been read. Together they are not larger than what there is
// room for, unless nothing had to be dropped: what is dropped is larger than the fair share of its document. What is left does not depend on
// the order in which the documents are added.
type SharedBodies struct {
	mu     sync.Mutex
	Budget int
	all    map[int]*Bodies // by document
	sizes  map[int]int     // when they were added
}

// Add adds the bodies of a document.
func (s *SharedBodies) Add(number int, k *Bodies) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		s.all, s.sizes = map[int]*Bodies{}, map[int]int{}
	}
	s.all[number], s.sizes[number] = k, k.size
	// What has been dropped counts, too. If it did not, those that come last would have what others lost.
	sum := 0
	var sizes []int
	for _, n := range s.sizes {
		sum += n
		sizes = append(sizes, n)
	}
	if sum <= s.Budget {
		return
	}
	level := fairShare(sizes, s.Budget)
	for _, k := range s.all {
		k.shrink(level)
	}
}

// fairShare returns how much each may have at most if all together may have so much, and what one
// does not need is for the others.
func fairShare(sizes []int, room int) int {
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

// make writes the block with a limit.
func (b *markdownBlock) make(limit int) {
	b.m.Limit = limit
	b.text = NewSheet(b.m, b.content).Write()
}

// least is the size in which a block has room.
func (b *markdownBlock) least() int { return len(b.m.Top.text()) + 250 }

// MakeBlocks makes the blocks, as large as they want to be.
// The papers are those of the documents; nil for one that could not be read.
func (s *SeveralSheet) MakeBlocks(papers []*Paper) {
	drawn := 0
	add := func(b *markdownBlock) {
		for i := range b.content.Sections {
			for _, it := range b.content.Sections[i].Items {
				if a, ok := it.(*content.ActionItem); ok && b.m.Bodies.Actions[a] != nil || len(content.MembersOf(it)) > 0 {
					drawn++
				}
			}
		}
		s.blocks = append(s.blocks, b)
	}
	if len(s.Shared) > 0 {
		m := s.Base.part()
		m.Find = func(number int) *Drawing {
			for _, p := range papers {
				if p == nil {
					continue
				}
				if d := p.Find(number); d != nil {
					return d
				}
			}
			return nil
		}
		add(&markdownBlock{m: m, content: &content.Contents{Sections: []content.Section{{Kind: content.ResourceSection, Title: content.SharedTitle, Counted: true, Items: s.Shared}}}})
	}
	for _, p := range s.Plans {
		m := papers[p.Number]
		m.heading = sinks.Heading(2, sinks.InText.Code(p.Name))
		c := &content.Contents{Head: p.Notices, Sections: p.Sections}
		if note := p.SharedNote(); note != "" {
			c.Tail = append(c.Tail, content.Sentence(note+"."))
		}
		add(&markdownBlock{m: m, content: c, isPlan: true, rank: p.Rank})
	}
	const few = 3
	for _, b := range s.blocks {
		if b.m.Opts.Collapse == layout.CollapseAuto && drawn > few {
			b.m.Opts.Collapse = layout.CollapseAll
		}
		b.make(s.Base.Limit)
		b.wanted = len(b.text)
	}
}

// Write returns the report.
func (s *SeveralSheet) Write() []byte {
	head := s.head(s.Base.Limit)
	table := s.table(s.Base.Limit)
	size := len(head) + len(table)
	for _, b := range s.blocks {
		size += len(b.text) + 1
	}
	if size > s.Base.Limit || slices.ContainsFunc(s.blocks, func(b *markdownBlock) bool { return b.wanted >= s.Base.Limit-1 }) {
		note := shortenedNote(s.Base.Limit)
		head = s.head(s.Base.Limit-len(note)) + note
		// The table gets what the blocks do not need, but at least a third.
		room := s.Base.Limit - len(head)
		table = s.table(max(room/3, room-(size-len(table)-len(head))))
		s.share(room - len(table))
	}
	out := []byte(head + table)
	for _, b := range s.blocks {
		out = append(append(out, bytes.TrimLeft(b.text, "\n")...), '\n')
	}
	if n := len(s.dropped); n > 0 {
		out = append(out, droppedText(n)...)
	}
	for len(out) > 1 && out[len(out)-2] == '\n' {
		out = out[:len(out)-1]
	}
	return out
}

// share shares the room among the blocks: each gets the same, and what one does not need is for the
// others. If the shares are too small to say anything, the least important blocks are dropped.
func (s *SeveralSheet) share(room int) {
	s.dropped = nil
	room -= len(droppedText(len(s.blocks)))
	byRank := slices.Clone(s.blocks)
	sorted.Stable(byRank, func(a, b *markdownBlock) int { return cmp.Compare(a.rank, b.rank) })
	keep := map[*markdownBlock]bool{}
	left := room
	for _, b := range byRank {
		if n := min(b.wanted, b.least()) + 1; n <= left {
			left -= n
			keep[b] = true
		}
	}
	var kept []*markdownBlock
	for _, b := range s.blocks {
		switch {
		case keep[b]:
			kept = append(kept, b)
		case b.isPlan:
			s.dropped = append(s.dropped, b)
		}
	}
	s.blocks = kept
	bySize := slices.Clone(s.blocks)
	sorted.Stable(bySize, func(a, b *markdownBlock) int { return cmp.Compare(a.wanted, b.wanted) })
	for i, b := range bySize {
		// A block with a long name needs more than others, and must not take the room of those behind.
		reserved := 0
		for _, other := range bySize[i+1:] {
			reserved += min(other.wanted, other.least()) + 1
		}
		limit := min(max(room/(len(bySize)-i), min(b.wanted, b.least())+1), room-reserved) - 1
		if b.wanted > limit {
			b.make(limit)
		}
		room -= len(b.text) + 1
	}
	for _, b := range s.blocks { // what is left over
		if n := len(b.text); n < b.wanted && room > 0 {
			text := b.text
			if b.make(n + room); len(b.text) < n || len(b.text) > n+room {
				b.text = text
			}
			room -= len(b.text) - n
		}
	}
}
