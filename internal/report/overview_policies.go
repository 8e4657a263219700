package report

import (
	"fmt"
	"slices"
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
			it := plainItem(v.told(messageOf(d)), review.Unchanged, 1)
			it.important = true
			sec.items = append(sec.items, it)
		}
	}
	for _, s := range sectionsOf(rep) {
		for i := range s.groups {
			sec.items = append(sec.items, v.conditionItem(&s, &s.groups[i]))
		}
	}
	for i := range rep.Idle {
		sec.items = append(sec.items, plainItem(idleTitle+": "+shortText(rep.Idle[i].Text()), review.Unchanged, 1))
	}
	for _, r := range rep.Results.Others() {
		for _, c := range r.Conditions {
			if c.Info != "" {
				sec.items = append(sec.items, plainItem(v.subject(&r)+": "+v.told(shortText(c.Info)), review.Unchanged, 1))
			}
		}
	}
	return sec
}

// subject names what a result is about.
func (v *overview) subject(r *verdict.Result) string {
	name, operation := subjectParts(r, v.quoted)
	return name + operation
}

// conditionItem says about which objects policies say something, and what.
func (v *overview) conditionItem(s *verdictSection, g *findingGroup) *conditionItem {
	it := &conditionItem{condition: checkedCondition{s, g}}
	it.itemText = itemText{
		label: []string{classTitles[s.class] + ": " + v.name(g.policy.Name)}, plain: true,
		class: review.Unchanged, count: 1, important: s.class <= classUndecided,
	}
	if s.class <= classUndecided {
		it.sign = doc.Hazard
	}
	all := g.byMessage()
	for i := range all[:min(len(all), mostMessages)] {
		all[i].words = v.told(all[i].words)
		it.add(all[i].text(v.quoted))
	}
	if n := len(all) - mostMessages; n > 0 {
		it.add(doc.NewText(doc.Span{Role: doc.Hidden, Text: countOf(n, "other message", "other messages")}))
	}
	if n := len(g.refs) - mostGrouped; n > 0 {
		it.add(doc.NewText(doc.Span{Role: doc.Hidden, Text: countOf(n, "other object", "other objects")}))
	}
	return it
}

const (
	mostMessages = 3    // the messages of a condition that are told
	mostGrouped  = 1000 // the findings of a condition that are looked at for this
)

// toldFinding is what a policy says in the same words about several objects.
type toldFinding struct {
	words   string
	changed []*verdict.Result // about the objects that change
	same    []*verdict.Result // about those that do not
}

// byMessage puts findings with the same words together, of the first ones.
func (g *findingGroup) byMessage() (all []toldFinding) {
	places := map[string]int{}
	for i := range min(len(g.refs), mostGrouped) {
		f := g.finding(i)
		words := messageWords(&f)
		at, ok := places[words]
		if !ok {
			at = len(all)
			places[words] = at
			all = append(all, toldFinding{words: words})
		}
		if f.result.Operation == "no-op" {
			all[at].same = append(all[at].same, f.result)
		} else {
			all[at].changed = append(all[at].changed, f.result)
		}
	}
	return all
}

// text says which objects a finding is about, those that change first, and what it is. If quoted is set, addresses are.
func (t *toldFinding) text(quoted bool) doc.Text {
	shown, others := t.changed[:fewOf(len(t.changed))], len(t.same)
	if all := slices.Concat(t.changed, t.same); fewOf(len(all)) == len(all) {
		shown, others = all, 0
	}
	var spans []doc.Span
	text := ""
	for i, r := range shown {
		if i > 0 {
			text += ", "
		}
		spans = append(spans, doc.Span{Role: doc.Comment, Text: text})
		address, operation := subjectParts(r, quoted)
		spans = append(spans, doc.Span{Role: doc.Address, Text: address})
		text = operation
	}
	if n := len(t.changed) - len(shown); n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	if others > 0 {
		if len(shown) > 0 {
			text += " and "
		}
		text += countOf(others, "object that does not change", "objects that do not change")
	}
	if t.words != "" {
		text += ": " + t.words
	}
	spans = append(spans, doc.Span{Role: doc.Comment, Text: text})
	return doc.NewText(slices.DeleteFunc(spans, func(s doc.Span) bool { return s.Text == "" })...)
}

// messageWords says in a line what a finding is.
func messageWords(f *finding) string {
	text := shortText(f.message)
	if x := f.result.Exception; x != nil {
		text = strings.TrimSpace(text + " " + shortText(exceptionText(x)))
	}
	if f.result.Outcome != verdict.Undecided {
		return text
	}
	if len(f.result.Causes) > 0 {
		text = strings.TrimSuffix(text, ".")
	}
	for i := range f.result.Causes[:min(len(f.result.Causes), mostCauses)] {
		if text != "" {
			text += "; "
		}
		text += "waits for " + waitText(&f.result.Causes[i])
	}
	if n := len(f.result.Causes) - mostCauses; n > 0 {
		text += fmt.Sprintf(", and for %d more values", n)
	}
	return text
}
