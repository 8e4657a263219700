package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/sorted"
	columns "github.com/planfmt/planfmt/internal/base/width"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

// newSheet returns a sheet with the complete contents of the report, for a sink. Without one, lines that are too long stay as they are, for
// those who break them on their own.
func newSheet(c *contents, width int, sink sinks.Sink) *sheet {
	if width < breaksFrom {
		sink = nil
	}
	s := &sheet{width: width, sink: sink, sections: c.sections}
	s.tail = s.brokenAll(c.tail)
	for _, l := range c.head {
		if l.isHeadline {
			s.headline(l.text, l.counts)
		} else {
			s.notice(l.text...)
		}
	}
	s.head = s.brokenAll(s.head)
	s.align()
	return s
}

// notice adds a line to the head.
func (s *sheet) notice(text ...doc.Span) {
	s.head = append(s.head, sinks.Wrap(doc.NewText(text...), s.width)...)
}

// headline adds a title, and beside it what else is to be counted.
func (s *sheet) headline(title []doc.Span, counts []string) {
	text := doc.NewText(title...)
	words := make([]doc.Text, len(counts))
	for i, c := range counts {
		words[i] = doc.NewText(doc.Span{Role: doc.Comment, Text: c})
	}
	lines := flow(words, s.width)
	if len(lines) == 1 && textWidth(text)+gap+textWidth(lines[0]) <= s.width {
		if len(counts) > 0 {
			text.Add(doc.Plain, "  ")
		}
		text.Append(lines[0])
		lines = nil
	}
	s.head = append(append(s.head, text), lines...)
}

// align sets the column behind the labels, unless they are long.
func (s *sheet) align() {
	most := s.width*2/5 - gutter - itemPad
	for i := range s.sections {
		for j := range s.sections[i].items {
			it := s.sections[i].items[j].text()
			if w := columns.Of(it.labelText()) + 2*s.sections[i].depth; !it.plain && w <= most && len(it.words) > 0 {
				s.column = max(s.column, w)
			}
		}
	}
}

// fit says less about the least important items until there are no more than so many lines,
// if that is possible.
func (s *sheet) fit(limit int) {
	if limit <= 0 {
		return
	}
	lines := s.lines()
	all := s.foldable()
	for _, d := range []detail{oneLine, folded} {
		for _, p := range all {
			if lines <= limit {
				break
			}
			lines += s.setDetail(p, d)
		}
	}
	s.unfold(limit, lines, all)
}

// unfold says something about folded items again, the most important ones first, if there is room:
// to fold the first item of a section saves nothing.
func (s *sheet) unfold(limit, lines int, all []sheetPlace) {
	for i := len(all) - 1; i >= 0 && lines < limit; i-- {
		if all[i].item.text().detail != folded {
			continue
		}
		if lines += s.setDetail(all[i], oneLine); lines > limit {
			lines += s.setDetail(all[i], folded)
		}
	}
}

// summarize folds all items but problems, and those that are about plans as a whole.
func (s *sheet) summarize() {
	for i := range s.sections {
		sec := &s.sections[i]
		if sec.kind == problemSection || sec.kind == planSection {
			continue
		}
		for _, it := range sec.items {
			sec.setDetail(it.text(), folded)
		}
	}
}

// sheetPlace is where an item is.
type sheetPlace struct {
	section *section
	item    item
}

// foldable returns the items that may be folded, the least important first.
func (s *sheet) foldable() []sheetPlace {
	var all []sheetPlace
	for i := range s.sections {
		sec := &s.sections[i]
		for j := range sec.items {
			if it := sec.items[j]; !it.text().important {
				all = append(all, sheetPlace{sec, it})
			}
		}
	}
	sorted.Stable(all, func(a, b sheetPlace) int { return cmp.Compare(a.item.text().class, b.item.text().class) })
	slices.Reverse(all)
	return all
}

// setDetail says how much of an item is said. It returns how many more lines this takes.
func (s *sheet) setDetail(p sheetPlace, d detail) int {
	before := s.sectionLines(p.section, p.item)
	p.section.setDetail(p.item.text(), d)
	return s.sectionLines(p.section, p.item) - before
}

// setDetail says how much of an item is said.
func (sec *section) setDetail(it *itemText, d detail) {
	if it.detail == folded {
		sec.foldedItems--
		sec.foldedCount -= it.count
	}
	if it.detail = d; d == folded {
		sec.foldedItems++
		sec.foldedCount += it.count
	}
}

// lines counts the lines of the sheet.
func (s *sheet) lines() int {
	n := len(s.head) + len(s.tail)
	if len(s.sections) > 0 {
		n++
	}
	for i := range s.sections {
		sec := &s.sections[i]
		n += len(s.headings(sec)) + len(s.foldedRows(sec))
		for j := range sec.items {
			n += len(s.rows(sec, sec.items[j]))
		}
	}
	return n
}

// sectionLines counts the lines of an item, and that on which its section says what is folded.
func (s *sheet) sectionLines(sec *section, it item) int {
	return len(s.rows(sec, it)) + len(s.foldedRows(sec))
}

// headings are the lines of the heading of a section, if it has one.
func (s *sheet) headings(sec *section) []doc.Text {
	if sec.title == "" {
		return nil
	}
	return s.broken(doc.NewText(sec.heading(s.width)...), s.padOf(sec)-itemPad)
}

// foldedRows are the lines below the items of a section that say what is folded.
func (s *sheet) foldedRows(sec *section) []doc.Text {
	if sec.foldedLines() == 0 {
		return nil
	}
	text := fmt.Sprintf("… and %d more", sec.foldedCount)
	if sec.foldedCount == 0 { // only what keeps the objects of likely renames does not count
		text = movedHint
	}
	if words := sec.foldedWords(s.width - 2*sec.depth - 30); words != "" {
		text += ": " + words
	}
	return s.broken(doc.NewText(doc.Span{Role: doc.Hidden, Text: text}), gutter+s.padOf(sec))
}

// foldedLines is 1 if a line below the items says what is folded. If nothing else is below
// the heading, the heading says it.
func (sec *section) foldedLines() int {
	if sec.foldedItems == 0 || sec.foldedItems == len(sec.items) && sec.title != "" {
		return 0
	}
	return 1
}

// write writes the sheet.
func (s *sheet) write(w *doc.Writer) {
	for _, t := range s.head {
		w.Heading(t.Spans()...)
	}
	if len(s.sections) > 0 {
		w.Empty()
	}
	for i := range s.sections {
		sec := &s.sections[i]
		for _, t := range s.headings(sec) {
			w.Line(doc.Entry{Pad: s.padOf(sec) - itemPad}, t.Spans()...)
		}
		for j := range sec.items {
			it := sec.items[j]
			w.Group(subjectOfItem(it), func() {
				for _, r := range s.rows(sec, it) {
					w.Line(r.entry, r.text.Spans()...)
				}
			})
			if w.Done() {
				return
			}
		}
		for _, t := range s.foldedRows(sec) {
			w.Line(doc.Entry{Gutter: doc.Gutter{Kind: doc.Blank}, Pad: s.padOf(sec)}, t.Spans()...)
		}
	}
	for _, t := range s.tail {
		w.Heading(t.Spans()...)
	}
}

// subjectOfItem is what the lines of an item are about, if that is one resource.
func subjectOfItem(it item) *doc.Subject {
	about := ""
	switch it := it.(type) {
	case *noteItem:
		about = it.about
	case *hazardItem:
		about = it.about
	}
	if about == "" {
		return nil
	}
	return changeOf(about)
}

// heading returns the title of a section with its counts.
func (sec *section) heading(width int) []doc.Span {
	text := sec.title
	if !sec.verbatim {
		text = strings.ToUpper(text)
	}
	title := []doc.Span{{Role: sec.role(), Text: text}}
	switch {
	case sec.byClass:
		title = append(title, doc.Span{Role: doc.Comment, Text: "  " + sec.classWords()})
	case sec.counted:
		title = append(title, doc.Span{Role: doc.Plain, Text: fmt.Sprintf(" %d", sec.count())})
	}
	if words := sec.foldedWords(width - 2*sec.depth - len(sec.title) - 10); words != "" && sec.foldedLines() == 0 {
		title = append(title, doc.Span{Role: doc.Hidden, Text: "  " + words})
	}
	return title
}

// role returns the role of the heading: what cannot be undone stands out.
func (sec *section) role() doc.Role {
	switch {
	case sec.kind == hazardSection, sec.kind == resourceSection && (sec.title == review.Delete.String() || sec.title == review.Replace.String()):
		return doc.Danger
	}
	return doc.Bold
}

// foldedWords says of which types the folded resources are, and in which modules. It is empty
// if none is folded, or what is folded are no resources. What does not fit is only counted.
func (sec *section) foldedWords(width int) string {
	type kind struct{ typ, module string }
	counts, byType, modules := map[kind]int{}, map[kind]int{}, map[string]bool{}
	for i := range sec.items {
		it, ok := sec.items[i].(*resourceItem)
		if !ok || it.detail != folded {
			continue
		}
		for _, m := range it.members {
			module, _ := plans.SplitModule(m.Address)
			modules[module] = true
			counts[kind{it.typ, module}]++
			byType[kind{typ: it.typ}]++
		}
	}
	const few = 4 // more than these are not told one by one
	where := ""
	if len(counts) > few && len(modules) > 1 {
		counts = byType
		where = fmt.Sprintf(" in %d modules", len(modules))
	}
	kinds := slices.SortedFunc(maps.Keys(counts), func(a, b kind) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a.typ, b.typ), plans.CompareAddresses(inModule(a.module), inModule(b.module)))
	})
	text, rest := "", sec.foldedCount
	for _, k := range kinds {
		word := fmt.Sprintf("%d %s", counts[k], k.typ)
		if k.module != "" && !sec.byClass {
			word += " in " + k.module
		}
		if text != "" {
			if columns.Of(text+word+where)+len(", , 1000 others") > width {
				return text + ", " + countOf(rest, "other", "others") + where
			}
			text += ", "
		}
		text += word
		rest -= counts[k]
	}
	return text + where
}
