package reference_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/testkit/randplan"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/test/kit"
)

// stricter matches the errors for which planfmt may refuse a plan that has a hash by docs/hash.md: it is not a plan but a state or something
// else, it has been filtered, or what does not enter has a wrong type.
var stricter = regexp.MustCompile(`but none of the members of a plan|a state has no hash|has no entry for|lacks? (an )?entr` +
	`|: (type|name|mode|index|module_address|action_reason): want `)

// TestHashReferenceAgrees compares the hash with that of the reference: of small plans that are random in values, marks, unknown parts and
// paths, and of other plans with random mutations, many of them malformed. PLANFMT_TEST=exhaustive makes many more, also of the plans in
// PLANFMT_CASES.
func TestHashReferenceAgrees(t *testing.T) {
	t.Parallel()
	small, mutants := sampling.Count(4_000), max(sampling.Count(6), 1)
	all := hashedPlans(t)
	if sampling.Exhaustive() {
		small, mutants = 100_000, 20
		for seed := range uint64(1_000) {
			all[fmt.Sprint("randplan ", seed)] = randplan.Make(randplan.Bytes(seed), randplan.Options{OpenTofu: seed%2 == 1}).Plan
		}
	}
	r := rand.New(rand.NewPCG(9, 10))
	c := hashComparison{refused: map[string]int{}}
	for i := range small {
		c.compare(t, fmt.Sprint("small plan ", i), smallPlan(r))
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		c.mutate(t, name, all[name], mutants, r)
	}
	if sampling.Exhaustive() && os.Getenv("PLANFMT_CASES") != "" {
		for name, archive := range kit.RecordedCases(t) {
			if doc := kit.Document(archive); len(doc) > 0 {
				c.mutate(t, name, doc, 3, r)
			}
		}
	}
	t.Logf("%d documents: %d have a hash, %d have none; %d are refused for more than docs/hash.md says; %d differ",
		c.documents, c.same, c.none, c.stricter, c.differ)
	for _, why := range slices.Sorted(maps.Keys(c.refused)) {
		t.Log(c.refused[why], why)
	}
	if c.same < small/2 {
		t.Errorf("only %d have a hash", c.same)
	}
}

type hashComparison struct {
	documents, same, none, stricter, differ int
	refused                                 map[string]int // by what planfmt says
}

var particulars = regexp.MustCompile(`"[^"]*"|[a-z_]+[.][a-zA-Z0-9_.\[\]"-]+|[0-9]+`)

func (c *hashComparison) compare(t *testing.T, name string, plan []byte) {
	t.Helper()
	c.documents++
	var have [2]string
	var refused, none error
	for i, key := range [][]byte{nil, []byte(testKey)} {
		h, err := planfmt.Hash(context.Background(), bytes.NewReader(plan), planfmt.Options{HashKey: key})
		have[i] = h.Text
		if err != nil {
			refused = err
		}
	}
	var want [2]referencePlan
	for i, keyed := range []bool{false, true} {
		if want[i], none = referenceEntries(plan, keyed); none != nil {
			break
		}
	}
	switch {
	case refused != nil && (none != nil || want[0].skipped != nil):
		c.none++
	case refused != nil && !stricter.MatchString(refused.Error()):
		c.differ++
		t.Errorf("%s: the reference has a hash: %v\n%.3000s", name, refused, plan)
	case refused != nil:
		c.stricter++
		c.refused[particulars.ReplaceAllString(refused.Error(), "…")]++
	case none != nil:
		c.differ++
		t.Errorf("%s: the reference refuses it: %v\n%.3000s", name, none, plan)
	case have[0] != want[0].hash(nil) || have[1] != want[1].hash([]byte(testKey)):
		c.differ++
		t.Errorf("%s: have %s and %s, want %s and %s of\n%.2000s\n%.3000s", name, have[0], have[1], want[0].hash(nil), want[1].hash([]byte(testKey)),
			strings.Join(want[0].entries, "\n"), plan)
	default:
		c.same++
	}
	if c.differ > 10 {
		t.Fatal("and so on")
	}
}

// mutate compares the hashes of a plan, and of n mutations of it.
func (c *hashComparison) mutate(t *testing.T, name string, plan []byte, n int, r *rand.Rand) {
	t.Helper()
	if _, err := decodeAny(plan); err != nil {
		return // it is not in UTF-8, or compressed
	}
	c.compare(t, name, plan)
	if len(plan) > 1<<20 {
		n = min(n, 1)
	}
	for i := range n {
		doc, _ := decodeAny(plan)
		top, ok := doc.(map[string]any)
		if !ok {
			return
		}
		for range 1 + r.IntN(3) {
			mutateEntry(top, r)
		}
		text, err := json.Marshal(top)
		if err != nil {
			t.Fatal(err)
		}
		c.compare(t, fmt.Sprint(name, ", mutation ", i), text)
	}
}

// mutateEntry changes a random part of a random entry.
func mutateEntry(top map[string]any, r *rand.Rand) {
	var entries, changes []map[string]any
	add := func(to *[]map[string]any, v any) {
		if m, ok := v.(map[string]any); ok {
			*to = append(*to, m)
		}
	}
	for _, rc := range elems(top["resource_changes"]) {
		add(&entries, rc)
		add(&changes, get(rc, "change"))
	}
	outputs, _ := top["output_changes"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(outputs)) {
		add(&changes, outputs[name])
	}
	for _, a := range elems(top["action_invocations"]) {
		add(&entries, a)
		add(&changes, a)
	}
	if len(changes) == 0 {
		return
	}
	change := changes[r.IntN(len(changes))]
	after, marks, unknown := "after", "after_sensitive", "after_unknown"
	if change["config_values"] != nil {
		after, marks, unknown = "config_values", "config_sensitive", "config_unknown"
	}
	switch n := r.IntN(20); {
	case n < 5:
		side := []string{after, "before"}[r.IntN(2)]
		change[side] = mutateTree(change[side], r, smallValue)
	case n < 10:
		side := []string{marks, "before_sensitive"}[r.IntN(2)]
		change[side] = mutateTree(change[side], r, smallTree)
	case n < 12:
		change[marks], change["before_sensitive"] = treeOf(change[after], r), treeOf(change["before"], r)
	case n < 13:
		delete(change, []string{after, marks, unknown, "before", "before_sensitive"}[r.IntN(5)])
	case n < 15:
		change[unknown] = mutateTree(change[unknown], r, smallTree)
	case n < 16:
		change["replace_paths"] = append(slices.Clone(elems(change["replace_paths"])), pathIn(change[after], r))
	case n < 18:
		change["actions"] = anyActions(r)
	case n < 19:
		names := []string{"importing", "replace_paths", "actions", unknown, "before"}
		change[names[r.IntN(len(names))]] = smallValue(r, 2)
	case len(entries) > 0:
		names := []string{
			"address", "mode", "deposed", "provider_name", "previous_address", "change", "lifecycle_action_trigger", "invoke_action_trigger",
			"module_address", "type", "name", "index",
		}
		entries[r.IntN(len(entries))][names[r.IntN(len(names))]] = smallValue(r, 2)
	}
}

func anyActions(r *rand.Rand) []any {
	all := []string{
		"no-op", "create", "read", "update", "update", "update", "delete", "delete,create", "create,delete", "forget", "create,forget",
		"forget,create", "update", "update", "update", "delete,create", "delete,update", "replace", "create,delete,create", "",
	}
	l := []any{}
	for s := range strings.SplitSeq(all[r.IntN(len(all))], ",") {
		l = append(l, s)
	}
	return l
}

// mutateTree replaces a random part of a tree, and moves, adds or removes elements.
func mutateTree(v any, r *rand.Rand, other func(*rand.Rand, int) any) any {
	if r.IntN(4) == 0 {
		return other(r, 2)
	}
	switch v := v.(type) {
	case map[string]any:
		names := slices.Sorted(maps.Keys(v))
		switch n := r.IntN(8); {
		case n == 0 || len(names) == 0:
			v[smallName(r)] = other(r, 2)
		case n == 1:
			delete(v, names[r.IntN(len(names))])
		default:
			name := names[r.IntN(len(names))]
			v[name] = mutateTree(v[name], r, other)
		}
		return v
	case []any:
		switch n := r.IntN(8); {
		case n == 0 || len(v) == 0:
			return slices.Insert(v, r.IntN(len(v)+1), other(r, 2))
		case n == 1:
			return v[:r.IntN(len(v))]
		case n == 2:
			r.Shuffle(len(v), func(i, j int) { v[i], v[j] = v[j], v[i] })
		default:
			i := r.IntN(len(v))
			v[i] = mutateTree(v[i], r, other)
		}
		return v
	}
	return other(r, 2)
}

// treeOf is a tree of marks in the shape of a value, often cut off.
func treeOf(v any, r *rand.Rand) any {
	switch n := r.IntN(12); {
	case n == 0:
		return true
	case n == 1:
		return smallTree(r, 1)
	}
	switch v := v.(type) {
	case map[string]any:
		m := map[string]any{}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if r.IntN(3) > 0 {
				m[name] = treeOf(v[name], r)
			}
		}
		return m
	case []any:
		l := []any{}
		for _, e := range v {
			l = append(l, treeOf(e, r))
		}
		if len(l) > 0 && r.IntN(3) == 0 {
			l = l[:r.IntN(len(l))]
		}
		return l
	}
	return r.IntN(3) == 0
}

func smallName(r *rand.Rand) string { return []string{"a", "b", "c"}[r.IntN(3)] }

// smallValue is a value of few: two of them are often the same.
func smallValue(r *rand.Rand, depth int) any {
	return small(r, depth, []any{
		json.Number("1"), json.Number("1.0"), json.Number("2"), "p", "q", "1", "", nil, true, false, "p", "q",
	})
}

// smallTree is a tree of marks, or of what is unknown, often malformed.
func smallTree(r *rand.Rand, depth int) any {
	return small(r, depth, []any{true, true, true, true, false, false, false, nil, json.Number("0"), "no", ""})
}

// unknownTree is a tree of what is unknown.
func unknownTree(r *rand.Rand, depth int) any {
	return small(r, depth, []any{true, true, false, false, nil})
}

func small(r *rand.Rand, depth int, leaves []any) any {
	n := 10
	if depth > 0 {
		n = r.IntN(10)
	}
	switch {
	case n < 3:
		m := map[string]any{}
		for range r.IntN(4) {
			m[smallName(r)] = small(r, depth-1, leaves)
		}
		return m
	case n < 6:
		l := []any{}
		for range r.IntN(4) {
			l = append(l, small(r, depth-1, leaves))
		}
		return l
	}
	return leaves[r.IntN(len(leaves))]
}

// pathIn is a path that mostly leads to something in a value.
func pathIn(v any, r *rand.Rand) []any {
	path := []any{}
	for r.IntN(6) > 0 {
		switch in := v.(type) {
		case map[string]any:
			name := smallName(r)
			if names := slices.Sorted(maps.Keys(in)); len(names) > 0 && r.IntN(4) > 0 {
				name = names[r.IntN(len(names))]
			}
			path, v = append(path, name), in[name]
		case []any:
			i := r.IntN(len(in) + 1)
			path, v = append(path, []any{json.Number(fmt.Sprint(i)), json.Number(fmt.Sprint(i, ".0")), json.Number(fmt.Sprint(i, "e0"))}[r.IntN(3)]), nil
			if i < len(in) {
				v = in[i]
			}
		default:
			steps := []any{"a", "b", json.Number("1"), json.Number("0"), json.Number("9007199254740992"), []any{}, map[string]any{}}
			if r.IntN(8) == 0 {
				steps = []any{json.Number("-1"), json.Number("0.5"), json.Number("9007199254740993"), json.Number("1e-400"), nil, true}
			}
			path, v = append(path, steps[r.IntN(len(steps))]), nil
		}
	}
	return path
}

// smallPlan is a plan with a resource, an output and an action to invoke, any of which may be missing.
func smallPlan(r *rand.Rand) []byte {
	change := func() map[string]any {
		root := func(f func(*rand.Rand, int) any) any {
			if r.IntN(10) == 0 {
				return f(r, 2)
			}
			m := map[string]any{}
			for _, name := range []string{"a", "b"} {
				m[name] = f(r, 3)
			}
			return m
		}
		c := map[string]any{"actions": anyActions(r), "before": root(smallValue), "after": root(smallValue)}
		switch r.IntN(4) {
		case 0:
			c["after_unknown"] = root(smallTree)
		case 1:
		default:
			c["after_unknown"] = root(unknownTree)
		}
		if r.IntN(2) == 0 { // related, with one difference or two
			text, _ := json.Marshal(c["before"])
			c["after"], _ = decodeAny(text)
			for range 1 + r.IntN(2) {
				c["after"] = mutateTree(c["after"], r, smallValue)
			}
		}
		for _, side := range []string{"before", "after"} {
			switch r.IntN(4) {
			case 0:
				c[side+"_sensitive"] = root(smallTree)
			case 1:
			default:
				c[side+"_sensitive"] = treeOf(c[side], r)
			}
		}
		for range r.IntN(3) {
			c["replace_paths"] = append(elems(c["replace_paths"]), pathIn(c["after"], r))
		}
		return c
	}
	top := map[string]any{"format_version": "1.2", "resource_changes": nil}
	if r.IntN(4) > 0 {
		top["resource_changes"] = []any{map[string]any{
			"address": "t.n", "mode": "managed", "type": "t", "name": "n", "provider_name": "registry.terraform.io/a/t", "change": change(),
		}}
	}
	if rc, ok := at(top["resource_changes"], 0).(map[string]any); ok && r.IntN(16) == 0 {
		rc["mode"], rc["address"] = "ephemeral", []string{"ephemeral.t.n", "module.a[0].ephemeral.t.n", "t.n"}[r.IntN(3)]
		rc["change"].(map[string]any)["actions"] = []any{[]string{"open", "renew", "close", "no-op", "read", "create", "update"}[r.IntN(7)]}
	}
	if r.IntN(4) == 0 {
		top["output_changes"] = map[string]any{smallName(r): change()}
	}
	if r.IntN(4) == 0 {
		c := change()
		top["action_invocations"] = []any{map[string]any{
			"address": "action.t.n", "type": "t", "name": "n", "provider_name": "registry.terraform.io/a/t",
			"config_values": c["after"], "config_sensitive": c["after_sensitive"], "config_unknown": c["after_unknown"],
			"invoke_action_trigger": map[string]any{},
		}}
	}
	text, err := json.Marshal(top)
	if err != nil {
		panic(err)
	}
	return text
}

// TestHashCoversWhatEqualsTheHidden has plans with a list that grows, in which a value that no mark is for equals a hidden one at the same
// place. The hash covers it, and does not depend on how it is spelled.
func TestHashCoversWhatEqualsTheHidden(t *testing.T) {
	t.Parallel()
	hash := func(before, after string) string {
		t.Helper()
		plain, _, err := hashBoth([]byte(`{"format_version": "1.2", "resource_changes": [{
			"address": "t.n", "mode": "managed", "type": "t", "name": "n", "provider_name": "registry.terraform.io/a/t",
			"change": {"actions": ["update"], "before": {"l": ` + before + `}, "before_sensitive": {"l": [[true]]}, "after": {"l": ` + after + `}}}]}`))
		if err != nil {
			t.Fatal(err)
		}
		return plain
	}
	if hash("[[3]]", "[[3, 9], 7]") == hash("[[5]]", "[[5, 9], 7]") {
		t.Error("the hash does not cover a value that equals a hidden one")
	}
	if hash("[[[3]]]", "[[[3], 9], 7]") == hash("[[[5]]]", "[[[5], 9], 7]") {
		t.Error("the hash does not cover a list that equals a hidden one")
	}
	if hash("[[[3]]]", "[[[3], 9], 7]") != hash("[[[ 3.0 ]]]", "[[[3], 9], 7]") {
		t.Error("the hash depends on the spelling")
	}
}
