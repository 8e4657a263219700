package reference_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt/internal/testkit/randplan"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/test/kit"
)

// TestHashOfSamePlan writes plans in other ways, and adds what does not enter.
func TestHashOfSamePlan(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	plans := hashedPlans(t)
	for _, name := range slices.Sorted(maps.Keys(plans)) {
		checkSameHash(t, name, plans[name], r)
	}
}

func checkSameHash(t *testing.T, name string, plan []byte, r *rand.Rand) {
	t.Helper()
	plain, keyed, err := hashBoth(plan)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	doc, err := decodeAny(plan)
	if err != nil {
		t.Fatal(name, err)
	}
	top := doc.(map[string]any)
	disturb(top, r)
	other := respell(top, r)
	plain2, keyed2, err := hashBoth(other)
	if plain2 != plain || keyed2 != keyed || err != nil {
		t.Errorf("%s: %s and %s become %s and %s, %v:\n%s", name, plain, keyed, plain2, keyed2, err, other)
	}
}

// disturb changes what does not enter, and the order of entries.
func disturb(top map[string]any, r *rand.Rand) {
	shuffle := func(v any) {
		l := elems(v)
		r.Shuffle(len(l), func(i, j int) { l[i], l[j] = l[j], l[i] })
	}
	changes := elems(top["resource_changes"])
	top["timestamp"] = "2031-01-01T00:00:00Z"
	top["terraform_version"], top["format_version"] = "1.99.0", "1.9"
	top["complete"], top["applyable"] = false, false
	top["resource_drift"] = slices.Clone(changes)
	top["relevant_attributes"] = []any{map[string]any{"resource": "demo_disk.a", "attribute": []any{"size"}}}
	variables, ok := top["variables"].(map[string]any)
	if !ok {
		variables = map[string]any{}
		top["variables"] = variables
	}
	variables["nobody_refers_to_it"] = map[string]any{"value": json.Number("1")}
	if values, ok := top["planned_values"].(map[string]any); ok {
		values["root_module"] = map[string]any{} // the outputs say what is sensitive
	}
	var deferred []any
	for _, rc := range changes {
		if m, ok := rc.(map[string]any); ok {
			deferred = append(deferred, map[string]any{"reason": "instance_count_unknown", "resource_change": rc})
			m["action_reason"] = []any{"replace_by_request", nil}[r.IntN(2)]
		}
	}
	top["deferred_changes"] = deferred
	still := map[string]any{"size": json.Number(fmt.Sprint(r.IntN(100)))}
	top["resource_changes"] = append(changes, map[string]any{
		"address": "demo_disk.still", "mode": "managed", "type": "demo_disk", "name": "still", "provider_name": "demo",
		"change": map[string]any{"actions": []any{"no-op"}, "before": still, "after": still, "after_unknown": map[string]any{}},
	})
	shuffle(top["resource_changes"])
	if !slices.ContainsFunc(elems(top["action_invocations"]), func(a any) bool { return str(get(a, "address")) == "" }) {
		shuffle(top["action_invocations"])
	}
}

// respell writes a plan in any order of members, with white space, escapes, and, where values
// are, other spellings of numbers.
func respell(top any, r *rand.Rand) []byte {
	var b bytes.Buffer
	space := func() { b.WriteString([]string{"", "", " ", "\n\t", "\r\n"}[r.IntN(5)]) }
	text := func(s string) {
		plain, _ := json.Marshal(s)
		if r.IntN(3) > 0 {
			b.Write(plain)
			return
		}
		b.WriteByte('"')
		for _, c := range s {
			if c > 0xffff {
				plain, _ := json.Marshal(string(c))
				b.Write(plain[1 : len(plain)-1])
				continue
			}
			fmt.Fprintf(&b, `\u%04X`, c)
		}
		b.WriteByte('"')
	}
	var write func(v any, numbers bool)
	write = func(v any, numbers bool) {
		space()
		switch v := v.(type) {
		case map[string]any:
			names := slices.Sorted(maps.Keys(v))
			r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
			b.WriteByte('{')
			for i, name := range names {
				if i > 0 {
					b.WriteByte(',')
				}
				space()
				text(name)
				space()
				b.WriteByte(':')
				write(v[name], numbers || name == "before" || name == "after" || name == "config_values")
			}
			b.WriteByte('}')
		case []any:
			b.WriteByte('[')
			for i, e := range v {
				if i > 0 {
					b.WriteByte(',')
				}
				write(e, numbers)
			}
			b.WriteByte(']')
		case string:
			text(v)
		case json.Number:
			if numbers {
				v = json.Number(respellNumber(string(v), r))
			}
			b.WriteString(string(v))
		default:
			data, _ := json.Marshal(v)
			b.Write(data)
		}
		space()
	}
	write(top, false)
	return b.Bytes()
}

func respellNumber(s string, r *rand.Rand) string {
	if strings.ContainsAny(s, "eE") {
		return strings.ReplaceAll(s, "e", "E")
	}
	switch n := r.IntN(6); {
	case n == 0:
		return s + "e0"
	case n == 1:
		return s + "E-000"
	case n == 2 && strings.Contains(s, "."):
		return s + "00"
	case n == 2:
		return s + ".0e+0"
	case n == 3 && s != "0" && !strings.Contains(s, "."):
		return s + "0e-1"
	case s == "0":
		return "-0.0e7"
	}
	return s
}

// hashedPlans are the plans of the goldens, and plans that are made, which have a hash.
func hashedPlans(t *testing.T) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	for _, g := range kit.SomeGoldens(t) {
		all[g.File] = g.Document()
	}
	files, _ := filepath.Glob(filepath.Join("testdata", "hash", "*.txtar"))
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all[file] = kit.Section(archive, "plan.json")
	}
	for seed := range sampling.Seeds(100) {
		all[fmt.Sprint("randplan ", seed)] = randplan.Make(randplan.Bytes(seed), randplan.Options{}).Plan
	}
	for name, plan := range all {
		if _, _, err := hashBoth(plan); err != nil {
			delete(all, name)
		} else if _, err := decodeAny(plan); err != nil {
			delete(all, name) // it is not in UTF-8, or compressed
		}
	}
	return all
}

// TestHashOfOtherPlan changes plans in one place that enters.
func TestHashOfOtherPlan(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	n := 0
	plans := hashedPlans(t)
	for _, name := range slices.Sorted(maps.Keys(plans)) {
		n += checkOtherHashes(t, name, plans[name], r, max(sampling.Count(12), 4))
	}
	t.Logf("%d mutations", n)
	if n < 2_000 && sampling.Full() {
		t.Errorf("only %d mutations", n)
	}
}

// mutation changes a plan, and takes the change back.
type mutation struct {
	what     string
	do, undo func()
	stays    bool // the hash does not change
	plainMay bool // without a key, it may stay: a mark is at that place, on either side
}

func checkOtherHashes(t *testing.T, name string, plan []byte, r *rand.Rand, most int) int {
	t.Helper()
	doc, err := decodeAny(plan)
	if err != nil {
		t.Fatal(name, err)
	}
	top := doc.(map[string]any)
	if values, ok := top["planned_values"].(map[string]any); ok {
		values["root_module"] = map[string]any{} // it has the addresses, too
	}
	hash := func() (string, string, error) {
		data, err := json.Marshal(top)
		if err != nil {
			t.Fatal(err)
		}
		return hashBoth(data)
	}
	plain, keyed, err := hash()
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return 0
	}
	var all []mutation
	for _, rc := range elems(top["resource_changes"]) {
		all = append(all, resourceMutations(rc.(map[string]any))...)
	}
	outputs, _ := top["output_changes"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(outputs)) {
		all = append(all, outputMutations(top, outputs, name)...)
	}
	for _, a := range elems(top["action_invocations"]) {
		all = append(all, invocationMutations(a.(map[string]any))...)
	}
	all = append(all, set(top, "errored", top["errored"] != true))
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	all = all[:min(len(all), most)]
	for _, m := range all {
		m.do()
		plain2, keyed2, err := hash()
		if err != nil || (plain2 == plain) != m.stays && !m.plainMay || (keyed2 == keyed) != m.stays {
			data, _ := json.Marshal(top)
			t.Errorf("%s: %s: changes: %v, with a key: %v, %v:\n%s", name, m.what, plain2 != plain, keyed2 != keyed, err, data)
		}
		m.undo()
	}
	return len(all)
}

// set sets a member of an object.
func set(m map[string]any, name string, to any) mutation {
	old, ok := m[name]
	return mutation{
		what: fmt.Sprintf("%s is set to %v", name, to),
		do:   func() { m[name] = to },
		undo: func() {
			if m[name] = old; !ok {
				delete(m, name)
			}
		},
	}
}

// setMembers sets members of an object at once. Those that are nil are taken away.
func setMembers(m map[string]any, to map[string]any) mutation {
	old := maps.Clone(m)
	return mutation{
		what: fmt.Sprintf("set to %v", to),
		do: func() {
			maps.Copy(m, to)
			maps.DeleteFunc(m, func(name string, v any) bool { _, set := to[name]; return set && v == nil })
		},
		undo: func() {
			clear(m)
			maps.Copy(m, old)
		},
	}
}

// setAddress sets the address of a resource, and the members that would contradict it.
func setAddress(rc map[string]any) mutation {
	prefix := ""
	if refMode(rc, str(rc["address"])) == "data" {
		prefix = "data."
	}
	return setMembers(rc, map[string]any{
		"address": prefix + "demo_disk.other", "type": "demo_disk", "name": "other", "module_address": nil, "index": nil,
	})
}

func resourceMutations(rc map[string]any) (all []mutation) {
	change := rc["change"].(map[string]any)
	actions := joined(change["actions"])
	enters := actions != "no-op" || !isNull(get(change, "importing")) || str(rc["previous_address"]) != "" && rc["previous_address"] != rc["address"]
	if !enters || isEphemeral(members{of: rc}) || actions == "delete" && refMode(rc, str(rc["address"])) == "data" {
		for _, m := range append(leafMutations(change, "update"), set(rc, "provider_name", "other")) {
			m.stays, m.plainMay = true, false
			all = append(all, m)
		}
		return all
	}
	all = []mutation{
		setAddress(rc),
		set(rc, "provider_name", str(rc["provider_name"])+"x"),
		set(rc, "deposed", str(rc["deposed"])+"1"),
		set(rc, "previous_address", "demo_disk.previous"),
		set(change, "importing", map[string]any{"id": str(get(get(change, "importing"), "id")) + "x"}),
		set(change, "importing", map[string]any{"identity": map[string]any{"x": json.Number("123")}}),
		set(change, "replace_paths", append(slices.Clone(elems(change["replace_paths"])), []any{"other", json.Number("1")})),
	}
	if actions == "delete" || actions == "forget" {
		for _, m := range leafMutations(map[string]any{"before": change["before"], "after": change["before"]}, actions) {
			m.stays, m.plainMay = true, false
			all = append(all, m)
		}
		return append(all, set(change, "actions", []any{map[string]any{"delete": "forget", "forget": "delete"}[actions]}))
	}
	if !isNull(change["before"]) && !isNull(change["after"]) && actions != "no-op" {
		other := []any{"delete", "create"}
		if actions == "delete,create" {
			other = []any{"create", "delete"}
		}
		all = append(all, set(change, "actions", other))
	}
	return append(append(all, leafMutations(change, actions)...), unknownMutations(change, "after_unknown")...)
}

func outputMutations(top, outputs map[string]any, name string) (all []mutation) {
	planned, _ := get(top["planned_values"], "outputs").(map[string]any)
	change := outputs[name].(map[string]any)
	actions := joined(change["actions"])
	if actions == "no-op" {
		return nil
	}
	rename := func(from, to string) func() {
		return func() {
			for _, m := range []map[string]any{outputs, planned} {
				if v, ok := m[from]; ok {
					delete(m, from)
					m[to] = v
				}
			}
		}
	}
	all = append(all, mutation{what: name + " is renamed", do: rename(name, name+"x"), undo: rename(name+"x", name)})
	if actions != "delete" && !refSensitiveOutput(top, name) {
		all = append(all, leafMutations(change, actions)...)
	}
	return all
}

func invocationMutations(a map[string]any) (all []mutation) {
	all = []mutation{setMembers(a, map[string]any{"address": "action.demo.other", "type": "demo", "name": "other"}), set(a, "provider_name", "other")}
	stays := func(m mutation) mutation {
		m.stays = true
		return m
	}
	if by, ok := a["lifecycle_action_trigger"].(map[string]any); ok {
		event, failure := "AfterUpdate", "Taint"
		if by["action_trigger_event"] == event {
			event = "BeforeUpdate"
		}
		if strings.HasSuffix(str(by["on_failure"]), failure) {
			failure = "ActionOnFailureContinue"
		}
		all = append(all, set(by, "triggering_resource_address", "demo.other"), set(by, "action_trigger_event", event), set(by, "on_failure", failure),
			set(by, "action_trigger_block_index", json.Number("77")), set(by, "actions_list_index", json.Number("77")), stays(set(by, "calling_resource_address", "demo.other")))
	}
	if by, ok := a["invoke_action_trigger"].(map[string]any); ok {
		all = append(all, set(by, "calling_resource_address", "demo.other"), stays(set(by, "triggering_resource_address", "demo.other")))
	}
	if values, ok := a["config_values"].(map[string]any); ok {
		marks := get(a, "config_sensitive")
		all = append(all, leafMutations(map[string]any{"after": values, "before_sensitive": marks, "after_sensitive": marks}, "create")...)
		all = append(all, unknownMutations(a, "config_unknown")...)
	}
	return all
}

// leafMutations changes each leaf of the side after, without a change of its type.
func leafMutations(change map[string]any, actions string) (all []mutation) {
	before := get(change, "before")
	if actions == "create" || actions == "read" {
		before = absence{}
	}
	var visit func(v, other, mark, otherMark any, hidden bool, where string, put func(any))
	visit = func(v, other, mark, otherMark any, hidden bool, where string, put func(any)) {
		hidden = hidden || covers(mark, v) || covers(otherMark, other)
		if refLeaf(v) != "" {
			m := mutation{what: where}
			var to any
			switch v := v.(type) {
			case bool:
				to = !v
			case string:
				to = v + "x"
			case json.Number:
				to = json.Number("7" + strings.TrimPrefix(string(v), "-"))
			default:
				return // with a value of another type, the marks may be for something else
			}
			m.do, m.undo = func() { put(to) }, func() { put(v) }
			m.plainMay = hidden
			all = append(all, m)
			return
		}
		switch v := v.(type) {
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(v)) {
				visit(v[name], step2(other, name), markAt(mark, name), markAt(otherMark, name), hidden, where+"."+name, func(to any) { v[name] = to })
			}
		case []any:
			for i, e := range v {
				visit(e, step2(other, i), markAt(mark, i), markAt(otherMark, i), hidden, fmt.Sprintf("%s[%d]", where, i), func(to any) { v[i] = to })
			}
		}
	}
	visit(get(change, "after"), before, get(change, "after_sensitive"), get(change, "before_sensitive"), false, "after", func(to any) { change["after"] = to })
	return all
}

// unknownMutations sets and unsets flags of what is unknown.
func unknownMutations(change map[string]any, name string) (all []mutation) {
	flags, ok := change[name].(map[string]any)
	if !ok {
		if isNull(get(change, name)) && get(change, "after_sensitive") != true && get(change, "before_sensitive") != true {
			all = append(all, set(change, name, map[string]any{"made up": true}))
		}
		return all
	}
	if get(change, "after_sensitive") != true && get(change, "before_sensitive") != true && get(change, "config_sensitive") != true {
		all = append(all, set(flags, "made up", true))
	}
	for _, n := range slices.Sorted(maps.Keys(flags)) {
		if flags[n] == true && get(change, "after_sensitive") != true {
			all = append(all, set(flags, n, false))
		}
	}
	return all
}

// TestHashOfRecordedPlans does all of this to the plans in the directory that PLANFMT_CASES
// names: archives (.tar.gz) of cases.
func TestHashOfRecordedPlans(t *testing.T) {
	kit.InParts(t, func(t *testing.T, cases iter.Seq[kit.RecordedCase]) {
		plans, mutations := 0, 0
		for c := range cases {
			plan := kit.Section(c.Archive, "plan.json")
			if plan == nil {
				continue
			}
			if !checkHash(t, c.Name, plan) {
				_, _, err := hashBoth(plan)
				t.Logf("%s has no hash: %v", c.Name, err)
				continue
			}
			plans++
			r := rand.New(rand.NewPCG(5, uint64(c.Number)))
			checkSameHash(t, c.Name, plan, r)
			mutations += checkOtherHashes(t, c.Name, plan, r, sampling.CountOf(2, 10))
		}
		t.Logf("%d plans, %d mutations", plans, mutations)
	})
}
