package report

import (
	"io"
	"strconv"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

// Provider is a provider that a document uses, and how many resources are its.
type Provider struct {
	Name      string
	Resources int
}

// ProviderList is the providers that a document uses.
type ProviderList []Provider

// contents is the list for formats that lay out contents.
func (l ProviderList) contents() *contents {
	c := &contents{}
	c.headline([]doc.Span{{Role: doc.Bold, Text: countOf(len(l), "provider", "providers")}}, nil)
	sec := section{kind: planSection, title: "providers", counted: true}
	for _, p := range l {
		it := &noteItem{itemText: itemText{label: []string{p.Name}, class: review.Unchanged, count: 1}}
		it.add(doc.NewText(doc.Span{Role: doc.Comment, Text: countOf(p.Resources, "resource", "resources")}))
		sec.items = append(sec.items, it)
	}
	c.add(sec)
	return c
}

// ProvidersHuman writes the list in lines.
func ProvidersHuman(w io.Writer, l ProviderList, o Options) error {
	o.setDefaults(sinks.DefaultWidth)
	return sinks.Write(w, o.Sink, doc.Lines(func(w *doc.Writer) {
		for _, p := range l {
			w.Line(doc.Entry{}, doc.Span{Role: doc.Name, Text: p.Name}, doc.Span{Text: ": " + strconv.Itoa(p.Resources)})
		}
	}))
}

// ProvidersCompact writes the list on a screen.
func ProvidersCompact(w io.Writer, l ProviderList, o Options) error {
	return NewCompact(w, o).layOut(l.contents())
}

// ProvidersMarkdown writes the list in a comment.
func ProvidersMarkdown(w io.Writer, l ProviderList, o Options) error {
	m, err := NewMarkdown(w, o)
	if err != nil {
		return err
	}
	return m.layOut(l.contents())
}

// ProvidersHTML writes the list on a page.
func ProvidersHTML(w io.Writer, l ProviderList, o Options) error {
	h := NewHTML(w, o)
	if err := h.Begin(computed.Summary{}); err != nil {
		return err
	}
	return h.layOut(l.contents())
}

// ProvidersJSON writes the list as a JSON document.
func ProvidersJSON(w io.Writer, l ProviderList, _ Options) error {
	e := &jsonEncoder{}
	e.open('{')
	e.list("providers", "\n", len(l), func(i int) {
		e.raw("\n")
		l[i].encode(e)
	})
	e.raw("}\n")
	return writeAll(w, e.b)
}

// ProvidersJSONLines writes a line of JSON for each provider.
func ProvidersJSONLines(w io.Writer, l ProviderList, _ Options) error {
	e := &jsonEncoder{}
	for i := range l {
		l[i].encode(e)
		e.raw("\n")
	}
	return writeAll(w, e.b)
}

func (p *Provider) encode(e *jsonEncoder) {
	e.open('{')
	e.text("name", p.Name)
	e.number("resources", p.Resources)
	e.close("}")
}
