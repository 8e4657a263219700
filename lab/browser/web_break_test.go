package browser_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
)

// wantError waits until the page says that it cannot show something, and checks the messages.
func (p *tab) wantError(what string, parts ...string) {
	p.t.Helper()
	p.wait("the error: "+what, `document.getElementById("state").dataset.state === "error" && document.getElementById("work").hidden`)
	for _, part := range parts {
		if text := p.messages(); !strings.Contains(text, part) {
			p.t.Errorf("%s: the messages are %q, without %q", what, text, part)
		}
	}
	same(p.t, what+": what is shown", p.shownText(), "")
}

// wantExample chooses the example plan, and checks that the page shows it.
func (p *tab) wantExample() {
	p.t.Helper()
	p.upload("plan", examplePlan)
	p.wait("the example", `document.getElementById("name").textContent === "plan.json"`)
	same(p.t, "how the example ended", p.ended(), "ok")
	p.wantText(examplePlan, planfmt.Options{})
}

// TestWebWorkerDies lets the worker end, at work and when there is nothing to do.
func TestWebWorkerDies(t *testing.T) {
	tab := openWeb(t, `(() => {
		const Real = Worker;
		window.Worker = class extends Real { constructor(...args) { super(...args); window.__worker = this; } };
	})()`)
	tab.format("human")
	// The program asks for the length of what is not there, and panics.
	const fatal = `{kind: "run", request: "{}", plan: {name: "x"}, schemas: null}`
	evaluate[any](tab, `(__worker.postMessage = m => Object.getPrototypeOf(__worker).postMessage.call(__worker, m.kind === "run" ? `+fatal+` : m), null)`)
	tab.upload("plan", examplePlan)
	tab.wantError("the worker has ended", "planfmt: the program has ended: panic: ")
	tab.wantExample()

	evaluate[any](tab, `(__worker.postMessage(`+fatal+`), null)`)
	tab.format("compact")
	same(t, "how another format ended", tab.ended(), "ok")
	tab.format("human")
	evaluate[any](tab, `(window.__was = __worker, __worker.postMessage(`+fatal+`), new Promise(done => setTimeout(done, 500)))`)
	same(t, "the state when the worker has ended after its work", evaluate[string](tab, `document.getElementById("state").dataset.state`), "ok")
	tab.wantExample()
	same(t, "there is another worker", evaluate[bool](tab, `__was !== __worker`), true)
	// A worker that throws.
	evaluate[any](tab, `(__worker.postMessage = m => Object.getPrototypeOf(__worker).postMessage.call(__worker, {kind: "load"}), null)`)
	tab.upload("plan", examplePlan)
	tab.wantError("the worker cannot be loaded", "planfmt: the program has ended: ")
	tab.wantExample()
}

// TestWebNoWebAssembly opens the page in a browser that has no WebAssembly.
func TestWebNoWebAssembly(t *testing.T) {
	tab := openWeb(t, `(() => {
		const Real = Blob;
		window.Blob = class extends Real { constructor(parts, options) { super(options.type === "text/javascript" ? ["delete globalThis.WebAssembly;", ...parts] : parts, options); } };
	})()`)
	tab.wantError("no WebAssembly", "planfmt: the program has ended: ", "WebAssembly")
}

// TestWebNames chooses files with names that try to become something else.
func TestWebNames(t *testing.T) {
	tab := openWeb(t)
	tab.format("human")
	text, err := os.ReadFile(examplePlan)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		`<img src=x onerror=window.__pwned=1>.json`, `"><svg onload=window.__pwned=1>`, "a\nb\x1b[31mc.json", "\u202egnp.json", "&lt;b&gt;",
		strings.Repeat("x", 250) + ".json", "%s%n{{name}}$&.json",
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		tab.upload("plan", path)
		tab.wait("the name", `document.getElementById("name").textContent.length > 0 && document.getElementById("plan").files.length === 1`)
		same(t, "how "+name+" ended", tab.ended(), "ok")
		if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
		tab.upload("plan", path)
		tab.wantError(name, "planfmt: ")
		if text := tab.messages(); strings.ContainsAny(text, "\n\x1b\u202e") {
			t.Errorf("of %q, it is said: %q", name, text)
		}
		same(t, "elements in the name and in the messages", evaluate[int](tab, `document.querySelectorAll("#name *, #messages *").length`), 0)
		same(t, "width", evaluate[bool](tab, `document.documentElement.scrollWidth <= document.documentElement.clientWidth`), true)
	}
	same(t, "something has run", evaluate[bool](tab, `"__pwned" in window`), false)
}

// TestWebWrongFiles chooses files that are not what they should be, and then the right ones.
func TestWebWrongFiles(t *testing.T) {
	tab := openWeb(t)
	tab.format("human")
	tab.wantExample()
	tab.unfold()
	tab.click(`document.querySelector("#more summary")`)
	for _, c := range []struct{ input, file, says string }{
		{"schemas", examplePlan, "plan.json"},
		{"schemas", file(t, "empty.json", nil), "empty.json"},
		{"schemas", file(t, "cut.json", []byte(`{"format_version": "1.0", "provider_schemas": {`)), "cut.json"},
		{"rules", file(t, "rules.yaml", []byte("hide:\n  - colour=red\n")), "rules.yaml: line 2: "},
		{"rules", file(t, "tab.yaml", []byte("hide:\n\t- type=x\n")), "tab.yaml: invalid YAML: line 2"},
		{"rules", file(t, "plan.yaml", []byte{0xff, 0, 1}), "plan.yaml"},
	} {
		tab.upload(c.input, c.file)
		tab.wantError(c.file, c.says)
		// Without it, the plan is shown.
		tab.upload(c.input)
		tab.wait("the plan without "+c.file, `document.getElementById("state").dataset.state === "ok"`)
		tab.wantText(examplePlan, planfmt.Options{})
	}
}

// TestWebGone chooses a file that is then removed or changed.
func TestWebGone(t *testing.T) {
	tab := openWeb(t)
	tab.format("human")
	text, err := os.ReadFile(examplePlan)
	if err != nil {
		t.Fatal(err)
	}
	for what, gone := range map[string]func(path string) error{
		"removed": os.Remove,
		"shorter": func(path string) error { return os.Truncate(path, 100) },
	} {
		path := file(t, what+".json", text)
		tab.upload("plan", path)
		tab.wait("the name", `document.getElementById("name").textContent === $1`, what+".json")
		same(t, "how it ended", tab.ended(), "ok")
		if err := gone(path); err != nil {
			t.Fatal(err)
		}
		tab.format("compact")
		tab.wantError(what, "planfmt: "+what+".json: ", "the browser cannot read it (Not", "changed or removed")
		tab.format("human")
		tab.wantText(examplePlan, planfmt.Options{}) // it has been shown already
	}
	tab.wantExample()
}

// TestWebPartial lets a report fail when a part of it has arrived: it can be neither read, copied nor downloaded.
func TestWebPartial(t *testing.T) {
	tab := openWeb(t, `(() => {
		const Real = Worker;
		window.Worker = class extends Real {
			set onmessage(f) {
				window.__receive = f;
				super.onmessage = e => { if (e.data.kind !== "done" || !window.__hold) f(e); };
			}
		};
	})()`)
	tools := `document.getElementById("tools").checkVisibility()`
	for _, format := range []string{"human", "json", "markdown", "html"} {
		tab.format(format)
		evaluate[any](tab, `(window.__hold = true, null)`)
		tab.upload("plan", examplePlan)
		if format == "html" {
			tab.wait("the overview", `document.getElementById("counts").children.length > 0`)
		} else {
			tab.wait("the text", `document.getElementById("view").textContent.length > 0`)
		}
		same(t, format+": tools while it arrives", evaluate[bool](tab, tools), false)
		evaluate[any](tab, `(__receive({data: {kind: "crash", value: "planfmt: the program has ended: out of memory"}}), null)`)
		tab.wantError(format+": failed in the middle", "out of memory")
		same(t, format+": tools after the failure", evaluate[bool](tab, tools), false)
		same(t, format+": frames after the failure", evaluate[int](tab, `document.querySelectorAll("iframe").length`), 0)
		evaluate[any](tab, `(window.__hold = false, null)`)
		tab.upload("plan", examplePlan)
		same(t, format+": how it ended", tab.ended(), "ok")
		tab.wait(format+": tools", tools)
	}
}

// TestWebHostileTexts shows a document in which every text tries to be something else, and looks at all that is in the page.
func TestWebHostileTexts(t *testing.T) {
	tab := openWeb(t)
	for name, bad := range map[string]string{
		"bidi": "\u202eevil\u2066", "controls": "\x1b[31m\x07\r\x00x", "lines": "\n::error::x\n##vso[task.x]", "markup": `<img src=x onerror=window.__pwned=1>&lt;b&gt;"'`,
		"long": strings.Repeat("x", 100_000),
	} {
		path := file(t, name+".json", hostilePlan(t, bad))
		for _, format := range []string{"html", "human", "compact", "markdown", "json"} {
			tab.format(format)
			tab.upload("plan", path)
			tab.wait("the name", `document.getElementById("name").textContent === $1`, name+".json")
			what := name + " as " + format
			if end := tab.ended(); end == "error" {
				t.Errorf("%s: %s", what, tab.messages())
				continue
			}
			if format == "html" {
				f := tab.frame()
				same(t, what+": unsafe characters in the report", evaluate[string](f, unsafeText), "")
				same(t, what+": something has run in the report", evaluate[bool](f, `"__pwned" in window`), false)
			}
			same(t, what+": unsafe characters", evaluate[string](tab, unsafeText), "")
			same(t, what+": something has run", evaluate[bool](tab, `"__pwned" in window`), false)
			same(t, what+": long texts", evaluate[string](tab, `["name", "state", "about", "counts", "doing", "live"].filter(id => document.getElementById(id).textContent.length > 400).join() +
				Array.from(document.querySelectorAll("#addresses option")).filter(o => o.value.length > 500).length`), "0")
			same(t, what+": elements", evaluate[int](tab, `document.querySelectorAll("img, #name *, #about *, #counts li *, #messages *").length`), 0)
		}
	}
}

// unsafeText is the first text in the page, or attribute, with a character that does not show what it is.
const unsafeText = `(() => {
	const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u, harmless = /[\n\t\u200c\u200d]/g;
	const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
	for (let n = walk.nextNode(); n; n = walk.nextNode()) {
		if (n.nodeType === Node.TEXT_NODE) {
			if (unsafe.test(n.data.replace(harmless, ""))) return n.data.slice(0, 100);
			continue;
		}
		for (const a of n.attributes) if (a.name !== "srcdoc" && unsafe.test(a.value.replace(harmless, ""))) return a.name + "=" + a.value.slice(0, 100);
		if (n.value && n.value.length && unsafe.test(n.value.replace(harmless, ""))) return n.value.slice(0, 100);
	}
	return "";
})()`

// hostilePlan is a plan that has a text in each place that takes one.
func hostilePlan(t testing.TB, bad string) []byte {
	t.Helper()
	type object = map[string]any
	change := func(action string, before, after any) object {
		return object{"actions": strings.Split(action, ","), "before": before, "after": after}
	}
	resource := func(name, action string) object {
		return object{
			"address": `a_` + name + `.x["` + bad + `"]`, "module_address": "", "mode": "managed", "type": "a_" + name, "name": "x", "index": bad,
			"provider_name": "p/" + bad, "action_reason": bad, "previous_address": "a.y" + bad,
			"change": change(action, object{bad: bad, "n": bad + "1", "t": "a\n" + bad}, object{bad: bad, "n": bad + "2", "t": "b\n" + bad}),
		}
	}
	text, err := json.Marshal(object{
		"format_version": "1.2", "terraform_version": "1.9" + bad,
		"resource_changes": []any{resource("update", "update"), resource("replace", "delete,create"), resource("destroy", "delete"), resource("create", "create")},
		"resource_drift":   []any{resource("drift", "update")},
		"output_changes":   object{"o" + bad: change("update", bad+"1", bad+"2")},
		"variables":        object{bad: object{"value": bad}},
		"checks": []any{object{
			"address": object{"kind": "check", "name": bad, "to_display": "check." + bad}, "status": "fail",
			"instances": []any{object{"address": object{"to_display": bad}, "status": "fail", "problems": []any{object{"message": bad}}}},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return text
}
