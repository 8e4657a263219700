package text

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/doc"
	columns "github.com/planfmt/planfmt/internal/base/width"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/sinks"
)

// sheet is a compact report before it is written.
type sheet struct {
	width    int
	sink     sinks.Sink // nil if nothing is broken that has no room on a line of its own
	column   int        // where the words of an item begin, counted from the start of its label
	head     []doc.Text
	sections []content.Section
	tail     []doc.Text
}

const (
	itemPad = 2 // the columns by which items stand to the right of a heading
	gutter  = 4 // the columns of a sign
	gap     = 2 // the columns between a label and the words
)

// flow joins texts with commas into lines of a width. A text that is wider begins on a line of
// its own. It goes on on the next lines if it leads from a value to where that comes from, or is a remark.
func flow(texts []doc.Text, width int) []doc.Text {
	var lines []doc.Text
	var line doc.Text
	add := func(t doc.Text) {
		if used := textWidth(line); used > 0 {
			if used+1+textWidth(t) > width {
				lines = append(lines, line)
				line = doc.Text{}
			} else {
				line.Add(doc.Plain, " ")
			}
		}
		line.Append(t)
	}
	for i, t := range texts {
		t = t.Clone()
		if i < len(texts)-1 {
			t.Add(doc.Plain, ",")
		}
		if textWidth(t) <= width {
			add(t)
			continue
		}
		for _, part := range splitReferences(t) {
			if textWidth(part) <= width || !isRemark(part) {
				add(part)
				continue
			}
			for _, l := range wrapped(part, width) {
				add(l)
			}
		}
	}
	return append(lines, line)
}

// wrapped breaks a text into lines of a width. A line feed in it, which only a name of the document has, breaks nothing.
func wrapped(t doc.Text, width int) []doc.Text {
	var safe doc.Text
	for _, s := range t.Spans() {
		s.Text = sinks.Escape(s.Text)
		safe.AddSpan(s)
	}
	return sinks.Wrap(safe, width)
}

// isRemark reports whether a text has no values, so that it may be broken between its words.
func isRemark(t doc.Text) bool {
	return !slices.ContainsFunc(t.Runs, func(r doc.Run) bool {
		switch r.Role {
		case doc.Comment, doc.Hidden, doc.Alert, doc.Plain, doc.Address:
			return false
		}
		return true
	})
}

// textWidth returns how many columns a text takes.
func textWidth(t doc.Text) int { return columns.Of(string(t.Bytes)) }

// Align adds blanks up to a width.
func Align(t *doc.Text, width int) {
	if n := width - textWidth(*t); n > 0 {
		t.Add(doc.Plain, strings.Repeat(" ", n))
	}
}

// splitReferences cuts a text before each arrow to where a value comes from.
func splitReferences(t doc.Text) []doc.Text {
	var parts []doc.Text
	var part doc.Text
	for _, s := range t.Spans() {
		if s.Role == doc.Arrow && s.Text == wording.ReferenceArrow {
			parts = append(parts, part)
			part, s.Text = doc.Text{}, wording.ReferenceArrow[1:]
		}
		part.AddSpan(s)
	}
	return append(parts, part)
}

// movedHint stands for the moved blocks if there is no room for them.
const movedHint = "… and the moved blocks that would keep the objects"
