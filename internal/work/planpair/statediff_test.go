package planpair_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/testkit/randplan"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/test/kit"
)

// TestStateDiffGolden runs every case of testdata/statediff. What is marked as sensitive there is a swordfish.
func TestStateDiffGolden(t *testing.T) {
	schema := kit.NewDiffSchema(t)
	runDiffGoldens(t, "statediff", func(t *testing.T, old, new []byte, opts planfmt.Options) {
		text, res, err := kit.ComparePlans(old, new, opts, "json")
		if err != nil {
			return
		}
		if err := kit.Validate(schema.Document, text); err != nil {
			t.Errorf("%v in\n%s", err, text)
		}
		lines, _, _ := kit.ComparePlans(old, new, opts, "jsonl")
		for line := range strings.Lines(lines) {
			if err := kit.Validate(schema.Line, line); err != nil {
				t.Errorf("%v in\n%s", err, line)
			}
		}
		for _, choice := range []planfmt.Choice{planfmt.ChoiceAuto, planfmt.ChoiceNever} {
			opts.MaskCopies = choice
			for _, f := range planfmt.PlanDiffFormats() {
				if text, _, _ := kit.ComparePlans(old, new, opts, f.Name); strings.Contains(text, "swordfish") {
					t.Errorf("%s: a secret comes out:\n%s", f.Name, text)
				}
			}
		}
		if len(res.Problems) == 0 {
			checkMirrored(t, old, new, opts)
		}
	})
}

// checkMirrored checks that a state is the same as itself, and that the way back from one state to another one is the way there in reverse.
func checkMirrored(t *testing.T, old, new []byte, opts planfmt.Options) {
	t.Helper()
	for _, doc := range [][]byte{old, new} {
		if found := changedBetween(t, doc, doc, opts); len(found) > 0 {
			t.Errorf("a state differs from itself: %v", found)
		}
	}
	back := changedBetween(t, new, old, opts)
	for object, what := range changedBetween(t, old, new, opts) {
		from, moved := strings.CutPrefix(what, "update from ")
		if !moved {
			from, moved = strings.CutPrefix(what, "no-op from ")
		}
		want := map[string]string{"create": "delete", "delete": "create"}[what]
		if want == "" {
			want = what
		}
		at := object
		if moved {
			at, want = from, strings.TrimSuffix(what, from)+object
		}
		if back[at] != want {
			t.Errorf("%s: %s there, and %s back", object, what, back[at])
		}
		delete(back, at)
	}
	for object, what := range back {
		t.Errorf("%s: %s only back", object, what)
	}
}

// changedBetween returns the actions for what differs between two states, by address and deposed key, and for outputs.
func changedBetween(t testing.TB, old, new []byte, opts planfmt.Options) map[string]string {
	t.Helper()
	text, res, err := kit.ComparePlans(old, new, opts, "json")
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, old, new)
	}
	var doc struct {
		Resources []struct {
			Address, Deposed, Action string
			Previous                 string `json:"previous_address"`
		}
		Outputs []struct {
			Name string
			Diff struct{ Action string }
		}
	}
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, r := range doc.Resources {
		what := r.Action
		if r.Previous != "" {
			what += " from " + r.Previous
		}
		all[strings.TrimSuffix(r.Address+" "+r.Deposed, " ")] = what
	}
	for _, o := range doc.Outputs {
		all["output."+o.Name] = o.Diff.Action
	}
	if res.Different != (len(all) > 0) {
		t.Errorf("different: %v, with %v", res.Different, all)
	}
	return all
}

// TestStateDiffOfPlans compares what there is before random plans with what there is after them, in each form, with what an independent
// reader finds: the objects that come and go are the same, and the objects that change are those whose values do.
func TestStateDiffOfPlans(t *testing.T) {
	t.Parallel()
	changed := 0
	for seed := range sampling.Seeds(150) {
		made := randplan.Make(randplan.Bytes(seed), randplan.Options{})
		var plan map[string]any
		if kit.Decode(made.Plan, &plan) != nil {
			continue
		}
		old, new := kit.StateAfter(plan, true), kit.StateAfter(plan, false)
		was, is := statedValues(old), statedValues(new)
		if was == nil || is == nil {
			continue
		}
		for i, pair := range [][2][]byte{{old, new}, {kit.StateFile(old), kit.StateFile(new)}, {kit.StateFile(old), new}} {
			found := changedBetween(t, pair[0], pair[1], planfmt.Options{})
			for address := range maps.Keys(kit.Merged(was, is)) {
				a, b := was[address], is[address]
				got := found[address]
				moved := strings.Contains(got, " from ") || slices.ContainsFunc(slices.Collect(maps.Values(found)), func(s string) bool { return strings.HasSuffix(s, " from "+address) })
				switch {
				case moved:
				case a == nil && got != "create", b == nil && got != "delete",
					a != nil && b != nil && plainly(a) == plainly(b) && got != "",
					a != nil && b != nil && roughly(a) != roughly(b) && got != "update" && got != "replace":
					t.Errorf("seed %d, pair %d: %s is %q: from %s to %s", seed, i, address, got, plainly(a), plainly(b))
				case got == "update":
					changed++
				}
			}
		}
		checkMirrored(t, kit.StateFile(old), new, planfmt.Options{})
	}
	if changed == 0 {
		t.Error("nothing has changed")
	}
}

// statedValues returns the values in the JSON of a state by address, or nil if an address occurs twice.
func statedValues(doc []byte) map[string]any {
	var state map[string]any
	_ = kit.Decode(doc, &state)
	all := map[string]any{}
	for _, r := range kit.List(kit.Object(kit.Object(state["values"])["root_module"])["resources"]) {
		address := kit.Text(kit.Object(r)["address"])
		if all[address] != nil {
			return nil
		}
		all[address] = kit.Object(r)["values"]
	}
	return all
}

// plainly spells a value with sorted members.
func plainly(v any) string { return string(kit.Encode(v)) }

// roughly spells a value without what a comparison may leave out: nulls, empty containers, the order of elements, the spelling of numbers.
func roughly(v any) string {
	switch v := v.(type) {
	case map[string]any:
		var parts []string
		for k, e := range v {
			if text := roughly(e); text != "" {
				parts = append(parts, fmt.Sprintf("%q:%s", k, text))
			}
		}
		sort.Strings(parts)
		return strings.Join(parts, ",")
	case []any:
		var parts []string
		for _, e := range v {
			if text := roughly(e); text != "" {
				parts = append(parts, "("+text+")")
			}
		}
		sort.Strings(parts)
		return strings.Join(parts, ";")
	case nil:
		return ""
	case json.Number:
		f, _ := v.Float64()
		return fmt.Sprint(f)
	case string:
		return strconv.Quote(v)
	}
	return fmt.Sprint(v)
}
