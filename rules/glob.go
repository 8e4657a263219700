package rules

import (
	"errors"
	"strings"

	"github.com/planfmt/planfmt/internal/base/wildcard"
	"github.com/planfmt/planfmt/plans"
)

// A glob is written as the name that it matches, and may contain stars:
//
//   - * matches any characters, or none, within one segment. Segments are what the dots of an
//     address are between, or the slashes of a provider.
//   - **, as a segment of an address, matches any number of segments, or none.
//   - An index, such as [0] or ["a.b"], matches only itself. It may contain *, and [*] matches
//     any index. A segment without an index matches with any index, and without one.
//   - In an index, \* is a star. All else is spelled as in the address.

// glob matches texts.
type glob struct {
	// literals are what is between the stars. If there is one, it is the whole text.
	literals []string
}

// is reports whether the glob has no stars, and matches only this text.
func (g glob) is(text string) bool { return len(g.literals) == 1 && g.literals[0] == text }

func (g glob) matches(text string) bool { return wildcard.MatchParts(g.literals, text) }

// addressPart is a segment of an address.
type addressPart struct {
	name  string
	index string // what is between the brackets, as the address spells it
	has   bool   // there are brackets
}

// splitAddress takes an address apart. It does not fail: what is not an address becomes parts
// that no glob matches, or only one with stars.
func splitAddress(address string) []addressPart {
	parts := make([]addressPart, 0, 4)
	for rest := address; rest != ""; {
		var p addressPart
		var key string
		if p.name, key, rest = plans.CutStep(rest); plans.KeyLen(key) > 0 {
			p.index, p.has = key[1:len(key)-1], true
		} else {
			p.name += key
		}
		parts = append(parts, p)
	}
	return parts
}

// pattern matches names with several segments.
type pattern []segment

// segment matches a segment.
type segment struct {
	any   bool // **
	name  glob
	index *glob // of what is between the brackets; nil for any index, or none
	bare  bool  // without an index, it matches only what has none
}

func (s *segment) matches(p addressPart) bool {
	if s.index == nil {
		return s.name.matches(p.name) && !(s.bare && p.has)
	}
	return s.name.matches(p.name) && p.has && s.index.matches(p.index)
}

func (p pattern) last() *segment { return &p[len(p)-1] }

func (p pattern) hasAny() bool {
	for i := range p {
		if p[i].any {
			return true
		}
	}
	return false
}

// matches takes a time that is proportional to the product of both lengths, at most: if a part
// does not match, only the last ** before it can match one more part.
func (p pattern) matches(parts []addressPart) bool {
	at, from, seen := 0, -1, 0 // from is the segment after the last **, seen where it began
	for i := 0; i < len(parts) || at < len(p); {
		switch {
		case at < len(p) && p[at].any:
			at++
			from, seen = at, i
		case at < len(p) && i < len(parts) && p[at].matches(parts[i]):
			at++
			i++
		case from >= 0 && seen < len(parts):
			seen++
			at, i = from, seen
		default:
			return false
		}
	}
	return true
}

// matchesEnd matches the last names, and does not look at those before them.
func (p pattern) matchesEnd(names []string) bool {
	if len(names) < len(p) {
		return false
	}
	names = names[len(names)-len(p):]
	for i := range p {
		if !p[i].name.matches(names[i]) {
			return false
		}
	}
	return true
}

// parsePattern parses a glob, whose segments have a separator between them, unless it is 0.
// An address can also have indexes and **.
func parsePattern(text string, separator byte, address bool) (pattern, error) {
	if text == "" {
		return nil, errors.New("the glob is empty")
	}
	p := globParser{text: text}
	var out pattern
	for {
		s, err := p.segment(separator, address)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
		if p.at == len(text) {
			return out, nil
		}
		p.at++ // the separator
	}
}

// globParser parses a glob.
type globParser struct {
	text string
	at   int
}

// errorf says what is wrong at the character that has been reached.
func (p *globParser) errorf(format string, args ...any) error {
	return failf("at character %d of %s: %s", len([]rune(p.text[:p.at]))+1, whole(p.text), failf(format, args...))
}

// segment parses a segment. After it, there is the end or a separator.
func (p *globParser) segment(separator byte, address bool) (segment, error) {
	var s segment
	start := p.at
	for p.at < len(p.text) && p.text[p.at] != separator && (p.text[p.at] != '[' || !address) {
		if c := p.text[p.at]; !isNameByte(c) && c != '*' && (c != '.' && c != ':' || separator != '/') {
			return s, p.errorf("%s cannot be in a glob here", character([]rune(p.text[p.at:])[0]))
		}
		p.at++
	}
	name := p.text[start:p.at]
	switch {
	case name == "":
		p.at = start
		return s, p.errorf("there must be a name or *")
	case name == "**" && address:
		if s.any = true; p.at < len(p.text) && p.text[p.at] == '[' {
			return s, p.errorf("** has no index")
		}
		return s, nil
	case strings.Contains(name, "**"):
		p.at = start
		if address {
			return s, p.errorf("** must be alone between the dots; within a segment, use *")
		}
		return s, p.errorf("** is for the segments of addresses and modules; use *")
	}
	s.name = glob{strings.Split(name, "*")}
	if p.at == len(p.text) || p.text[p.at] != '[' {
		return s, nil
	}
	index, err := p.index()
	s.index = &index
	if err == nil && p.at < len(p.text) && p.text[p.at] != separator {
		err = p.errorf("there must be a dot after an index")
	}
	return s, err
}

// isNameByte reports whether a byte can be in a name. Names may have letters of any script.
func isNameByte(c byte) bool {
	return c >= 0x80 || c == '_' || c == '-' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// index parses an index with its brackets: a number or a string in quotes, with stars.
func (p *globParser) index() (glob, error) {
	n := plans.KeyLen(p.text[p.at:]) - len("[]")
	if n < 0 {
		return glob{}, p.errorf("a closing ] is missing")
	}
	inner := p.text[p.at+1:][:n]
	if !strings.HasPrefix(inner, `"`) {
		if inner == "" || strings.Trim(inner, "0123456789*") != "" {
			return glob{}, p.errorf("an index is a number, a string in double quotes, or *")
		}
		p.at += n + 2
		return glob{strings.Split(inner, "*")}, nil
	}
	var literals []string
	var literal strings.Builder
	for i := 0; i < n; i++ {
		switch c := inner[i]; {
		case c == '"' && i > 0 && i < n-1, i == n-1 && (c != '"' || n == 1):
			return glob{}, p.errorf("there must be nothing after the string of an index")
		case c == '\\' && inner[i+1] == '*':
			i++
			literal.WriteByte('*')
		case c == '\\':
			i++
			literal.WriteString(inner[i-1 : i+1])
		case c == '*':
			literals = append(literals, literal.String())
			literal.Reset()
		default:
			literal.WriteByte(c)
		}
	}
	p.at += n + 2
	return glob{append(literals, literal.String())}, nil
}
