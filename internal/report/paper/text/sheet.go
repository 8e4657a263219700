package text

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/doc"
	columns "github.com/planfmt/planfmt/internal/base/width"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/fit"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

// NewSheet returns a sheet with the complete contents of the report, for a sink. Without one, lines that are too long stay as they are, for
// those who break them on their own.
func NewSheet(c *content.Contents, width int, sink sinks.Sink) *sheet {
	if width < breaksFrom {
		sink = nil
	}
	s := &sheet{width: width, sink: sink, sections: c.Sections}
	s.tail = s.brokenAll(c.Tail)
	for _, l := range c.Head {
		if l.IsHeadline {
			s.headline(l.Text, l.Counts)
		} else {
			s.notice(l.Text...)
		}
	}
	s.head = s.brokenAll(s.head)
	s.align()
	return s
}

// notice adds a line to the head.
func (s *sheet) notice(text ...doc.Span) {
	s.head = append(s.head, wrapped(doc.NewText(text...), s.width)...)
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
		for j := range s.sections[i].Items {
			it := s.sections[i].Items[j].Text()
			if w := columns.Of(it.LabelText()) + 2*s.sections[i].Depth; !it.Plain && w <= most && len(it.Words) > 0 {
				s.column = max(s.column, w)
			}
		}
	}
}

// Fit says less about the least important items until there are no more than so many lines,
// if that is possible.
func (s *sheet) Fit(limit int) {
	if limit <= 0 {
		return
	}
	c := s.choice(limit)
	fit.GiveUp(c)
	// Something may be said again about what is folded: to fold the first item of a section saves nothing.
	c.Fill()
}

// The levels of an item count up with what is said, other than its details.
const (
	isOneLine = fit.Level(content.Folded - content.OneLine)
	isInFull  = fit.Level(content.Folded - content.InFull)
)

// choice offers the items that may be folded, in a room of so many lines. That nothing is folded is less important than that everything has
// its line.
func (s *sheet) choice(limit int) *fit.Choice[foldable] {
	c := fit.New[foldable](limit - s.lines())
	for i := range s.sections {
		sec := &s.sections[i]
		for _, it := range sec.Items {
			if t := it.Text(); !t.Important {
				c.Offer(foldable{s, sec, it}, t.Rank(), isOneLine)
				c.Offer(foldable{s, sec, it}, rankInFull+t.Rank(), isInFull)
			}
		}
	}
	return c
}

// rankInFull is that of what an item says beyond its line. It counts up by the rank of the item.
const rankInFull = 100

// foldable is an item that may be folded.
type foldable struct {
	sheet   *sheet
	section *content.Section
	item    content.Item
}

// Say says something about an item that is folded, if there is any room. What has been shortened to a line stays so.
func (f foldable) Say(level fit.Level, room int) (more int, said bool) {
	if f.item.Text().Detail != content.Folded || level != isOneLine || room <= 0 {
		return 0, false
	}
	if more = f.setDetail(content.OneLine); more > room {
		f.setDetail(content.Folded)
		return 0, false
	}
	return more, true
}

// GiveUp shortens the item to a line, or folds it.
func (f foldable) GiveUp(level fit.Level) (room int) {
	return -f.setDetail(content.Folded - content.Detail(level-1))
}

// setDetail says how much of an item is said. It returns how many more lines this takes.
func (f foldable) setDetail(d content.Detail) int {
	before := f.sheet.sectionLines(f.section, f.item)
	setDetail(f.section, f.item.Text(), d)
	return f.sheet.sectionLines(f.section, f.item) - before
}

// Summarize folds all items but problems, and those that are about plans as a whole.
func (s *sheet) Summarize() {
	for i := range s.sections {
		sec := &s.sections[i]
		if sec.Kind == content.ProblemSection || sec.Kind == content.PlanSection {
			continue
		}
		for _, it := range sec.Items {
			setDetail(sec, it.Text(), content.Folded)
		}
	}
}

// setDetail says how much of an item is said.
func setDetail(sec *content.Section, it *content.ItemText, d content.Detail) {
	if it.Detail == content.Folded {
		sec.FoldedItems--
		sec.FoldedCount -= it.Count
	}
	if it.Detail = d; d == content.Folded {
		sec.FoldedItems++
		sec.FoldedCount += it.Count
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
		for j := range sec.Items {
			n += len(s.rows(sec, sec.Items[j]))
		}
	}
	return n
}

// sectionLines counts the lines of an item, and that on which its section says what is folded.
func (s *sheet) sectionLines(sec *content.Section, it content.Item) int {
	return len(s.rows(sec, it)) + len(s.foldedRows(sec))
}

// headings are the lines of the heading of a section, if it has one.
func (s *sheet) headings(sec *content.Section) []doc.Text {
	if sec.Title == "" {
		return nil
	}
	return s.broken(doc.NewText(headingOf(sec, s.width)...), s.padOf(sec)-itemPad)
}

// foldedRows are the lines below the items of a section that say what is folded.
func (s *sheet) foldedRows(sec *content.Section) []doc.Text {
	if foldedLinesOf(sec) == 0 {
		return nil
	}
	text := fmt.Sprintf("… and %d more", sec.FoldedCount)
	if sec.FoldedCount == 0 { // only what keeps the objects of likely renames does not count
		text = movedHint
	}
	if words := foldedWordsOf(sec, s.width-2*sec.Depth-30); words != "" {
		text += ": " + words
	}
	return s.broken(doc.NewText(doc.Span{Role: doc.Hidden, Text: text}), gutter+s.padOf(sec))
}

// foldedLinesOf is 1 if a line below the items says what is folded. If nothing else is below
// the heading, the heading says it.
func foldedLinesOf(sec *content.Section) int {
	if sec.FoldedItems == 0 || sec.FoldedItems == len(sec.Items) && sec.Title != "" {
		return 0
	}
	return 1
}

// Write writes the sheet.
func (s *sheet) Write(w *doc.Writer) {
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
		for j := range sec.Items {
			it := sec.Items[j]
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
func subjectOfItem(it content.Item) *doc.Subject {
	about := ""
	switch it := it.(type) {
	case *content.NoteItem:
		about = it.About
	case *content.HazardItem:
		about = it.About
	}
	if about == "" {
		return nil
	}
	return wording.ChangeOf(about)
}

// headingOf returns the title of a section with its counts.
func headingOf(sec *content.Section, width int) []doc.Span {
	text := sec.Title
	if !sec.Verbatim {
		text = strings.ToUpper(text)
	}
	title := []doc.Span{{Role: sec.Role(), Text: text}}
	switch {
	case sec.ByClass:
		title = append(title, doc.Span{Role: doc.Comment, Text: "  " + sec.ClassWords()})
	case sec.Counted:
		title = append(title, doc.Span{Role: doc.Plain, Text: fmt.Sprintf(" %d", sec.Count())})
	}
	if words := foldedWordsOf(sec, width-2*sec.Depth-len(sec.Title)-10); words != "" && foldedLinesOf(sec) == 0 {
		title = append(title, doc.Span{Role: doc.Hidden, Text: "  " + words})
	}
	return title
}

// foldedWordsOf says of which types the folded resources are, and in which modules. It is empty
// if none is folded, or what is folded are not resources. What does not fit is only counted.
func foldedWordsOf(sec *content.Section, width int) string {
	type kind struct{ typ, module string }
	counts, byType, modules := map[kind]int{}, map[kind]int{}, map[string]bool{}
	for i := range sec.Items {
		it, ok := sec.Items[i].(*content.ResourceItem)
		if !ok || it.Detail != content.Folded {
			continue
		}
		for _, m := range it.Members {
			module, _ := plans.SplitModule(m.Address)
			modules[module] = true
			counts[kind{it.Type, module}]++
			byType[kind{typ: it.Type}]++
		}
	}
	const few = 4 // more than these are not shown one by one
	where := ""
	if len(counts) > few && len(modules) > 1 {
		counts = byType
		where = fmt.Sprintf(" in %d modules", len(modules))
	}
	kinds := slices.SortedFunc(maps.Keys(counts), func(a, b kind) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a.typ, b.typ), plans.CompareAddresses(wording.InModule(a.module), wording.InModule(b.module)))
	})
	text, rest := "", sec.FoldedCount
	for _, k := range kinds {
		word := fmt.Sprintf("%d %s", counts[k], k.typ)
		if k.module != "" && !sec.ByClass {
			word += " in " + k.module
		}
		if text != "" {
			if columns.Of(text+word+where)+len(", , 1000 others") > width {
				return text + ", " + wording.CountOf(rest, "other", "others") + where
			}
			text += ", "
		}
		text += word
		rest -= counts[k]
	}
	return text + where
}

// DropFolded drops plans of which all is folded, and counts them. What this saves is for others.
func (s *sheet) DropFolded(limit int) {
	said := map[int]bool{0: true}
	plans := map[int]bool{}
	for i := range s.sections {
		sec := &s.sections[i]
		plans[sec.Plan] = true
		if sec.FoldedItems < len(sec.Items) {
			said[sec.Plan] = true
		}
	}
	n := len(plans) - len(said)
	if n <= 0 {
		return
	}
	s.sections = slices.DeleteFunc(s.sections, func(sec content.Section) bool { return !said[sec.Plan] })
	more := content.PlainItem("… and "+wording.CountOf(n, "more plan", "more plans"), 0, 0)
	more.Important = true
	s.sections = append(s.sections, content.Section{Kind: content.PlanSection, Items: []content.Item{more}})
	s.choice(limit).Fill()
}
