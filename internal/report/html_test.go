package report_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/test/kit"
)

// htmlPage writes a document as a page.
func htmlPage(t *testing.T, document []byte, opts planfmt.Options) string {
	t.Helper()
	var out bytes.Buffer
	opts.Format = "html"
	if _, err := planfmt.Show(context.Background(), &out, bytes.NewReader(document), opts); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestHTMLIsWellFormed checks the page of every golden.
func TestHTMLIsWellFormed(t *testing.T) {
	t.Parallel()
	for _, g := range kit.SomeGoldens(t) {
		var out bytes.Buffer
		opts := g.Opts
		opts.Format = "html"
		if _, err := planfmt.Show(context.Background(), &out, bytes.NewReader(g.Document()), opts); err != nil {
			continue
		}
		for _, problem := range checkPage(out.String()) {
			t.Errorf("%s: %s", g.File, problem)
		}
	}
}

// voidElements are those without an end tag that the page uses.
var voidElements = []string{"meta", "input"}

// phrasing are elements that may only have text and each other in them.
var phrasing = []string{"span", "b", "code", "a", "button", "summary", "p", "h1", "h2", "h3", "label", "option", "kbd", "dt", "title", "pre"}

// flow are elements that may not stand in phrasing.
var flow = []string{"div", "details", "ul", "li", "p", "section", "h1", "h2", "h3", "pre", "dl"}

// checkPage returns what is wrong with a page: elements that are not closed in order, ids that
// occur twice, links that lead nowhere, whatever could run or load something, and a policy that
// does not allow exactly what is there.
func checkPage(page string) (problems []string) {
	c := pageChecker{ids: map[string]bool{}}
	if !strings.HasPrefix(page, "<!doctype html>\n") || !strings.HasSuffix(page, "</html>\n") {
		c.problem("it is not a whole page")
	}
	c.elements(page)
	if c.policy == "" {
		c.problem("it has no policy")
	}
	for _, l := range c.links {
		id, err := url.PathUnescape(strings.TrimPrefix(l, "#"))
		if err != nil || !strings.HasPrefix(l, "#") || !c.ids[id] {
			c.problem("the link %q leads nowhere", l)
		}
	}
	for _, list := range c.labels {
		for id := range strings.FieldsSeq(list) {
			if !c.ids[id] {
				c.problem("the label %q of %q is missing", id, list)
			}
		}
	}
	return c.problems
}

type pageChecker struct {
	problems []string
	policy   string
	ids      map[string]bool
	links    []string
	labels   []string // lists of ids
}

func (c *pageChecker) problem(format string, args ...any) {
	c.problems = append(c.problems, fmt.Sprintf(format, args...))
}

// elements checks a sequence of elements, all of which must be closed.
func (c *pageChecker) elements(text string) {
	var open []string
	z := html.NewTokenizer(strings.NewReader(text))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		token := z.Token()
		inner := ""
		if len(open) > 0 {
			inner = open[len(open)-1]
		}
		switch kind {
		case html.CommentToken:
			if word := strings.TrimSpace(token.Data); word != "changes" && word != "end of changes" {
				c.problem("a comment: %q", word)
			}
		case html.TextToken:
			switch inner {
			case "script", "style":
				sum := sha256.Sum256([]byte(token.Data))
				want := inner + "-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
				if !strings.Contains(c.policy, want) {
					c.problem("the policy %q does not have %s", c.policy, want)
				}
			case "noscript":
				c.elements(token.Data)
			}
		case html.StartTagToken:
			c.start(token)
			if slices.Contains(flow, token.Data) && slices.Contains(phrasing, inner) {
				c.problem("a %s stands in a %s", token.Data, inner)
			}
			if !slices.Contains(voidElements, token.Data) {
				open = append(open, token.Data)
			}
		case html.EndTagToken:
			if inner != token.Data {
				c.problem("</%s> closes %v", token.Data, open)
				return
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		c.problem("%v are not closed", open)
	}
}

func (c *pageChecker) start(token html.Token) {
	if !slices.Contains(knownElements, token.Data) {
		c.problem("an unknown element: %s", token)
	}
	for _, a := range token.Attr {
		switch {
		case !slices.Contains(knownAttributes, a.Key):
			c.problem("an unknown attribute: %s", token)
		case a.Key == "id" && c.ids[a.Val]:
			c.problem("the id %q occurs twice", a.Val)
		case a.Key == "id":
			c.ids[a.Val] = true
		case a.Key == "href":
			c.links = append(c.links, a.Val)
		case a.Key == "aria-labelledby":
			c.labels = append(c.labels, a.Val)
		case a.Key == "content" && token.Attr[0].Val == "Content-Security-Policy":
			c.policy = a.Val
		}
	}
}

// knownAttributes are those that elements of the page have.
var knownAttributes = []string{
	"aria-label", "aria-labelledby", "aria-live", "autocomplete", "charset", "class", "content", "data-a", "data-copy", "data-copy-block",
	"data-forces", "data-m", "data-state", "data-t", "data-tools", "data-unknown", "data-whole", "hidden", "href", "http-equiv", "id", "lang", "name", "open",
	"placeholder", "role", "spellcheck", "tabindex", "title", "translate", "type", "value",
}

// knownElements are those of the page.
var knownElements = []string{
	"a", "b", "body", "button", "code", "dd", "details", "div", "dl", "dt", "fieldset", "footer", "form", "h1", "h2", "h3", "head", "header",
	"html", "input", "kbd", "label", "legend", "li", "main", "mark", "meta", "noscript", "option", "output", "p", "pre", "script", "search", "section",
	"select", "span", "style", "summary", "title", "ul",
}

// htmlInjections are texts that must stay text.
var htmlInjections = []string{
	`<script>alert(1)</script>`,
	`</script><script>alert(1)</script>`,
	`<img src=x onerror=alert(1)>`,
	`"><svg onload=alert(1)>`,
	`' autofocus onfocus='alert(1)`,
	`" onmouseover="alert(1)`,
	`</title><script>alert(1)</script>`,
	`</style><script>alert(1)</script>`,
	`<!--`,
	`--><script>alert(1)</script>`,
	`</details></summary></main>`,
	`<a href="javascript:alert(1)">x</a>`,
	`javascript:alert(1)`,
	`<iframe src="https://example.com"></iframe>`,
	`<base href="https://example.com/">`,
	`<meta http-equiv="refresh" content="0;url=https://example.com">`,
	`<link rel=stylesheet href=//example.com/x.css>`,
	`&lt;script&gt;&#60;script&#62;`,
	"<scr\x00ipt>alert(1)</scr\x00ipt>",
	`<math><mtext></p><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`,
	`<![CDATA[<script>]]>`,
	"\u202e<b>\ufeff\u2028</b>",
}

// injectedPlan has the word INJECT wherever somebody who can change a plan could write something.
const injectedPlan = `{
  "format_version": "1.2", "terraform_version": "INJECT", "errored": true, "complete": false,
  "relevant_attributes": [{"resource": "a_b.drift INJECT", "attribute": ["INJECT"]}],
  "resource_drift": [{"address": "a_b.drift INJECT", "mode": "managed", "type": "a_b", "name": "drift INJECT", "provider_name": "p", "change": {
    "actions": ["update"], "before": {"x": "INJECT"}, "after": {"x": "new INJECT"}}}],
  "resource_changes": [
    {"address": "module.INJECT.a_INJECT.web[\"INJECT\"]", "module_address": "module.INJECT", "previous_address": "a_INJECT.old", "mode": "managed",
     "type": "a_INJECT", "name": "web", "index": "INJECT", "deposed": "INJECT", "provider_name": "p INJECT", "change": {"actions": ["delete"],
      "before": {"INJECT": "INJECT", "m": {"INJECT": ["INJECT"]}}, "after": null}, "action_reason": "delete_because_no_module"},
    {"address": "a_b.update INJECT", "mode": "managed", "type": "a_b", "name": "update INJECT", "provider_name": "p", "change": {"actions": ["update"],
      "before": {"INJECT": "INJECT", "same INJECT": "INJECT", "lines": "INJECT\nsame\nINJECT", "json": "{\"INJECT\": 1}", "number": 1, "secret": "s"},
      "after": {"INJECT": "INJECT 2", "same INJECT": "INJECT", "lines": "INJECT\nsame INJECT\nINJECT", "json": "{\"INJECT\": [\"INJECT\"]}", "number": 2, "secret": "t"},
      "before_sensitive": {"secret": true}, "after_sensitive": {"secret": true}}},
    {"address": "a_b.replace INJECT", "mode": "managed", "type": "a_b", "name": "replace INJECT", "provider_name": "p", "change": {"actions": ["delete", "create"],
      "before": {"INJECT": "INJECT", "id": "INJECT"}, "after": {}, "after_unknown": {"INJECT": true, "id": true}, "replace_paths": [["INJECT"]]}, "action_reason": "INJECT"},
    {"address": "a_b.create[\"INJECT 1\"]", "mode": "managed", "type": "a_b", "name": "create", "index": "INJECT 1", "provider_name": "p", "change": {"actions": ["create"],
      "before": null, "after": {"name": "INJECT"}, "after_unknown": {"id": true}, "importing": {"id": "INJECT"}}},
    {"address": "a_b.create[\"INJECT 2\"]", "mode": "managed", "type": "a_b", "name": "create", "index": "INJECT 2", "provider_name": "p", "change": {"actions": ["create"],
      "before": null, "after": {"name": "INJECT"}, "after_unknown": {"id": true}}},
    {"address": "a_b.odd INJECT", "mode": "managed", "type": "a_b", "name": "odd INJECT", "provider_name": "p", "change": {"actions": ["INJECT"],
      "before": null, "after": {"name": "INJECT"}}}],
  "deferred_changes": [{"reason": "INJECT", "resource_change": {"address": "a_b.later INJECT", "mode": "managed", "type": "a_b", "name": "later INJECT",
    "provider_name": "p", "change": {"actions": ["create"], "before": null, "after": {"x": "INJECT"}}}}],
  "action_invocations": [{"address": "action.a_b.INJECT", "type": "a_b", "name": "INJECT", "provider_name": "p", "config_values": {"INJECT": "INJECT"},
    "invoke_action_trigger": {}}],
  "output_changes": {"INJECT": {"actions": ["update"], "before": "INJECT", "after": {"INJECT": "INJECT"}}},
  "checks": [{"address": {"kind": "check", "name": "INJECT", "to_display": "check.INJECT"}, "status": "fail", "instances": [
    {"address": {"to_display": "check.INJECT"}, "status": "fail", "problems": [{"message": "INJECT"}]}]}],
  "configuration": {"root_module": {"resources": [
    {"address": "a_b.replace INJECT", "mode": "managed", "type": "a_b", "name": "replace INJECT", "expressions": {"INJECT": {"references": ["a_b.create.id", "a_b.create", "INJECT"]}}},
    {"address": "a_b.update INJECT", "mode": "managed", "type": "a_b", "name": "update INJECT", "expressions": {"INJECT": {"references": ["a_b.create.id", "a_b.create", "INJECT"]}}},
    {"address": "a_b.same INJECT", "mode": "managed", "type": "a_b", "name": "same INJECT", "depends_on": ["a_b.create"]}]}}
}`

const injectedState = `{"format_version": "1.0", "terraform_version": "INJECT", "values": {
  "outputs": {"INJECT": {"value": "INJECT", "type": "string", "sensitive": false}},
  "root_module": {"resources": [{"address": "a_b.INJECT", "mode": "managed", "type": "a_b", "name": "INJECT", "provider_name": "p", "schema_version": 0,
    "values": {"INJECT": "INJECT"}, "sensitive_values": {}, "deposed_key": "INJECT", "tainted": true}],
  "child_modules": [{"address": "module.INJECT", "resources": [{"mode": "data", "type": "a_INJECT", "name": "c", "provider_name": "p",
    "schema_version": 0, "values": {"x": "INJECT"}, "sensitive_values": {}}]}]}}}`

// TestHTMLInjections writes each injection wherever a plan or a state can have text. The page must
// have the same elements as with a harmless word.
func TestHTMLInjections(t *testing.T) {
	sampling.SkipShort(t)
	t.Parallel()
	file := planfmt.Options{}
	file.ShowHash = true
	if err := file.Rules.AddIgnore("a_b:number"); err != nil {
		t.Fatal(err)
	}
	// A large page has its bodies in noscript elements.
	large := strings.Replace(injectedPlan, `"number": 2`, `"large": "`+strings.Repeat(`INJECT\n`, 6000)+`"`, 1)
	for i, document := range []string{injectedPlan, injectedState, large} {
		isLarge := i == 2

		for _, groupBy := range layout.Groupings() {
			if err := file.GroupBy.UnmarshalText([]byte(groupBy)); err != nil {
				t.Fatal(err)
			}
			plant := func(text string) string {
				quoted, err := json.Marshal(text)
				if err != nil {
					t.Fatal(err)
				}
				// In an address, what is between quotes is quoted twice.
				return htmlPage(t, []byte(strings.ReplaceAll(document, "INJECT", strings.Trim(string(quoted), `"`))), file)
			}
			if isLarge && groupBy != "action" {
				continue
			}
			harmless := plant("word")
			if strings.Contains(harmless, "<noscript>") != isLarge {
				t.Errorf("the page is of the wrong kind")
			}
			if n := strings.Count(harmless, "word"); n < 15 {
				t.Errorf("the word is on the page only %d times:\n%s", n, harmless)
			}
			want := countElements(harmless)
			for i, text := range append(htmlInjections, "word") {
				if !sampling.Takes(t.Name()+groupBy, text) && i%3 > 0 {
					continue
				}
				page := plant(text)
				for _, problem := range checkPage(page) {
					t.Errorf("%q: %s", text, problem)
				}
				// These follow the text: a string of several lines has more of them.
				got := countElements(page)
				if strings.Contains(text, "[") { // in an address, this begins a key, so that the type contradicts it: one more problem is listed
					got["li"]--
				}
				for name := range got {
					if name != "span" && name != "div" && name != "details" && name != "summary" && name != "mark" && got[name] > want[name] {
						t.Errorf("%q, by %s: %d elements %s, not %d", text, groupBy, got[name], name, want[name])
					}
				}
			}
		}
	}
}

func countElements(page string) map[string]int {
	counts := map[string]int{}
	z := html.NewTokenizer(strings.NewReader(page))
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		if kind == html.StartTagToken || kind == html.SelfClosingTagToken {
			counts[z.Token().Data]++
		}
	}
	return counts
}

// TestHTMLInFile writes a page of which nothing may stay in memory until it is written.
func TestHTMLInFile(t *testing.T) {
	var opts planfmt.Options
	want := htmlPage(t, []byte(injectedPlan), opts)
	opts.MemoryLimit, opts.TempDir = -1, t.TempDir()
	if got := htmlPage(t, []byte(injectedPlan), opts); got != want {
		t.Errorf("the page is different:\n%s", kit.LineDiff(want, got))
	}
	if files, err := os.ReadDir(opts.TempDir); err != nil || len(files) > 0 {
		t.Errorf("files are left: %v, %v", files, err)
	}
	opts.TempDir = filepath.Join(opts.TempDir, "none")
	opts.Format = "html"
	var out bytes.Buffer
	_, err := planfmt.Show(context.Background(), &out, strings.NewReader(injectedPlan), opts)
	if temp, ok := errors.AsType[*plans.TempError](err); !ok || out.Len() > 0 {
		t.Errorf("without a directory: %v, %v, %d bytes", temp, err, out.Len())
	}
}

// TestHTMLRequestsNothing checks that there is nothing in the page, apart from what the plan says,
// that names another place.
func TestHTMLRequestsNothing(t *testing.T) {
	page := htmlPage(t, []byte(`{"format_version":"1.2","resource_changes":[]}`), planfmt.Options{})
	for _, word := range []string{"http:", "https:", "//", "url(", "@import", "@font-face", "fetch(", "XMLHttpRequest", "eval(", "innerHTML", "import("} {
		for line := range strings.Lines(page) {
			if strings.Contains(line, word) && !strings.HasPrefix(strings.TrimSpace(line), "//") {
				t.Errorf("the page has %q: %s", word, line)
			}
		}
	}
}

// TestHTMLContrast computes the contrast of all pairs of colours that stand on each other, in both
// schemes, by the formula of WCAG 2. Text needs 4.5, what is no text 3.
func TestHTMLContrast(t *testing.T) {
	css, err := os.ReadFile("internal/report/paper/html/page.css")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile(`(?s):root \{(.*?)\}`).FindAllSubmatch(css, -1)
	if len(blocks) != 3 {
		t.Fatalf("%d blocks of colours, not those for light, dark and print", len(blocks))
	}
	text := map[string][]string{
		"bg":        {"fg", "quiet", "link", "add", "del", "mod", "rep", "read", "string", "number", "type", "odd"},
		"panel":     {"fg", "quiet", "link", "add", "del", "mod", "rep", "read", "string", "number", "type", "odd"},
		"add-bg":    {"fg", "quiet", "add", "string", "number", "mod", "rep"},
		"del-bg":    {"fg", "quiet", "del", "string", "number", "mod", "rep"},
		"mod-bg":    {"fg", "quiet", "mod", "del", "read", "add"},
		"rep-bg":    {"fg", "quiet", "rep", "string", "number", "mod"},
		"add-mark":  {"fg"},
		"del-mark":  {"fg"},
		"target":    {"fg", "quiet", "add", "del", "mod", "rep", "read", "string", "number", "odd"},
		"chip":      {"fg", "quiet", "add", "del", "mod", "rep", "read", "odd"},
		"chosen":    {"on-chosen"},
		"on-chosen": {"chosen"},
	}
	for i, scheme := range []string{"light", "dark"} {
		colours := map[string]string{}
		for _, m := range regexp.MustCompile(`--([a-z-]+): (#[0-9a-f]{6});`).FindAllSubmatch(blocks[i][1], -1) {
			colours[string(m[1])] = string(m[2])
		}
		for below, all := range text {
			for _, above := range all {
				if c := contrast(colours[above], colours[below]); c < 4.5 {
					t.Errorf("%s: %s on %s has a contrast of %.2f", scheme, above, below, c)
				}
			}
		}
		for _, below := range []string{"bg", "panel", "target"} {
			if c := contrast(colours["focus"], colours[below]); c < 3 {
				t.Errorf("%s: the focus on %s has a contrast of %.2f", scheme, below, c)
			}
		}
	}
}

// contrast returns the contrast of two colours, 0 if one is unknown.
func contrast(a, b string) float64 {
	if a == "" || b == "" {
		return 0
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(colour string) float64 {
	var sum float64
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, _ := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}
