package plan

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/wording"
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
			word.Add(wording.SignRole(list.action), wording.SignText(list.action))
			if kind == computed.KindMap {
				word.Add(doc.Key, plans.SpellKey(p.Key))
			} else {
				l, ok := shortScalar(&p.Diff)
				if !ok {
					words = nil
					break
				}
				wording.AddLiteral(&word, l)
			}
			words = append(words, word)
		}
	}
	total := len(added) + len(removed) + len(changed)
	if len(words) < total || total == 0 || total > maxKeys {
		wording.AddGap(text)
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
		wording.AddGap(text)
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
		text.Add(wording.SignRole(n.action), wording.SignText(n.action)+strconv.Itoa(n.count))
	}
}

func isMultiLine(l computed.Literal) bool { return strings.Contains(l.Text, "\n") }

func isShort(l computed.Literal) bool {
	return !isMultiLine(l) && utf8.RuneCountInString(l.Text) <= maxValue
}

// typeChangeText tells both values if they are short.
func typeChangeText(text doc.Text, content computed.Content) doc.Text {
	wording.AddGap(&text)
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
		wording.AddLiteral(&values, l)
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
	wording.AddSign(&text, a)
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

const (
	maxValue   = 48 // the characters of a value that is shown in place
	MaxInPlace = 3  // the changes inside a value that are shown in place
	MaxChanges = 24 // the changes of a resource that are shown at all
	maxKeys    = 4  // the keys or elements of a value that are shown
	maxCreated = 3  // the attributes of a new object that are shown
)

const (
	maxTables     = 4 // the paths of a group that have a table
	maxTableRows  = 8 // the values in one
	maxTableNames = 3 // the addresses in a row
)

// Addresses returns the addresses of the members of a group. Of instances of the same
// resource, only the first has more than the key.
func Addresses(members []review.Place) []string {
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
