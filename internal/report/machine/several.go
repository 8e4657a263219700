package machine

import (
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper"
	"github.com/planfmt/planfmt/internal/report/spool"
	"github.com/planfmt/planfmt/internal/report/subject/several"
)

// manyVersion is the format version of [ManyJSON].
const manyVersion = "1.0"

// ManyJSON is what [JSON] writes, of several documents, as docs/schema/diffs-1.0.json describes
// it. A document is written when all of them have been read.
type ManyJSON struct {
	*several.Reports[*spool.Writer]
	isLines bool
}

// NewManyJSON returns a report that writes one JSON document to w, with the diffs of all documents.
func NewManyJSON(w io.Writer, names []string, opts layout.Options) *ManyJSON {
	return &ManyJSON{Reports: several.NewReports[*spool.Writer](w, names, opts.Limits)}
}

// NewManyJSONLines returns a report that writes the lines of all documents to w. Each line says
// which one it is about.
func NewManyJSONLines(w io.Writer, names []string, opts layout.Options) *ManyJSON {
	m := NewManyJSON(w, names, opts)
	m.isLines = true
	return m
}

// manyJSONPart writes one of the documents.
type manyJSONPart struct {
	*JSON
	to     *ManyJSON
	number int
	text   *spool.Writer
}

// Document returns a writer for a document.
func (m *ManyJSON) Document(number int, _ dialect.Dialect) several.Writer {
	text := &spool.Writer{To: m.Spool}
	j := NewJSON(text, layout.Options{})
	j.isLines, j.part = m.isLines, &m.Parts[number].Name
	return &manyJSONPart{j, m, number, text}
}

// End keeps the document.
func (p *manyJSONPart) End(o computed.Outcome) error {
	if err := p.JSON.End(o); err != nil {
		return err
	}
	if err := p.text.End(); err != nil {
		return err
	}
	p.to.Set(p.number, several.PlanFacts{}, p.text)
	return nil
}

// End writes all documents.
func (m *ManyJSON) End() error {
	if err := m.Seal(); err != nil {
		return err
	}
	l := m.Spool.Store.Loader()
	if !m.isLines {
		if err := paper.WriteAll(m.W, []byte(`{"format_version":"`+manyVersion+`",`+"\n"+`"plans":[`)); err != nil {
			return err
		}
	}
	for i := range m.Parts {
		if err := m.writePart(i, func(text *spool.Writer) error { return text.CopyTo(m.W, l) }); err != nil {
			return err
		}
	}
	if m.isLines {
		return nil
	}
	return paper.WriteAll(m.W, []byte("\n]}\n"))
}

// writePart writes a document, or why it could not be read.
func (m *ManyJSON) writePart(number int, copyText func(*spool.Writer) error) error {
	p := &m.Parts[number]
	var e jsonEncoder
	switch {
	case m.isLines:
	case number > 0:
		e.Raw(",\n")
	default:
		e.Raw("\n")
	}
	if p.Err == nil {
		if err := paper.WriteAll(m.W, e.Bytes); err != nil {
			return err
		}
		return copyText(p.Kept)
	}
	e.Open('{')
	if m.isLines {
		e.Text("kind", "error")
		e.Text("plan", p.Name)
	} else {
		e.Text("name", p.Name)
	}
	e.Text("error", p.Err.Error())
	e.Close("}")
	if m.isLines {
		e.Raw("\n")
	}
	return paper.WriteAll(m.W, e.Bytes)
}
