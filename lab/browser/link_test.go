package browser_test

import (
	"fmt"
	"strings"
	"testing"

	protocol "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/lab/browser"
)

// wantTarget fails the test unless the page shows the resource with an id: open, on the screen, with the focus.
func (p *tab) wantTarget(id string) {
	p.t.Helper()
	p.wait("the resource to be on the screen: "+id, `(() => {
		const e = document.getElementById($1);
		if (!e || !e.checkVisibility() || !e.open) return false;
		const top = e.getBoundingClientRect().top;
		return top >= 0 && top < innerHeight / 2 || scrollY + innerHeight >= document.documentElement.scrollHeight - 2 && top >= 0 && top < innerHeight;
	})()`, id)
	if !evaluate[bool](p, `document.activeElement == document.getElementById($1).querySelector("summary")`, id) {
		p.t.Errorf("%s does not have the focus, but %s", id, evaluate[string](p, `document.activeElement.outerHTML.slice(0, 200)`))
	}
	// A bar that stays at the top must not cover it.
	if covered := evaluate[string](p, `(() => {
		const s = document.getElementById($1).querySelector("summary"), r = s.getBoundingClientRect();
		const top = document.elementFromPoint(r.x + 20, r.y + 8);
		return s.contains(top) ? "" : top?.outerHTML.slice(0, 200) ?? "nothing";
	})()`, id); covered != "" {
		p.t.Errorf("%s is covered by %s", id, covered)
	}
}

// TestDeepLinks opens links to resources, on a page that is longer than the screen.
func TestDeepLinks(t *testing.T) {
	needChromium(t)
	p := many(200)
	p.resources = append(p.resources, estate().resources...)
	path := p.write(t, planfmt.Options{})
	ids := []string{"aws_instance.web", `module.dns["a b"].aws_route53_record.mail`, "module.dns.data.aws_route53_zone.main", "module.service_3.aws_iam_role.node_49"}
	for _, key := range oddKeys {
		ids = append(ids, resource{typ: "aws_s3_bucket", name: "odd", key: key}.address())
	}
	for _, id := range ids {
		t.Run(id, func(t *testing.T) {
			tab := newTab(t)
			tab.load(path, id)
			tab.wantTarget(id)
		})
	}
	t.Run("as people write it", func(t *testing.T) {
		// Not every program encodes what browsers accept as it is.
		tab := newTab(t)
		tab.load(path, "")
		own := evaluate[string](tab, "location.href")
		for fragment, id := range map[string]string{
			`module.dns["a b"].aws_route53_record.mail`:       `module.dns["a b"].aws_route53_record.mail`,
			`aws_s3_bucket.odd["50%"]`:                        `aws_s3_bucket.odd["50%"]`,
			`aws_s3_bucket.odd[%22%C3%BCn%C3%AF 日本 🐘%22]`:     `aws_s3_bucket.odd["ünï 日本 🐘"]`,
			`aws%5Fs3%5Fbucket%2Eodd%5B%22%3Cb%3E%26amp%3B"]`: `aws_s3_bucket.odd["<b>&amp;"]`,
		} {
			do(tab, chromedp.Navigate("about:blank"), chromedp.Navigate(own+"#"+fragment))
			tab.wantTarget(id)
		}
		do(tab, chromedp.Navigate(own))
		tab.Seen()
		for _, fragment := range []string{"#no.such", "#%", "#%E0%A4%A", "#<img src=x onerror=window.__pwned=1>", "#javascript:window.__pwned=1"} {
			evaluate[any](tab, `(location.hash = $1, null)`, fragment)
		}
		do(tab, chromedp.Sleep(100*1e6))
		same(t, "a fragment has run", evaluate[bool](tab, `"__pwned" in window`), false)
	})
	t.Run("while a filter hides it", func(t *testing.T) {
		tab := newTab(t)
		tab.load(path, "")
		tab.click(`document.querySelector(".chip[value=create]")`)
		evaluate[any](tab, `(location.hash = "#aws_instance.web", null)`)
		tab.wantTarget("aws_instance.web")
	})
	t.Run("back", func(t *testing.T) {
		tab := newTab(t)
		tab.load(path, "aws_instance.web")
		tab.wantTarget("aws_instance.web")
		evaluate[any](tab, `(location.hash = "#aws_subnet.a", null)`)
		tab.wantTarget("aws_subnet.a")
		evaluate[any](tab, `(history.back(), null)`)
		tab.wantTarget("aws_instance.web")
	})
}

// TestCauseLinks follows a chain of causes.
func TestCauseLinks(t *testing.T) {
	tab := open(t, estate())
	tab.click(`document.getElementById("collapse")`)
	tab.click(`document.getElementById("aws_instance.web").querySelector("summary")`)
	tab.click(`[...document.getElementById("aws_instance.web").querySelectorAll("a")].find(a => a.textContent.includes("aws_subnet.a"))`)
	tab.wantTarget("aws_subnet.a")
	// It works twice, although the fragment is there already.
	tab.click(`document.getElementById("collapse")`)
	tab.click(`document.getElementById("aws_instance.web").querySelector("summary")`)
	tab.click(`[...document.getElementById("aws_instance.web").querySelectorAll("a")].find(a => a.textContent.includes("aws_subnet.a"))`)
	tab.wantTarget("aws_subnet.a")
	if broken := evaluate[[]string](tab, `[...document.querySelectorAll("a[href]")].filter(a => !document.getElementById(decodeURIComponent(a.hash.slice(1)))).map(a => a.outerHTML)`); len(broken) > 0 {
		t.Errorf("links to nothing: %q", broken)
	}
}

// TestCopyAddress copies addresses, with and without the permission to use the clipboard.
func TestCopyAddress(t *testing.T) {
	needChromium(t)
	ids := []string{"aws_instance.web", `module.dns["a b"].aws_route53_record.mail`}
	for _, key := range oddKeys {
		if key != "line\nfeed" {
			ids = append(ids, resource{typ: "aws_s3_bucket", name: "odd", key: key}.address())
		}
	}
	for _, granted := range []bool{true, false} {
		t.Run(fmt.Sprintf("granted=%v", granted), func(t *testing.T) {
			tab := open(t, estate())
			setting := protocol.PermissionSettingDenied
			if granted {
				setting = protocol.PermissionSettingGranted
			}
			setClipboard(t, tab, setting)
			tab.click(`document.getElementById("expand")`)
			for _, id := range ids {
				e := fmt.Sprintf(`[...document.getElementById(%s).querySelectorAll("button")].find(b => /cop/i.test(b.textContent))`, quoted(id))
				tab.click(e)
				tab.wait("the button to say that it has copied", `/copied/i.test(`+e+`.textContent)`)
				same(t, "the clipboard", clipboard(t, tab), id)
				setClipboard(t, tab, setting)
				if !evaluate[bool](tab, `[...document.querySelectorAll("[role=status], [aria-live]")].some(s => /copied/i.test(s.textContent))`) {
					t.Error("no live region says that the address has been copied")
				}
			}
		})
	}
}

// setClipboard grants or denies the use of the clipboard.
func setClipboard(t *testing.T, p *tab, setting protocol.PermissionSetting) {
	t.Helper()
	for _, name := range []string{"clipboard-read", "clipboard-write"} {
		params := protocol.SetPermissionParams{Permission: &protocol.PermissionDescriptor{Name: name}, Setting: setting}
		if _, err := browser.RunBrowser(p.Tab, limit, protocol.SetPermission, params); err != nil {
			t.Fatal(err)
		}
	}
}

// clipboard returns the text on the clipboard.
func clipboard(t *testing.T, p *tab) string {
	t.Helper()
	setClipboard(t, p, protocol.PermissionSettingGranted)
	text := evaluate[string](p, `navigator.clipboard.readText()`)
	return strings.ReplaceAll(text, "\r\n", "\n")
}
