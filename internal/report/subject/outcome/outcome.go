// Package outcome makes the contents of reports on what became of a plan: see [Contents].
package outcome

import (
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/internal/work/outcome"
	"github.com/planfmt/planfmt/review"
)

// Contents returns what became of a plan: how it ended, and a section for each fate, what is wrong first. title names a fate; one without a title is left out.
func Contents(o *outcome.Outcome, title func(outcome.Fate) string) *content.Contents {
	c := &content.Contents{}
	c.Headline([]doc.Span{{Role: wording.OutcomeRole(o), Text: wording.OutcomeHeadline(o)}}, nil)
	for _, said := range []string{wording.OutcomeEnd(o), wording.OutcomeLeft(o)} {
		if said != "" {
			c.Notice(doc.Span{Text: said})
		}
	}
	for rank, f := range outcome.Fates() {
		sec := content.Section{Kind: content.ComparisonSection, Title: title(f), Counted: true, Rank: rank + 1}
		if sec.Title == "" {
			continue
		}
		for i := range o.Resources {
			if r := &o.Resources[i]; r.Fate == f {
				sec.Items = append(sec.Items, resourceItem(r))
			}
		}
		c.Add(sec)
	}
	errors := content.Section{Kind: content.ComparisonSection, Title: "other errors", Counted: true, Rank: 1}
	for i := range o.Errors {
		d := &o.Errors[i]
		text := content.PlainItem(wording.InLine(wording.OutcomeError(d)), review.Unknown, 1).ItemText
		text.Important = true
		errors.Items = append(errors.Items, &content.DiagnosticItem{ItemText: text, Diagnostic: d})
	}
	c.Add(errors)
	extra := content.Section{Kind: content.ComparisonSection, Title: "changed, although not planned", Counted: true, Rank: 1}
	for _, address := range o.Extra {
		it := content.AboutResource(address, "")
		it.Count, it.Important = 1, true
		extra.Items = append(extra.Items, it)
	}
	c.Add(extra)
	return c
}

// resourceItem says what became of a resource.
func resourceItem(r *outcome.Resource) *content.NoteItem {
	it := content.AboutResource(r.Header.Address, r.Header.Deposed)
	it.Details, it.Open = wording.OutcomeDetails(r), r.Fate != outcome.AsPlanned
	it.Count, it.Important = 1, r.Fate < outcome.NotReached
	if it.Open {
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
