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

// FunctionsJSON writes all about functions as JSON.
func FunctionsJSON(w io.Writer, all []*policy.Function) error {
	e := &jsonEncoder{encoder{w: w}}
	e.open('{')
	e.number("version", 1)
	e.list("functions", "\n", len(all), func(i int) {
		f := all[i]
		e.raw("\n")
		e.open('{')
		e.text("name", f.Name)
		e.text("description", f.Description)
		param := func(p *policy.Param) {
			e.open('{')
			e.text("name", p.Name)
			e.text("type", p.Type.String())
			e.text("description", p.Description)
			e.truth("nullable", p.Null)
			e.close("}")
		}
		e.list("parameters", "", len(f.Params), func(i int) { param(&f.Params[i]) })
		if f.Variadic != nil {
			e.key("variadic")
			param(f.Variadic)
		}
		e.text("returns", f.ReturnType().String())
		e.truth("may_fail", f.Partial)
		e.truth("in_policies", !f.Extension)
		e.truth("in_queries", f.InQueries())
		if f.Example != "" {
			e.key("example")
			e.open('{')
			e.text("expression", f.Example)
			e.text("result", f.Result)
			e.close("}")
		}
		e.close("}")
	})
	e.raw("}\n")
	if e.err != nil {
		return e.err
	}
	return writeAll(w, e.b)
}
