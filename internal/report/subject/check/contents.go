// Package check makes the contents of reports on what policies say about a plan: see [Contents].
package check

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/verdict"
)

// Contents returns what policies say about a plan: a section for each class of verdicts, what is wrong first, with an item for each condition;
// what policies remark; exceptions without effect; policies that match nothing; and policies that everything passes.
func Contents(rep *verdict.Report) *content.Contents {
	c := &content.Contents{}
	if rep.Incomplete != "" {
		role := doc.StrongCaution
		if rep.OnUnknown == verdict.UnknownFails {
			role = doc.Danger
		}
		c.Notice(doc.Span{Role: role, Text: rep.Incomplete})
	}
	c.Headline([]doc.Span{{Role: content.WorstRole(rep), Text: content.CountsText(rep)}}, nil)
	for _, s := range content.VerdictSections(rep) {
		c.Add(content.Section{Kind: content.VerdictsSection, Title: content.ClassTitles[s.Class], Counted: true, Total: s.Results, Items: s.Items()})
	}
	for _, sec := range []content.Section{remarks(rep), idle(rep), unmatched(rep), passed(rep)} {
		c.Add(sec)
	}
	return c
}

// line returns an item of one line. If there are several, the others are its details.
func line(label, text string) content.NoteItem {
	it := content.NoteItem{ItemText: content.ItemText{Label: []string{label}, Count: 1}}
	if text != "" {
		lines := strings.Split(text, "\n")
		it.Add(doc.NewText(doc.Span{Text: lines[0]}))
		it.Details = lines[1:]
	}
	return it
}

// remarks are what policies have to say whatever their verdict is.
func remarks(rep *verdict.Report) content.Section {
	sec := content.Section{Kind: content.RemarkSection, Title: "notes", Rank: 20}
	for _, r := range rep.Results.Others() {
		for _, c := range r.Conditions {
			if c.Info != "" {
				it := line(wording.SubjectOf(&r), c.Info)
				sec.Items = append(sec.Items, &it)
			}
		}
	}
	return sec
}

// idle are the exceptions that except nothing.
func idle(rep *verdict.Report) content.Section {
	sec := content.Section{Kind: content.IdleSection, Title: "exceptions without effect", Counted: true, Rank: 19}
	for i := range rep.Idle {
		x := &rep.Idle[i]
		it := &content.PlacedItem{ItemText: line(fmt.Sprintf("%s line %d", x.Range.File, x.Range.Start.Line), "").ItemText, At: x.Range}
		it.Add(doc.NewText(doc.Span{Text: x.Text()}))
		sec.Items = append(sec.Items, it)
	}
	return sec
}

// unmatched are the policies for which there is nothing in the plan.
func unmatched(rep *verdict.Report) content.Section {
	sec := content.Section{Kind: content.UnmatchedSection, Title: fmt.Sprintf("Nothing in the plan for %s:", wording.CountOf(len(rep.Unmatched), "policy", "policies")), Verbatim: true}
	for _, u := range rep.Unmatched {
		it := line(u.Name, "")
		sec.Items = append(sec.Items, &it)
	}
	return sec
}

// passed are the policies that everything passes which they are about, with their levels.
func passed(rep *verdict.Report) content.Section {
	levels, others := map[*verdict.Policy]verdict.Level{}, map[*verdict.Policy]bool{}
	for r := range rep.Results.Tally() {
		switch r.Outcome {
		case verdict.Pass:
			levels[r.Policy] = r.Level
		case verdict.Skipped:
		default:
			others[r.Policy] = true
		}
	}
	sec := content.Section{Kind: content.PassedSection, Title: content.ClassTitles[content.ClassPassed], Counted: true}
	for _, policy := range rep.Policies {
		if level, ok := levels[policy]; ok && !others[policy] {
			it := line(policy.Name, "")
			it.Kind = level.String()
			sec.Items = append(sec.Items, &it)
		}
	}
	return sec
}
