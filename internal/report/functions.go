package report

import (
	"io"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/sinks"
)

// FunctionList writes a table of functions: a line for each, with the beginning of its description.
func FunctionList(w io.Writer, sink sinks.Sink, all []*policy.Function) error {
	width := 0
	for _, f := range all {
		width = max(width, len(f.Name))
	}
	return sinks.Write(w, sink, doc.Lines(func(w *doc.Writer) {
		table := func(heading string, inPolicies, inQueries bool) {
			w.Heading(doc.Span{Text: heading})
			w.Empty()
			for _, f := range all {
				if !f.Extension == inPolicies && f.InQueries() == inQueries {
					first, _, _ := strings.Cut(f.Description, ". ")
					first, _, _ = strings.Cut(first, ": ")
					w.Heading(doc.Span{Text: "  "}, doc.Span{Role: doc.Bold, Text: f.Name}, doc.Span{Text: strings.Repeat(" ", width-len(f.Name)+2) + strings.TrimSuffix(first, ".")})
				}
			}
		}
		table("In policy files, as core::NAME, and in queries:", true, true)
		w.Empty()
		table("Only in policy files, as core::NAME:", true, false)
		w.Empty()
		table("Only in queries:", false, true)
	}))
}

// FunctionDetails writes all about a function.
func FunctionDetails(w io.Writer, sink sinks.Sink, f *policy.Function) error {
	return sinks.Write(w, sink, doc.Lines(func(w *doc.Writer) {
		var params []string
		for _, p := range f.AllParams() {
			params = append(params, p.Name+" "+p.Type.String())
		}
		if f.Variadic != nil {
			params[len(params)-1] += "..."
		}
		w.Heading(doc.Span{Role: doc.Bold, Text: f.Name}, doc.Span{Text: "(" + strings.Join(params, ", ") + ") " + f.ReturnType().String()})
		w.Empty()
		w.Paragraph(doc.Span{Text: f.Description})
		w.Empty()
		for _, p := range f.AllParams() {
			text := p.Description
			if p.Null {
				text += " Null is allowed."
			}
			w.Paragraph(doc.Span{Text: "  "}, doc.Span{Role: doc.Bold, Text: p.Name}, doc.Span{Text: ": " + text})
		}
		if len(f.AllParams()) > 0 {
			w.Empty()
		}
		if f.Example != "" {
			w.Heading(doc.Span{Text: "  " + f.Example + " = " + f.Result})
			w.Empty()
		}
		where := "In policy files, it is core::" + f.Name + ". In queries, the prefix may be left out."
		switch {
		case f.Extension:
			where = "It works only in queries, not in policy files."
		case !f.InQueries():
			where = "In policy files, it is core::" + f.Name + ". It does not work in queries."
		}
		if f.Partial && f.Name != "try" {
			where += " The function fails for some values: try and can deal with that."
		}
		w.Paragraph(doc.Span{Text: where})
	}))
}
