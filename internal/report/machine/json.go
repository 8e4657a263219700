// Package machine writes what programs read: JSON of plans, pairs, several plans, verdicts, logs and outcomes, SARIF and JUnit. docs/schema
// describes the documents. See [NewJSON].
//
// The encoders of json and jsonl append to a buffer: value.go for values, parts.go for everything around them. A new member goes
// there and, with a description, into docs/schema/diff-1.1.json: the tests reject members that are not in the schema. Members are
// added, but never renamed, removed or given another meaning within a major version. A member that is known only after the last
// resource comes after the resources, so that these can be streamed.
package machine

import (
	"io"
	"sync"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper"
	"github.com/planfmt/planfmt/internal/report/paper/json"
)

// jsonEncoder encodes what reports have for programs.
type jsonEncoder struct{ json.Encoder }

// JSON is the computed diff for programs, as docs/schema/diff-1.1.json describes it. A
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
func NewJSON(w io.Writer, _ layout.Options) *JSON {
	j := &JSON{w: w}
	j.encoders.New = func() any { return new(jsonEncoder) }
	return j
}

// NewJSONLines returns a report that writes lines to w, each of them a JSON document: a
// header, a line for each resource, and a trailer. If there is no trailer, something is
// missing.
func NewJSONLines(w io.Writer, opts layout.Options) *JSON {
	j := NewJSON(w, opts)
	j.isLines = true
	return j
}

// Begin writes what stands above the first resource.
func (j *JSON) Begin(s computed.Summary) error {
	j.begun, j.written = true, 0
	return j.stream(func(e *jsonEncoder) {
		e.Open('{')
		j.kind(e, "header")
		e.summary(&s, j.lineBreak())
		if j.isLines {
			e.Close("}\n")
			return
		}
		e.Section("resources", j.lineBreak())
		e.Open('[')
	})
}

// kind says what a line is, and of which of several documents. If there are no lines, only the
// document as a whole has a name.
func (j *JSON) kind(e *jsonEncoder, kind string) {
	switch {
	case j.isLines && j.part != nil:
		e.Text("kind", kind)
		e.Text("plan", *j.part)
	case j.isLines:
		e.Text("kind", kind)
	case j.part != nil && kind == "header":
		e.Text("name", *j.part)
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
	if e.IsFull {
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
		return paper.WriteAll(j.w, e.Bytes)
	}, true
}

// separate writes what goes between the resource and what stands above it.
func (j *JSON) separate() error {
	if !j.begun {
		return paper.ErrNotBegun
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
	return paper.WriteAll(j.w, []byte(separator))
}

// encode encodes a resource as it stands in the document.
func (j *JSON) encode(e *jsonEncoder, r *computed.Resource) {
	e.Open('{')
	j.kind(e, "resource")
	e.resource(r)
	e.Close("}")
	if j.isLines {
		e.Raw("\n")
	}
}

// End writes what stands below the last resource.
func (j *JSON) End(o computed.Outcome) error {
	if !j.begun {
		return paper.ErrNotBegun
	}
	return j.stream(func(e *jsonEncoder) {
		if j.isLines {
			e.Open('{')
			j.kind(e, "trailer")
		} else {
			e.Close("\n]")
		}
		e.outcome(&o, j.lineBreak())
		if j.isLines {
			e.Key("complete")
			e.Raw("true")
		}
		e.Close(j.lineBreak() + "}")
		if j.isLines || j.part == nil {
			e.Raw("\n")
		}
	})
}

// encoder returns an encoder with nothing in it.
func (j *JSON) encoder() *jsonEncoder {
	e := j.encoders.Get().(*jsonEncoder)
	*e = jsonEncoder{json.Encoder{Bytes: e.Bytes[:0]}}
	return e
}

// stream writes what is encoded, a part at a time.
func (j *JSON) stream(encode func(*jsonEncoder)) error {
	e := j.encoder()
	defer j.encoders.Put(e)
	e.Out = j.w
	encode(e)
	if e.Err != nil {
		return e.Err
	}
	return paper.WriteAll(j.w, e.Bytes)
}
