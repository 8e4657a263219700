package browser_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	protocol "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp/kb"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/lab/browser"
)

// example returns the example plan in a format, as the page shows it.
func example(t testing.TB, format string) string {
	t.Helper()
	f, err := os.Open(examplePlan)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	opts := planfmt.Options{Format: format}
	opts.InAutomation, opts.Width = true, 100
	var b strings.Builder
	if _, err := planfmt.Show(context.Background(), &b, f, opts); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestWebCopy copies the text, with and without the permission to use the clipboard.
func TestWebCopy(t *testing.T) {
	tab := openWeb(t)
	tab.upload("plan", examplePlan)
	tab.ended()
	same(t, "a report can be copied as a text", evaluate[bool](tab, `document.getElementById("copy").checkVisibility()`), false)
	for _, setting := range []protocol.PermissionSetting{protocol.PermissionSettingGranted, protocol.PermissionSettingDenied} {
		for _, format := range []string{"human", "markdown"} {
			tab.format(format)
			tab.ended()
			setClipboard(t, tab, protocol.PermissionSettingGranted)
			evaluate[any](tab, `navigator.clipboard.writeText("nothing")`)
			setClipboard(t, tab, setting)
			same(t, "the button", evaluate[string](tab, `document.getElementById("copy").textContent`), "Copy")
			tab.click(`document.getElementById("copy")`)
			tab.wait("the button to say that it has copied", `document.getElementById("copy").textContent === "Copied"`)
			same(t, "what is said", evaluate[string](tab, `document.getElementById("live").textContent`), "Copied")
			same(t, "what has the focus", tab.focus(), "copy")
			same(t, "the clipboard", clipboard(t, tab), example(t, format))
		}
	}
}

// TestWebDownload downloads what is shown.
func TestWebDownload(t *testing.T) {
	tab := openWeb(t)
	dir := t.TempDir()
	params := protocol.SetDownloadBehaviorParams{Behavior: protocol.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir}
	if _, err := browser.RunBrowser(tab.Tab, limit, protocol.SetDownloadBehavior, params); err != nil {
		t.Fatal(err)
	}
	tab.upload("plan", examplePlan)
	for format, name := range map[string]string{"html": "planfmt-html.html", "human": "planfmt-human.txt", "compact": "planfmt-compact.txt", "markdown": "planfmt-markdown.md", "json": "planfmt-json.json"} {
		tab.format(format)
		same(t, "how "+format+" ended", tab.ended(), "ok")
		tab.click(`document.getElementById("download")`)
		want, got := example(t, format), ""
		for end := time.Now().Add(limit); got != want && time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
			data, _ := os.ReadFile(filepath.Join(dir, name))
			got = string(data)
		}
		if got != want {
			t.Errorf("%s has %d bytes, want %d:\n%.2000s", name, len(got), len(want), got)
		}
	}
}

// drop drops files on the middle of an element.
func (p *tab) drop(element string, paths ...string) {
	p.t.Helper()
	at := evaluate[struct{ X, Y float64 }](p, `(() => {
		const e = `+element+`;
		e.scrollIntoView({block: "center", behavior: "instant"});
		const r = e.getBoundingClientRect();
		return {X: r.x + r.width / 2, Y: r.y + r.height / 2};
	})()`)
	data := &input.DragData{Items: []*input.DragDataItem{}, DragOperationsMask: 1}
	for _, path := range paths {
		abs, err := filepath.Abs(path)
		if err != nil {
			p.t.Fatal(err)
		}
		data.Files = append(data.Files, abs)
	}
	// The mouse comes from the edge of the window.
	command(p, input.DispatchDragEvent, input.DispatchDragEventParams{Type: input.DispatchDragEventTypeDragEnter, X: 5, Y: 5, Data: data})
	p.wait("the page to show that it takes files", `document.body.classList.contains("dragging")`)
	evaluate[bool](p, `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`) // as much as a hand leaves
	command(p, input.DispatchDragEvent, input.DispatchDragEventParams{Type: input.DispatchDragEventTypeDragOver, X: at.X, Y: at.Y, Data: data})
	command(p, input.DispatchDragEvent, input.DispatchDragEventParams{Type: input.DispatchDragEventTypeDrop, X: at.X, Y: at.Y, Data: data})
	p.wait("the page to show that it has the files", `!document.body.classList.contains("dragging")`)
}

// TestWebDrop drops files on the page.
func TestWebDrop(t *testing.T) {
	tab := openWeb(t)
	name := func(want string) {
		t.Helper()
		tab.wait("the name", `document.getElementById("name").textContent === $1`, want)
	}
	tab.drop(`document.getElementById("drop")`, examplePlan)
	name("plan.json")
	same(t, "how it ended", tab.ended(), "ok")
	same(t, "the input", evaluate[string](tab, `document.getElementById("plan").files[0].name`), "plan.json")
	tab.frame().Close()
	// On the report, which is in a frame.
	tab.drop(`document.querySelector("iframe")`, "../../testdata/example/refinements.tfplan")
	name("refinements.tfplan")
	same(t, "how it ended on the report", tab.ended(), "ok")
	tab.format("human")
	tab.ended()
	tab.wantText("../../testdata/example/refinements.tfplan", planfmt.Options{})
	// On an input for another file, it is for that.
	tab.drop(`document.getElementById("name")`, examplePlan)
	name("plan.json")
	tab.ended()
	tab.unfold()
	tab.click(`document.querySelector("#more summary")`)
	tab.drop(`document.getElementById("schemas")`, "../../testdata/example/schemas.json")
	tab.wait("the schemas", `document.getElementById("said").hidden && document.getElementById("state").dataset.state === "ok"`)
	same(t, "the name", evaluate[string](tab, `document.getElementById("name").textContent`), "plan.json")

	tab.unfold()
	tab.drop(`document.getElementById("drop")`, examplePlan, "../../testdata/example/schemas.json")
	name("2 files")
	same(t, "how two files ended", tab.ended(), "error")
	same(t, "what is said of two files", tab.messages(), "planfmt: the page shows one plan at a time: drop a single file")
	same(t, "what is shown of two files", tab.shownText(), "")
	dir := filepath.Join(t.TempDir(), "directory.json")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	tab.drop(`document.getElementById("drop")`, dir)
	name("directory.json")
	same(t, "how a directory ended", tab.ended(), "error")
	if text := tab.messages(); !strings.Contains(text, "directory") || !strings.HasPrefix(text, "planfmt: directory.json: ") {
		t.Errorf("of a directory, it is said: %s", text)
	}
	tab.drop(`document.getElementById("drop")`, examplePlan)
	name("plan.json")
	same(t, "how it ended at last", tab.ended(), "ok")
}

// TestWebKeyboard uses the page without a mouse.
func TestWebKeyboard(t *testing.T) {
	tab := openWeb(t)
	tab.upload("plan", examplePlan) // the dialog is the browser's
	tab.ended()
	tab.frame().Close()
	// next presses Tab until something has the focus, and checks that everything on the way shows it.
	var order []string
	next := func(want string) {
		t.Helper()
		for range 20 {
			tab.press(kb.Tab)
			got := tab.focus()
			order = append(order, got)
			if tab.wantVisibleFocus("Tab to " + got); got == want {
				return
			}
		}
		t.Fatalf("Tab does not reach %s, only %q", want, order)
	}
	next("fold")
	same(t, "what Tab reaches first", strings.Join(order, " "), "fold")
	tab.press(kb.Enter)
	same(t, "what has the focus when the form is open", tab.focus(), "plan")
	next("more")
	tab.press(kb.Enter)
	for _, id := range []string{"old", "schemas", "rules", "reports", "only", "hide", "where", "readable", "apply"} {
		next(id)
	}
	tab.press(kb.Tab)
	same(t, "the format that has the focus", evaluate[string](tab, `document.activeElement.value`), "html")
	tab.wantVisibleFocus("the formats")
	tab.press(kb.ArrowRight)
	same(t, "how it ended", tab.ended(), "ok")
	same(t, "the format after an arrow", evaluate[string](tab, `document.querySelector("input[name=format]:checked").value`), "human")
	tab.wantText(examplePlan, planfmt.Options{})
	next("said")
	tab.press(kb.Enter)
	next("messages")
	tab.press(kb.Tab)
	same(t, "the text has the focus, and so can be scrolled", evaluate[bool](tab, `document.activeElement.matches("#view pre[role=region][aria-label=Text]")`), true)
	tab.wantVisibleFocus("the text")

	// The bar above it.
	evaluate[any](tab, `(document.getElementById("fold").focus(), null)`)
	next("copy")
	next("download")

	// A condition, and the question why.
	evaluate[any](tab, `(document.getElementById("where").focus(), null)`)
	tab.press(`type == "aws_instance"`)
	next("apply")
	tab.press(kb.Enter)
	tab.wait("the condition", `document.getElementById("about").textContent.includes("Muted by rules: 4")`)
	evaluate[any](tab, `(document.querySelector("input[value=json]").focus(), null)`)
	tab.press(kb.ArrowRight + kb.ArrowRight)
	tab.wantFocus("why", "address")
	tab.press("aws_instance.web" + kb.Enter)
	same(t, "how why ended", tab.ended(), "ok")
	if text := tab.shownText(); !strings.Contains(text, "aws_instance.web") {
		t.Errorf("it shows %s", text)
	}
	if evaluate[bool](tab, `document.querySelector("[tabindex]:not([tabindex='0']):not([tabindex='-1'])") !== null`) {
		t.Error("there are positive values of tabindex")
	}
}

// states brings the page into all its states, one after the other.
func (p *tab) states(each func(what string)) {
	p.t.Helper()
	each("at the start")
	p.unfold()
	p.click(`document.querySelector("#more summary")`)
	p.upload("plan", examplePlan)
	p.ended()
	each("a report")
	for _, format := range []string{"human", "compact", "markdown", "json"} {
		p.format(format)
		p.ended()
		each(format)
	}
	p.format("why")
	each("the question why")
	p.upload("plan", file(p.t, "cut.json", []byte("{")))
	p.format("human")
	same(p.t, "how it ended", p.ended(), "error")
	each("an error")
	p.upload("plan", file(p.t, "odd.json", hostile(payloads[0]).json(p.t)))
	p.wait("the name", `document.getElementById("name").textContent === "odd.json"`)
	same(p.t, "how it ended", p.ended(), "problems")
	each("problems")
}

// TestWebContrast measures the contrast of all text in both schemes.
func TestWebContrast(t *testing.T) {
	needChromium(t)
	for _, scheme := range []string{"light", "dark"} {
		t.Run(scheme, func(t *testing.T) {
			tab := openWeb(t)
			tab.emulateScheme(scheme)
			tab.states(func(what string) {
				t.Log(what)
				tab.checkContrast(scheme)
				if what == "a report" {
					report := tab.frame()
					report.checkContrast(scheme)
					report.Close()
				}
			})
		})
	}
}

// TestWebAxe runs axe-core over the page in all its states. TestAxe does so for reports.
func TestWebAxe(t *testing.T) {
	script := axe(t)
	for _, scheme := range []string{"light", "dark"} {
		t.Run(scheme, func(t *testing.T) {
			tab := openWeb(t)
			tab.emulateScheme(scheme)
			evaluate[any](tab, script)
			tab.states(tab.checkAxe)
		})
	}
}
