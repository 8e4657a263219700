package report

import (
	"io"
	"strconv"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/values"
)

// jsonChunk is how many bytes an [encoder] collects before it writes.
const jsonChunk = 32 << 10

// jsonPrepared is how many bytes of a resource are encoded before it is its turn. If there
// are more, so that a huge resource is never in memory as text, all are encoded again then.
const jsonPrepared = 1 << 20

// encoder appends JSON to a buffer. It puts the commas where they belong: before a
// member or an element, unless it is the first one. It is for one goroutine.
type encoder struct {
	b   []byte
	w   io.Writer // for what is encoded, nil while a resource is prepared
	err error     // of w
	// isFull says that a resource is too long to be prepared, and that what is in the buffer
	// is not all of it.
	isFull bool
}

// hasStopped reports whether there is no use in encoding any more. Before a value, it also
// makes room in the buffer.
func (e *encoder) hasStopped() bool {
	switch {
	case e.w == nil:
		e.isFull = e.isFull || len(e.b) >= jsonPrepared
	case len(e.b) >= jsonChunk && e.err == nil:
		last := len(e.b) - 1 // tells whether there is to be a comma
		e.err = writeAll(e.w, e.b[:last])
		e.b = append(e.b[:0], e.b[last])
	}
	return e.isFull || e.err != nil
}

func (e *encoder) raw(text string) { e.b = append(e.b, text...) }

// open begins an object or a list.
func (e *encoder) open(bracket byte) { e.b = append(e.b, bracket) }

// close ends an object or a list.
func (e *encoder) close(bracket string) { e.raw(bracket) }

// item begins an element of a list.
func (e *encoder) item() {
	if n := len(e.b); n > 0 && e.b[n-1] != '{' && e.b[n-1] != '[' {
		e.b = append(e.b, ',')
	}
}

// key begins a member. The name has nothing to escape.
func (e *encoder) key(name string) { e.section(name, "") }

// section is key, with a line break before the member.
func (e *encoder) section(name, lineBreak string) {
	e.item()
	e.raw(lineBreak)
	e.b = append(e.b, '"')
	e.b = append(e.b, name...)
	e.b = append(e.b, `":`...)
}

// name is key, with a name from a document.
func (e *encoder) name(name string) {
	e.item()
	e.b = append(sinks.AppendJSON(e.b, name), ':')
}

func (e *encoder) string(text string) { e.b = sinks.AppendJSON(e.b, text) }

// text adds a member with a string.
func (e *encoder) text(name, text string) {
	e.key(name)
	e.string(text)
}

// word is text, without the member if the string is empty.
func (e *encoder) word(name, text string) {
	if text != "" {
		e.text(name, text)
	}
}

// number adds a member with a number.
func (e *encoder) number(name string, n int) {
	e.key(name)
	e.b = strconv.AppendInt(e.b, int64(n), 10)
}

// count is number, without the member if the number is 0.
func (e *encoder) count(name string, n int) {
	if n != 0 {
		e.number(name, n)
	}
}

// truth adds a member with a bool.
func (e *encoder) truth(name string, truth bool) {
	e.key(name)
	e.bool(truth)
}

func (e *encoder) bool(truth bool) { e.b = strconv.AppendBool(e.b, truth) }

// flag is truth, without the member if it is false.
func (e *encoder) flag(name string, flag bool) {
	if flag {
		e.truth(name, true)
	}
}

// list adds a member with a list of n elements.
func (e *encoder) list(name, lineBreak string, n int, element func(i int)) {
	e.elements(name, lineBreak, func(next func() bool) {
		for i := range n {
			if !next() {
				return
			}
			element(i)
		}
	})
}

// elements adds a member with a list. For each element, write calls next first, and ends if that reports false.
func (e *encoder) elements(name, lineBreak string, write func(next func() bool)) {
	e.section(name, lineBreak)
	e.open('[')
	stopped := false
	write(func() bool {
		if stopped = e.hasStopped(); !stopped {
			e.item()
		}
		return !stopped
	})
	if !stopped {
		e.close("]")
	}
}

// some is list, without the member if the list is empty.
func (e *encoder) some(name string, n int, element func(i int)) {
	if n > 0 {
		e.list(name, "", n, element)
	}
}

// texts adds a member with a list of strings, unless the list is empty.
func (e *encoder) texts(name string, texts []string) {
	e.some(name, len(texts), func(i int) { e.string(texts[i]) })
}

// path adds a member with the steps of a path.
func (e *encoder) path(name string, p plans.Path) {
	e.key(name)
	e.steps(p)
}

func (e *encoder) steps(p plans.Path) {
	e.open('[')
	for _, s := range p.Steps() {
		e.item()
		if key, ok := s.Key(); ok {
			e.string(key)
		} else {
			i, _ := s.Index()
			e.b = strconv.AppendInt(e.b, int64(i), 10)
		}
	}
	e.close("]")
}

// literal writes a scalar. A number keeps its text.
func (e *encoder) literal(l computed.Literal) {
	if l.Kind == computed.StringLiteral || l.Kind == computed.SpelledLiteral {
		e.string(l.Text)
	} else {
		e.raw(l.Text)
	}
}

// document adds a member with JSON from a document, unless it is empty.
func (e *encoder) document(name, text string) {
	if text == "" {
		return
	}
	e.key(name)
	parser := values.Parser{Names: values.LastWins}
	v, err := parser.ParseString(text)
	if err != nil { // it has been parsed before
		e.string(text)
		return
	}
	e.json(v)
}

// json writes a value with its strings escaped.
func (e *encoder) json(v values.Value) {
	switch v.Kind() {
	case values.String:
		e.string(v.Text())
	case values.Array:
		e.open('[')
		for _, element := range v.Elems() {
			e.item()
			e.json(element)
		}
		e.close("]")
	case values.Object:
		e.open('{')
		for _, m := range v.Members() {
			e.name(m.Name)
			e.json(m.Value)
		}
		e.close("}")
	case values.Absent:
		e.raw("null")
	default:
		e.raw(v.Text())
	}
}
