package browser_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/planfmt/planfmt"
)

// TestLarge counts the elements of a page with 5,000 resources: what the page makes before somebody wants to see it is work for nothing, and
// grows with the plan. A filter that is typed as soon as the page has loaded applies to all resources nevertheless.
func TestLarge(t *testing.T) {
	needChromium(t)
	const n, left = 5000, 25 // security groups that have an id, as the seventh of a module
	path := many(n).write(t, planfmt.Options{})
	tab := newTab(t)
	tab.navigate(path, "")
	evaluate[any](tab, `(document.getElementById("text").focus(), null)`)
	tab.press("node_7 sg-0000000000000")
	evaluate[any](tab, `new Promise(done => {
		const look = () => document.getElementById("shown").textContent.includes($1)
			? requestAnimationFrame(() => setTimeout(done)) : requestAnimationFrame(look);
		look();
	})`, fmt.Sprintf("%d of %d", left, n))
	same(t, "resources that the filter leaves", len(tab.rows()), left)
	tab.check(path)
	tab.Close()

	tab = newTab(t)
	tab.load(path, "")
	const most = 15 // elements for each resource: a row with its words, and not its body
	for _, step := range []struct{ what, expression string }{
		{"load", `null`},
		{"filter by action", `document.querySelector(".chip[value=replace]").click()`},
		{"clear", `document.getElementById("reset").click()`},
		{"expand all", `document.getElementById("expand").click()`},
		{"collapse all", `document.getElementById("collapse").click()`},
		{"go to the last resource", `location.hash = "#" + encodeURIComponent([...document.querySelectorAll(".r")].at(-1).id)`},
		{"next resource by key", `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "k", bubbles: true}))`},
	} {
		elements := evaluate[int](tab, `(async () => {
			`+step.expression+`;
			await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
			return document.getElementsByTagName("*").length;
		})()`)
		t.Logf("%s: %d elements, %.1f for each resource", step.what, elements, float64(elements)/n)
		if elements > most*n {
			t.Errorf("%s: the page has %d elements for %d resources, more than %d for each", step.what, elements, n, most)
		}
	}
}

// TestLargeLink opens a link to a resource in the middle of a large page.
func TestLargeLink(t *testing.T) {
	tab := newTab(t)
	const id = "module.service_30.aws_instance.node_0"
	p := many(5000)
	tab.load(p.write(t, planfmt.Options{}), id)
	tab.wantTarget(id)
	// It stays there while what is around it is laid out.
	do(tab, chromedp.Sleep(500*time.Millisecond))
	tab.wantTarget(id)
}

// TestLate reads a page with so many lines that bodies become elements only when somebody opens
// them. Nobody must notice.
func TestLate(t *testing.T) {
	p := many(300)
	p.resources = append(p.resources, estate().resources...)
	p.config = estate().config
	path := p.write(t, planfmt.Options{})
	const web = `document.getElementById("aws_instance.web")`
	const late = `document.querySelectorAll(".code noscript").length`

	tab := newTab(t)
	tab.load(path, "")
	if n := evaluate[int](tab, late); n < 300 {
		t.Errorf("only %d bodies wait to be opened: the test needs a larger page", n)
	}
	tab.search("nginx=1.26 aws_subnet.a")
	if rows := tab.rows(); len(rows) != 1 || rows[0] != "aws_instance.web" {
		t.Errorf("the filter by text leaves %q", rows)
	}
	tab.search("span class")
	if rows := tab.rows(); len(rows) != 0 {
		t.Errorf("the filter by text finds markup in %d resources", len(rows))
	}
	tab.search(`"name" = "mail.example.com"`) // with quotes, as the page shows it
	tab.search(`mail.example.com"`)
	if rows := tab.rows(); len(rows) != 1 {
		t.Errorf("the filter by text with a quote leaves %q", rows)
	}
	tab.search("")
	tab.click(web + `.querySelector("summary")`)
	tab.wait("the body", web+`.querySelector(".code").innerText.includes("nginx=1.26")`)
	tab.click(`[...` + web + `.querySelectorAll(".code summary")].find(e => /unchanged/.test(e.textContent))`)
	tab.wait("what does not change", web+`.querySelector(".code").innerText.includes("eu-central-1a")`)
	tab.click(`document.getElementById("expand")`)
	tab.wait("what is on the screen", `[...document.querySelectorAll(".r[open]")].filter(e => e.getBoundingClientRect().top < innerHeight && e.getBoundingClientRect().bottom > 0).every(e => e.querySelector(".l"))`)
	evaluate[any](tab, `(scrollTo(0, document.documentElement.scrollHeight / 2), null)`)
	tab.wait("what comes onto the screen", `[...document.querySelectorAll(".r[open]")].filter(e => e.getBoundingClientRect().top < innerHeight && e.getBoundingClientRect().bottom > 0).every(e => e.querySelector(".l"))`)

	printed := newTab(t)
	printed.load(path, "")
	evaluate[any](printed, `(dispatchEvent(new Event("beforeprint")), null)`)
	same(t, "bodies that are not on paper", evaluate[int](printed, late), 0)
	evaluate[any](printed, `(dispatchEvent(new Event("afterprint")), null)`)
	if open := evaluate[int](printed, `document.querySelectorAll(".r[open]").length`); open > 0 {
		t.Errorf("after printing, %d resources are open that were not", open)
	}

	without := newTab(t)
	command(without, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	without.load(path, "")
	without.click(web + `.querySelector("summary")`)
	same(t, "without a script, the body is there", evaluate[bool](without, web+`.querySelector(".code .l").checkVisibility() && `+web+`.querySelector(".code").innerText.includes("nginx=1.26")`), true)
}
