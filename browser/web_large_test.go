package browser_test

import (
	"testing"
	"time"

	"github.com/planfmt/planfmt"
)

// freeze is how long the thread of the page may be busy without a break. That is said, and depends on what else the machine does.
// The test fails if it is busy for five times that time.
const freeze = 100 * time.Millisecond

// watch begins to record the tasks of the page's thread that take more than 50 ms, from the start of the page on.
func (p *tab) watch() {
	evaluate[any](p, `(window.__tasks = [], new PerformanceObserver(list => __tasks.push(...list.getEntries().map(e => e.duration))).observe({type: "longtask", buffered: true}), null)`)
}

// wantAnswers checks how long the page has been busy without a break since the last call, or since watch.
func (p *tab) wantAnswers(what string) {
	p.t.Helper()
	time.Sleep(200 * time.Millisecond) // tasks are reported later
	longest := evaluate[float64](p, `Math.max(0, ...__tasks.splice(0))`)
	if longest == 0 {
		p.t.Logf("%s: no task of the page took 50 ms", what)
		return
	}
	p.t.Logf("%s: the longest task of the page took %.0f ms, at most %d are wanted", what, longest, freeze.Milliseconds())
	if limit := 5 * freeze; longest > float64(limit.Milliseconds()) {
		p.t.Errorf("%s: the page was frozen for %.0f ms", what, longest)
	}
}

// TestWebLarge shows a plan of 20 MB. Meanwhile, the page must answer.
func TestWebLarge(t *testing.T) {
	needChromium(t)
	const n = 11000
	document := many(n).json(t)
	path := file(t, "large.json", document)
	tab := openWeb(t)
	tab.format("human")
	tab.watch()
	time.Sleep(2 * time.Second) // until there is a worker
	tab.wantAnswers("the start")
	begun := time.Now()
	tab.upload("plan", path)
	p := func(expression string) bool { return evaluate[bool](tab, expression) }
	for !p(`document.getElementById("counts").childElementCount > 0`) && time.Since(begun) < limit {
		time.Sleep(50 * time.Millisecond)
	}
	t.Logf("%.1f MB: the summary after %.1f s", float64(len(document))/1e6, time.Since(begun).Seconds())
	same(t, "still at work when there is the summary", p(`!document.getElementById("work").hidden`), true)
	tab.wantAnswers("until there is the summary")
	tab.ended()
	t.Logf("all of human after %.1f s", time.Since(begun).Seconds())
	tab.wait("the rest", `!document.getElementById("rest").hidden`)
	t.Logf("more text: %s", evaluate[string](tab, `document.getElementById("next").textContent`))
	tab.wantAnswers("until there is the text")
	tab.click(`document.getElementById("next")`)
	for end := time.Now().Add(limit); p(`document.getElementById("rest").hidden`) && time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
	}
	t.Logf("more text: %s", evaluate[string](tab, `document.getElementById("next").textContent`))
	tab.wantAnswers("more text")
	evaluate[any](tab, `(setTimeout(() => { const end = performance.now() + 120; while (performance.now() < end); }), null)`)
	tab.wait("what measures long tasks to see one", `Math.max(0, ...__tasks) >= 120`)
	evaluate[any](tab, `(__tasks.length = 0, null)`)

	// The report of a large plan is large, too, and is shown only if somebody wants that.
	begun = time.Now()
	tab.format("html")
	tab.ended()
	t.Logf("html is ready after %.1f s", time.Since(begun).Seconds())
	same(t, "a large report is shown", p(`document.querySelector("iframe") !== null`), false)
	tab.wantAnswers("until the report is ready")
	begun = time.Now()
	tab.click(`document.getElementById("load")`)
	report := tab.frame()
	t.Logf("html is complete after %.1f s", time.Since(begun).Seconds())
	same(t, "resources in the report", evaluate[int](report, `document.querySelectorAll(".r").length`), n)
	tab.wantAnswers("until the report is shown")
	report.Close()

	// Cancel, and show another one.
	tab.format("compact")
	tab.wait("work", `!document.getElementById("work").hidden`)
	tab.click(`document.getElementById("cancel")`)
	same(t, "the state", evaluate[string](tab, `document.getElementById("state").textContent`), "Cancelled")
	same(t, "what has the focus", tab.focus(), "plan")
	tab.wantAnswers("cancel")
	begun = time.Now()
	tab.upload("plan", examplePlan)
	same(t, "how it ended after that", tab.ended(), "ok")
	t.Logf("a small plan after that: %.1f s", time.Since(begun).Seconds())
	tab.wantText(examplePlan, planfmt.Options{Format: "compact"})

	// Another plan, while a large one is read.
	tab.upload("plan", path)
	tab.wait("work", `!document.getElementById("work").hidden`)
	tab.upload("plan", examplePlan)
	same(t, "how the other one ended", tab.ended(), "ok")
	tab.wantText(examplePlan, planfmt.Options{Format: "compact"})
	tab.wantAnswers("another plan")
}
