package differ

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/values"
)

// str compares two strings: as JSON documents, as texts of several lines, or
// as they are.
func (d *differ) str(c values.Change) computed.Diff {
	before, after := literal(c.Before), literal(c.After)
	action := leafAction(c)
	leave := d.enter()
	defer leave()
	wasJSON, isJSON := d.document(c.Before, 0), d.document(c.After, 1)
	isUpdate := action == plans.Update
	switch {
	case isUpdate && (wasJSON.Kind() == values.Absent) != (isJSON.Kind() == values.Absent):
		return newDiff(c, renderers.TypeChange(
			d.oneSide(c, wasJSON, before, plans.Delete),
			d.oneSide(c, isJSON, after, plans.Create),
		), plans.Update)
	case wasJSON.Kind() != values.Absent || isJSON.Kind() != values.Absent:
		doc := d.jsonDocument(c, wasJSON, isJSON)
		return newDiff(c, renderers.JSON(doc, isUpdate && doc.Action == plans.NoOp), action)
	case isMultiline(before) || isMultiline(after):
		return d.heredoc(c, before, after, action)
	}
	return newDiff(c, renderers.String(before, after), action)
}

// oneSide is a string that appears or goes in a change of type.
func (d *differ) oneSide(c values.Change, document values.Value, l computed.Literal, a plans.Action) computed.Diff {
	c.ReplacePaths = plans.PathSet{}
	var before, after values.Value
	none := computed.Literal{}
	b, f := none, l
	if a == plans.Delete {
		before, b, f = document, l, none
		c.After = values.Value{}
	} else {
		after = document
		c.Before = values.Value{}
	}
	switch {
	case document.Kind() != values.Absent:
		return newDiff(c, renderers.JSON(d.jsonDocument(c, before, after), false), a)
	case isMultiline(l):
		return d.heredoc(c, b, f, a)
	}
	return newDiff(c, renderers.String(b, f), a)
}

// jsonDocument compares the documents in two strings, of which nothing is
// sensitive, unknown or replacing by itself. All of it is relevant if the
// string is: paths end there.
func (d *differ) jsonDocument(c values.Change, before, after values.Value) computed.Diff {
	return d.byJSON(values.Change{
		Before: before, After: after,
		RelevantAttributes: plans.AllPaths(),
		Path:               c.Path,
	})
}

// enter gives way to the parsers of one more level of JSON in strings.
func (d *differ) enter() (leave func()) {
	d.level += 2
	for len(d.parsers) < d.level {
		d.parsers = append(d.parsers, &values.Parser{Names: values.LastWins})
	}
	return func() { d.level -= 2 }
}

// document is the JSON document that a string holds, absent if it holds none:
// a document starts with the first character and is an object or an array.
func (d *differ) document(v values.Value, side int) values.Value {
	if !v.Begins('{') && !v.Begins('[') {
		return values.Value{}
	}
	doc, err := d.parsers[d.level-2+side].Parse([]byte(v.Text()))
	if err != nil {
		return values.Value{}
	}
	return doc
}

func isMultiline(l computed.Literal) bool {
	return l.Kind == computed.StringLiteral && strings.Contains(l.Text, "\n")
}

// heredoc compares texts of which at least one has several lines.
func (d *differ) heredoc(c values.Change, before, after computed.Literal, action plans.Action) computed.Diff {
	var lines []renderers.TextLine
	note := ""
	switch action {
	case plans.Delete:
		lines = kept(before)
	case plans.Update:
		lines = d.textLines(before, after)
		note = whitespaceNote(lines, before, after)
	default:
		lines = kept(after)
	}
	return newDiff(c, renderers.Heredoc(before, after, lines, note), action)
}

func kept(l computed.Literal) []renderers.TextLine {
	var lines []renderers.TextLine
	for _, text := range splitLines(l) {
		lines = append(lines, renderers.TextLine{Text: text})
	}
	return lines
}

// splitLines are the lines of a text without the white space around it. A
// string of one line is taken as it is, a null as the word.
func splitLines(l computed.Literal) []string {
	switch {
	case l.Kind != computed.StringLiteral:
		return []string{"null"}
	case !strings.Contains(l.Text, "\n"):
		return []string{l.Text}
	}
	return strings.Split(strings.TrimSpace(l.Text), "\n")
}

// textLines aligns the lines of two texts as the elements of two lists.
func (d *differ) textLines(before, after computed.Literal) []renderers.TextLine {
	was, is := splitLines(before), splitLines(after)
	numbers := map[string]int{}
	number := func(lines []string) []int {
		out := make([]int, len(lines))
		for i, l := range lines {
			n, ok := numbers[l]
			if !ok {
				n = len(numbers)
				numbers[l] = n
			}
			out[i] = n
		}
		return out
	}
	var lines []renderers.TextLine
	m := mates{rules: d.rules}
	for _, p := range m.pairs(number(was), number(is), func(int, int) bool { return false }) {
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

// whitespaceNote says what changes when no line does: the white space around
// the text, which is not drawn.
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

// margins is the white space before and after a text. What is nothing but
// white space is all margin before it.
func margins(s string) (start, end string) {
	body := strings.TrimLeftFunc(s, unicode.IsSpace)
	start = s[:len(s)-len(body)]
	return start, body[len(strings.TrimRightFunc(body, unicode.IsSpace)):]
}
