package values

import "github.com/planfmt/planfmt/plans"

// SkipString returns the end of the string that begins at text[i], whether it has escapes,
// and whether some of them are of half a pair of surrogates, see [Parser.HasSurrogates]. The end is negative if
// there is no string that a [Parser] accepts.
func SkipString(text []byte, i int) (end int, escapes, surrogates bool) {
	if i >= len(text) || text[i] != '"' {
		return -1, false, false
	}
	if end := skipPlain(text, i+1); end < len(text) && text[end] == '"' {
		return end + 1, false, false
	}
	return skipEscaped(text, i+1)
}

// skipEscaped does the same for a string whose opening quote is before text[i].
func skipEscaped(text []byte, i int) (end int, escapes, surrogates bool) {
	p := Parser{src: text}
	end, flags, err := p.str(i)
	if err != nil {
		return -1, false, false
	}
	return end, flags.has(escaped), p.surrogates
}

// SkipNumber returns the end of the number that begins at text[i]. It is negative if
// there is no number that a [Parser] accepts.
func SkipNumber(text []byte, i int) (end int) {
	end = i
	for end < len(text) && '0' <= text[end] && text[end] <= '9' {
		end++
	}
	switch {
	case i >= len(text):
		return -1
	case end < len(text) && (text[end] == ',' || text[end] == '}' || text[end] == ']') && end > i && (text[i] != '0' || end == i+1):
		return end // as is usual
	}
	p := Parser{src: text}
	end, err := p.number(i)
	if err != nil {
		return -1
	}
	return end
}

// ChangeText is the [Change] of a resource before it is parsed: its values and flags are
// JSON text, which need not be valid, and empty where the document has none.
type ChangeText struct {
	Before, After                            []byte
	Unknown, BeforeSensitive, AfterSensitive []byte
	ReplacePaths                             plans.PathSet
}
