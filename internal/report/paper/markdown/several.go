package markdown

import (
	"bytes"
	"slices"
	"sync"

	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/fit"
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
	level := fit.FairShare(sizes, s.Budget)
	for _, k := range s.all {
		k.shrink(level)
	}
}

// write writes the block within a limit. It stays as it is if a greater limit makes it no better.
func (b *markdownBlock) write(limit int) (size int) {
	b.m.Limit = limit
	text := NewSheet(b.m, b.content).Write()
	if b.text == nil || limit <= len(b.text) || len(text) >= len(b.text) && len(text) <= limit {
		b.text = text
	}
	return len(b.text)
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
		b.wanted = b.write(s.Base.Limit)
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
	if s.dropped > 0 {
		out = append(out, droppedText(s.dropped)...)
	}
	for len(out) > 1 && out[len(out)-2] == '\n' {
		out = out[:len(out)-1]
	}
	return out
}

// Say keeps the block, in the least room that it needs.
func (b *markdownBlock) Say(_ fit.Level, room int) (more int, said bool) {
	more = min(b.wanted, b.least()) + 1
	b.isKept = more <= room
	return more, b.isKept
}

// share shares the room among the blocks. If the shares are too small to say anything, the least important blocks are dropped.
func (s *SeveralSheet) share(room int) {
	s.dropped = 0
	room -= len(droppedText(len(s.blocks)))
	choice := fit.New[*markdownBlock](room)
	for _, b := range s.blocks {
		choice.Offer(b, b.rank, 1)
	}
	choice.Fill()
	for b := range choice.Left() {
		if b.isPlan {
			s.dropped++
		}
	}
	s.blocks = slices.DeleteFunc(s.blocks, func(b *markdownBlock) bool { return !b.isKept })
	const end = 1 // a line feed after each
	var portions []*fit.Portion
	for _, b := range s.blocks {
		portions = append(portions, &fit.Portion{
			Full: b.wanted + end, Least: min(b.wanted, b.least()) + end,
			Write: func(limit int) int { return b.write(limit-end) + end },
		})
	}
	fit.Share(room, portions)
}
