package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/verdict"
)

// policyCounts adds in a line what policies say as a whole, if the document is judged.
func (v *Overview) policyCounts(c *content.Contents) {
	rep := v.Sum.Verdicts
	if rep == nil {
		return
	}
	c.Notice(doc.Span{Role: content.WorstRole(rep), Text: content.CountsText(rep)})
	if rep.Incomplete != "" {
		c.Notice(doc.Span{Role: doc.StrongCaution, Text: rep.Incomplete})
	}
}

// policies returns what policies say, apart from what has passed: what is wrong first, each condition once.
func (v *Overview) policies() content.Section {
	sec := content.Section{Kind: content.PolicySection, Title: "policies"}
	rep := v.Sum.Verdicts
	if rep == nil {
		return sec
	}
	for _, d := range rep.Diagnostics {
		if d.Severity == diag.Error {
			it := content.PlainItem(v.told(wording.MessageOf(d)), review.Unchanged, 1)
			it.Important = true
			sec.Items = append(sec.Items, it)
		}
	}
	for _, s := range content.VerdictSections(rep) {
		for i := range s.Groups {
			sec.Items = append(sec.Items, v.conditionItem(&s, &s.Groups[i]))
		}
	}
	for i := range rep.Idle {
		sec.Items = append(sec.Items, content.PlainItem(wording.IdleTitle+": "+wording.ShortText(rep.Idle[i].Text()), review.Unchanged, 1))
	}
	for _, r := range rep.Results.Others() {
		for _, c := range r.Conditions {
			if c.Info != "" {
				sec.Items = append(sec.Items, content.PlainItem(v.subject(&r)+": "+v.told(wording.ShortText(c.Info)), review.Unchanged, 1))
			}
		}
	}
	return sec
}

// subject names what a result is about.
func (v *Overview) subject(r *verdict.Result) string {
	name, operation := wording.SubjectParts(r, v.Quoted)
	return name + operation
}

// conditionItem says about which objects policies say something, and what.
func (v *Overview) conditionItem(s *content.VerdictSection, g *content.FindingGroup) *content.ConditionItem {
	it := &content.ConditionItem{Condition: content.Condition{Section: s, Group: g}}
	it.ItemText = content.ItemText{
		Label: []string{content.ClassTitles[s.Class] + ": " + v.name(g.Policy.Name)}, Plain: true,
		Class: review.Unchanged, Count: 1, Important: s.Class <= content.ClassUndecided,
	}
	if s.Class <= content.ClassUndecided {
		it.Sign = doc.Hazard
	}
	all := byMessage(g)
	for i := range all[:min(len(all), mostMessages)] {
		all[i].words = v.told(all[i].words)
		it.Add(all[i].text(v.Quoted))
	}
	if n := len(all) - mostMessages; n > 0 {
		it.Add(doc.NewText(doc.Span{Role: doc.Hidden, Text: wording.CountOf(n, "other message", "other messages")}))
	}
	if n := len(g.Refs) - mostGrouped; n > 0 {
		it.Add(doc.NewText(doc.Span{Role: doc.Hidden, Text: wording.CountOf(n, "other object", "other objects")}))
	}
	return it
}

const (
	mostMessages = 3    // the messages of a condition that are shown
	mostGrouped  = 1000 // the findings of a condition that are looked at for this
)

// toldFinding is what a policy says in the same words about several objects.
type toldFinding struct {
	words   string
	changed []*verdict.Result // about the objects that change
	same    []*verdict.Result // about those that do not
}

// byMessage puts findings with the same words together, of the first ones.
func byMessage(g *content.FindingGroup) (all []toldFinding) {
	places := map[string]int{}
	for i := range min(len(g.Refs), mostGrouped) {
		f := g.Finding(i)
		words := messageWords(&f)
		at, ok := places[words]
		if !ok {
			at = len(all)
			places[words] = at
			all = append(all, toldFinding{words: words})
		}
		if f.Result.Operation == "no-op" {
			all[at].same = append(all[at].same, f.Result)
		} else {
			all[at].changed = append(all[at].changed, f.Result)
		}
	}
	return all
}

// text says which objects a finding is about, those that change first, and what it is. If quoted is set, addresses are.
func (t *toldFinding) text(quoted bool) doc.Text {
	shown, others := t.changed[:content.FewOf(len(t.changed))], len(t.same)
	if all := slices.Concat(t.changed, t.same); content.FewOf(len(all)) == len(all) {
		shown, others = all, 0
	}
	var spans []doc.Span
	text := ""
	for i, r := range shown {
		if i > 0 {
			text += ", "
		}
		spans = append(spans, doc.Span{Role: doc.Comment, Text: text})
		address, operation := wording.SubjectParts(r, quoted)
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
		text += wording.CountOf(others, "object that does not change", "objects that do not change")
	}
	if t.words != "" {
		text += ": " + t.words
	}
	spans = append(spans, doc.Span{Role: doc.Comment, Text: text})
	return doc.NewText(slices.DeleteFunc(spans, func(s doc.Span) bool { return s.Text == "" })...)
}

// messageWords says in a line what a finding is.
func messageWords(f *content.Finding) string {
	text := wording.ShortText(f.Message)
	if x := f.Result.Exception; x != nil {
		text = strings.TrimSpace(text + " " + wording.ShortText(wording.ExceptionText(x)))
	}
	if f.Result.Outcome != verdict.Undecided {
		return text
	}
	if len(f.Result.Causes) > 0 {
		text = strings.TrimSuffix(text, ".")
	}
	for i := range f.Result.Causes[:min(len(f.Result.Causes), wording.MostCauses)] {
		if text != "" {
			text += "; "
		}
		text += "waits for " + wording.WaitText(&f.Result.Causes[i])
	}
	if n := len(f.Result.Causes) - wording.MostCauses; n > 0 {
		text += fmt.Sprintf(", and for %d more values", n)
	}
	return text
}
