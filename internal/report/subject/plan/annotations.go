package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/review"
)

// annotated is what other programs say about a resource, for its line in an overview.
type annotated struct {
	Counts annotations.Counts
	costs  []annotations.Cost // only Unit, Before and After
	owners []string
}

// AnnotatedOf sums up what other programs say about a resource. It is nil if they say nothing.
func AnnotatedOf(all []annotations.Annotation) *annotated {
	if len(all) == 0 {
		return nil
	}
	var sum annotated
	for i := range all {
		a := &all[i]
		if a.Number != "" {
			sum.cost(a.Unit, a.Before, a.Number)
		}
		if a.IsFinding() || a.Number == "" && len(a.Owners) == 0 {
			sum.Counts.Add(a)
		}
		for _, o := range a.Owners {
			if !slices.Contains(sum.owners, o) {
				sum.owners = append(sum.owners, o)
			}
		}
	}
	return &sum
}

func (a *annotated) cost(unit string, before, after annotations.Number) {
	for i := range a.costs {
		if c := &a.costs[i]; c.Unit == unit {
			c.After = c.After.Add(after)
			if c.Before != "" && before != "" {
				c.Before = c.Before.Add(before)
			} else {
				c.Before = ""
			}
			return
		}
	}
	a.costs = append(a.costs, annotations.Cost{Unit: unit, Before: before, After: after})
}

// add adds what is said about another resource.
func (a *annotated) add(other *annotated) {
	a.Counts = wording.FoundSum(a.Counts, other.Counts)
	for _, c := range other.costs {
		a.cost(c.Unit, c.Before, c.After)
	}
	for _, o := range other.owners {
		if !slices.Contains(a.owners, o) {
			a.owners = append(a.owners, o)
		}
	}
}

// annotatedWords says in a few words each what other programs say about a resource.
func (v *Overview) annotatedWords(a *annotated) []doc.Text {
	var all []doc.Text
	if text := wording.FoundText(a.Counts); text != "" && !v.Badges {
		role := doc.Comment
		if a.Counts.Errors > 0 {
			role = doc.Alert
		}
		all = append(all, doc.NewText(doc.Span{Role: role, Text: text}))
	}
	for _, c := range a.costs {
		all = append(all, doc.NewText(doc.Span{Role: doc.Comment, Text: wording.CostText(v.told(c.Unit), c.Before, c.After)}))
	}
	if n := len(a.owners); n > 0 {
		var owners []string
		for _, o := range a.owners[:content.FewOf(n)] {
			owners = append(owners, v.told(o))
		}
		text := strings.Join(owners, ", ")
		if more := n - content.FewOf(n); more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		all = append(all, doc.NewText(doc.Span{Role: doc.Comment, Text: "owned by " + text}))
	}
	return all
}

// toldAnnotation returns a finding as it is shown as a whole, without its link.
func (v *Overview) toldAnnotation(a *annotations.Annotation) *annotations.Annotation {
	return &annotations.Annotation{Tool: v.told(a.Tool), Rule: v.told(a.Rule), Level: a.Level, Title: v.told(a.Title), Text: v.told(a.Text)}
}

// names returns names as they are spelled in the report.
func (v *Overview) names(all []string) []string {
	if !v.Quoted {
		return all
	}
	return wording.QuoteAll(all)
}

// annotatedMembers sums up what other programs say about resources.
func (v *Overview) annotatedMembers(members []review.Place) []doc.Text {
	var sum annotated
	for _, m := range members {
		if one := v.annotated[m.Number]; one != nil {
			sum.add(one)
		}
	}
	return v.annotatedWords(&sum)
}

// annotationCounts adds to the head what other programs say as a whole.
func (v *Overview) annotationCounts(c *content.Contents) {
	s := v.Sum.Annotations
	if s == nil {
		return
	}
	for i := range s.Costs {
		cost := &s.Costs[i]
		title := "Costs: "
		if !annotations.IsCost(cost.Unit) {
			title = "Sum: "
		}
		c.Notice(doc.Span{Role: doc.Bold, Text: title}, doc.Span{Text: wording.CostText(v.told(cost.Unit), cost.Before, cost.After)})
	}
	for i := range s.Sources {
		if src := &s.Sources[i]; src.Unfinished != "" {
			c.Notice(doc.Span{Role: doc.Danger, Text: "Not scanned: "}, doc.Span{Text: v.told(src.Name) + ": " + src.Unfinished})
		}
	}
	if s.NoOwners != "" {
		c.Notice(doc.Span{Role: doc.Bold, Text: "Owners: "}, doc.Span{Text: s.NoOwners})
	}
	var found annotations.Counts
	for i := range s.Findings {
		for range s.Findings[i].Addresses {
			found.Add(&s.Findings[i].Finding)
		}
	}
	if text := wording.CountsOf(found); text != "" {
		role := doc.Comment
		switch {
		case found.Errors > 0:
			role = doc.Danger
		case found.Warnings > 0:
			role = doc.StrongCaution
		}
		c.Notice(doc.Span{Role: doc.Bold, Text: "Findings: "}, doc.Span{Role: role, Text: text})
	}
}

// annotationSections returns what other programs say about what changes, and counts what else they say.
func (v *Overview) annotationSections() []content.Section {
	s := v.Sum.Annotations
	if s == nil {
		return nil
	}
	findings := content.Section{Kind: content.FindingSection, Title: "findings", Counted: true}
	add := func(g *annotations.Group, word string) {
		of := &g.Finding
		it := &content.HazardItem{Objects: g.Addresses, ItemText: content.ItemText{
			Plain: true, Important: of.Level == annotations.Error, Count: len(g.Addresses), Class: review.Unchanged,
			Label: []string{word + strings.TrimSpace(wording.SpanText(wording.AnnotationSpans(v.toldAnnotation(of))))},
		}}
		if of.Level == annotations.Error {
			it.Sign = doc.Hazard
		}
		if len(g.Addresses) == 1 {
			it.About = g.Addresses[0]
		}
		for _, o := range it.Objects[:it.Shown()] {
			it.Add(doc.NewText(doc.Span{Role: doc.Bold, Text: v.name(o)}))
		}
		if n := len(it.Objects) - it.Shown(); n > 0 {
			it.Add(doc.NewText(doc.Span{Role: doc.Hidden, Text: fmt.Sprintf("%d more", n)}))
		}
		findings.Items = append(findings.Items, it)
	}
	known := slices.Repeat([]bool{v.Fresh == nil}, len(s.Findings))
	for i := range s.Findings {
		if known[i] = known[i] || !v.Fresh(&s.Findings[i]); !known[i] {
			add(&s.Findings[i], "new: ")
		}
	}
	for i := range s.Findings {
		if known[i] {
			add(&s.Findings[i], "")
		}
	}
	costs := content.Section{Kind: content.SumSection, Title: "costs"}
	for i := range s.Costs {
		cost := &s.Costs[i]
		for _, part := range []struct {
			kind string
			list []annotations.CostPart
		}{{"", cost.Actions}, {content.RootModule, cost.Modules}} {
			if len(part.list) < 2 && part.kind != "" {
				continue
			}
			for _, p := range part.list {
				costs.Items = append(costs.Items, sumItem(cmp.Or(v.name(p.Name), part.kind), wording.CostText(v.told(cost.Unit), p.Before, p.After)))
			}
		}
		if cost.Unchanged.Sign() != 0 {
			costs.Items = append(costs.Items, sumItem("what does not change", wording.CostText(v.told(cost.Unit), "", cost.Unchanged)))
		}
	}
	owners := content.Section{Kind: content.SumSection, Title: "owners"}
	for i := range s.Owners {
		o := &s.Owners[i]
		var words []string
		if n := len(o.Ended); n > 0 {
			text := fmt.Sprintf("%d destroyed or replaced: %s", n, strings.Join(v.names(o.Ended[:content.FewOf(n)]), ", "))
			if more := n - content.FewOf(n); more > 0 {
				text += fmt.Sprintf(" and %d more", more)
			}
			words = append(words, text)
		}
		if n := len(o.Others); n > 0 {
			words = append(words, wording.CountOf(n, "other change", "other changes"))
		}
		owners.Items = append(owners.Items, sumItem(cmp.Or(v.told(o.Owner), "nobody"), strings.Join(words, "; ")))
	}
	rest := content.Section{Kind: content.SumSection, Title: "other programs"}
	note := func(text string) {
		rest.Items = append(rest.Items, content.PlainItem(text, review.Unchanged, 1))
	}
	if text := wording.CountsOf(s.Unchanged); text != "" {
		note(text + " about resources that do not change")
	}
	if n := s.Nothing.Sum(); n > 0 {
		note(fmt.Sprintf("%s (%s) %s nothing in this plan: --explain-annotations lists them", wording.CountOf(n, "annotation", "annotations"), wording.CountsOf(s.Nothing), wording.Plural(n, "matches", "match")))
	}
	if s.LeftOut > 0 {
		note(fmt.Sprintf("%s left out, since there are more than %d", wording.CountOf(s.LeftOut, "annotation is", "annotations are"), annotations.MaxAnnotations))
	}
	for i := range s.Sources {
		src := &s.Sources[i]
		if src.Bad > 0 {
			note(fmt.Sprintf("%s of %s cannot be used", wording.CountOf(src.Bad, "entry", "entries"), v.told(src.Name)))
		}
		if src.Suppressed > 0 {
			note(fmt.Sprintf("%s of %s are suppressed", wording.CountOf(src.Suppressed, "finding", "findings"), v.told(src.Name)))
		}
	}
	return []content.Section{findings, costs, owners, rest}
}

// sumItem says something about what has a name.
func sumItem(name, text string) *content.NoteItem {
	return content.PlainItem(name+": "+text, review.Unchanged, 1)
}
