package report

import (
	"bytes"
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

func newMarkdownSheet(m *markdownPaper, c *contents) *markdownSheet {
	s := &markdownSheet{markdownPaper: m, contents: c, graph: m.picture}
	for i := range c.sections {
		sec := &markdownSection{section: &c.sections[i], sheet: s}
		sec.heading = sec.headingText()
		for j := range c.sections[i].items {
			it := &markdownItem{item: c.sections[i].items[j], itemText: c.sections[i].items[j].text(), section: sec}
			it.drawings, it.like = m.drawingsOf(it.item)
			sec.items = append(sec.items, it)
		}
		s.sections = append(s.sections, sec)
	}
	if m.totals != nil && !m.isPart {
		s.table = s.makeTable()
	}
	s.openFew()
	return s
}

// openFew says which fences are not folded at first.
func (s *markdownSheet) openFew() {
	const few = 3
	n := 0
	for it := range s.items() {
		if len(it.drawings) > 0 {
			n++
		}
	}
	for it := range s.items() {
		it.open = s.opts.Collapse == CollapseNone || s.opts.Collapse == CollapseAuto && n <= few
	}
}

// items yields the items of all sections.
func (s *markdownSheet) items() iter.Seq[*markdownItem] {
	return func(yield func(*markdownItem) bool) {
		for _, sec := range s.sections {
			for _, it := range sec.items {
				if !yield(it) {
					return
				}
			}
		}
	}
}

// write returns the report.
func (s *markdownSheet) write() []byte {
	if s.fit(0); s.leavesOut() {
		s.isShort = true
		// The note about what is left out takes room, too. How much, is known when it is known
		// what is left out.
		most := s.longestNote()
		s.fit(most)
		const slack = 24 // the numbers may change
		if room := len(s.noteText()) + slack; room < most {
			if s.fit(room); len(s.noteText()) > room {
				s.fit(most)
			}
		}
		s.note = s.noteText()
	}
	out := []byte(s.reportTop.text() + s.headline + s.intro + s.note)
	for _, n := range s.notices {
		out = append(out, n...)
	}
	out = append(out, s.counted...)
	add := func(text string) {
		if strings.HasPrefix(text, "\n") && bytes.HasSuffix(out, []byte("\n\n")) {
			text = text[1:]
		}
		out = append(out, text...)
	}
	for _, sec := range s.sections {
		if !sec.isShown {
			continue
		}
		add(sec.heading)
		if sec.whole != "" {
			add(sec.whole)
			continue
		}
		for _, it := range sec.items {
			if text := it.appendTo(nil); len(text) > 0 {
				add(string(text))
			}
		}
		out = append(out, sec.moreText()...)
	}
	add(s.drawn)
	add(s.tail)
	return append(bytes.TrimRight(out, "\n"), '\n')
}

// take takes room, if there is as much.
func (s *markdownSheet) take(n int) bool {
	if n > s.room {
		return false
	}
	s.room -= n
	return true
}

// step adds something to the report.
type step struct {
	rank int
	add  func()
}

// The ranks of the steps. Those of lists and of fences count up by class.
const (
	rankSmallTable = 0
	rankNames      = 1
	rankImportant  = 100
	rankTable      = 101
	rankLists      = 102
	rankBodies     = rankLists + 100
	rankOutputs    = rankBodies + 75  // between what is drifted and what is read
	rankAlike      = rankBodies + 500 // of resources that change like another one
	rankContext    = rankBodies + 1000
	rankGraph      = rankContext + 1000 // after anything else
)

// fit decides what is in the report, so that a number of bytes are left.
func (s *markdownSheet) fit(reserved int) {
	s.room = s.limit - len(s.reportTop.text()) - len(s.intro) - reserved
	s.head()
	steps := []step{{s.tableRank(), s.addTable}}
	for _, sec := range s.sections {
		sec.isShown, sec.whole = false, ""
		if len(sec.items) == 0 {
			steps = append(steps, step{rankImportant, func() { s.show(sec) }})
		}
		for _, it := range sec.items {
			it.line, it.bare, it.untold, it.shown = "", false, false, nil
			rank := it.listRank()
			if it.important {
				// What is most important is named before anything is said about it.
				steps = append(steps, step{rankNames + int(it.class), func() { s.addName(it) }})
			}
			steps = append(steps, step{rank, func() { s.addLine(it) }})
			for i, d := range it.drawings {
				rank := rankBodies + 10*bodyRank(d.class)
				if i > 0 && len(it.members()) > 0 {
					rank += rankAlike - rankBodies
				}
				steps = append(steps, step{rank, func() { s.addDrawing(it, d) }}, step{rankContext + rank, func() { s.addContext(it, d) }})
			}
		}
		if sec.kind == outputSection {
			steps = append(steps, step{rankOutputs, func() { s.addOutputs(sec) }})
		}
	}
	if s.drawn = ""; s.graph != "" {
		steps = append(steps, step{rankGraph, s.addGraph})
	}
	sorted.Stable(steps, func(a, b step) int { return cmp.Compare(a.rank, b.rank) })
	for _, st := range steps {
		st.add()
	}
}

// head sets what stands above the sections: the headline, the counts, and notices. Where there
// is no headline, as in a state, the last notice is one.
func (s *markdownSheet) head() {
	s.headline, s.counted, s.notices, s.note, s.tail = "", "", nil, "", ""
	at := len(s.contents.head) - 1
	for i, l := range s.contents.head {
		if l.isHeadline {
			at = i
		}
	}
	in := sinks.InText
	if at >= 0 {
		l := s.contents.head[at]
		s.headline = in.Bold(in.Words(spanText(l.text))) + "\n\n"
		if len(l.counts) > 0 {
			s.counted = in.Words(capital(strings.Join(l.counts, ", ")+".")) + "\n\n"
		}
	}
	if !s.take(len(s.headline) + len(s.counted)) {
		// Numbers of very many digits lead to this: see minMarkdown.
		if s.counted = ""; !s.take(len(s.headline)) {
			s.headline = ""
		}
	}
	for i, l := range s.contents.head {
		if text := in.Words(spanText(l.text)) + "\n\n"; i != at && s.take(len(text)) {
			s.notices = append(s.notices, text)
		}
	}
	for _, t := range s.contents.tail {
		if text := "\n" + in.Words(string(t.Bytes)) + "\n"; s.take(len(text)) {
			s.tail += text
		}
	}
}

// listRank is the rank of the item in a list.
func (it *markdownItem) listRank() int {
	rank := rankLists + 2*int(it.class)
	switch {
	case it.important:
		return rankImportant
	case it.section.kind == renameSection:
		return rankLists + 2*int(review.Delete) + 1
	case it.section.kind == outputSection || it.section.kind == actionSection:
		return rankLists + 2*int(review.Update) + 1
	}
	return rank
}

// tableRank is the rank of the table. If that is small, it comes before anything else.
func (s *markdownSheet) tableRank() int {
	if len(s.table) <= s.limit/8 {
		return rankSmallTable
	}
	return rankTable
}

// addTable puts the table in place of the counts in words.
func (s *markdownSheet) addTable() {
	if s.table != "" && s.take(len(s.table)-len(s.counted)) {
		s.counted = s.table
	}
}

// show shows the heading of a section, and leaves room to say how much of it is left out. It
// returns false if there is not enough room.
func (s *markdownSheet) show(sec *markdownSection) bool {
	if sec.isShown {
		return true
	}
	sec.isShown = s.take(len(sec.heading) + sec.mostMore())
	return sec.isShown
}

// addName adds an important item to its list, with all addresses if possible, and nothing else.
func (s *markdownSheet) addName(it *markdownItem) {
	if it.short = false; s.putLine(it, it.lineText(false)) {
		return
	}
	if it.short = true; len(it.label) > 1 {
		s.putLine(it, it.lineText(false))
	}
}

// addLine adds an item to its list.
func (s *markdownSheet) addLine(it *markdownItem) {
	if !it.important {
		it.short = true
	}
	full := it.lineWithTables()
	fits := full != "" && s.putLine(it, full)
	it.untold = full != "" && !fits
	it.bare = !fits && !s.putLine(it, it.lineText(true)) && len(it.words) > 0
}

// putLine makes a text the line of an item, if it has room.
func (s *markdownSheet) putLine(it *markdownItem, line string) bool {
	room, wasShown := s.room, it.section.isShown
	if s.show(it.section) && s.take(len(line)-len(it.line)) {
		it.line = line
		return true
	}
	s.room, it.section.isShown = room, wasShown
	return false
}

// addDrawing adds a drawing to an item. If there is not enough room for all of it, the unchanged
// lines are left out, and then as many others as is necessary, so that half of the room is left
// for others.
func (s *markdownSheet) addDrawing(it *markdownItem, d *drawing) {
	if it.line == "" || d.dropped {
		return
	}
	around := 1 // an empty line between two extracts
	if it.shown == nil {
		if it.frame.end == "" { // once: an item may have very many drawings
			it.frame = it.makeFrame()
		}
		around = it.frame.size() - len(it.line)
	}
	e := d.whole(true)
	if full := d.whole(false); full.size() <= e.size() {
		e = full // to say what is left out takes more room
	}
	if d.total > len(d.ends) || around+e.size() > s.room {
		if len(it.shown) > 0 && len(it.members()) > 0 {
			return
		}
		var ok bool
		if e, ok = d.cut(true, s.room/2-around); !ok {
			return
		}
	}
	if s.take(around + e.size()) {
		it.shown = append(it.shown, e)
	}
}

// addContext adds the unchanged lines of a drawing.
func (s *markdownSheet) addContext(it *markdownItem, d *drawing) {
	for i, e := range it.shown {
		if e.of != d || !e.slim || e.lines+d.contextLines() != d.total {
			continue
		}
		full := d.whole(false)
		if s.take(full.size() - e.size()) {
			it.shown[i] = full
		}
	}
}

// addOutputs puts a drawing of all outputs in place of the list of them.
func (s *markdownSheet) addOutputs(sec *markdownSection) {
	if !sec.isShown {
		return
	}
	d := s.bodies.outputs
	listed := len(sec.moreText())
	for _, it := range sec.items {
		listed += len(it.line)
	}
	all := markdownItem{itemText: &itemText{class: d.class}, section: sec, drawings: []*drawing{d}}
	opening, closing := all.fence()
	whole := opening + string(d.text) + closing + "\n"
	if d.total == len(d.ends) && s.take(len(whole)-listed) {
		sec.whole = whole
	}
}

// addGraph adds the picture of what depends on what, unless anything else is left out.
func (s *markdownSheet) addGraph() {
	if l := s.leftOut(); l == (leftOut{graph: 1}) && s.take(len(s.graph)) {
		s.drawn = s.graph
	}
}

// leftOut counts what is left out of the report.
type leftOut struct {
	items     int
	remarks   int                    // on items without bodies, of which only the names are told
	tables    int                    // of values in which resources that change alike differ
	bodies    [review.Stored + 1]int // by class
	cut       int                    // bodies of which lines are left out
	unchanged int                    // bodies of which unchanged lines are left out
	rest      int                    // notices, and other texts
	graph     int                    // the picture of what depends on what
}

// leavesOut reports whether anything is left out.
func (s *markdownSheet) leavesOut() bool { return s.leftOut() != leftOut{} }

func (s *markdownSheet) leftOut() (l leftOut) {
	l.rest = len(s.contents.head) - len(s.notices) - min(1, len(s.contents.head))
	if len(s.contents.tail) > 0 && s.tail == "" {
		l.rest++
	}
	if s.graph != s.drawn {
		l.graph++
	}
	for _, sec := range s.sections {
		l.items += sec.hiddenCount()
		if !sec.isShown && len(sec.items) == 0 {
			l.rest++
		}
		for _, it := range sec.items {
			if sec.whole == "" && it.line != "" && it.bare && len(it.drawings) == 0 {
				l.remarks++
			}
			if sec.whole == "" && it.line != "" && it.shown == nil && it.untold {
				l.tables++
			}
			l.bodies[it.class] += it.like
			for _, d := range it.drawings {
				at := slices.IndexFunc(it.shown, func(e extract) bool { return e.of == d })
				switch {
				case at < 0:
					l.bodies[d.class]++
				case !it.shown[at].slim:
				case it.shown[at].lines+d.contextLines() < d.total:
					l.cut++
				case d.contextLines() > 0:
					l.unchanged++
				}
			}
		}
	}
	return l
}

// shortNote is the limit below which the note says no details.
const shortNote = 2000

// noteText says what is left out.
func (s *markdownSheet) noteText() string {
	l := s.leftOut()
	if s.limit-len(s.reportTop.text()) < shortNote {
		n := l.items + l.remarks + l.tables + l.cut + l.unchanged + l.rest + l.graph
		for _, b := range l.bodies {
			n += b
		}
		if s.isPart {
			return countOf(n, "part is", "parts are") + " left out.\n\n"
		}
		return fmt.Sprintf("Shortened to %d bytes: %s left out. See the full %s.\n\n", s.limit, countOf(n, "part is", "parts are"), s.source)
	}
	var all []string
	for class, n := range l.bodies {
		if n > 0 {
			all = append(all, countOfClass(n, review.Class(class)))
		}
	}
	var parts []string
	if len(all) > 0 {
		parts = append(parts, "the diffs of some changes ("+strings.Join(all, ", ")+")")
	}
	for _, p := range []struct {
		n         int
		one, many string
	}{
		{l.cut, "lines of one diff", "lines of %d diffs"},
		{l.unchanged, "unchanged lines of one diff", "unchanged lines of %d diffs"},
		{l.items, "one entry of a list", "%d entries of lists"},
		{l.remarks, "the remarks on one entry", "the remarks on %d entries"},
		{l.tables, "the values in which one group differs", "the values in which %d groups differ"},
		{l.rest, "one notice", "%d notices"},
		{l.graph, "the graph", ""},
	} {
		switch {
		case p.n == 1:
			parts = append(parts, p.one)
		case p.n > 1:
			parts = append(parts, fmt.Sprintf(p.many, p.n))
		}
	}
	if s.isPart {
		return "Left out: " + strings.Join(parts, "; ") + ".\n\n"
	}
	return fmt.Sprintf("Shortened to %d bytes. Left out: %s. See the full %s.\n\n", s.limit, strings.Join(parts, "; "), s.source)
}

// longestNote returns how long the note may be.
func (s *markdownSheet) longestNote() int {
	if s.limit-len(s.reportTop.text()) < shortNote {
		return 95
	}
	return 511
}
