package jsondoc

import (
	"bytes"

	"github.com/planfmt/planfmt/internal/jsoncut"
)

// Outline is where the members of an object are, in the bytes of a value that has
// been cut out of a document. The values of the members need not be valid JSON.
type Outline struct {
	// Whole says that the value is an object, that the outline has all of its
	// members, and that no name occurs twice in it. If not, the outline is empty.
	Whole  bool
	fields []field
}

// field is a member of an object.
type field struct {
	name  []byte // without quotes; it has no escapes
	raw   []byte
	inner bool // it is in the member of the object that has an outline, too
}

// maxFields is how many members an outline has at most. Each of their names is
// compared with all others.
const maxFields = 100

// Outline reads one value, and returns where its members are. If the value has an
// object as a member of the name inner, the outline has the members of that, too.
// The outline is valid until the next value is read. [Scanner.Parse] parses the
// value.
func (s *Scanner) Outline(inner string) (Outline, error) {
	o := &s.outline
	o.cutter, o.inner, o.fields, o.whole = &s.cutter, inner, o.fields[:0], false
	var err error
	s.raw, err = s.tok.outline(o)
	if err != nil || !o.whole {
		return Outline{}, err
	}
	return Outline{Whole: true, fields: o.fields}, nil
}

// Raw returns the bytes of a member, nil if there is none.
func (o *Outline) Raw(name string) []byte { return o.find(name, false) }

// Inner returns the bytes of a member of the inner object, nil if there is none.
func (o *Outline) Inner(name string) []byte { return o.find(name, true) }

func (o *Outline) find(name string, inner bool) []byte {
	for i := range o.fields {
		if f := &o.fields[i]; f.inner == inner && string(f.name) == name {
			return f.raw
		}
	}
	return nil
}

// AllNames reports whether a condition is true for the names of all members.
func (o *Outline) AllNames(condition func(name []byte) bool) bool {
	for i := range o.fields {
		if !condition(o.fields[i].name) {
			return false
		}
	}
	return true
}

// Text returns the text of a member that is a string. It is empty if the member is
// absent or null. If it is anything else, or no valid string, ok is false.
func (o *Outline) Text(name string) (text []byte, ok bool) {
	raw := o.Raw(name)
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

// Brackets counts the brackets and braces that open in the values of the members, and in strings.
func (o *Outline) Brackets() (n int) {
	for i := range o.fields {
		if f := &o.fields[i]; !f.inner {
			n += bytes.Count(f.raw, []byte("{")) + bytes.Count(f.raw, []byte("["))
		}
	}
	return n
}

// outliner makes an outline.
type outliner struct {
	cutter *jsoncut.Cutter
	inner  string
	fields []field
	whole  bool
}

// object adds the members of the object that begins at text[i], which is inside of
// depth objects and arrays. It returns the end of the object, or a negative number
// if there is none, or no outline.
func (o *outliner) object(text []byte, i, depth int) int {
	o.fields = o.fields[:0]
	end := o.members(text, i, depth, false)
	o.whole = end > 0
	return end
}

func (o *outliner) members(text []byte, i, depth int, inner bool) int {
	if i >= len(text) || text[i] != '{' || depth >= jsoncut.MaxDepth {
		return jsoncut.Wrong
	}
	begin := len(o.fields)
	for first := true; ; first = false {
		i = skipSpace(text, i+1)
		if i >= len(text) {
			return jsoncut.Short
		}
		if text[i] == '}' && first {
			return i + 1
		}
		if text[i] != '"' {
			return jsoncut.Wrong
		}
		end := jsoncut.EndString(text, i)
		if end < 0 {
			return end
		}
		name := text[i+1 : end-1]
		if i = skipSpace(text, end); i >= len(text) {
			return jsoncut.Short
		}
		if text[i] != ':' || !isPlain(name) || len(o.fields) == maxFields {
			return jsoncut.Wrong
		}
		for j := begin; j < len(o.fields); j++ {
			if f := &o.fields[j]; f.inner == inner && bytes.Equal(f.name, name) {
				return jsoncut.Wrong
			}
		}
		if i = skipSpace(text, i+1); i >= len(text) {
			return jsoncut.Short
		}
		at := len(o.fields)
		o.fields = append(o.fields, field{name: name, inner: inner})
		if text[i] == '{' && !inner && string(name) == o.inner {
			end = o.members(text, i, depth+1, true)
		} else {
			end = o.cutter.Cut(text, i, depth+1)
		}
		if end < 0 {
			return end
		}
		o.fields[at].raw = text[i:end:end]
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

// skipSpace returns where the next byte is, from text[i] on, that is no white space.
func skipSpace(text []byte, i int) int {
	for i < len(text) && jsoncut.ClassOf(text[i]) == jsoncut.ClassSpace {
		i++
	}
	return i
}
