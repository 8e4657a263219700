package text

import (
	"strings"

	"github.com/planfmt/planfmt/doc"
	columns "github.com/planfmt/planfmt/internal/base/width"
	"github.com/planfmt/planfmt/internal/report/content"
)

// row is a line of an item.
type row struct {
	entry doc.Entry
	text  doc.Text
}

// rows lays out an item, in rows no wider than the sheet.
func (s *sheet) rows(sec *content.Section, of content.Item) []row {
	var rows []row
	for _, r := range s.wideRows(sec, of) {
		margin := gutter + r.entry.Pad
		if of.Text().Detail == content.OneLine {
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
func (s *sheet) padOf(sec *content.Section) int { return min(itemPad+2*sec.Depth, s.width/2) }

// wideRows lays out an item. Words that have no room on a line of their own go beyond the width.
func (s *sheet) wideRows(sec *content.Section, of content.Item) []row {
	it := of.Text()
	if it.Detail == content.Folded {
		return nil
	}
	pad := s.padOf(sec)
	column := max(s.column-2*sec.Depth, 0)
	width := max(s.width-gutter-pad, 1)
	entry := doc.Entry{Gutter: doc.Gutter{Kind: doc.Signed, Sign: it.Sign}, Pad: pad}
	if it.Sign == doc.NoSign {
		entry.Gutter.Kind = doc.Blank
	}
	shown, more := it.LabelParts()
	role := doc.Bold
	switch {
	case sec.Kind == content.HazardSection:
		role = doc.Danger
	case it.Plain:
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
	if b, ok := of.(*content.BlockItem); ok && it.Detail == content.InFull {
		for _, line := range b.Block {
			block := next
			block.Pad += 2
			rows = append(rows, row{block, doc.NewText(doc.Span{Role: doc.Plain, Text: line})})
		}
	} else if ok {
		rows[0].text = doc.NewText(doc.Span{Role: doc.Hidden, Text: movedHint})
	}
	if len(it.Words) == 0 { // then there are no tables, either
		return rows
	}
	last := &rows[len(rows)-1].text
	room := width - column - gap
	if used := textWidth(*last); len(rows) == 1 && used <= column {
		Align(last, column+gap)
	} else if used+gap+wordsWidth(it) <= width {
		Align(last, used+gap)
		room = width - used - gap
	} else {
		rows = append(rows, row{next, doc.Text{}})
		last = &rows[len(rows)-1].text
		Align(last, column+gap)
	}
	for i, l := range flowWords(it, max(room, 1)) {
		if i > 0 {
			var t doc.Text
			Align(&t, column+gap)
			rows = append(rows, row{next, t})
		}
		rows[len(rows)-1].text.Append(l)
	}
	if it.Detail == content.OneLine {
		return rows[:1]
	}
	if r, ok := of.(*content.ResourceItem); ok {
		rows = append(rows, tableRows(r, next, width)...)
	}
	return rows
}

// wayToSeeAll says where values are that a table leaves out.
const wayToSeeAll = ", shown with -f human"

// tableRows lays out the tables of values in which resources that change alike differ: the address, and the value that it has.
func tableRows(it *content.ResourceItem, next doc.Entry, width int) []row {
	const indent = 4
	next.Pad += indent
	column := 0
	for i := range it.Tables {
		for _, r := range it.Tables[i].Rows {
			if w := columns.Of(r.Label); w <= width/3 {
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
	for i := range it.Tables {
		t := &it.Tables[i]
		for _, r := range t.Rows {
			text := doc.NewText(doc.Span{Role: doc.Bold, Text: r.Label})
			Align(&text, column)
			text.Add(doc.Plain, strings.Repeat(" ", gap))
			if textWidth(text)+textWidth(r.Value) > width-indent {
				rows = append(rows, row{next, doc.NewText(doc.Span{Role: doc.Bold, Text: r.Label})})
				text = doc.Text{}
				Align(&text, column+gap)
			}
			text.Append(r.Value)
			rows = append(rows, row{next, text})
		}
		hidden(t.Rest())
	}
	hidden(it.OthersText())
	return rows
}

// flowWords lays out the words of an item. Those that force a replacement come first.
func flowWords(it *content.ItemText, width int) []doc.Text {
	if it.Forcing == 0 {
		return cutLines(it, flow(it.Words, width))
	}
	lines := flow(it.Words[:it.Forcing], width)
	last := &lines[len(lines)-1]
	if narrow := width - len(forcesMark); textWidth(*last) > narrow {
		lines = flow(it.Words[:it.Forcing], max(narrow, 1))
		last = &lines[len(lines)-1]
	}
	mark := forcesMark
	if textWidth(*last)+len(mark) > width && len(mark) <= width {
		lines = append(lines, doc.Text{})
		last, mark = &lines[len(lines)-1], strings.TrimLeft(mark, " ")
	}
	last.Add(doc.Forces, mark)
	rest := it.Words[it.Forcing:]
	if len(rest) == 0 {
		return cutLines(it, lines)
	}
	others := flow(rest, width)
	if len(rest) == it.Counts && len(others) == 1 && textWidth(*last)+gap+textWidth(others[0]) <= width {
		last.Add(doc.Plain, ", ")
		last.Append(others[0])
		return cutLines(it, lines)
	}
	return cutLines(it, append(lines, others...))
}

// cutLines says that there is more, if only the first line is shown.
func cutLines(it *content.ItemText, lines []doc.Text) []doc.Text {
	if it.Detail == content.OneLine && len(lines) > 1 {
		lines[0].Add(doc.Hidden, " …")
		return lines[:1]
	}
	return lines
}

const forcesMark = "  # forces replacement"

// wordsWidth returns the width of the words of an item on one line, or a very large number if they
// take several lines.
func wordsWidth(it *content.ItemText) int {
	const wide = 1 << 20
	lines := flowWords(it, wide)
	if len(lines) > 1 {
		return wide
	}
	return textWidth(lines[0])
}
