package browser_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/lab/browser"
)

// webPage builds the page of `make web`, once for all tests, and returns its path.
var webPage = sync.OnceValues(func() (string, error) {
	path, err := filepath.Abs("../../bin/web/index.html")
	if err != nil {
		return "", err
	}
	begun := time.Now()
	cmd := exec.Command("go", "run", "./web/build", "-o", path)
	cmd.Dir = filepath.Join("..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("make web: %w\n%s", err, out)
	}
	fmt.Printf("built in %.1f s\n", time.Since(begun).Seconds())
	return path, nil
})

// openWeb opens the page from disk, and runs scripts before its own. When the test ends, the page must have requested nothing.
func openWeb(t testing.TB, scripts ...string) *tab {
	t.Helper()
	needChromium(t)
	path, err := webPage()
	if err != nil {
		t.Fatal(err)
	}
	return openWebAt(t, browser.FileURL(path, ""), scripts...)
}

// openWebAt opens the page at a URL.
func openWebAt(t testing.TB, url string, scripts ...string) *tab {
	t.Helper()
	tab := newTab(t)
	for _, script := range scripts {
		command(tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
	}
	tab.Seen()
	do(tab, chromedp.Navigate(url))
	t.Cleanup(func() { tab.checkWeb(url) })
	return tab
}

// checkWeb says what the page has done that it never does. The worker and the report are blobs, which are in
// the page's memory.
func (p *tab) checkWeb(own string) {
	p.t.Helper()
	seen := p.Seen()
	for _, url := range append(seen.Requests, seen.Navigations...) {
		if url != own && !strings.HasPrefix(url, "blob:") && !strings.HasPrefix(url, "about:srcdoc") {
			p.t.Errorf("the page requested %s", url)
		}
	}
	for what, list := range map[string][]string{"opened a dialog": seen.Dialogs, "violated its policy": seen.Violations, "wrote to the console": seen.Messages} {
		for _, text := range list {
			p.t.Errorf("the page %s: %s", what, text)
		}
	}
}

// upload chooses files in an input of the page, or none. The page forgets what was chosen when somebody clicks on the input.
func (p *tab) upload(input string, files ...string) {
	p.t.Helper()
	e := `document.getElementById("` + input + `")`
	evaluate[any](p, `(`+e+`.value = "", null)`)
	if len(files) == 0 {
		evaluate[any](p, `(`+e+`.dispatchEvent(new Event("cancel", {bubbles: true})), null)`)
		return
	}
	if err := p.Upload(limit, e, files...); err != nil {
		p.t.Fatal(err)
	}
}

// file writes a file.
func file(t testing.TB, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// ended waits until the page shows how it ended, and returns that: ok, problems or error.
func (p *tab) ended() string {
	p.t.Helper()
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if state := evaluate[string](p, `document.getElementById("work").hidden && document.getElementById("state").dataset.state || ""`); state != "" {
			return state
		}
	}
	p.t.Fatalf("the page is still at work: %s", evaluate[string](p, `document.body.innerText`))
	return ""
}

// shown returns the text that is shown.
func (p *tab) shownText() string {
	return evaluate[string](p, `document.getElementById("view").textContent`)
}

// format chooses a format.
func (p *tab) format(name string) {
	p.t.Helper()
	p.unfold()
	p.click(`document.querySelector('input[name=format][value=` + name + `]')`)
}

// unfold opens what is folded to a bar while a plan is shown.
func (p *tab) unfold() {
	p.t.Helper()
	if evaluate[bool](p, `document.body.classList.contains("folded")`) {
		p.click(`document.getElementById("fold")`)
	}
}

func (p *tab) messages() string {
	return evaluate[string](p, `document.getElementById("said").hidden ? "" : document.getElementById("messages").textContent`)
}

// frame returns the frame with the report, which is in a sandbox, when it is complete.
func (p *tab) frame() *tab {
	p.t.Helper()
	p.wait("the report", `document.querySelector("iframe")`)
	var f *tab
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if f == nil {
			opened, err := p.Frame("about:srcdoc")
			if err != nil {
				continue
			}
			f = &tab{opened, p.t}
		}
		// The script at its end has run.
		if evaluate[bool](f, `document.readyState === "complete" && document.documentElement.classList.contains("js")`) {
			return f
		}
	}
	p.t.Fatal("there is no frame with a process of its own, or it is not complete")
	return nil
}

// wantText checks that the page shows what the library writes.
func (p *tab) wantText(path string, opts planfmt.Options) {
	p.t.Helper()
	f, err := os.Open(path)
	if err != nil {
		p.t.Fatal(err)
	}
	defer f.Close()
	opts.InAutomation, opts.Width = true, 100
	var b strings.Builder
	if _, err := planfmt.Show(context.Background(), &b, f, opts); err != nil {
		p.t.Fatal(err)
	}
	p.wait("all of the text", `document.getElementById("view").textContent.length === $1`, len(utf16.Encode([]rune(b.String()))))
	if got := p.shownText(); got != b.String() {
		p.t.Errorf("the page shows\n%s\nwant\n%s", got, b.String())
	}
}

const examplePlan = "../../testdata/example/plan.json"

func TestWebFormats(t *testing.T) {
	tab := openWeb(t)
	tab.upload("plan", examplePlan)
	same(t, "how it ended", tab.ended(), "ok")
	same(t, "counts", evaluate[string](tab, `[...document.querySelectorAll("#counts li")].map(e => e.textContent).join(", ")`), "1 create, 2 update, 1 delete, 1 replace")
	if text := tab.messages(); !strings.Contains(text, "the layout is inferred") {
		t.Errorf("the messages are %q", text)
	}
	report := tab.frame()
	same(t, "the address of the report", evaluate[string](report, `location.protocol + origin`), "about:null")
	if n := evaluate[int](report, `document.querySelectorAll(".r").length`); n < 5 {
		t.Errorf("the report has %d resources", n)
	}
	same(t, "the script of the report has run", evaluate[bool](report, `document.documentElement.classList.contains("js") && !document.getElementById("filter").hidden`), true)
	same(t, "the style sheet of the report applies", evaluate[bool](report, `document.styleSheets.length === 1 && document.styleSheets[0].cssRules.length > 10`), true)
	same(t, "the report cannot reach the page", evaluate[bool](report, `(() => { try { return !parent.document; } catch { return true; } })()`), true)
	// The report can use its filters and links.
	evaluate[any](report, `(document.querySelector(".chip").click(), null)`)
	report.wait("the filter", `/ of /.test(document.getElementById("shown").textContent)`)
	evaluate[any](report, `(document.getElementById("reset").click(), location.hash = "#" + encodeURIComponent("aws_instance.web"), null)`)
	report.wait("the resource", `document.getElementById("aws_instance.web").open`)
	// So does a link.
	evaluate[any](report, `(location.hash = "", document.getElementById("aws_instance.web").open = false, document.querySelector('a[href="#aws_instance.web"]').click(), null)`)
	report.wait("the resource of the link", `document.getElementById("aws_instance.web").open`)
	evaluate[any](report, `(document.getElementById("text").value = "nginx", document.getElementById("text").dispatchEvent(new Event("input", {bubbles: true})), null)`)
	time.Sleep(300 * time.Millisecond)
	report.checkWeb("")
	report.Close()
	for _, name := range []string{"human", "compact", "markdown", "json"} {
		tab.format(name)
		same(t, "how "+name+" ended", tab.ended(), "ok")
		tab.wantText(examplePlan, planfmt.Options{Format: name})
	}
	tab.format("why")
	tab.click(`document.getElementById("address")`)
	same(t, "suggestions", evaluate[string](tab, `[...document.querySelectorAll("#addresses option")].map(e => e.value).join()`), "aws_instance.web,aws_cloudwatch_log_group.old")
	evaluate[any](tab, `(document.getElementById("address").value = "aws_instance.web", null)`)
	tab.press("\r")
	same(t, "how why ended", tab.ended(), "ok")
	tab.wantText(examplePlan, planfmt.Options{Format: "why", Formats: []planfmt.Format{planfmt.WhyFormat("aws_instance.web")}, Selection: planfmt.Selection{ShowUnchanged: true}})
	if n := evaluate[int](tab, `document.querySelectorAll("#view .c33, #view .c31, #view .c1").length`); n == 0 {
		t.Error("the text has no colours")
	}
	// Going back shows what was there, without the work.
	tab.format("human")
	same(t, "nothing is at work", evaluate[bool](tab, `document.getElementById("work").hidden`), true)
	tab.wantText(examplePlan, planfmt.Options{Format: "human"})
}

// TestWebServed opens the page from a server, which counts the requests.
func TestWebServed(t *testing.T) {
	needChromium(t)
	path, err := webPage()
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked = append(asked, r.URL.Path)
		mu.Unlock()
		http.ServeFile(w, r, path)
	}))
	defer server.Close()
	tab := openWebAt(t, server.URL+"/page")
	tab.upload("plan", examplePlan)
	same(t, "how it ended", tab.ended(), "ok")
	tab.wait("the report", `document.querySelector("iframe")`)
	tab.format("compact")
	tab.ended()
	tab.wantText(examplePlan, planfmt.Options{Format: "compact"})
	mu.Lock()
	defer mu.Unlock()
	if len(asked) != 1 || asked[0] != "/page" {
		t.Errorf("the server was asked for %q", asked)
	}
}

// TestWebSends tries to send something from the page: its policy forbids that.
func TestWebSends(t *testing.T) {
	needChromium(t)
	path, err := webPage()
	if err != nil {
		t.Fatal(err)
	}
	tab := newTab(t)
	do(tab, chromedp.Navigate(browser.FileURL(path, "")))
	for _, how := range []string{
		`fetch("https://example.com/").then(() => true, () => false)`,
		`new Promise(done => { const i = new Image(); i.onload = () => done(true); i.onerror = () => done(false); i.src = "https://example.com/x.png"; })`,
		`new Promise(done => { try { new WebSocket("wss://example.com/").onopen = () => done(true); } catch {} setTimeout(done, 300, false); })`,
		`new Promise(done => { const s = document.createElement("script"); s.textContent = "window.__ran = true"; document.body.append(s); setTimeout(() => done("__ran" in window)); })`,
		`new Promise(done => { const f = document.createElement("form"); f.action = "https://example.com/"; document.body.append(f); f.submit(); setTimeout(done, 300, location.protocol !== "file:"); })`,
	} {
		if evaluate[bool](tab, how) {
			t.Errorf("the policy allows %s", how)
		}
	}
	seen := tab.Seen()
	for _, directive := range []string{"connect-src", "img-src", "script-src", "form-action"} {
		if !strings.Contains(strings.Join(seen.Violations, "\n"), directive) {
			t.Errorf("the policy does not say that %s forbids something, only: %q", directive, seen.Violations)
		}
	}
}

func TestWebFiles(t *testing.T) {
	tab := openWeb(t)
	tab.format("human")
	tab.upload("plan", examplePlan)
	tab.ended()
	tab.unfold()
	tab.click(`document.querySelector("#more summary")`)
	tab.upload("schemas", "../../testdata/example/schemas.json")
	same(t, "how it ended with schemas", tab.ended(), "ok")
	same(t, "messages with schemas", tab.messages(), "")
	schemas := planfmt.SchemaSource{Name: "schemas.json", Open: func() (io.ReadCloser, error) { return os.Open("../../testdata/example/schemas.json") }}
	tab.wantText(examplePlan, planfmt.Options{Comparison: planfmt.Comparison{Schemas: []planfmt.SchemaSource{schemas}}})

	const found = `[{"address":"aws_instance.web","level":"warning","title":"a <b>bold</b> finding","tool":"scan"}]`
	tab.upload("reports", file(t, "found.json", []byte(found)), file(t, "plain.txt", []byte("no report")))
	same(t, "how it ended with a report that is none", tab.ended(), "problems")
	report, err := annotations.Read("found.json", annotations.Auto, strings.NewReader(found))
	if err != nil {
		t.Fatal(err)
	}
	tab.wantText(examplePlan, planfmt.Options{Comparison: planfmt.Comparison{Schemas: []planfmt.SchemaSource{schemas}}, Annotations: []*annotations.Report{report}})
	same(t, "the finding is there", strings.Contains(evaluate[string](tab, `document.getElementById("view").textContent`), "a <b>bold</b> finding"), true)
	tab.upload("reports")
	same(t, "how it ended without reports", tab.ended(), "ok")

	tab.format("compact")
	tab.ended()
	tab.upload("rules", file(t, "rules.yaml", []byte("hide:\n  - type=aws_route53_record\n")))
	tab.wait("the rules", `document.getElementById("messages").textContent.includes("using the rules in rules.yaml: 1 change is muted")`)
	evaluate[any](tab, `(document.getElementById("where").value = 'type == "aws_instance"', null)`)
	tab.click(`document.getElementById("apply")`)
	tab.wait("the condition", `document.getElementById("about").textContent.includes("Muted by rules: 4")`)
	evaluate[any](tab, `(document.getElementById("where").value = 'nonsense(', document.getElementById("only").value = "", null)`)
	tab.click(`document.getElementById("apply")`)
	tab.wait("the error", `document.getElementById("state").dataset.state === "error"`)
	if text := tab.messages(); !strings.Contains(text, "where") {
		t.Errorf("the messages are %q", text)
	}
	evaluate[any](tab, `(document.getElementById("where").value = '', document.getElementById("only").value = "colour=red", null)`)
	tab.click(`document.getElementById("apply")`)
	tab.wait("the other error", `document.getElementById("messages").textContent.includes("colour")`)
	same(t, "how it ended", tab.ended(), "error")
}

// TestWebCompares compares two states, and goes back to one.
func TestWebCompares(t *testing.T) {
	const old, new = "../../testdata/example/old.tfstate", "../../testdata/example/new.tfstate"
	tab := openWeb(t)
	tab.format("human")
	tab.click(`document.querySelector("#more summary")`)
	tab.upload("old", old)
	tab.upload("plan", new)
	for _, format := range []string{"human", "compact", "markdown", "json"} {
		tab.format(format)
		same(t, "how "+format+" ended", tab.ended(), "ok")
		same(t, "what is said", evaluate[string](tab, `document.getElementById("live").textContent`), "Compared: they are different")
		same(t, "the name", evaluate[string](tab, `document.getElementById("name").textContent`), "old.tfstate → new.tfstate")
		var want strings.Builder
		opts := planfmt.Options{}
		opts.InAutomation, opts.Width = true, 100
		if _, err := planfmt.DiffPlans(context.Background(), opened(t, old), opened(t, new), opts, planfmt.Target{W: &want, Format: format, Layout: opts.Layout}); err != nil {
			t.Fatal(err)
		}
		tab.wait("all of it", fmt.Sprintf(`document.getElementById("view").textContent.length >= %d`, len([]rune(want.String()))))
		same(t, format, tab.shownText(), want.String())
	}
	tab.format("html")
	same(t, "how html ended", tab.ended(), "ok")
	same(t, "the report has what was moved", strings.Contains(evaluate[string](tab.frame(), `document.body.textContent`), "demo_network.main"), true)
	tab.format("why")
	evaluate[any](tab, `(document.getElementById("address").value = "demo_server.web[0]", null)`)
	tab.click(`document.querySelector("#asked button")`)
	same(t, "how why ended", tab.ended(), "error")
	tab.format("compact")
	tab.upload("old", new)
	same(t, "how the same state ended", tab.ended(), "ok")
	same(t, "what is said of the same state", evaluate[string](tab, `document.getElementById("live").textContent`), "Compared: they are the same")
	tab.upload("old")
	same(t, "how one state ended", tab.ended(), "ok")
	same(t, "the name of one", evaluate[string](tab, `document.getElementById("name").textContent`), "new.tfstate")
}

// opened opens a file until the test ends.
func opened(t testing.TB, path string) *os.File {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// TestWebKinds reads the other kinds of documents.
func TestWebKinds(t *testing.T) {
	tab := openWeb(t)
	tab.format("human")
	plan, err := os.ReadFile(examplePlan)
	if err != nil {
		t.Fatal(err)
	}
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	if _, err := z.Write(plan); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	wide := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(string(plan))) {
		wide = append(wide, byte(u), byte(u>>8))
	}
	const state = `{"format_version":"1.0","terraform_version":"1.14.0","values":{"root_module":{"resources":[{"address":"aws_instance.web","mode":"managed","type":"aws_instance","name":"web","provider_name":"registry.terraform.io/hashicorp/aws","schema_version":1,"values":{"id":"i-1"}}]}}}`
	for _, path := range []string{
		"../../testdata/example/refinements.tfplan", file(t, "plan.json.gz", zipped.Bytes()), file(t, "utf16.json", wide), file(t, "state.json", []byte(state)),
	} {
		tab.upload("plan", path)
		tab.wait("the name", `document.getElementById("name").textContent === $1`, filepath.Base(path))
		same(t, path, tab.ended(), "ok")
		tab.wantText(path, planfmt.Options{})
	}
	for what, text := range map[string][]byte{"cut": plan[:len(plan)/2], "empty": {}, "text": []byte("hello\n"), "cutgzip": zipped.Bytes()[:zipped.Len()/2]} {
		tab.upload("plan", file(t, what+".json", text))
		tab.wait("the name", `document.getElementById("name").textContent === $1`, what+".json")
		same(t, what, tab.ended(), "error")
		if text := tab.messages(); !strings.HasPrefix(text, "planfmt: "+what+".json: ") {
			t.Errorf("%s: the messages are %q", what, text)
		}
		same(t, "what is shown of "+what, tab.shownText(), "")
	}
}

// TestWebHostile shows plans that try to become markup.
func TestWebHostile(t *testing.T) {
	tab := openWeb(t)
	for i, x := range payloads[:12] {
		name := fmt.Sprintf("p%d.json", i)
		tab.format("html")
		tab.upload("plan", file(t, name, hostile(x).json(t)))
		tab.wait("the name", `document.getElementById("name").textContent === $1`, name)
		tab.ended()
		for _, format := range []string{"human", "markdown", "json"} {
			tab.format(format)
			tab.ended()
			time.Sleep(50 * time.Millisecond)
			if bad := evaluate[string](tab, `[...document.querySelectorAll("#view *, #messages *")].filter(e => !/^(PRE|DIV|SPAN)$/.test(e.nodeName) || [...e.attributes].some(a => !/^(class|tabindex|role|aria-label|id)$/.test(a.name))).map(e => e.outerHTML.slice(0, 200)).join()`); bad != "" {
				t.Errorf("%q in %s has become %s", x, format, bad)
			}
		}
		if evaluate[bool](tab, `"__pwned" in window`) {
			t.Errorf("%q has run", x)
		}
	}
}

// TestWebAccess checks what a screen reader needs, and a narrow screen.
func TestWebAccess(t *testing.T) {
	tab := openWeb(t)
	tab.format("human")
	tab.upload("plan", examplePlan)
	tab.ended()
	tab.unfold()
	tab.click(`document.querySelector("#more summary")`)
	same(t, "inputs without a label", evaluate[string](tab, `[...document.querySelectorAll("input, select, textarea, progress")].filter(e => e.labels.length === 0).map(e => e.id).join()`), "")
	same(t, "buttons without a name", evaluate[string](tab, `[...document.querySelectorAll("button")].filter(e => !e.hidden && e.id !== "next" && !e.textContent).map(e => e.id).join()`), "")
	same(t, "what is said at the end", evaluate[string](tab, `document.getElementById("live").textContent`), "Shown completely: there are changes")
	command(tab, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: 320, Height: 640, DeviceScaleFactor: 1, Mobile: false})
	if wide := evaluate[int](tab, `document.documentElement.scrollWidth`); wide > 320 {
		t.Errorf("on a screen of 320 points, the page is %d wide", wide)
	}
}

// TestWebWindow checks that what is shown has the window, with one scrollbar at most, and that the rest can be unfolded and folded.
func TestWebWindow(t *testing.T) {
	tab := openWeb(t)
	tab.upload("plan", examplePlan)
	same(t, "how it ended", tab.ended(), "ok")
	tab.frame().Close()
	window := func(what string) {
		t.Helper()
		same(t, what+": the page scrolls", evaluate[bool](tab, `document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth`), false)
		same(t, what+": the form is open", evaluate[bool](tab, `document.getElementById("form").checkVisibility()`), false)
		if share := evaluate[float64](tab, `document.getElementById("result").getBoundingClientRect().height / innerHeight`); share < 0.75 {
			t.Errorf("%s: what is shown has %.0f%% of the window", what, 100*share)
		}
		same(t, what+": counts beside those of what is shown", evaluate[bool](tab, `document.getElementById("counts").checkVisibility()`), false)
	}
	window("a report")
	tab.format("compact")
	same(t, "how it ended", tab.ended(), "ok")
	same(t, "the form stays open while a format is chosen", evaluate[bool](tab, `document.getElementById("form").checkVisibility()`), true)
	tab.press(kb.Escape)
	window("text")
	tab.unfold()
	tab.upload("plan", file(t, "cut.json", []byte("{")))
	same(t, "how it ended", tab.ended(), "error")
	same(t, "the form is open beside an error", evaluate[bool](tab, `document.getElementById("form").checkVisibility()`), true)
	same(t, "the messages are open", evaluate[bool](tab, `document.getElementById("messages").checkVisibility()`), true)
}
