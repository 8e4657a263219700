package report_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/test/kit"
)

// manyMarkdown shows documents as Markdown of a size.
func manyMarkdown(t testing.TB, size int, docs []planfmt.Document) string {
	t.Helper()
	var opts planfmt.Options
	opts.Markdown.MaxSize = size
	text, _ := kit.ShowMany(t, opts, "markdown", docs)
	if len(text) > size {
		t.Errorf("%d documents: the report has %d bytes, and may have %d", len(docs), len(text), size)
	}
	return text
}

// However many documents there are, and however small the report has to be, it is never too long, and its
// parts are balanced.
func TestManyMarkdownLimit(t *testing.T) {
	t.Parallel()
	var texts []string
	for _, g := range kit.SomeGoldens(t) {
		texts = append(texts, string(g.Document()))
	}
	for _, n := range []int{1, 2, 3, 7, 40, len(texts)} {
		if n > len(texts) {
			continue // a sample
		}
		docs := kit.ManyDocuments(texts[:n]...)
		if n == 7 {
			docs = kit.ManyDocuments(texts[len(texts)-n:]...)
			for i := range docs {
				docs[i].Name = strings.Repeat("a very long name ", 30*i+1)
			}
		}
		for _, size := range []int{500, 501, 700, 1000, 1999, 2000, 2001, 3000, 5000, 10_000, 32_768, 65_536, 1_000_000} {
			if !sampling.Full() && n > 7 && size%5000 > 0 {
				continue
			}
			text := manyMarkdown(t, size, docs)
			if opened, closed := strings.Count(text, "\n<details"), strings.Count(text, "\n</details>"); opened != closed {
				t.Errorf("%d documents in %d bytes: %d parts are opened, and %d closed", n, size, opened, closed)
			}
			if fences := len(regexp.MustCompile("(?m)^```+").FindAllString(text, -1)); fences%2 != 0 {
				t.Errorf("%d documents in %d bytes: %d fences", n, size, fences)
			}
			if want := fmt.Sprintf("**%d plan", n); !strings.HasPrefix(text, want) && !strings.HasPrefix(text, fmt.Sprintf("**%d document", n)) {
				t.Errorf("%d documents in %d bytes: the report begins with %.40q", n, size, text)
			}
		}
	}
	for _, f := range sinks.Flavours() {
		var opts planfmt.Options
		opts.Markdown.Flavour, opts.Title, opts.Markdown.CommentID = f, "Many plans", "x"
		if text, _ := kit.ShowMany(t, opts, "markdown", kit.ManyDocuments(texts...)); len(text) > f.Limit {
			t.Errorf("%s: %d bytes", f.Name, len(text))
		}
	}
}

// longPlan is a plan with so many changes, each of which takes some lines.
func longPlan(name string, changes int) string {
	var all []string
	for i := range changes {
		all = append(all, fmt.Sprintf(`{"address":"terraform_data.%[1]s[%[2]d]","mode":"managed","type":"terraform_data","name":"%[1]s","index":%[2]d,"provider_name":"terraform.io/builtin/terraform","change":{"actions":["update"],"before":{"id":"x","input":"from %[1]s %[3]d","output":"o","triggers_replace":null},"after":{"id":"x","input":"to %[1]s %[3]d","triggers_replace":null},"after_unknown":{"output":true},"before_sensitive":{},"after_sensitive":{}}}`, name, i, i*7919))
	}
	return `{"format_version":"1.2","terraform_version":"1.11.0","resource_changes":[` + strings.Join(all, ",") + `]}`
}

// Each document has its fair share of the room, and what one does not need is for the others.
func TestManyMarkdownFairness(t *testing.T) {
	t.Parallel()
	var texts []string
	for i := range 8 {
		changes := 300
		if i >= 4 {
			changes = 1 // so that the others have nearly twice as much
		}
		texts = append(texts, longPlan("name"+kit.ManyName(i), changes))
	}
	const size = 65_536
	text := manyMarkdown(t, size, kit.ManyDocuments(texts...))
	if len(text) < size*9/10 {
		t.Errorf("only %d of %d bytes are used", len(text), size)
	}
	sections := regexp.MustCompile("(?m)^## `[a-z]`$").Split(text, -1)[1:]
	if len(sections) != len(texts) {
		t.Fatalf("%d sections:\n%.2000s", len(sections), text)
	}
	for i, s := range sections {
		fair := size / 4
		switch {
		case i >= 4 && !strings.Contains(s, "\n```diff\n"):
			t.Errorf("a small plan is not there as a whole:\n%s", s)
		case i < 4 && (len(s) < fair*3/4 || len(s) > fair*5/4):
			t.Errorf("a large plan has %d bytes, and %d are its share", len(s), fair)
		}
	}
}
