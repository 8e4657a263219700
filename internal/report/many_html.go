package report

import (
	_ "embed"
	"io"
	"maps"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsondoc"
)

// ManyHTML is what [HTML] writes, of several documents: one page with what all of them do, a table of
// them, what happens in several, and then each that does something else. The filters are over all.
type ManyHTML struct {
	*many[*htmlPart]
	opts Options
}

// NewManyHTML returns a report that writes to w. The dialect of the options is not used.
func NewManyHTML(w io.Writer, names []string, opts Options) *ManyHTML {
	return &ManyHTML{newMany[*htmlPart](w, names, opts.SpoolOptions), opts}
}

// htmlPart takes one of the documents.
type htmlPart struct {
	page   *HTML
	part   overviewPart
	to     *ManyHTML
	number int
}

// Document returns a writer for a document.
func (m *ManyHTML) Document(number int, d dialect.Dialect) Writer {
	opts := m.opts
	opts.Dialect = d
	page := NewHTML(nil, opts)
	return &htmlPart{page, overviewPart{name: m.parts[number].name, overview: &page.overview}, m, number}
}

// Begin keeps what is needed of the summary.
func (p *htmlPart) Begin(s computed.Summary) error {
	p.part.begin(s)
	p.page.begun = true
	p.page.bodies.reset(p.to.spool)
	return nil
}

// Resource is [HTML.Resource].
func (p *htmlPart) Resource(r computed.Resource) error { return p.page.Resource(r) }

// Prepare is [HTML.Prepare].
func (p *htmlPart) Prepare(r computed.Resource) (write func() error) { return p.page.Prepare(r) }

// PrepareAll is [HTML.PrepareAll].
func (p *htmlPart) PrepareAll(r *computed.Resource) (write func() error, all bool) {
	return p.page.PrepareAll(r)
}

// End keeps the contents for the document.
func (p *htmlPart) End(o computed.Outcome) error {
	if !p.page.begun {
		return errNotBegun
	}
	if err := p.part.end(o, p.page.keepRest); err != nil {
		return err
	}
	p.to.set(p.number, p.part.facts, p)
	return nil
}

// End writes the page.
func (m *ManyHTML) End() error {
	if err := m.seal(); err != nil {
		return err
	}
	parts := make([]*overviewPart, len(m.parts))
	for i, p := range m.kept() {
		if p != nil {
			parts[i] = &p.part
		}
	}
	j := join(m.facts(), parts, m.opts.ShowHash)
	p := manyPage{severalContents: j, plan: map[int]*pagePlan{}}
	p.htmlPage = htmlPage{w: m.w, title: m.opts.Title, pageBodies: &pageBodies{spool: m.spool, rest: map[item]jsondoc.Ref{}}, content: j.head(), several: true}
	for i, part := range m.kept() {
		if part == nil {
			continue
		}
		at := part.page.pagePlan(parts[i].base)
		at.title = parts[i].name
		p.add(i, at, &part.page.bodies)
	}
	return p.writePages()
}

// head returns what stands at the top of a page.
func (j *severalContents) head() *contents {
	c := &contents{head: []headLine{j.headline}}
	if j.totals != nil {
		c.head = append(c.head, *j.totals)
	}
	if j.note != "" {
		c.tail = append(c.tail, sentence(j.note))
	}
	return c
}

// manyPage writes a page with several plans.
type manyPage struct {
	htmlPage
	*severalContents
	plan map[int]*pagePlan // by the number of the document
}

// add adds a plan with its bodies, in the order of the documents.
func (p *manyPage) add(number int, at *pagePlan, bodies *pageBodies) {
	p.kept = append(p.kept, bodies.kept...)
	p.lines.add(bodies.lines)
	maps.Copy(p.rest, bodies.rest)
	at.prefix = strings.Join(strings.Fields(at.title), "-") + ":"
	p.plan[number] = at
	p.htmlPage.plans = append(p.htmlPage.plans, at)
}

// writePages writes the page.
func (p *manyPage) writePages() error {
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
func (p *manyPage) nameAll() {
	for i := range p.severalContents.plans {
		plan := &p.severalContents.plans[i]
		p.at = p.plan[plan.number]
		p.at.id = p.ids.add(p.at.prefix)
		p.nameResources(plan.contents)
	}
	for _, it := range p.shared {
		for _, m := range membersOf(it) {
			p.enter(m.Number)
			p.nameMember(m)
		}
	}
}

// list writes the table of all plans, and what is to be said about them.
func (p *manyPage) list() {
	p.table()
	if len(p.shared) > 0 {
		p.at = &pagePlan{}
		p.section(&section{kind: resourceSection, title: sharedTitle, counted: true, items: p.shared})
	}
	out := &p.out
	for i := range p.severalContents.plans {
		plan := &p.severalContents.plans[i]
		p.at = p.plan[plan.number]
		out.Begin("section", "class", "plan")
		out.Attr("aria-labelledby", p.at.id)
		out.End().Break().Begin("h2")
		out.Attr("id", p.at.id)
		out.End()
		out.Text(p.at.title)
		out.Close("h2").Break()
		for _, l := range plan.notices {
			p.notice(doc.NewText(l.text...))
		}
		for k := range plan.sections {
			p.at = p.plan[plan.number]
			p.section(&plan.sections[k])
		}
		if note := plan.sharedNote(); note != "" {
			out.Open("p", "class", "more").Text(note).Close("p").Break()
		}
		out.Close("section").Break()
		p.pause()
	}
}

// table writes the table of all plans, with links to their parts of the page.
func (p *manyPage) table() {
	ids := map[int]string{}
	for i := range p.severalContents.plans {
		number := p.severalContents.plans[i].number
		ids[number] = p.plan[number].id
	}
	out := &p.out
	if len(p.severalContents.table) > 0 {
		out.Open("table", "class", "plans", "id", "plans").Open("thead").Open("tr").Open("th", "scope", "col").Text("Plan").
			Close("th").Open("th", "scope", "col").Text("What it does").Close("th", "tr", "thead").Open("tbody").Break()
	}
	for _, row := range p.severalContents.table {
		out.Open("tr").Open("th", "scope", "row")
		if id := ids[row.number]; id != "" {
			out.Begin("a")
			out.Fragment(id)
			out.End()
			out.Text(row.name)
			out.Close("a")
		} else {
			out.Text(row.name)
		}
		out.Close("th").Open("td")
		out.Spans(doc.NewText(row.words...))
		out.Close("td", "tr").Break()
		p.pause()
	}
	if len(p.severalContents.table) > 0 {
		out.Close("tbody", "table").Break()
	}
	if len(p.quiet) > 0 {
		out.Open("p", "class", "quiet").Text(capital(quietText(p.quiet))).Close("p").Break()
	}
}
