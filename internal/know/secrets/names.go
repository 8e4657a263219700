package secrets

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/read/yamldoc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// FindNamed returns the paths of the values that the marks do not hide, but whose names are those of secrets: the names of attributes and of the
// members of maps, and what a pair of a name and a value calls its value. It looks into texts as well: a text with such a value is a secret as a
// whole, and so is a list with such a text. Unlike [Finder.Marks], it goes by names wherever they are, even if it is known of the attribute around
// them that it is not a secret.
func (f *Finder) FindNamed(s Side) []plans.Path {
	f.paths, f.at, f.named = nil, f.at[:0], true
	f.search(s, valuePlace{})
	f.named = false
	return f.paths
}

// label returns what a pair of a name and a value calls its value, if an object is one: the first of its members that names it as a secret.
func label(v values.Value) string {
	for _, m := range v.Members() {
		if m.Value.Kind() == values.String && slices.Contains(labels, plain(m.Name)) && Named("", m.Value.SharedText()) {
			return m.Value.Text()
		}
	}
	return ""
}

// labels are the names of the members that say what the value of a pair is, as plain writes them.
var labels = []string{"name", "key", "variable", "variablename", "parametername", "parameterkey", "secretname", "settingname", "optionname", "field"}

// isLabelled reports whether a member is the value of a pair.
func isLabelled(name string) bool {
	name = plain(name)
	return strings.HasPrefix(name, "value") && name != "valuefrom" && name != "valuesource" && name != "valuetype" ||
		strings.HasSuffix(name, "value") || name == "content" || name == "data"
}

// plain returns a name in lower case, without what separates its words.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// hasNamedText reports whether a value is such a text, or a list with one: where an element of a list has moved, marks on elements would not say
// the same on both sides.
func hasNamedText(v values.Value) bool {
	if v.Kind() == values.String {
		return textHasNamed(v.SharedText())
	}
	for _, e := range v.Elems() {
		if e.Kind() == values.String && textHasNamed(e.SharedText()) {
			return true
		}
	}
	return false
}

// textHasNamed reports whether a text contains the value of a secret, going by the names in it: those in JSON or YAML, or in lines
// such as NAME=value.
func textHasNamed(text string) bool {
	if v, ok := parseText(text); ok {
		f := Finder{named: true}
		f.search(Side{Value: v}, valuePlace{})
		if len(f.paths) > 0 {
			return true
		}
	}
	for line := range strings.Lines(text) {
		if lineHasNamed(line) {
			return true
		}
	}
	return false
}

// parseText parses a text with structure.
func parseText(text string) (values.Value, bool) {
	trimmed := strings.TrimSpace(text)
	if strings.HasPrefix(trimmed, "{") || strings.HasPrefix(trimmed, "[") {
		if v, err := (&values.Parser{Names: values.LastWins}).ParseString(trimmed); err == nil {
			return v, true
		}
	}
	if !strings.Contains(text, ": ") && !strings.Contains(text, ":\n") {
		return values.Value{}, false
	}
	doc, err := yamldoc.Parse(text)
	return doc.Value, err == nil
}

// lineHasNamed reports whether a line sets a secret: NAME=value, export NAME="value", "name": value.
func lineHasNamed(line string) bool {
	at := strings.IndexAny(line, "=:")
	if at < 0 {
		return false
	}
	name, value := line[:at], line[at+1:]
	if line[at] == ':' && !strings.HasPrefix(value, " ") && !strings.HasPrefix(value, "\t") {
		return false
	}
	if strings.Trim(value, " \t\r\n\"'{[|>,") == "" {
		return false
	}
	words := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(" \t\"'{[,", r) })
	return len(words) > 0 && Named("", words[len(words)-1])
}
