package planfmt_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/marker"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/sinks"
)

// commentOptions are those of a comment that the next one refers to.
func commentOptions(flavour sinks.Flavour, size int, previous string) planfmt.Options {
	var opts planfmt.Options
	opts.Format = "markdown"
	opts.Markdown = layout.Markdown{Flavour: flavour, MaxSize: size, CommentID: "plan", Remember: true}
	if m, ok := marker.ParseMarker(previous, "plan"); ok {
		opts.Markdown.Previous = &m
	}
	return opts
}

func showComment(t testing.TB, plan []byte, opts planfmt.Options) string {
	t.Helper()
	var out bytes.Buffer
	if _, err := planfmt.Show(t.Context(), &out, bytes.NewReader(plan), opts); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestCommentKnowsNoSecrets checks that nothing in a comment depends on what is sensitive: two plans that differ only in their
// secrets have the same comment, to the byte.
func TestCommentKnowsNoSecrets(t *testing.T) {
	t.Parallel()
	var sum planted
	for i, g := range someGoldens(t) {
		// Each case gets one of the treatments, in turn.
		sum.add(treatments[i%len(treatments)].comment(t, g.file, g.archive, i%2 == 1))
	}
	if t.Log(sum); sum.canaries < 100 && sampling.Full() {
		t.Error("too few secrets")
	}
}

// TestCommentKnowsNoSecretsRecorded checks the same of the recorded cases, a sample of them unless PLANFMT_TEST=full.
func TestCommentKnowsNoSecretsRecorded(t *testing.T) {
	t.Parallel()
	var all lockedSum
	inParts(t, func(t *testing.T, cases iter.Seq[recordedCase]) {
		var sum planted
		for c := range cases {
			n := c.number + 1
			if !sampling.Full() && n%4 > 0 {
				continue
			}
			sum.add(treatments[n/4%len(treatments)].comment(t, c.name, c.archive, n/4/len(treatments)%2 == 1))
		}
		all.add(sum)
	})
	t.Log(all.planted)
}

// comment treats a document, plants secrets in it, and compares its comment, and its report in JSON,
// with those of a document with other secrets.
func (tr treatment) comment(t *testing.T, name string, archive *txtar.Archive, readable bool) planted {
	t.Helper()
	var plan, types map[string]any
	if decode(document(archive), &plan) != nil {
		return planted{}
	}
	if decode(section(archive, "schemas.json"), &types) != nil || !tr.schemas(types) {
		types = nil
	}
	p := canaries{schemas: types, strip: tr.strip}
	p.document(plan)
	text, err := json.Marshal(plan)
	if err != nil {
		t.Fatal(err)
	}
	opts := commentOptions(sinks.Flavours()[0], 0, "")
	if readable {
		opts.Readable = planfmt.ChoiceAlways
	}
	if types != nil {
		schemas, err := json.Marshal(types)
		if err != nil {
			t.Fatal(err)
		}
		opts.Schemas = []planfmt.SchemaSource{schemaText(schemas)}
	}
	for _, format := range []string{"markdown", "json"} { // the one with its marker, the other with the hash, unless that depends on secrets
		opts.Format = format
		var one, two bytes.Buffer
		_, err1 := planfmt.Show(t.Context(), &one, bytes.NewReader(text), opts)
		_, err2 := planfmt.Show(t.Context(), &two, bytes.NewReader(bytes.ReplaceAll(text, []byte(canary), []byte("BARLEY"))), opts)
		if (err1 == nil) != (err2 == nil) || !bytes.Equal(one.Bytes(), two.Bytes()) {
			t.Errorf("%s, %s: the reports in %s are not the same: %v, %v\n%s", name, tr.name, format, err1, err2, lineDiff(one.String(), two.String()))
		}
		if err1 != nil {
			return planted{}
		}
	}
	return planted{documents: 1, canaries: bytes.Count(text, []byte(canary))}
}

// TestCommentKnowsNoCopies checks the same of strings that are the same as a sensitive one, in the plan and in another one.
func TestCommentKnowsNoCopies(t *testing.T) {
	t.Parallel()
	opts := commentOptions(sinks.Flavours()[0], 0, "")
	const one, two = "hunter2hunter2hunter2", "letmein1letmein1letme"
	if a, b := showComment(t, []byte(planWithSecret(one, one)), opts), showComment(t, []byte(planWithSecret(two, two)), opts); a != b {
		t.Errorf("the comments are not the same:\n%s", lineDiff(a, b))
	}
	a, _ := showMany(t, opts, "markdown", manyDocuments(planWithSecret(one, "x"), planWithSecret("y", one)))
	b, _ := showMany(t, opts, "markdown", manyDocuments(planWithSecret(two, "x"), planWithSecret("y", two)))
	if a != b {
		t.Errorf("the comments on two plans are not the same:\n%s", lineDiff(a, b))
	}
}

// TestCommentSameAsItself checks that each plan is the same as itself, however large the comment may be, and that the comment
// is what others take for Markdown.
func TestCommentSameAsItself(t *testing.T) {
	t.Parallel()
	sizes := []int{0, 1300, 4000}
	for i, g := range someGoldens(t) {
		opts, err := goldenOptions(g.archive)
		if err != nil {
			continue
		}
		// Each case has one of the flavours and one of the sizes, in turn.
		for _, flavour := range sinks.Flavours()[i%len(sinks.Flavours()):][:1] {
			for _, size := range sizes[i%len(sizes):][:1] {
				comment := commentOptions(flavour, size, "")
				opts.Format, opts.Markdown = comment.Format, comment.Markdown
				opts.ShowSensitive, opts.ShowUnmarked = false, nil
				var first bytes.Buffer
				if _, err := planfmt.Show(t.Context(), &first, bytes.NewReader(g.document()), opts); err != nil {
					continue
				}
				opts.Markdown = commentOptions(flavour, size, first.String()).Markdown
				second := showComment(t, g.document(), opts)
				if opts.Markdown.Previous == nil || !strings.Contains(second, "**Same plan as before.**") && !strings.Contains(second, "**Same as before, as far") {
					t.Errorf("%s, %s, %d: not the same:\n%.600s", g.file, flavour.Name, size, second)
				}
				if limit := max(size, 1); size > 0 && len(second) > limit || len(second) > flavour.Limit {
					t.Errorf("%s, %s: %d bytes", g.file, flavour.Name, len(second))
				}
				if p := parseMarkdown(second, flavour.HasDetails); len(p.wrong) > 0 {
					t.Errorf("%s, %s: %q", g.file, flavour.Name, p.wrong)
				}
				if strings.Contains(second, "\n/") {
					t.Errorf("%s: a line that GitLab may take for a command:\n%s", g.file, second)
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
	first := showComment(t, updates(map[string]int{"a": 2, "b": 2, "c": 2}, ""), commentOptions(github, 0, ""))
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
		second := showComment(t, test.plan, commentOptions(github, 0, first))
		for _, want := range test.wants {
			if !strings.Contains(second, want) {
				t.Errorf("%s: no %q in\n%s", test.name, want, second)
			}
		}
		marker, _, _ := strings.Cut(second, "\n")
		if strings.Count(marker, "--") != 2 {
			t.Errorf("%s: %s", test.name, marker)
		}
		if p := parseMarkdown(second, true); len(p.wrong) > 0 {
			t.Errorf("%s: %q", test.name, p.wrong)
		}
		// What is new in one direction is gone in the other.
		if back := showComment(t, updates(map[string]int{"a": 2, "b": 2, "c": 2}, ""), commentOptions(github, 0, second)); test.name == "hostile name" && !strings.Contains(back, "- Gone: ``demo_disk.`x` --> <!-- @team #1 | \\x1b[31m``\n\n") {
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
			opts := commentOptions(sinks.Flavours()[0], 0, "")
			opts.Readable = readable
			opts.Markdown = commentOptions(sinks.Flavours()[0], 0, showComment(t, test.one, opts)).Markdown
			if second := showComment(t, test.two, opts); strings.Contains(second, "Same plan as before") != test.same {
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
		first := showComment(t, plan(test.before), commentOptions(github, 0, ""))
		second := showComment(t, plan(test.now), commentOptions(github, 0, first))
		marker, _, _ := strings.Cut(second, "\n")
		if !strings.Contains(second, test.want) || len(second) > github.Limit || len(marker) > github.Limit/4 {
			t.Errorf("%d, %d: %d bytes, marker of %d:\n%.900s", test.before, test.now, len(second), len(marker), second[len(marker):])
		}
		t.Logf("%d changes: marker of %d bytes, comment of %d", test.now, len(marker), len(second))
	}
}

func TestCommentMany(t *testing.T) {
	t.Parallel()
	opts := commentOptions(sinks.Flavours()[0], 0, "")
	opts.Markdown.ReportURL = "https://example.com/report?a=1&b=2"
	docs := func(a, b map[string]int) []planfmt.Document {
		return manyDocuments(string(updates(a, "")), string(updates(b, "")))
	}
	x, y := map[string]int{"a": 2}, map[string]int{"a": 2, "b": 2}
	first, _ := showMany(t, opts, "markdown", docs(x, y))
	if !strings.Contains(first, "\n[Full report](https://example.com/report?a=1&b=2)\n\n") {
		t.Errorf("no link:\n%s", first)
	}
	opts.Markdown = commentOptions(sinks.Flavours()[0], 0, first).Markdown
	if again, _ := showMany(t, opts, "markdown", docs(x, y)); !strings.Contains(again, "**Same plan as before.**") {
		t.Errorf("not the same:\n%s", again)
	}
	// The plans change places.
	other, _ := showMany(t, opts, "markdown", docs(y, x))
	if !strings.Contains(other, "1 new, 1 gone.\n\n- New: `"+manyName(0)+": demo_disk.b`\n- Gone: `"+manyName(1)+": demo_disk.b`\n") {
		t.Errorf("not what has changed:\n%s", other)
	}
	broken, _ := showMany(t, opts, "markdown", manyDocuments(string(updates(x, "")), "{"))
	if !strings.Contains(broken, "1 new.\n\n- New: `"+manyName(1)+": the plan cannot be read`\n") {
		t.Errorf("a plan that cannot be read:\n%s", broken)
	}
	opts.Markdown = commentOptions(sinks.Flavours()[0], 0, broken).Markdown
	if mended, _ := showMany(t, opts, "markdown", docs(x, y)); !strings.Contains(mended, "1 gone.\n\n- Gone: `"+manyName(1)+": the plan cannot be read`\n") {
		t.Errorf("it can be read again:\n%s", mended)
	}
	if again, _ := showMany(t, opts, "markdown", manyDocuments(string(updates(x, "")), "{")); !strings.Contains(again, "Same as before, as far as the plan could be read") {
		t.Errorf("it still cannot be read:\n%s", again)
	}
}

// TestCommentInAnotherManner checks that a comment says nothing about one before in which values were compared in another way.
func TestCommentInAnotherManner(t *testing.T) {
	plan := []byte(`{"format_version":"1.2","resource_changes":[{"address":"a.b","mode":"managed","type":"a","name":"b","provider_name":"p",` +
		`"change":{"actions":["update"],"before":{"l":[{"name":"x","n":1},{"name":"y","n":2}]},"after":{"l":[{"name":"y","n":2}]},"after_unknown":{}}}]}`)
	const same = "**Same plan as before.**"
	comment := func(previous string, c planfmt.Choice) string {
		opts := commentOptions(sinks.Flavours()[0], 0, previous)
		opts.Readable = c
		return showComment(t, plan, opts)
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
