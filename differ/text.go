package differ

import (
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/values"
)

// text is a string on one side of a change. The zero text is not a value.
type text struct {
	computed.Literal
	json values.Value // the JSON document in the string; absent if there is none
	// surrogates says that the document has escapes of half pairs of surrogates, which all stand for the same.
	surrogates bool
	// twice says that a name occurs twice in an object of the document, which is compared as a text then.
	twice bool
}

func (t text) isJSON() bool { return t.json.Kind() != values.Absent }

func (t text) isMultiline() bool {
	return t.Kind == computed.StringLiteral && strings.Contains(t.Text, "\n")
}

// compareStrings compares two strings: as JSON documents, as texts of several lines,
// or as they are.
func (s inherited) compareStrings(c *values.Change) computed.Diff {
	if s.redacted {
		return s.newScalar(c)
	}
	if on := s.findCopies(c); on.Any() {
		return s.newCopy(c, on)
	}
	action := leafAction(c)
	before, after := s.newLiterals(c, action)
	return s.compareTexts(c, s.newText(c.Before, before, 0), s.newText(c.After, after, 1), action)
}

// newText returns the text of a string on one of the sides, which are 0 and 1. A JSON
// document is an object or an array that begins with the first character.
func (s inherited) newText(v values.Value, l computed.Literal, side int) text {
	t := text{Literal: l}
	if !v.Begins('{') && !v.Begins('[') {
		return t
	}
	// Each depth and side has its own parser, because a document is in use until its
	// parser parses again.
	for len(s.parsers) <= s.depth {
		s.parsers = append(s.parsers, s.newParsers())
	}
	parser := &s.parsers[s.depth][side]
	if document, err := parser.ParseString(t.Text); err == nil {
		t.json, t.surrogates = document, parser.HasSurrogates()
	} else if parser.Names == values.Unique {
		_, err := (&values.Parser{Names: values.LastWins}).ParseString(t.Text)
		t.twice = err == nil
	}
	return t
}

func (s inherited) compareTexts(c *values.Change, before, after text, action plans.Action) computed.Diff {
	isUpdate := action == plans.Update
	switch {
	case isUpdate && (before.twice || after.twice):
		return s.compareAsTexts(c, before, after, action)
	case isUpdate && before.isJSON() != after.isJSON():
		value := withoutReplacePaths(c)
		deleted, created := deletion(&value), creation(&value)
		return newDiff(c, renderers.TypeChange(
			s.compareTexts(&deleted, before, text{}, plans.Delete),
			s.compareTexts(&created, text{}, after, plans.Create),
		), plans.Update)
	case before.isJSON() || after.isJSON():
		if on := s.findCopiesInNames(c, before.json, after.json); on.Any() {
			return s.newCopy(c, on)
		}
	}
	switch {
	case isUpdate && before.isJSON() && (s.readable || s.policies && isPolicy(before.json) && isPolicy(after.json)):
		return s.compareReadableJSON(c, before, after)
	case before.isJSON() || after.isJSON():
		inner := s
		if isUpdate && before.json.Equal(after.json) {
			inner = s.drawnScope() // reformatted: all of it is drawn
		}
		document := inner.compareDocuments(c, before.json, after.json)
		if isUpdate && document.Action == plans.NoOp {
			switch changes := textChange(before.Text, after.Text); changes {
			case changesSpace:
				return newDiff(c, renderers.ReformattedJSON(document), action)
			case changesSpelling:
				if s.complete { // the products call this white space, too
					return newDiff(c, renderers.RespelledJSON(document), action)
				}
				return newDiff(c, renderers.ReformattedJSON(document), action)
			}
			return s.compareAsTexts(c, before, after, action)
		}
		return newDiff(c, renderers.JSON(document), action)
	}
	if s.readable && action == plans.Update {
		if d, ok := s.compareYAML(c, before, after); ok {
			return d
		}
	}
	return s.compareAsTexts(c, before, after, action)
}

// textChanges says what is different in two texts of equal JSON documents.
type textChanges uint8

const (
	changesSpace    textChanges = iota // the white space between the tokens, and nothing else
	changesSpelling                    // the order of members, or how characters are spelled
	changesMore                        // a member that does not count, because another one of its name follows it
)

// textChange compares the texts of two JSON documents that are equal.
func textChange(was, is string) textChanges {
	if withoutSpace(was) == withoutSpace(is) {
		return changesSpace
	}
	for _, text := range []string{was, is} {
		parser := values.Parser{Names: values.Unique}
		if _, err := parser.ParseString(text); err != nil || parser.HasSurrogates() {
			return changesMore
		}
	}
	return changesSpelling
}

// withoutSpace returns the text of a JSON document without the white space between its tokens.
func withoutSpace(text string) string {
	var b strings.Builder
	inString := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\' && i+1 < len(text):
			b.WriteByte(c)
			i++
		case c == '"':
			inString = !inString
		case !inString && (c == ' ' || c == '\t' || c == '\n' || c == '\r'):
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// compareAsTexts compares two strings without a look at what is in them.
func (s inherited) compareAsTexts(c *values.Change, before, after text, action plans.Action) computed.Diff {
	if on := s.findCopiesIn(c); on.Any() {
		return s.newCopy(c, on)
	}
	if before.isMultiline() || after.isMultiline() {
		return newDiff(c, s.heredoc(before.Literal, after.Literal, action), action)
	}
	if s.words && action == plans.Update && before.Kind == after.Kind {
		if words := stringWords(before.Text, after.Text); !words.IsEmpty() {
			return newDiff(c, renderers.ChangedString(before.Literal, after.Literal, words), action)
		}
	}
	return newDiff(c, s.scalars.String(before.Literal, after.Literal), action)
}

// newParsers returns a parser for each side.
func (d *Differ) newParsers() *[2]values.Parser {
	names := values.LastWins
	if d.readable || d.policies || d.complete { // a member that does not count would be hidden
		names = values.Unique
	}
	return &[2]values.Parser{{Names: names}, {Names: names}}
}

// compareDocuments compares the JSON documents in two strings. Flags and paths of the
// plan end at the string: nothing in a document is sensitive, unknown or forces the
// replacement by itself, and all of it is relevant if the string is.
func (s inherited) compareDocuments(c *values.Change, before, after values.Value) computed.Diff {
	s.depth++
	s.yaml = false
	document := documentChange(c, before, after)
	return s.compareJSON(&document)
}

// documentChange returns the change of the documents in two strings.
func documentChange(c *values.Change, before, after values.Value) values.Change {
	return values.Change{
		Before: before, After: after,
		Path:  c.Path,
		Paths: c.Paths,
	}
}
