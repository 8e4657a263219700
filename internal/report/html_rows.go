package report

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/jsondoc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

// item writes a resource, several that change alike, an output, or a module of a state.
func (p *htmlPage) item(it item) {
	switch it := it.(type) {
	case *moduleItem:
		p.module(it)
	case *outputItem:
		p.output(it)
	case *resourceItem:
		switch {
		case it.plain:
			p.mutedItem(it)
		case len(it.members) == 1:
			p.resource(it, it.members[0], true)
		default:
			p.group(it)
		}
	}
}

// resource writes a resource. Unless it is one of a group, it says in a few words what changes.
func (p *htmlPage) resource(it *resourceItem, m review.Place, withWords bool) {
	p.enter(m.Number)
	r := &p.kept[m.Number]
	p.beginRow(p.own[m.Number], m.Class.String(), m.Address, r.typ, it.sign)
	p.out.Sign(it.sign)
	p.address(m.Address)
	switch {
	case withWords:
		p.words(&it.itemText)
	case len(it.plans) > 0:
		p.out.Markup(` <span class="words"><span class="w">in `)
		p.out.Text(p.at.title)
		p.out.Markup("</span></span>")
	}
	p.endSummary(m.Address, p.own[m.Number])
	p.declared(r.declared)
	p.cause(r.cause)
	p.body(r.body)
	p.out.Markup("</details>\n")
	p.pause()
}

// declared says where a resource is declared.
func (p *htmlPage) declared(at plans.Position) {
	if at.IsZero() {
		return
	}
	out := &p.out
	out.Markup(`<p class="declared">Declared at `)
	if at.Link != "" {
		out.Markup("<a")
		out.Page(at.Link)
		out.Markup(">")
	}
	out.Markup("<code>")
	out.Text(at.String())
	out.Markup("</code>")
	if at.Link != "" {
		out.Markup("</a>")
	}
	out.Markup("</p>\n")
}

// beginRow begins something that can be opened, up to its summary.
func (p *htmlPage) beginRow(id, kind, address, typ string, sign doc.Sign) {
	out := &p.out
	module, _ := plans.SplitModule(address)
	out.Markup(`<details class="r"`)
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
		out.Markup(" data-whole")
	}
	if p.open {
		out.Markup(" open")
	}
	out.Markup("><summary>")
}

// endSummary ends a summary, and writes what can be done with the row.
func (p *htmlPage) endSummary(address, id string) {
	out := &p.out
	out.Markup("</summary>\n")
	if p.late {
		out.Markup("<noscript data-tools>")
	}
	out.Markup(`<p class="tools"><button type="button" class="copy"`)
	out.Attr("data-copy", address)
	out.Attr("aria-label", "Copy address "+address)
	out.Markup(">Copy address</button> <a")
	out.Fragment(id)
	out.Attr("aria-label", "Link to "+address)
	out.Markup(">Link</a></p>")
	p.endLate()
	out.Markup("\n")
}

// address writes an address, so that the name stands out.
func (p *htmlPage) address(address string) {
	out := &p.out
	module, rest := plans.SplitModule(address)
	name, key := plans.SplitKey(rest)
	out.Markup(`<code class="addr">`)
	if module != "" {
		out.Markup(`<span class="m">`)
		out.Text(module + ".")
		out.Markup("</span>")
	}
	out.Text(name)
	if key != "" {
		out.Markup(`<span class="key">`)
		out.Text(key)
		out.Markup("</span>")
	}
	out.Markup("</code>")
}

// words writes what is said about an item. What forces a replacement comes first.
func (p *htmlPage) words(it *itemText) {
	if len(it.words) == 0 {
		return
	}
	out := &p.out
	out.Markup(` <span class="words">`)
	p.beginLate()
	for i, w := range it.words {
		switch {
		case i >= it.remarks && i < it.forcing:
			out.Markup(`<span class="w forces">`)
			if i == it.remarks {
				out.Markup(`<span class="badge">forces replacement</span> `)
			}
		case i >= len(it.words)-it.counts:
			out.Markup(`<span class="w quiet">`)
		default:
			out.Markup(`<span class="w">`)
		}
		out.Spans(w)
		out.Markup("</span> ")
	}
	p.endLate()
	out.Markup("</span>")
}

// cause writes why a resource is replaced if other resources on the page are the reason, with
// links to these. The summary says the same, but links in it could not be used.
func (p *htmlPage) cause(c *computed.Cause) {
	if c == nil {
		return
	}
	out := &p.out
	begun := false
	for _, a := range c.Attributes {
		spans := ForcingSpans(a)
		if !slices.ContainsFunc(spans, p.hasLink) {
			continue
		}
		if !begun {
			out.Markup(`<div class="cause"><p>Replaced because of</p><ul>`)
			begun = true
		}
		out.Markup("<li>")
		out.Linked(doc.NewText(spans...), p.idOf)
		out.Markup("</li>")
	}
	if begun {
		out.Markup("</ul></div>\n")
	}
}

func (p *htmlPage) hasLink(s doc.Span) bool {
	return s.Role == doc.Address && p.idOf(sinks.Escape(s.Text)) != ""
}

// body writes a body that has been kept.
func (p *htmlPage) body(ref jsondoc.Ref) {
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
func (p *htmlPage) beginBody() {
	p.out.Markup(`<div class="code" translate="no">`)
	p.beginLate()
	p.out.Markup("\n")
}

func (p *htmlPage) endBody() {
	p.endLate()
	p.out.Markup("</div>\n")
}

// beginLate begins what the script makes elements of when they are needed, if the page is large.
func (p *htmlPage) beginLate() {
	if p.late {
		p.out.Markup("<noscript>")
	}
}

func (p *htmlPage) endLate() {
	if p.late {
		p.out.Markup("</noscript>")
	}
}

// group writes several resources that change alike.
func (p *htmlPage) group(it *resourceItem) {
	out := &p.out
	out.Markup(`<details class="g"`)
	if p.open {
		out.Markup(" open")
	}
	out.Markup("><summary>")
	out.Sign(it.sign)
	p.enter(it.members[0].Number)
	out.Markup(`<span class="label"><span class="times">`)
	out.Number(it.count)
	out.Markup(" ×</span> ")
	p.address(it.members[0].Address)
	if n := len(it.label); n > 1 {
		const few = 4
		out.Markup(`<span class="others">`)
		for _, l := range it.label[1:min(few, n)] {
			out.Text(", " + l)
		}
		if n > few {
			out.Markup(", …")
		}
		out.Markup("</span>")
	}
	out.Markup("</span>")
	p.words(&it.itemText)
	out.Markup("</summary>\n" + `<div class="members">`)
	p.tables(it)
	out.Markup(`<div class="rows">` + "\n")
	for _, m := range it.members {
		p.resource(it, m, false)
	}
	out.Markup("</div></div></details>\n")
}

// tables writes the values in which resources that change alike differ.
func (p *htmlPage) tables(it *resourceItem) {
	if len(it.tables) == 0 {
		return
	}
	out := &p.out
	rest := func(text string) {
		if text != "" {
			out.Markup(`<li><span class="hi">`)
			out.Text("… " + text + ", shown in the rows below")
			out.Markup("</span></li>\n")
		}
	}
	out.Markup(`<ul class="list own">` + "\n")
	for i := range it.tables {
		t := &it.tables[i]
		for _, r := range t.rows {
			out.Markup(`<li><code class="addr">`)
			out.Text(r.label)
			out.Markup(`</code> <span class="w">`)
			out.Spans(r.value)
			out.Markup("</span></li>\n")
		}
		rest(t.rest())
	}
	rest(it.othersText())
	out.Markup("</ul>\n")
}

// mutedItem writes resources that rules mute. Nothing is said about them but where they are.
func (p *htmlPage) mutedItem(it *resourceItem) {
	out := &p.out
	out.Markup(`<details class="g muted"><summary>`)
	out.Text(it.label[0])
	out.Markup("</summary>\n" + `<ul class="list members">` + "\n")
	for _, m := range it.members {
		out.Markup(`<li class="r"`)
		p.enter(m.Number)
		out.Attr("id", p.own[m.Number])
		out.Attr("data-a", m.Class.String())
		p.planAttr()
		if module, _ := plans.SplitModule(m.Address); module != "" {
			out.Attr("data-m", module)
		}
		out.Attr("data-t", p.kept[m.Number].typ)
		out.Markup(">")
		p.address(m.Address)
		out.Markup("</li>\n")
		p.pause()
	}
	out.Markup("</ul></details>\n")
}

// output writes an output.
func (p *htmlPage) output(it *outputItem) {
	name := it.label[0]
	id := p.ids.add(p.at.prefix + "output." + name)
	p.beginRow(id, "output", "", "", it.sign)
	p.out.Sign(it.sign)
	p.address(name)
	p.words(&it.itemText)
	p.endSummary(name, id)
	p.body(it.body)
	p.out.Markup("</details>\n")
	p.pause()
}

// module writes the resources of a module of a state.
func (p *htmlPage) module(it *moduleItem) {
	out := &p.out
	out.Markup(`<div class="g"><h3>`)
	out.Text(it.label[0])
	out.Markup(` <span class="n">`)
	out.Number(it.count)
	out.Markup("</span></h3>\n")
	for _, i := range p.at.modules[it.module] {
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
			out.Markup(` <span class="words"><span class="w">`)
			out.Text(strings.Join(words, ", "))
			out.Markup("</span></span>")
		}
		p.endSummary(head.Address, p.own[p.at.base+i])
		p.body(p.kept[p.at.base+i].body)
		out.Markup("</details>\n")
		p.pause()
	}
	out.Markup("</div>\n")
}

// listed writes an item that is no change of a resource or an output.
func (p *htmlPage) listed(it item) {
	out := &p.out
	text := it.text()
	block, isBlock := it.(*blockItem)
	rename, isRename := it.(*renameItem)
	out.Markup("<li>")
	switch {
	case isRename:
		p.link(rename.rename.From)
		out.Markup(` <span class="ar">→</span> `)
		p.link(rename.rename.To)
	case isBlock: // a sentence about the block
		out.Text(capital(text.label[0]))
	case text.plain:
		out.Text(text.label[0])
	default:
		p.link(text.label[0])
	}
	for _, w := range text.words {
		out.Markup(` <span class="w">`)
		out.Linked(w, p.idOf)
		out.Markup("</span>")
	}
	if isBlock {
		out.Markup(`<div class="block"><button type="button" class="copy"`)
		out.Attr("data-copy-block", "")
		out.Markup(`>Copy</button><pre translate="no">`)
		for _, l := range block.block {
			out.Text(l)
			out.Markup("\n")
		}
		out.Markup("</pre></div>")
	}
	if a, ok := it.(*actionItem); ok && a.hasBody {
		out.Markup(`<details class="config"><summary>Configuration</summary>` + "\n")
		p.body(a.body)
		out.Markup("</details>")
	}
	out.Markup("</li>\n")
	p.pause()
}

// link writes an address, as a link if the page has what it stands for.
func (p *htmlPage) link(address string) {
	id := p.idOf(sinks.Escape(address))
	if id == "" {
		p.address(address)
		return
	}
	p.out.Markup("<a")
	p.out.Fragment(id)
	p.out.Markup(">")
	p.address(address)
	p.out.Markup("</a>")
}

// idOf returns the id of what an address stands for in the plan that is being written, or "". The
// address is spelled as on the page.
func (p *htmlPage) idOf(spelled string) string { return p.at.addresses[spelled] }

// planAttr says in which of several plans something is.
func (p *htmlPage) planAttr() {
	if p.several {
		p.out.Attr("data-p", p.at.title)
	}
}
