package report

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

// nameResources gives each resource its id, in the order of importance. That of a planned change
// is its address.
func (p *htmlPage) nameResources(c *contents) {
	for i := range p.at.stored {
		head := &p.at.stored[i]
		p.name(p.at.base+i, head.Address, deposedSuffix(head.Deposed))
		module, _ := plans.SplitModule(head.Address)
		p.at.modules[module] = append(p.at.modules[module], i)
	}
	for i := range c.sections {
		for _, it := range c.sections[i].items {
			for _, m := range membersOf(it) {
				p.nameMember(m)
			}
		}
	}
}

func (p *htmlPage) nameMember(m review.Place) {
	suffix := deposedSuffix(m.Deposed)
	if m.Class == review.Drift {
		suffix += "~drift"
	}
	p.name(m.Number, m.Address, suffix)
}

// name gives a resource its id. Of several plans, the name of the plan is part of it.
func (p *htmlPage) name(number int, address, suffix string) {
	id := p.ids.add(p.at.prefix + address + suffix)
	p.own[number] = id
	if key := sinks.Escape(address); p.at.addresses[key] == "" {
		p.at.addresses[key] = id
	}
}

// document writes the page from its first to its last byte. list writes what can be filtered.
func (p *htmlPage) document(list func()) {
	p.open, p.late = p.lines.shown <= openLines, p.lines.shown+p.lines.folded > lateLines
	out := &p.out
	out.Markup("<!doctype html>\n" + `<html lang="en">` + "\n<head>\n" + `<meta charset="utf-8">` + "\n")
	out.Markup(`<meta http-equiv="Content-Security-Policy"`)
	out.Attr("content", contentPolicy(p.style, p.script))
	out.Markup(">\n" + `<meta name="referrer" content="no-referrer">` + "\n")
	out.Markup(`<meta name="viewport" content="width=device-width, initial-scale=1">` + "\n")
	out.Markup(`<meta name="color-scheme" content="light dark">` + "\n")
	out.Markup(`<meta name="generator" content="planfmt">` + "\n<title>")
	out.Text(p.titleText())
	out.Markup("</title>\n")
	out.Style(p.style)
	out.Markup("</head>\n" + `<body id="page">` + "\n")
	out.Markup(`<a class="skip" href="#changes">Skip to the list</a>` + "\n")
	p.header()
	p.filterBar()
	out.Markup(`<main id="changes" tabindex="-1"`)
	if p.sum.State != computed.NotState {
		out.Markup(" data-state")
	}
	out.Markup(">\n<!-- changes -->\n")
	list()
	out.Markup("<!-- end of changes -->\n" + `<p class="empty" id="none" hidden>Nothing matches the filters.</p>` + "\n</main>\n")
	p.footer()
	out.Script(p.script)
	out.Markup("</body>\n</html>\n")
}

// sections writes all sections.
func (p *htmlPage) sections(c *contents) {
	if len(c.sections) == 0 {
		p.out.Markup(`<p class="empty">There is nothing to list.</p>` + "\n")
	}
	for i := range c.sections {
		p.section(&c.sections[i])
	}
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
		case isTitle, len(l.counts) > 0:
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
`)
	if p.several {
		p.out.Markup(`<label><span>Plan</span> <select id="plan"><option value="">All plans</option></select></label>
`)
	}
	p.out.Markup(`<label><span>Module</span> <select id="module"><option value="">All modules</option></select></label>
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
		id := p.ids.add(p.at.prefix + "~" + strings.Join(strings.Fields(sec.title), "-"))
		out.Attr("aria-labelledby", id)
		if p.several {
			out.Markup(">\n<h3")
		} else {
			out.Markup(">\n<h2")
		}
		out.Attr("id", id)
		out.Markup(">")
		title := sec.title
		if !sec.verbatim {
			title = strings.ToUpper(title[:1]) + title[1:]
		}
		out.Text(title)
		if sec.counted {
			out.Markup(` <span class="n">`)
			out.Number(sec.count())
			out.Markup("</span>")
		}
		if p.several {
			out.Markup("</h3>\n")
		} else {
			out.Markup("</h2>\n")
		}
	} else {
		out.Markup(">\n")
	}
	if sec.kind == resourceSection || sec.kind == outputSection || sec.kind == moduleSection {
		out.Markup(`<div class="rows">` + "\n")
		for i := range sec.items {
			p.item(sec.items[i])
		}
		out.Markup("</div>\n")
	} else if len(sec.items) > 0 {
		out.Markup(`<ul class="list">` + "\n")
		for i := range sec.items {
			p.listed(sec.items[i])
		}
		out.Markup("</ul>\n")
	}
	out.Markup("</section>\n")
}

// contentPolicy returns the Content-Security-Policy of the page. It allows nothing but the
// style sheet and the script in it.
func contentPolicy(style, script string) string {
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return strings.Join([]string{
		"default-src 'none'", "script-src " + hash(script), "style-src " + hash(style), "base-uri 'none'", "form-action 'none'",
	}, "; ")
}
