package golden_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/test/kit"
)

const nothingToDo = `{"format_version":"1.2","terraform_version":"1.11.0","resource_changes":[]}`

// createsPlan is a plan that creates something with an input.
func createsPlan(input string) string {
	return kit.ChangesPlan("terraform_data.new", `{"actions":["create"],"before":null,"after":{"input":"`+input+`","triggers_replace":null},"after_unknown":{"id":true,"output":true},"before_sensitive":false,"after_sensitive":{}}`)
}

func manySchema(t *testing.T) kit.DiffSchema {
	t.Helper()
	compile := kit.PublishedSchema(t, "diff-1.1.json", "diffs-1.0.json")
	checkMembersOfDiffs(t)
	return kit.DiffSchema{Document: compile(""), Line: compile("#/$defs/line")}
}

// checkMembersOfDiffs checks that a plan among several has the members that it has alone.
func checkMembersOfDiffs(t *testing.T) {
	t.Helper()
	single, diffs := kit.ReadSchema(t, "diff-1.1.json"), kit.ReadSchema(t, "diffs-1.0.json")
	within := func(v any, path ...string) map[string]any {
		for _, name := range path {
			v = v.(map[string]any)[name]
		}
		return v.(map[string]any)
	}
	for _, pair := range []struct {
		single map[string]any
		among  string
	}{
		{single, "plan"},
		{within(single, "$defs", "header"), "header_line"},
		{within(single, "$defs", "resource"), "resource_line"},
		{within(single, "$defs", "trailer"), "trailer_line"},
	} {
		among := within(diffs, "$defs", pair.among, "properties")
		for name := range within(pair.single, "properties") {
			if among[name] == nil {
				t.Errorf("docs/schema/diffs-1.0.json: %s has no member %s", pair.among, name)
			}
		}
	}
}

// What is written in JSON fits the schema, and has the diffs that single documents have.
func TestManyJSON(t *testing.T) {
	t.Parallel()
	schema := manySchema(t)
	var texts []string
	for _, g := range kit.SomeGoldens(t) {
		if g.Schemas() == nil && !strings.Contains(g.File, "rules") {
			texts = append(texts, string(g.Document()))
		}
	}
	texts = texts[:min(len(texts), 120)]
	text, _ := kit.ShowMany(t, planfmt.Options{}, "json", kit.ManyDocuments(texts...))
	if err := kit.Validate(schema.Document, text); err != nil {
		t.Errorf("json: %v", err)
	}
	lines, res := kit.ShowMany(t, planfmt.Options{}, "jsonl", kit.ManyDocuments(texts...))
	for line := range strings.Lines(lines) {
		if err := kit.Validate(schema.Line, line); err != nil {
			t.Errorf("jsonl: %v\n%.300s", err, line)
		}
	}
	for i, doc := range res.Documents {
		var single bytes.Buffer
		_, err := planfmt.Show(context.Background(), &single, strings.NewReader(texts[i]), planfmt.Options{Format: "json"})
		if (err != nil) != (doc.Err != nil) {
			t.Errorf("alone: %v; among others: %v", err, doc.Err)
		}
		body := strings.TrimSuffix(strings.TrimPrefix(single.String(), "{\n"), "\n}\n")
		if err == nil && !strings.Contains(text, `{"name":"`+doc.Name+`",`+"\n"+body+"\n}") {
			t.Errorf("%s: it is not what it is alone:\n%.300s", doc.Name, body)
		}
	}
}

// TestManySummary checks that a summary of several plans names the plans, and counts what they do without naming it.
func TestManySummary(t *testing.T) {
	opts := planfmt.Options{}
	opts.Summary = true
	destroys := kit.ChangesPlan("terraform_data.old", `{"actions":["delete"],"before":{"input":"x"},"after":null,"after_unknown":{},"before_sensitive":{},"after_sensitive":false}`)
	text, _ := kit.ShowMany(t, opts, "compact", kit.ManyDocuments(createsPlan("a"), createsPlan("b"), destroys, nothingToDo))
	for i := range 3 {
		if !strings.Contains(text, kit.ManyName(i)) {
			t.Errorf("%s is missing:\n%s", kit.ManyName(i), text)
		}
	}
	if strings.Contains(text, "terraform_data.new") || strings.Contains(text, "terraform_data.old") || !strings.Contains(text, "1 terraform_data") {
		t.Errorf("the summary is\n%s", text)
	}
}

// A report of several documents says how many resources are in a state.
func TestManyStates(t *testing.T) {
	t.Parallel()
	var resources []string
	for _, name := range []string{"a", "b"} {
		resources = append(resources, `{"address":"terraform_data.`+name+`","mode":"managed","type":"terraform_data","name":"`+name+
			`","provider_name":"terraform.io/builtin/terraform","schema_version":0,"values":{"id":"1"},"sensitive_values":{}}`)
	}
	state := `{"format_version":"1.0","terraform_version":"1.11.0","values":{"root_module":{"resources":[` + strings.Join(resources, ",") + `]}}}`
	for _, format := range []string{"human", "compact", "brief", "markdown", "html"} {
		if text, _ := kit.ShowMany(t, planfmt.Options{}, format, kit.ManyDocuments(state, nothingToDo)); !strings.Contains(text, "2 resources") {
			t.Errorf("%s: it does not say that there are 2 resources:\n%.3000s", format, text)
		}
	}
}

// The results are in order, whatever the number of workers, and one broken document does not hide
// the others.
func TestManyInOrder(t *testing.T) {
	t.Parallel()
	var texts []string
	for i := range 60 {
		switch i % 4 {
		case 0:
			texts = append(texts, nothingToDo)
		case 1:
			texts = append(texts, createsPlan(fmt.Sprint("value ", i)))
		case 2:
			texts = append(texts, `{"format_version":`)
		default:
			texts = append(texts, createsPlan("the same"))
		}
	}
	for _, format := range planfmt.Formats() {
		if format.NewMany == nil {
			continue
		}
		want := ""
		for _, workers := range []int{1, 2, 7} {
			docs := kit.ManyDocuments(texts...)
			var done []int
			for i := range docs {
				docs[i].Done = func(*planfmt.Result) { done = append(done, i) }
			}
			text, res := kit.ShowMany(t, planfmt.Options{Comparison: planfmt.Comparison{Workers: workers}}, format.Name, docs)
			if want == "" {
				want = text
			}
			if text != want {
				t.Errorf("%s: with %d workers, the output differs:\n%s", format.Name, workers, kit.LineDiff(want, text))
			}
			if !slices.IsSorted(done) || len(done) != 45 {
				t.Errorf("%s: done are %v", format.Name, done)
			}
			for i, d := range res.Documents {
				if d.Name != kit.ManyName(i) || (d.Err != nil) != (i%4 == 2) || d.Changes != (i%2 == 1) {
					t.Errorf("%s: document %d is %+v", format.Name, i, d)
				}
			}
		}
		if !strings.Contains(want, "the document is cut off") {
			t.Errorf("%s: the report does not say why documents could not be read", format.Name)
		}
	}
}

// A string that is sensitive in one document is hidden in the others, too, by formats that hide copies.
func TestManyCopies(t *testing.T) {
	t.Parallel()
	const one, two = "Zq9!xK2#vLp7", "7xKp9QmZ2vLw#"
	texts := []string{kit.PlanWithSecret("", two), nothingToDo, kit.PlanWithSecret(one, "plain"), createsPlan("visible"), createsPlan(one), kit.PlanWithSecret(two, one)}
	for _, format := range planfmt.Formats() {
		if format.NewMany == nil {
			continue
		}
		opened := make([]int, len(texts))
		docs := kit.ManyDocuments(texts...)
		for i := range docs {
			open := docs[i].Open
			docs[i].Open = func() (io.ReadCloser, error) {
				opened[i]++
				return open()
			}
		}
		var warned []planfmt.Warning
		opts := planfmt.Options{Warn: func(w planfmt.Warning) { warned = append(warned, w) }}
		if !format.Needs.MaskCopies {
			opts.MaskCopies = planfmt.ChoiceAlways
		}
		text, _ := kit.ShowMany(t, opts, format.Name, docs)
		for _, secret := range []string{one, two} {
			if strings.Contains(text, secret) {
				t.Errorf("%s shows %s:\n%s", format.Name, secret, text)
			}
		}
		if !strings.Contains(text, "visible") {
			t.Errorf("%s hides what is no copy:\n%s", format.Name, text)
		}
		if !slices.Equal(opened, []int{2, 1, 1, 1, 2, 2}) {
			t.Errorf("%s: the documents were opened %v times", format.Name, opened)
		}
		if n := len(warned); (n > 0) == format.Needs.MaskCopies {
			t.Errorf("%s: %d warnings: %v", format.Name, n, warned)
		}
	}
}

// Errors that are not about one document are those of the whole.
func TestManyErrors(t *testing.T) {
	t.Parallel()
	show := func(docs []planfmt.Document, opts planfmt.Options, targets ...planfmt.Target) error {
		if targets == nil {
			targets = []planfmt.Target{{W: io.Discard}}
		}
		_, err := planfmt.ShowMany(context.Background(), docs, opts, targets...)
		return err
	}
	var option *planfmt.OptionError
	docs := kit.ManyDocuments(nothingToDo, nothingToDo)
	if err := show(docs, planfmt.Options{}, planfmt.Target{W: io.Discard, Format: "none"}); !errors.As(err, &option) {
		t.Errorf("an unknown format: %v", err)
	}
	if err := show(docs, planfmt.Options{}, planfmt.Target{}); !errors.Is(err, planfmt.ErrNoWriter) {
		t.Errorf("no writer: %v", err)
	}
	if err := show(docs, planfmt.Options{Input: planfmt.Input{Product: "other"}}); !errors.As(err, &option) {
		t.Errorf("an unknown product: %v", err)
	}
	if err := show([]planfmt.Document{{Name: "a"}}, planfmt.Options{}); err == nil {
		t.Error("a document that cannot be opened is no error")
	}
	var panicked *planfmt.PanicError
	docs[1].Open = func() (io.ReadCloser, error) { panic("no") }
	if err := show(docs, planfmt.Options{}); !errors.As(err, &panicked) {
		t.Errorf("a panic: %v", err)
	}
	failed := errors.New("cannot be written")
	if err := show(kit.ManyDocuments(nothingToDo), planfmt.Options{}, planfmt.Target{W: fullWriter{failed}}); !errors.Is(err, failed) {
		t.Errorf("a writer that fails: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := planfmt.ShowMany(ctx, docs, planfmt.Options{}, planfmt.Target{W: io.Discard}); !errors.Is(err, context.Canceled) {
		t.Errorf("the context has ended: %v", err)
	}
}

type fullWriter struct{ err error }

func (w fullWriter) Write([]byte) (int, error) { return 0, w.err }
