package planfmt_test

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
)

// manyDocuments returns documents with these texts. They are named a, b and so on.
func manyDocuments(texts ...string) []planfmt.Document {
	var docs []planfmt.Document
	for i, text := range texts {
		docs = append(docs, planfmt.Document{Name: manyName(i), Open: func() (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader(text)), nil
		}})
	}
	return docs
}

// manyName names documents in the order of the alphabet.
func manyName(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return fmt.Sprintf("z%04d", i)
}

// showMany shows documents in a format.
func showMany(t testing.TB, opts planfmt.Options, format string, docs []planfmt.Document) (string, *planfmt.ManyResult) {
	t.Helper()
	var out bytes.Buffer
	res, err := planfmt.ShowMany(context.Background(), docs, opts, planfmt.Target{W: &out, Format: format, Layout: opts.Layout})
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), res
}

const nothingToDo = `{"format_version":"1.2","terraform_version":"1.11.0","resource_changes":[]}`

// createsPlan is a plan that creates something with an input.
func createsPlan(input string) string {
	return changesPlan("terraform_data.new", `{"actions":["create"],"before":null,"after":{"input":"`+input+`","triggers_replace":null},"after_unknown":{"id":true,"output":true},"before_sensitive":false,"after_sensitive":{}}`)
}

// changesPlan is a plan with a change.
func changesPlan(address, change string) string {
	typ, name, _ := strings.Cut(address, ".")
	return `{"format_version":"1.2","terraform_version":"1.11.0","resource_changes":[{"address":"` + address + `","mode":"managed","type":"` + typ + `","name":"` + name +
		`","provider_name":"terraform.io/builtin/terraform","change":` + change + `}]}`
}

func manySchema(t *testing.T) diffSchema {
	t.Helper()
	compile := publishedSchema(t, "diff-1.0.json", "diffs-1.0.json")
	checkMembersOfDiffs(t)
	return diffSchema{compile(""), compile("#/$defs/line")}
}

// checkMembersOfDiffs checks that a plan among several has the members that it has alone.
func checkMembersOfDiffs(t *testing.T) {
	t.Helper()
	single, diffs := readSchema(t, "diff-1.0.json"), readSchema(t, "diffs-1.0.json")
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
	for _, g := range someGoldens(t) {
		if g.schemas() == nil && !strings.Contains(g.file, "rules") {
			texts = append(texts, string(g.document()))
		}
	}
	texts = texts[:min(len(texts), 120)]
	text, _ := showMany(t, planfmt.Options{}, "json", manyDocuments(texts...))
	if err := validate(schema.document, text); err != nil {
		t.Errorf("json: %v", err)
	}
	lines, res := showMany(t, planfmt.Options{}, "jsonl", manyDocuments(texts...))
	for line := range strings.Lines(lines) {
		if err := validate(schema.line, line); err != nil {
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
	destroys := changesPlan("terraform_data.old", `{"actions":["delete"],"before":{"input":"x"},"after":null,"after_unknown":{},"before_sensitive":{},"after_sensitive":false}`)
	text, _ := showMany(t, opts, "compact", manyDocuments(createsPlan("a"), createsPlan("b"), destroys, nothingToDo))
	for i := range 3 {
		if !strings.Contains(text, manyName(i)) {
			t.Errorf("%s is missing:\n%s", manyName(i), text)
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
		if text, _ := showMany(t, planfmt.Options{}, format, manyDocuments(state, nothingToDo)); !strings.Contains(text, "2 resources") {
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
			docs := manyDocuments(texts...)
			var done []int
			for i := range docs {
				docs[i].Done = func(*planfmt.Result) { done = append(done, i) }
			}
			text, res := showMany(t, planfmt.Options{Comparison: planfmt.Comparison{Workers: workers}}, format.Name, docs)
			if want == "" {
				want = text
			}
			if text != want {
				t.Errorf("%s: with %d workers, the output differs:\n%s", format.Name, workers, lineDiff(want, text))
			}
			if !slices.IsSorted(done) || len(done) != 45 {
				t.Errorf("%s: done are %v", format.Name, done)
			}
			for i, d := range res.Documents {
				if d.Name != manyName(i) || (d.Err != nil) != (i%4 == 2) || d.Changes != (i%2 == 1) {
					t.Errorf("%s: document %d is %+v", format.Name, i, d)
				}
			}
		}
		if !strings.Contains(want, "the document is cut off") {
			t.Errorf("%s: the report does not say why documents could not be read", format.Name)
		}
	}
}

// planWithSecret is a plan with an attribute that is sensitive, and another that is not.
func planWithSecret(secret, other string) string {
	return changesPlan("terraform_data.new", `{"actions":["create"],"before":null,"after":{"input":"`+secret+`","triggers_replace":"`+other+
		`"},"after_unknown":{"id":true,"output":true},"before_sensitive":false,"after_sensitive":{"input":true}}`)
}

// A string that is sensitive in one document is hidden in the others, too, by formats that hide copies.
func TestManyCopies(t *testing.T) {
	t.Parallel()
	const one, two = "Zq9!xK2#vLp7", "7xKp9QmZ2vLw#"
	texts := []string{planWithSecret("", two), nothingToDo, planWithSecret(one, "plain"), createsPlan("visible"), createsPlan(one), planWithSecret(two, one)}
	for _, format := range planfmt.Formats() {
		if format.NewMany == nil {
			continue
		}
		opened := make([]int, len(texts))
		docs := manyDocuments(texts...)
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
		text, _ := showMany(t, opts, format.Name, docs)
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
	docs := manyDocuments(nothingToDo, nothingToDo)
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
	if err := show(manyDocuments(nothingToDo), planfmt.Options{}, planfmt.Target{W: fullWriter{failed}}); !errors.Is(err, failed) {
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
