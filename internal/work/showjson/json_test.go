package showjson_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/testkit/corpus"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/test/kit"
)

// writeJSON returns what WriteJSON writes for a file.
func writeJSON(t testing.TB, file string, opts planfmt.Options) []byte {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out bytes.Buffer
	if _, err := planfmt.WriteJSON(context.Background(), &out, f, opts); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func readTestFile(t testing.TB, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func schemasIn(t testing.TB, file string) planfmt.Options {
	t.Helper()
	return planfmt.Options{Comparison: planfmt.Comparison{Schemas: []planfmt.SchemaSource{kit.SchemaText(readTestFile(t, file))}}}
}

// TestJSONOfPlanFiles compares the JSON of plans with what the real programs have printed, byte for
// byte. The plans have only resources of the built-in provider.
func TestJSONOfPlanFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/planfiles/*/tfplan")
	if err != nil || len(files) == 0 {
		t.Fatal("no plan files", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(filepath.Dir(file)), func(t *testing.T) {
			want := readTestFile(t, filepath.Join(filepath.Dir(file), "plan.json"))
			if got := writeJSON(t, file, planfmt.Options{}); !bytes.Equal(got, want) {
				t.Errorf("have %s\nwant %s", got, want)
			}
			// From a pipe, and with little memory, it is the same.
			var out bytes.Buffer
			opts := planfmt.Options{Input: planfmt.Input{MemoryLimit: 1, TempDir: t.TempDir()}}
			if _, err := planfmt.WriteJSON(context.Background(), &out, struct{ io.Reader }{bytes.NewReader(readTestFile(t, file))}, opts); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(out.Bytes(), want) {
				t.Error("from a pipe, the JSON is different")
			}
			// Without providers of a registry, the JSON does not show the product.
			product, _, _ := strings.Cut(filepath.Base(filepath.Dir(file)), "-")
			sameViews(t, file, want, planfmt.Options{Input: planfmt.Input{Product: product}})
		})
	}
}

// TestJSONOfRuns does the same for recorded runs: byte for byte with schemas, and without them, but for
// the versions of the schemas, which nothing else says.
func TestJSONOfRuns(t *testing.T) {
	for _, file := range corpus.Files(t, "terraform-1.11.4-runs.tar.gz", "plan.tfplan") {
		dir := filepath.Dir(file)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			want := readTestFile(t, filepath.Join(dir, "plan.json"))
			opts := schemasIn(t, filepath.Join(dir, "schema.json"))
			got := writeJSON(t, file, opts)
			if strings.TrimSpace(string(got)) != strings.TrimSpace(string(want)) {
				t.Errorf("have %s\nwant %s", got, want)
			}
			sameViews(t, file, got, opts)
			got = writeJSON(t, file, planfmt.Options{})
			if !reflect.DeepEqual(withoutVersions(t, got), withoutVersions(t, want)) {
				t.Errorf("without schemas, have %s\nwant %s", got, want)
			}
			sameViews(t, file, got, planfmt.Options{})
		})
	}
}

// withoutVersions decodes a document, without the versions of schemas.
func withoutVersions(t testing.TB, document []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(regexp.MustCompile(`,"schema_version":[0-9]+`).ReplaceAll(document, nil), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// TestJSONOfOldPlans makes JSON of public plan files of all versions.
func TestJSONOfOldPlans(t *testing.T) {
	for _, file := range corpus.Files(t, "tfplans.tar.gz") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			if strings.Contains(file, "oocx__tfplan2md__examples__azuredevops__plan2") {
				t.Skip("without schemas, the text of the configuration is other evidence about blocks than its JSON")
			}
			sameViews(t, file, writeJSON(t, file, planfmt.Options{}), planfmt.Options{})
		})
	}
}

// sameViews checks that a plan file and its JSON look the same in all formats, but for what only the
// file has: refinements, where resources are declared, how the plan was made, the workspace included, and references that the JSON
// lacks, so that its lists of what depends on a resource are shorter and say so.
func sameViews(t *testing.T, file string, document []byte, opts planfmt.Options) {
	opts.HashLikeJSON = true
	t.Helper()
	raw := readTestFile(t, file)
	opts.Mode = plans.NormalMode
	for _, format := range []string{"human", "compact", "brief", "markdown", "html", "json", "jsonl"} {
		opts.Format = format
		var views [2]string
		for i, text := range [][]byte{raw, document} {
			var out bytes.Buffer
			if _, err := planfmt.Show(context.Background(), &out, bytes.NewReader(text), opts); err != nil {
				t.Fatal(err)
			}
			views[i] = regexp.MustCompile(`,"refinement":\{[^}]*\}|,"source":\{"file":[^}]*\}|<li>workspace [^<]*</li>|(?s:<details class="impact">.*?\n</details>\n)`).ReplaceAllString(out.String(), "")
		}
		if views[0] != views[1] {
			at := 0
			for at < min(len(views[0]), len(views[1])) && views[0][at] == views[1][at] {
				at++
			}
			around := func(s string) string { return s[max(at-200, 0):min(at+200, len(s))] }
			t.Errorf("%s: the file is shown as\n...%s...\nits JSON as\n...%s...", format, around(views[0]), around(views[1]))
		}
	}
}

// TestJSONWithoutState makes JSON of a plan file that somebody has taken the state out of.
func TestJSONWithoutState(t *testing.T) {
	whole := readTestFile(t, "testdata/planfiles/terraform-1.11/tfplan")
	r, err := zip.NewReader(bytes.NewReader(whole), int64(len(whole)))
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	for _, m := range r.File {
		if m.Name == "tfstate" {
			continue
		}
		if err := w.Copy(m); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var said []string
	opts := planfmt.Options{Warn: func(w planfmt.Warning) { said = append(said, w.Text) }}
	if _, err := planfmt.WriteJSON(context.Background(), io.Discard, &file, opts); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(strings.Join(said, "\n"), "the plan file has no member tfstate") {
		t.Errorf("said %q", said)
	}
}

// TestJSONIsWhole checks that nothing is written if any part cannot be read, or the context has ended.
func TestJSONIsWhole(t *testing.T) {
	plan := readTestFile(t, "testdata/planfiles/terraform-1.11/tfplan")
	var out bytes.Buffer
	for n := 0; n < len(plan); n += 97 {
		if _, err := planfmt.WriteJSON(context.Background(), &out, bytes.NewReader(plan[:n]), planfmt.Options{}); err == nil {
			t.Fatalf("no error for the first %d bytes of a plan", n)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := planfmt.WriteJSON(ctx, &out, bytes.NewReader(plan), planfmt.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context, the error is %v", err)
	}
	if out.Len() > 0 {
		t.Errorf("there is an error, and %d bytes of output", out.Len())
	}
	if _, err := planfmt.WriteJSON(context.Background(), nil, bytes.NewReader(plan), planfmt.Options{}); !errors.Is(err, planfmt.ErrNoWriter) {
		t.Errorf("without a writer, the error is %v", err)
	}
	if _, err := planfmt.WriteJSON(context.Background(), io.Discard, nil, planfmt.Options{}); !errors.Is(err, planfmt.ErrNoReader) {
		t.Errorf("without a reader, the error is %v", err)
	}
}

// FuzzWriteJSON gives WriteJSON any file. If it makes JSON of it, planfmt can read the JSON.
func FuzzWriteJSON(f *testing.F) {
	files, _ := filepath.Glob("testdata/planfiles/*/tfplan")
	for _, file := range files {
		f.Add(readTestFile(f, file))
	}
	f.Add([]byte(`{"version":4,"terraform_version":"1.11.4","serial":1,"lineage":"x","outputs":{"o":{"value":1e3,"type":"number"}},"resources":[
		{"module":"module.a[\"x\"]","mode":"managed","type":"t","name":"n","provider":"provider[\"registry.terraform.io/a/b\"]","instances":[
		{"index_key":0,"schema_version":1,"attributes":{"a":{"value":[1],"type":["list","number"]},"password":"s"},"sensitive_attributes":[[{"type":"get_attr","value":"a"}]],"dependencies":["x.y"]}]}]}`))
	f.Fuzz(func(t *testing.T, file []byte) {
		var out bytes.Buffer
		if _, err := planfmt.WriteJSON(context.Background(), &out, bytes.NewReader(file), planfmt.Options{}); err != nil {
			if out.Len() > 0 {
				t.Errorf("an error, %v, and output: %s", err, &out)
			}
			return
		}
		if !json.Valid(out.Bytes()) {
			t.Fatalf("no valid JSON: %s", &out)
		}
		var again bytes.Buffer
		res, err := planfmt.WriteJSON(context.Background(), &again, bytes.NewReader(out.Bytes()), planfmt.Options{})
		if err != nil || !res.Copied || !bytes.Equal(out.Bytes(), again.Bytes()) {
			t.Fatalf("the JSON is not accepted: %v\n%s", err, &out)
		}
		if _, err := planfmt.Show(context.Background(), io.Discard, bytes.NewReader(out.Bytes()), planfmt.Options{}); err != nil {
			t.Fatalf("the JSON cannot be shown: %v\n%s", err, &out)
		}
	})
}
