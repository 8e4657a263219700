package recorded_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/test/kit"
)

// appliedChange is a change of a plan as the reader of this test reads it, which shares nothing with planfmt.
type appliedChange struct {
	Address, Mode string
	Previous      string `json:"previous_address"`
	Change        struct {
		Actions       []string
		Before, After any
		Unknown       any `json:"after_unknown"`
	}
}

// The state that was recorded before each of these runs is from before others have changed an object, which the plan knows as drift. In
// drift_simple, the plan only undoes that, so that what was before the drift is what is planned, and no state can tell one from the other. In
// drift_relevant_attributes and moved_with_drift, the state from before is neither what the plan changes nor what it plans: only the drift in the
// plan says that nothing has happened yet.
const driftUndone = "drift_simple"

// in says what a state says about a change: done, undone, both if it looks the same either way, or neither. drifted is what the object was before
// others changed it, if they did: the state may still have that.
func (c *appliedChange) in(objects map[string]any, drifted map[string]any) string {
	now, there := objects[c.Address]
	was := objects[cmp.Or(c.Previous, c.Address)]
	isAlike := func(want, got, unknown any) bool {
		return want == nil && got == nil || got != nil && alike(want, got, unknown)
	}
	done := there == (c.Change.After != nil) && isAlike(c.Change.After, now, c.Change.Unknown)
	before := c.Change.Before
	undone := isAlike(before, was, nil) || drifted[cmp.Or(c.Previous, c.Address)] != nil && isAlike(drifted[cmp.Or(c.Previous, c.Address)], was, nil)
	switch {
	case done && undone:
		return "both"
	case done:
		return "done"
	case undone:
		return "undone"
	}
	return "neither"
}

// alike compares two values, but for what is unknown in the first.
func alike(want, got, unknown any) bool {
	if unknown == true {
		return true
	}
	switch want := want.(type) {
	case map[string]any:
		is, ok := got.(map[string]any)
		hidden, _ := unknown.(map[string]any)
		for name := range kit.Merged(want, is) {
			if !alike(want[name], is[name], hidden[name]) {
				return false
			}
		}
		return ok
	case []any:
		is, ok := got.([]any)
		hidden, _ := unknown.([]any)
		for i := range want {
			var at any
			if i < len(hidden) {
				at = hidden[i]
			}
			if i >= len(is) || !alike(want[i], is[i], at) {
				return false
			}
		}
		return ok && len(want) == len(is)
	}
	return reflect.DeepEqual(want, got)
}

// statedObjects returns the values of a state's objects by address.
func statedObjects(t *testing.T, text []byte) map[string]any {
	t.Helper()
	type module struct {
		Resources []struct {
			Address string
			Values  map[string]any
		}
		Children []json.RawMessage `json:"child_modules"`
	}
	var state struct {
		Values struct {
			Root json.RawMessage `json:"root_module"`
		}
	}
	if err := json.Unmarshal(text, &state); err != nil {
		t.Fatal(err)
	}
	all := map[string]any{}
	todo := []json.RawMessage{state.Values.Root}
	for len(todo) > 0 {
		var m module
		if len(todo[0]) > 0 && json.Unmarshal(todo[0], &m) != nil {
			t.Fatalf("no module: %s", todo[0])
		}
		for _, r := range m.Resources {
			all[r.Address] = r.Values
		}
		todo = append(todo[1:], m.Children...)
	}
	return all
}

// loggedFates returns what a log says has become of each object that the run was to change: complete, errored, or what was begun or only planned.
func loggedFates(log []byte) map[string]string {
	all := map[string]string{}
	for line := range bytes.Lines(log) {
		var l struct {
			Type         string
			Change, Hook struct{ Resource struct{ Addr string } }
		}
		if json.Unmarshal(line, &l) != nil {
			continue
		}
		if what, ok := strings.CutPrefix(l.Type, "apply_"); ok && all[l.Hook.Resource.Addr] != "" { // data sources are read, too
			all[l.Hook.Resource.Addr] = what
		} else if l.Type == "planned_change" {
			all[l.Change.Resource.Addr] = "planned"
		}
	}
	return all
}

// TestOutcomeRecordedApplies compares what outcome says about plans of Terraform with the logs and the states of other runs of the same
// configurations, those of OpenTofu's equivalence tests, and with the states from before. What the log says by itself, and what the state says by
// itself, is read by the test.
func TestOutcomeRecordedApplies(t *testing.T) {
	plans, states, logs := recordedData(t, "terraform-1.11.4-runs.tar.gz"), recordedData(t, "states.tar.gz"), recordedData(t, "logs.tar.gz")
	compared := map[string]int{}
	// What the log says, if there is one, and what the state does.
	outcomes := map[string]string{
		"complete": "as_planned", "complete done": "as_planned", "complete both": "as_planned", "complete undone": "done_differently",
		"done": "as_planned", "undone": "not_reached", "both": "unclear",
	}
	for _, name := range slices.Sorted(maps.Keys(plans)) {
		dir, isPlan := strings.CutSuffix(name, "/plan.json")
		if !isPlan {
			continue
		}
		var plan struct {
			Changes []appliedChange `json:"resource_changes"`
			Drift   []appliedChange `json:"resource_drift"`
		}
		if err := json.Unmarshal(plans[name], &plan); err != nil {
			t.Fatal(err)
		}
		drifted := map[string]any{}
		for _, d := range plan.Drift {
			drifted[cmp.Or(d.Previous, d.Address)] = d.Change.Before
		}
		_, short, _ := strings.Cut(dir, "local-tf1.11.4-")
		after := map[string][]byte{"the state before": plans[dir+"/state.json"]}
		for file, text := range states {
			if strings.HasSuffix(file, "outputs__"+short+"__state.json") {
				after[file] = text
			}
		}
		runs := map[string][]byte{"no log": nil}
		for file, text := range logs {
			if strings.HasSuffix(file, "outputs__"+short+"__apply.json.jsonl") {
				runs[file] = text
			}
		}
		binary := string(plans[dir+"/plan.tfplan"])
		for stateName, state := range after {
			for logName, log := range runs {
				if len(state) == 0 && log == nil {
					continue
				}
				got := kit.OutcomesOf(t, binary, string(log), string(state))
				objects, fates := map[string]any{}, loggedFates(log)
				if len(state) > 0 {
					objects = statedObjects(t, state)
				}
				for _, c := range plan.Changes {
					if c.Mode != "managed" || slices.Equal(c.Change.Actions, []string{"no-op"}) && c.Previous == "" {
						continue
					}
					says := fates[c.Address]
					if len(state) > 0 {
						says = strings.TrimSpace(says + " " + c.in(objects, drifted))
					}
					compared[says]++
					if strings.HasSuffix(says, "both") && short != driftUndone {
						t.Errorf("%s, %s: the state says of %s that it is done and undone", short, stateName, c.Address)
					}
					if is := got[c.Address]; is == "" || is != outcomes[says] {
						t.Errorf("%s, %s, %s: %s is %q, and what log and state say is %q", short, stateName, logName, c.Address, is, says)
					}
				}
			}
		}
	}
	if t.Log(compared); compared["complete done"] < 250 || compared["done"] < 100 || compared["undone"] < 30 || compared["complete undone"] < 60 {
		t.Errorf("too few comparisons: %v", compared)
	}
}

// TestOutcomeRecordedLogs compares what outcome says about each recorded log with what the log says by itself. The plan has what the log says was
// planned, without values.
func TestOutcomeRecordedLogs(t *testing.T) {
	fates := map[string]int{}
	logs := recordedData(t, "logs.tar.gz")
	for name, log := range logs {
		var plan []string
		want := loggedFates(log)
		for line := range bytes.Lines(log) {
			var l struct {
				Type   string
				Change struct {
					Action   string
					Resource struct {
						Addr, Module string
						Type         string `json:"resource_type"`
						Name         string `json:"resource_name"`
						Key          any    `json:"resource_key"`
					}
				}
			}
			if json.Unmarshal(line, &l) != nil || l.Type != "planned_change" {
				continue
			}
			r := l.Change.Resource
			change := map[string]string{
				"create": `"actions":["create"],"before":null,"after":{},"after_unknown":{"id":true}`, "update": `"actions":["update"],"before":{"a":"1"},"after":{"a":"2"}`,
				"replace": `"actions":["delete","create"],"before":{},"after":{},"after_unknown":{"id":true}`, "delete": `"actions":["delete"],"before":{},"after":null`,
			}[l.Change.Action]
			key, _ := json.Marshal(r.Key)
			plan = append(plan, fmt.Sprintf(`{"address":%q,"module_address":%q,"mode":"managed","type":%q,"name":%q,"index":%s,"provider_name":"x/x/x","change":{%s}}`, r.Addr, r.Module, r.Type, r.Name, key, change))
		}
		got := kit.OutcomesOf(t, `{"format_version":"1.2","terraform_version":"1.11.4","applyable":true,"complete":true,"errored":false,"resource_changes":[`+strings.Join(plan, ",")+`]}`, string(log), "")
		for address, fate := range want {
			fates[fate]++
			if is := got[address]; is != map[string]string{"complete": "as_planned", "errored": "failed", "start": "interrupted", "planned": "not_reached"}[fate] {
				t.Errorf("%s: %s is %q, and the log says %s", name, address, is, fate)
			}
		}
	}
	if t.Log(len(logs), fates); len(logs) < 123 || fates["complete"] < 110 || fates["planned"] < 10 {
		t.Errorf("too few: %d logs, %v", len(logs), fates)
	}
}
