package report_test

import (
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/testkit/randplan"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/rules"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/test/kit"
)

// markdownLayout returns options for a report in Markdown.
func markdownLayout(opts planfmt.Options, flavour sinks.Flavour, size int) planfmt.Options {
	opts = kit.WithFormat(opts, "markdown")
	opts.Markdown = layout.Markdown{Flavour: flavour, MaxSize: size, Graph: flavour.HasMermaid}
	return opts
}

// checkMarkdown checks everything that holds for each report.
func checkMarkdown(t *testing.T, where, got string, flavour sinks.Flavour, size int) kit.ParsedMarkdown {
	t.Helper()
	p := kit.ParseMarkdown(got, flavour.HasDetails)
	switch {
	case len(got) > size:
		t.Errorf("%s: %d bytes, want at most %d", where, len(got), size)
	case !utf8.ValidString(got):
		t.Errorf("%s: it is not UTF-8", where)
	case p.Details != p.Ends:
		t.Errorf("%s: %d of <details>, %d of </details>\n%s", where, p.Details, p.Ends, got)
	case len(p.Wrong) > 0:
		t.Errorf("%s: %s\n%s", where, strings.Join(p.Wrong, "\n"), got)
	case p.Alerts > 0 && !flavour.HasAlerts:
		t.Errorf("%s: %d warnings\n%s", where, p.Alerts, got)
	case p.Tables > 1:
		t.Errorf("%s: %d tables\n%s", where, p.Tables, got)
	case !strings.Contains(got, "**"):
		t.Errorf("%s: there is no headline\n%s", where, got)
	}
	for _, fence := range p.Fences {
		for line := range strings.Lines(fence) {
			sign, _, _ := strings.Cut(strings.TrimSuffix(line, "\n")+" ", " ")
			if !slices.Contains([]string{"", "+", "-", flavour.Changed, "<=", "-/+", "+/-", "!+/-", "~+/-", ".", "+/.", "!+/.", "~+/.", "./+", "?"}, sign) &&
				!strings.HasPrefix(line, "resource ") && !strings.HasPrefix(fence, "moved {") && !isUnsigned(fence) {
				t.Errorf("%s: %q stands in the margin of %q", where, sign, line)
			}
		}
	}
	return p
}

// isUnsigned reports whether a fence has no signs: all of its lines are of a state.
func isUnsigned(fence string) bool { return !regexp.MustCompile(`(?m)^[-+!~<.?]`).MatchString(fence) }

// Whatever the limit, a report is not longer, and nothing in it is broken.
func TestMarkdownFits(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(11, 22))
	reports := 0
	kit.EachGolden(t, func(file string, document []byte, opts planfmt.Options) {
		for range 2 {
			flavour := sinks.Flavours()[reports%len(sinks.Flavours())]
			size := 500 + int(70_000*random.Float64()*random.Float64()*random.Float64())
			got, remarks := kit.RenderGolden(document, markdownLayout(opts, flavour, size))
			if kit.IsRefused(remarks) {
				return
			}
			reports++
			checkMarkdown(t, fmt.Sprintf("%s for %s in %d bytes", file, flavour.Name, size), got, flavour, size)
		}
	})
	for seed := range sampling.Seeds(100) {
		made := randplan.Make(randplan.Bytes(seed), randplan.Options{})
		flavour := sinks.Flavours()[int(seed)%len(sinks.Flavours())]
		whole, _ := kit.RenderGolden(made.Plan, markdownLayout(planfmt.Options{}, flavour, 1<<20))
		for range 10 {
			size := 500 + random.IntN(len(whole)+1000)
			got, _ := kit.RenderGolden(made.Plan, markdownLayout(planfmt.Options{}, flavour, size))
			reports++
			checkMarkdown(t, fmt.Sprintf("seed %d for %s in %d bytes", seed, flavour.Name, size), got, flavour, size)
			if len(whole)+500 <= size && got != whole {
				t.Errorf("seed %d: it is shortened to %d bytes, but has only %d\n%s", seed, size, len(whole), got)
			}
			if len(whole) > size && !strings.Contains(got, "Shortened to") {
				t.Errorf("seed %d: %d of %d bytes, and it does not say so\n%s", seed, len(got), len(whole), got)
			}
		}
	}
	t.Logf("%d reports", reports)
}

// What is left out goes by importance.
func TestMarkdownLeavesOutByImportance(t *testing.T) {
	t.Parallel()
	var changes []string
	for i := range 20 {
		for _, c := range []struct{ kind, actions, before, after string }{
			{"gone", `"delete"`, `{"x":%d}`, `null`},
			{"other", `"delete","create"`, `{"x":%d}`, `{"x":-%d}`},
			{"kept", `"update"`, `{"x":%d,"t":"first\nunchanged\nunchanged\nunchanged\nc\n"}`, `{"x":-%d,"t":"first\nunchanged\nunchanged\nunchanged\nd\n"}`},
			{"new", `"create"`, `null`, `{"x":%d,"y":1,"z":2}`},
		} {
			number := func(s string) string { return strings.Replace(s, "%d", strconv.Itoa(i+1), 1) }
			changes = append(changes, fmt.Sprintf(`{"address":"a.%[1]s_%[2]d_","mode":"managed","type":"a","name":"%[1]s_%[2]d_","provider_name":"p","change":{"actions":[%[3]s],"before":%[4]s,"after":%[5]s}}`,
				c.kind, i, c.actions, number(c.before), number(c.after)))
		}
	}
	document := []byte(`{"format_version":"1.2","resource_changes":[` + strings.Join(changes, ",") + `]}`)
	body := func(kind, phrase string) *regexp.Regexp {
		return regexp.MustCompile(`(?m)^  # a\.` + kind + `_\d+_ ` + phrase)
	}
	// The most important ones come first. Of each, there are so many in the whole report. A few
	// small ones may use room that is too small for the others.
	levels := []struct {
		what    string
		pattern *regexp.Regexp
		all     int
	}{
		{"replaced", regexp.MustCompile("(?m)^(- |<summary>.*<code>)`?-/\\+.*a\\.other"), 20},
		{"destroyed", regexp.MustCompile("(?m)^(- |<summary>)(`|<code>)-(`|</code>) (`|<code>)a\\.gone"), 20},
		{"updated", regexp.MustCompile("(?m)^(- |<summary>)(`|<code>)~(`|</code>) (`|<code>)a\\.kept"), 20},
		{"created", regexp.MustCompile("(?m)^(- |<summary>)(`|<code>)\\+(`|</code>) (`|<code>)a\\.new"), 20},
		{"bodies of what is replaced", body("other", "must be"), 20},
		{"bodies of what is updated", body("kept", "will be"), 20},
		{"bodies of what is destroyed", body("gone", "will be"), 20},
		{"bodies of what is created", body("new", "will be"), 20},
		{"unchanged lines", regexp.MustCompile(`(?m)^            first$`), 20},
	}
	seen := map[string]bool{}
	step := 250
	if !sampling.Full() {
		step = 1500
	}
	for size := 500; size < 30_000; size += step {
		text, _ := kit.RenderGolden(document, markdownLayout(planfmt.Options{}, sinks.Flavours()[0], size))
		missing := ""
		for _, l := range levels {
			n := len(l.pattern.FindAllString(text, -1))
			if missing != "" && n > l.all/4 {
				t.Errorf("%d bytes: there are %d of the %s, but not all of the %s\n%s", size, n, l.what, missing, text)
			}
			if n < l.all && missing == "" {
				missing = l.what
			}
		}
		seen[missing] = true
	}
	if !seen[""] || len(seen) < len(levels) && sampling.Full() {
		t.Errorf("seen is only %v", seen)
	}
}

// If the name of something has room, but not what is said about it, the report says so.
func TestMarkdownCountsRemarks(t *testing.T) {
	address := `"address":{"kind":"check","to_display":"check.a"},"status":"fail"`
	document := fmt.Sprintf(`{"format_version":"1.2","resource_changes":[],"checks":[{%s,"instances":[{%[1]s,"problems":[{"message":%q}]}]}]}`, address, strings.Repeat("It is bad. ", 300))
	for size, want := range map[int]string{
		1000: "Shortened to 1000 bytes: 1 part is left out. See the full plan.",
		3000: "Shortened to 3000 bytes. Left out: the remarks on one entry. See the full plan.",
	} {
		got, _ := kit.RenderGolden([]byte(document), markdownLayout(planfmt.Options{}, sinks.Flavours()[0], size))
		if !strings.Contains(got, want) || !strings.Contains(got, "- `check.a`\n") {
			t.Errorf("%d bytes: no %q in\n%s", size, want, got)
		}
	}
}

// A fence has the lines that the human layout has, with the signs in column 0.
func TestMarkdownFences(t *testing.T) {
	t.Parallel()
	lines := 0
	kit.EachGolden(t, func(file string, document []byte, opts planfmt.Options) {
		if file == "testdata/golden/unknown/new-map-elements.txtar" || file == "testdata/golden/unknown/nested-attributes.txtar" {
			return // human leaves out new elements of maps that are wholly unknown, as the products do
		}
		opts.Drift = rules.NoDrift // human shows only a part of it
		opts.Rules = rules.Set{}
		opts.MaskCopies, opts.Readable = planfmt.ChoiceNever, planfmt.ChoiceNever
		layout := markdownLayout(opts, sinks.Flavours()[0], 1<<20)
		layout.Markdown.Graph = false // which human does not have
		got, remarks := kit.RenderGolden(document, layout)
		if kit.IsRefused(remarks) || strings.HasPrefix(got, "**State:") {
			return
		}
		human, _ := kit.RenderGolden(document, kit.WithFormat(opts, "fences"))
		// What begins with a creation, but is none, has another sign in front.
		sign := regexp.MustCompile(`^!?(\+/[-.]) +`)
		known := map[string]int{}
		for line := range strings.Lines(human) {
			known[sign.ReplaceAllString(line, "$1 ")]++
		}
		for _, fence := range kit.ParseMarkdown(got, true).Fences {
			for line := range strings.Lines(fence) {
				line = sign.ReplaceAllString(line, "$1 ")
				// Human says what the products say, also where only the order of members changes.
				line = strings.Replace(line, "# formatting changes", "# whitespace changes", 1)
				if lines++; known[line] == 0 && !strings.HasPrefix(fence, "moved {") {
					t.Errorf("%s: %q is not in\n%s", file, line, human)
				}
				known[line]--
			}
		}
	})
	if lines < 2000 && sampling.Full() {
		t.Errorf("%d lines only", lines)
	}
}

// injected returns a plan with a text wherever a plan may have one.
func injected(s string) []byte {
	key, _ := json.Marshal(s)
	address := func(name string) string { return fmt.Sprintf("module.m[%s].a.%s[%s]", key, name, key) }
	resource := func(name string, actions []string, before, after any) map[string]any {
		return map[string]any{
			"address": address(name), "module_address": fmt.Sprintf("module.m[%s]", key), "mode": "managed", "type": "a", "name": name, "index": s, "provider_name": "p",
			"change": map[string]any{"actions": actions, "before": before, "after": after},
		}
	}
	object := func(n int) map[string]any {
		return map[string]any{
			"id": s, "name": fmt.Sprintf("%s%d", s, n), s: fmt.Sprint(n), "n" + s: []any{s, n}, "map": map[string]any{s: n, "x": s},
			"text": fmt.Sprintf("first\n%s\n%d\n%s\n", s, n, s), "json": fmt.Sprintf("{\"a\":%s,\"n\":%d}", key, n), "list": []any{map[string]any{"name": s, "v": n}},
		}
	}
	replaced := resource("replaced", []string{"delete", "create"}, object(1), object(2))
	replaced["change"].(map[string]any)["replace_paths"] = [][]any{{"name"}, {"map", s}, {"text"}}
	moved := resource("moved", []string{"no-op"}, object(1), object(1))
	moved["previous_address"] = address("old")
	imported := resource("imported", []string{"create"}, nil, object(1))
	imported["change"].(map[string]any)["importing"] = map[string]any{"id": s}
	broken := resource("broken", []string{s}, object(1), object(2))
	plan, _ := json.Marshal(map[string]any{
		"format_version": "1.2",
		"resource_changes": []any{
			resource("new", []string{"create"}, nil, object(1)), resource("gone", []string{"delete"}, object(1), nil), resource("kept", []string{"update"}, object(1), object(2)),
			replaced, moved, imported, broken, resource("same", []string{"create"}, nil, map[string]any{"v": "1"}), resource("renamed", []string{"delete"}, map[string]any{"v": "1"}, nil),
		},
		"output_changes": map[string]any{
			s: map[string]any{"actions": []string{"update"}, "before": s, "after": s + "2"}, "o" + s: map[string]any{"actions": []string{"create"}, "before": nil, "after": object(1)},
		},
		"configuration": map[string]any{"root_module": map[string]any{
			"outputs": map[string]any{s: map[string]any{"expression": map[string]any{"references": []string{"module.m"}}}},
			"module_calls": map[string]any{"m": map[string]any{"module": map[string]any{
				"outputs": map[string]any{s: map[string]any{"expression": map[string]any{"references": []string{"a.replaced.id", "a.replaced", s}}}},
				"resources": []any{
					map[string]any{"address": "a.replaced", "mode": "managed", "type": "a", "name": "replaced"},
					map[string]any{"address": "a.kept", "mode": "managed", "type": "a", "name": "kept", "expressions": map[string]any{s: map[string]any{"references": []string{s, "a.replaced.id", "a.replaced"}}}},
				},
			}}},
		}},
		"checks": []any{map[string]any{
			"address": map[string]any{"kind": "check", "to_display": "check." + s}, "status": "fail",
			"instances": []any{map[string]any{"address": map[string]any{"to_display": "check." + s}, "status": "fail", "problems": []any{map[string]any{"message": s}, map[string]any{"message": "It is " + s + ", and " + s + "."}}}},
		}},
	})
	return plan
}

// No text of a plan can do anything in a report.
func TestMarkdownIsInert(t *testing.T) {
	t.Parallel()
	reports := 0
	for i, s := range kit.Injections {
		if !sampling.Takes(t.Name(), s) && i%4 > 0 {
			continue
		}
		document := injected(s)
		for j, flavour := range sinks.Flavours() {
			if !sampling.Full() && (i+j)%len(sinks.Flavours()) > 0 {
				continue
			}
			for _, size := range []int{flavour.Limit, 3000} {
				if size == 3000 && (i+j)%len(sinks.Flavours()) > 0 {
					continue
				}
				opts := markdownLayout(planfmt.Options{}, flavour, size)
				opts.Title, opts.Markdown.CommentID = "Plan for "+s+", and "+s, "a.b_c-d"
				opts.GroupBy = layout.GroupBy((i + j) % 4)
				got, remarks := kit.RenderGolden(document, opts)
				if got == "" {
					t.Fatal(remarks)
				}
				reports++
				p := checkMarkdown(t, fmt.Sprintf("%q for %s in %d bytes", s, flavour.Name, size), got, flavour, size)
				if size == flavour.Limit && (p.Tables != 1 || len(p.Fences) < 6 || flavour.HasDetails && p.Details < 5) {
					t.Errorf("%q for %s: %d tables, %d fences, %d details\n%s", s, flavour.Name, p.Tables, len(p.Fences), p.Details, got)
				}
				if strings.HasPrefix(got, "/") || strings.Contains(got, "\n/") {
					t.Errorf("%q for %s: a line begins with a slash\n%s", s, flavour.Name, got)
				}
			}
		}
	}
	t.Logf("%d payloads, %d reports", len(kit.Injections), reports)
}

// GitHub's own parser finds the same.
func TestMarkdownOnGitHub(t *testing.T) {
	sampling.SkipShort(t)
	t.Parallel()
	program, err := exec.LookPath("cmark-gfm")
	if err != nil {
		t.Skip("cmark-gfm is not installed, so that no report is parsed by it")
	}
	check := func(where string, got string) {
		cmd := exec.Command(program, "--unsafe", "-e", "table", "-e", "autolink", "-e", "strikethrough", "-e", "tasklist", "-e", "footnotes")
		cmd.Stdin = strings.NewReader(got)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", where, err)
		}
		page := string(out)
		p := kit.ParseMarkdown(got, true)
		for tag, want := range map[string]int{
			"<a": 0, "<img": 0, "<script": 0, "<input": 0, "<del": 0, "<em": 0, "<hr": 0, "<blockquote": p.Alerts, "<ol": 0, "<h1": 0,
			"<table": p.Tables, "<details": p.Details, "</details": p.Details, "<summary": p.Details, "<pre": len(p.Fences),
		} {
			if n := len(regexp.MustCompile(regexp.QuoteMeta(tag)+`[ >]`).FindAllString(page, -1)); n != want {
				t.Errorf("%s: %d of %s, want %d\n%s\n%s", where, n, tag, want, got, page)
			}
		}
		// The summaries are HTML, and have no other code than the words in it.
		page = strings.ReplaceAll(page, "<blockquote>\n<p>[!CAUTION]\n", "<blockquote>\n<p>") // what makes a quotation a warning
		outside := regexp.MustCompile(`(?s)<code[^>]*>.*?</code>|<[^>]*>`).ReplaceAllString(page, " ")
		kit.CheckQuiet(html.UnescapeString(strings.Join(strings.Fields(outside), " ")), func(format string, args ...any) {
			t.Errorf("%s: %s\n%s", where, fmt.Sprintf(format, args...), page)
		})
	}
	for i, s := range kit.Injections {
		if !sampling.Takes(t.Name(), s) && i%4 > 1 {
			continue
		}
		opts := markdownLayout(planfmt.Options{}, sinks.Flavours()[0], 0)
		opts.Title = s
		got, _ := kit.RenderGolden(injected(s), opts)
		check(fmt.Sprintf("%q", s), got)
	}
	n := 0
	kit.EachGolden(t, func(file string, document []byte, opts planfmt.Options) {
		n++
		got, remarks := kit.RenderGolden(document, markdownLayout(opts, sinks.Flavours()[0], 0))
		if !kit.IsRefused(remarks) {
			check(file, got)
		}
	})
}
