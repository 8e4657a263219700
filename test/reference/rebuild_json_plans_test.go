package reference_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/testkit/randplan"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/test/kit"
)

// plannedDocument is what the tests read of a plan.
type plannedDocument struct {
	Changes  []plannedEntry `json:"resource_changes"`
	Drift    []plannedEntry `json:"resource_drift"`
	Deferred []struct {
		Change plannedEntry `json:"resource_change"`
	} `json:"deferred_changes"`
	Outputs map[string]plannedChange `json:"output_changes"`
}

type plannedEntry struct {
	Address, Deposed, Mode, Type, Name string
	Provider                           string `json:"provider_name"`
	Change                             plannedChange
}

type plannedChange struct {
	Actions         []string
	Before, After   any
	Unknown         any `json:"after_unknown"`
	BeforeSensitive any `json:"before_sensitive"`
	AfterSensitive  any `json:"after_sensitive"`
}

// planned returns both sides. An object that is forgotten stays as it is; in OpenTofu's plans, it leaves the state.
func (c *plannedChange) planned(root *treeNode) planned {
	p := planned{
		before: planSide{value: c.Before, there: c.Before != nil, sensitive: c.BeforeSensitive},
		after:  planSide{value: c.After, there: c.After != nil, sensitive: c.AfterSensitive, unknown: c.Unknown},
	}
	if len(c.Actions) == 1 && c.Actions[0] == "forget" {
		p.after = p.before
		if root.Action != "no-op" {
			p.after = planSide{}
		}
	}
	return p
}

// treeReport is what the tests read of the format json.
type treeReport struct {
	Source  struct{ Kind string }
	Outputs []struct {
		Name     string
		Diff     *treeNode
		Problems []any
	}
	Resources []struct {
		Section, Address, Deposed string
		Diff                      *treeNode
		Problems                  []any
	}
}

// rebuilt counts what has been compared.
type rebuilt struct {
	generated                    bool
	plans, values, wrong, unreal int
}

// isUnreal reports whether a list of objects has a null, or the same object twice. No provider writes such blocks, but
// generated plans have some, in which it is not clear what is a block.
func isUnreal(v any, at shape) bool {
	switch v := v.(type) {
	case []any:
		for i, e := range v {
			_, isObject := e.(map[string]any)
			if e == nil && at.mayBeBlocks() && !slices.ContainsFunc(v, isScalarJSON) {
				return true
			}
			if isUnreal(e, at.element(i)) || isObject && slices.ContainsFunc(v[:i], func(o any) bool { return reflect.DeepEqual(withoutNulls(o), withoutNulls(e)) }) {
				return true
			}
		}
	case map[string]any:
		for name, m := range v {
			if isUnreal(m, at.member(name)) || m == nil && at.kind == blocksShape {
				return true
			}
		}
	}
	return false
}

// isScalarJSON reports whether a value is a scalar other than null.
func isScalarJSON(v any) bool {
	switch v.(type) {
	case nil, []any, map[string]any:
		return false
	}
	return true
}

func withoutNulls(v any) any {
	object, ok := v.(map[string]any)
	if !ok {
		return v
	}
	out := map[string]any{}
	for name, m := range object {
		if m != nil {
			out[name] = withoutNulls(m)
		}
	}
	return out
}

// check shows a plan as json and compares the trees with the plan.
func (r *rebuilt) check(t *testing.T, name string, plan, schemas []byte, opts planfmt.Options) {
	t.Helper()
	text, remarks := kit.RenderGolden(plan, kit.WithFormat(opts, "json"))
	var report treeReport
	var doc plannedDocument
	d := json.NewDecoder(bytes.NewReader(plan))
	d.UseNumber()
	if kit.IsRefused(remarks) || d.Decode(&doc) != nil {
		return
	}
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if report.Source.Kind != "plan" {
		return
	}
	r.plans++
	shapes := readShapes(t, schemas)
	fail := func(where string, err error) {
		if err != nil {
			if r.wrong++; r.wrong < 60 {
				t.Errorf("%s: %s%.600v", name, where, err)
			}
		}
	}
	entries := map[string][]plannedEntry{"changes": doc.Changes, "drift": doc.Drift}
	for _, d := range doc.Deferred {
		entries["deferred"] = append(entries["deferred"], d.Change)
	}
	for _, shown := range report.Resources {
		var entry *plannedEntry
		for i, e := range entries[shown.Section] {
			if (e.Address == shown.Address || e.Address == "" && e.Type+"."+e.Name == shown.Address) && e.Deposed == shown.Deposed {
				entry, entries[shown.Section] = &e, append(entries[shown.Section][:i:i], entries[shown.Section][i+1:]...)
				break
			}
		}
		if entry == nil {
			fail(shown.Address, fmt.Errorf(" is not in the plan"))
			continue
		}
		if shown.Diff == nil || len(shown.Problems) > 0 {
			continue
		}
		if r.generated && (isUnreal(entry.Change.Before, shapes.of(entry)) || isUnreal(entry.Change.After, shapes.of(entry))) {
			r.unreal++
			continue
		}
		c := treeChecker{}
		fail(shown.Address, c.check(shown.Diff, entry.Change.planned(shown.Diff), shapes.of(entry), "", ""))
		r.values += c.leaves
	}
	for _, shown := range report.Outputs {
		if shown.Diff == nil || len(shown.Problems) > 0 {
			continue
		}
		change := doc.Outputs[shown.Name]
		c := treeChecker{}
		fail("output."+shown.Name, c.check(shown.Diff, change.planned(shown.Diff), exactly, "", ""))
		r.values += c.leaves
	}
}

// all checks a plan with and without schemas, as a plan of both products, with muted changes, and in readable mode.
func (r *rebuilt) all(t *testing.T, name string, plan, schemas []byte, opts planfmt.Options) {
	t.Helper()
	for _, product := range []string{"terraform", "opentofu"} {
		opts := opts
		opts.Product = product
		r.check(t, name+", "+product, plan, schemas, opts)
		readable := opts
		readable.Readable = planfmt.ChoiceAlways
		r.check(t, name+", readable, "+product, plan, schemas, readable)
		r.check(t, name+", muted, "+product, plan, schemas, kit.WithRules(t, opts, "ignore!*:*", ""))
		if opts.Schemas != nil {
			bare := opts
			bare.Schemas = nil
			r.check(t, name+", without schemas, "+product, plan, nil, bare)
		}
	}
}

// TestRebuildFromJSON rebuilds both sides of what changes from json alone, and compares them with the plan.
func TestRebuildFromJSON(t *testing.T) {
	var r rebuilt
	for _, g := range kit.SomeGoldens(t) {
		r.all(t, strings.TrimPrefix(g.File, "testdata/golden/"), g.Document(), g.Schemas(), g.Opts)
	}
	t.Logf("%d plans, %d values, %d wrong; %d resources left out", r.plans, r.values, r.wrong, r.unreal)
}

// TestRebuildFromJSONRandom does it with generated plans.
func TestRebuildFromJSONRandom(t *testing.T) {
	r := rebuilt{generated: true}
	n := 300
	if sampling.Exhaustive() {
		n = 20_000
	}
	for seed := range sampling.Seeds(n) {
		doc := randplan.Make(randplan.Bytes(seed), randplan.Options{OpenTofu: seed%2 == 1})
		opts := planfmt.Options{}
		opts.Schemas = []planfmt.SchemaSource{kit.SchemaText(doc.Schemas)}
		r.all(t, fmt.Sprint("seed ", seed), doc.Plan, doc.Schemas, opts)
	}
	t.Logf("%d plans, %d values, %d wrong; %d resources left out", r.plans, r.values, r.wrong, r.unreal)
}

// TestRebuildFromJSONRecorded does it with the cases in the directory that PLANFMT_CASES names.
func TestRebuildFromJSONRecorded(t *testing.T) {
	kit.InParts(t, func(t *testing.T, cases iter.Seq[kit.RecordedCase]) {
		var r rebuilt
		for c := range cases {
			opts, err := kit.GoldenOptions(c.Archive)
			if err != nil { // the header has more than the goldens
				opts.Product = "terraform"
				if data := kit.Section(c.Archive, "schemas.json"); data != nil {
					opts.Schemas = []planfmt.SchemaSource{kit.SchemaText(data)}
				}
			}
			r.all(t, c.Name, kit.Document(c.Archive), kit.Section(c.Archive, "schemas.json"), opts)
		}
		t.Logf("%d plans, %d values, %d wrong; %d resources left out", r.plans, r.values, r.wrong, r.unreal)
	})
}
