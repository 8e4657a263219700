package browser_test

import (
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
