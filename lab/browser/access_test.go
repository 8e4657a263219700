package browser_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/planfmt/planfmt"
)

// axText returns the text of a value in the accessibility tree.
func axText(v *accessibility.Value) string {
	if v == nil || len(v.Value) == 0 {
		return ""
	}
	var s string
	if json.Unmarshal(v.Value, &s) != nil {
		return string(v.Value)
	}
	return s
}

// axProperty returns a property of a node of the accessibility tree as text, or "".
func axProperty(n *accessibility.Node, name accessibility.PropertyName) string {
	for _, p := range n.Properties {
		if p.Name == name {
			return axText(p.Value)
		}
	}
	return ""
}

// TestAccessibilityTree looks at the page as a screen reader does.
func TestAccessibilityTree(t *testing.T) {
	tab := newTab(t)
	// The tree has only some of what is far from the screen and has not been laid out.
	do(tab, chromedp.EmulateViewport(1280, 8000))
	tab.load(estate().write(t, planfmt.Options{}), "")
	command(tab, accessibility.Enable, cdp.Empty{})
	tab.click(`document.getElementById("expand")`)
	tree := command(tab, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{}).Nodes
	count := map[string]int{}
	names := map[string]int{} // of controls, with their roles
	level := 0
	disclosures := map[string]string{}
	for _, n := range tree {
		if n.Ignored {
			continue
		}
		role, name := axText(n.Role), strings.TrimSpace(axText(n.Name))
		count[role]++
		switch role {
		case "button", "link", "searchbox", "textbox", "combobox", "checkbox", "DisclosureTriangle", "image", "img", "search", "group", "region":
			if name == "" && role != "group" {
				t.Errorf("a %s has no name", role)
			}
			if role != "group" && role != "image" && role != "img" {
				names[role+" "+name]++
			}
			if role == "DisclosureTriangle" {
				disclosures[name] = axProperty(n, "expanded")
			}
		case "heading":
			l, err := strconv.Atoi(axProperty(n, "level"))
			if err != nil || l > level+1 {
				t.Errorf("the heading %q has level %d, after one of level %d", name, l, level)
			}
			if level = l; name == "" {
				t.Error("a heading is empty")
			}
		}
	}
	for role, want := range map[string]int{"main": 1, "banner": 1, "contentinfo": 1, "search": 1, "searchbox": 1, "combobox": 2} {
		same(t, "elements with the role "+role, count[role], want)
	}
	if count["status"] == 0 {
		t.Error("there is no live region")
	}
	if n := evaluate[int](tab, `document.querySelectorAll("h1").length`); n != 1 {
		t.Errorf("there are %d elements h1", n)
	}
	for name, n := range names {
		// What is hidden in two resources may be as much.
		if n > 1 && !strings.HasSuffix(name, "hidden) …") && !strings.HasSuffix(name, "hidden)") {
			t.Errorf("%d controls are called %q", n, name)
		}
	}
	impacts := 0
	for name, expanded := range disclosures {
		if strings.HasPrefix(name, "Impact: ") {
			if impacts++; expanded != "false" {
				t.Errorf("%q is open, or does not say whether it is (expanded: %q)", name, expanded)
			}
		}
	}
	same(t, "impacts, each with a name of its own", impacts, 2)
	for _, id := range tab.rows() {
		found := ""
		for name, expanded := range disclosures {
			if strings.Contains(name, strings.TrimPrefix(id, "output.")) && !strings.HasPrefix(name, "Impact: ") {
				found = expanded
			}
		}
		if found != "true" {
			t.Errorf("no element that can be opened is called %s, or it does not say that it is open (expanded: %q)", id, found)
		}
	}
	if evaluate[string](tab, `document.documentElement.lang`) == "" {
		t.Error("the page does not say its language")
	}
	if twice := evaluate[[]string](tab, `(() => {
		const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
		return ids.filter((id, i) => ids.indexOf(id) != i);
	})()`); len(twice) > 0 {
		t.Errorf("ids that occur twice: %q", twice)
	}
	// Signs are words for a screen reader.
	for _, n := range tree {
		if role := axText(n.Role); !n.Ignored && (role == "image" || role == "img") && strings.ContainsAny(axText(n.Name), "+-~") {
			t.Errorf("a sign is called %q", axText(n.Name))
		}
	}
}

// contrast is a script that returns the texts on the screen whose contrast is less than WCAG 2
// wants: 4.5, or 3 for large letters.
const contrast = `(() => {
	const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true}), cache = new Map();
	const rgba = text => {
		if (!cache.has(text)) {
			canvas.clearRect(0, 0, 1, 1);
			canvas.fillStyle = "#000";
			canvas.fillStyle = text;
			canvas.fillRect(0, 0, 1, 1);
			const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
			cache.set(text, [r, g, b, a / 255]);
		}
		return cache.get(text);
	};
	const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
	const page = rgba(getComputedStyle(document.body).backgroundColor)[3] ? rgba(getComputedStyle(document.body).backgroundColor)
		: rgba(getComputedStyle(document.documentElement).backgroundColor)[3] ? rgba(getComputedStyle(document.documentElement).backgroundColor)
		: matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18, 1] : [255, 255, 255, 1];
	const background = e => {
		if (!e) return page;
		const own = rgba(getComputedStyle(e).backgroundColor);
		return own[3] == 1 ? own : over(own, background(e.parentElement));
	};
	const luminance = c => {
		const [r, g, b] = c.map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const bad = new Map();
	let least = 21;
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walker.nextNode()) {
		const e = walker.currentNode.parentElement, text = walker.currentNode.data.trim();
		if (!text || !e.checkVisibility({visibilityProperty: true}) || e.closest("script, style, :disabled, option")) continue;
		const s = getComputedStyle(e), below = background(e);
		let top = rgba(s.color), opacity = 1;
		for (let f = e; f; f = f.parentElement) opacity *= parseFloat(getComputedStyle(f).opacity);
		top = over([top[0], top[1], top[2], top[3] * opacity], below);
		const [l, m] = [luminance(top), luminance(below)].sort((a, b) => b - a), ratio = (l + 0.05) / (m + 0.05);
		const size = parseFloat(s.fontSize), large = size >= 24 || size >= 18.66 && parseInt(s.fontWeight) >= 700;
		least = Math.min(least, ratio);
		if (ratio < (large ? 3 : 4.5)) bad.set(e.className + " " + s.color + " on " + below.map(Math.round), ratio.toFixed(2) + " " + JSON.stringify(text.slice(0, 40)) + " in " + e.nodeName + "." + e.className + ": " + s.color + " on " + below.map(Math.round));
	}
	return {Least: least, Bad: [...bad.values()]};
})()`

// TestContrast measures the contrast of all text in both schemes, also of what is pointed at,
// is chosen or is the target of a link.
func TestContrast(t *testing.T) {
	needChromium(t)
	for _, scheme := range []string{"light", "dark"} {
		t.Run(scheme, func(t *testing.T) {
			tab := newTab(t)
			tab.emulateScheme(scheme)
			tab.load(estate().write(t, planfmt.Options{}), "aws_instance.web")
			evaluate[any](tab, `([...document.querySelectorAll("main details")].forEach(d => d.open = true), null)`)
			evaluate[any](tab, `(document.querySelectorAll(".chip").forEach(b => b.click()), null)`)
			tab.checkContrast(scheme)
		})
	}
}

// TestReducedMotion reads the page with the wish that nothing moves.
func TestReducedMotion(t *testing.T) {
	tab := newTab(t)
	media := []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}
	command(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: media})
	tab.load(estate().write(t, planfmt.Options{}), "aws_instance.web")
	moving := evaluate[[]string](tab, `[...new Set([...document.querySelectorAll("*")].flatMap(e => ["", "::before", "::after", "::marker"].flatMap(pseudo => {
		const s = getComputedStyle(e, pseudo || null), time = list => Math.max(...list.split(",").map(parseFloat));
		return time(s.transitionDuration) > 0.01 || s.animationName != "none" && time(s.animationDuration) > 0.01 || s.scrollBehavior == "smooth" ? [e.nodeName + "." + e.className + pseudo] : [];
	})))]`)
	if len(moving) > 0 {
		t.Errorf("although the reader does not want it, these move: %q", moving)
	}
}

// TestHighContrast reads the page with the colours of the system only.
func TestHighContrast(t *testing.T) {
	tab := newTab(t)
	media := []*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}}
	command(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: media})
	tab.load(estate().write(t, planfmt.Options{}), "")
	tab.press("j")
	tab.wantVisibleFocus("j")
}

// axe returns the script of axe-core, of which PLANFMT_AXE is the path. Without it, the test is skipped.
func axe(t *testing.T) string {
	t.Helper()
	needChromium(t)
	path := os.Getenv("PLANFMT_AXE")
	if path == "" {
		t.Skip(t.Name() + " is not run: PLANFMT_AXE does not name the file axe.min.js of axe-core")
	}
	script, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(script) + "; null"
}

// checkAxe runs axe-core, which has been loaded, over the page without its frames.
func (p *tab) checkAxe(what string) {
	p.t.Helper()
	type violation struct {
		ID, Impact, Help string
		Nodes            []struct {
			HTML           string
			FailureSummary string
		}
	}
	result := evaluate[struct {
		Version    string
		Passes     int
		Violations []violation
	}](p, `axe.run(document, {iframes: false}).then(r => ({Version: r.testEngine.version, Passes: r.passes.length, Violations: r.violations.map(v => ({ID: v.id, Impact: v.impact, Help: v.help, Nodes: v.nodes.slice(0, 3).map(n => ({HTML: n.html.slice(0, 200), FailureSummary: n.failureSummary}))}))}))`)
	p.t.Logf("%s: axe-core %s: %d rules passed, %d violated", what, result.Version, result.Passes, len(result.Violations))
	for _, v := range result.Violations {
		p.t.Errorf("%s: %s (%s): %s\n%s", what, v.ID, v.Impact, v.Help, fmt.Sprint(v.Nodes))
	}
	// axe writes to the console and asks for fonts; what it does is not the page's.
	p.Seen()
}

// TestAxe runs axe-core over the page.
func TestAxe(t *testing.T) {
	script := axe(t)
	for _, scheme := range []string{"light", "dark"} {
		t.Run(scheme, func(t *testing.T) {
			tab := newTab(t)
			tab.emulateScheme(scheme)
			tab.load(estate().write(t, planfmt.Options{}), "")
			tab.click(`document.getElementById("expand")`)
			if n := evaluate[int](tab, `[...document.querySelectorAll(".impact")].map(d => d.open = true).length`); n == 0 {
				t.Error("the page says nothing about impacts")
			}
			evaluate[any](tab, script)
			tab.checkAxe("the report")
		})
	}
}

// emulateScheme makes the browser prefer light or dark colours.
func (p *tab) emulateScheme(scheme string) {
	p.t.Helper()
	media := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}
	command(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: media})
}

// checkContrast checks that the page has the colours of a scheme, and how well its text can be read.
func (p *tab) checkContrast(scheme string) {
	p.t.Helper()
	dark := evaluate[bool](p, `(() => {
		const c = getComputedStyle(document.body).backgroundColor, d = getComputedStyle(document.documentElement).backgroundColor;
		const n = (/rgba?\(.*, 0\)/.test(c) ? d : c).match(/[\d.]+/g).map(Number);
		return n[0] + n[1] + n[2] < 3 * 128;
	})()`)
	same(p.t, "the page is dark", dark, scheme == "dark")
	got := evaluate[struct {
		Least float64
		Bad   []string
	}](p, contrast)
	for _, text := range got.Bad {
		p.t.Error(text)
	}
	p.t.Logf("the least contrast is %.2f", got.Least)
}
