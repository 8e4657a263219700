package browser_test

import (
	"testing"

	"github.com/planfmt/planfmt"
)

// The page does its work in turns, between which it can answer whoever uses it. These are the most bytes and characters that it may have in a turn.
const (
	mostPart    = 32 << 10      // of what is shown, in a message of the program (web/internal/run: partSize)
	mostOther   = 128 << 10     // in another message: the last one has the addresses of what is replaced
	mostText    = 64 << 10      // of text that becomes part of the page
	mostPortion = 32 * mostPart // of a report, which the frame writes
)

// counting counts what the page has in each turn. Whoever observes mutations is called once for all of a turn.
const counting = `(() => {
	const most = window.__most = {part: 0, other: 0, text: 0, portion: 0}, all = window.__all = {...most};
	const count = (what, n) => { most[what] = Math.max(most[what], n); all[what] += n; };
	const Plain = window.Worker;
	window.Worker = class extends Plain {
		constructor(...args) {
			super(...args);
			this.addEventListener("message", e => count(e.data.kind === "part" ? "part" : "other", (e.data.value || "").length || 0));
		}
	};
	const post = MessagePort.prototype.postMessage;
	MessagePort.prototype.postMessage = function (message, ...rest) {
		if (Array.isArray(message)) { count("portion", message.reduce((n, part) => n + part.length, 0)); }
		return post.call(this, message, ...rest);
	};
	new MutationObserver(records => {
		let n = 0;
		for (const r of records) { for (const node of r.addedNodes) { n += (node.textContent || "").length; } }
		count("text", n);
	}).observe(document, {childList: true, subtree: true});
})()`

// handled is what the page had since the last call: in all, or the most of it in a turn.
type handled struct{ Part, Other, Text, Portion int }

// turns checks how much the page had in a turn since the last call, and returns how much it had in all.
func (p *tab) turns(what string) handled {
	p.t.Helper()
	const take = `(o => { const had = {Part: o.part, Other: o.other, Text: o.text, Portion: o.portion}; for (const k in o) { o[k] = 0; } return had; })`
	most, all := evaluate[handled](p, take+`(__most)`), evaluate[handled](p, take+`(__all)`)
	p.t.Logf("%s: the most in a turn: %+v", what, most)
	if most.Part > mostPart || most.Other > mostOther || most.Text > mostText || most.Portion > mostPortion {
		p.t.Errorf("%s: the page had too much to do in a turn: %+v", what, most)
	}
	return all
}

// TestWebLarge shows a plan of 20 MB. Meanwhile, the page must answer: it never has more than a little to do at a time.
func TestWebLarge(t *testing.T) {
	needChromium(t)
	const n = 11000
	document := many(n).json(t)
	path := file(t, "large.json", document)
	tab := openWeb(t, counting)
	tab.format("human")
	evaluate[any](tab, `(__most.text = __all.text = 0, null)`) // the page itself
	tab.upload("plan", path)
	p := func(expression string) bool { return evaluate[bool](tab, expression) }
	tab.wait("the summary", `document.getElementById("counts").childElementCount > 0`)
	same(t, "still at work when there is the summary", p(`!document.getElementById("work").hidden`), true)
	tab.ended()
	tab.wait("the rest", `!document.getElementById("rest").hidden`)
	t.Logf("more text: %s", evaluate[string](tab, `document.getElementById("next").textContent`))
	all, shown := tab.turns("until there is the text"), evaluate[int](tab, `document.getElementById("view").textContent.length`)
	if all.Part < len(document)/2 || all.Text < shown || shown < 800_000 {
		t.Errorf("%d characters are shown of a plan of %d bytes, and only this has been seen: %+v", shown, len(document), all)
	}
	tab.click(`document.getElementById("next")`)
	tab.wait("more text", `!document.getElementById("rest").hidden`)
	t.Logf("more text: %s", evaluate[string](tab, `document.getElementById("next").textContent`))
	if more := tab.turns("more text"); more.Text < evaluate[int](tab, `document.getElementById("view").textContent.length`)-shown {
		t.Errorf("more text is shown than has been seen: %+v", more)
	}

	// The report of a large plan is large, too, and is shown only if somebody wants that.
	tab.format("html")
	tab.ended()
	same(t, "a large report is shown", p(`document.querySelector("iframe") !== null`), false)
	all = tab.turns("until the report is ready")
	tab.click(`document.getElementById("load")`)
	report := tab.frame()
	same(t, "resources in the report", evaluate[int](report, `document.querySelectorAll(".r").length`), n)
	if portions := tab.turns("until the report is shown").Portion; portions < len(document)/2 || portions > all.Part {
		t.Errorf("the frame got %d bytes of a report, and the page %d", portions, all.Part)
	}
	report.Close()

	// Cancel, and show another one.
	tab.format("compact")
	tab.wait("work", `!document.getElementById("work").hidden`)
	tab.click(`document.getElementById("cancel")`)
	same(t, "the state", evaluate[string](tab, `document.getElementById("state").textContent`), "Cancelled")
	same(t, "what has the focus", tab.focus(), "plan")
	tab.upload("plan", examplePlan)
	same(t, "how it ended after that", tab.ended(), "ok")
	tab.wantText(examplePlan, planfmt.Options{Format: "compact"})

	// Another plan, while a large one is read.
	tab.upload("plan", path)
	tab.wait("work", `!document.getElementById("work").hidden`)
	tab.upload("plan", examplePlan)
	same(t, "how the other one ended", tab.ended(), "ok")
	tab.wantText(examplePlan, planfmt.Options{Format: "compact"})
	tab.turns("another plan")
}
