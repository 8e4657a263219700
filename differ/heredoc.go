package differ

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
)

// heredoc compares two texts line by line. At least one of them has several lines.
func (s scope) heredoc(before, after computed.Literal, action plans.Action) computed.DiffRenderer {
	switch action {
	case plans.Delete:
		return renderers.Heredoc(before, after, keepLines(before), "")
	case plans.Update:
		lines := s.alignLines(before, after)
		return renderers.Heredoc(before, after, lines, whitespaceNote(lines, before, after))
	}
	return renderers.Heredoc(before, after, keepLines(after), "")
}

func keepLines(l computed.Literal) []renderers.TextLine {
	var lines []renderers.TextLine
	for _, line := range splitLines(l) {
		lines = append(lines, renderers.TextLine{Text: line})
	}
	return lines
}

// splitLines returns the lines of a text without the white space around it. A string
// of one line stays as it is, and a null becomes the word.
func splitLines(l computed.Literal) []string {
	switch {
	case l.Kind != computed.StringLiteral:
		return []string{"null"}
	case !strings.Contains(l.Text, "\n"):
		return []string{l.Text}
	}
	return strings.Split(strings.TrimSpace(l.Text), "\n")
}

// alignLines aligns the lines of two texts like the elements of two lists.
func (s scope) alignLines(before, after computed.Literal) []renderers.TextLine {
	was, is := splitLines(before), splitLines(after)
	numbers := map[string]int32{}
	var lines []renderers.TextLine
	a := listAligner{rules: s.rules}
	a.rules.PairTexts = false // a line is never updated
	for _, p := range a.pairNumbers(numberLines(numbers, was), numberLines(numbers, is)) {
		if p.before >= 0 && p.after >= 0 && was[p.before] == is[p.after] {
			lines = append(lines, renderers.TextLine{Text: was[p.before]})
			continue
		}
		if p.before >= 0 {
			lines = append(lines, renderers.TextLine{Text: was[p.before], Action: plans.Delete, Null: before.Kind != computed.StringLiteral})
		}
		if p.after >= 0 {
			lines = append(lines, renderers.TextLine{Text: is[p.after], Action: plans.Create, Null: after.Kind != computed.StringLiteral})
		}
	}
	return lines
}

// numberLines gives equal lines equal numbers. It adds the numbers of new lines to
// those that are known.
func numberLines(known map[string]int32, lines []string) []int32 {
	out := make([]int32, len(lines))
	for i, l := range lines {
		n, ok := known[l]
		if !ok {
			n = int32(len(known))
			known[l] = n
		}
		out[i] = n
	}
	return out
}

// whitespaceNote says what changes if no line does: the white space around the text,
// which is not drawn.
func whitespaceNote(lines []renderers.TextLine, before, after computed.Literal) string {
	if before.Kind != after.Kind { // a null reads as the word
		return ""
	}
	for _, l := range lines {
		if l.Action != plans.NoOp {
			return ""
		}
	}
	start, end := margins(before.Text)
	newStart, newEnd := margins(after.Text)
	note := "whitespace changes"
	if start != newStart {
		note += " at the start: " + strconv.Quote(start) + " -> " + strconv.Quote(newStart)
		if end != newEnd {
			note += ","
		}
	}
	if end != newEnd {
		note += " at the end: " + strconv.Quote(end) + " -> " + strconv.Quote(newEnd)
	}
	return note
}

// margins returns the white space before and after a text. If there is nothing else,
// all of it is before the text.
func margins(s string) (start, end string) {
	body := strings.TrimLeftFunc(s, unicode.IsSpace)
	start = s[:len(s)-len(body)]
	return start, body[len(strings.TrimRightFunc(body, unicode.IsSpace)):]
}
