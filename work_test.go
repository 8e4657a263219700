package planfmt_test

import (
	"bytes"
	"io"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/planfmt/planfmt"
)

// TestWork counts how often the resources of a plan are loaded and compared.
func TestWork(t *testing.T) {
	t.Parallel()
	plan, err := os.ReadFile("testdata/example/plan.json")
	if err != nil {
		t.Fatal(err)
	}
	where := func(text string) planfmt.Options {
		return planfmt.Options{Selection: planfmt.Selection{Where: newWhere(t, text)}}
	}
	for _, c := range []struct {
		name            string
		opts            planfmt.Options
		formats         []string
		loads, compares int // of each resource, at most
	}{
		{"human", planfmt.Options{}, []string{"human"}, 1, 1},
		{"human, a condition on headers", where(`mode == "managed"`), []string{"human"}, 1, 1},
		{"human, a condition on values", where(`after.tags != null || true`), []string{"human"}, 2, 1},
		{"compact", planfmt.Options{}, []string{"compact"}, 2, 2},
		{"markdown", planfmt.Options{}, []string{"markdown"}, 2, 2},
		{"html", planfmt.Options{}, []string{"html"}, 2, 2},
		{"json", planfmt.Options{}, []string{"json"}, 3, 3},
		{"jsonl", planfmt.Options{}, []string{"jsonl"}, 3, 3},
		{"five formats", planfmt.Options{}, []string{"human", "compact", "markdown", "html", "json"}, 3, 6},
	} {
		var work planfmt.Work
		var targets []planfmt.Target
		for _, name := range c.formats {
			targets = append(targets, planfmt.Target{W: io.Discard, Format: name})
		}
		if _, err := planfmt.ShowAll(t.Context(), bytes.NewReader(plan), work.Count(c.opts), targets...); err != nil {
			t.Fatal(err)
		}
		if most := slices.Max(slices.Collect(maps.Values(work.Loads))); most > c.loads {
			t.Errorf("%s: a resource is loaded %d times, at most %d are wanted: %v", c.name, most, c.loads, work.Loads)
		}
		if most := slices.Max(slices.Collect(maps.Values(work.Compares))); most > c.compares {
			t.Errorf("%s: a resource is compared %d times, at most %d are wanted: %v", c.name, most, c.compares, work.Compares)
		}
	}
}
