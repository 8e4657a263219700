// Package html writes contents as a page for a browser, which needs no other file and makes no request: see [Page], and [Sheet] for a short
// one. The markup is that of sinks.HTML, which escapes all texts. The package knows no subject.
package html

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

// The parts of the page that are the same for all plans.
var (
	//go:embed page.css
	pageStyle string
	//go:embed page.js
	pageScript string
)

// manyStyle is added to the style sheet of a page with several plans.
//
//go:embed many.css
var manyStyle string

// nameResources gives each resource its id, in the order of importance. That of a planned change
// is its address.
func (p *Page) nameResources(c *content.Contents) {
	defer p.nameConditions(c)
	for i := range p.at.stored {
		head := &p.at.stored[i]
		p.name(p.at.base+i, head.Address, deposedSuffix(head.Deposed))
		module, _ := plans.SplitModule(head.Address)
		p.at.modules[module] = append(p.at.modules[module], i)
	}
	for i := range c.Sections {
		for _, it := range c.Sections[i].Items {
			for _, m := range content.MembersOf(it) {
				p.nameMember(m)
			}
		}
	}
}

func (p *Page) nameMember(m review.Place) {
	suffix := deposedSuffix(m.Deposed)
	if m.Class == review.Drift {
		suffix += "~drift"
	}
	p.name(m.Number, m.Address, suffix)
}

// name gives a resource its id. Of several plans, the name of the plan is part of it.
func (p *Page) name(number int, address, suffix string) {
	id := p.ids.add(p.at.prefix + address + suffix)
	p.own[number] = id
	if key := sinks.Escape(address); p.at.addresses[key] == "" {
		p.at.addresses[key] = id
	}
}

// document writes the page from its first to its last byte. list writes what can be filtered.
func (p *Page) document(list func()) {
	p.open, p.late = p.lines.shown <= openLines, p.lines.shown+p.lines.folded > lateLines
	out := &p.out
	beginPage(out, p.titleText(), p.style, p.script)
	out.Open("a", "class", "skip", "href", "#changes").Text("Skip to the list").Close("a").Break()
	p.header()
	p.filterBar()
	out.Begin("main", "id", "changes", "tabindex", "-1")
	if p.IsState {
		out.Flag("data-state")
	}
	out.End().Break().Comment("changes").Break()
	list()
	out.Comment("end of changes").Break().Open("p", "class", "empty", "id", "none", "hidden").
		Text("Nothing matches the filters.").Close("p").Break().Close("main").Break()
	p.footer()
	endPage(out, p.script)
}

// beginPage writes what stands above the content of any page. The script, if there is one, has to be passed to [endPage] as well.
func beginPage(out *sinks.HTML, title, style, script string) {
	out.Doctype().Break().Open("html", "lang", "en").Break().Open("head").Break().Open("meta", "charset", "utf-8").Break()
	out.Begin("meta", "http-equiv", "Content-Security-Policy")
	out.Attr("content", contentPolicy(style, script))
	out.End().Break().Open("meta", "name", "referrer", "content", "no-referrer").Break()
	out.Open("meta", "name", "viewport", "content", "width=device-width, initial-scale=1").Break()
	out.Open("meta", "name", "color-scheme", "content", "light dark").Break()
	out.Open("meta", "name", "generator", "content", "planfmt").Break().Open("title").Text(title).Close("title").Break()
	out.Style(style)
	out.Close("head").Break().Open("body", "id", "page").Break()
}

// endPage writes what stands below the content.
func endPage(out *sinks.HTML, script string) {
	if script != "" {
		out.Script(script)
	}
	out.Close("body").Break().Close("html").Break()
}

// sections writes all sections.
func (p *Page) sections(c *content.Contents) {
	if len(c.Sections) == 0 {
		p.out.Open("p", "class", "empty").Text("There is nothing to list.").Close("p").Break()
	}
	for i := range c.Sections {
		p.section(&c.Sections[i])
	}
}

// titleText returns what stands in the title bar.
func (p *Page) titleText() string {
	var words []string
	if p.Title != "" {
		words = append(words, p.Title)
	}
	for _, l := range p.Content.Head {
		if l.IsHeadline || p.IsState && len(words) == 0 {
			words = append(words, strings.TrimSpace(string(doc.NewText(l.Text...).Bytes)))
		}
	}
	if len(words) == 0 {
		return "Plan"
	}
	return strings.Join(words, " – ")
}

// header writes the title, the headline, and what else is to be said at the top.
func (p *Page) header() {
	out := &p.out
	out.Open("header", "id", "summary", "aria-label", "Summary").Break()
	if p.Title != "" {
		out.Open("h1").Text(p.Title).Close("h1").Break()
	}
	for i, l := range p.Content.Head {
		text := doc.NewText(l.Text...)
		isTitle := l.IsHeadline || p.IsState && i == len(p.Content.Head)-1
		switch {
		case isTitle && p.Title == "":
			out.Open("h1", "class", "headline")
			out.Spans(text)
			out.Close("h1").Break()
		case isTitle, len(l.Counts) > 0:
			out.Open("p", "class", "headline")
			out.Spans(text)
			out.Close("p").Break()
		default:
			p.notice(text)
		}
		if len(l.Counts) > 0 {
			out.Open("ul", "class", "counts")
			for _, c := range l.Counts {
				out.Open("li").Text(c).Close("li")
			}
			out.Close("ul").Break()
		}
	}
	if len(p.Facts) > 0 {
		aboutList(out, p.Facts)
	}
	out.Close("header").Break()
}

// notice writes a sentence that must not be overlooked. If it says that something is good, or bad, it has the colour of that.
func (p *Page) notice(text doc.Text) {
	class := "notice"
	has := func(role doc.Role) bool {
		return slices.ContainsFunc(text.Runs, func(r doc.Run) bool { return r.Role == role })
	}
	switch {
	case has(doc.Danger):
		class = "notice bad"
	case has(doc.Good):
		class = "notice good"
	}
	p.out.Begin("p")
	p.out.Attr("class", class)
	p.out.End()
	p.out.Spans(text)
	p.out.Close("p").Break()
}

// aboutList writes a few facts about what a page shows.
func aboutList(out *sinks.HTML, facts []string) {
	out.Open("ul", "class", "about")
	for _, text := range facts {
		out.Open("li").Text(text).Close("li")
	}
	out.Close("ul").Break()
}

// filterBar writes what the script makes the filters of.
func (p *Page) filterBar() {
	out := &p.out
	out.Open("search", "id", "filter", "aria-label", "Filters", "hidden").Break().Open("form").Break()
	out.Open("input", "id", "text", "type", "search", "placeholder", "Filter by text", "aria-label", "Text", "title", "Press / to come here",
		"autocomplete", "off", "spellcheck", "false").Break()
	out.Open("fieldset", "id", "actions").Open("legend").Text("Action").Close("legend", "fieldset").Break()
	choice := func(title, id, all string) {
		out.Open("label").Open("span").Text(title).Close("span").Text(" ").Begin("select")
		out.Attr("id", id)
		out.End().Open("option", "value", "").Text(all).Close("option", "select", "label").Break()
	}
	if p.Several {
		choice("Plan", "plan", "All plans")
	}
	choice("Module", "module", "All modules")
	choice("Type", "type", "All types")
	out.Open("span", "class", "buttons")
	out.Open("button", "id", "reset", "type", "reset").Text("Clear filters").Close("button").Break()
	out.Open("button", "id", "expand", "type", "button").Text("Expand all").Close("button").Break()
	out.Open("button", "id", "collapse", "type", "button").Text("Collapse all").Close("button", "span").Break()
	out.Open("output", "id", "shown", "role", "status", "aria-live", "polite").Close("output").Break()
	out.Close("form").Break().Close("search").Break()
}

func (p *Page) footer() {
	out := &p.out
	out.Open("footer").Break()
	for _, t := range p.Content.Tail {
		out.Open("p", "class", "hash")
		out.Spans(t)
		out.Close("p").Break()
	}
	out.Open("details", "class", "keys", "id", "keys").Open("summary").Text("Keyboard").Close("summary").Break().Open("dl").Break()
	for _, k := range [...]struct {
		keys []string
		does string
	}{
		{[]string{"/"}, "filter by text"},
		{[]string{"j", "k", "or", "↓", "↑"}, "go to the next, the previous row"},
		{[]string{"Enter"}, "expand or collapse the row"},
		{[]string{"e", "c"}, "expand all, collapse all"},
		{[]string{"y"}, "copy the address of the row"},
		{[]string{"Esc"}, "clear the filters"},
	} {
		out.Open("dt")
		for i, key := range k.keys {
			if i > 0 {
				out.Text(" ")
			}
			if key == "or" {
				out.Text(key)
			} else {
				out.Open("kbd").Text(key).Close("kbd")
			}
		}
		out.Close("dt").Open("dd").Text(k.does).Close("dd").Break()
	}
	out.Close("dl").Break().Close("details").Break()
	out.Open("p").Text("Made by planfmt.").Close("p").Break()
	out.Open("p", "class", "vh", "id", "live", "role", "status", "aria-live", "polite").Close("p").Break()
	out.Close("footer").Break()
}

// section writes a section with its items.
func (p *Page) section(sec *content.Section) {
	out := &p.out
	switch {
	case sec.Kind == content.HazardSection:
		out.Begin("section", "class", "sec alarm hazards")
	case sec.Role() == doc.Danger:
		out.Begin("section", "class", "sec alarm")
	default:
		out.Begin("section", "class", "sec")
	}
	if sec.Title != "" {
		// An attribute that refers to ids takes a blank for the end of one.
		id := p.ids.add(p.at.prefix + "~" + strings.Join(strings.Fields(sec.Title), "-"))
		out.Attr("aria-labelledby", id)
		if p.Several {
			out.End().Break().Begin("h3")
		} else {
			out.End().Break().Begin("h2")
		}
		out.Attr("id", id)
		out.End()
		title := sec.Title
		if !sec.Verbatim {
			title = strings.ToUpper(title[:1]) + title[1:]
		}
		out.Text(title)
		if sec.Counted {
			out.Text(" ").Open("span", "class", "n")
			out.Number(sec.Count())
			out.Close("span")
		}
		if p.Several {
			out.Close("h3").Break()
		} else {
			out.Close("h2").Break()
		}
	} else {
		out.End().Break()
	}
	if sec.HasRows() {
		out.Open("div", "class", "rows").Break()
		for i := range sec.Items {
			p.item(sec.Items[i])
		}
		out.Close("div").Break()
	} else if len(sec.Items) > 0 {
		folds := sec.Kind == content.PolicySection
		if folds {
			if len(sec.Items) > content.MostDigest {
				out.Open("details", "class", "policies")
			} else {
				out.Open("details", "class", "policies", "open", "")
			}
			out.Open("summary").Text(wording.CountOf(len(sec.Items), "finding", "findings")).Close("summary").Break()
		}
		out.Open("ul", "class", "list").Break()
		for i := range sec.Items {
			p.listed(sec.Items[i])
		}
		out.Close("ul").Break()
		if folds {
			out.Close("details").Break()
		}
	}
	out.Close("section").Break()
}

// contentPolicy returns the Content-Security-Policy of the page. It allows nothing but the
// style sheet and the script in it.
func contentPolicy(style, script string) string {
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	scripts := "'none'"
	if script != "" {
		scripts = hash(script)
	}
	return strings.Join([]string{
		"default-src 'none'", "script-src " + scripts, "style-src " + hash(style), "base-uri 'none'", "form-action 'none'",
	}, "; ")
}

// WritePage writes a page about one plan or state, or anything else that is laid out like these. Of the page, it has the writer, the
// texts and the bodies.
func (p *Page) WritePage(at *Plan) error {
	if err := p.load(); err != nil {
		return err
	}
	p.style, p.script, p.at = pageStyle, onlyOnePlan(pageScript), at
	p.nameResources(p.Content)
	p.document(func() { p.sections(p.Content) })
	return p.end()
}

// load makes the bodies available, and the ids of the resources.
func (p *Page) load() (err error) {
	p.ids, p.own = newPageIDs(), make([]string, len(p.kept))
	p.loader, err = p.Spool.Loader()
	return err
}

// end writes what is left.
func (p *Page) end() error {
	if p.err == nil {
		p.flush()
	}
	return p.err
}

// manyLine ends the lines of the script that are only for pages with several plans.
const manyLine = "// plans\n"

// onlyOnePlan returns a script without these lines.
func onlyOnePlan(script string) string {
	var b strings.Builder
	for line := range strings.Lines(script) {
		if !strings.HasSuffix(line, manyLine) {
			b.WriteString(line)
		}
	}
	return b.String()
}
