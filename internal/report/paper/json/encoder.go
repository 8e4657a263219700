// Package json appends JSON to a buffer, a part at a time: see [Encoder]. It escapes all strings, and puts the commas where they belong. It
// knows nothing of what is encoded.
package json

import (
	"io"
	"strconv"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/report/paper"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/values"
)

// Chunk is how many bytes an [Encoder] collects before it writes.
const Chunk = 32 << 10

// jsonPrepared is how many bytes of a resource are encoded before it is its turn. If there
// are more, so that a huge resource is never in memory as text, all are encoded again then.
const jsonPrepared = 1 << 20

// Encoder appends JSON to a buffer. It puts the commas where they belong: before a
// member or an element, unless it is the first one. It is for one goroutine.
type Encoder struct {
	Bytes []byte
	Out   io.Writer // for what is encoded, nil while a resource is prepared
	Err   error     // of w
	// isFull says that a resource is too long to be prepared, and that what is in the buffer
	// is not all of it.
	IsFull bool
}

// HasStopped reports whether there is no use in encoding any more. Before a value, it also
// makes room in the buffer.
func (e *Encoder) HasStopped() bool {
	switch {
	case e.Out == nil:
		e.IsFull = e.IsFull || len(e.Bytes) >= jsonPrepared
	case len(e.Bytes) >= Chunk && e.Err == nil:
		last := len(e.Bytes) - 1 // tells whether there is to be a comma
		e.Err = paper.WriteAll(e.Out, e.Bytes[:last])
		e.Bytes = append(e.Bytes[:0], e.Bytes[last])
	}
	return e.IsFull || e.Err != nil
}

// Finish writes what is still in the buffer.
func (e *Encoder) Finish() error {
	if e.Err != nil {
		return e.Err
	}
	return paper.WriteAll(e.Out, e.Bytes)
}

func (e *Encoder) Raw(text string) { e.Bytes = append(e.Bytes, text...) }

// Open begins an object or a list.
func (e *Encoder) Open(bracket byte) { e.Bytes = append(e.Bytes, bracket) }

// Close ends an object or a list.
func (e *Encoder) Close(bracket string) { e.Raw(bracket) }

// Object adds a member with an object.
func (e *Encoder) Object(name string, members func()) {
	e.Key(name)
	e.Open('{')
	members()
	e.Close("}")
}

// Item begins an element of a list.
func (e *Encoder) Item() {
	if n := len(e.Bytes); n > 0 && e.Bytes[n-1] != '{' && e.Bytes[n-1] != '[' {
		e.Bytes = append(e.Bytes, ',')
	}
}

// Key begins a member. The name has nothing to escape.
func (e *Encoder) Key(name string) { e.Section(name, "") }

// Section is key, with a line break before the member.
func (e *Encoder) Section(name, lineBreak string) {
	e.Item()
	e.Raw(lineBreak)
	e.Bytes = append(e.Bytes, '"')
	e.Bytes = append(e.Bytes, name...)
	e.Bytes = append(e.Bytes, `":`...)
}

// Name is key, with a name from a document.
func (e *Encoder) Name(name string) {
	e.Item()
	e.Bytes = append(sinks.AppendJSON(e.Bytes, name), ':')
}

func (e *Encoder) String(text string) { e.Bytes = sinks.AppendJSON(e.Bytes, text) }

// Text adds a member with a string.
func (e *Encoder) Text(name, text string) {
	e.Key(name)
	e.String(text)
}

// Word is text, without the member if the string is empty.
func (e *Encoder) Word(name, text string) {
	if text != "" {
		e.Text(name, text)
	}
}

// Number adds a member with a number.
func (e *Encoder) Number(name string, n int) {
	e.Key(name)
	e.Bytes = strconv.AppendInt(e.Bytes, int64(n), 10)
}

// Count is number, without the member if the number is 0.
func (e *Encoder) Count(name string, n int) {
	if n != 0 {
		e.Number(name, n)
	}
}

// Truth adds a member with a bool.
func (e *Encoder) Truth(name string, truth bool) {
	e.Key(name)
	e.Bool(truth)
}

func (e *Encoder) Bool(truth bool) { e.Bytes = strconv.AppendBool(e.Bytes, truth) }

// Flag is truth, without the member if it is false.
func (e *Encoder) Flag(name string, flag bool) {
	if flag {
		e.Truth(name, true)
	}
}

// List adds a member with a list of n elements.
func (e *Encoder) List(name, lineBreak string, n int, element func(i int)) {
	e.Elements(name, lineBreak, func(next func() bool) {
		for i := range n {
			if !next() {
				return
			}
			element(i)
		}
	})
}

// Objects is List for a list of objects.
func (e *Encoder) Objects(name, lineBreak string, n int, members func(i int)) {
	e.List(name, lineBreak, n, func(i int) {
		e.Open('{')
		members(i)
		e.Close("}")
	})
}

// Elements adds a member with a list. For each element, write calls next first, and ends if that reports false.
func (e *Encoder) Elements(name, lineBreak string, write func(next func() bool)) {
	e.Section(name, lineBreak)
	e.Open('[')
	stopped := false
	write(func() bool {
		if stopped = e.HasStopped(); !stopped {
			e.Item()
		}
		return !stopped
	})
	if !stopped {
		e.Close("]")
	}
}

// Some is list, without the member if the list is empty.
func (e *Encoder) Some(name string, n int, element func(i int)) {
	if n > 0 {
		e.List(name, "", n, element)
	}
}

// SomeObjects is Objects, without the member if the list is empty.
func (e *Encoder) SomeObjects(name string, n int, members func(i int)) {
	if n > 0 {
		e.Objects(name, "", n, members)
	}
}

// Texts adds a member with a list of strings, unless the list is empty.
func (e *Encoder) Texts(name string, texts []string) {
	e.Some(name, len(texts), func(i int) { e.String(texts[i]) })
}

// Path adds a member with the steps of a path.
func (e *Encoder) Path(name string, p plans.Path) {
	e.Key(name)
	e.Steps(p)
}

func (e *Encoder) Steps(p plans.Path) {
	e.Open('[')
	for _, s := range p.Steps() {
		e.Item()
		if key, ok := s.Key(); ok {
			e.String(key)
		} else {
			i, _ := s.Index()
			e.Bytes = strconv.AppendInt(e.Bytes, int64(i), 10)
		}
	}
	e.Close("]")
}

// Literal writes a scalar. A number keeps its text.
func (e *Encoder) Literal(l computed.Literal) {
	if l.Kind == computed.StringLiteral || l.Kind == computed.SpelledLiteral {
		e.String(l.Text)
	} else {
		e.Raw(l.Text)
	}
}

// Value adds a member with a value.
func (e *Encoder) Value(name string, v values.Value) {
	e.Key(name)
	e.json(v)
}

// Document adds a member with JSON from a document, unless it is empty.
func (e *Encoder) Document(name, text string) {
	if text == "" {
		return
	}
	parser := values.Parser{Names: values.LastWins}
	v, err := parser.ParseString(text)
	if err != nil { // it has been parsed before
		e.Text(name, text)
		return
	}
	e.Value(name, v)
}

// json writes a value with its strings escaped.
func (e *Encoder) json(v values.Value) {
	switch v.Kind() {
	case values.String:
		e.String(v.Text())
	case values.Array:
		e.Open('[')
		for _, element := range v.Elems() {
			e.Item()
			e.json(element)
		}
		e.Close("]")
	case values.Object:
		e.Open('{')
		for _, m := range v.Members() {
			e.Name(m.Name)
			e.json(m.Value)
		}
		e.Close("}")
	case values.Absent:
		e.Raw("null")
	default:
		e.Raw(v.Text())
	}
}
