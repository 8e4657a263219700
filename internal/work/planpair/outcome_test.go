package planpair_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/read/planfile/made"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/test/kit"
)

// TestOutcome compares what planfmt says about real runs with goldens, with the schema, and with what the plan and the state say by
// themselves: an independent reading of both.
func TestOutcome(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "outcome", "*.txtar"))
	if err != nil || len(files) < 10 {
		t.Fatalf("%d runs: %v", len(files), err)
	}
	s := kit.PublishedSchema(t, "outcome-1.0.json")("")
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			plan, log, state := string(kit.Section(a, "plan.json")), string(kit.Section(a, "apply.jsonl")), string(kit.Section(a, "terraform.tfstate"))
			changed := false
			for i := range a.Files {
				f := &a.Files[i]
				if !slices.ContainsFunc(planfmt.OutcomeFormats(), func(x planfmt.FormatInfo) bool { return x.Name == f.Name }) {
					continue
				}
				got, _ := kit.OutcomeOf(t, f.Name, plan, log, state)
				switch {
				case got == string(f.Data):
				case flag.Lookup("update").Value.String() == "true":
					f.Data, changed = []byte(got), true
				default:
					t.Errorf("%s: got\n%s\nwant\n%s", f.Name, got, f.Data)
				}
			}
			if changed {
				if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			text, asPlanned := kit.OutcomeOf(t, "json", plan, log, state)
			if err := kit.Validate(s, text); err != nil {
				t.Errorf("%v\n%s", err, text)
			}
			if want := strings.Contains(string(a.Comment), "was 0."); asPlanned != want {
				t.Errorf("as planned: %t, want %t", asPlanned, want)
			}
			truth := readOutcomes(t, plan, state)
			for name, got := range map[string]map[string]string{
				"both": kit.OutcomesOf(t, plan, log, state), "the log": kit.OutcomesOf(t, plan, log, ""), "the state": kit.OutcomesOf(t, plan, "", state),
			} {
				for address, want := range truth {
					is := got[address] == "as_planned"
					if is != want {
						t.Errorf("by %s, %s is %s; by itself, done is %t", name, address, got[address], want)
					}
				}
				if len(got) != len(truth) {
					t.Errorf("by %s, there are %d changes, want %d", name, len(got), len(truth))
				}
			}
			if _, asPlanned := kit.OutcomeOf(t, "human", plan, log[:strings.LastIndex(strings.TrimSpace(log), "\n")/2], ""); asPlanned && len(truth) > 0 {
				t.Error("half of the log says that all was done as planned")
			}
		})
	}
}

// readOutcomes finds out from the JSON of a plan and a state file, and by nothing else, which changes have been done.
func readOutcomes(t *testing.T, plan, state string) map[string]bool {
	t.Helper()
	var p struct {
		Changes []struct {
			Address         string
			PreviousAddress string `json:"previous_address"`
			Change          struct {
				Actions       []string
				Before, After map[string]any
				Importing     any
			}
		} `json:"resource_changes"`
	}
	var st struct {
		Resources []struct {
			Type, Name string
			Instances  []struct {
				Key        any `json:"index_key"`
				Status     string
				Attributes map[string]any
			}
		}
	}
	for text, to := range map[string]any{plan: &p, state: &st} {
		if err := json.Unmarshal([]byte(text), to); err != nil {
			t.Fatal(err)
		}
	}
	now := map[string]map[string]any{}
	for _, r := range st.Resources {
		for _, i := range r.Instances {
			address := r.Type + "." + r.Name
			if i.Key != nil {
				address += fmt.Sprintf("[%v]", i.Key)
			}
			if i.Attributes["status"] = i.Status; i.Status == "tainted" {
				i.Attributes = map[string]any{"status": "tainted"}
			}
			now[address] = i.Attributes
		}
	}
	done := map[string]bool{}
	for _, c := range p.Changes {
		is := now[c.Address]
		switch actions := strings.Join(c.Change.Actions, ","); actions {
		case "no-op":
			if c.PreviousAddress != "" || c.Change.Importing != nil {
				done[c.Address] = is != nil
			}
		case "delete", "forget":
			done[c.Address] = is == nil
		case "create":
			done[c.Address] = is != nil && is["status"] != "tainted"
		case "delete,create", "create,delete":
			done[c.Address] = is != nil && is["status"] != "tainted" && is["id"] != c.Change.Before["id"]
		case "update":
			done[c.Address] = is != nil && fmt.Sprint(is["input"]) != fmt.Sprint(map[string]any{"value": c.Change.Before["input"]}) && !sameInput(is["input"], c.Change.Before["input"]) ||
				is != nil && c.Change.Importing != nil
		default:
			t.Fatalf("%s: actions %s", c.Address, actions)
		}
	}
	return done
}

// sameInput compares the input of terraform_data in a state file, which says its type, with that in a plan.
func sameInput(stored, planned any) bool {
	if m, ok := stored.(map[string]any); ok && m["value"] != nil && m["type"] != nil {
		stored = m["value"]
	}
	return fmt.Sprint(stored) == fmt.Sprint(planned)
}

// TestOutcomeOpen checks updates and replacements of which the plan knows no value: what was not known may be what it was.
func TestOutcomeOpen(t *testing.T) {
	change := func(name, actions, after, unknown, more string) string {
		return `{"address":"x_y.` + name + `","mode":"managed","type":"x_y","name":"` + name + `","provider_name":"registry.terraform.io/z/x",` + more +
			`"change":{"actions":[` + actions + `],"before":{"id":"1","n":"1"},"after":` + after + `,"after_unknown":` + unknown + `,"before_sensitive":{},"after_sensitive":{}}}`
	}
	plan := `{"format_version":"1.2","terraform_version":"1.14.0","applyable":true,"complete":true,"errored":false,"resource_changes":[` + strings.Join([]string{
		change("open", `"update"`, `{"id":"1"}`, `{"n":true}`, ""), change("known", `"update"`, `{"id":"1","n":"2"}`, `{}`, ""),
		change("asked", `"delete","create"`, `{"n":"1"}`, `{"id":true}`, `"action_reason":"replace_by_request",`),
		change("tainted", `"delete","create"`, `{"n":"1"}`, `{"id":true}`, `"action_reason":"replace_because_tainted",`),
	}, ",") + `]}`
	const head = `{"@level":"info","@message":"m","@timestamp":"2026-01-01T00:00:00Z","terraform":"1.14.0","type":"version","ui":"1.2"}` + "\n"
	const end = `{"@level":"info","@message":"m","changes":{"add":0,"change":0,"remove":0,"operation":"apply"},"type":"change_summary"}` + "\n"
	state := `{"version":4,"terraform_version":"1.14.0","serial":8,"lineage":"l","outputs":{},"resources":[`
	for i, name := range []string{"open", "known", "asked", "tainted"} {
		if i > 0 {
			state += ","
		}
		state += `{"mode":"managed","type":"x_y","name":"` + name + `","provider":"provider[\"registry.terraform.io/z/x\"]","instances":[{"schema_version":0,"attributes":{"id":"1","n":"1"}}]}`
	}
	state += `]}`
	for _, test := range []struct {
		log, state string
		want       map[string]string
	}{
		{head + end, "", map[string]string{"open": "as_planned", "known": "not_reached", "asked": "not_reached", "tainted": "not_reached"}},
		{head, "", map[string]string{"open": "not_reached", "known": "not_reached", "asked": "not_reached", "tainted": "not_reached"}},
		{"", state, map[string]string{"open": "unclear", "known": "not_reached", "asked": "unclear", "tainted": "as_planned"}},
		{head + end, state, map[string]string{"open": "as_planned", "known": "not_reached"}},
	} {
		got := kit.OutcomesOf(t, plan, test.log, test.state)
		for name, want := range test.want {
			if got["x_y."+name] != want {
				t.Errorf("with a log: %t, with a state: %t: %s is %s, want %s", test.log != "", test.state != "", name, got["x_y."+name], want)
			}
		}
	}
}

// TestOutcomeDiffers checks what the state shows that the log does not: other values, a lost object, a deposed one, another state.
func TestOutcomeDiffers(t *testing.T) {
	const plan = `{"format_version":"1.2","terraform_version":"1.14.0","applyable":true,"complete":true,"errored":false,"resource_changes":[
{"address":"x_y.a","mode":"managed","type":"x_y","name":"a","provider_name":"registry.terraform.io/z/x","change":{"actions":["update"],"before":{"n":1,"p":"zq8Wx93kPl-one","l":["a"]},"after":{"n":2,"p":"zq8Wx93kPl-two"},"after_unknown":{"l":true},"before_sensitive":{"p":true},"after_sensitive":{"p":true}}},
{"address":"x_y.b","mode":"managed","type":"x_y","name":"b","provider_name":"registry.terraform.io/z/x","change":{"actions":["create","delete"],"before":{"n":1},"after":{"n":2},"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}},
{"address":"x_y.c","mode":"managed","type":"x_y","name":"c","provider_name":"registry.terraform.io/z/x","change":{"actions":["create"],"before":null,"after":{"n":2},"after_unknown":{},"before_sensitive":false,"after_sensitive":{}}},
{"address":"x_y.d","mode":"managed","type":"x_y","name":"d","provider_name":"registry.terraform.io/z/x","change":{"actions":["delete"],"before":{"n":1},"after":null,"after_unknown":{},"before_sensitive":{},"after_sensitive":false}}]}`
	hook := func(kind, address, action string) string {
		return fmt.Sprintf(`{"@level":"info","@message":"m","@module":"terraform.ui","@timestamp":"2026-01-01T00:00:00Z","hook":{"resource":{"addr":%q,"module":"","resource":%q,"implied_provider":"x","resource_type":"x_y","resource_name":"a","resource_key":null},"action":%q,"elapsed_seconds":0},"type":%q}`+"\n", address, address, action, kind)
	}
	log := `{"@level":"info","@message":"Terraform 1.14.0","@module":"terraform.ui","@timestamp":"2026-01-01T00:00:00Z","terraform":"1.14.0","type":"version","ui":"1.2"}` + "\n"
	for _, one := range [][2]string{{"x_y.a", "update"}, {"x_y.b", "create"}, {"x_y.b", "delete"}, {"x_y.c", "create"}, {"x_y.d", "delete"}, {"x_y.extra", "create"}} {
		log += hook("apply_start", one[0], one[1]) + hook("apply_complete", one[0], one[1])
	}
	log += `{"@level":"info","@message":"Apply complete!","@module":"terraform.ui","@timestamp":"2026-01-01T00:00:00Z","changes":{"add":3,"change":1,"import":0,"remove":2,"operation":"apply"},"type":"change_summary"}` + "\n"
	state := func(a, rest string) string {
		return `{"version":4,"terraform_version":"1.14.0","serial":9,"lineage":"l","outputs":{},"resources":[
{"mode":"managed","type":"x_y","name":"a","provider":"provider[\"registry.terraform.io/z/x\"]","instances":[{"schema_version":0,"attributes":` + a + `,"sensitive_attributes":[]}]}` + rest + `]}`
	}
	b := `,{"mode":"managed","type":"x_y","name":"b","provider":"provider[\"registry.terraform.io/z/x\"]","instances":[{"schema_version":0,"attributes":{"n":2}}]}`
	old := strings.Replace(b, `"instances":[`, `"instances":[{"deposed":"00000001","schema_version":0,"attributes":{"n":1}},`, 1)
	c := strings.ReplaceAll(b, `"b"`, `"c"`)
	d := strings.ReplaceAll(strings.ReplaceAll(b, `"b"`, `"d"`), `"n":2`, `"n":1`)
	good := `{"n":2,"p":"zq8Wx93kPl-two","l":["b"]}`
	for name, tt := range map[string]struct {
		state string
		want  []string
	}{
		"all":            {state(good, b+c), []string{"4 of 4 changes done as planned.", "l is now (a list)", "Changed, although not planned:\n  x_y.extra"}},
		"another value":  {state(`{"n":3,"p":"zq8Wx93kPl-two","l":[]}`, b+c), []string{"1 done differently", "n is 3, and 2 was planned"}},
		"another secret": {state(`{"n":2,"p":"zq8Wx93kPl-six","l":[]}`, b+c), []string{"1 done differently", "p is not as planned: (sensitive value)"}},
		"not done":       {state(`{"n":1,"p":"zq8Wx93kPl-one","l":["a"]}`, b+c), []string{"1 done differently", "The log says that it is done, but the state has what was before."}},
		"lost":           {state(good, b), []string{"It has been created, but it is not in the state: nobody manages it."}},
		"still there":    {state(good, b+c+d), []string{"The log says that it is gone, but it is in the state."}},
		"deposed":        {state(good, old+c), []string{"1 done differently", "The object before is still there, under a deposed key: the next plan destroys it."}},
	} {
		got, _ := kit.OutcomeOf(t, "human", plan, log, tt.state)
		for _, want := range tt.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", name, want, got)
			}
		}
		for _, f := range planfmt.OutcomeFormats() {
			if text, _ := kit.OutcomeOf(t, f.Name, plan, log, tt.state); strings.Contains(text, "zq8Wx93kPl") {
				t.Errorf("%s: %s has a secret:\n%s", name, f.Name, text)
			}
		}
	}
	failed := strings.Replace(log, hook("apply_complete", "x_y.a", "update"), `{"@level":"error","@message":"Error: no","@module":"terraform.ui","@timestamp":"2026-01-01T00:00:00Z","diagnostic":{"severity":"error","summary":"no","detail":"not zq8Wx93kPl-two\u001b[31m ::error::x","address":"x_y.a"},"type":"diagnostic"}`+"\n", 1)
	if got, _ := kit.OutcomeOf(t, "human", plan, failed, ""); strings.Contains(got, "zq8Wx93kPl") || !strings.Contains(got, "Error: no") || strings.Contains(got, "\x1b") {
		t.Errorf("an error with a secret in it:\n%s", got)
	}
	for name, in := range map[string]planfmt.OutcomeInput{
		"a state as the plan": {Plan: strings.NewReader(state(good, "")), State: strings.NewReader(state(good, ""))},
		"a plan as the state": {Plan: strings.NewReader(plan), State: strings.NewReader(plan)},
		"a plan as the log":   {Plan: strings.NewReader(plan), Log: strings.NewReader(plan)},
		"an empty log":        {Plan: strings.NewReader(plan), Log: strings.NewReader("")},
		"a text as the log":   {Plan: strings.NewReader(plan), Log: strings.NewReader("hello\n")},
		"nothing":             {Plan: strings.NewReader(plan)},
		"no plan":             {State: strings.NewReader(state(good, ""))},
	} {
		if _, err := planfmt.Outcome(context.Background(), in, planfmt.Options{}, planfmt.Target{W: io.Discard, Format: "json"}); err == nil {
			t.Errorf("%s is no error", name)
		}
	}
}

// lostSchemas is a source of schemas that has lost them.
type lostSchemas struct{}

func (lostSchemas) Has(schema.ID) bool { return true }

func (lostSchemas) Lookup(schema.ID) ([]schema.Schema, error) {
	return nil, &schema.DamageError{Err: errors.New("the file is damaged")}
}

// TestLostSchemas checks that nothing is told about resources if nobody knows what is sensitive in them.
func TestLostSchemas(t *testing.T) {
	opts := planfmt.Options{}
	opts.Layers = []schema.Layer{{Name: "lost", Source: lostSchemas{}}}
	var out bytes.Buffer
	_, err := planfmt.Outcome(context.Background(), planfmt.OutcomeInput{Plan: strings.NewReader(stalePlan), State: strings.NewReader(kit.StaleState(7, "l", 3))}, opts, planfmt.Target{W: &out})
	if _, ok := errors.AsType[*schema.DamageError](err); !ok || out.Len() > 0 {
		t.Errorf("outcome: %v, %s", err, out.String())
	}
	if found, err := planfmt.Stale(context.Background(), strings.NewReader(stalePlan), strings.NewReader(kit.StaleState(7, "l", 3)), opts, planfmt.StaleTerms{}); err == nil {
		t.Errorf("stale: %v", found)
	}
}

// TestOutcomeMoves checks moves that have been begun, and ones that have not: in a chain, there is an object at the new address of another
// one, too.
func TestOutcomeMoves(t *testing.T) {
	entry := func(from, to, actions, before, after string) string {
		previous := ""
		if from != to {
			previous = `"previous_address":"x_y.` + from + `",`
		}
		return `{"address":"x_y.` + to + `",` + previous + `"mode":"managed","type":"x_y","name":"` + to + `","provider_name":"registry.terraform.io/z/x","change":{"actions":[` + actions +
			`],"before":` + before + `,"after":` + after + `,"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}}`
	}
	state := func(values map[string]int) string {
		var all []string
		for _, name := range slices.Sorted(maps.Keys(values)) {
			all = append(all, fmt.Sprintf(`{"mode":"managed","type":"x_y","name":%q,"provider":"provider[\"registry.terraform.io/z/x\"]","instances":[{"schema_version":0,"attributes":{"n":%d}}]}`, name, values[name]))
		}
		return `{"version":4,"terraform_version":"1.14.0","serial":9,"lineage":"l","outputs":{},"resources":[` + strings.Join(all, ",") + `]}`
	}
	update := entry("a", "b", `"update"`, `{"n":1}`, `{"n":2}`)
	replace := entry("a", "b", `"delete","create"`, `{"n":1}`, `{"n":2}`)
	still := entry("a", "b", `"no-op"`, `{"n":1}`, `{"n":1}`)
	deleted := entry("a", "b", `"delete"`, `{"n":1}`, `null`)
	chain := still + "," + entry("b", "c", `"no-op"`, `{"n":5}`, `{"n":5}`)
	instead := still + "," + entry("a", "a", `"create"`, `null`, `{"n":7}`)
	for _, tt := range []struct {
		plan  string
		state map[string]int
		want  map[string]string
	}{
		{update, map[string]int{"a": 1}, map[string]string{"x_y.b": "not_reached"}},
		{update, map[string]int{"b": 1}, map[string]string{"x_y.b": "not_reached"}},
		{update, map[string]int{"b": 2}, map[string]string{"x_y.b": "as_planned"}},
		{update, map[string]int{}, map[string]string{"x_y.b": "done_differently"}},
		{replace, map[string]int{"a": 1}, map[string]string{"x_y.b": "not_reached"}},
		{replace, map[string]int{}, map[string]string{"x_y.b": "half_done"}},
		{replace, map[string]int{"b": 2}, map[string]string{"x_y.b": "as_planned"}},
		{still, map[string]int{"a": 1}, map[string]string{"x_y.b": "not_reached"}},
		{still, map[string]int{"b": 1}, map[string]string{"x_y.b": "as_planned"}},
		{deleted, map[string]int{"a": 1}, map[string]string{"x_y.b": "not_reached"}},
		{deleted, map[string]int{}, map[string]string{"x_y.b": "as_planned"}},
		{chain, map[string]int{"a": 1, "b": 5}, map[string]string{"x_y.b": "not_reached", "x_y.c": "not_reached"}},
		{chain, map[string]int{"b": 1, "c": 5}, map[string]string{"x_y.b": "as_planned", "x_y.c": "as_planned"}},
		{instead, map[string]int{"a": 1}, map[string]string{"x_y.b": "not_reached"}},
		{instead, map[string]int{"a": 7, "b": 1}, map[string]string{"x_y.b": "as_planned", "x_y.a": "as_planned"}},
		{instead, map[string]int{"b": 1}, map[string]string{"x_y.b": "as_planned", "x_y.a": "not_reached"}},
	} {
		got := kit.OutcomesOf(t, `{"format_version":"1.2","terraform_version":"1.14.0","applyable":true,"complete":true,"errored":false,"resource_changes":[`+tt.plan+`]}`, "", state(tt.state))
		for address, want := range tt.want {
			if got[address] != want {
				t.Errorf("state %v of %s: %s is %s, want %s", tt.state, tt.plan, address, got[address], want)
			}
		}
	}
}

// TestOutcomeDrift checks plans that correct what others had changed: the state may still say what was before that.
func TestOutcomeDrift(t *testing.T) {
	entry := func(before, after string) string {
		return `{"address":"x_y.a","mode":"managed","type":"x_y","name":"a","provider_name":"registry.terraform.io/z/x","change":{"actions":["update"],"before":{"n":` +
			before + `},"after":{"n":` + after + `},"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}}`
	}
	for _, tt := range []struct {
		after string
		now   int
		want  string
	}{
		{"3", 1, "not_reached"},
		{"3", 2, "not_reached"},
		{"3", 3, "as_planned"},
		{"3", 4, "done_differently"},
		{"1", 1, "unclear"},
		{"1", 2, "not_reached"}, // it undoes the drift
	} {
		plan := `{"format_version":"1.2","terraform_version":"1.14.0","applyable":true,"complete":true,"errored":false,"resource_drift":[` + entry("1", "2") +
			`],"resource_changes":[` + entry("2", tt.after) + `]}`
		if got := kit.OutcomesOf(t, plan, "", kit.StaleState(7, "l", tt.now))["x_y.a"]; got != tt.want {
			t.Errorf("from 2 to %s, and the state has %d: %s, want %s", tt.after, tt.now, got, tt.want)
		}
	}
	plan, err := made.FromJSON([]byte(stalePlan), made.Options{Members: map[string][]byte{"tfstate": []byte(kit.StaleState(7, "l", 1))}})
	if err != nil {
		t.Fatal(err)
	}
	for serial, want := range map[int]string{7: "not_reached", 8: "as_planned"} {
		if got := kit.OutcomesOf(t, string(plan), "", kit.StaleState(serial, "l", 2))["x_y.a"]; got != want {
			t.Errorf("with the serial %d: %s, want %s", serial, got, want)
		}
	}
}
