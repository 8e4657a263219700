package report

import (
	"cmp"
	"slices"

	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

// pageBadge is what a policy says about a resource, for its row.
type pageBadge struct {
	class  verdictClass
	policy string
	id     string // of what the page says about the policy
}

// nameConditions gives what policies say its ids, and remembers at which addresses.
func (p *htmlPage) nameConditions(c *contents) {
	p.at.conditions, p.at.badges = map[*conditionItem]string{}, map[string][]pageBadge{}
	for i := range c.sections {
		for _, it := range c.sections[i].items {
			cond, ok := it.(*conditionItem)
			if !ok {
				continue
			}
			g := cond.condition.group
			id := p.ids.add(p.at.prefix + "policy." + g.policy.Name)
			p.at.conditions[cond] = id
			badge := pageBadge{cond.condition.section.class, g.policy.Name, id}
			for _, address := range g.addresses() {
				if p.idOf(sinks.Escape(address)) != "" {
					p.at.badges[address] = append(p.at.badges[address], badge)
				}
			}
		}
	}
}

// addresses returns what findings are about, each address once.
func (g *findingGroup) addresses() []string {
	var all []string
	last := -1
	for i := range g.refs {
		// The results about one object follow one another.
		if subject := g.refs[i].result.Subject(); subject != last {
			last = subject
			if r := g.results.At(g.refs[i].result); r.Address != "" {
				all = append(all, r.Address)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// badgesOf returns what policies say about resources, the worst first, each policy once.
func (p *htmlPage) badgesOf(members ...review.Place) []pageBadge {
	var all []pageBadge
	for _, m := range members {
		if m.Class == review.Drift || m.Deposed != "" {
			continue // policies judge what is planned
		}
		p.enter(m.Number)
		all = append(all, p.at.badges[m.Address]...)
	}
	if len(all) < 2 {
		return all
	}
	slices.SortStableFunc(all, func(a, b pageBadge) int { return cmp.Compare(a.class, b.class) })
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(b pageBadge) bool {
		was := seen[b.policy]
		seen[b.policy] = true
		return was
	})
}

// badges writes into a summary what policies say. Links could not be used there.
func (p *htmlPage) badges(all []pageBadge) {
	const few = 3
	out := &p.out
	for i, b := range all {
		if i == few-1 && len(all) > few {
			out.Open("span", "class", "badge policy").Text(countOf(len(all)-i, "other policy", "other policies")).Close("span").Text(" ")
			break
		}
		out.Begin("span")
		out.Attr("class", "badge policy "+b.class.badge())
		out.End().Text(classTitles[b.class] + ": " + shortText(b.policy)).Close("span").Text(" ")
	}
}

// found writes into a summary how many findings there are. What they say is in the diff, with links.
func (p *htmlPage) found(c annotations.Counts) {
	text := foundText(c)
	if text == "" {
		return
	}
	class := "mild"
	switch {
	case c.Errors > 0:
		class = "bad"
	case c.Warnings > 0:
		class = "open"
	}
	out := &p.out
	out.Begin("span")
	out.Attr("class", "badge finding "+class)
	out.End().Text(text).Close("span").Text(" ")
}

// judged writes below a summary what policies say, with links to it.
func (p *htmlPage) judged(all []pageBadge) {
	if len(all) == 0 {
		return
	}
	out := &p.out
	out.Open("ul", "class", "judged").Break()
	for _, b := range all {
		out.Open("li").Text(classTitles[b.class] + ": ").Begin("a")
		out.Fragment(b.id)
		out.End().Text(shortText(b.policy)).Close("a", "li").Break()
	}
	out.Close("ul").Break()
}

// badge returns the class of the style sheet for a badge.
func (c verdictClass) badge() string {
	switch c {
	case classError, classFailed:
		return "bad"
	case classUndecided, classOverridden:
		return "open"
	}
	return "mild"
}
