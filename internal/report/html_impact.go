package report

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/review"
)

// impact writes what forces a resource to be replaced, what it forces, and what merely refers to it, with links to what is on the page.
func (p *htmlPage) impact(m review.Place, impact *computed.Impact, past bool) {
	if m.Class == review.Drift || m.Deposed != "" {
		return // the graph is about what is planned for the current objects
	}
	if p.at.impact == nil {
		return
	}
	of := p.at.impact(m.Address, impact, past)
	if of == nil {
		return
	}
	out := &p.out
	out.Open("details", "class", "impact")
	p.foldOf(of.title, m.Address)
	out.Break()
	p.beginLate()
	for _, part := range of.parts {
		out.Open("p").Text(part.title).Close("p")
		p.impactItems(part.items, moreText(part.more))
	}
	if of.command != "" {
		out.Open("p").Text("This is a part of it. All of it: ").Open("code").Text(of.command).Close("code", "p")
	}
	p.endLate()
	out.Close("details").Break()
}

// foldOf begins a fold. For those who do not see where it stands, it also says what it is about.
func (p *htmlPage) foldOf(title, address string) {
	p.out.Begin("summary")
	p.out.Attr("aria-label", title+" ("+address+")")
	p.out.End().Text(title).Close("summary")
}

// impactItems writes a list. What depends on an item is in a fold.
func (p *htmlPage) impactItems(items []*impactItem, more string) {
	out := &p.out
	out.Open("ul").Break()
	for _, it := range items {
		out.Open("li")
		p.linkTo(it.name, it.address)
		if it.words != "" {
			out.Text(" ").Open("span", "class", "w").Text(it.words).Close("span")
		}
		if len(it.items) > 0 {
			out.Open("details", "class", "more")
			p.foldOf(it.fold(), it.name)
			p.impactItems(it.items, it.rest())
			out.Close("details")
		} else if it.others {
			out.Text(" ").Open("span", "class", "w").Text(it.rest()).Close("span")
		}
		out.Close("li").Break()
	}
	if more != "" {
		out.Open("li").Open("span", "class", "w").Text(more).Close("span", "li").Break()
	}
	out.Close("ul").Break()
}
