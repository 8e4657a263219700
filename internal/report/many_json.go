package report

import (
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
)

// manyVersion is the format version of [ManyJSON].
const manyVersion = "1.0"

// ManyJSON is what [JSON] writes, of several documents, as docs/schema/diffs-1.0.json describes
// it. A document is written when all of them have been read.
type ManyJSON struct {
	*many[*spooled]
	isLines bool
}

// NewManyJSON returns a report that writes one JSON document to w, with the diffs of all documents.
func NewManyJSON(w io.Writer, names []string, opts Options) *ManyJSON {
	return &ManyJSON{many: newMany[*spooled](w, names, opts.SpoolOptions)}
}

// NewManyJSONLines returns a report that writes the lines of all documents to w. Each line says
// which one it is about.
func NewManyJSONLines(w io.Writer, names []string, opts Options) *ManyJSON {
	m := NewManyJSON(w, names, opts)
	m.isLines = true
	return m
}

// manyJSONPart writes one of the documents.
type manyJSONPart struct {
	*JSON
	to     *ManyJSON
	number int
	text   *spooled
}

// Document returns a writer for a document.
func (m *ManyJSON) Document(number int, _ dialect.Dialect) Writer {
	text := &spooled{to: m.spool}
	j := NewJSON(text, Options{})
	j.isLines, j.part = m.isLines, &m.parts[number].name
	return &manyJSONPart{j, m, number, text}
}

// End keeps the document.
func (p *manyJSONPart) End(o computed.Outcome) error {
	if err := p.JSON.End(o); err != nil {
		return err
	}
	if err := p.text.end(); err != nil {
		return err
	}
	p.to.set(p.number, planFacts{}, p.text)
	return nil
}

// End writes all documents.
func (m *ManyJSON) End() error {
	if err := m.seal(); err != nil {
		return err
	}
	l := m.spool.store.Loader()
	if !m.isLines {
		if err := writeAll(m.w, []byte(`{"format_version":"`+manyVersion+`",`+"\n"+`"plans":[`)); err != nil {
			return err
		}
	}
	for i := range m.parts {
		if err := m.writePart(i, func(text *spooled) error { return text.copyTo(m.w, l) }); err != nil {
			return err
		}
	}
	if m.isLines {
		return nil
	}
	return writeAll(m.w, []byte("\n]}\n"))
}

// writePart writes a document, or why it could not be read.
func (m *ManyJSON) writePart(number int, copyText func(*spooled) error) error {
	p := &m.parts[number]
	var e jsonEncoder
	switch {
	case m.isLines:
	case number > 0:
		e.raw(",\n")
	default:
		e.raw("\n")
	}
	if p.err == nil {
		if err := writeAll(m.w, e.b); err != nil {
			return err
		}
		return copyText(p.kept)
	}
	e.open('{')
	if m.isLines {
		e.text("kind", "error")
		e.text("plan", p.name)
	} else {
		e.text("name", p.name)
	}
	e.text("error", p.err.Error())
	e.close("}")
	if m.isLines {
		e.raw("\n")
	}
	return writeAll(m.w, e.b)
}
