package markdown

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/fit"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

func NewSheet(m *Paper, c *content.Contents) *Sheet {
	s := &Sheet{Paper: m, Contents: c, graph: m.Picture}
	for i := range c.Sections {
		sec := &markdownSection{Section: &c.Sections[i], sheet: s}
		sec.heading = sec.headingText()
		for j := range c.Sections[i].Items {
			it := &markdownItem{item: c.Sections[i].Items[j], ItemText: c.Sections[i].Items[j].Text(), section: sec}
			it.drawings, it.like = m.drawingsOf(it.item)
			sec.items = append(sec.items, it)
		}
		s.sections = append(s.sections, sec)
	}
	if m.Totals != nil && !m.IsPart {
		s.table = s.makeTable()
	}
	s.openFew()
	return s
}

// openFew says which fences are not folded at first.
func (s *Sheet) openFew() {
	const few = 3
	n := 0
	for it := range s.items() {
		if len(it.drawings) > 0 {
			n++
		}
	}
	for it := range s.items() {
		it.open = s.Opts.Collapse == layout.CollapseNone || s.Opts.Collapse == layout.CollapseAuto && n <= few
	}
}

// items yields the items of all sections.
func (s *Sheet) items() iter.Seq[*markdownItem] {
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

// Write returns the report.
func (s *Sheet) Write() []byte {
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
	out := []byte(s.Top.text() + s.headline + s.Intro + s.note)
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

// The levels of an item of a list. All addresses are named only of what is important.
const (
	isNamed      fit.Level = 1 + iota // by a few addresses
	isNamedWhole                      // by all addresses
	isTold                            // with its words
	hasTables                         // and with the values in which its resources differ
)

// The levels of a drawing.
const (
	isSlim  fit.Level = 1 + iota // without what does not change, or only its first lines
	isWhole                      // with what does not change
)

// The ranks of the levels. Those of lists count up by the rank of the item, and those of fences by class.
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
func (s *Sheet) fit(reserved int) {
	s.choice = fit.New[fit.Item](s.Limit - len(s.Top.text()) - len(s.Intro) - reserved)
	s.head()
	once := func(rank int, add fit.Once) { s.choice.Offer(add, rank, 1) }
	once(s.tableRank(), s.addTable)
	for _, sec := range s.sections {
		sec.isShown, sec.whole = false, ""
		if len(sec.items) == 0 {
			once(rankImportant, sec.addHeading)
		}
		for _, it := range sec.items {
			s.offer(it)
		}
		if sec.Kind == content.OutputSection {
			once(rankOutputs, sec.addOutputs)
		}
	}
	if s.drawn = ""; s.graph != "" {
		once(rankGraph, s.addGraph)
	}
	s.choice.Fill()
}

// offer offers an item of a list, and each of its drawings.
func (s *Sheet) offer(it *markdownItem) {
	it.line, it.isBare, it.isUntold, it.shown = "", false, false, nil
	it.short = !it.Important
	if it.Important {
		// What is most important is named before anything is said about it.
		s.choice.Offer(it, rankNames+it.Rank(), isNamedWhole, isNamed)
	}
	s.choice.Offer(it, it.listRank(), hasTables, isTold)
	for i, d := range it.drawings {
		rank := rankBodies + 10*wording.ChangeOfClass(d.Class).BodyRank
		if i > 0 && len(it.members()) > 0 {
			rank += rankAlike - rankBodies
		}
		drawn := drawnIn{d, it}
		s.choice.Offer(drawn, rank, isSlim)
		s.choice.Offer(drawn, rankContext+rank, isWhole)
	}
}

// head sets what stands above the sections: the headline, the counts, and notices. Where there
// is no headline, as in a state, the last notice is one.
func (s *Sheet) head() {
	s.headline, s.counted, s.notices, s.note, s.tail = "", "", nil, "", ""
	at := len(s.Contents.Head) - 1
	for i, l := range s.Contents.Head {
		if l.IsHeadline {
			at = i
		}
	}
	in := sinks.InText
	if at >= 0 {
		l := s.Contents.Head[at]
		s.headline = in.Bold(in.Words(wording.SpanText(l.Text))) + "\n\n"
		if len(l.Counts) > 0 {
			s.counted = in.Words(wording.Capital(strings.Join(l.Counts, ", ")+".")) + "\n\n"
		}
	}
	if !s.choice.Take(len(s.headline) + len(s.counted)) {
		// Numbers of very many digits lead to this: see minMarkdown.
		if s.counted = ""; !s.choice.Take(len(s.headline)) {
			s.headline = ""
		}
	}
	for i, l := range s.Contents.Head {
		if text := in.Words(wording.SpanText(l.Text)) + "\n\n"; i != at && s.choice.Take(len(text)) {
			s.notices = append(s.notices, text)
		}
	}
	for _, t := range s.Contents.Tail {
		if text := "\n" + in.Words(string(t.Bytes)) + "\n"; s.choice.Take(len(text)) {
			s.tail += text
		}
	}
}

// listRank is the rank of the item in a list.
func (it *markdownItem) listRank() int {
	rank := rankLists + 2*it.Rank()
	switch {
	case it.Important:
		return rankImportant
	case it.section.Kind == content.RenameSection:
		return rankLists + 2*int(review.Delete) + 1
	case it.section.Kind == content.OutputSection || it.section.Kind == content.ActionSection:
		return rankLists + 2*int(review.Update) + 1
	}
	return rank
}

// tableRank is the rank of the table. If that is small, it comes before anything else.
func (s *Sheet) tableRank() int {
	if len(s.table) <= s.Limit/8 {
		return rankSmallTable
	}
	return rankTable
}

// addTable puts the table in place of the counts in words.
func (s *Sheet) addTable(room int) (more int, said bool) {
	if more = len(s.table) - len(s.counted); s.table == "" || more > room {
		return 0, false
	}
	s.counted = s.table
	return more, true
}

// headingSize is the room that the heading of a section takes if it is not shown yet, and what says how much of the section is left out.
func (sec *markdownSection) headingSize() int {
	if sec.isShown {
		return 0
	}
	return len(sec.heading) + sec.mostMore()
}

// addHeading shows the heading of a section.
func (sec *markdownSection) addHeading(room int) (more int, said bool) {
	more = sec.headingSize()
	sec.isShown = more <= room
	return more, sec.isShown
}

// Say says more about an item in its list.
func (it *markdownItem) Say(level fit.Level, room int) (more int, said bool) {
	switch level {
	case isNamedWhole:
		it.short = false
		return it.putLine(it.lineText(false), room)
	case isNamed:
		if it.short = true; len(it.Label) > 1 {
			return it.putLine(it.lineText(false), room)
		}
	case hasTables:
		if full := it.lineWithTables(); full != "" {
			more, said = it.putLine(full, room)
			it.isUntold = !said
		}
	case isTold:
		more, said = it.putLine(it.lineText(true), room)
		it.isBare = !said && len(it.Words) > 0
	}
	return more, said
}

// putLine makes a text the line of an item, below the heading of its section, if it has room.
func (it *markdownItem) putLine(line string, room int) (more int, said bool) {
	if more = it.section.headingSize() + len(line) - len(it.line); more > room {
		return 0, false
	}
	it.section.isShown, it.line = true, line
	return more, true
}

// drawnIn is a drawing in the fence of an item.
type drawnIn struct {
	*Drawing
	in *markdownItem
}

// Say adds the drawing to its item, or the lines to it that do not change.
func (d drawnIn) Say(level fit.Level, room int) (more int, said bool) {
	if level == isWhole {
		return d.addContext(room)
	}
	return d.addSlim(room)
}

// addSlim adds the drawing to its item. If there is not enough room for all of it, the unchanged lines are left out, and then as many others
// as is necessary, so that half of the room is left for others.
func (d drawnIn) addSlim(room int) (more int, said bool) {
	it := d.in
	if it.line == "" || d.Dropped {
		return 0, false
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
	if d.total > len(d.ends) || around+e.size() > room {
		if len(it.shown) > 0 && len(it.members()) > 0 {
			return 0, false
		}
		var ok bool
		if e, ok = d.cut(true, room/2-around); !ok {
			return 0, false
		}
	}
	if more = around + e.size(); more > room {
		return 0, false
	}
	it.shown = append(it.shown, e)
	return more, true
}

// addContext adds the unchanged lines.
func (d drawnIn) addContext(room int) (more int, said bool) {
	for i, e := range d.in.shown {
		if e.of != d.Drawing || !e.slim || e.lines+d.contextLines() != d.total {
			continue
		}
		full := d.whole(false)
		if more = full.size() - e.size(); more > room {
			return 0, false
		}
		d.in.shown[i] = full
		return more, true
	}
	return 0, false
}

// addOutputs puts a drawing of all outputs in place of the list of them.
func (sec *markdownSection) addOutputs(room int) (more int, said bool) {
	if !sec.isShown {
		return 0, false
	}
	d := sec.sheet.Bodies.Outputs
	listed := len(sec.moreText())
	for _, it := range sec.items {
		listed += len(it.line)
	}
	all := markdownItem{ItemText: &content.ItemText{Class: d.Class}, section: sec, drawings: []*Drawing{d}}
	opening, closing := all.fence()
	whole := opening + string(d.text) + closing + "\n"
	if more = len(whole) - listed; d.total != len(d.ends) || more > room {
		return 0, false
	}
	sec.whole = whole
	return more, true
}

// addGraph adds the picture of what depends on what, unless anything else is left out.
func (s *Sheet) addGraph(room int) (more int, said bool) {
	if s.leftOut() != (leftOut{graph: 1}) || len(s.graph) > room {
		return 0, false
	}
	s.drawn = s.graph
	return len(s.graph), true
}

// leftOut counts what is left out of the report.
type leftOut struct {
	items     int
	remarks   int                    // on items without bodies, of which only the names are shown
	tables    int                    // of values in which resources that change alike differ
	bodies    [review.Stored + 1]int // by class
	cut       int                    // bodies of which lines are left out
	unchanged int                    // bodies of which unchanged lines are left out
	rest      int                    // notices, and other texts
	graph     int                    // the picture of what depends on what
}

// leavesOut reports whether anything is left out.
func (s *Sheet) leavesOut() bool { return s.leftOut() != leftOut{} }

func (s *Sheet) leftOut() (l leftOut) {
	l.rest = len(s.Contents.Head) - len(s.notices) - min(1, len(s.Contents.Head))
	if len(s.Contents.Tail) > 0 && s.tail == "" {
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
			if sec.whole == "" && it.line != "" && it.isBare && len(it.drawings) == 0 {
				l.remarks++
			}
			if sec.whole == "" && it.line != "" && it.shown == nil && it.isUntold {
				l.tables++
			}
			l.bodies[it.Class] += it.like
			for _, d := range it.drawings {
				at := slices.IndexFunc(it.shown, func(e extract) bool { return e.of == d })
				switch {
				case at < 0:
					l.bodies[d.Class]++
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
func (s *Sheet) noteText() string {
	l := s.leftOut()
	if s.Limit-len(s.Top.text()) < shortNote {
		n := l.items + l.remarks + l.tables + l.cut + l.unchanged + l.rest + l.graph
		for _, b := range l.bodies {
			n += b
		}
		if s.IsPart {
			return wording.CountOf(n, "part is", "parts are") + " left out.\n\n"
		}
		return fmt.Sprintf("Shortened to %d bytes: %s left out. See the full %s.\n\n", s.Limit, wording.CountOf(n, "part is", "parts are"), s.Source)
	}
	var all []string
	for class, n := range l.bodies {
		if n > 0 {
			all = append(all, wording.CountOfClass(n, review.Class(class)))
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
	if s.IsPart {
		return "Left out: " + strings.Join(parts, "; ") + ".\n\n"
	}
	return fmt.Sprintf("Shortened to %d bytes. Left out: %s. See the full %s.\n\n", s.Limit, strings.Join(parts, "; "), s.Source)
}

// longestNote returns how long the note may be.
func (s *Sheet) longestNote() int {
	if s.Limit-len(s.Top.text()) < shortNote {
		return 95
	}
	return 511
}
