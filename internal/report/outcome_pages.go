package report

import (
	"io"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/work/outcome"
	"github.com/planfmt/planfmt/review"
)

// OutcomeCompact writes one screen: a line for each resource, what is wrong first. What was done as planned, and what was not reached, is
// only counted if there is no room. The rest always has its line.
func OutcomeCompact(w io.Writer, o *outcome.Outcome, opts Options) error {
	c := NewCompact(w, opts)
	all := &contents{}
	all.headline([]doc.Span{{Role: outcomeRole(o), Text: outcomeHeadline(o)}}, nil)
	for _, text := range []string{outcomeEnd(o), outcomeLeft(o)} {
		if text != "" {
			all.notice(doc.Span{Text: text})
		}
	}
	for _, f := range outcome.Fates() {
		sec := section{kind: comparisonSection, title: f.String(), counted: true}
		for i := range o.Resources {
			if r := &o.Resources[i]; r.Fate == f {
				sec.items = append(sec.items, outcomeItem(r))
			}
		}
		all.add(sec)
	}
	errors := section{kind: comparisonSection, title: "other errors", counted: true}
	for i := range o.Errors {
		it := plainItem(inLine(outcomeError(&o.Errors[i])), review.Unknown, 1)
		it.important = true
		errors.items = append(errors.items, it)
	}
	all.add(errors)
	extra := section{kind: comparisonSection, title: "changed, although not planned", counted: true}
	for _, address := range o.Extra {
		it := aboutResource(address, "")
		it.count, it.important = 1, true
		extra.items = append(extra.items, it)
	}
	all.add(extra)
	return c.layOut(all)
}

// outcomeItem is the line about a resource.
func outcomeItem(r *outcome.Resource) *noteItem {
	it := aboutResource(r.Header.Address, r.Header.Deposed)
	it.count, it.class = 1, review.Unchanged
	if it.important = r.Fate < outcome.NotReached; r.Fate != outcome.AsPlanned {
		it.class = review.Update
	}
	word := func(text string) { it.add(doc.NewText(doc.Span{Text: text})) }
	word(outcomeWord(&r.Header))
	for i := range r.Errors {
		if i == 0 || !sameError(&r.Errors[i], &r.Errors[i-1]) {
			word(inLine(outcomeError(&r.Errors[i])))
		}
	}
	for _, remark := range r.Remarks {
		word(remark)
	}
	for i := range r.Values {
		if v := &r.Values[i]; v.Known { // the others are no surprise
			word(outcomeValue(v))
		}
	}
	return it
}

// OutcomeHTML writes a page for a browser: what is wrong comes first, and is open.
func OutcomeHTML(w io.Writer, o *outcome.Outcome, opts Options) error {
	sheet := newHTMLSheet(&opts, doc.Span{Role: outcomeRole(o), Text: outcomeHeadline(o)})
	for _, text := range []string{outcomeEnd(o), outcomeLeft(o)} {
		if text != "" {
			sheet.notice(text)
		}
	}
	for _, f := range outcome.Fates() {
		n := o.Count(f)
		if n == 0 {
			continue
		}
		sheet.begin(fateTitle(f), n)
		sheet.beginRows()
		for i := range o.Resources {
			r := &o.Resources[i]
			if r.Fate != f {
				continue
			}
			words := []doc.Span{{Text: outcomeWord(&r.Header)}}
			sheet.block(withDeposed(r.Header.Address, r.Header.Deposed), words, f != outcome.AsPlanned, func(w *doc.Writer) {
				for _, text := range outcomeDetails(r) {
					w.Line(indent(0), doc.Span{Text: text})
				}
			})
		}
		sheet.endRows()
		sheet.close()
	}
	if len(o.Errors) > 0 {
		sheet.begin("Other errors", len(o.Errors))
		sheet.beginRows()
		for i := range o.Errors {
			sheet.diagnostic(&o.Errors[i])
		}
		sheet.endRows()
		sheet.close()
	}
	if len(o.Extra) > 0 {
		sheet.begin("Changed, although not planned", len(o.Extra))
		sheet.lines(func(w *doc.Writer) {
			for _, address := range o.Extra {
				w.Line(indent(0), doc.Span{Role: doc.Address, Text: address})
			}
		})
		sheet.close()
	}
	return sheet.writeTo(w)
}

// outcomeVersion is the format version of [OutcomeJSON]. A new minor version adds members.
const outcomeVersion = "1.0"

// OutcomeJSON writes a document for programs: docs/schema/outcome-1.0.json describes it.
func OutcomeJSON(w io.Writer, o *outcome.Outcome, _ Options) error {
	e := &jsonEncoder{encoder{w: w}}
	key := func(f outcome.Fate) string { return strings.ReplaceAll(f.String(), " ", "_") }
	e.open('{')
	e.text("format_version", outcomeVersion)
	e.truth("as_planned", o.IsAsPlanned())
	e.key("counts")
	e.open('{')
	for _, f := range outcome.Fates() {
		e.number(key(f), o.Count(f))
	}
	e.close("}")
	if e.key("log"); o.HasLog {
		e.string(string(o.End))
	} else {
		e.raw("null")
	}
	e.truth("state", o.HasState)
	e.list("resources", "", len(o.Resources), func(i int) {
		r := &o.Resources[i]
		e.open('{')
		e.text("address", r.Header.Address)
		e.word("deposed", r.Header.Deposed)
		e.text("planned", outcomeWord(&r.Header))
		e.text("outcome", key(r.Fate))
		e.outcomeErrors(r.Errors)
		e.list("remarks", "", len(r.Remarks), func(i int) { e.string(r.Remarks[i]) })
		e.list("values", "", len(r.Values), func(i int) {
			v := &r.Values[i]
			e.open('{')
			e.text("path", v.Path)
			if e.key("planned"); v.Known {
				e.string(v.Planned)
			} else {
				e.raw("null")
			}
			e.text("is", v.Is)
			e.close("}")
		})
		e.close("}")
	})
	e.outcomeErrors(o.Errors)
	e.list("not_planned", "", len(o.Extra), func(i int) { e.string(o.Extra[i]) })
	e.raw("}\n")
	if e.err != nil {
		return e.err
	}
	return writeAll(w, e.b)
}

func (e *jsonEncoder) outcomeErrors(all []jsonlog.Diagnostic) {
	e.list("errors", "", len(all), func(i int) {
		d := &all[i]
		e.open('{')
		e.word("address", d.Address)
		e.text("summary", plainText(d.Summary))
		e.word("detail", plainText(d.Detail))
		if d.Range != nil {
			e.word("file", d.Range.File)
			e.count("line", d.Range.StartLine)
		}
		e.close("}")
	})
}
