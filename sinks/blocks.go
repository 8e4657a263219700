package sinks

import (
	"fmt"
	"strings"
)

// The blocks of a comment in Markdown. Texts in them are in the notation of their place already, see [Inline].

// Heading returns a heading of a level from 1 to 6, with an empty line after it. Deeper ones have the level 6.
func Heading(level int, text string) string {
	return strings.Repeat("#", min(level, 6)) + " " + text + "\n\n"
}

// ListItem returns an item of a list.
func ListItem(text string) string { return "- " + text + "\n" }

// Column is a column of a table.
type Column struct {
	Title string
	Align Align
}

// Align says on which side of a column its cells stand.
type Align uint8

// The sides. If no column of a table has one, that is up to the place.
const (
	NoAlign Align = iota
	AlignLeft
	AlignRight
)

// TableHead returns the first two lines of a table.
func TableHead(columns ...Column) string {
	titles, rule := make([]string, len(columns)), make([]string, len(columns))
	hasAlign := false
	for i, c := range columns {
		titles[i], rule[i] = c.Title, [...]string{"---", ":--", "--:"}[c.Align]
		hasAlign = hasAlign || c.Align != NoAlign
	}
	if !hasAlign {
		return TableRow(titles...) + "|" + strings.Join(rule, "|") + "|\n"
	}
	return TableRow(titles...) + TableRow(rule...)
}

// TableRow returns a line of a table.
func TableRow(cells ...string) string { return "| " + strings.Join(cells, " | ") + " |\n" }

// TableRest returns the last line of a table with two columns, of which the first is empty.
func TableRest(text string) string { return "| | " + text + " |\n" }

// PageLink returns words with a link to a page. Unlike [Inline.Link], it takes any address.
func PageLink(words, address string) string { return "[" + words + "](" + address + ")" }

// Fold returns what stands before and after a part that can be folded, below a summary, with an empty line before the part.
// Where a place cannot fold, the summary is a heading.
func (f Flavour) Fold(summary func(Inline) string, open bool) (before, after string) {
	switch {
	case !f.HasDetails:
		return Heading(4, summary(InText)), ""
	case open:
		before = "<details open>\n"
	default:
		before = "<details>\n"
	}
	return before + "<summary>" + summary(InHTML) + "</summary>\n\n", "\n</details>\n"
}

// Hide returns a comment that nobody sees on the page, which has a line of its own.
func (f Flavour) Hide(text string) string { return fmt.Sprintf(f.Comment, text) + "\n\n" }

// Hidden returns the text that [Flavour.Hide] has put into a line.
func (f Flavour) Hidden(line string) (text string, ok bool) {
	before, after, _ := strings.Cut(f.Comment, "%s")
	if text, ok = strings.CutPrefix(line, before); !ok {
		return "", false
	}
	return strings.CutSuffix(text, after)
}
