package text

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/width"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/sinks"
)

// Of a line of code with more columns than mostColumns, only those around what it is about are shown,
// of which leadColumns are in front of that.
const (
	mostColumns = 240
	leadColumns = 60
)

// codeLines returns the code, with the numbers of its lines.
func codeLines(s *jsonlog.Snippet, underlines bool) (lines [][]doc.Span) {
	from := 0 // where the line begins
	for i, code := range strings.Split(s.Code, "\n") {
		number := fmt.Sprintf("%4d: ", s.StartLine+i)
		isSubject := from <= s.Start && s.Start <= from+len(code)
		start, end := min(max(s.Start-from, 0), len(code)), min(max(s.End-from, 0), len(code))
		from += len(code) + 1
		code = strings.TrimSuffix(code, "\r")
		start, end = min(start, len(code)), min(end, len(code))
		around := 0
		if isSubject {
			around = start
		}
		first, last := excerpt(code, around)
		start, end = min(max(start, first), last), min(max(end, first), last)
		before := []doc.Span{{Text: number}}
		if first > 0 {
			before = append(before, left(code[:first]), doc.Span{Text: " "})
		}
		before = append(before, doc.Span{Text: code[first:start]})
		line := before[:len(before):len(before)]
		if start < end {
			line = append(line, doc.Span{Role: doc.Marked, Text: code[start:end]})
		}
		line = append(line, doc.Span{Text: code[end:last]})
		if last < len(code) {
			line = append(line, doc.Span{Text: " "}, left(code[last:]))
		}
		lines = append(lines, line)
		indent := len(code[start:end]) - len(strings.TrimLeft(code[start:end], " \t"))
		if marked := strings.TrimRight(code[start+indent:end], " \t"); !underlines && marked != "" {
			var space strings.Builder
			for _, s := range before {
				space.WriteString(blank(s.Text))
			}
			space.WriteString(blank(code[start : start+indent]))
			lines = append(lines, []doc.Span{{Text: space.String()}, {Role: doc.Marked, Text: carets(marked)}})
		}
	}
	return lines
}

// left says how much of a line is left out. No code looks like this.
func left(code string) doc.Span {
	return doc.Span{Role: doc.Hidden, Text: fmt.Sprintf("[… %d characters …]", utf8.RuneCountInString(code))}
}

// excerpt returns which part of a line of code is shown: all of it, or what is around an offset. No character is
// torn apart.
func excerpt(code string, around int) (first, last int) {
	if !longer(code, mostColumns) {
		return 0, len(code)
	}
	first = back(code, around, leadColumns)
	last = first
	for n := 0; last < len(code); {
		r, size := utf8.DecodeRuneInString(code[last:])
		if n += width.Rune(r); n > mostColumns {
			return first, last
		}
		last += size
	}
	// There is room in front.
	return back(code, len(code), mostColumns), len(code)
}

// longer reports whether a text takes more than n columns.
func longer(text string, n int) bool {
	for _, r := range text {
		if n -= width.Rune(r); n < 0 {
			return true
		}
	}
	return false
}

// back returns the offset that is at most n columns in front of another one.
func back(text string, at, n int) int {
	found := at
	for at > 0 {
		r, size := utf8.DecodeLastRuneInString(text[:at])
		if n -= width.Rune(r); n < 0 {
			break
		}
		if at -= size; width.Rune(r) > 0 {
			found = at
		}
	}
	return found
}

// shown is a character as sinks write it.
func shown(r rune) int {
	if r < utf8.RuneSelf && r >= ' ' {
		return 1
	}
	return width.Of(sinks.Escape(string(r)))
}

// blank returns white space as wide as a text.
func blank(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r == '\t' {
			b.WriteByte('\t')
			continue
		}
		for range shown(r) {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// carets returns as many carets as a text has columns.
func carets(text string) string {
	n := 0
	for _, r := range text {
		n += shown(r)
	}
	return strings.Repeat("^", max(n, 1))
}
