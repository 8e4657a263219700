package html

import (
	"cmp"
	"slices"

	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

// pageBadge is what a policy says about a resource, for its row.
type pageBadge struct {
	class  content.VerdictClass
	policy string
	id     string // of what the page says about the policy
}

// nameConditions gives what policies say its ids, and remembers at which addresses.
func (p *Page) nameConditions(c *content.Contents) {
	p.at.conditions, p.at.badges = map[*content.ConditionItem]string{}, map[string][]pageBadge{}
	for i := range c.Sections {
		for _, it := range c.Sections[i].Items {
			cond, ok := it.(*content.ConditionItem)
			if !ok {
				continue
			}
			g := cond.Condition.Group
			id := p.ids.add(p.at.prefix + "policy." + g.Policy.Name)
			p.at.conditions[cond] = id
			badge := pageBadge{cond.Condition.Section.Class, g.Policy.Name, id}
			for _, address := range g.Addresses() {
				if p.idOf(sinks.Escape(address)) != "" {
					p.at.badges[address] = append(p.at.badges[address], badge)
				}
			}
		}
	}
}

// badgesOf returns what policies say about resources, the worst first, each policy once.
func (p *Page) badgesOf(members ...review.Place) []pageBadge {
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
func (p *Page) badges(all []pageBadge) {
	const few = 3
	out := &p.out
	for i, b := range all {
		if i == few-1 && len(all) > few {
			out.Open("span", "class", "badge policy").Text(wording.CountOf(len(all)-i, "other policy", "other policies")).Close("span").Text(" ")
			break
		}
		out.Begin("span")
		out.Attr("class", "badge policy "+b.class.Badge())
		out.End().Text(content.ClassTitles[b.class] + ": " + wording.ShortText(b.policy)).Close("span").Text(" ")
	}
}

// found writes into a summary how many findings there are. What they say is in the diff, with links.
func (p *Page) found(c annotations.Counts) {
	text := wording.FoundText(c)
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
func (p *Page) judged(all []pageBadge) {
	if len(all) == 0 {
		return
	}
	out := &p.out
	out.Open("ul", "class", "judged").Break()
	for _, b := range all {
		out.Open("li").Text(content.ClassTitles[b.class] + ": ").Begin("a")
		out.Fragment(b.id)
		out.End().Text(wording.ShortText(b.policy)).Close("a", "li").Break()
	}
	out.Close("ul").Break()
}
