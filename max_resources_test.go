package planfmt_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/planfile/made"
)

// TestMaxResources checks that no document gets past the limit with more resources and outputs than it allows, in whatever form it
// comes, and that a limit which is not exceeded changes nothing.
func TestMaxResources(t *testing.T) {
	tooMany := 0
	for _, g := range someGoldens(t) {
		p, err := planfmt.Load(t.Context(), bytes.NewReader(g.document()), g.opts)
		if err != nil {
			continue
		}
		n := len(p.Resources) + len(p.Summary.Outputs)
		opts := withFormat(g.opts, "json")
		want, _ := renderGolden(g.document(), opts)
		opts.MaxResources = 1000 // no golden has more
		if got, _ := renderGolden(g.document(), opts); got != want {
			t.Errorf("%s: the limit changes the output", g.file)
		}
		if n < 2 || len(p.Problems) > 0 { // an entry that cannot be read may be none that is kept
			continue
		}
		tooMany++
		opts.MaxResources = n - 1
		documents := map[string]io.Reader{
			"a file": bytes.NewReader(g.document()),
			"a pipe": io.MultiReader(bytes.NewReader(g.document())),
		}
		if file, err := made.FromJSON(modern(g.document()), made.Options{}); err == nil {
			documents["a plan file"] = bytes.NewReader(file)
		}
		for from, r := range documents {
			var out strings.Builder
			_, err := planfmt.Show(t.Context(), &out, r, opts)
			input, ok := errors.AsType[*planfmt.InputError](err)
			if !ok || out.Len() > 0 || !strings.Contains(input.Msg, "resources, outputs and actions") {
				t.Errorf("%s from %s, with %d of %d: %v, and %d bytes of output", g.file, from, opts.MaxResources, n, err, out.Len())
			}
		}
	}
	if tooMany == 0 {
		t.Error("no golden has two resources")
	}
}
