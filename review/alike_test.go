package review_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/test/kit"
)

// rulesPlan is a plan that updates instances of a resource. Each has the key and the values of the caller's.
func rulesPlan(t testing.TB, action string, keys []any, values func(i int) (before, after map[string]any)) string {
	t.Helper()
	var changes []any
	for i, key := range keys {
		text, _ := json.Marshal(key)
		before, after := values(i)
		change := map[string]any{"actions": []string{action}, "before": before, "after": after, "after_unknown": map[string]any{}, "before_sensitive": map[string]any{}, "after_sensitive": map[string]any{}}
		if action == "create" {
			change["before"] = nil
		}
		changes = append(changes, map[string]any{
			"address": fmt.Sprintf("x_rule.r[%s]", text), "mode": "managed", "type": "x_rule", "name": "r", "index": key,
			"provider_name": "example.com/x/x", "change": change,
		})
	}
	out, err := json.Marshal(map[string]any{"format_version": "1.2", "terraform_version": "1.11.0", "resource_changes": changes})
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// groupedFormats returns what the formats that put changes together write.
func groupedFormats(t testing.TB, opts planfmt.Options, docs ...string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, format := range []string{"compact", "markdown", "html"} {
		if len(docs) == 1 {
			all[format] = show(t, opts, format, docs[0])
		} else {
			all[format], _ = kit.ShowMany(t, opts, format, kit.ManyDocuments(docs...))
		}
	}
	_, page, _ := strings.Cut(all["html"], "<body")
	all["html"] = html.UnescapeString(regexp.MustCompile("<[^>]*>").ReplaceAllString(page, ""))
	return all
}

// show shows a document in a format.
func show(t testing.TB, opts planfmt.Options, format, doc string) string {
	t.Helper()
	var out bytes.Buffer
	if _, err := planfmt.ShowAll(context.Background(), strings.NewReader(doc), opts, planfmt.Target{W: &out, Format: format, Layout: opts.Layout}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func numbers(n int) (keys []any) {
	for i := range n {
		keys = append(keys, i)
	}
	return keys
}

// A value that has the key of its instance in it is like the others with theirs. It is told all the same if there are only a few, and if
// there are many, the one that opens something to everybody is told first.
func TestAlikeHidesNothing(t *testing.T) {
	sampling.SkipShort(t)
	for _, n := range []int{2, 3, 8, 9, 40, 1000} {
		for _, evil := range []int{0, n / 2, n - 1} {
			if n == 1000 && evil != n/2 && !sampling.Full() {
				continue
			}
			keys := numbers(n)
			keys[0], keys[evil] = keys[evil], 0 // 0.0.0.0/0 is what the others are: its key, five times
			values := func(i int) (before, after map[string]any) {
				k := keys[i]
				return map[string]any{"cidr": "192.168.1.1/32", "note": fmt.Sprintf("old-%d", k)}, map[string]any{"cidr": fmt.Sprintf("%d.%d.%d.%d/%d", k, k, k, k, k), "note": fmt.Sprintf("new-%d", k)}
			}
			for _, action := range []string{"update", "create"} {
				doc := rulesPlan(t, action, keys, values)
				for format, text := range groupedFormats(t, planfmt.Options{}, doc) {
					if strings.Contains(text, "each its own") || !strings.Contains(text, "0.0.0.0/0") {
						t.Errorf("%s of %d: %s does not have 0.0.0.0/0\n%.3000s", action, n, format, text)
					}
					for i := range keys {
						if _, after := values(i); (n <= 8 || format != "compact" && n <= 40) && !strings.Contains(text, fmt.Sprint(after["cidr"])) {
							t.Errorf("%s of %d: %s does not have %s\n%.3000s", action, n, format, after["cidr"], text)
						}
					}
				}
				compact := show(t, planfmt.Options{}, "compact", doc)
				if lines := strings.Count(compact, "\n"); lines > 32 {
					t.Errorf("%s of %d: compact has %d lines\n%.3000s", action, n, lines, compact)
				}
				if n > 9 && (!strings.Contains(compact, "more values of cidr") || strings.Index(compact, "0.0.0.0/0") > strings.Index(compact, "3.3.3.3/3")) {
					t.Errorf("%s of %d: compact does not count the values, or does not begin with the open one\n%.3000s", action, n, compact)
				}
				if n < 1000 {
					continue
				}
				if short := markdownOfSize(t, doc, 4000); len(short) > 4000 || !strings.Contains(short, "diffs of") || action == "update" && !strings.Contains(short, "0.0.0.0/0") {
					t.Errorf("%s of %d: markdown in 4000 bytes\n%s", action, n, short)
				}
			}
		}
	}
}

func markdownOfSize(t testing.TB, doc string, size int) string {
	var opts planfmt.Options
	opts.Markdown.MaxSize = size
	return show(t, opts, "markdown", doc)
}

// The values of elements and of parts of JSON are told, too, and a rare value among many comes before the others.
func TestAlikeTellsElements(t *testing.T) {
	const n = 30
	keys := make([]any, n)
	for i := range keys {
		keys[i] = fmt.Sprintf("10.%d.0.0/16", i)
	}
	keys[17] = "::/0"
	doc := rulesPlan(t, "update", keys, func(i int) (before, after map[string]any) {
		document, _ := json.Marshal(map[string]any{"to": keys[i], "from": "a"})
		old, _ := json.Marshal(map[string]any{"to": "none", "from": "a"})
		return map[string]any{"cidrs": []any{"10.0.0.0/8"}, "policy": string(old)}, map[string]any{"cidrs": []any{"10.0.0.0/8", keys[i]}, "policy": string(document)}
	})
	for format, text := range groupedFormats(t, planfmt.Options{}, doc) {
		if !strings.Contains(text, "differs per instance") && format == "compact" || !strings.Contains(text, `"::/0"`) {
			t.Errorf("%s\n%.3000s", format, text)
		}
	}
	compact := show(t, planfmt.Options{}, "compact", doc)
	if strings.Contains(compact, `cidrs +"`) {
		t.Errorf("the element of the first one is said of all\n%s", compact)
	}
	if i, j := strings.Index(compact, `+"::/0"`), strings.Index(compact, `+"10.1.0.0/16"`); i < 0 || j >= 0 && j < i {
		t.Errorf("the open network is not first\n%s", compact)
	}

	names := make([]any, n)
	for i := range names {
		names[i] = i
	}
	rare := rulesPlan(t, "create", names, func(i int) (before, after map[string]any) {
		name := fmt.Sprintf("common-%d", i%10)
		if i == 23 {
			name = "rare"
		}
		return nil, map[string]any{"name": name, "port": 80}
	})
	text := show(t, planfmt.Options{}, "compact", rare)
	if i, j := strings.Index(text, `"rare"`), strings.Index(text, `"common-`); i < 0 || i > j {
		t.Errorf("the rare name is not first\n%s", text)
	}
}

// What is sensitive is never told, not even as one of few or rare values.
func TestAlikeKeepsSecrets(t *testing.T) {
	for _, n := range []int{3, 30} {
		doc := rulesPlan(t, "update", numbers(n), func(i int) (before, after map[string]any) {
			return map[string]any{"name": "a", "token": "old"}, map[string]any{"name": "b", "token": fmt.Sprintf("hunter-%d-secret", i)}
		})
		doc = strings.ReplaceAll(doc, `"after_sensitive":{}`, `"after_sensitive":{"token":true}`)
		for format, text := range groupedFormats(t, planfmt.Options{}, doc) {
			if strings.Contains(text, "hunter") {
				t.Errorf("%s shows a secret\n%.2000s", format, text)
			}
		}
	}
}

// Several plans: what differs is told for each plan, and what only one of them has is told where that plan is.
func TestAlikeInSeveralPlans(t *testing.T) {
	plan := func(n int, suffix string) string {
		return rulesPlan(t, "create", numbers(n), func(i int) (before, after map[string]any) {
			return nil, map[string]any{"name": fmt.Sprintf("n%02d%s", i, suffix), "port": 80}
		})
	}
	for format, text := range groupedFormats(t, planfmt.Options{}, plan(2, "x"), plan(2, "y"), plan(2, "x")) {
		for _, name := range []string{"n00x", "n01x", "n00y", "n01y"} {
			if !strings.Contains(text, name) {
				t.Errorf("%s does not have %s\n%.3000s", format, name, text)
			}
		}
		if format == "compact" && strings.Count(text, "n00x") != 1 {
			t.Errorf("what two plans do is not told once\n%s", text)
		}
	}
	for format, text := range groupedFormats(t, planfmt.Options{}, plan(20, "x"), plan(20, "y")) {
		if format == "compact" && (!strings.Contains(text, "name differs per instance (40 values)") || !strings.Contains(text, `a: [0]  name "n00x"`)) {
			t.Errorf("%s\n%.3000s", format, text)
		}
		if format == "markdown" && (!strings.Contains(text, `"n19y"`) || !strings.Contains(text, "# in b:")) {
			t.Errorf("%s does not have all diffs\n%.3000s", format, text)
		}
	}
}

// Every order of the resources gives the same report.
func TestAlikeInAnyOrder(t *testing.T) {
	keys := numbers(20)
	values := func(keys []any) func(i int) (before, after map[string]any) {
		return func(i int) (before, after map[string]any) {
			return map[string]any{"cidr": "1.1.1.1/1"}, map[string]any{"cidr": fmt.Sprintf("%d.%d.0.0/16", keys[i], keys[i])}
		}
	}
	want := groupedFormats(t, planfmt.Options{}, rulesPlan(t, "update", keys, values(keys)))
	reversed := slices.Clone(keys)
	slices.Reverse(reversed)
	for format, text := range groupedFormats(t, planfmt.Options{}, rulesPlan(t, "update", reversed, values(reversed))) {
		if text != want[format] {
			t.Errorf("%s depends on the order of the resources", format)
		}
	}
}
