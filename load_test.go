package planfmt_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/test/kit"
)

func ExampleResources() {
	for r, err := range planfmt.Resources(context.Background(), strings.NewReader(examplePlan), planfmt.Options{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if r.Section != computed.ChangesSection { // such as drift, which has happened already
			continue
		}
		fmt.Println(r.Address, r.Action)
		for p := range r.Body.Content().Children() {
			if c := p.Diff.Content(); p.Diff.Action == plans.Update {
				fmt.Println(p.Key, "was", c.Before.Text, "and will be", c.After.Text)
			}
		}
	}
	// Output:
	// demo_disk.data update
	// size was 8 and will be 16
}

func ExampleLoad() {
	plan, err := planfmt.Load(context.Background(), strings.NewReader(examplePlan), planfmt.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	totals := plan.Summary.Totals()
	fmt.Println(totals.Add, "to add,", totals.Change, "to change,", totals.Destroy, "to destroy")
	for _, r := range plan.Changes() { // without drift and deferred changes
		fmt.Println(r.Address, r.Body.Text())
	}
	// Output:
	// 0 to add, 1 to change, 0 to destroy
	// demo_disk.data {
	//         name = "data"
	//       ~ size = 8 -> 16
	//         # (1 unchanged attribute hidden)
	//     }
}

// Whoever has seen enough stops, and gets no more.
func TestResourcesStop(t *testing.T) {
	n := 0
	for r, err := range planfmt.Resources(context.Background(), strings.NewReader(kit.ManyChanges(300)), planfmt.Options{Comparison: planfmt.Comparison{Workers: 3}}) {
		if want := fmt.Sprintf("demo_disk.d[%d]", n); err != nil || r.Address != want {
			t.Fatalf("have %q, %v; want %q", r.Address, err, want)
		}
		if n++; n == 10 {
			break
		}
	}
	if n != 10 {
		t.Errorf("%d resources, want 10", n)
	}
}

// An error comes once, at the end.
func TestResourcesErrors(t *testing.T) {
	text := kit.ManyChanges(50)
	var not *plans.InputError
	yielded := 0
	for r, err := range planfmt.Resources(context.Background(), strings.NewReader(text[:len(text)/2]), planfmt.Options{}) {
		if yielded++; !errors.As(err, &not) || r.Address != "" {
			t.Errorf("have %q, %v; want an error of the input", r.Address, err)
		}
	}
	if yielded != 1 {
		t.Errorf("%d yielded, want 1", yielded)
	}

	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var last error
	for _, err := range planfmt.Resources(ctx, strings.NewReader(text), planfmt.Options{}) {
		cancel()
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("have %v, want %v", last, context.Canceled)
	}
}

// The whole plan is what the writers of formats are handed.
func TestLoadIsShown(t *testing.T) {
	text := kit.ManyChanges(20)
	plan, err := planfmt.Load(context.Background(), strings.NewReader(text), planfmt.Options{Comparison: planfmt.Comparison{Schemas: exampleSources()}})
	if err != nil {
		t.Fatal(err)
	}
	all := &collector{}
	res, err := planfmt.Show(context.Background(), io.Discard, strings.NewReader(text), planfmt.Options{
		Comparison: planfmt.Comparison{Schemas: exampleSources()},
		Format:     "all",
		Formats:    []planfmt.Format{{Name: "all", New: func(io.Writer, planfmt.Layout) (planfmt.Writer, error) { return all, nil }}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if have, want := fmt.Sprint(plan.Summary), fmt.Sprint(res.Summary); have != want {
		t.Errorf("summary: have %s, want %s", have, want)
	}
	if len(plan.Resources) != len(all.resources) {
		t.Fatalf("%d resources, want %d", len(plan.Resources), len(all.resources))
	}
	for i, r := range plan.Resources {
		if w := all.resources[i]; r.Address != w.Address || r.Body.Text() != w.Body.Text() {
			t.Errorf("have %s %s, want %s %s", r.Address, r.Body.Text(), w.Address, w.Body.Text())
		}
	}

	plan, err = planfmt.Load(context.Background(), strings.NewReader(`{"format_version": "1.2", "resource_changes": [
		{"address": "a.b", "mode": "managed", "type": "a", "name": "b", "change": {"actions": ["create"], "after": 1}}]}`), planfmt.Options{})
	if err != nil || len(plan.Problems) != 1 {
		t.Errorf("have %v, %v; want a problem", plan, err)
	}
}

// collector keeps every resource.
type collector struct{ resources []computed.Resource }

func (c *collector) Begin(computed.Summary) error { return nil }

func (c *collector) Resource(r computed.Resource) error {
	c.resources = append(c.resources, r)
	return nil
}

func (c *collector) End(computed.Outcome) error { return nil }

// A program that lists deletions must not list an object that is gone already.
func TestSections(t *testing.T) {
	const resource = `"mode": "managed", "type": "a", "provider_name": "p", "change": {"actions": ["%s"], "before": {"x": 1}, "after": %s}`
	entry := func(name, action, after string) string {
		return `{"address": "a.` + name + `", "name": "` + name + `", ` + fmt.Sprintf(resource, action, after) + `}`
	}
	text := `{"format_version": "1.2", "errored": false,
		"relevant_attributes": [{"resource": "a.gone", "attribute": ["x"]}],
		"resource_drift": [` + entry("gone", "delete", "null") + `],
		"deferred_changes": [{"reason": "instance_count_unknown", "resource_change": ` + entry("later", "update", `{"x": 2}`) + `}],
		"resource_changes": [` + entry("up", "update", `{"x": 2}`) + `, ` + entry("down", "delete", "null") + `]}`
	plan, err := planfmt.Load(context.Background(), strings.NewReader(text), planfmt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for want, have := range map[string][]computed.Resource{
		"gone": plan.Drift(), "later": plan.Deferred(), "up down": plan.Changes(),
	} {
		var names []string
		for _, r := range have {
			names = append(names, r.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("have %q, want %q", got, want)
		}
	}
	if have := len((&computed.Plan{}).Changes()); have != 0 {
		t.Errorf("an empty plan has %d changes", have)
	}
}

// Problems are in their place, and all together in the outcome.
func TestProblemsInTheirPlace(t *testing.T) {
	text := `{"format_version": "1.2",
		"output_changes": {"o": {"actions": ["boom"], "before": null, "after": 1}},
		"resource_changes": [
			{"address": "a.good", "mode": "managed", "type": "a", "name": "good", "provider_name": "p", "change": {"actions": ["create"], "before": null, "after": {}}},
			{"address": "a.bad", "mode": "managed", "type": "a", "name": "bad", "provider_name": "p", "change": {"actions": ["create"], "before": null, "after": 1}}]}`
	plan, err := planfmt.Load(context.Background(), strings.NewReader(text), planfmt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if o := plan.Summary.Outputs[0]; len(o.Problems) != 1 || o.Problems[0].Error() != o.Err.Error() {
		t.Errorf("output: %v, %v", o.Problems, o.Err)
	}
	good, bad := plan.Resources[0], plan.Resources[1]
	if len(good.Problems) != 0 || len(bad.Problems) != 1 {
		t.Errorf("good: %v, bad: %v", good.Problems, bad.Problems)
	}
	if len(plan.Problems) != 2 {
		t.Errorf("all: %v", plan.Problems)
	}
}
