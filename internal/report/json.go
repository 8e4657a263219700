package report

import (
	"io"
	"sync"

	"github.com/planfmt/planfmt/computed"
)

// jsonEncoder encodes what reports have for programs.
type jsonEncoder struct{ encoder }

// JSON is the computed diff for programs, as docs/schema/diff-1.0.json describes it. A
// resource is written when it arrives, so what is known only at the end comes last. What
// can be done for several resources at the same time is in [JSON.Prepare].
type JSON struct {
	w        io.Writer
	isLines  bool      // a document a line, not one document
	encoders sync.Pool // of *jsonEncoder
	begun    bool
	written  int     // resources
	part     *string // the name of the document, if it is one of several
}

// NewJSON returns a report that writes one JSON document to w, with a resource a line.
func NewJSON(w io.Writer, _ Options) *JSON {
	j := &JSON{w: w}
	j.encoders.New = func() any { return new(jsonEncoder) }
	return j
}

// NewJSONLines returns a report that writes lines to w, each of them a JSON document: a
// header, a line for each resource, and a trailer. If there is no trailer, something is
// missing.
func NewJSONLines(w io.Writer, opts Options) *JSON {
	j := NewJSON(w, opts)
	j.isLines = true
	return j
}

// Begin writes what stands above the first resource.
func (j *JSON) Begin(s computed.Summary) error {
	j.begun, j.written = true, 0
	return j.stream(func(e *jsonEncoder) {
		e.open('{')
		j.kind(e, "header")
		e.summary(&s, j.lineBreak())
		if j.isLines {
			e.close("}\n")
			return
		}
		e.section("resources", j.lineBreak())
		e.open('[')
	})
}

// kind says what a line is, and of which of several documents. If there are no lines, only the
// document as a whole has a name.
func (j *JSON) kind(e *jsonEncoder, kind string) {
	switch {
	case j.isLines && j.part != nil:
		e.text("kind", kind)
		e.text("plan", *j.part)
	case j.isLines:
		e.text("kind", kind)
	case j.part != nil && kind == "header":
		e.text("name", *j.part)
	}
}

// lineBreak stands before each member of the document as a whole.
func (j *JSON) lineBreak() string {
	if j.isLines {
		return ""
	}
	return "\n"
}

// Resource writes a change, or a resource of a state.
func (j *JSON) Resource(r computed.Resource) error { return j.Prepare(r)() }

// Prepare encodes a resource, and returns what is left of [JSON.Resource]. Several
// goroutines may call Prepare at a time, in any order, between Begin and End.
func (j *JSON) Prepare(r computed.Resource) (write func() error) {
	write, _ = j.PrepareAll(&r)
	return write
}

// PrepareAll is like Prepare, and reports whether the resource is not needed any more.
func (j *JSON) PrepareAll(r *computed.Resource) (write func() error, all bool) {
	e := j.encoder()
	j.encode(e, r)
	if e.isFull {
		return func() error {
			j.encoders.Put(e)
			if err := j.separate(); err != nil {
				return err
			}
			return j.stream(func(e *jsonEncoder) { j.encode(e, r) })
		}, false
	}
	return func() error {
		defer j.encoders.Put(e)
		if err := j.separate(); err != nil {
			return err
		}
		return writeAll(j.w, e.b)
	}, true
}

// separate writes what goes between the resource and what stands above it.
func (j *JSON) separate() error {
	if !j.begun {
		return errNotBegun
	}
	separator := ",\n"
	switch {
	case j.isLines:
		separator = ""
	case j.written == 0:
		separator = "\n"
	}
	j.written++
	if separator == "" {
		return nil
	}
	return writeAll(j.w, []byte(separator))
}

// encode encodes a resource as it stands in the document.
func (j *JSON) encode(e *jsonEncoder, r *computed.Resource) {
	e.open('{')
	j.kind(e, "resource")
	e.resource(r)
	e.close("}")
	if j.isLines {
		e.raw("\n")
	}
}

// End writes what stands below the last resource.
func (j *JSON) End(o computed.Outcome) error {
	if !j.begun {
		return errNotBegun
	}
	return j.stream(func(e *jsonEncoder) {
		if j.isLines {
			e.open('{')
			j.kind(e, "trailer")
		} else {
			e.close("\n]")
		}
		e.outcome(&o, j.lineBreak())
		if j.isLines {
			e.key("complete")
			e.raw("true")
		}
		e.close(j.lineBreak() + "}")
		if j.isLines || j.part == nil {
			e.raw("\n")
		}
	})
}

// encoder returns an encoder with nothing in it.
func (j *JSON) encoder() *jsonEncoder {
	e := j.encoders.Get().(*jsonEncoder)
	*e = jsonEncoder{encoder{b: e.b[:0]}}
	return e
}

// stream writes what is encoded, a part at a time.
func (j *JSON) stream(encode func(*jsonEncoder)) error {
	e := j.encoder()
	defer j.encoders.Put(e)
	e.w = j.w
	encode(e)
	if e.err != nil {
		return e.err
	}
	return writeAll(j.w, e.b)
}
