package planpair_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/testkit/randplan"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/test/kit"
)

// respellPlan changes what does not matter in a plan: the order of lists that have none, the order of
// members, white space, no-ops, the time and the versions.
func respellPlan(t *testing.T, doc []byte, r *rand.Rand) []byte {
	t.Helper()
	var plan map[string]any
	if kit.Decode(doc, &plan) != nil {
		return doc
	}
	plan["timestamp"], plan["terraform_version"] = "2030-01-01T00:00:00Z", "99.1.0"
	for _, name := range []string{"resource_changes", "resource_drift", "deferred_changes", "action_invocations", "checks"} {
		all := kit.List(plan[name])
		if name == "resource_changes" && plan["planned_values"] == nil {
			all = slices.DeleteFunc(all, func(e any) bool {
				actions := kit.List(kit.Object(kit.Object(e)["change"])["actions"])
				return len(actions) == 1 && actions[0] == "no-op" && kit.Object(kit.Object(e)["change"])["importing"] == nil && kit.Object(e)["previous_address"] == nil
			})
			plan[name] = all
		}
		if name == "action_invocations" && slices.ContainsFunc(all, func(e any) bool { return kit.Object(e)["address"] == nil }) {
			continue // they are named by their index
		}
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	}
	text, err := json.MarshalIndent(plan, "", "   ")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestPlanDiffSame checks that each golden is the same as itself, and the same as what only is
// written differently.
func TestPlanDiffSame(t *testing.T) {
	t.Parallel()
	schema := newPlanDiffSchema(t)
	r := rand.New(rand.NewPCG(1, 2))
	n := 0
	for _, g := range kit.SomeGoldens(t) {
		if strings.HasSuffix(g.File, "not-schemas.txtar") {
			continue
		}
		checkSame(t, g.File, g.Document(), g.Document(), g.Opts)
		if _, res, _ := kit.ComparePlans(g.Document(), g.Document(), g.Opts, ""); res != nil && res.States != nil {
			continue // TestStateDiffGolden has these
		}
		checkSame(t, g.File+", respelled", g.Document(), respellPlan(t, g.Document(), r), g.Opts)
		checkPlanDiffJSON(t, schema, g.Document(), g.Document(), g.Opts)
		n++
	}
	for seed := range sampling.Seeds(150) {
		made := randplan.Make(randplan.Bytes(seed), randplan.Options{OpenTofu: seed%2 == 0})
		for _, opts := range []planfmt.Options{{Input: planfmt.Input{Product: made.Product}}, {Input: planfmt.Input{Product: made.Product}, Comparison: planfmt.Comparison{Schemas: []planfmt.SchemaSource{kit.SchemaText(made.Schemas)}}}} {
			checkSame(t, fmt.Sprint("random plan ", seed), made.Plan, made.Plan, opts)
			checkSame(t, fmt.Sprint("random plan ", seed, ", respelled"), made.Plan, respellPlan(t, made.Plan, r), opts)
		}
	}
	t.Logf("%d goldens", n)
}

// TestPlanDiffSameRecorded does the same with cases that are no part of the project.
func TestPlanDiffSameRecorded(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, archive := range kit.RecordedCases(t) {
		opts, err := kit.GoldenOptions(archive)
		if err != nil {
			opts = planfmt.Options{}
		}
		doc := kit.Document(archive)
		if s := kit.Section(archive, "schemas.json"); s != nil {
			opts.Schemas = []planfmt.SchemaSource{kit.SchemaText(s)}
		}
		checkSame(t, name, doc, doc, opts)
		checkSame(t, name+", respelled", doc, respellPlan(t, doc, r), opts)
	}
}

// checkSame checks that two plans are the same, unless a part of them cannot be read.
func checkSame(t *testing.T, name string, old, new []byte, opts planfmt.Options) {
	t.Helper()
	text, res, err := kit.ComparePlans(old, new, opts, "human")
	switch {
	case err != nil:
		if _, shown := planfmt.Show(context.Background(), io.Discard, bytes.NewReader(old), planfmt.Options{Input: opts.Input}); shown == nil {
			t.Errorf("%s: %v", name, err)
		}
	case res.Different:
		t.Errorf("%s: it is not the same as itself:\n%s", name, text)
	case len(res.Problems) == 0 && res.States != nil && strings.Contains(text, "No differences. Both states"):
	case len(res.Problems) == 0 && !strings.Contains(text, "The plans are the same."):
		t.Errorf("%s: it does not say so:\n%s", name, text)
	}
}

// TestPlanDiffIsNoMoreThanTheHash checks that plans with the same hash are the same, unless there
// are sensitive values.
func TestPlanDiffIsNoMoreThanTheHash(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	hashes, n := map[string][]byte{}, 0
	for seed := range sampling.Seeds(200) {
		made := randplan.Make(randplan.Bytes(seed), randplan.Options{})
		for _, doc := range [][]byte{made.Plan, mutateBefore(made.Plan, r)} {
			h, err := planfmt.Hash(context.Background(), bytes.NewReader(doc), planfmt.Options{})
			if err != nil || !h.CoversSensitive {
				continue
			}
			if other := hashes[h.Text]; other != nil {
				n++
				checkSame(t, fmt.Sprint("seed ", seed), other, doc, planfmt.Options{})
			}
			hashes[h.Text] = doc
		}
	}
	t.Logf("%d pairs", n)
}

// mutateBefore changes a value that a plan only destroys.
func mutateBefore(doc []byte, r *rand.Rand) []byte {
	var plan map[string]any
	if kit.Decode(doc, &plan) != nil {
		return doc
	}
	for _, rc := range kit.List(plan["resource_changes"]) {
		c := kit.Object(kit.Object(rc)["change"])
		if fmt.Sprint(c["actions"]) == "[delete]" {
			leaves := leavesOf(c["before"], nil, nil)
			if len(leaves) > 0 {
				leaves[r.IntN(len(leaves))].set()
			}
		}
	}
	text, _ := json.Marshal(plan)
	return text
}

// leaf is a scalar in a document.
type leaf struct {
	path []plans.Step
	set  func() // changes it
}

func leavesOf(v any, path []plans.Step, set func(any)) (all []leaf) {
	deeper := func(s plans.Step) []plans.Step { return append(slices.Clone(path), s) }
	switch v := v.(type) {
	case map[string]any:
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			all = append(all, leavesOf(v[name], deeper(plans.Key(name)), func(x any) { v[name] = x })...)
		}
	case []any:
		for i := range v {
			all = append(all, leavesOf(v[i], deeper(plans.Index(i)), func(x any) { v[i] = x })...)
		}
	case string:
		all = append(all, leaf{path, func() { set(v + " MUTATED") }})
	case json.Number:
		all = append(all, leaf{path, func() { set(json.Number("1" + strings.TrimPrefix(string(v), "-"))) }})
	case bool:
		all = append(all, leaf{path, func() { set(!v) }})
	}
	return all
}

// TestPlanDiffFindsEveryChange changes one planned value of a random plan. The difference must be
// found there, or in what is hidden around it.
func TestPlanDiffFindsEveryChange(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	n, hidden := 0, 0
	for seed := range sampling.Seeds(400) {
		made := randplan.Make(randplan.Bytes(seed), randplan.Options{OpenTofu: seed%2 == 0})
		var plan map[string]any
		if err := kit.Decode(made.Plan, &plan); err != nil {
			t.Fatal(err)
		}
		var address string
		var at plans.Path
		for _, i := range r.Perm(len(kit.List(plan["resource_changes"]))) {
			rc := kit.Object(kit.List(plan["resource_changes"])[i])
			c := kit.Object(rc["change"])
			if actions := fmt.Sprint(c["actions"]); actions == "[no-op]" || actions == "[delete]" || actions == "[forget]" {
				continue
			}
			leaves := leavesOf(c["after"], nil, nil)
			if len(leaves) == 0 {
				continue
			}
			l := leaves[r.IntN(len(leaves))]
			if isFlagged(c["after_unknown"], l.path) || len(l.path) == 0 {
				continue
			}
			l.set()
			address, at = kit.Text(rc["address"]), plans.NewPath(l.path...)
			break
		}
		if address == "" {
			continue
		}
		changed, err := json.Marshal(plan)
		if err != nil {
			t.Fatal(err)
		}
		opts := planfmt.Options{Input: planfmt.Input{Product: made.Product}}
		if seed%3 > 0 {
			opts.Schemas = []planfmt.SchemaSource{kit.SchemaText(made.Schemas)}
		}
		for _, pair := range [][2][]byte{{made.Plan, changed}, {changed, made.Plan}} {
			out, res, err := kit.ComparePlans(pair[0], pair[1], opts, "human")
			if err != nil {
				t.Fatal(err)
			}
			if len(res.Problems) == 0 && !res.Different {
				t.Errorf("seed %d: the change of %s %s is not found:\n%s\n%s\n%s", seed, address, at, out, pair[0], pair[1])
			}
			found, isHidden := findDifference(t, pair, opts, address, at)
			if !found {
				t.Errorf("seed %d: the change of %s %s is found elsewhere:\n%s", seed, address, at, out)
			}
			if isHidden {
				hidden++
			}
			n++
		}
	}
	t.Logf("%d changes, %d of them hidden", n, hidden)
	if n < 200 && sampling.Full() {
		t.Errorf("only %d changes", n)
	}
}

func isFlagged(flags any, path []plans.Step) bool {
	for _, s := range path {
		if name, ok := s.Key(); ok {
			flags = kit.Object(flags)[name]
		} else if i, _ := s.Index(); i < len(kit.List(flags)) {
			flags = kit.List(flags)[i]
		}
		if flags == true {
			return true
		}
	}
	return false
}

// findDifference looks for a difference at a path of a resource, whose indexes may be others in
// sets, or around it.
func findDifference(t *testing.T, pair [2][]byte, opts planfmt.Options, address string, at plans.Path) (found, hidden bool) {
	t.Helper()
	text, _, err := kit.ComparePlans(pair[0], pair[1], opts, "json")
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Resources []struct {
			Address string
			Values  []struct {
				Path      plans.Path
				Counts    bool
				Sensitive bool
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	want := names(at)
	for _, r := range doc.Resources {
		for _, v := range r.Values {
			if r.Address == address && v.Counts && (v.Path.IsEmpty() || strings.HasPrefix(want+"\x00", names(v.Path)+"\x00")) {
				found, hidden = true, hidden || v.Sensitive
			}
		}
	}
	return found, hidden
}

// names are the steps of a path without indexes.
func names(p plans.Path) string {
	var all []string
	for _, s := range p.Steps() {
		if name, ok := s.Key(); ok {
			all = append(all, name)
		}
	}
	return strings.Join(all, "\x00")
}

// TestPlanDiffMirror compares random plans in both directions. What only one plan has is then only
// in the other. Values that become known are a difference in one direction only.
func TestPlanDiffMirror(t *testing.T) {
	t.Parallel()
	n := 0
	for seed := range sampling.Seeds(200) {
		a := randplan.Make(randplan.Bytes(seed), randplan.Options{})
		b := randplan.Make(randplan.Bytes(seed+1), randplan.Options{})
		_, there, err := kit.ComparePlans(a.Plan, b.Plan, planfmt.Options{}, "json")
		_, back, err2 := kit.ComparePlans(b.Plan, a.Plan, planfmt.Options{}, "json")
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		x, y := there.Counts, back.Counts
		if x[computed.OnlyNew] != y[computed.OnlyOld] || x[computed.OnlyOld] != y[computed.OnlyNew] || x[computed.ActionDiffers] != y[computed.ActionDiffers] {
			t.Errorf("seed %d: %v and %v", seed, x, y)
		}
		if there.Resolved == 0 && back.Resolved == 0 {
			n++
			if there.Different != back.Different || x[computed.ValuesDiffer] != y[computed.ValuesDiffer] {
				t.Errorf("seed %d: %v and %v", seed, x, y)
			}
		}
	}
	t.Logf("%d pairs without resolved values", n)
}

// TestPlanDiffCanaries plants canaries in the goldens, compares these with others in which the
// canaries are other ones or not marked, and looks for canaries in all formats.
func TestPlanDiffCanaries(t *testing.T) {
	t.Parallel()
	count := 0
	for _, g := range kit.SomeGoldens(t) {
		for _, change := range []func(map[string]any) bool{kit.KeepSchemas, kit.DropSchemas, kit.OtherNesting} {
			var schemas map[string]any
			if kit.Decode(g.Schemas(), &schemas) != nil || !change(schemas) {
				schemas = nil
			}
			count += canaryPair(t, g.File, g.Document(), schemas)
		}
	}
	t.Logf("%d canaries", count)
	if count < 300 && sampling.Full() {
		t.Errorf("only %d canaries", count)
	}
}

func canaryPair(t *testing.T, name string, doc []byte, schemas map[string]any) int {
	t.Helper()
	var old, other, unmarked map[string]any
	if kit.Decode(doc, &old) != nil || kit.Decode(doc, &other) != nil || kit.Decode(doc, &unmarked) != nil {
		return 0
	}
	p := kit.Canaries{Schemas: schemas}
	p.Document(old)
	second := kit.Canaries{Schemas: schemas}
	second.Document(other)
	second.Document(unmarked)
	stripMarks(unmarked)
	spell := func(plan map[string]any, as string) []byte {
		text, err := json.Marshal(plan)
		if err != nil {
			t.Fatal(err)
		}
		return bytes.ReplaceAll(text, []byte(kit.Canary), []byte(kit.Canary+as))
	}
	opts := planfmt.Options{}
	if schemas != nil {
		text, err := json.Marshal(schemas)
		if err != nil {
			t.Fatal(err)
		}
		opts.Schemas = []planfmt.SchemaSource{kit.SchemaText(text)}
	}
	for _, pair := range [][2][]byte{
		{spell(old, "A"), spell(other, "B")},
		{spell(old, "A"), spell(unmarked, "A")},
		{spell(old, "A"), spell(unmarked, "B")},
		{spell(unmarked, "B"), spell(old, "A")},
		{spell(old, "A"), doc},
		{doc, spell(old, "A")},
	} {
		var all strings.Builder
		opts.Warn = func(w planfmt.Warning) { fmt.Fprintln(&all, w.Text) }
		var targets []planfmt.Target
		for _, format := range planfmt.PlanDiffFormats() {
			targets = append(targets, planfmt.Target{W: &all, Format: format.Name})
		}
		res, err := planfmt.DiffPlans(context.Background(), bytes.NewReader(pair[0]), bytes.NewReader(pair[1]), opts, targets...)
		fmt.Fprintln(&all, err)
		if res != nil {
			fmt.Fprintln(&all, res.Problems, res.Masked)
		}
		if i := strings.Index(all.String(), kit.Canary); i >= 0 {
			t.Errorf("%s: a secret comes out: …%s", name, all.String()[max(0, i-300):min(all.Len(), i+60)])
		}
	}
	return p.Count
}

// stripMarks takes the marks off all changes.
func stripMarks(v any) {
	switch v := v.(type) {
	case map[string]any:
		for _, name := range []string{"before_sensitive", "after_sensitive"} {
			if _, ok := v[name]; ok {
				v[name] = map[string]any{}
			}
		}
		for _, e := range v {
			stripMarks(e)
		}
	case []any:
		for _, e := range v {
			stripMarks(e)
		}
	}
}

// FuzzDiffPlans compares any two documents. Nothing panics, a document is the same as itself, and
// nothing unsafe is written.
func FuzzDiffPlans(f *testing.F) {
	all := kit.Goldens(f)
	for i := 0; i < len(all); i += 8 { // they are many
		f.Add(all[i].Document(), all[(i+1)%len(all)].Document())
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		for _, pair := range [][2][]byte{{a, b}, {a, a}} {
			var out strings.Builder
			var targets []planfmt.Target
			for _, format := range planfmt.PlanDiffFormats() {
				targets = append(targets, planfmt.Target{W: &out, Format: format.Name})
			}
			res, err := planfmt.DiffPlans(context.Background(), bytes.NewReader(pair[0]), bytes.NewReader(pair[1]), planfmt.Options{}, targets...)
			if err != nil {
				var bug *planfmt.PanicError
				if errors.As(err, &bug) {
					t.Fatalf("%v\n%s", bug, bug.Stack)
				}
				continue
			}
			kit.CheckSafe(t, out.String(), false)
			if bytes.Equal(pair[0], pair[1]) && res.Different {
				t.Errorf("a plan is not the same as itself:\n%s", out.String())
			}
		}
	})
}
