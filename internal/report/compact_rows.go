package report

import (
	"strings"

	"github.com/planfmt/planfmt/doc"
	columns "github.com/planfmt/planfmt/internal/base/width"
)

// row is a line of an item.
type row struct {
	entry doc.Entry
	text  doc.Text
}

// rows lays out an item, in rows no wider than the sheet.
func (s *sheet) rows(sec *section, of item) []row {
	var rows []row
	for _, r := range s.wideRows(sec, of) {
		margin := gutter + r.entry.Pad
		if of.text().detail == oneLine {
			return []row{{r.entry, s.truncated(r.text, margin)}}
		}
		for i, t := range s.broken(r.text, margin) {
			if i > 0 {
				r.entry.Gutter = doc.Gutter{Kind: doc.Blank}
			}
			rows = append(rows, row{r.entry, t})
		}
	}
	return rows
}

// padOf returns by how many columns the items of a section stand to the right of the margin. However deep it is, half of the width is left.
func (s *sheet) padOf(sec *section) int { return min(itemPad+2*sec.depth, s.width/2) }

// wideRows lays out an item. Words that have no room on a line of their own go beyond the width.
func (s *sheet) wideRows(sec *section, of item) []row {
	it := of.text()
	if it.detail == folded {
		return nil
	}
	pad := s.padOf(sec)
	column := max(s.column-2*sec.depth, 0)
	width := max(s.width-gutter-pad, 1)
	entry := doc.Entry{Gutter: doc.Gutter{Kind: doc.Signed, Sign: it.sign}, Pad: pad}
	if it.sign == doc.NoSign {
		entry.Gutter.Kind = doc.Blank
	}
	shown, more := it.labelParts()
	role := doc.Bold
	switch {
	case sec.kind == hazardSection:
		role = doc.Danger
	case it.plain:
		role = doc.Plain
	}
	var pieces []doc.Text
	for i, a := range shown {
		t := doc.NewText(doc.Span{Role: role, Text: a})
		if i == len(shown)-1 {
			t.Add(doc.Plain, more)
		}
		pieces = append(pieces, t)
	}
	labels := flow(pieces, width)
	rows := []row{{entry, labels[0]}}
	next := entry
	next.Gutter = doc.Gutter{Kind: doc.Blank}
	for _, l := range labels[1:] {
		rows = append(rows, row{next, l})
	}
	if b, ok := of.(*blockItem); ok && it.detail == inFull {
		for _, line := range b.block {
			block := next
			block.Pad += 2
			rows = append(rows, row{block, doc.NewText(doc.Span{Role: doc.Plain, Text: line})})
		}
	} else if ok {
		rows[0].text = doc.NewText(doc.Span{Role: doc.Hidden, Text: movedHint})
	}
	if len(it.words) == 0 { // then there are no tables, either
		return rows
	}
	last := &rows[len(rows)-1].text
	room := width - column - gap
	if used := textWidth(*last); len(rows) == 1 && used <= column {
		align(last, column+gap)
	} else if used+gap+wordsWidth(it) <= width {
		align(last, used+gap)
		room = width - used - gap
	} else {
		rows = append(rows, row{next, doc.Text{}})
		last = &rows[len(rows)-1].text
		align(last, column+gap)
	}
	for i, l := range it.flow(max(room, 1)) {
		if i > 0 {
			var t doc.Text
			align(&t, column+gap)
			rows = append(rows, row{next, t})
		}
		rows[len(rows)-1].text.Append(l)
	}
	if it.detail == oneLine {
		return rows[:1]
	}
	if r, ok := of.(*resourceItem); ok {
		rows = append(rows, r.tableRows(next, width)...)
	}
	return rows
}

// wayToSeeAll says where values are that a table leaves out.
const wayToSeeAll = ", shown with -f human"

// tableRows lays out the tables of values in which resources that change alike differ: the address, and the value that it has.
func (it *resourceItem) tableRows(next doc.Entry, width int) []row {
	const indent = 4
	next.Pad += indent
	column := 0
	for i := range it.tables {
		for _, r := range it.tables[i].rows {
			if w := columns.Of(r.label); w <= width/3 {
				column = max(column, w)
			}
		}
	}
	var rows []row
	hidden := func(text string) {
		if text != "" {
			rows = append(rows, row{next, doc.NewText(doc.Span{Role: doc.Hidden, Text: "… " + text + wayToSeeAll})})
		}
	}
	for i := range it.tables {
		t := &it.tables[i]
		for _, r := range t.rows {
			text := doc.NewText(doc.Span{Role: doc.Bold, Text: r.label})
			align(&text, column)
			text.Add(doc.Plain, strings.Repeat(" ", gap))
			if textWidth(text)+textWidth(r.value) > width-indent {
				rows = append(rows, row{next, doc.NewText(doc.Span{Role: doc.Bold, Text: r.label})})
				text = doc.Text{}
				align(&text, column+gap)
			}
			text.Append(r.value)
			rows = append(rows, row{next, text})
		}
		hidden(t.rest())
	}
	hidden(it.othersText())
	return rows
}

// flow lays out the words of an item. Those that force a replacement come first.
func (it *itemText) flow(width int) []doc.Text {
	if it.forcing == 0 {
		return it.cut(flow(it.words, width))
	}
	lines := flow(it.words[:it.forcing], width)
	last := &lines[len(lines)-1]
	if narrow := width - len(forcesMark); textWidth(*last) > narrow {
		lines = flow(it.words[:it.forcing], max(narrow, 1))
		last = &lines[len(lines)-1]
	}
	mark := forcesMark
	if textWidth(*last)+len(mark) > width && len(mark) <= width {
		lines = append(lines, doc.Text{})
		last, mark = &lines[len(lines)-1], strings.TrimLeft(mark, " ")
	}
	last.Add(doc.Forces, mark)
	rest := it.words[it.forcing:]
	if len(rest) == 0 {
		return it.cut(lines)
	}
	others := flow(rest, width)
	if len(rest) == it.counts && len(others) == 1 && textWidth(*last)+gap+textWidth(others[0]) <= width {
		last.Add(doc.Plain, ", ")
		last.Append(others[0])
		return it.cut(lines)
	}
	return it.cut(append(lines, others...))
}

// cut says that there is more, if only the first line is shown.
func (it *itemText) cut(lines []doc.Text) []doc.Text {
	if it.detail == oneLine && len(lines) > 1 {
		lines[0].Add(doc.Hidden, " …")
		return lines[:1]
	}
	return lines
}

const forcesMark = "  # forces replacement"

// wordsWidth returns the width of the words of an item on one line, or a very large number if they
// take several lines.
func wordsWidth(it *itemText) int {
	const wide = 1 << 20
	lines := it.flow(wide)
	if len(lines) > 1 {
		return wide
	}
	return textWidth(lines[0])
}
