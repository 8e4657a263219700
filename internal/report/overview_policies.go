package report

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/verdict"
)

// policyCounts adds in a line what policies say as a whole, if the document is judged.
func (v *overview) policyCounts(c *contents) {
	rep := v.sum.Verdicts
	if rep == nil {
		return
	}
	c.notice(doc.Span{Role: worstRole(rep), Text: countsText(rep)})
	if rep.Incomplete != "" {
		c.notice(doc.Span{Role: doc.StrongCaution, Text: rep.Incomplete})
	}
}

// policies returns what policies say, apart from what has passed: what is wrong first, each condition once.
func (v *overview) policies() section {
	sec := section{kind: policySection, title: "policies"}
	rep := v.sum.Verdicts
	if rep == nil {
		return sec
	}
	for _, d := range rep.Diagnostics {
		if d.Severity == diag.Error {
			it := plainItem(messageOf(d), review.Unchanged, 1)
			it.important = true
			sec.items = append(sec.items, it)
		}
	}
	for _, s := range sectionsOf(rep) {
		for i := range s.groups {
			sec.items = append(sec.items, newConditionItem(&s, &s.groups[i]))
		}
	}
	for _, r := range rep.Results.Others() {
		for _, c := range r.Conditions {
			if c.Info != "" {
				sec.items = append(sec.items, plainItem(subjectOf(&r)+": "+shortText(c.Info), review.Unchanged, 1))
			}
		}
	}
	return sec
}

// newConditionItem says about which objects policies say something, and what.
func newConditionItem(s *verdictSection, g *findingGroup) *conditionItem {
	it := &conditionItem{condition: checkedCondition{s, g}}
	it.itemText = itemText{
		label: []string{classTitles[s.class] + ": " + g.policy.Name}, plain: true,
		class: review.Unchanged, count: 1, important: s.class <= classUndecided,
	}
	for i := range min(len(g.refs), mostListed) {
		f := g.finding(i)
		it.add(doc.NewText(doc.Span{Role: doc.Comment, Text: wordsOfFinding(&f)}))
	}
	if n := len(g.refs) - mostListed; n > 0 {
		it.add(doc.NewText(doc.Span{Role: doc.Comment, Text: fmt.Sprintf("and %d more", n)}))
	}
	return it
}

// wordsOfFinding says in a line which object a finding is about, and what it is.
func wordsOfFinding(f *finding) string {
	text := subjectOf(f.result)
	if f.message != "" {
		text += ": " + shortText(f.message)
	}
	if f.result.Outcome != verdict.Undecided {
		return text
	}
	if len(f.result.Causes) > 0 {
		text = strings.TrimSuffix(text, ".")
	}
	for i := range f.result.Causes[:min(len(f.result.Causes), mostCauses)] {
		text += "; waits for " + waitText(&f.result.Causes[i])
	}
	if n := len(f.result.Causes) - mostCauses; n > 0 {
		text += fmt.Sprintf(", and for %d more values", n)
	}
	return text
}
