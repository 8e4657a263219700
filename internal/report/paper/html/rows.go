package html

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

// item writes a resource, several that change alike, an output, or a module of a state.
func (p *Page) item(it content.Item) {
	switch it := it.(type) {
	case *content.ModuleItem:
		p.module(it)
	case *content.OutputItem:
		p.row(it, "output")
	case *content.NoteItem:
		p.row(it, it.Kind)
	case *content.ResourceItem:
		switch {
		case it.Plain:
			p.mutedItem(it)
		case len(it.Members) == 1:
			p.resource(it, it.Members[0], true)
		default:
			p.group(it)
		}
	}
}

// resource writes a resource. Unless it is one of a group, it says in a few words what changes.
func (p *Page) resource(it *content.ResourceItem, m review.Place, withWords bool) {
	p.enter(m.Number)
	r := &p.kept[m.Number]
	p.beginRow(p.own[m.Number], m.Class.String(), m.Address, r.Type, it.Sign)
	p.out.Sign(it.Sign)
	p.address(m.Address)
	badges := p.badgesOf(m)
	switch {
	case withWords:
		p.words(&it.ItemText, r.Found, badges...)
	case len(it.Plans) > 0 || r.Found != (annotations.Counts{}):
		p.out.Text(" ").Open("span", "class", "words")
		p.found(r.Found)
		if len(it.Plans) > 0 {
			p.out.Open("span", "class", "w").Text("in ").Text(p.at.Title).Close("span")
		}
		p.out.Close("span")
	}
	p.endSummary(m.Address, p.own[m.Number])
	p.declared(r.Declared)
	p.judged(badges)
	p.cause(r.Cause)
	p.impact(m, r.Impact, r.Past)
	p.body(r.body)
	p.out.Close("details").Break()
	p.pause()
}

// declared says where a resource is declared.
func (p *Page) declared(at plans.Position) {
	if at.IsZero() {
		return
	}
	out := &p.out
	out.Open("p", "class", "declared").Text("Declared at ")
	if at.Link != "" {
		out.Begin("a")
		out.Page(at.Link)
		out.End()
	}
	out.Open("code").Text(at.String()).Close("code")
	if at.Link != "" {
		out.Close("a")
	}
	out.Close("p").Break()
}

// beginRow begins something that can be opened, up to its summary.
func (p *Page) beginRow(id, kind, address, typ string, sign doc.Sign) {
	out := &p.out
	module, _ := plans.SplitModule(address)
	out.Begin("details", "class", "r")
	out.Attr("id", id)
	out.Attr("data-a", kind)
	p.planAttr()
	if module != "" {
		out.Attr("data-m", module)
	}
	if typ != "" {
		out.Attr("data-t", typ)
	}
	if sign == doc.Create || sign == doc.Delete || sign == doc.Forget || sign == doc.Read {
		out.Flag("data-whole")
	}
	if p.open {
		out.Flag("open")
	}
	out.End().Open("summary")
}

// endSummary ends a summary, and writes what can be done with the row.
func (p *Page) endSummary(address, id string) {
	out := &p.out
	out.Close("summary").Break()
	if p.late {
		out.Open("noscript", "data-tools")
	}
	out.Open("p", "class", "tools").Begin("button", "type", "button", "class", "copy")
	out.Attr("data-copy", address)
	out.Attr("aria-label", "Copy address "+address)
	out.End().Text("Copy address").Close("button").Text(" ").Begin("a")
	out.Fragment(id)
	out.Attr("aria-label", "Link to "+address)
	out.End().Text("Link").Close("a", "p")
	p.endLate()
	out.Break()
}

// address writes an address, so that the name stands out.
func (p *Page) address(address string) {
	out := &p.out
	module, rest := plans.SplitModule(address)
	name, key := plans.SplitKey(rest)
	out.Open("code", "class", "addr")
	if module != "" {
		out.Open("span", "class", "m").Text(module + ".").Close("span")
	}
	out.Text(name)
	if key != "" {
		out.Open("span", "class", "key").Text(key).Close("span")
	}
	out.Close("code")
}

// words writes the words of an item, after what policies say about it and how many findings there are. Those that force a replacement come first.
func (p *Page) words(it *content.ItemText, found annotations.Counts, badges ...pageBadge) {
	if len(it.Words)+len(badges)+found.Sum() == 0 {
		return
	}
	out := &p.out
	out.Text(" ").Open("span", "class", "words")
	p.beginLate()
	p.badges(badges)
	p.found(found)
	for i, w := range it.Words {
		switch {
		case i >= it.Remarks && i < it.Forcing:
			out.Open("span", "class", "w forces")
			if i == it.Remarks {
				out.Open("span", "class", "badge").Text("forces replacement").Close("span").Text(" ")
			}
		case i >= len(it.Words)-it.Counts:
			out.Open("span", "class", "w quiet")
		default:
			out.Open("span", "class", "w")
		}
		out.Spans(w)
		out.Close("span").Text(" ")
	}
	p.endLate()
	out.Close("span")
}

// cause writes why a resource is replaced if other resources on the page are the reason, with
// links to these. The summary says the same, but links in it could not be used.
func (p *Page) cause(c *computed.Cause) {
	if c == nil {
		return
	}
	out := &p.out
	begun := false
	for _, a := range c.Attributes {
		spans := wording.ForcingSpans(a)
		if !slices.ContainsFunc(spans, p.hasLink) {
			continue
		}
		if !begun {
			out.Open("div", "class", "cause").Open("p").Text("Replaced because of").Close("p").Open("ul")
			begun = true
		}
		out.Open("li")
		out.Linked(doc.NewText(spans...), p.idOf)
		out.Close("li")
	}
	if begun {
		out.Close("ul", "div").Break()
	}
}

func (p *Page) hasLink(s doc.Span) bool {
	return s.Role == doc.Address && p.idOf(sinks.Escape(s.Text)) != ""
}

// body writes a body that has been kept.
func (p *Page) body(ref jsondoc.Ref) {
	if p.err != nil {
		return
	}
	text, err := p.loader.Bytes(ref)
	if err != nil {
		p.err = err
		return
	}
	p.beginBody()
	p.write(text)
	p.endBody()
}

// beginBody begins a body. Where there is a script, the content of a noscript element is a mere
// text, which costs a browser nearly nothing. Where there is none, it is markup like any other.
func (p *Page) beginBody() {
	p.out.Open("div", "class", "code", "translate", "no")
	p.beginLate()
	p.out.Break()
}

func (p *Page) endBody() {
	p.endLate()
	p.out.Close("div").Break()
}

// beginLate begins what the script makes elements of when they are needed, if the page is large.
func (p *Page) beginLate() {
	if p.late {
		p.out.Open("noscript")
	}
}

func (p *Page) endLate() {
	if p.late {
		p.out.Close("noscript")
	}
}

// group writes several resources that change alike.
func (p *Page) group(it *content.ResourceItem) {
	out := &p.out
	out.Begin("details", "class", "g")
	if p.open {
		out.Flag("open")
	}
	out.End().Open("summary")
	out.Sign(it.Sign)
	p.enter(it.Members[0].Number)
	out.Open("span", "class", "label").Open("span", "class", "times")
	out.Number(it.Count)
	out.Text(" ×").Close("span").Text(" ")
	p.address(it.Members[0].Address)
	if n := len(it.Label); n > 1 {
		const few = 4
		out.Open("span", "class", "others")
		for _, l := range it.Label[1:min(few, n)] {
			out.Text(", " + l)
		}
		if n > few {
			out.Text(", …")
		}
		out.Close("span")
	}
	out.Close("span")
	var found annotations.Counts
	for _, m := range it.Members {
		found = wording.FoundSum(found, p.kept[m.Number].Found)
	}
	p.words(&it.ItemText, found, p.badgesOf(it.Members...)...)
	out.Close("summary").Break().Open("div", "class", "members")
	p.tables(it)
	out.Open("div", "class", "rows").Break()
	for _, m := range it.Members {
		p.resource(it, m, false)
	}
	out.Close("div", "div", "details").Break()
}

// tables writes the values in which resources that change alike differ.
func (p *Page) tables(it *content.ResourceItem) {
	if len(it.Tables) == 0 {
		return
	}
	out := &p.out
	rest := func(text string) {
		if text != "" {
			out.Open("li").Open("span", "class", "hi").Text("… "+text+", shown in the rows below").Close("span", "li").Break()
		}
	}
	out.Open("ul", "class", "list own").Break()
	for i := range it.Tables {
		t := &it.Tables[i]
		for _, r := range t.Rows {
			out.Open("li").Open("code", "class", "addr").Text(r.Label).Close("code").Text(" ").Open("span", "class", "w")
			out.Spans(r.Value)
			out.Close("span", "li").Break()
		}
		rest(t.Rest())
	}
	rest(it.OthersText())
	out.Close("ul").Break()
}

// mutedItem writes resources that rules mute. Nothing is said about them but where they are.
func (p *Page) mutedItem(it *content.ResourceItem) {
	out := &p.out
	out.Open("details", "class", "g muted").Open("summary").Text(it.Label[0]).Close("summary").Break().Open("ul", "class", "list members").Break()
	for _, m := range it.Members {
		out.Begin("li", "class", "r")
		p.enter(m.Number)
		out.Attr("id", p.own[m.Number])
		out.Attr("data-a", m.Class.String())
		p.planAttr()
		if module, _ := plans.SplitModule(m.Address); module != "" {
			out.Attr("data-m", module)
		}
		out.Attr("data-t", p.kept[m.Number].Type)
		out.End()
		p.address(m.Address)
		out.Close("li").Break()
		p.pause()
	}
	out.Close("ul", "details").Break()
}

// row writes an output, or something else with a body that is not a resource. Its id begins with what it is.
func (p *Page) row(of content.Item, kind string) {
	it := of.Text()
	name := it.Label[0]
	id := p.ids.add(p.at.prefix + kind + "." + name)
	p.beginRow(id, kind, "", "", it.Sign)
	p.out.Sign(it.Sign)
	p.address(name)
	p.words(it, annotations.Counts{})
	p.endSummary(name, id)
	p.body(p.Rest[of])
	p.out.Close("details").Break()
	p.pause()
}

// module writes the resources of a module of a state.
func (p *Page) module(it *content.ModuleItem) {
	out := &p.out
	out.Open("div", "class", "g").Open("h3")
	out.Text(it.Label[0])
	out.Text(" ").Open("span", "class", "n")
	out.Number(it.Count)
	out.Close("span", "h3").Break()
	for _, i := range p.at.modules[it.Module] {
		head := &p.at.stored[i]
		p.beginRow(p.own[p.at.base+i], review.Stored.String(), head.Address, head.Type, doc.NoSign)
		p.address(head.Address)
		var words []string
		if head.Deposed != "" {
			words = append(words, "deposed object "+head.Deposed)
		}
		if head.Tainted {
			words = append(words, "tainted")
		}
		if len(words) > 0 {
			out.Text(" ").Open("span", "class", "words").Open("span", "class", "w")
			out.Text(strings.Join(words, ", "))
			out.Close("span", "span")
		}
		p.endSummary(head.Address, p.own[p.at.base+i])
		p.body(p.kept[p.at.base+i].body)
		out.Close("details").Break()
		p.pause()
	}
	out.Close("div").Break()
}

// listed writes an item that is not a change of a resource or an output.
func (p *Page) listed(it content.Item) {
	out := &p.out
	text := it.Text()
	block, isBlock := it.(*content.BlockItem)
	rename, isRename := it.(*content.RenameItem)
	if cond, ok := it.(*content.ConditionItem); ok {
		out.Begin("li")
		out.Attr("id", p.at.conditions[cond])
		out.End()
	} else {
		out.Open("li")
	}
	switch {
	case isRename:
		p.link(rename.Rename.From)
		out.Text(" ").Open("span", "class", "ar").Text("→").Close("span").Text(" ")
		p.link(rename.Rename.To)
	case isBlock: // a sentence about the block
		out.Text(wording.Capital(text.Label[0]))
	case text.Plain:
		out.Text(text.Label[0])
	default:
		p.link(text.Label[0])
	}
	if h, ok := it.(*content.HazardItem); ok {
		p.objects(h)
	} else {
		for _, w := range text.Words {
			out.Text(" ").Open("span", "class", "w")
			out.Linked(w, p.idOf)
			out.Close("span")
		}
	}
	if isBlock {
		out.Open("div", "class", "block").Begin("button", "type", "button", "class", "copy")
		out.Attr("data-copy-block", "")
		out.End().Text("Copy").Close("button").Open("pre", "translate", "no")
		for _, l := range block.Block {
			out.Text(l)
			out.Break()
		}
		out.Close("pre", "div")
	}
	if body, ok := p.Rest[it]; ok {
		out.Open("details", "class", "config").Open("summary").Text("Configuration").Close("summary").Break()
		p.body(body)
		out.Close("details")
	}
	out.Close("li").Break()
	p.pause()
}

// objects writes the objects of a hazard, with links. If there are many, most are folded.
func (p *Page) objects(h *content.HazardItem) {
	out := &p.out
	shown := h.Shown()
	for _, o := range h.Objects[:shown] {
		out.Text(" ").Open("span", "class", "w")
		p.link(o)
		out.Close("span")
	}
	if rest := h.Objects[shown:]; len(rest) > 0 {
		out.Open("details", "class", "more").Open("summary")
		out.Number(len(rest))
		out.Text(" more").Close("summary").Open("ul").Break()
		for _, o := range rest {
			out.Open("li")
			p.link(o)
			out.Close("li").Break()
		}
		out.Close("ul", "details")
	}
}

// link writes an address, as a link if the page has what it stands for.
func (p *Page) link(address string) { p.linkTo(address, address) }

// linkTo writes a name, as a link if the page has what is at an address.
func (p *Page) linkTo(name, address string) {
	id := p.idOf(sinks.Escape(address))
	if id == "" || address == "" {
		p.address(name)
		return
	}
	p.out.Begin("a")
	p.out.Fragment(id)
	p.out.End()
	p.address(name)
	p.out.Close("a")
}

// idOf returns the id of what an address stands for in the plan that is being written, or "". The
// address is spelled as on the page.
func (p *Page) idOf(spelled string) string { return p.at.addresses[spelled] }

// planAttr says in which of several plans something is.
func (p *Page) planAttr() {
	if p.Several {
		p.out.Attr("data-p", p.at.Title)
	}
}
