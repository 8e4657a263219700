package redact

import (
	"strings"

	"github.com/planfmt/planfmt/internal/base/copies"
	"github.com/planfmt/planfmt/values"
)

// Strings that are the same as a sensitive one are replaced wherever they stand in the document: values, names
// of members, the keys in addresses, strings in JSON that is in a string, and parts of a longer text.
// The same string has the same stand-in everywhere, so that addresses stay what they are: the
// same in all places.

// maxDocument is how deep JSON documents may nest, one in a string of the other.
const maxDocument = 8

// Copies says which strings are the same as a sensitive one.
type Copies interface {
	Has(text string) bool
	IsEmpty() bool
	// MayBeIn reports whether a string in a JSON text may have one, see [copies.Filter.MayBeIn].
	MayBeIn(json []byte) bool
}

// substitute replaces copies.
type substitute struct {
	copies  Copies         // may be nil
	numbers map[string]int // of those that have been replaced
	parser  values.Parser
}

// isIdle reports whether there is nothing to replace.
func (s *substitute) isIdle() bool { return s.copies == nil || s.copies.IsEmpty() }

func (s *substitute) isCopy(text string) bool { return s.copies.Has(text) || copies.IsStandIn(text) }

// standIn returns what stands for a copy.
func (s *substitute) standIn(text string) string {
	n := s.numbers[text]
	if n == 0 {
		if s.numbers == nil {
			s.numbers = map[string]int{}
		}
		n = len(s.numbers) + 1
		s.numbers[strings.Clone(text)] = n
	}
	return copies.StandIn(n)
}

// scan adds the edits of the strings in a JSON text. It leaves out what is replaced already: done are
// these edits, sorted. fixed has the names of members of the outermost object that identify the
// entry: their values are never replaced as a whole.
func (s *substitute) scan(text []byte, done edits, fixed map[string]bool, depth int) (found edits) {
	if s.isIdle() || !s.copies.MayBeIn(text) {
		return nil
	}
	level, outermost := 0, ""
	for i := 0; i < len(text); {
		for len(done) > 0 && done[0].start <= i {
			i = max(i, done[0].end)
			done = done[1:]
		}
		if i >= len(text) {
			break
		}
		switch text[i] {
		case '{', '[':
			level++
		case '}', ']':
			level--
		case '"':
			end, escapes, _ := values.SkipString(text, i)
			if end < 0 {
				return found // a Parser has accepted the text, so there is no such string
			}
			body := string(text[i+1 : end-1])
			if escapes {
				v, err := s.parser.Parse(text[i:end])
				if err != nil {
					i = end
					continue
				}
				body = v.Text()
			}
			isName := isFollowedByColon(text, end)
			if isName && level == 1 {
				outermost = body
			}
			whole := isName || level != 1 || !fixed[outermost]
			if other, ok := s.text(body, whole, depth); ok {
				found.replace(i, end, values.AppendString(nil, other))
			}
			i = end
			continue
		}
		i++
	}
	return found
}

func isFollowedByColon(text []byte, i int) bool {
	for i < len(text) && (text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == '\r') {
		i++
	}
	return i < len(text) && text[i] == ':'
}

// text returns a string without copies. It reports false if there are none. whole says whether the
// string as a whole may be one.
func (s *substitute) text(text string, whole bool, depth int) (string, bool) {
	if len(text) < len("12345678") {
		return text, false
	}
	if whole && s.isCopy(text) {
		return s.standIn(text), true
	}
	if depth < maxDocument {
		if begin := strings.TrimLeft(text, " \t\r\n"); begin != "" && (begin[0] == '{' || begin[0] == '[') {
			if other, ok, isJSON := s.document(text, depth); isJSON {
				return other, ok
			}
		}
	}
	return s.longText(text)
}

// document does the same for a string that has a JSON document.
func (s *substitute) document(text string, depth int) (other string, changed, isJSON bool) {
	raw := []byte(text)
	p := values.Parser{Names: values.LastWins}
	if _, err := p.Parse(raw); err != nil {
		return text, false, false
	}
	found := s.scan(raw, nil, nil, depth+1)
	found.finish()
	if len(found) == 0 {
		return text, false, true
	}
	return string(found.apply(raw)), true, true
}

// longText replaces copies in a longer text, see [copies.Parts].
func (s *substitute) longText(text string) (string, bool) {
	var out strings.Builder
	done := 0
	for start, end := range copies.Parts(text, s.isCopy) {
		out.WriteString(text[done:start])
		out.WriteString(s.standIn(text[start:end]))
		done = end
	}
	if done == 0 {
		return text, false
	}
	out.WriteString(text[done:])
	return out.String(), true
}
