package html

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/review"
)

// impact writes what forces a resource to be replaced, what it forces, and what merely refers to it, with links to what is on the page.
func (p *Page) impact(m review.Place, impact *computed.Impact, past bool) {
	if m.Class == review.Drift || m.Deposed != "" {
		return // the graph is about what is planned for the current objects
	}
	if p.at.Impact == nil {
		return
	}
	of := p.at.Impact(m.Address, impact, past)
	if of == nil {
		return
	}
	out := &p.out
	out.Open("details", "class", "impact")
	p.foldOf(of.Title, m.Address)
	out.Break()
	p.beginLate()
	for _, part := range of.Parts {
		out.Open("p").Text(part.Title).Close("p")
		p.impactItems(part.Items, wording.MoreText(part.More))
	}
	if of.Command != "" {
		out.Open("p").Text("This is a part of it. All of it: ").Open("code").Text(of.Command).Close("code", "p")
	}
	p.endLate()
	out.Close("details").Break()
}

// foldOf begins a fold. For those who do not see where it stands, it also says what it is about.
func (p *Page) foldOf(title, address string) {
	p.out.Begin("summary")
	p.out.Attr("aria-label", title+" ("+address+")")
	p.out.End().Text(title).Close("summary")
}

// impactItems writes a list. What depends on an item is in a fold.
func (p *Page) impactItems(items []*content.ImpactItem, more string) {
	out := &p.out
	out.Open("ul").Break()
	for _, it := range items {
		out.Open("li")
		p.linkTo(it.Name, it.Address)
		if it.Words != "" {
			out.Text(" ").Open("span", "class", "w").Text(it.Words).Close("span")
		}
		if len(it.Items) > 0 {
			out.Open("details", "class", "more")
			p.foldOf(it.Fold(), it.Name)
			p.impactItems(it.Items, it.Rest())
			out.Close("details")
		} else if it.Others {
			out.Text(" ").Open("span", "class", "w").Text(it.Rest()).Close("span")
		}
		out.Close("li").Break()
	}
	if more != "" {
		out.Open("li").Open("span", "class", "w").Text(more).Close("span", "li").Break()
	}
	out.Close("ul").Break()
}
