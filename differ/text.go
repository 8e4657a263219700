package differ

import (
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/values"
)

// text is a string on one side of a change. The zero text is no value.
type text struct {
	computed.Literal
	json values.Value // the JSON document in the string; absent if there is none
}

// newText returns the text of a string. A JSON document in it is an object or an array
// that begins with the first character.
func newText(p *values.Parser, v values.Value) text {
	t := text{Literal: newLiteral(v)}
	if v.Begins('{') || v.Begins('[') {
		if document, err := p.Parse([]byte(t.Text)); err == nil {
			t.json = document
		}
	}
	return t
}

func (t text) isJSON() bool { return t.json.Kind() != values.Absent }

func (t text) isMultiline() bool {
	return t.Kind == computed.StringLiteral && strings.Contains(t.Text, "\n")
}

// compareStrings compares two strings: as JSON documents, as texts of several lines,
// or as they are.
func (s scope) compareStrings(c values.Change) computed.Diff {
	p := s.parserPair(s.depth)
	before, after := newText(&p[0], c.Before), newText(&p[1], c.After)
	return s.compareTexts(c, before, after, leafAction(c))
}

func (s scope) compareTexts(c values.Change, before, after text, action plans.Action) computed.Diff {
	switch isUpdate := action == plans.Update; {
	case isUpdate && before.isJSON() != after.isJSON():
		whole := c
		c.ReplacePaths = plans.PathSet{}
		return newDiff(whole, renderers.TypeChange(
			s.compareTexts(deletion(c), before, text{}, plans.Delete),
			s.compareTexts(creation(c), text{}, after, plans.Create),
		), plans.Update)
	case before.isJSON() || after.isJSON():
		document := s.compareDocuments(c, before.json, after.json)
		if isUpdate && document.Action == plans.NoOp {
			return newDiff(c, renderers.ReformattedJSON(document), action)
		}
		return newDiff(c, renderers.JSON(document), action)
	case before.isMultiline() || after.isMultiline():
		return newDiff(c, s.heredoc(before.Literal, after.Literal, action), action)
	}
	return newDiff(c, renderers.String(before.Literal, after.Literal), action)
}

// compareDocuments compares the JSON documents in two strings. Flags and paths of the
// plan end at the string: nothing in a document is sensitive, unknown or forces the
// replacement by itself, and all of it is relevant if the string is.
func (s scope) compareDocuments(c values.Change, before, after values.Value) computed.Diff {
	s.depth++
	return s.compareJSON(values.Change{
		Before: before, After: after,
		RelevantAttributes: plans.AllPaths(),
		Path:               c.Path,
	})
}

// parserPair returns the parsers for the two sides of a string. Each depth has its
// own, because a document is in use until its parser parses again.
func (d *differ) parserPair(depth int) *[2]values.Parser {
	for len(d.parsers) <= depth {
		d.parsers = append(d.parsers, &[2]values.Parser{{Names: values.LastWins}, {Names: values.LastWins}})
	}
	return d.parsers[depth]
}
