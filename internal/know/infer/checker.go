package infer

import (
	"bytes"
	"slices"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// noveltyChecker finds out whether a text shows anything that the evidence does not have.
// It follows observe, created, replaced and rearranged, but only looks at what they would
// note. Whatever is not simple counts as new.
type noveltyChecker struct {
	side   checkedSide
	text   []byte
	pos    int
	depth  int
	inside [maxChecked]checkedMarks
	visits uint32 // objects, in all texts
	parser values.Parser

	escapes  bool        // the last string has escapes
	inArrays int         // how many arrays are open
	arrays   []arrayText // those of the value before that have elements and are in no other array
	likely   int         // where in arrays to look first for the next array of the value after
}

// maxChecked is how deeply nested values are checked.
const maxChecked = 64

// checkedSide says what a text is.
type checkedSide struct {
	marked     bool // see part
	incomplete bool // see part
	planned    bool // see part
	creates    bool // there is nothing before the change
	update     bool // there are objects before and after the change
}

// checkedMarks has the marks that apply to the value that is checked.
type checkedMarks struct {
	unknown, sensitive values.Flags
	replaces           plans.PathSet
	secret             bool
	// loud are the members that may be sensitive, in whole or in part. nil says nothing about that.
	loud []string
}

// arrayText is an array, and the evidence about what is in its place.
type arrayText struct {
	shape *keyEvidence
	text  []byte
	plain bool // all elements are strings without escapes
}

// finding is what the checker finds in the place of a value: its kind, and these flags.
type finding uint8

const (
	foundNew   finding = 0         // something that the evidence does not have
	foundEmpty finding = 8 << iota // the string or the list is empty
	foundNull                      // a member of the object is null
	foundZero                      // a member of the object is an empty string or list
)

// root reports whether the evidence has all that the text of an instance shows.
func (c *noveltyChecker) root(s *keyEvidence, text []byte, in checkedMarks) bool {
	if len(text) == 0 {
		return true
	}
	c.text, c.pos, c.depth, c.inArrays, c.likely = text, 0, 0, 0, 0
	return c.value(s, c.enter(in), c.side.creates) != foundNew && c.pos == len(text)
}

// enter notes the scope of the value that begins here. It returns nil if nothing is
// said about it.
func (c *noveltyChecker) enter(in checkedMarks) *checkedMarks {
	in.secret = in.secret || in.sensitive.CoversKind(c.kind())
	if !in.secret && in.unknown.Blank() && in.sensitive.Blank() && in.replaces.Empty() {
		return nil
	}
	c.inside[c.depth] = in
	return &c.inside[c.depth]
}

// step does the same as enter for the part of a value that a step leads to.
func (in *checkedMarks) step(c *noveltyChecker, step plans.Step) *checkedMarks {
	if in == nil {
		return nil
	}
	return c.enter(checkedMarks{unknown: in.unknown.At(step), sensitive: in.sensitive.At(step), replaces: in.replaces.Under(step), secret: in.secret})
}

// quiet returns how many of the first elements of an array nothing is said about.
func (in *checkedMarks) quiet() int {
	if in == nil || in.secret || !in.unknown.IsAbsent() || !in.replaces.Empty() {
		return 0
	}
	return in.sensitive.QuietElems()
}

// member does the same as step for a member, and looks at its flags only if they may say anything.
func (in *checkedMarks) member(c *noveltyChecker, name string) *checkedMarks {
	if in != nil && in.loud != nil && !in.secret && in.unknown.IsAbsent() && in.replaces.Empty() && !slices.Contains(in.loud, name) {
		return nil
	}
	return in.step(c, plans.Key(name))
}

// kind returns the kind of the value that begins here, if there is one.
func (c *noveltyChecker) kind() values.Kind {
	switch c.peek() {
	case '{':
		return values.Object
	case '[':
		return values.Array
	case '"':
		return values.String
	case 't', 'f':
		return values.Bool
	case 'n':
		return values.Null
	}
	return values.Number
}

// peek returns the next byte, and 0 at the end of the text.
func (c *noveltyChecker) peek() byte {
	if c.pos < len(c.text) {
		return c.text[c.pos]
	}
	return 0
}

// skipSpace moves past white space, and returns the next byte.
func (c *noveltyChecker) skipSpace() byte {
	if b := c.peek(); b > ' ' { // as is usual
		return b
	}
	return c.skipBlanks()
}

// skipBlanks does the same where there is white space.
func (c *noveltyChecker) skipBlanks() byte {
	for {
		switch b := c.peek(); b {
		case ' ', '\n', '\r', '\t':
			c.pos++
		default:
			return b
		}
	}
}

// value checks the value that begins here, and moves past it. created says that it
// belongs to a new object.
func (c *noveltyChecker) value(s *keyEvidence, in *checkedMarks, created bool) finding {
	secret, kind := in != nil && in.secret, c.kind()
	if secret && (!s.secret || kind >= values.Array) || c.depth == maxChecked-1 {
		return foundNew
	}
	found := finding(kind)
	switch kind {
	case values.Object:
		c.depth++
		found = c.object(s, in, created)
		c.depth--
		return found
	case values.Array:
		c.depth++
		found = c.array(s, in, created)
		c.depth--
		return found
	case values.String:
		begin := c.pos
		if !c.skipString() {
			return foundNew
		}
		if c.pos-begin == len(`""`) {
			found |= foundEmpty
		}
		if secret {
			return found
		}
	case values.Number:
		if c.pos = values.SkipNumber(c.text, c.pos); c.pos < 0 {
			return foundNew
		}
	case values.Null:
		if !c.skipWord("null") {
			return foundNew
		}
	case values.Bool:
		if !c.skipWord("true") && !c.skipWord("false") {
			return foundNew
		}
	}
	if !s.kinds.has(kind) || c.side.marked && !secret && !s.shown && (kind == values.Number || kind == values.String && found&foundEmpty == 0) {
		return foundNew
	}
	return found
}

// skipWord moves past a word. It returns false if something else begins here.
func (c *noveltyChecker) skipWord(word string) bool {
	end := c.pos + len(word)
	if end > len(c.text) || string(c.text[c.pos:end]) != word {
		return false
	}
	c.pos = end
	return true
}

// skipString moves past a string. It returns false if no valid one begins here.
func (c *noveltyChecker) skipString() bool {
	end, escapes, surrogates := values.SkipString(c.text, c.pos)
	if end < 0 || surrogates { // half a pair of them is not valid
		return false
	}
	c.pos, c.escapes = end, escapes
	return true
}

// member moves past a name and the colon after it, and returns the evidence about the
// member of that name, or nil if there is none. likely is the place of the member that is
// likely to come, and is set to that of the one that does. visit is the number of the
// object: for a name that occurs twice in it, member returns nil.
func (c *noveltyChecker) member(s *keyEvidence, likely *uint32, visit uint32) (m *keyEvidence) {
	if int(*likely) < len(s.inOrder()) && c.skipName(s.inOrder()[*likely]) {
		m = s.inOrder()[*likely]
	} else {
		end, escapes, _ := values.SkipString(c.text, c.pos)
		if end < 0 || escapes {
			return nil
		}
		if m = s.members()[string(c.text[c.pos+1:end-1])]; m == nil {
			return nil
		}
		*likely, c.pos = m.place, end
	}
	if m.visit == visit || c.skipSpace() != ':' { // it occurs twice, or has no value
		return nil
	}
	m.visit = visit
	c.pos++
	c.skipSpace()
	return m
}

// skipName moves past the name of a member. It returns false if another one begins here.
func (c *noveltyChecker) skipName(m *keyEvidence) bool {
	end := c.pos + 1 + len(m.name)
	if end >= len(c.text) || c.text[end] != '"' || c.text[c.pos] != '"' || string(c.text[c.pos+1:end]) != m.name || !m.plain {
		return false
	}
	c.pos = end + 1
	return true
}

// next moves past what is between two parts, up to the next part, or past the end of the
// object or array. n is how many parts came before. ok is false if the text is not valid.
func (c *noveltyChecker) next(n int, end byte) (more, ok bool) {
	switch b := c.skipSpace(); {
	case b == end:
		c.pos++
		return false, true
	case n == 0:
		return true, true
	case b == ',':
		c.pos++
		c.skipSpace()
		return true, true
	}
	return false, false
}

// object checks an object.
func (c *noveltyChecker) object(s *keyEvidence, in *checkedMarks, created bool) finding {
	if !s.whole {
		return foundNew
	}
	c.pos++
	c.visits++
	visit := c.visits
	found := finding(values.Object)
	keys := 0
	likely := &s.first
	for n := 0; ; n++ {
		more, ok := c.next(n, '}')
		if !ok {
			return foundNew
		}
		if !more {
			if !c.side.incomplete && (!s.keyed || !s.ragged && !s.hasKeys(n, keys)) {
				return foundNew
			}
			return found
		}
		m := c.member(s, likely, visit)
		if m == nil || n == maxNames { // a large map is not simple
			return foundNew
		}
		likely = &m.next
		if m.isKey {
			keys++
		}
		var inside *checkedMarks
		if in != nil {
			if inside = in.member(c, m.name); inside != nil && inside.replaces.Matches() && !s.dissected {
				return foundNew
			}
		}
		part := c.value(m, inside, created)
		switch part {
		case foundNew:
			return foundNew
		case finding(values.Null):
			found |= foundNull
			if c.side.planned && !m.nulled {
				return foundNew
			}
			continue
		case finding(values.Array) | foundEmpty:
			found |= foundZero
			if created && !s.data && !m.emptied {
				return foundNew
			}
			continue
		case finding(values.String) | foundEmpty:
			found |= foundZero
		}
		if created && !s.data && !m.filled {
			return foundNew
		}
	}
}

// array checks an array.
func (c *noveltyChecker) array(s *keyEvidence, in *checkedMarks, created bool) finding {
	if !s.kinds.has(values.Array) {
		return foundNew
	}
	begin := c.pos
	c.pos++
	c.inArrays++
	var order orderCounter
	var last []byte // the text of the last element
	plain := true   // all elements are strings without escapes
	quiet := in.quiet()
	for n := 0; ; n++ {
		more, ok := c.next(n, ']')
		switch {
		case !ok:
			return foundNew
		case !more && n == 0:
			c.inArrays--
			if !s.blank {
				return foundNew
			}
			return finding(values.Array) | foundEmpty
		case !more:
			c.inArrays--
			text := c.text[begin:c.pos]
			if n > 1 && !c.knowsOrder(s, text, plain, order.result()) {
				return foundNew
			}
			if c.inArrays == 0 && !c.knowsRearranged(in, arrayText{s, text, plain}) {
				return foundNew
			}
			return finding(values.Array)
		case s.elem == nil:
			return foundNew
		}
		from, isObject := c.pos, c.peek() == '{'
		var inside *checkedMarks
		if n >= quiet {
			inside = in.step(c, plans.Index(n))
		}
		part := c.value(s.elem, inside, created && isObject)
		switch {
		case part == foundNew,
			inside != nil && inside.secret && !in.secret && !s.elem.masked,
			in != nil && !in.replaces.Empty() && isObject && s.elem.dissected && !s.dissected,
			created && s.lacks(part):
			return foundNew
		}
		if text := c.text[from:c.pos]; text[0] != '"' || c.escapes {
			plain = false
		} else {
			if n > 0 && plain {
				order.add(bytes.Compare(last, text[1:len(text)-1]))
			}
			last = text[1 : len(text)-1]
		}
	}
}

// lacks reports whether an element of an array shows that elements can be null or empty, and the evidence lacks that.
func (s *keyEvidence) lacks(elem finding) bool {
	return elem&foundNull != 0 && !s.partial || elem&foundZero != 0 && !s.zeroed
}

// knowsOrder reports whether the evidence has what the order of an array with this text shows. If its elements are plain, that is shown.
func (c *noveltyChecker) knowsOrder(s *keyEvidence, text []byte, plain bool, shown order) bool {
	if c.side.incomplete || s.complete() {
		return true
	}
	if !plain {
		v, err := c.parser.Parse(text)
		if err != nil {
			return false
		}
		shown = orderOf(v)
	}
	return s.hasOrder(shown)
}

// hasOrder reports whether the evidence has what the order of an array shows.
func (s *keyEvidence) hasOrder(o order) bool {
	o.add(s.order)
	return o == s.order
}

// knowsRearranged reports whether the evidence has all that the change of an array that has elements
// shows: it is the same before and after the change, or has strings of which one is only on one side,
// so that the evidence does not count how large the change is.
func (c *noveltyChecker) knowsRearranged(in *checkedMarks, a arrayText) bool {
	const most = 1_000
	switch {
	case !c.side.update:
		return true
	case !c.side.planned:
		c.arrays = append(c.arrays, a)
		return len(c.arrays) <= most
	}
	for range c.arrays {
		before := &c.arrays[c.likely%len(c.arrays)]
		c.likely++
		if before.shape != a.shape {
			continue
		}
		isUnknown := in != nil && in.unknown.Any()
		if !isUnknown && bytes.Equal(before.text, a.text) {
			return true
		}
		return a.shape.contested && before.plain && a.plain &&
			(isUnknown || a.shape.shuffled || lacksString(before.text, a.text) || lacksString(a.text, before.text))
	}
	return true
}

// lacksString reports whether an array of strings without escapes lacks one of another such array. It
// may be false for long ones.
func lacksString(array, other []byte) bool {
	const most = 100
	rest := other
	for range most {
		begin := bytes.IndexByte(rest, '"')
		if begin < 0 {
			return false
		}
		end := begin + 1 + bytes.IndexByte(rest[begin+1:], '"') + 1
		if !bytes.Contains(array, rest[begin:end]) {
			return true
		}
		rest = rest[end:]
	}
	return false
}
