package browser_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// focus returns what has the focus: its id, or that of the resource whose summary it is, or its text.
func (p *tab) focus() string {
	p.t.Helper()
	return evaluate[string](p, `(() => {
		const e = document.activeElement;
		if (!e || e == document.body) return "nothing";
		return e.id || e.matches("summary") && e.parentElement.id || e.textContent.trim().replace(/\s+/g, " ").slice(0, 60) || e.outerHTML;
	})()`)
}

// wantFocus fails the test unless something has the focus, on the screen, and shows that.
func (p *tab) wantFocus(what, want string) {
	p.t.Helper()
	if got := p.focus(); !strings.Contains(got, want) {
		p.t.Errorf("%s: the focus is on %q, want %q", what, got, want)
	}
	p.wantVisibleFocus(what)
}

func (p *tab) wantVisibleFocus(what string) {
	p.t.Helper()
	bad := evaluate[string](p, `(() => {
		const e = document.activeElement;
		if (!e || e == document.body) return "nothing has the focus";
		if (!e.checkVisibility({visibilityProperty: true, opacityProperty: true})) return e.outerHTML.slice(0, 200) + " has the focus and is not visible";
		const r = e.getBoundingClientRect();
		if (r.bottom <= 0 || r.top >= innerHeight || r.right <= 0 || r.left >= innerWidth) return e.outerHTML.slice(0, 200) + " has the focus and is not on the screen";
		if (e.matches("main")) return "";
		const s = getComputedStyle(e);
		if (!(s.outlineStyle != "none" && parseFloat(s.outlineWidth) >= 1 || s.boxShadow != "none")) return e.outerHTML.slice(0, 200) + " does not show that it has the focus";
		return "";
	})()`)
	if bad != "" {
		p.t.Errorf("%s: %s", what, bad)
	}
}

// TestTabOrder goes through the page with the key Tab, forwards and backwards.
func TestTabOrder(t *testing.T) {
	tab := open(t, estate())
	tab.click(`document.getElementById("collapse")`)
	evaluate[any](tab, `(document.activeElement.blur(), scrollTo(0, 0), null)`)
	tab.navigate(strings.TrimPrefix(evaluate[string](tab, `location.pathname`), ""), "")
	tab.press(kb.Tab)
	tab.wantFocus("first", "Skip")
	var forwards []string
	for range 200 {
		forwards = append(forwards, tab.focus())
		tab.wantVisibleFocus("Tab " + tab.focus())
		tab.press(kb.Tab)
		if f := tab.focus(); f == "nothing" || f == forwards[0] {
			break
		}
	}
	at := func(s string) int {
		for i, f := range forwards {
			if strings.Contains(f, s) {
				return i
			}
		}
		t.Errorf("Tab does not reach %q", s)
		return -1
	}
	last := -1
	for _, s := range []string{"Skip", "text", "replace", "module", "type", "expand", "collapse", "aws_subnet.a", "module.dns.aws_route53_record.www"} {
		i := at(s)
		if i <= last {
			t.Errorf("Tab reaches %q too early: %q", s, forwards)
		}
		last = i
	}
	// The order on the page is the order of Tab.
	if evaluate[bool](tab, `document.querySelector("[tabindex]:not([tabindex='0']):not([tabindex='-1'])") !== null`) {
		t.Error("there are positive values of tabindex")
	}
	tab.press(kb.Tab)
	tab.press(kb.Tab, kb.ModifierShift)
	tab.wantVisibleFocus("Shift+Tab")
}

func TestSkipLink(t *testing.T) {
	tab := open(t, estate())
	tab.press(kb.Tab)
	tab.wantFocus("first", "Skip")
	tab.press(kb.Enter)
	tab.wait("the focus to be in main", `document.activeElement.closest("main")`)
	tab.press(kb.Tab)
	same(t, "after the link and Tab, the focus is on the first link or resource",
		evaluate[bool](tab, `document.activeElement === document.querySelector("main a[href], main summary")`), true)
}

func TestKeys(t *testing.T) {
	tab := open(t, estate())
	n := len(tab.rows())
	tab.press("c")
	if open, _ := tab.folds(); open != 0 {
		t.Errorf("after c, %d are open", open)
	}
	first, second := "aws_instance.web", "aws_subnet.a"
	tab.press("j")
	tab.wantFocus("j", first)
	tab.press("j")
	tab.wantFocus("j j", second)
	tab.press("k")
	tab.wantFocus("j j k", first)
	tab.press(kb.Enter)
	same(t, "after Enter, it is open", evaluate[bool](tab, `document.getElementById("aws_instance.web").open`), true)
	tab.wantFocus("Enter", first)
	tab.press(" ")
	same(t, "after the space bar, it is open", evaluate[bool](tab, `document.getElementById("aws_instance.web").open`), false)
	tab.press(kb.ArrowDown)
	tab.wantFocus("arrow", second)
	tab.press(kb.ArrowUp)
	tab.wantFocus("arrow", first)
	tab.press("k")
	tab.wantFocus("k on the first", first)
	for range n + 5 {
		tab.press("j")
		tab.wantVisibleFocus("j")
	}
	at := tab.focus()
	tab.press("j")
	tab.wantFocus("j on the last", at)
	tab.press("e")
	if open, all := tab.folds(); open != all {
		t.Errorf("after e, %d of %d are open", open, all)
	}
	tab.wantVisibleFocus("e")
	// Collapsing takes the focus from what disappears, and puts it on what remains.
	evaluate[any](tab, `(document.getElementById("aws_instance.web").querySelector("button").focus(), null)`)
	tab.press("c")
	tab.wantFocus("c in a body", first)

	tab.press("/")
	tab.wantFocus("/", "text")
	same(t, "the text", evaluate[string](tab, `document.getElementById("text").value`), "")
	tab.press("jkec/")
	tab.wantFocus("typing", "text")
	same(t, "the text", evaluate[string](tab, `document.getElementById("text").value`), "jkec/")
	tab.wait("the filter", `!document.getElementById("none").hidden`)
	tab.press(kb.Escape)
	same(t, "rows after Escape", len(tab.rows()), n)
	same(t, "the text after Escape", evaluate[string](tab, `document.getElementById("text").value`), "")
	tab.wantFocus("Escape", "text")
	tab.press(kb.Escape)
	tab.wantFocus("Escape again", first)
	if open, _ := tab.folds(); open != 0 {
		t.Errorf("after typing c, e and Escape in the filter, %d are open", open)
	}
	// A filter by text is applied without the mouse, and the next key goes to what it leaves.
	tab.press("/")
	tab.press("mail.example")
	tab.wait("the filter", `/\b1\b/.test(document.querySelector("[role=status]").textContent)`)
	tab.press(kb.Tab, kb.ModifierShift)
	tab.press(kb.Enter)
	tab.press("j")
	tab.wantFocus("j in what is left", `module.dns["a b"].aws_route53_record.mail`)
	tab.press(kb.Escape)
	same(t, "rows after Escape", len(tab.rows()), n)
	tab.wantFocus("Escape on a resource", `module.dns["a b"].aws_route53_record.mail`)
	// With Ctrl or Alt, keys are those of the browser.
	tab.press("c", kb.ModifierCtrl)
	tab.press("e", kb.ModifierAlt)
	if open, _ := tab.folds(); open != 0 {
		t.Errorf("after Ctrl+C and Alt+E, %d are open", open)
	}
	// What the page says about its keys.
	for _, key := range []string{"/", "j", "k", "Enter", "Esc", "e", "c"} {
		if !evaluate[bool](tab, `[...document.querySelectorAll("kbd")].some(e => e.textContent == $1)`, key) {
			t.Errorf("the page does not say what %s does", key)
		}
	}
}
