package several

import (
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/subject/plan"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/review"
)

// Part is what reports by importance keep of one of several documents: the text about its values,
// but not the values themselves.
type Part struct {
	Name  string
	Facts PlanFacts
	*plan.Overview
	content *content.Contents // without the resources
	Base    int               // what is added to the numbers of the resources, see join
}

// Start takes what is known before the first resource.
func (p *Part) Start(s computed.Summary) {
	p.Overview.Start(s)
	p.Facts.Begin(p.Dialect, &s)
}

// Finish makes the content. draw gets it as long as it has the values of outputs and actions.
func (p *Part) Finish(o computed.Outcome, draw func(*content.Contents) error) error {
	p.Facts.End(&o)
	p.Facts.Resources = len(p.Stored)
	p.content = p.Frame(o, false)
	p.content.Tail = nil // the table has the hash
	if draw != nil {
		if err := draw(p.content); err != nil {
			return err
		}
	}
	for i := range p.content.Sections {
		for j := range p.content.Sections[i].Items {
			switch it := p.content.Sections[i].Items[j].(type) {
			case *content.OutputItem:
				it.Output = nil
			case *content.ActionItem:
				it.Action = nil
			}
		}
	}
	p.Sum = computed.Summary{State: p.Sum.State, Mode: p.Sum.Mode, Imports: p.Sum.Imports, Moves: p.Sum.Moves, Invocations: p.Sum.Invocations}
	return nil
}

// Join finds out what the documents have in common, and makes the rest of their contents. The parts
// of documents that could not be read are nil. With hash, the table has the hashes.
func Join(all []*PlanFacts, parts []*Part, hash bool) *content.Several {
	j := &content.Several{}
	resources := 0 // in all of them, which are numbered in the order of the documents
	title, rest := Headline(all)
	j.Headline = content.HeadLine{Text: []doc.Span{{Role: doc.Bold, Text: title}, {Text: " " + rest}}, IsHeadline: true}
	if totals := Totals(all); totals != nil {
		j.Totals = &content.HeadLine{Text: wording.PhraseSpans(totals), Counts: counts(all)}
	}
	for i, f := range all {
		if !f.IsQuiet() || hash && f.hash != "" {
			j.Table = append(j.Table, content.PlanRow{Number: i, Name: f.Name, Words: f.Row(hash), Err: f.Err, Rank: f.rank()})
		} else {
			j.Quiet = append(j.Quiet, f.Name)
		}
		if hash && f.hash != "" && !f.covers {
			j.Note = "The hashes do not cover sensitive values."
		}
	}
	var groupers []*review.Grouper[plan.Entry]
	for _, p := range parts {
		if p == nil {
			continue
		}
		p.Base = resources
		resources += max(p.Added, len(p.Stored))
		for _, g := range p.Groups.Groups() {
			for i := range g.Members {
				g.Members[i].Number += p.Base
			}
		}
		groupers = append(groupers, &p.Groups)
	}
	inPlan := map[*Part]int{}
	for _, g := range review.Shared(groupers, func(e plan.Entry) bool { return !e.Muted }) {
		j.Shared = append(j.Shared, sharedItem(g, parts, inPlan))
	}
	for i, p := range parts {
		if p == nil || p.Facts.IsQuiet() {
			continue
		}
		plan := content.OfPlan{Number: i, Name: p.Name, Rank: p.Facts.rank(), Shared: inPlan[p], Contents: p.content}
		p.Fill(p.content)
		for _, l := range p.content.Head {
			if !l.IsHeadline {
				plan.Notices = append(plan.Notices, l)
			}
		}
		if len(plan.Notices)+len(plan.Sections) > 0 {
			j.Plans = append(j.Plans, plan)
		}
	}
	return j
}

// sharedItem returns the item for a group with members in several plans, and counts them for each plan.
func sharedItem(g *review.Group[plan.Entry], parts []*Part, inPlan map[*Part]int) *content.ResourceItem {
	var names []string
	var labels [][]string
	rest := g.Members
	for _, p := range parts {
		if p == nil {
			continue
		}
		n := 0
		for n < len(rest) && rest[n].Number < p.Base+max(p.Added, len(p.Stored)) {
			n++
		}
		if n == 0 {
			continue
		}
		inPlan[p] += n
		names, labels = append(names, p.Name), append(labels, plan.Addresses(rest[:n]))
		rest = rest[n:]
	}
	var v plan.Overview
	it := v.Item(g, func(m review.Place) string {
		for _, p := range parts {
			if p != nil && m.Number < p.Base+max(p.Added, len(p.Stored)) {
				return p.Name
			}
		}
		return ""
	})
	it.Plans = names
	it.Label = labels[0]
	where := doc.NewText(doc.Span{Role: doc.Comment, Text: "in " + wording.CountOf(len(names), "plan", "plans")})
	const most = 12
	switch {
	case slices.ContainsFunc(labels, func(l []string) bool { return !slices.Equal(l, labels[0]) }):
		it.Label = nil
		for i, list := range labels {
			list[0] = names[i] + ": " + list[0]
			it.Label = append(it.Label, list...)
		}
	case it.Important || len(names) <= most:
		where = doc.NewText(doc.Span{Role: doc.Comment, Text: "in "})
		addNames(&where, names, " and ")
	default:
		where.Add(doc.Comment, ": ")
		addNames(&where, names[:most], ", ")
		where.Add(doc.Comment, ", …")
	}
	it.Words = slices.Insert(it.Words, 0, where)
	it.Remarks++
	if it.Forcing > 0 {
		it.Forcing++
	}
	return it
}

// addNames adds the names of plans, of which the last comes after a word or a sign of its own.
func addNames(t *doc.Text, names []string, last string) {
	for i, name := range names {
		switch i {
		case 0:
		case len(names) - 1:
			t.Add(doc.Comment, last)
		default:
			t.Add(doc.Comment, ", ")
		}
		t.Add(doc.Name, name)
	}
}
