package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/test/kit"
)

// TestCommentKnowsNoCopies checks the same of strings that are the same as a sensitive one, in the plan and in another one.
func TestCommentKnowsNoCopies(t *testing.T) {
	t.Parallel()
	opts := kit.CommentOptions(sinks.Flavours()[0], 0, "")
	const one, two = "hunter2hunter2hunter2", "letmein1letmein1letme"
	if a, b := kit.ShowText(t, []byte(kit.PlanWithSecret(one, one)), opts), kit.ShowText(t, []byte(kit.PlanWithSecret(two, two)), opts); a != b {
		t.Errorf("the comments are not the same:\n%s", kit.LineDiff(a, b))
	}
	a, _ := kit.ShowMany(t, opts, "markdown", kit.ManyDocuments(kit.PlanWithSecret(one, "x"), kit.PlanWithSecret("y", one)))
	b, _ := kit.ShowMany(t, opts, "markdown", kit.ManyDocuments(kit.PlanWithSecret(two, "x"), kit.PlanWithSecret("y", two)))
	if a != b {
		t.Errorf("the comments on two plans are not the same:\n%s", kit.LineDiff(a, b))
	}
}

// TestCommentSameAsItself checks that each plan is the same as itself, however large the comment may be, and that the comment
// is what others take for Markdown.
func TestCommentSameAsItself(t *testing.T) {
	t.Parallel()
	sizes := []int{0, 1300, 4000}
	for i, g := range kit.SomeGoldens(t) {
		opts, err := kit.GoldenOptions(g.Archive)
		if err != nil {
			continue
		}
		// Each case has one of the flavours and one of the sizes, in turn.
		for _, flavour := range sinks.Flavours()[i%len(sinks.Flavours()):][:1] {
			for _, size := range sizes[i%len(sizes):][:1] {
				comment := kit.CommentOptions(flavour, size, "")
				opts.Format, opts.Markdown = comment.Format, comment.Markdown
				opts.ShowSensitive, opts.ShowUnmarked = false, nil
				var first bytes.Buffer
				if _, err := planfmt.Show(t.Context(), &first, bytes.NewReader(g.Document()), opts); err != nil {
					continue
				}
				opts.Markdown = kit.CommentOptions(flavour, size, first.String()).Markdown
				second := kit.ShowText(t, g.Document(), opts)
				if opts.Markdown.Previous == nil || !strings.Contains(second, "**Same plan as before.**") && !strings.Contains(second, "**Same as before, as far") {
					t.Errorf("%s, %s, %d: not the same:\n%.600s", g.File, flavour.Name, size, second)
				}
				if limit := max(size, 1); size > 0 && len(second) > limit || len(second) > flavour.Limit {
					t.Errorf("%s, %s: %d bytes", g.File, flavour.Name, len(second))
				}
				if p := kit.ParseMarkdown(second, flavour.HasDetails); len(p.Wrong) > 0 {
					t.Errorf("%s, %s: %q", g.File, flavour.Name, p.Wrong)
				}
				if strings.Contains(second, "\n/") {
					t.Errorf("%s: a line that GitLab may take for a command:\n%s", g.File, second)
				}
			}
		}
	}
}

// updates returns a plan that changes the sizes of disks.
func updates(sizes map[string]int, more string) []byte {
	var all []string
	for _, name := range []string{"a", "b", "c", "d", "`x` --> <!-- @team #1 | \x1b[31m"} {
		size, ok := sizes[name]
		if !ok {
			continue
		}
		address, _ := json.Marshal("demo_disk." + name)
		all = append(all, fmt.Sprintf(`{"address":%s,"mode":"managed","type":"demo_disk","name":%s,"provider_name":"p","change":{"actions":["update"],"before":{"size":1},"after":{"size":%d},"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}}`, address, strings.Replace(string(address), "demo_disk.", "", 1), size))
	}
	return fmt.Appendf(nil, `{"format_version":"1.2","terraform_version":"1.14.0","planned_values":{"root_module":{}},"resource_changes":[%s]%s}`, strings.Join(all, ","), more)
}

func TestCommentSince(t *testing.T) {
	t.Parallel()
	github := sinks.Flavours()[0]
	first := kit.ShowText(t, updates(map[string]int{"a": 2, "b": 2, "c": 2}, ""), kit.CommentOptions(github, 0, ""))
	if strings.Contains(first, "before") || strings.Contains(first, "revious") {
		t.Errorf("there is no plan before:\n%s", first)
	}
	const hostile = "`x` --> <!-- @team #1 | \x1b[31m"
	for _, test := range []struct {
		name  string
		plan  []byte
		wants []string
	}{
		{"the same", updates(map[string]int{"c": 2, "b": 2, "a": 2}, ""), []string{"\n**Same plan as before.**\n\n"}},
		{"all three", updates(map[string]int{"a": 2, "b": 3, "d": 2}, ""), []string{"\n**Since the previous plan:** 1 new, 1 different, 1 gone.\n\n- New: `demo_disk.d`\n- Different: `demo_disk.b`\n- Gone: `demo_disk.c`\n\n"}},
		{"hostile name", updates(map[string]int{"a": 2, "b": 2, "c": 2, hostile: 2}, ""), []string{"1 new.\n\n- New: ``demo_disk.`x` --> <!-- @team #1 | \\x1b[31m``\n\n"}},
		{"nothing", updates(nil, ""), []string{"3 gone.\n\n- Gone: `demo_disk.a`, `demo_disk.b`, `demo_disk.c`\n"}},
		{"errored", updates(map[string]int{"a": 2, "b": 2, "c": 2}, `,"errored":true`), []string{"1 new.\n\n- New: the plan is errored\n\n"}},
		{"output", updates(map[string]int{"a": 2, "b": 2, "c": 2}, `,"output_changes":{"o":{"actions":["create"],"before":null,"after":"x","after_unknown":false,"before_sensitive":false,"after_sensitive":false}}`), []string{"- New: `output.o`"}},
		{"secret output", updates(map[string]int{"a": 2, "b": 2, "c": 2}, `,"output_changes":{"o":{"actions":["create"],"before":null,"after":"x","after_unknown":false,"before_sensitive":true,"after_sensitive":true}}`), []string{"1 new. Sensitive values are not compared.", "- New: `output.o`"}},
		{"broken", updates(map[string]int{"a": 2, "b": 2, "c": 2}, `,"output_changes":{"o":{"actions":["create"],"before":7}}`), []string{"New: `output.o`"}},
	} {
		second := kit.ShowText(t, test.plan, kit.CommentOptions(github, 0, first))
		for _, want := range test.wants {
			if !strings.Contains(second, want) {
				t.Errorf("%s: no %q in\n%s", test.name, want, second)
			}
		}
		marker, _, _ := strings.Cut(second, "\n")
		if strings.Count(marker, "--") != 2 {
			t.Errorf("%s: %s", test.name, marker)
		}
		if p := kit.ParseMarkdown(second, true); len(p.Wrong) > 0 {
			t.Errorf("%s: %q", test.name, p.Wrong)
		}
		// What is new in one direction is gone in the other.
		if back := kit.ShowText(t, updates(map[string]int{"a": 2, "b": 2, "c": 2}, ""), kit.CommentOptions(github, 0, second)); test.name == "hostile name" && !strings.Contains(back, "- Gone: ``demo_disk.`x` --> <!-- @team #1 | \\x1b[31m``\n\n") {
			t.Errorf("%s: back:\n%s", test.name, back)
		}
	}
}

// TestCommentCoversTheHash checks that plans with different hashes are not the same to a comment, although a report may not
// show what is different.
func TestCommentCoversTheHash(t *testing.T) {
	t.Parallel()
	plan := func(action, before, after string) []byte {
		return fmt.Appendf(nil, `{"format_version":"1.2","terraform_version":"1.14.0","planned_values":{"root_module":{}},"resource_changes":[{"address":"demo_disk.a","mode":"managed","type":"demo_disk","name":"a","provider_name":"p","change":{"actions":[%q],"before":%s,"after":%s,"after_unknown":{},"before_sensitive":{"pin":true},"after_sensitive":{"pin":true}}}]}`, action, before, after)
	}
	output := func(before, after string) []byte {
		return fmt.Appendf(nil, `{"format_version":"1.2","terraform_version":"1.14.0","planned_values":{"root_module":{}},"output_changes":{"o":{"actions":["update"],"before":%s,"after":%s,"after_unknown":false,"before_sensitive":false,"after_sensitive":false}}}`, before, after)
	}
	for _, test := range []struct {
		name     string
		one, two []byte
		same     bool
	}{
		{"null in a create", plan("create", "null", `{"size":1}`), plan("create", "null", `{"size":1,"x":null}`), false},
		{"empty string in a create", plan("create", "null", `{"size":1}`), plan("create", "null", `{"size":1,"x":""}`), false},
		{"empty list in a create", plan("create", "null", `{"size":1}`), plan("create", "null", `{"size":1,"x":[]}`), false},
		{"empty string or null", plan("create", "null", `{"size":1,"x":null}`), plan("create", "null", `{"size":1,"x":""}`), false},
		{"white space in JSON", plan("create", "null", `{"x":"{\"a\":1}"}`), plan("create", "null", `{"x":"{\"a\": 1}"}`), false},
		{"white space in JSON that changes", plan("update", `{"x":"{}"}`, `{"x":"{\"a\":1}"}`), plan("update", `{"x":"{}"}`, `{"x":"{\"a\": 1}"}`), false},
		{"null becomes empty", plan("update", `{"size":1,"x":null}`, `{"size":2,"x":null}`), plan("update", `{"size":1,"x":null}`, `{"size":2,"x":[]}`), false},
		{"an output that means the same", output(`"{\"a\":1}"`, `"{\"a\": 1}"`), output(`"{\"a\":1}"`, `"{\"a\":  1}"`), false},
		{"a secret", plan("create", "null", `{"size":1,"pin":"hunter2hunter2"}`), plan("create", "null", `{"size":1,"pin":"letmein1letmein1"}`), true},
		{"a copy in a document", plan("create", "null", `{"y":"{\"k\":\"hunter2hunter2\"}","pin":"hunter2hunter2"}`), plan("create", "null", `{"y":"{\"k\":\"letmein1letmein1\"}","pin":"letmein1letmein1"}`), true},
		{
			"a copy in a part of YAML that does not change",
			plan("update", `{"y":"k: hunter2hunter2\nn: 1\n","pin":"hunter2hunter2"}`, `{"y":"k: hunter2hunter2\nn: 2\n","pin":"hunter2hunter2"}`),
			plan("update", `{"y":"k: letmein1letmein1\nn: 1\n","pin":"letmein1letmein1"}`, `{"y":"k: letmein1letmein1\nn: 2\n","pin":"letmein1letmein1"}`), true,
		},
	} {
		for _, readable := range []planfmt.Choice{planfmt.ChoiceNever, planfmt.ChoiceAlways} {
			if readable == planfmt.ChoiceNever && strings.Contains(test.name, "YAML") {
				continue // it is shown as a text
			}
			opts := kit.CommentOptions(sinks.Flavours()[0], 0, "")
			opts.Readable = readable
			opts.Markdown = kit.CommentOptions(sinks.Flavours()[0], 0, kit.ShowText(t, test.one, opts)).Markdown
			if second := kit.ShowText(t, test.two, opts); strings.Contains(second, "Same plan as before") != test.same {
				t.Errorf("%s: readable %s: the same? expected %t\n%s", test.name, readable, test.same, second)
			}
			hashes := map[string]bool{}
			for _, p := range [][]byte{test.one, test.two} {
				h, err := planfmt.Hash(t.Context(), bytes.NewReader(p), planfmt.Options{})
				if err != nil {
					t.Fatal(err)
				}
				hashes[h.Text] = true
			}
			if len(hashes) != 2 && !test.same {
				t.Errorf("%s: the hashes are the same", test.name)
			}
		}
	}
}

// TestCommentTooLarge checks what is said if not all entries have room in the marker.
func TestCommentTooLarge(t *testing.T) {
	sampling.SkipShort(t)
	t.Parallel()
	plan := func(n int) []byte {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf(`{"address":"demo_disk.d[%d]","mode":"managed","type":"demo_disk","name":"d","index":%[1]d,"provider_name":"p","change":{"actions":["create"],"before":null,"after":{"size":%[1]d},"after_unknown":{},"before_sensitive":false,"after_sensitive":{}}}`, i))
		}
		return fmt.Appendf(nil, `{"format_version":"1.2","terraform_version":"1.14.0","planned_values":{"root_module":{}},"resource_changes":[%s]}`, strings.Join(all, ","))
	}
	github := sinks.Flavours()[0]
	for _, test := range []struct {
		before, now int
		want        string
	}{
		{500, 501, "**Since the previous plan:** 1 new.\n\n- New: `demo_disk.d[500]`\n\n"},
		{3000, 3001, "**The plan is not the same as before.** Before: 3000 to add, 0 to change, 0 to destroy. There are too many changes to say which of them are different.\n\n"},
		{3000, 3000, "**Same plan as before.**\n\n"},
		{10, 3000, "2990 new.\n\n- New: `demo_disk.d[10]`, `demo_disk.d[11]`"},
	} {
		first := kit.ShowText(t, plan(test.before), kit.CommentOptions(github, 0, ""))
		second := kit.ShowText(t, plan(test.now), kit.CommentOptions(github, 0, first))
		marker, _, _ := strings.Cut(second, "\n")
		if !strings.Contains(second, test.want) || len(second) > github.Limit || len(marker) > github.Limit/4 {
			t.Errorf("%d, %d: %d bytes, marker of %d:\n%.900s", test.before, test.now, len(second), len(marker), second[len(marker):])
		}
		t.Logf("%d changes: marker of %d bytes, comment of %d", test.now, len(marker), len(second))
	}
}

func TestCommentMany(t *testing.T) {
	t.Parallel()
	opts := kit.CommentOptions(sinks.Flavours()[0], 0, "")
	opts.Markdown.ReportURL = "https://example.com/report?a=1&b=2"
	docs := func(a, b map[string]int) []planfmt.Document {
		return kit.ManyDocuments(string(updates(a, "")), string(updates(b, "")))
	}
	x, y := map[string]int{"a": 2}, map[string]int{"a": 2, "b": 2}
	first, _ := kit.ShowMany(t, opts, "markdown", docs(x, y))
	if !strings.Contains(first, "\n[Full report](https://example.com/report?a=1&b=2)\n\n") {
		t.Errorf("no link:\n%s", first)
	}
	opts.Markdown = kit.CommentOptions(sinks.Flavours()[0], 0, first).Markdown
	if again, _ := kit.ShowMany(t, opts, "markdown", docs(x, y)); !strings.Contains(again, "**Same plan as before.**") {
		t.Errorf("not the same:\n%s", again)
	}
	// The plans change places.
	other, _ := kit.ShowMany(t, opts, "markdown", docs(y, x))
	if !strings.Contains(other, "1 new, 1 gone.\n\n- New: `"+kit.ManyName(0)+": demo_disk.b`\n- Gone: `"+kit.ManyName(1)+": demo_disk.b`\n") {
		t.Errorf("not what has changed:\n%s", other)
	}
	broken, _ := kit.ShowMany(t, opts, "markdown", kit.ManyDocuments(string(updates(x, "")), "{"))
	if !strings.Contains(broken, "1 new.\n\n- New: `"+kit.ManyName(1)+": the plan cannot be read`\n") {
		t.Errorf("a plan that cannot be read:\n%s", broken)
	}
	opts.Markdown = kit.CommentOptions(sinks.Flavours()[0], 0, broken).Markdown
	if mended, _ := kit.ShowMany(t, opts, "markdown", docs(x, y)); !strings.Contains(mended, "1 gone.\n\n- Gone: `"+kit.ManyName(1)+": the plan cannot be read`\n") {
		t.Errorf("it can be read again:\n%s", mended)
	}
	if again, _ := kit.ShowMany(t, opts, "markdown", kit.ManyDocuments(string(updates(x, "")), "{")); !strings.Contains(again, "Same as before, as far as the plan could be read") {
		t.Errorf("it still cannot be read:\n%s", again)
	}
}

// TestCommentInAnotherManner checks that a comment says nothing about one before in which values were compared in another way.
func TestCommentInAnotherManner(t *testing.T) {
	plan := []byte(`{"format_version":"1.2","resource_changes":[{"address":"a.b","mode":"managed","type":"a","name":"b","provider_name":"p",` +
		`"change":{"actions":["update"],"before":{"l":[{"name":"x","n":1},{"name":"y","n":2}]},"after":{"l":[{"name":"y","n":2}]},"after_unknown":{}}}]}`)
	const same = "**Same plan as before.**"
	comment := func(previous string, c planfmt.Choice) string {
		opts := kit.CommentOptions(sinks.Flavours()[0], 0, previous)
		opts.Readable = c
		return kit.ShowText(t, plan, opts)
	}
	for _, before := range []planfmt.Choice{planfmt.ChoiceAuto, planfmt.ChoiceNever} {
		for _, now := range []planfmt.Choice{planfmt.ChoiceAuto, planfmt.ChoiceNever} {
			text := comment(comment("", before), now)
			if strings.Contains(text, same) != (before == now) || strings.Contains(text, "Since the previous plan") {
				t.Errorf("%v, then %v:\n%s", before, now, text)
			}
		}
	}
}
