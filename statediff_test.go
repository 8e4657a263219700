package planfmt_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/testkit/randplan"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// TestStateDiffGolden runs every case of testdata/statediff. What is marked as sensitive there is a swordfish.
func TestStateDiffGolden(t *testing.T) {
	schema := newDiffSchema(t)
	runDiffGoldens(t, "statediff", func(t *testing.T, old, new []byte, opts planfmt.Options) {
		text, res, err := comparePlans(old, new, opts, "json")
		if err != nil {
			return
		}
		if err := validate(schema.document, text); err != nil {
			t.Errorf("%v in\n%s", err, text)
		}
		lines, _, _ := comparePlans(old, new, opts, "jsonl")
		for line := range strings.Lines(lines) {
			if err := validate(schema.line, line); err != nil {
				t.Errorf("%v in\n%s", err, line)
			}
		}
		for _, choice := range []planfmt.Choice{planfmt.ChoiceAuto, planfmt.ChoiceNever} {
			opts.MaskCopies = choice
			for _, f := range planfmt.PlanDiffFormats() {
				if text, _, _ := comparePlans(old, new, opts, f.Name); strings.Contains(text, "swordfish") {
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
	text, res, err := comparePlans(old, new, opts, "json")
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
		if decode(made.Plan, &plan) != nil {
			continue
		}
		old, new := stateAfter(plan, true), stateAfter(plan, false)
		was, is := statedValues(old), statedValues(new)
		if was == nil || is == nil {
			continue
		}
		for i, pair := range [][2][]byte{{old, new}, {stateFile(old), stateFile(new)}, {stateFile(old), new}} {
			found := changedBetween(t, pair[0], pair[1], planfmt.Options{})
			for address := range maps.Keys(merged(was, is)) {
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
		checkMirrored(t, stateFile(old), new, planfmt.Options{})
	}
	if changed == 0 {
		t.Error("nothing has changed")
	}
}

func merged(a, b map[string]any) map[string]any {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

// statedValues returns the values in the JSON of a state by address, or nil if an address occurs twice.
func statedValues(doc []byte) map[string]any {
	var state map[string]any
	_ = decode(doc, &state)
	all := map[string]any{}
	for _, r := range list(object(object(state["values"])["root_module"])["resources"]) {
		address := text(object(r)["address"])
		if all[address] != nil {
			return nil
		}
		all[address] = object(r)["values"]
	}
	return all
}

// plainly spells a value with sorted members.
func plainly(v any) string { return string(encode(v)) }

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

// stateFile returns a state file with what the JSON of a state has in the root module.
func stateFile(doc []byte) []byte {
	var state map[string]any
	_ = decode(doc, &state)
	type key struct{ mode, typ, name, provider string }
	byKey := map[key][]any{}
	var order []key
	for _, r := range list(object(object(state["values"])["root_module"])["resources"]) {
		r := object(r)
		k := key{text(r["mode"]), text(r["type"]), text(r["name"]), text(r["provider_name"])}
		if byKey[k] == nil {
			order = append(order, k)
		}
		in := map[string]any{"schema_version": 0, "attributes": r["values"], "sensitive_attributes": marksOf(r["sensitive_values"], r["values"], nil)}
		if r["index"] != nil {
			in["index_key"] = r["index"]
		}
		byKey[k] = append(byKey[k], in)
	}
	var all []any
	for _, k := range order {
		all = append(all, map[string]any{"mode": k.mode, "type": k.typ, "name": k.name, "provider": fmt.Sprintf("provider[%q]", k.provider), "instances": byKey[k]})
	}
	if all == nil {
		all = []any{}
	}
	return encode(map[string]any{"version": 4, "terraform_version": "1.9.0", "serial": 1, "lineage": "l", "outputs": object(state["values"])["outputs"], "resources": all})
}

// marksOf returns the paths of what is marked as sensitive, as a state file has them. Marks that do not fit the value mark all of it.
func marksOf(marks, v any, path []any) []any {
	step := func(step map[string]any) []any { return append(slices.Clone(path), step) }
	all := []any{}
	inner := func(m, v any, s map[string]any) { all = append(all, marksOf(m, v, step(s))...) }
	if path == nil {
		path = []any{}
	}
	members, isObject := v.(map[string]any)
	elems, isArray := v.([]any)
	switch marks := marks.(type) {
	case nil:
		if len(path) == 0 {
			return all
		}
	case bool:
		if !marks {
			return all
		}
	case map[string]any:
		if isObject || v == nil {
			for k, m := range marks {
				inner(m, members[k], map[string]any{"type": "get_attr", "value": k})
			}
			return all
		}
	case []any:
		if isArray && len(marks) >= len(elems) || v == nil {
			for i, m := range marks {
				var e any
				if i < len(elems) {
					e = elems[i]
				}
				inner(m, e, map[string]any{"type": "index", "value": map[string]any{"type": "number", "value": i}})
			}
			return all
		}
	}
	return append(all, path)
}

// withAllMarks returns a plan in which what is marked before a change is marked after it, too.
func withAllMarks(plan []byte) map[string]any {
	var doc map[string]any
	_ = decode(plan, &doc)
	var join func(a, b any) any
	join = func(a, b any) any {
		if a == true || b == true {
			return true
		}
		x, isObject := a.(map[string]any)
		if y, ok := b.(map[string]any); ok && isObject {
			all := maps.Clone(x)
			for k, m := range y {
				all[k] = join(all[k], m)
			}
			return all
		}
		if b == false || b == nil && a != false { // false beside what is no mark stays what is no mark
			return a
		}
		return b
	}
	eachChange(doc, func(c map[string]any) {
		if after, ok := c["after_sensitive"]; ok {
			c["after_sensitive"] = join(c["before_sensitive"], after)
		}
	})
	return doc
}

// isMarks reports whether something has the form of marks.
func isMarks(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		for _, m := range v {
			if !isMarks(m) || m == nil {
				return false
			}
		}
	case []any:
		for _, m := range v {
			if !isMarks(m) || m == nil {
				return false
			}
		}
	case bool, nil:
	default:
		return false
	}
	return true
}

var canaryText = regexp.MustCompile(canary + `[0-9a-f]*`)

// withSecrets returns the JSON of a state with an output that marks the canaries of a document: those that are marked there need not be
// marked in the state, which has only a part of it.
func withSecrets(doc, text []byte) []byte {
	var state map[string]any
	_ = decode(doc, &state)
	all := []any{}
	for _, secret := range canaryText.FindAllString(string(text), -1) {
		all = append(all, secret)
	}
	object(state["values"])["outputs"] = map[string]any{"marked": map[string]any{"value": all, "sensitive": true}}
	return encode(state)
}

// diffStates compares the states before and after a plan with each other and with such that do not have or do not mark the secrets, in each form.
func diffStates(w io.Writer, in canaryDocument, opts planfmt.Options) {
	var unmarked map[string]any
	if decode(in.text, &unmarked) != nil {
		return
	}
	eachChange(unmarked, func(c map[string]any) {
		c["before_sensitive"], c["after_sensitive"] = map[string]any{}, map[string]any{}
	})
	before, after := stateAfter(in.plan, true), stateAfter(in.plan, false)
	marked := stateAfter(withAllMarks(in.text), false) // what is marked in neither of two states is no secret in them
	if in.copies {
		before, after, marked = withSecrets(before, in.text), withSecrets(after, in.text), withSecrets(marked, in.text)
	}
	other := bytes.ReplaceAll(marked, []byte(canary), []byte("BARLEY"))
	pairs := [][2][]byte{{before, after}, {other, after}, {marked, stateAfter(unmarked, false)}, {marked, []byte(`{"format_version":"1.0"}`)}}
	wellFormed := true
	eachChange(in.plan, func(c map[string]any) {
		wellFormed = wellFormed && isMarks(c["before_sensitive"]) && isMarks(c["after_sensitive"])
	})
	if wellFormed { // paths cannot say what other marks would
		pairs = append(pairs, [][2][]byte{
			{stateFile(before), stateFile(after)}, {after, stateFile(other)}, {stateFile(other), after}, {stateFile(stateAfter(unmarked, true)), stateFile(before)},
		}...)
	}
	for _, pair := range pairs {
		var targets []planfmt.Target
		for _, f := range planfmt.PlanDiffFormats() {
			targets = append(targets, planfmt.Target{W: w, Format: f.Name, Layout: planfmt.Layout{Limit: 10_000}})
		}
		_, err := planfmt.DiffPlans(context.Background(), bytes.NewReader(pair[0]), bytes.NewReader(pair[1]), remark(w, opts), targets...)
		fmt.Fprintln(w, err)
	}
}
