package planfmt_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/test/kit"
)

// TestWork counts how often the resources of a plan are loaded and compared.
func TestWork(t *testing.T) {
	t.Parallel()
	plan, err := os.ReadFile("testdata/example/plan.json")
	if err != nil {
		t.Fatal(err)
	}
	where := func(text string) planfmt.Options {
		return planfmt.Options{Selection: planfmt.Selection{Where: kit.NewWhere(t, text)}}
	}
	for _, c := range []struct {
		name            string
		opts            planfmt.Options
		formats         []string
		loads, compares int // of the five resources together, at most
	}{
		{"human", planfmt.Options{}, []string{"human"}, 5, 5},
		{"human, a condition on headers", where(`mode == "managed"`), []string{"human"}, 5, 5},
		{"human, a condition on values", where(`after.tags != null || true`), []string{"human"}, 10, 5},
		{"compact", planfmt.Options{}, []string{"compact"}, 8, 6},
		{"markdown", planfmt.Options{}, []string{"markdown"}, 8, 6},
		{"html", planfmt.Options{}, []string{"html"}, 8, 6},
		{"json", planfmt.Options{}, []string{"json"}, 11, 7},
		{"jsonl", planfmt.Options{}, []string{"jsonl"}, 11, 7},
		{"five formats", planfmt.Options{}, []string{"human", "compact", "markdown", "html", "json"}, 11, 22},
	} {
		var work planfmt.Work
		var targets []planfmt.Target
		for _, name := range c.formats {
			targets = append(targets, planfmt.Target{W: io.Discard, Format: name})
		}
		if _, err := planfmt.ShowAll(t.Context(), bytes.NewReader(plan), work.Count(c.opts), targets...); err != nil {
			t.Fatal(err)
		}
		sum := func(all map[string]int) (n int) {
			for _, one := range all {
				n += one
			}
			return n
		}
		if n := sum(work.Loads); n > c.loads || len(work.Loads) != 5 {
			t.Errorf("%s: resources are loaded %d times, at most %d are wanted: %v", c.name, n, c.loads, work.Loads)
		}
		if n := sum(work.Compares); n > c.compares || len(work.Compares) != 5 {
			t.Errorf("%s: resources are compared %d times, at most %d are wanted: %v", c.name, n, c.compares, work.Compares)
		}
	}
}

// TestAlikeInMarkdown counts what is allocated for resources that change alike: what stands around their diffs is made once, and not for each of
// them.
func TestAlikeInMarkdown(t *testing.T) {
	allocations := func(n int) float64 {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,{"address":"null_resource.a[%d]","mode":"managed","type":"null_resource","name":"a","index":%[1]d,"provider_name":"registry.terraform.io/hashicorp/null",
"change":{"actions":["create"],"before":null,"after":{"triggers":null},"after_unknown":{"id":true}}}`, i)
		}
		plan := `{"format_version":"1.2","terraform_version":"1.11.0","resource_changes":[` + b.String()[1:] + `]}`
		return testing.AllocsPerRun(1, func() {
			if _, err := planfmt.Show(t.Context(), io.Discard, strings.NewReader(plan), planfmt.Options{Format: "markdown"}); err != nil {
				t.Fatal(err)
			}
		})
	}
	const few, times = 100, 100
	if a, b := allocations(few), allocations(times*few); b > 2*times*a {
		t.Errorf("%.0f allocations for %d resources, %.0f for %d", a, few, b, times*few)
	}
}
