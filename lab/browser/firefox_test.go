package browser_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/lab/browser"
)

// Keys of WebDriver.
const (
	foxEscape = "\ue00c"
	foxTab    = "\ue004"
)

// fox is a Firefox of a test.
type fox struct {
	*browser.Firefox
	t testing.TB
}

// foxes are the Firefoxes of all tests: one that prefers light colours, and one that prefers dark ones.
var foxes struct {
	mu  sync.Mutex
	all [2]*browser.Firefox
}

// closeFoxes ends those that have been started.
func closeFoxes() {
	for _, f := range foxes.all {
		if f != nil {
			f.Close()
		}
	}
}

// newFox returns a Firefox with an empty tab. Without one, the test is skipped.
func newFox(t testing.TB, scheme string) *fox {
	t.Helper()
	path, err := browser.FindFirefox()
	if errors.Is(err, browser.ErrNoFirefox) {
		t.Skip("not run:", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	foxes.mu.Lock()
	defer foxes.mu.Unlock()
	i := 0
	if scheme == "dark" {
		i = 1
	}
	if foxes.all[i] == nil {
		if foxes.all[i], err = browser.StartFirefox(context.Background(), path, scheme == "dark"); err != nil {
			t.Fatal(err)
		}
	}
	f := &fox{foxes.all[i], t}
	f.do(f.Navigate(limit, "about:blank"))
	f.Seen()
	return f
}

func (f *fox) do(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

// load opens a file. When the test ends, the page must have requested nothing, and written nothing to the console.
func (f *fox) load(path string) {
	f.t.Helper()
	own := browser.FileURL(path, "")
	f.do(f.Navigate(limit, own))
	f.t.Cleanup(func() {
		seen := f.Seen()
		for _, url := range append(seen.Requests, seen.Navigations...) {
			if url != own && !strings.HasPrefix(url, own+"#") && !strings.HasPrefix(url, "blob:") && !strings.HasPrefix(url, "about:") && !strings.HasPrefix(url, "data:") {
				f.t.Errorf("the page requested %s", url)
			}
		}
		for what, list := range map[string][]string{"opened a dialog": seen.Dialogs, "wrote to the console": seen.Messages} {
			for _, text := range list {
				f.t.Errorf("the page %s: %s", what, text)
			}
		}
	})
}

// foxEvaluate returns the value of a JavaScript expression, in which $1, $2, ... are arguments.
func foxEvaluate[T any](f *fox, frame, expression string, args ...any) (value T) {
	f.t.Helper()
	for i, arg := range slices.Backward(args) {
		text, err := json.Marshal(arg)
		f.do(err)
		expression = strings.ReplaceAll(expression, fmt.Sprintf("$%d", i+1), string(text))
	}
	text, err := f.Evaluate(limit, frame, expression)
	if err == nil {
		err = json.Unmarshal(text, &value)
	}
	if err != nil {
		f.t.Fatalf("%s: %v", expression[:min(len(expression), 300)], err)
	}
	return value
}

// wait waits until an expression is true.
func (f *fox) wait(what, expression string, args ...any) {
	f.t.Helper()
	for end := time.Now().Add(limit); !foxEvaluate[bool](f, f.Tab(), "Boolean("+expression+")", args...); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			f.t.Fatalf("there is still not what is waited for: %s", what)
		}
	}
}

// click clicks on the middle of an element.
func (f *fox) click(element string) {
	f.t.Helper()
	at := foxEvaluate[struct {
		X, Y    float64
		Covered bool
	}](f, f.Tab(), `(() => {
		const e = `+element+`;
		e.scrollIntoView({block: "center", behavior: "instant"});
		const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
		return {X: x, Y: y, Covered: !e.contains(document.elementFromPoint(x, y))};
	})()`)
	if at.Covered {
		f.t.Fatalf("%s cannot be clicked on at %g,%g", element, at.X, at.Y)
	}
	f.do(f.Click(limit, int(math.Round(at.X)), int(math.Round(at.Y))))
}

// rows returns the ids of what the filters leave.
func (f *fox) rows() []string {
	f.t.Helper()
	return foxEvaluate[[]string](f, f.Tab(), `[...document.querySelectorAll(".r")].filter(e => !e.closest("[hidden]")).filter(e => {
		for (; e; e = e.parentElement) if (getComputedStyle(e).display == "none") return false;
		return true;
	}).map(e => e.id)`)
}

// TestFirefox uses a report in Firefox: folds, filters, searches, and goes through it by keys.
func TestFirefox(t *testing.T) {
	f := newFox(t, "light")
	f.load(estate().write(t, planfmt.Options{}))
	all := f.rows()
	if want := len(estate().resources) + 1; len(all) != want {
		t.Fatalf("the page has %d resources and outputs, want %d: %q", len(all), want, all)
	}
	open := func() int {
		return foxEvaluate[int](f, f.Tab(), `[...document.querySelectorAll("details")].filter(d => d.open && d.querySelector(".code")).length`)
	}
	f.click(`document.getElementById("collapse")`)
	same(t, "resources that are open after collapsing all", open(), 0)
	f.click(`document.getElementById("expand")`)
	if n := open(); n == 0 {
		t.Error("nothing is open after expanding all")
	}
	f.click(`document.querySelector(".chip[value=replace]")`)
	got := f.rows()
	slices.Sort(got)
	same(t, "what is replaced", strings.Join(got, " "), "aws_instance.web aws_subnet.a")
	f.click(`document.querySelector(".chip[value=replace]")`)
	same(t, "without a filter", len(f.rows()), len(all))

	f.click(`document.getElementById("text")`)
	f.do(f.Press(limit, "subnet"))
	f.wait("the search", `[...document.querySelectorAll(".r")].some(e => e.closest("[hidden]") || getComputedStyle(e).display == "none")`)
	for _, id := range f.rows() {
		if text := foxEvaluate[string](f, f.Tab(), `document.getElementById($1).textContent`, id); !strings.Contains(strings.ToLower(text), "subnet") {
			t.Errorf("%s does not have what is searched for", id)
		}
	}
	f.do(f.Press(limit, foxEscape))
	f.wait("all rows after Escape", `[...document.querySelectorAll(".r")].every(e => e.checkVisibility())`)
	foxEvaluate[any](f, f.Tab(), `(document.activeElement.blur(), scrollTo(0, 0), null)`)
	seen := map[string]bool{}
	for range 40 {
		f.do(f.Press(limit, foxTab))
		seen[foxEvaluate[string](f, f.Tab(), `(document.activeElement.textContent || document.activeElement.id).trim().slice(0, 60)`)] = true
	}
	if len(seen) < 15 {
		t.Errorf("Tab reaches only %d controls: %v", len(seen), seen)
	}
	f.do(f.Press(limit, "/"))
	same(t, "what has the focus after /", foxEvaluate[string](f, f.Tab(), `document.activeElement.id`), "text")
}

// TestFirefoxRecords opens a page that does what no page of planfmt does: all of it is seen.
func TestFirefoxRecords(t *testing.T) {
	f := newFox(t, "light")
	server := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(server.Close)
	page := file(t, "page.html", []byte(`<!doctype html><script>console.error("said"); alert("asked"); fetch("`+server.URL+`/wanted").catch(() => {}); setTimeout(() => { throw Error("thrown") })</script>`))
	f.do(f.Navigate(limit, browser.FileURL(page, "")))
	want := []string{"said", "thrown", "asked", "/wanted"}
	var seen string
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		seen += fmt.Sprint(f.Seen())
		if !slices.ContainsFunc(want, func(s string) bool { return !strings.Contains(seen, s) }) {
			return
		}
	}
	t.Errorf("only this is seen: %s", seen)
}

// TestFirefoxHostile opens hostile plans: what is in them is text, and nothing runs.
func TestFirefoxHostile(t *testing.T) {
	newFox(t, "light")
	for i, x := range payloads[:20] {
		t.Run(fmt.Sprintf("%02d", i), func(t *testing.T) {
			f := newFox(t, "light")
			var opts planfmt.Options
			opts.Title = "Review " + x
			f.load(writePage(t, broken(t, x), opts))
			bad := foxEvaluate[[]string](f, f.Tab(), `(() => {
				for (const d of document.querySelectorAll("details")) d.open = true;
				for (const e of document.querySelectorAll("*")) {
					for (const type of ["mouseover", "focus", "toggle", "error", "load", "animationstart"]) e.dispatchEvent(new Event(type));
				}
				const bad = [];
				if ("__pwned" in window) bad.push("a payload has run");
				for (const e of document.querySelectorAll("base, link, iframe, object, embed, svg, math, video, img")) bad.push("there is an element " + e.nodeName);
				for (const e of document.querySelectorAll("[onerror], [onload], [onfocus], [onclick], [onmouseover], [style], [src]")) bad.push("attributes of " + e.outerHTML.slice(0, 100));
				if (document.querySelectorAll("script").length != 1) bad.push("there are scripts");
				return bad;
			})()`)
			for _, text := range bad {
				t.Error(text)
			}
			if !foxEvaluate[bool](f, f.Tab(), `document.querySelector("main").textContent.includes($1)`, x) {
				t.Errorf("the page does not show %q as text", x)
			}
			if foxEvaluate[bool](f, f.Tab(), `"__pwned" in window`) {
				t.Errorf("%q has run", x)
			}
		})
	}
}

// TestFirefoxContrast measures how well the text can be read, in light and dark colours.
func TestFirefoxContrast(t *testing.T) {
	for _, scheme := range []string{"light", "dark"} {
		t.Run(scheme, func(t *testing.T) {
			f := newFox(t, scheme)
			f.load(estate().write(t, planfmt.Options{}))
			same(t, "the page prefers dark colours", foxEvaluate[bool](f, f.Tab(), `matchMedia("(prefers-color-scheme: dark)").matches`), scheme == "dark")
			f.click(`document.getElementById("expand")`)
			got := foxEvaluate[struct {
				Least float64
				Bad   []string
			}](f, f.Tab(), contrast)
			for _, text := range got.Bad {
				t.Error(text)
			}
			t.Logf("the least contrast is %.2f", got.Least)
		})
	}
}

// TestFirefoxAxe runs axe-core over a report, and over the page without a server.
func TestFirefoxAxe(t *testing.T) {
	script := axe(t)
	for _, scheme := range []string{"light", "dark"} {
		t.Run(scheme, func(t *testing.T) {
			f := newFox(t, scheme)
			f.do(f.Navigate(limit, browser.FileURL(estate().write(t, planfmt.Options{}), "")))
			f.click(`document.getElementById("expand")`)
			f.checkAxe(script, "the report")
			path, err := webPage()
			f.do(err)
			f.do(f.Navigate(limit, browser.FileURL(path, "")))
			f.checkAxe(script, "the page without a server")
		})
	}
}

// checkAxe runs axe-core over the page without its frames. What it does to the page and the console is not the page's.
func (f *fox) checkAxe(script, what string) {
	f.t.Helper()
	violations := foxEvaluate[[]string](f, f.Tab(), `(() => {
		`+script+`;
		return window.axe.run(document, {iframes: false}).then(r => r.violations.map(v => v.id + ": " + v.help + ": " + v.nodes.slice(0, 3).map(n => n.html.slice(0, 200)).join(", ")));
	})()`)
	for _, text := range violations {
		f.t.Errorf("%s: %s", what, text)
	}
	f.Seen()
}

// TestFirefoxWeb loads a plan into the page without a server, and compares what it shows with what the library writes.
func TestFirefoxWeb(t *testing.T) {
	f := newFox(t, "light")
	path, err := webPage()
	f.do(err)
	f.load(path)
	plan, err := filepath.Abs(examplePlan)
	f.do(err)
	f.do(f.Upload(limit, "#plan", plan))
	f.wait("the end", `document.getElementById("work").hidden && document.getElementById("state").dataset.state`)
	same(t, "how it ended", foxEvaluate[string](f, f.Tab(), `document.getElementById("state").dataset.state`), "ok")
	f.wait("the report", `document.querySelector("iframe")`)

	text := ""
	for end := time.Now().Add(limit); !strings.Contains(text, "aws_") && time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		for _, frame := range f.Frames() {
			if got, err := f.Evaluate(limit, frame, `document.querySelector("main")?.textContent ?? ""`); err == nil {
				text = string(got)
			}
		}
	}
	if !strings.Contains(text, "aws_") {
		t.Errorf("the frame has no report: %.200q", text)
	}
	if foxEvaluate[bool](f, f.Tab(), `document.body.classList.contains("folded")`) {
		f.click(`document.getElementById("fold")`)
	}
	f.click(`document.querySelector("input[name=format][value=human]")`)
	for _, name := range []string{"human", "compact"} {
		if name != "human" {
			f.click(`document.querySelector("input[name=format][value=` + name + `]")`)
		}
		want := example(t, name)
		f.wait("all of the text", `document.getElementById("view").textContent.length === $1`, len(utf16.Encode([]rune(want))))
		if got := foxEvaluate[string](f, f.Tab(), `document.getElementById("view").textContent`); got != want {
			t.Errorf("the page shows\n%s\nwant\n%s", got, want)
		}
	}
}
