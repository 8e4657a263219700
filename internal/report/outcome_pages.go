package report

import (
	"io"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/html"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/subject/plan"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/internal/work/outcome"
	"github.com/planfmt/planfmt/review"
)

// OutcomeCompact writes one screen: a line for each resource, what is wrong first. What was done as planned, and what was not reached, is
// only counted if there is no room. The rest always has its line.
func OutcomeCompact(w io.Writer, o *outcome.Outcome, opts layout.Options) error {
	c := NewCompact(w, opts)
	all := &content.Contents{}
	all.Headline([]doc.Span{{Role: wording.OutcomeRole(o), Text: wording.OutcomeHeadline(o)}}, nil)
	for _, text := range []string{wording.OutcomeEnd(o), wording.OutcomeLeft(o)} {
		if text != "" {
			all.Notice(doc.Span{Text: text})
		}
	}
	for _, f := range outcome.Fates() {
		sec := content.Section{Kind: content.ComparisonSection, Title: f.String(), Counted: true}
		for i := range o.Resources {
			if r := &o.Resources[i]; r.Fate == f {
				sec.Items = append(sec.Items, outcomeItem(r))
			}
		}
		all.Add(sec)
	}
	errors := content.Section{Kind: content.ComparisonSection, Title: "other errors", Counted: true}
	for i := range o.Errors {
		it := content.PlainItem(wording.InLine(wording.OutcomeError(&o.Errors[i])), review.Unknown, 1)
		it.Important = true
		errors.Items = append(errors.Items, it)
	}
	all.Add(errors)
	extra := content.Section{Kind: content.ComparisonSection, Title: "changed, although not planned", Counted: true}
	for _, address := range o.Extra {
		it := plan.AboutResource(address, "")
		it.Count, it.Important = 1, true
		extra.Items = append(extra.Items, it)
	}
	all.Add(extra)
	return c.layOut(all)
}

// outcomeItem is the line about a resource.
func outcomeItem(r *outcome.Resource) *content.NoteItem {
	it := plan.AboutResource(r.Header.Address, r.Header.Deposed)
	it.Count, it.Class = 1, review.Unchanged
	if it.Important = r.Fate < outcome.NotReached; r.Fate != outcome.AsPlanned {
		it.Class = review.Update
	}
	word := func(text string) { it.Add(doc.NewText(doc.Span{Text: text})) }
	word(wording.OutcomeWord(&r.Header))
	for i := range r.Errors {
		if i == 0 || !wording.SameError(&r.Errors[i], &r.Errors[i-1]) {
			word(wording.InLine(wording.OutcomeError(&r.Errors[i])))
		}
	}
	for _, remark := range r.Remarks {
		word(remark)
	}
	for i := range r.Values {
		if v := &r.Values[i]; v.Known { // the others are no surprise
			word(wording.OutcomeValue(v))
		}
	}
	return it
}

// OutcomeHTML writes a page for a browser: what is wrong comes first, and is open.
func OutcomeHTML(w io.Writer, o *outcome.Outcome, opts layout.Options) error {
	sheet := html.NewSheet(&opts, doc.Span{Role: wording.OutcomeRole(o), Text: wording.OutcomeHeadline(o)})
	for _, said := range []string{wording.OutcomeEnd(o), wording.OutcomeLeft(o)} {
		if said != "" {
			sheet.Notice(said)
		}
	}
	for _, f := range outcome.Fates() {
		n := o.Count(f)
		if n == 0 {
			continue
		}
		sheet.Begin(wording.FateTitle(f), n)
		sheet.BeginRows()
		for i := range o.Resources {
			r := &o.Resources[i]
			if r.Fate != f {
				continue
			}
			words := []doc.Span{{Text: wording.OutcomeWord(&r.Header)}}
			sheet.Block(wording.WithDeposed(r.Header.Address, r.Header.Deposed), words, f != outcome.AsPlanned, func(w *doc.Writer) {
				for _, said := range wording.OutcomeDetails(r) {
					w.Line(text.Indent(0), doc.Span{Text: said})
				}
			})
		}
		sheet.EndRows()
		sheet.Close()
	}
	if len(o.Errors) > 0 {
		sheet.Begin("Other errors", len(o.Errors))
		sheet.BeginRows()
		for i := range o.Errors {
			sheet.Diagnostic(&o.Errors[i])
		}
		sheet.EndRows()
		sheet.Close()
	}
	if len(o.Extra) > 0 {
		sheet.Begin("Changed, although not planned", len(o.Extra))
		sheet.Lines(func(w *doc.Writer) {
			for _, address := range o.Extra {
				w.Line(text.Indent(0), doc.Span{Role: doc.Address, Text: address})
			}
		})
		sheet.Close()
	}
	return sheet.Finish(w)
}
