package html

import (
	"maps"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/wording"
)

// HeadOfSeveral returns what stands at the top of a page.
func HeadOfSeveral(j *content.Several) *content.Contents {
	c := &content.Contents{Head: []content.HeadLine{j.Headline}}
	if j.Totals != nil {
		c.Head = append(c.Head, *j.Totals)
	}
	if j.Note != "" {
		c.Tail = append(c.Tail, content.Sentence(j.Note))
	}
	return c
}

// SeveralPage writes a page with several plans.
type SeveralPage struct {
	Page
	*content.Several
	Plan map[int]*Plan // by the number of the document
}

// Add adds a plan with its bodies, in the order of the documents.
func (p *SeveralPage) Add(number int, at *Plan, bodies *Bodies) {
	p.kept = append(p.kept, bodies.kept...)
	p.lines.add(bodies.lines)
	maps.Copy(p.Rest, bodies.Rest)
	at.prefix = strings.Join(strings.Fields(at.Title), "-") + ":"
	p.Plan[number] = at
	p.Page.plans = append(p.Page.plans, at)
}

// WritePages writes the page.
func (p *SeveralPage) WritePages() error {
	if err := p.load(); err != nil {
		return err
	}
	p.style, p.script = pageStyle+manyStyle, strings.ReplaceAll(pageScript, " "+manyLine, "\n")
	for _, own := range []string{"plan", "plans"} {
		p.ids.next[own] = firstCopy
	}
	p.nameAll()
	p.document(p.list)
	return p.end()
}

// nameAll gives everything its id.
func (p *SeveralPage) nameAll() {
	for i := range p.Several.Plans {
		plan := &p.Several.Plans[i]
		p.at = p.Plan[plan.Number]
		p.at.id = p.ids.add(p.at.prefix)
		p.nameResources(plan.Contents)
	}
	for _, it := range p.Shared {
		for _, m := range content.MembersOf(it) {
			p.enter(m.Number)
			p.nameMember(m)
		}
	}
}

// list writes the table of all plans, and what is to be said about them.
func (p *SeveralPage) list() {
	p.table()
	if len(p.Shared) > 0 {
		p.at = &Plan{}
		p.section(&content.Section{Kind: content.ResourceSection, Title: content.SharedTitle, Counted: true, Items: p.Shared})
	}
	out := &p.out
	for i := range p.Several.Plans {
		plan := &p.Several.Plans[i]
		p.at = p.Plan[plan.Number]
		out.Begin("section", "class", "plan")
		out.Attr("aria-labelledby", p.at.id)
		out.End().Break().Begin("h2")
		out.Attr("id", p.at.id)
		out.End()
		out.Text(p.at.Title)
		out.Close("h2").Break()
		for _, l := range plan.Notices {
			p.notice(doc.NewText(l.Text...))
		}
		for k := range plan.Sections {
			p.at = p.Plan[plan.Number]
			p.section(&plan.Sections[k])
		}
		if note := plan.SharedNote(); note != "" {
			out.Open("p", "class", "more").Text(note).Close("p").Break()
		}
		out.Close("section").Break()
		p.pause()
	}
}

// table writes the table of all plans, with links to their parts of the page.
func (p *SeveralPage) table() {
	ids := map[int]string{}
	for i := range p.Several.Plans {
		number := p.Several.Plans[i].Number
		ids[number] = p.Plan[number].id
	}
	out := &p.out
	if len(p.Several.Table) > 0 {
		out.Open("table", "class", "plans", "id", "plans").Open("thead").Open("tr").Open("th", "scope", "col").Text("Plan").
			Close("th").Open("th", "scope", "col").Text("What it does").Close("th", "tr", "thead").Open("tbody").Break()
	}
	for _, row := range p.Several.Table {
		out.Open("tr").Open("th", "scope", "row")
		if id := ids[row.Number]; id != "" {
			out.Begin("a")
			out.Fragment(id)
			out.End()
			out.Text(row.Name)
			out.Close("a")
		} else {
			out.Text(row.Name)
		}
		out.Close("th").Open("td")
		out.Spans(doc.NewText(row.Words...))
		out.Close("td", "tr").Break()
		p.pause()
	}
	if len(p.Several.Table) > 0 {
		out.Close("tbody", "table").Break()
	}
	if len(p.Quiet) > 0 {
		out.Open("p", "class", "quiet").Text(wording.Capital(content.QuietText(p.Quiet))).Close("p").Break()
	}
}
