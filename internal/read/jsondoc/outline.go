package jsondoc

import (
	"bytes"
	"slices"

	"github.com/planfmt/planfmt/internal/base/jsoncut"
)

// Outline is where the members of an object are, in the bytes of a value that has
// been cut out of a document. The values of the members need not be valid JSON.
type Outline struct {
	// Whole says that the value is an object, that the outline has all of its
	// members, and that no name occurs twice in it. If not, the outline is empty.
	Whole bool
	// Regular says that it is whole, and that all names are regular.
	Regular bool

	text   []byte       // the object
	spans  []memberSpan // of all members
	places []int        // in spans, by the numbers of the members that were asked for
}

// memberSpan is where the value of a member is.
type memberSpan struct{ begin, end int }

// Raw returns the bytes of the member with a number, nil if there is none.
func (o *Outline) Raw(member int) []byte {
	if o.places == nil || o.places[member] < 0 {
		return nil
	}
	s := o.spans[o.places[member]]
	return o.text[s.begin:s.end:s.end]
}

// Text returns the text of a member that is a string. It is empty if the member is
// absent or null. If it is anything else, or no valid string, ok is false.
func (o *Outline) Text(member int) (text []byte, ok bool) {
	raw := o.Raw(member)
	switch {
	case len(raw) == 0 || string(raw) == "null":
		return nil, true
	case raw[0] != '"':
		return nil, false
	}
	if body := raw[1 : len(raw)-1]; isPlain(body) {
		return body, true
	}
	return appendUnquoted(nil, raw)
}

// Len returns how many bytes the object has.
func (o *Outline) Len() int { return len(o.text) }

// Brackets counts the brackets and braces that open in the object, also in strings.
func (o *Outline) Brackets() int {
	return bytes.Count(o.text, []byte("{")) + bytes.Count(o.text, []byte("["))
}

// Outliner makes the outlines of objects of one kind. Most of these have the same names in
// the same order, so it remembers what names it has seen after each other, and what it has
// found out about them. It is for one goroutine.
type Outliner struct {
	inner   string
	members []string // the names of those that are asked for
	outer   int      // how many of them are not in the inner object
	regular func(name []byte, inner bool) bool

	start     sequence
	sequences int // how many there are after start
	at        *sequence
	spans     []memberSpan
	cutter    *jsoncut.Cutter
}

// NewOutliner returns an Outliner for objects that have these members, and perhaps others.
// If an object has an object as a member of the name inner, the outline has the members of
// that, too. A member of an [Outline] is asked for by its number: first come those of the
// object, then those of the inner object. regular says whether a name is regular.
func NewOutliner(members []string, inner string, innerMembers []string, regular func(name []byte, inner bool) bool) *Outliner {
	return &Outliner{inner: inner, members: slices.Concat(members, innerMembers), outer: len(members), regular: regular}
}

// sequence is a sequence of names, as objects have them, from the first one on.
type sequence struct {
	name   []byte      // the last one, and the quote behind it
	inner  bool        // it is a name of the inner object
	length int         // how many names there are
	before *sequence   // without the last name
	after  []*sequence // with one more name

	// If known is set, places has where the members are that are asked for, or -1, and
	// regular says whether all names are.
	known   bool
	places  []int
	regular bool
}

const (
	// maxFields is how many members an outline has at most. Each of their names is
	// compared with all others.
	maxFields = 100
	// maxSequences is how many sequences an Outliner remembers. If there are more, it begins
	// anew.
	maxSequences = 1_000
)

// Outline reads one value, and returns where its members are. The outline is valid until the
// next value is read. [Scanner.Parse] parses the value.
func (s *Scanner) Outline(o *Outliner) (Outline, error) {
	o.cutter, o.at = &s.cutter, nil
	var err error
	s.raw, err = s.tok.outline(o)
	if err != nil || o.at == nil {
		return Outline{}, err
	}
	o.at.find(o)
	return Outline{Whole: true, Regular: o.at.regular, text: s.raw, spans: o.spans, places: o.at.places}, nil
}

// object finds the members of the object that begins at text[i], which is inside of
// depth objects and arrays. It returns the end of the object, or a negative number
// if there is none, or no outline.
func (o *Outliner) object(text []byte, i, depth int) int {
	if o.sequences > maxSequences {
		o.start, o.sequences = sequence{}, 0
	}
	o.at, o.spans = &o.start, o.spans[:0]
	end := o.walk(text[i:], 0, depth, false)
	if end < 0 {
		o.at = nil
		return end
	}
	return i + end
}

func (o *Outliner) walk(text []byte, i, depth int, inner bool) int {
	if i >= len(text) || text[i] != '{' || depth >= jsoncut.MaxDepth {
		return jsoncut.Wrong
	}
	var last []byte // the value of the member before
	for first := true; ; first = false {
		i = skipSpace(text, i+1)
		if i >= len(text) {
			return jsoncut.Short
		}
		if text[i] == '}' && first {
			return i + 1
		}
		if i = o.name(text, i, inner); i < 0 {
			return i
		}
		if i = skipSpace(text, i); i >= len(text) {
			return jsoncut.Short
		}
		if text[i] != ':' {
			return jsoncut.Wrong
		}
		if i = skipSpace(text, i+1); i >= len(text) {
			return jsoncut.Short
		}
		at, end := len(o.spans), 0
		o.spans = append(o.spans, memberSpan{begin: i})
		switch {
		case text[i] == '{' && !inner && o.isInner():
			end = o.walk(text, i, depth+1, true)
		case len(last) > 0 && last[0] == '{' && bytes.HasPrefix(text[i:], last):
			end = i + len(last) // before and after are the same, most often
		default:
			end = o.cutter.Cut(text, i, depth+1)
		}
		if end < 0 {
			return end
		}
		o.spans[at].end, last = end, text[i:end]
		if i = skipSpace(text, end); i >= len(text) {
			return jsoncut.Short
		}
		switch text[i] {
		case ',':
		case '}':
			return i + 1
		default:
			return jsoncut.Wrong
		}
	}
}

// isInner reports whether the last name is that of the inner object.
func (o *Outliner) isInner() bool {
	name := o.at.name
	return string(name[:len(name)-1]) == o.inner
}

// name moves past the name that begins at text[i], and returns its end. It is negative if there is
// none, or one that is not simple or occurs twice.
func (o *Outliner) name(text []byte, i int, inner bool) (end int) {
	if text[i] != '"' {
		return jsoncut.Wrong
	}
	i++
	for _, next := range o.at.after {
		if end := i + len(next.name); end <= len(text) && next.inner == inner && string(text[i:end]) == string(next.name) {
			o.at = next
			return end
		}
	}
	end = jsoncut.EndString(text, i-1)
	if end < 0 {
		return end
	}
	name := text[i:end]
	if !isPlain(name[:len(name)-1]) || o.at.length == maxFields {
		return jsoncut.Wrong
	}
	for q := o.at; q.before != nil; q = q.before {
		if q.inner == inner && bytes.Equal(q.name, name) {
			return jsoncut.Wrong
		}
	}
	next := &sequence{name: bytes.Clone(name), inner: inner, length: o.at.length + 1, before: o.at}
	o.at.after = append(o.at.after, next)
	o.at = next
	o.sequences++
	return end
}

// find finds the members that an Outliner is asked for, in objects that end here.
func (q *sequence) find(o *Outliner) {
	if q.known {
		return
	}
	q.known, q.regular, q.places = true, true, slices.Repeat([]int{-1}, len(o.members))
	for p := q; p.before != nil; p = p.before {
		name := p.name[:len(p.name)-1]
		q.regular = q.regular && o.regular(name, p.inner)
		for i, member := range o.members {
			if member == string(name) && p.inner == (i >= o.outer) {
				q.places[i] = p.length - 1
			}
		}
	}
}

// skipSpace returns where the next byte is, from text[i] on, that is not white space.
func skipSpace(text []byte, i int) int {
	for i < len(text) && jsoncut.ClassOf(text[i]) == jsoncut.ClassSpace {
		i++
	}
	return i
}
