package planfmt_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/read/planfile/made"
	"github.com/planfmt/planfmt/test/kit"
)

// TestMaxResources checks that no document gets past the limit with more resources and outputs than it allows, in whatever form it
// comes, and that a limit which is not exceeded changes nothing.
func TestMaxResources(t *testing.T) {
	tooMany := 0
	for _, g := range kit.SomeGoldens(t) {
		p, err := planfmt.Load(t.Context(), bytes.NewReader(g.Document()), g.Opts)
		if err != nil {
			continue
		}
		n := len(p.Resources) + len(p.Summary.Outputs)
		opts := kit.WithFormat(g.Opts, "json")
		want, _ := kit.RenderGolden(g.Document(), opts)
		opts.MaxResources = 1000 // no golden has more
		if got, _ := kit.RenderGolden(g.Document(), opts); got != want {
			t.Errorf("%s: the limit changes the output", g.File)
		}
		if n < 2 {
			continue
		}
		tooMany++
		opts.MaxResources = n - 1
		documents := map[string]io.Reader{
			"a file": bytes.NewReader(g.Document()),
			"a pipe": io.MultiReader(bytes.NewReader(g.Document())),
		}
		if file, err := made.FromJSON(kit.Modern(g.Document()), made.Options{}); err == nil {
			documents["a plan file"] = bytes.NewReader(file)
		}
		for from, r := range documents {
			var out strings.Builder
			_, err := planfmt.Show(t.Context(), &out, r, opts)
			input, ok := errors.AsType[*planfmt.InputError](err)
			if !ok || out.Len() > 0 || !strings.Contains(input.Msg, "resources, outputs and actions") {
				t.Errorf("%s from %s, with %d of %d: %v, and %d bytes of output", g.File, from, opts.MaxResources, n, err, out.Len())
			}
		}
	}
	if tooMany == 0 {
		t.Error("no golden has two resources")
	}
}

// TestMaxResourcesCountsBroken checks that entries which cannot be read count, too: each takes memory.
func TestMaxResourcesCountsBroken(t *testing.T) {
	t.Parallel()
	const broken = `[7,null,"x",[],true]`
	for name, document := range map[string]string{
		"changes":      `{"format_version":"1.2","resource_changes":` + broken + `}`,
		"drift":        `{"format_version":"1.2","resource_changes":[],"resource_drift":` + broken + `}`,
		"deferred":     `{"format_version":"1.2","resource_changes":[],"deferred_changes":` + broken + `}`,
		"actions":      `{"format_version":"1.2","resource_changes":[],"action_invocations":` + broken + `}`,
		"outputs":      `{"format_version":"1.2","resource_changes":[],"output_changes":{"a":7,"b":null,"c":"x","d":[],"e":true}}`,
		"a state":      `{"format_version":"1.0","values":{"root_module":{"resources":` + broken + `}}}`,
		"its outputs":  `{"format_version":"1.0","values":{"outputs":{"a":7,"b":null,"c":"x","d":[],"e":true},"root_module":{}}}`,
		"a state file": `{"version":4,"terraform_version":"1.14.0","serial":1,"lineage":"l","outputs":{},"resources":` + broken + `}`,
		"instances":    `{"version":4,"terraform_version":"1.14.0","serial":1,"lineage":"l","outputs":{},"resources":[{"mode":"managed","type":"t","name":"n","provider":"provider[\"x\"]","instances":` + broken + `}]}`,
	} {
		for limit, ok := range map[int]bool{4: false, 5: true} {
			opts := planfmt.Options{}
			opts.MaxResources = limit
			_, err := planfmt.Show(t.Context(), io.Discard, strings.NewReader(document), opts)
			if input, is := errors.AsType[*planfmt.InputError](err); (err == nil) != ok || err != nil && !(is && strings.Contains(input.Msg, "more than 4 resources")) {
				t.Errorf("%s: with a limit of %d for 5 entries: %v", name, limit, err)
			}
		}
	}
}
