package report

import (
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/review"
)

// overviewPart is what reports by importance keep of one of several documents: the text about its values,
// but not the values themselves.
type overviewPart struct {
	name  string
	facts planFacts
	*overview
	content *contents // without the resources
	base    int       // what is added to the numbers of the resources, see join
}

// begin takes what is known before the first resource.
func (p *overviewPart) begin(s computed.Summary) {
	p.overview.begin(s)
	p.facts.begin(p.dialect, &s)
}

// end makes the content. draw gets it as long as it has the values of outputs and actions.
func (p *overviewPart) end(o computed.Outcome, draw func(*contents) error) error {
	p.facts.end(&o)
	p.facts.resources = len(p.stored)
	p.content = p.frame(o, false)
	p.content.tail = nil // the table has the hash
	if draw != nil {
		if err := draw(p.content); err != nil {
			return err
		}
	}
	for i := range p.content.sections {
		for j := range p.content.sections[i].items {
			switch it := p.content.sections[i].items[j].(type) {
			case *outputItem:
				it.output = nil
			case *actionItem:
				it.action = nil
			}
		}
	}
	p.sum = computed.Summary{State: p.sum.State, Mode: p.sum.Mode, Imports: p.sum.Imports, Moves: p.sum.Moves, Invocations: p.sum.Invocations}
	return nil
}

// join finds out what the documents have in common, and makes the rest of their contents. The parts
// of documents that could not be read are nil. With hash, the table has the hashes.
func join(all []*planFacts, parts []*overviewPart, hash bool) *severalContents {
	j := &severalContents{}
	resources := 0 // in all of them, which are numbered in the order of the documents
	title, rest := manyHeadline(all)
	j.headline = headLine{text: []doc.Span{{Role: doc.Bold, Text: title}, {Text: " " + rest}}, isHeadline: true}
	if totals := manyTotals(all); totals != nil {
		j.totals = &headLine{text: phrase(totals), counts: manyCounts(all)}
	}
	for i, f := range all {
		if !f.isQuiet() || hash && f.hash != "" {
			j.table = append(j.table, planRow{number: i, name: f.name, words: f.row(hash), err: f.err, rank: f.rank()})
		} else {
			j.quiet = append(j.quiet, f.name)
		}
		if hash && f.hash != "" && !f.covers {
			j.note = "The hashes do not cover sensitive values."
		}
	}
	var groupers []*review.Grouper[entry]
	for _, p := range parts {
		if p == nil {
			continue
		}
		p.base = resources
		resources += max(p.added, len(p.stored))
		for _, g := range p.groups.Groups() {
			for i := range g.Members {
				g.Members[i].Number += p.base
			}
		}
		groupers = append(groupers, &p.groups)
	}
	inPlan := map[*overviewPart]int{}
	for _, g := range review.Shared(groupers, func(e entry) bool { return !e.muted }) {
		j.shared = append(j.shared, sharedItem(g, parts, inPlan))
	}
	for i, p := range parts {
		if p == nil || p.facts.isQuiet() {
			continue
		}
		plan := planContents{number: i, name: p.name, rank: p.facts.rank(), shared: inPlan[p], contents: p.content}
		p.fill(p.content)
		for _, l := range p.content.head {
			if !l.isHeadline {
				plan.notices = append(plan.notices, l)
			}
		}
		if len(plan.notices)+len(plan.sections) > 0 {
			j.plans = append(j.plans, plan)
		}
	}
	return j
}

// sharedItem returns the item for a group with members in several plans, and counts them for each plan.
func sharedItem(g *review.Group[entry], parts []*overviewPart, inPlan map[*overviewPart]int) *resourceItem {
	var names []string
	var labels [][]string
	rest := g.Members
	for _, p := range parts {
		if p == nil {
			continue
		}
		n := 0
		for n < len(rest) && rest[n].Number < p.base+max(p.added, len(p.stored)) {
			n++
		}
		if n == 0 {
			continue
		}
		inPlan[p] += n
		names, labels = append(names, p.name), append(labels, addresses(rest[:n]))
		rest = rest[n:]
	}
	var v overview
	it := v.item(g, func(m review.Place) string {
		for _, p := range parts {
			if p != nil && m.Number < p.base+max(p.added, len(p.stored)) {
				return p.name
			}
		}
		return ""
	})
	it.plans = names
	it.label = labels[0]
	where := doc.NewText(doc.Span{Role: doc.Comment, Text: "in " + countOf(len(names), "plan", "plans")})
	const most = 12
	switch {
	case slices.ContainsFunc(labels, func(l []string) bool { return !slices.Equal(l, labels[0]) }):
		it.label = nil
		for i, list := range labels {
			list[0] = names[i] + ": " + list[0]
			it.label = append(it.label, list...)
		}
	case it.important || len(names) <= most:
		where = doc.NewText(doc.Span{Role: doc.Comment, Text: "in "})
		addNames(&where, names, " and ")
	default:
		where.Add(doc.Comment, ": ")
		addNames(&where, names[:most], ", ")
		where.Add(doc.Comment, ", …")
	}
	it.words = slices.Insert(it.words, 0, where)
	it.remarks++
	if it.forcing > 0 {
		it.forcing++
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
