package copies

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/base/lazy"
)

// document is what a JSON document in a string has, at any depth, in order.
type document struct {
	names []string // of members
	texts []string // values that are strings
}

// readDocument returns the parts of a text that is a JSON object or list. It reports false if
// the text is something else. If a name occurs twice in an object, both members are there.
func readDocument(text string) (d document, ok bool) {
	text = strings.TrimSpace(text)
	if text == "" || text[0] != '{' && text[0] != '[' || !json.Valid([]byte(text)) {
		return d, false
	}
	type level struct{ isObject, expectsName bool }
	levels := []level{{}}
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	for {
		token, err := dec.Token()
		if err != nil {
			return d, true // it is valid, so this is the end
		}
		last := &levels[len(levels)-1]
		if token == json.Delim('}') || token == json.Delim(']') {
			levels = levels[:len(levels)-1]
			continue
		}
		s, isString := token.(string)
		if last.expectsName {
			last.expectsName = false
			d.names = append(d.names, s)
			continue
		}
		last.expectsName = last.isObject
		switch {
		case isString:
			d.texts = append(d.texts, s)
		case token == json.Delim('{'):
			levels = append(levels, level{isObject: true, expectsName: true})
		case token == json.Delim('['):
			levels = append(levels, level{})
		}
	}
}

// secretName matches the names of members that are often secret.
var secretName = lazy.Regexp(`(?i)pass|pwd|secret|token|cred|(api|access|account|private|signing|encryption).?key`)

// isEligible reports whether a document counts as a whole: if a name or a string in it says that
// it has a secret. A policy never does, because everybody has to see what it allows.
func (d document) isEligible() bool {
	if slices.Contains(d.names, "Statement") && slices.Contains(d.names, "Effect") {
		return false
	}
	return slices.ContainsFunc(d.names, secretName().MatchString) ||
		slices.ContainsFunc(d.texts, func(text string) bool {
			return len(strings.Fields(text)) == 1 && Eligible(text)
		})
}
