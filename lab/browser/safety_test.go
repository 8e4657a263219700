package browser_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/planfmt/planfmt"
)

// payloads would run a script, fetch something, or leave the page, if they became markup, an
// attribute, a style, a script or a URL that somebody follows. Each sets window.__pwned where
// it can.
var payloads = []string{
	`<script>window.__pwned=1</script>`,
	`</script><script>window.__pwned=1</script>`,
	`</style><script>window.__pwned=1</script>`,
	`</title><script>window.__pwned=1</script>`,
	`</textarea></select></option></noscript></template><script>window.__pwned=1</script>`,
	`<img src=x onerror=window.__pwned=1>`,
	`"><img src=x onerror=window.__pwned=1>`,
	`'><svg onload=window.__pwned=1>`,
	`" onmouseover="window.__pwned=1" autofocus onfocus="window.__pwned=1" x="`,
	`' onclick='window.__pwned=1' x='`,
	"` onfocus=window.__pwned=1 tabindex=0 autofocus x=`",
	`<svg><animate onbegin=window.__pwned=1 attributeName=x dur=1s>`,
	`<svg><script>window.__pwned=1</script></svg>`,
	`<math><mtext></p><img src onerror=window.__pwned=1></mtext></math>`,
	`<details open ontoggle=window.__pwned=1><summary>x</summary></details></details></main>`,
	`<iframe srcdoc="<script>parent.__pwned=1</script>"></iframe>`,
	`<object data="data:text/html,<script>parent.__pwned=1</script>"></object><embed src="https://example.com/x">`,
	`<link rel=stylesheet href=https://example.com/x.css><style>@import "https://example.com/y.css";</style>`,
	`<meta http-equiv="refresh" content="0;url=https://example.com/"><base href="https://example.com/">`,
	`<form action=https://example.com/><button name=elements autofocus>x</button></form>`,
	`<a id=chromium name=chromium href="javascript:window.__pwned=1">x</a>`,
	`javascript:window.__pwned=1`,
	`<input autofocus onfocus=window.__pwned=1><video><source onerror=window.__pwned=1></video>`,
	`<!--><img src=x onerror=window.__pwned=1>-->`,
	`--><script>window.__pwned=1</script><!--`,
	`]]><script>window.__pwned=1</script><![CDATA[`,
	`&lt;script&gt;window.__pwned=1&lt;/script&gt;&#60;img src=x onerror=window.__pwned=1&#62;`,
	`\u003cscript\u003ewindow.__pwned=1\u003c/script\u003e\x3cimg src=x onerror=window.__pwned=1\x3e`,
	`${window.__pwned=1}{{constructor.constructor('window.__pwned=1')()}}`,
	"\x00<scr\x00ipt>window.__pwned=1</script>",
	"\u2028</script>\u2029<script>window.__pwned=1</script>\u202e",
	`+ADw-script+AD4-window.__pwned=1+ADw-/script+AD4-`,
	`@import url(https://example.com/z);body{background:url(https://example.com/i)}`,
	`"];window.__pwned=1;//`,
	`none`, `__proto__`, `constructor`, `body`, `text`, `shown`, `page`, `changes`, `summary`,
}

// hostile returns a plan with a payload wherever a plan can have one.
func hostile(x string) plan {
	name := func(n int) string { return fmt.Sprintf("%s%d", x, n) }
	values := object{x: x, "list": []any{x, object{x: x}}, "heredoc": "first\n" + x + "\nlast\n", "json": quoted(object{x: []any{x}}), "yaml": "a: 1\nb: " + quoted(x) + "\n"}
	changed := object{x: x + "!", "list": []any{x + "!", object{x: x + "!"}, x}, "heredoc": "first\n" + x + "!\n" + x + "\nlast\n", "json": quoted(object{x: []any{x, x}}), "yaml": "a: 2\nb: " + quoted(x) + "\n", name(1): x}
	return plan{
		resources: []resource{
			{typ: "aws_instance", name: "web", key: x, actions: update, before: values, after: changed},
			{typ: "aws_instance", name: "web", key: x + "~", actions: create, after: values, unknown: object{name(2): true}},
			{typ: x, name: "type", actions: destroy, before: values, reason: x},
			{typ: "aws_instance", name: x, actions: replace, before: values, after: changed, forcing: []string{x}, reason: "replace_because_cannot_update"},
			{module: "module." + x, typ: "aws_instance", name: "module", provider: x, actions: update, before: values, after: changed},
			{module: "module.m[" + quoted(x) + "]", typ: "aws_subnet", name: "key", provider: "registry.terraform.io/" + x + "/" + x, actions: read, data: true, after: values, reason: "read_because_config_unknown"},
			{typ: "aws_instance", name: "moved", previous: x, actions: update, before: values, after: changed},
			{typ: "aws_instance", name: "odd_action", actions: []string{x}, before: values, after: changed},
			{typ: "aws_subnet", name: "because", actions: replace, before: object{"a": 1}, after: object{"a": 2}, forcing: []string{"a"}},
			{typ: "aws_subnet", name: "chain", actions: replace, before: object{x: x}, after: object{}, unknown: object{x: true}, forcing: []string{x}},
		},
		drift: []resource{{typ: "aws_instance", name: "drift", key: x, actions: update, before: values, after: changed}},
		outputs: object{
			x:        object{"actions": update, "before": x, "after": x + "!", "after_unknown": false, "before_sensitive": false, "after_sensitive": false},
			"nested": object{"actions": create, "before": nil, "after": values, "after_unknown": false, "before_sensitive": false, "after_sensitive": false},
		},
		checks: []object{{
			"address": object{"kind": "check", "name": x, "to_display": "check." + x}, "status": "fail",
			"instances": []object{{"address": object{"to_display": "check." + x}, "status": "fail", "problems": []object{{"message": x + "\n" + x}}}},
		}},
		variables: object{x: object{"value": x}},
		config: object{"resources": []object{
			{"address": "aws_subnet.chain", "mode": "managed", "type": "aws_subnet", "name": "chain", "expressions": object{x: object{"references": []string{"aws_subnet.because[" + quoted(x) + "].id", "aws_subnet.because", "var." + x, "local." + x}}}},
			{"address": "aws_subnet.because", "mode": "managed", "type": "aws_subnet", "name": "because", "expressions": object{"a": object{"constant_value": 2}}},
			{"address": "aws_instance.web", "mode": "managed", "type": "aws_instance", "name": "web", "depends_on": []string{"aws_subnet.because"}},
			{"address": "aws_instance." + x, "mode": "managed", "type": "aws_instance", "name": x, "depends_on": []string{"aws_subnet.because"}},
		}},
		members: object{"timestamp": x, "terraform_version": x},
	}
}

// broken returns what hostile returns, and changes that cannot be read, of which the page says
// so.
func broken(t *testing.T, x string) []byte {
	t.Helper()
	document := map[string]any{}
	if err := json.Unmarshal(hostile(x).json(t), &document); err != nil {
		t.Fatal(err)
	}
	for _, member := range []string{"after", "actions"} {
		r := resource{typ: "aws_instance", name: "broken_" + member, key: x, actions: update, before: object{"a": 1}, after: object{"a": 2}}.json()
		r["change"].(object)[member] = []any{x, x}
		document["resource_changes"] = append(document["resource_changes"].([]any), r)
	}
	document["errored"] = true
	text, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestPayloads writes pages of hostile plans, and touches everything on them.
func TestPayloads(t *testing.T) {
	needChromium(t)
	for i, x := range payloads {
		t.Run(fmt.Sprintf("%02d", i), func(t *testing.T) {
			tab := newTab(t)
			var opts planfmt.Options
			opts.Title = "Review " + x
			tab.load(writePage(t, broken(t, x), opts), "")
			checkInert(t, tab, "Review ")
			if !strings.ContainsAny(x, "\x00\u2028\u202e") && !evaluate[bool](tab, `document.querySelector("main").textContent.includes($1)`, x) {
				t.Error("the page does not show the payload as text")
			}
			if t.Failed() {
				t.Logf("the payload is %q", x)
			}
		})
	}
}

// TestPayloadsLate has all payloads on one page, with so many lines that bodies become elements
// only when somebody opens them.
func TestPayloadsLate(t *testing.T) {
	p := many(200)
	for i, x := range payloads {
		for _, r := range hostile(x).resources[:6] {
			if r.key == nil {
				r.key = fmt.Sprintf("%s%d", x, i)
			}
			p.resources = append(p.resources, r)
		}
	}
	tab := open(t, p)
	checkInert(t, tab, "Plan")
	if left := evaluate[int](tab, `document.querySelectorAll(".code noscript").length`); left > 0 {
		t.Logf("%d bodies are not elements yet", left)
		evaluate[any](tab, `(dispatchEvent(new Event("beforeprint")), null)`)
		checkInert(t, tab, "Plan")
	}
}

// TestState reads the page of a state, with payloads in it.
func TestState(t *testing.T) {
	for _, x := range payloads[:8] {
		values := object{x: x, "list": []any{x, object{x: x}}, "heredoc": "first\n" + x + "\nlast\n", "id": "i-1"}
		state := object{
			"format_version": "1.0", "terraform_version": "1.14.0",
			"values": object{
				"outputs": object{x: object{"sensitive": false, "type": "string", "value": x}},
				"root_module": object{
					"resources":     []object{{"address": "aws_instance.web[" + quoted(x) + "]", "mode": "managed", "type": "aws_instance", "name": "web", "index": x, "provider_name": x, "schema_version": 0, "values": values, "tainted": true}},
					"child_modules": []object{{"address": "module." + x, "resources": []object{{"address": "module." + x + ".aws_instance.web", "mode": "managed", "type": "aws_instance", "name": "web", "provider_name": x, "schema_version": 0, "values": values}}}},
				},
			},
		}
		text, err := json.Marshal(state)
		if err != nil {
			t.Fatal(err)
		}
		tab := newTab(t)
		tab.load(writePage(t, text, planfmt.Options{}), "")
		checkInert(t, tab, "")
	}
}

// checkInert touches everything on a page, and fails the test if a payload has become anything
// else than text. The requests, dialogs and navigations of the page are checked when the test
// ends.
func checkInert(t *testing.T, tab *tab, title string) {
	t.Helper()
	bad := evaluate[[]string](tab, `(() => {
		const bad = [];
		const known = new Set("HTML HEAD META TITLE STYLE BODY A HEADER H1 H2 H3 H4 P UL OL LI DL DT DD KBD SEARCH FORM INPUT FIELDSET LEGEND LABEL SPAN SELECT OPTION BUTTON OUTPUT MAIN SECTION DETAILS SUMMARY DIV CODE PRE B I EM STRONG INS DEL MARK FOOTER NAV SCRIPT NOSCRIPT TABLE THEAD TBODY TR TH TD CAPTION TEMPLATE BR HR SMALL".split(" "));
		for (const e of document.querySelectorAll("*")) {
			if (!known.has(e.nodeName)) bad.push("element " + e.nodeName);
			for (const a of e.attributes) {
				if (/^on|^(src|srcdoc|srcset|action|formaction|style|autofocus|ping|background)$/i.test(a.name)) bad.push("attribute " + a.name + " of " + e.nodeName);
				if (a.name == "href" && !a.value.startsWith("#")) bad.push("href " + a.value);
			}
		}
		for (const name of ["script", "style", "title", "body", "main", "form", "base", "link", "iframe", "object", "embed"]) {
			const n = document.querySelectorAll(name).length, want = /^(base|link|iframe|object|embed)$/.test(name) ? 0 : 1;
			if (n != want) bad.push(n + " elements " + name);
		}
		return bad;
	})()`)
	for _, text := range bad {
		t.Errorf("on the page: %s", text)
	}
	// Events that payloads listen to, and links.
	evaluate[any](tab, `(() => {
		for (const d of document.querySelectorAll("details")) d.open = true;
		for (const e of document.querySelectorAll("*")) {
			for (const type of ["mouseover", "focus", "toggle", "error", "load", "animationstart"]) e.dispatchEvent(new Event(type));
		}
		for (const a of document.querySelectorAll("a[href], button")) a.click();
		return null;
	})()`)
	do(tab, chromedp.Sleep(100*1e6))
	if evaluate[bool](tab, `"__pwned" in window`) {
		t.Error("a payload has run")
	}
	if got := evaluate[string](tab, "document.title"); !strings.Contains(got, title) {
		t.Errorf("the title is %q", got)
	}
}

// TestPolicy adds to a page what an attacker could who had found a way through the escaping.
// The policy that the page has with it forbids that.
func TestPolicy(t *testing.T) {
	needChromium(t)
	path := estate().write(t, planfmt.Options{})
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	injected := strings.Replace(string(text), "<main", `<script>window.__pwned=1</script><img src="https://example.com/x.png" onerror="window.__pwned=1">`+
		`<p style="color:red" id="styled">x</p><iframe src="https://example.com/"></iframe><form action="https://example.com/"><button id="send">x</button></form><main`, 1)
	injectedPath := path + ".injected.html"
	if err := os.WriteFile(injectedPath, []byte(injected), 0o600); err != nil {
		t.Fatal(err)
	}
	tab := newTab(t)
	tab.navigate(injectedPath, "")
	evaluate[any](tab, `(document.getElementById("send").click(), null)`)
	tab.wait("the script of the page to run", `!document.getElementById("filter").hidden`)
	if evaluate[bool](tab, `"__pwned" in window`) {
		t.Error("an inline script has run")
	}
	same(t, "the colour of an element with the attribute style", evaluate[string](tab, `document.getElementById("styled").style.color`), "")
	seen := tab.Seen()
	for _, directive := range []string{"script-src", "style-src", "img-src", "form-action"} {
		found := false
		for _, v := range seen.Violations {
			found = found || strings.HasPrefix(v, directive)
		}
		if !found {
			t.Errorf("the policy does not say that %s forbids something, only: %q", directive, seen.Violations)
		}
	}
	for _, url := range seen.Navigations {
		if !strings.HasSuffix(url, ".injected.html") {
			t.Errorf("the page went to %s", url)
		}
	}
}
