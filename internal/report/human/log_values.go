package human

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/values"
)

// AddOutputValues adds the values of outputs, as the programs print them after an apply.
func AddOutputValues(p *text.Page, all []jsonlog.Output) {
	all = slices.Clone(all)
	sorted.Stable(all, func(a, b jsonlog.Output) int { return strings.Compare(a.Name, b.Name) })
	for _, o := range all {
		name := doc.Span{Text: o.Name + " = "}
		if o.Sensitive {
			p.Add(func(w *doc.Writer) { w.Heading(name, doc.Span{Role: doc.Sensitive, Text: "<sensitive>"}) })
			continue
		}
		if o.Value == "" {
			p.Add(func(w *doc.Writer) { w.Heading(doc.Span{Text: o.Name}) })
			continue
		}
		s := speller{line: []doc.Span{name}}
		s.value(values.Of(o.Value), values.Of(o.Type), 0)
		s.end()
		p.Add(func(w *doc.Writer) {
			for _, line := range s.lines {
				w.Heading(line...)
			}
		})
	}
}

// speller writes values as expressions of the configuration's language, with the types that
// the log has for them.
type speller struct {
	lines [][]doc.Span
	line  []doc.Span
}

func (s *speller) add(role doc.Role, text string) {
	s.line = append(s.line, doc.Span{Role: role, Text: text})
}

func (s *speller) end() {
	s.lines = append(s.lines, s.line)
	s.line = nil
}

// next ends the line, and begins one with some blanks.
func (s *speller) next(indent int) {
	s.end()
	s.add(doc.Plain, strings.Repeat(" ", indent))
}

// kindOf splits the type of a collection, ["list", TYPE], into the kind and the type of its
// elements.
func kindOf(t values.Value) (kind string, of values.Value) {
	switch t.Kind() {
	case values.String:
		return t.Text(), values.Value{}
	case values.Array:
		return t.Elem(0).Text(), t.Elem(1)
	}
	return "", values.Value{}
}

// value writes a value whose first line has begun, and whose other lines are indented.
func (s *speller) value(v, t values.Value, indent int) {
	kind, of := kindOf(t)
	switch v.Kind() {
	case values.Absent, values.Null:
		s.add(doc.Null, nullText(kind, of))
	case values.Bool:
		s.add(doc.Bool, v.JSON())
	case values.Number:
		s.add(doc.Number, v.JSON())
	case values.String:
		s.string(v.Text(), indent)
	case values.Array:
		s.list(v, kind, of, indent)
	case values.Object:
		s.object(v, kind, of, indent)
	}
}

// nullText returns the expression for a null of a type.
func nullText(kind string, of values.Value) string {
	switch kind {
	case "string", "number", "bool":
		return "to" + kind + "(null)"
	case "list", "set", "map":
		inner, _ := kindOf(of)
		return "to" + kind + "(null) /* of " + inner + " */"
	case "object", "tuple":
		return "null /* " + kind + " */"
	}
	return "null"
}

// string writes a string in quotes, or as a heredoc if it has several lines.
func (s *speller) string(text string, indent int) {
	if !strings.Contains(text, "\n") {
		s.add(doc.String, quoteText(text))
		return
	}
	opening, end := "<<", "EOT"
	if indent > 0 {
		opening = "<<-"
	}
	lines := strings.Split(text, "\n")
	for slices.ContainsFunc(lines, func(line string) bool { return strings.TrimSpace(line) == end }) {
		end += "_"
	}
	s.add(doc.String, opening+end)
	for _, line := range append(lines, end) {
		s.next(indent)
		s.add(doc.String, line)
	}
}

// quoteText writes a string in quotes. Sinks escape what is unsafe in it.
func quoteText(text string) string {
	return `"` + strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\t", `\t`, "\r", `\r`, "\n", `\n`).Replace(text) + `"`
}

func (s *speller) list(v values.Value, kind string, of values.Value, indent int) {
	opening, closing := "[", "]"
	if kind == "list" || kind == "set" {
		opening, closing = "to"+kind+"([", "])"
	}
	s.add(doc.Plain, opening)
	for i, e := range v.Elems() {
		t := of
		if kind == "tuple" {
			t = of.Elem(i)
		}
		s.next(indent + 2)
		s.value(e, t, indent+2)
		s.add(doc.Plain, ",")
	}
	if v.Len() > 0 {
		s.next(indent)
	}
	s.add(doc.Plain, closing)
}

func (s *speller) object(v values.Value, kind string, of values.Value, indent int) {
	opening, closing := "{", "}"
	if kind == "map" {
		opening, closing = "tomap({", "})"
	}
	s.add(doc.Plain, opening)
	members := make([]values.Member, 0, v.Len())
	for _, m := range v.Members() {
		members = append(members, m)
	}
	sorted.Stable(members, func(a, b values.Member) int { return strings.Compare(a.Name, b.Name) })
	for _, m := range members {
		t := of
		if kind == "object" {
			t = of.Get(m.Name)
		}
		s.next(indent + 2)
		s.add(doc.Key, quoteText(m.Name))
		s.add(doc.Plain, " = ")
		s.value(m.Value, t, indent+2)
	}
	if v.Len() > 0 {
		s.next(indent)
	}
	s.add(doc.Plain, closing)
}
