package recorded_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/testkit/corpus"
	"github.com/planfmt/planfmt/test/kit"
)

// showInAll shows a document in all formats, and returns what each of them writes. The hash comes last.
func showInAll(t testing.TB, r io.ReadSeeker, opts planfmt.Options) map[string]string {
	t.Helper()
	opts.HashLikeJSON = true
	out := map[string]*bytes.Buffer{}
	var targets []planfmt.Target
	for _, f := range planfmt.Formats() {
		out[f.Name] = new(bytes.Buffer)
		targets = append(targets, planfmt.Target{W: out[f.Name], Format: f.Name})
	}
	if _, err := planfmt.ShowAll(t.Context(), r, opts, targets...); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	hash, err := planfmt.Hash(t.Context(), r, planfmt.Options{HashLikeJSON: true})
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{"hash": hash.Text}
	for name, b := range out {
		// The JSON of a plan does not say its mode, nor where resources are in the configuration.
		text := strings.Replace(b.String(), `"mode":"destroy"`, `"mode":"normal"`, 1)
		texts[name] = regexp.MustCompile(`"source":\{"file":[^}]*\},`).ReplaceAllString(text, "")
	}
	return texts
}

func openRun(t testing.TB, dir, name string) *os.File {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// TestPlanFileRuns compares plan files with what the program that wrote them prints, as text and as
// JSON.
func TestPlanFileRuns(t *testing.T) {
	t.Parallel()
	files := corpus.Files(t, "terraform-1.11.4-runs.tar.gz", "/plan.tfplan")
	for _, file := range files {
		dir := filepath.Dir(file)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			want, err := os.ReadFile(filepath.Join(dir, "plan.txt"))
			if err != nil {
				t.Fatal(err)
			}
			schemas := []planfmt.SchemaSource{{Name: "schema.json", Open: func() (io.ReadCloser, error) { return os.Open(filepath.Join(dir, "schema.json")) }}}
			for _, opts := range []planfmt.Options{{}, {Comparison: planfmt.Comparison{Schemas: schemas}}} {
				have := showInAll(t, openRun(t, dir, "plan.tfplan"), opts)
				for name, text := range showInAll(t, openRun(t, dir, "plan.json"), opts) {
					if have[name] != text {
						t.Errorf("%d schemas: %s differs from the plan's JSON:\nhave\n%s\nwant\n%s", len(opts.Schemas), name, have[name], text)
					}
				}
				if opts.Schemas != nil && have["human"] != string(want) {
					t.Errorf("have\n%s\nwant\n%s", have["human"], want)
				}
			}
		})
	}
	t.Logf("%d runs", len(files))
}

// TestPlanFiles shows plan files of many versions, from a file and from a pipe.
func TestPlanFiles(t *testing.T) {
	t.Parallel()
	files := corpus.Files(t, "tfplans.tar.gz", ".tfplan")
	for _, file := range files {
		var texts []string
		for _, r := range []io.Reader{openRun(t, "", file), kit.OnlyReader{Reader: openRun(t, "", file)}} {
			var outs []*bytes.Buffer
			var targets []planfmt.Target
			for _, f := range planfmt.Formats() {
				out := new(bytes.Buffer)
				outs, targets = append(outs, out), append(targets, planfmt.Target{W: out, Format: f.Name})
			}
			res, err := planfmt.ShowAll(t.Context(), r, planfmt.Options{Input: planfmt.Input{MemoryLimit: 1000}}, targets...)
			if err != nil || len(res.Problems) > 0 {
				t.Fatalf("%s: %v %v", file, err, res)
			}
			for _, out := range outs {
				if out.Len() == 0 {
					t.Errorf("%s: nothing was written", file)
				}
				texts = append(texts, out.String())
			}
		}
		if n := len(texts) / 2; !slices.Equal(texts[:n], texts[n:]) {
			t.Errorf("%s: from a pipe, the output is different", file)
		}
	}
	t.Logf("%d files", len(files))
}
