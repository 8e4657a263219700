package report

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"slices"
	"sync"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/sinks"
)

// ManyMarkdown is what [Markdown] writes, of several documents: what all of them do, a table of
// them, what happens in several, and then each that does something else. It is never longer than its
// limit, of which each document gets its fair share.
type ManyMarkdown struct {
	*many[*markdownPart]
	base   *Markdown // has the options, the limit, and what stands above the headline
	bodies sharedBodies
}

// NewManyMarkdown returns a report that writes to w. The dialect of the options is not used. The
// errors are those of [NewMarkdown].
func NewManyMarkdown(w io.Writer, names []string, opts Options) (*ManyMarkdown, error) {
	if opts.Graph {
		return nil, errors.New("a comment on several plans has no graph: see planfmt graph for each of them")
	}
	base, err := NewMarkdown(w, opts)
	if err != nil {
		return nil, err
	}
	m := &ManyMarkdown{many: newMany[*markdownPart](w, names, SpoolOptions{}), base: base}
	m.bodies.budget = 4 * base.limit
	return m, nil
}

// markdownPart takes one of the documents.
type markdownPart struct {
	*Markdown
	overviewPart
	to     *ManyMarkdown
	number int
}

// Document returns a writer for a document.
func (m *ManyMarkdown) Document(number int, d dialect.Dialect) Writer {
	one := m.base.part(d)
	return &markdownPart{one, overviewPart{name: m.parts[number].name, overview: &one.overview}, m, number}
}

// part returns a report of the same kind, which is only a part of this one.
func (m *Markdown) part(d dialect.Dialect) *Markdown {
	opts := m.opts
	opts.Dialect = d
	one := &Markdown{overview: opts.overview()}
	one.opts, one.limit, one.isPart = opts, m.limit, true
	return one
}

// part returns a paper of the same kind, which is only a part of this one.
func (m *markdownPaper) part() *markdownPaper {
	return &markdownPaper{opts: m.opts, limit: m.limit, isPart: true}
}

// Begin keeps what is needed of the summary.
func (p *markdownPart) Begin(s computed.Summary) error {
	p.begun = true
	p.overviewPart.begin(s)
	p.Markdown.bodies.reset(p.limit)
	p.startMark(&s)
	return nil
}

// End keeps the contents for the document.
func (p *markdownPart) End(o computed.Outcome) error {
	if !p.begun {
		return errNotBegun
	}
	err := p.overviewPart.end(o, func(c *contents) error {
		p.drawRest(c)
		return nil
	})
	if err != nil {
		return err
	}
	p.to.bodies.add(p.number, &p.Markdown.bodies)
	p.to.set(p.number, p.facts, p)
	return nil
}

// sharedBodies are the bodies of several documents that are kept until all have been read. Together
// they are not much larger than what there is room for: what is dropped is larger than the fair share
// of its document.
type sharedBodies struct {
	mu     sync.Mutex
	budget int
	all    map[int]*keptBodies // by document
	sizes  map[int]int         // when they were added
	sum    int                 // of what is left
}

// add adds the bodies of a document.
func (s *sharedBodies) add(number int, k *keptBodies) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		s.all, s.sizes = map[int]*keptBodies{}, map[int]int{}
	}
	if old := s.all[number]; old != nil {
		s.sum -= old.size
	}
	s.all[number], s.sizes[number] = k, k.size
	if s.sum += k.size; s.sum <= s.budget {
		return
	}
	var sizes []int
	for _, n := range s.sizes {
		sizes = append(sizes, n)
	}
	level := fairShare(sizes, s.budget)
	s.sum = 0
	for _, k := range s.all {
		k.shrink(level)
		s.sum += k.size
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

// End writes the report.
func (m *ManyMarkdown) End() error {
	if err := m.seal(); err != nil {
		return err
	}
	parts := make([]*overviewPart, len(m.parts))
	for i, p := range m.kept() {
		if p != nil {
			parts[i] = &p.overviewPart
		}
	}
	marks := make([]namedMark, len(m.parts))
	for i, p := range m.kept() {
		if marks[i].name = m.parts[i].name; p != nil {
			marks[i].planMark = &p.mark
		}
	}
	m.base.remember(marks)
	papers := make([]*markdownPaper, len(m.parts))
	for i, p := range m.kept() {
		if p != nil {
			papers[i] = &p.markdownPaper
			p.find = func(number int) *drawing { return p.Markdown.bodies.byNumber[number-parts[i].base] }
		}
	}
	s := manySheet{base: &m.base.markdownPaper, severalContents: join(m.facts(), parts, m.base.opts.ShowHash)}
	s.makeBlocks(papers)
	return writeAll(m.w, s.write())
}

// make writes the block with a limit.
func (b *markdownBlock) make(limit int) {
	b.m.limit = limit
	b.text = newMarkdownSheet(b.m, b.content).write()
}

// least is the size in which a block has room.
func (b *markdownBlock) least() int { return len(b.m.reportTop.text()) + 250 }

// makeBlocks makes the blocks, as large as they want to be.
// The papers are those of the documents; nil for one that could not be read.
func (s *manySheet) makeBlocks(papers []*markdownPaper) {
	drawn := 0
	add := func(b *markdownBlock) {
		for i := range b.content.sections {
			for _, it := range b.content.sections[i].items {
				if a, ok := it.(*actionItem); ok && b.m.bodies.actions[a] != nil || len(membersOf(it)) > 0 {
					drawn++
				}
			}
		}
		s.blocks = append(s.blocks, b)
	}
	if len(s.shared) > 0 {
		m := s.base.part()
		m.find = func(number int) *drawing {
			for _, p := range papers {
				if p == nil {
					continue
				}
				if d := p.find(number); d != nil {
					return d
				}
			}
			return nil
		}
		add(&markdownBlock{m: m, content: &contents{sections: []section{{kind: resourceSection, title: sharedTitle, counted: true, items: s.shared}}}})
	}
	for _, p := range s.plans {
		m := papers[p.number]
		m.heading = sinks.Heading(2, sinks.InText.Code(p.name))
		c := &contents{head: p.notices, sections: p.sections}
		if note := p.sharedNote(); note != "" {
			c.tail = append(c.tail, sentence(note+"."))
		}
		add(&markdownBlock{m: m, content: c, isPlan: true, rank: p.rank})
	}
	const few = 3
	for _, b := range s.blocks {
		if b.m.opts.Collapse == CollapseAuto && drawn > few {
			b.m.opts.Collapse = CollapseAll
		}
		b.make(s.base.limit)
		b.wanted = len(b.text)
	}
}

// write returns the report.
func (s *manySheet) write() []byte {
	head := s.head(s.base.limit)
	table := s.table(s.base.limit)
	size := len(head) + len(table)
	for _, b := range s.blocks {
		size += len(b.text) + 1
	}
	if size > s.base.limit || slices.ContainsFunc(s.blocks, func(b *markdownBlock) bool { return b.wanted >= s.base.limit-1 }) {
		note := shortenedNote(s.base.limit)
		head = s.head(s.base.limit-len(note)) + note
		// The table gets what the blocks do not need, but at least a third.
		room := s.base.limit - len(head)
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
func (s *manySheet) share(room int) {
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
