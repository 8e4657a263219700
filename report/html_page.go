package report

import (
	"io"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/jsondoc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

// htmlPage writes a page.
type htmlPage struct {
	*HTML
	content *contents
	modules map[string][]int // the resources of a state, by module

	out    sinks.HTML
	loader *jsondoc.Loader
	ids    pageIDs
	own    []string // the ids of the resources, by number
	open   bool     // bodies are open from the start
	late   bool     // the script makes elements of a body only when somebody opens it
	err    error
}

const (
	pageChunk = 64 << 10 // how many bytes are collected before they are written
	openLines = 150      // if the bodies have more lines than this, they are closed at first
	lateLines = 5000     // if they have more lines than this, with those in folds, a browser takes long for them
)

// flush writes what has been collected.
func (p *htmlPage) flush() {
	if p.err != nil || p.out.Len() == 0 {
		p.out.Reset()
		return
	}
	p.writeOut(p.out.Bytes())
	p.out.Reset()
}

func (p *htmlPage) writeOut(text []byte) {
	if p.err != nil {
		return
	}
	n, err := p.w.Write(text)
	if err == nil && n != len(text) {
		err = io.ErrShortWrite
	}
	p.err = err
}

// write writes a fragment. A large one is not copied.
func (p *htmlPage) write(fragment []byte) {
	if len(fragment) < pageChunk {
		p.out.Append(fragment)
		return
	}
	p.flush()
	p.writeOut(fragment)
}

// pause flushes if much has been collected.
func (p *htmlPage) pause() {
	if p.out.Len() >= pageChunk {
		p.flush()
	}
}

// nameResources gives each resource its id, in the order of importance. That of a planned change
// is its address.
func (p *htmlPage) nameResources() {
	p.own, p.modules = make([]string, len(p.kept)), map[string][]int{}
	name := func(number int, address, suffix string) {
		id := p.ids.add(address + suffix)
		p.own[number] = id
		if key := sinks.Escape(address); p.ids.addresses[key] == "" {
			p.ids.addresses[key] = id
		}
	}
	for i := range p.stored {
		head := &p.stored[i]
		name(i, head.Address, deposedSuffix(head.Deposed))
		module, _ := plans.SplitModule(head.Address)
		p.modules[module] = append(p.modules[module], i)
	}
	for i := range p.content.sections {
		for _, it := range p.content.sections[i].items {
			for _, m := range it.members {
				suffix := deposedSuffix(m.Deposed)
				if m.Class == review.Drift {
					suffix += "~drift"
				}
				name(m.Number, m.Address, suffix)
			}
		}
	}
}

func deposedSuffix(key string) string {
	if key == "" {
		return ""
	}
	return "~deposed-" + key
}

// document writes the page from its first to its last byte.
func (p *htmlPage) document() {
	p.open, p.late = p.lines.shown <= openLines, p.lines.shown+p.lines.folded > lateLines
	out := &p.out
	out.Markup("<!doctype html>\n" + `<html lang="en">` + "\n<head>\n" + `<meta charset="utf-8">` + "\n")
	out.Markup(`<meta http-equiv="Content-Security-Policy"`)
	out.Attr("content", contentPolicy())
	out.Markup(">\n" + `<meta name="referrer" content="no-referrer">` + "\n")
	out.Markup(`<meta name="viewport" content="width=device-width, initial-scale=1">` + "\n")
	out.Markup(`<meta name="color-scheme" content="light dark">` + "\n")
	out.Markup(`<meta name="generator" content="planfmt">` + "\n<title>")
	out.Text(p.titleText())
	out.Markup("</title>\n")
	out.Style(pageStyle)
	out.Markup("</head>\n" + `<body id="page">` + "\n")
	out.Markup(`<a class="skip" href="#changes">Skip to the list</a>` + "\n")
	p.header()
	p.filterBar()
	out.Markup(`<main id="changes" tabindex="-1"`)
	if p.sum.State != computed.NotState {
		out.Markup(" data-state")
	}
	out.Markup(">\n<!-- changes -->\n")
	if len(p.content.sections) == 0 {
		out.Markup(`<p class="empty">There is nothing to list.</p>` + "\n")
	}
	for i := range p.content.sections {
		p.section(&p.content.sections[i])
	}
	out.Markup("<!-- end of changes -->\n" + `<p class="empty" id="none" hidden>Nothing matches the filters.</p>` + "\n</main>\n")
	p.footer()
	out.Script(pageScript)
	out.Markup("</body>\n</html>\n")
}

// titleText returns what stands in the title bar.
func (p *htmlPage) titleText() string {
	var words []string
	if p.opts.Title != "" {
		words = append(words, p.opts.Title)
	}
	for _, l := range p.content.head {
		if l.isHeadline || p.sum.State != computed.NotState && len(words) == 0 {
			words = append(words, strings.TrimSpace(string(doc.NewText(l.text...).Bytes)))
		}
	}
	if len(words) == 0 {
		return "Plan"
	}
	return strings.Join(words, " – ")
}

// header writes the title, the headline, and what else is to be said at the top.
func (p *htmlPage) header() {
	out := &p.out
	out.Markup(`<header id="summary" aria-label="Summary">` + "\n")
	if p.opts.Title != "" {
		out.Markup("<h1>")
		out.Text(p.opts.Title)
		out.Markup("</h1>\n")
	}
	for i, l := range p.content.head {
		text := doc.NewText(l.text...)
		isTitle := l.isHeadline || p.sum.State != computed.NotState && i == len(p.content.head)-1
		switch {
		case isTitle && p.opts.Title == "":
			out.Markup(`<h1 class="headline">`)
			out.Spans(text)
			out.Markup("</h1>\n")
		case isTitle:
			out.Markup(`<p class="headline">`)
			out.Spans(text)
			out.Markup("</p>\n")
		default:
			out.Markup(`<p class="notice">`)
			out.Spans(text)
			out.Markup("</p>\n")
		}
		if len(l.counts) > 0 {
			out.Markup(`<ul class="counts">`)
			for _, c := range l.counts {
				out.Markup("<li>")
				out.Text(c)
				out.Markup("</li>")
			}
			out.Markup("</ul>\n")
		}
	}
	out.Markup("</header>\n")
}

// filterBar writes what the script makes the filters of.
func (p *htmlPage) filterBar() {
	p.out.Markup(`<search id="filter" aria-label="Filters" hidden>
<form>
<input id="text" type="search" placeholder="Filter by text" aria-label="Text" title="Press / to come here" autocomplete="off" spellcheck="false">
<fieldset id="actions"><legend>Action</legend></fieldset>
<label><span>Module</span> <select id="module"><option value="">All modules</option></select></label>
<label><span>Type</span> <select id="type"><option value="">All types</option></select></label>
<span class="buttons"><button id="reset" type="reset">Clear filters</button>
<button id="expand" type="button">Expand all</button>
<button id="collapse" type="button">Collapse all</button></span>
<output id="shown" role="status" aria-live="polite"></output>
</form>
</search>
`)
}

func (p *htmlPage) footer() {
	out := &p.out
	out.Markup("<footer>\n")
	for _, t := range p.content.tail {
		out.Markup(`<p class="hash">`)
		out.Spans(t)
		out.Markup("</p>\n")
	}
	out.Markup(`<details class="keys" id="keys"><summary>Keyboard</summary>
<dl>
<dt><kbd>/</kbd></dt><dd>filter by text</dd>
<dt><kbd>j</kbd> <kbd>k</kbd> or <kbd>↓</kbd> <kbd>↑</kbd></dt><dd>go to the next, the previous row</dd>
<dt><kbd>Enter</kbd></dt><dd>expand or collapse the row</dd>
<dt><kbd>e</kbd> <kbd>c</kbd></dt><dd>expand all, collapse all</dd>
<dt><kbd>y</kbd></dt><dd>copy the address of the row</dd>
<dt><kbd>Esc</kbd></dt><dd>clear the filters</dd>
</dl>
</details>
<p>Made by planfmt.</p>
<p class="vh" id="live" role="status" aria-live="polite"></p>
</footer>
`)
}

// section writes a section with its items.
func (p *htmlPage) section(sec *section) {
	out := &p.out
	out.Markup(`<section class="sec"`)
	if sec.title != "" {
		// An attribute that refers to ids takes a blank for the end of one.
		id := p.ids.add("~" + strings.Join(strings.Fields(sec.title), "-"))
		out.Attr("aria-labelledby", id)
		out.Markup(">\n<h2")
		out.Attr("id", id)
		out.Markup(">")
		title := sec.title
		if !sec.verbatim {
			title = strings.ToUpper(title[:1]) + title[1:]
		}
		out.Text(title)
		if sec.counted {
			n := 0
			for i := range sec.items {
				n += sec.items[i].count
			}
			out.Markup(` <span class="n">`)
			out.Number(n)
			out.Markup("</span>")
		}
		out.Markup("</h2>\n")
	} else {
		out.Markup(">\n")
	}
	if sec.kind == resourceSection || sec.kind == outputSection || sec.kind == moduleSection {
		out.Markup(`<div class="rows">` + "\n")
		for i := range sec.items {
			p.item(sec, &sec.items[i])
		}
		out.Markup("</div>\n")
	} else if len(sec.items) > 0 {
		out.Markup(`<ul class="list">` + "\n")
		for i := range sec.items {
			p.listed(sec, &sec.items[i])
		}
		out.Markup("</ul>\n")
	}
	out.Markup("</section>\n")
}

// item writes a resource, several that change alike, an output, or a module of a state.
func (p *htmlPage) item(sec *section, it *item) {
	switch {
	case sec.kind == moduleSection:
		p.module(it)
	case it.output != nil:
		p.output(it)
	case it.plain:
		p.mutedItem(it)
	case len(it.members) == 1:
		p.resource(it, it.members[0], true)
	default:
		p.group(it)
	}
}

// resource writes a resource. Unless it is one of a group, it says in a few words what changes.
func (p *htmlPage) resource(it *item, m review.Place, withWords bool) {
	r := &p.kept[m.Number]
	p.beginRow(p.own[m.Number], m.Class.String(), m.Address, r.typ, it.sign)
	p.out.Sign(it.sign)
	p.address(m.Address)
	if withWords {
		p.words(it)
	}
	p.endSummary(m.Address, p.own[m.Number])
	p.cause(r.cause)
	p.body(r.body)
	p.out.Markup("</details>\n")
	p.pause()
}

// beginRow begins something that can be opened, up to its summary.
func (p *htmlPage) beginRow(id, kind, address, typ string, sign doc.Sign) {
	out := &p.out
	module, _ := plans.SplitModule(address)
	out.Markup(`<details class="r"`)
	out.Attr("id", id)
	out.Attr("data-a", kind)
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
func (p *htmlPage) words(it *item) {
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
		out.Linked(doc.NewText(spans...), p.ids.address)
		out.Markup("</li>")
	}
	if begun {
		out.Markup("</ul></div>\n")
	}
}

func (p *htmlPage) hasLink(s doc.Span) bool {
	return s.Role == doc.Address && p.ids.address(sinks.Escape(s.Text)) != ""
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

// lineBody writes a body line by line.
func (p *htmlPage) lineBody(write func(*doc.Writer)) {
	p.beginBody()
	for l := range doc.Lines(write) {
		p.out.Line(&l)
		if p.pause(); p.err != nil {
			break
		}
	}
	p.out.EndLines()
	p.endBody()
}

// group writes several resources that change alike.
func (p *htmlPage) group(it *item) {
	out := &p.out
	out.Markup(`<details class="g"`)
	if p.open {
		out.Markup(" open")
	}
	out.Markup("><summary>")
	out.Sign(it.sign)
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
	p.words(it)
	out.Markup("</summary>\n" + `<div class="members"><div class="rows">` + "\n")
	for _, m := range it.members {
		p.resource(it, m, false)
	}
	out.Markup("</div></div></details>\n")
}

// mutedItem writes resources that rules mute. Nothing is said about them but where they are.
func (p *htmlPage) mutedItem(it *item) {
	out := &p.out
	out.Markup(`<details class="g muted"><summary>`)
	out.Text(it.label[0])
	out.Markup("</summary>\n" + `<ul class="list members">` + "\n")
	for _, m := range it.members {
		out.Markup(`<li class="r"`)
		out.Attr("id", p.own[m.Number])
		out.Attr("data-a", m.Class.String())
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
func (p *htmlPage) output(it *item) {
	o := it.output
	id := p.ids.add("output." + o.Name)
	p.beginRow(id, "output", "", "", it.sign)
	p.out.Sign(it.sign)
	p.address(o.Name)
	p.words(it)
	p.endSummary(o.Name, id)
	p.lineBody(func(w *doc.Writer) {
		if p.sum.State != computed.NotState {
			writeStateOutput(w, o)
		} else {
			writeOutput(w, o, 0, pageBody())
		}
	})
	p.out.Markup("</details>\n")
	p.pause()
}

// module writes the resources of a module of a state.
func (p *htmlPage) module(it *item) {
	out := &p.out
	out.Markup(`<div class="g"><h3>`)
	out.Text(it.label[0])
	out.Markup(` <span class="n">`)
	out.Number(it.count)
	out.Markup("</span></h3>\n")
	for _, i := range p.modules[it.module] {
		head := &p.stored[i]
		p.beginRow(p.own[i], review.Stored.String(), head.Address, head.Type, doc.NoSign)
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
		p.endSummary(head.Address, p.own[i])
		p.body(p.kept[i].body)
		out.Markup("</details>\n")
		p.pause()
	}
	out.Markup("</div>\n")
}

// listed writes an item that is no change of a resource or an output.
func (p *htmlPage) listed(sec *section, it *item) {
	out := &p.out
	out.Markup("<li>")
	switch {
	case it.rename != nil:
		p.link(it.rename.From)
		out.Markup(` <span class="ar">→</span> `)
		p.link(it.rename.To)
	case it.plain && len(it.block) > 0: // a sentence about the block
		out.Text(capital(it.label[0]))
	case it.plain:
		out.Text(it.label[0])
	default:
		p.link(it.label[0])
	}
	for _, w := range it.words {
		out.Markup(` <span class="w">`)
		out.Linked(w, p.ids.address)
		out.Markup("</span>")
	}
	if len(it.block) > 0 {
		out.Markup(`<div class="block"><button type="button" class="copy"`)
		out.Attr("data-copy-block", "")
		out.Markup(`>Copy</button><pre translate="no">`)
		for _, l := range it.block {
			out.Text(l)
			out.Markup("\n")
		}
		out.Markup("</pre></div>")
	}
	if it.action != nil {
		out.Markup(`<details class="config"><summary>Configuration</summary>` + "\n")
		p.lineBody(func(w *doc.Writer) { writeInvocation(w, it.action, nil) })
		out.Markup("</details>")
	}
	out.Markup("</li>\n")
	p.pause()
}

// link writes an address, as a link if the page has what it stands for.
func (p *htmlPage) link(address string) {
	id := p.ids.address(sinks.Escape(address))
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
