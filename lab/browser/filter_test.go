package browser_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/planfmt/planfmt"
)

// rows returns the ids of the resources and outputs that the filters leave, in the order of
// the page. What is folded is there, too.
func (p *tab) rows() []string {
	p.t.Helper()
	return evaluate[[]string](p, `[...document.querySelectorAll(".r")].filter(e => {
		for (; e; e = e.parentElement) if (getComputedStyle(e).display == "none") return false;
		return true;
	}).map(e => e.id)`)
}

// status returns what the live region of the filters says.
func (p *tab) status() string {
	p.t.Helper()
	return evaluate[string](p, `[...document.querySelectorAll("[role=status], output")].map(e => e.textContent).find(s => /\d/.test(s)) ?? ""`)
}

// wantRows fails the test unless the filters leave certain rows, and the page says how many.
func (p *tab) wantRows(what string, all int, want ...string) {
	p.t.Helper()
	got := p.rows()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		p.t.Errorf("%s: %q remain, want %q", what, got, want)
	}
	if got, want := p.status(), itoa(len(want)); !strings.Contains(got, want) || len(want) < all && !strings.Contains(got, itoa(all)) {
		p.t.Errorf("%s: the page says %q, want %s of %d", what, got, want, all)
	}
	if none := evaluate[bool](p, `document.getElementById("none").checkVisibility()`); none != (len(want) == 0) {
		p.t.Errorf("%s: the page says that nothing matches: %v", what, none)
	}
	if empty := evaluate[[]string](p, `[...document.querySelectorAll("main section")].filter(s => s.checkVisibility() && s.querySelector(".r") && ![...s.querySelectorAll(".r")].some(e => !e.closest("[hidden]"))).map(s => s.textContent.slice(0, 80))`); len(empty) > 0 {
		p.t.Errorf("%s: sections without resources are left: %q", what, empty)
	}
}

// choose chooses an option of a list.
func (p *tab) choose(id, value string) {
	p.t.Helper()
	evaluate[any](p, `(() => {
		const s = document.getElementById($1);
		const o = [...s.options].find(o => o.value == $2 || o.value == "=" + $2 || o.textContent.startsWith($2));
		if (!o) throw Error("no option " + $2 + " in " + s.innerHTML);
		s.value = o.value;
		s.dispatchEvent(new Event("input", {bubbles: true}));
		s.dispatchEvent(new Event("change", {bubbles: true}));
		return null;
	})()`, id, value)
}

// search types into the filter by text, and waits for what it does.
func (p *tab) search(text string) {
	p.t.Helper()
	p.click(`document.getElementById("text")`)
	evaluate[any](p, `(document.getElementById("text").select(), null)`)
	if text == "" {
		p.press(kb.Backspace)
	} else {
		p.press(text)
	}
	do(p, chromedp.Sleep(300*1e6))
}

func TestFilters(t *testing.T) {
	tab := open(t, estate())
	all := tab.rows()
	if want := len(estate().resources) + 1; len(all) != want {
		t.Fatalf("the page has %d resources and outputs, want %d: %q", len(all), want, all)
	}
	n := len(all)
	tab.wantRows("no filter", n, all...)

	chip := func(action string) string { return `document.querySelector(".chip[value=` + action + `]")` }
	tab.click(chip("replace"))
	tab.wantRows("replace", n, "aws_instance.web", "aws_subnet.a")
	same(t, "aria-pressed of the action", evaluate[string](tab, chip("replace")+`.getAttribute("aria-pressed")`), "true")
	tab.click(chip("delete"))
	tab.wantRows("replace and destroy", n, "aws_instance.web", "aws_subnet.a", "aws_cloudwatch_log_group.old")
	tab.choose("type", "aws_subnet")
	tab.wantRows("replace and destroy, aws_subnet", n, "aws_subnet.a")
	tab.click(`document.getElementById("reset")`)
	tab.wantRows("cleared", n, all...)
	same(t, "aria-pressed of the action", evaluate[string](tab, chip("replace")+`.getAttribute("aria-pressed")`), "false")
	same(t, "the type", evaluate[string](tab, `document.getElementById("type").value`), "")

	dns := []string{"module.dns.aws_route53_record.www", "module.dns.data.aws_route53_zone.main"}
	mail := `module.dns["a b"].aws_route53_record.mail`
	tab.choose("module", "module.dns (")
	tab.wantRows("module.dns, with its instances", n, append(dns, mail)...)
	tab.choose("module", `module.dns["a b"]`)
	tab.wantRows("an instance of the module", n, mail)
	tab.choose("module", "")
	tab.choose("type", "aws_route53_record")
	tab.wantRows("type", n, dns[0], mail)
	tab.choose("type", "")
	tab.wantRows("cleared by hand", n, all...)

	tab.search("NGINX=1.26")
	tab.wantRows("text in a body", n, "aws_instance.web")
	tab.search("route53 example")
	tab.wantRows("two words", n, append(dns, mail)...)
	tab.search("203.0.113.11")
	tab.wantRows("text of an output", n, "output.web_ip")
	tab.search(`["50%"]`)
	tab.wantRows("text of one in a group", n, `aws_s3_bucket.odd["50%"]`)
	if !evaluate[bool](tab, `document.getElementById($1).checkVisibility()`, `aws_s3_bucket.odd["50%"]`) {
		t.Log("what is found in a folded group is folded")
	}
	tab.search("copy address")
	tab.wantRows("the words on a button", n)
	tab.search("no such thing")
	tab.wantRows("nothing", n)
	tab.search(`<img src=x onerror=window.__pwned=1>`)
	tab.wantRows("markup", n)
	tab.search("(.*")
	tab.wantRows("a broken pattern", n)
	tab.search("")
	tab.wantRows("no text", n, all...)
}

// TestFiltersInLink opens links in which filters are kept.
func TestFiltersInLink(t *testing.T) {
	path := estate().write(t, planfmt.Options{})
	tab := newTab(t)
	tab.load(path, "")
	all := len(tab.rows())
	tab.click(`document.querySelector(".chip[value=create]")`)
	tab.choose("module", `module.dns["a b"]`)
	link := evaluate[string](tab, "location.href")
	other := newTab(t)
	do(other, chromedp.Navigate(link))
	other.wantRows("link", all, `module.dns["a b"].aws_route53_record.mail`)
	for _, fragment := range []string{"?", "?action=%E0%A4%A", "?action=none&module=__proto__&type=constructor&text=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E", "?text=&text=a&x=y"} {
		do(other, chromedp.Navigate("about:blank"), chromedp.Navigate(strings.SplitN(link, "#", 2)[0]+"#"+fragment))
		other.rows() // there is no exception
	}
	for _, message := range other.Seen().Messages {
		t.Errorf("the page wrote to the console: %s", message)
	}
}
