package report

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// addMembers adds the members of a map, or the elements of a list or a set, that come and go.
func addMembers(text *doc.Text, kind computed.Kind, a plans.Action, added, removed, changed []computed.Part) {
	var words []doc.Text
	for _, list := range []struct {
		action plans.Action
		parts  []computed.Part
	}{{plans.Create, added}, {plans.Delete, removed}, {plans.Update, changed}} {
		for _, p := range list.parts {
			var word doc.Text
			word.Add(signRole(list.action), signText(list.action))
			if kind == computed.KindMap {
				word.Add(doc.Key, plans.SpellKey(p.Key))
			} else {
				l, ok := shortScalar(&p.Diff)
				if !ok {
					words = nil
					break
				}
				addLiteral(&word, l)
			}
			words = append(words, word)
		}
	}
	total := len(added) + len(removed) + len(changed)
	if len(words) < total || total == 0 || total > maxKeys {
		addGap(text)
		text.Add(doc.Plain, "(")
		addCounts(text, len(added), len(removed), len(changed))
		switch {
		case total > 0:
		case a == plans.NoOp:
			text.Add(doc.Comment, "unchanged")
		default:
			text.Add(doc.Comment, "empty")
		}
		text.Add(doc.Plain, ")")
		return
	}
	for _, w := range words {
		addGap(text)
		text.Append(w)
	}
}

// shortScalar returns the literal of a primitive value that comes or goes, if it is short.
func shortScalar(d *computed.Diff) (computed.Literal, bool) {
	content := d.Renderer.Content()
	l := content.After.Literal
	if d.Action == plans.Delete {
		l = content.Before.Literal
	}
	return l, content.Kind == computed.KindScalar && l.Kind != computed.None && isShort(l)
}

func label(path string) doc.Text { return doc.NewText(doc.Span{Role: doc.Key, Text: path}) }

// addGap adds a blank behind a label, if there is one.
func addGap(text *doc.Text) {
	if len(text.Bytes) > 0 {
		text.Add(doc.Plain, " ")
	}
}

// addSign adds a blank and the sign of an action.
func addSign(text *doc.Text, a plans.Action) {
	addGap(text)
	if a == plans.Create || a == plans.Delete {
		text.Add(signRole(a), signText(a))
	}
}

func signRole(a plans.Action) doc.Role { return doc.ActionSign(a).Spans()[0].Role }
func signText(a plans.Action) string   { return doc.ActionSign(a).Spans()[0].Text }

// addCounts adds how many things are added, removed and changed: +2 -1 ~3.
func addCounts(text *doc.Text, added, removed, changed int) {
	first := true
	for _, n := range []struct {
		action plans.Action
		count  int
	}{{plans.Create, added}, {plans.Delete, removed}, {plans.Update, changed}} {
		if n.count == 0 {
			continue
		}
		if !first {
			text.Add(doc.Plain, " ")
		}
		first = false
		text.Add(signRole(n.action), signText(n.action)+strconv.Itoa(n.count))
	}
}

func addLiteral(text *doc.Text, l computed.Literal) {
	switch l.Kind {
	case computed.StringLiteral:
		text.Add(doc.String, strconv.Quote(l.Text))
	case computed.NumberLiteral, computed.SpelledLiteral:
		text.Add(doc.Number, l.Text)
	case computed.BoolLiteral:
		text.Add(doc.Bool, l.Text)
	default:
		text.Add(doc.Null, "null")
	}
}

func isMultiLine(l computed.Literal) bool { return strings.Contains(l.Text, "\n") }

func isShort(l computed.Literal) bool {
	return !isMultiLine(l) && utf8.RuneCountInString(l.Text) <= maxValue
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// typeChangeText tells both values if they are short.
func typeChangeText(text doc.Text, content computed.Content) doc.Text {
	addGap(&text)
	values, n := text.Clone(), 0
	var kinds []string
	for p := range content.Children() {
		kinds = append(kinds, kindWords(&p.Diff))
		l, ok := shortScalar(&p.Diff)
		if !ok {
			continue
		}
		if n++; n > 1 {
			values.Add(doc.Arrow, " -> ")
		}
		addLiteral(&values, l)
	}
	if n == 2 {
		return values
	}
	text.Add(doc.Comment, "("+strings.Join(kinds, " becomes ")+")")
	return text
}

// kindWords says what a value is.
func kindWords(d *computed.Diff) string {
	c := d.Content()
	switch c.Kind {
	case computed.KindScalar:
		l := c.Before
		if l.Kind == computed.None {
			l = c.After
		}
		switch l.Kind {
		case computed.StringLiteral:
			return "a string"
		case computed.NumberLiteral:
			return "a number"
		case computed.BoolLiteral:
			return "a bool"
		}
		return "null"
	case computed.KindJSON, computed.KindYAML:
		return "a document"
	case computed.KindList:
		return "a list"
	case computed.KindSet:
		return "a set"
	case computed.KindMap, computed.KindObject, computed.KindBlock:
		return "an object"
	case computed.KindUnknown:
		return "(known after apply)"
	case computed.KindSensitive:
		return "(sensitive value)"
	}
	return "something else"
}

func sizeText(text doc.Text, a plans.Action, l computed.Literal) doc.Text {
	addSign(&text, a)
	n, unit := utf8.RuneCountInString(l.Text), "characters"
	if isMultiLine(l) {
		n, unit = strings.Count(strings.TrimSpace(l.Text), "\n")+1, "lines"
	}
	text.Add(doc.Comment, fmt.Sprintf("(%d %s)", n, unit))
	return text
}

// changedLines counts the lines of a text that are added and removed.
func changedLines(d *computed.Diff) (added, removed int) {
	for l := range d.Lines(computed.RenderHumanOpts{Forces: computed.ForcesNever}) {
		switch {
		case l.Gutter.Kind != doc.Signed:
		case l.Gutter.Sign == doc.Create:
			added++
		case l.Gutter.Sign == doc.Delete:
			removed++
		}
	}
	return added, removed
}

// middles returns the parts in which two long strings differ, between quotes, with an
// ellipsis in place of what they have in common. ok is false if these are long, too.
func middles(a, b string) (from, to string, ok bool) {
	start := 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < min(len(a), len(b))-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	// Whole words are easier to recognise.
	for start > 0 && isWordByte(a[start-1]) {
		start--
	}
	for end > 0 && isWordByte(a[len(a)-end]) {
		end--
	}
	cut := func(s string) string {
		mid := s[start : len(s)-end]
		if start > 0 {
			mid = "…" + mid
		}
		if end > 0 {
			mid += "…"
		}
		return mid
	}
	from, to = cut(a), cut(b)
	if start+end == 0 || utf8.RuneCountInString(from) > maxValue || utf8.RuneCountInString(to) > maxValue {
		return "", "", false
	}
	return `"` + from + `"`, `"` + to + `"`, true
}

func isWordByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c >= utf8.RuneSelf
}

// capital returns a text with a capital letter first.
func capital(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}

func countOf(n int, one, many string) string { return fmt.Sprintf("%d %s", n, plural(n, one, many)) }

// fewPaths joins paths, of which only the first are named if there are many.
func fewPaths(paths []string) string {
	text := strings.Join(paths[:min(maxOwnPaths, len(paths))], ", ")
	if len(paths) > maxOwnPaths {
		text += fmt.Sprintf(" and %d more", len(paths)-maxOwnPaths)
	}
	return text
}

const (
	maxValue   = 48 // the characters of a value that is told in place
	maxInPlace = 3  // the changes inside a value that are told in place
	maxChanges = 24 // the changes of a resource that are told at all
	maxKeys    = 4  // the keys or elements of a value that are told
	maxCreated = 3  // the attributes of a new object that are told
)

const (
	maxTables     = 4 // the paths of a group that have a table
	maxTableRows  = 8 // the values in one
	maxTableNames = 3 // the addresses in a row
)

// maxOwnPaths is how many paths are named without their values.
const maxOwnPaths = 4

// addresses returns the addresses of the members of a group. Of instances of the same
// resource, only the first has more than the key.
func addresses(members []review.Place) []string {
	var all []string
	last := ""
	for _, m := range members {
		base, key := plans.SplitKey(m.Address)
		if text := m.Address; base == last && key != "" {
			all = append(all, key)
		} else {
			all = append(all, text)
		}
		last = base
	}
	return all
}
