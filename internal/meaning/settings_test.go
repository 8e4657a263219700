package meaning_test

import (
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/meaning"
	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/table"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// own are types with a setting of each sort.
const own = `
types:
  t_flag: {settings: [{at: [x], exposes: tls, bad: [false], good: [true], say: s}]}
  t_open: {settings: [{at: [x], exposes: public, bad: [true], good: [false], say: s, created: danger}]}
  t_order: {settings: [{at: [x], exposes: tls, order: [[a], [b], ["c*"]], weak: 0, say: s}]}
  t_number: {settings: [{at: [x], loses: backups, number: more, zero: none, say: s}]}
  t_forever: {settings: [{at: [x], loses: retention, number: more, zero: forever, say: s}]}
  t_presence: {settings: [{at: [x], exposes: limit, presence: true, say: s}]}
  t_absence: {settings: [{at: [x], exposes: isolation, presence_bad: true, say: s}]}
  t_members: {settings: [{at: [x], exposes: logging, members: true, say: s}]}
  t_members_bad: {settings: [{at: [x], exposes: isolation, members_bad: true, say: s}]}
  t_block: {settings: [{at: [x], exposes: public, block: true, say: s}]}
  t_changes: {settings: [{at: [x], changes: address, say: s}]}
  t_default: {settings: [{at: [x], exposes: public, bad: [false], good: [true], default: false, say: s}]}
  t_guard: {guards: {exposes: firewall, say: s}}
  t_data: {holds: data, runs: r, interrupts: {restart: [x], rolling: [y]}}
`

// TestSettings says what a value before and after means. An absent side is an object that does not exist.
func TestSettings(t *testing.T) {
	tab, err := table.Default().Add("own.yaml", own)
	if err != nil {
		t.Fatal(err)
	}
	reader := meaning.NewReader(tab)
	for _, c := range []struct{ typ, before, after, want string }{
		{"t_flag", `{"x": true}`, `{"x": false}`, "exposes certain danger s: true -> false"},
		{"t_flag", `{"x": false}`, `{"x": true}`, "hides certain note s: false -> true"},
		{"t_flag", `{"x": true}`, `{}`, "exposes certain danger s: true -> none"},
		{"t_flag", `{}`, `{"x": false}`, ""},
		{"t_flag", ``, `{"x": false}`, "exposes certain caution s: none -> false"},
		{"t_flag", ``, `{"x": true}`, ""},
		{"t_flag", `{"x": false}`, ``, ""},
		{"t_flag", `{"x": [{"y": 1}]}`, `{"x": false}`, ""},
		{"t_open", ``, `{"x": true}`, "exposes certain danger s: none -> true"},
		{"t_open", `{}`, `{"x": true}`, "exposes certain danger s: none -> true"},
		{"t_order", `{"x": "c1"}`, `{"x": "a"}`, "exposes certain danger s: c1 -> a"},
		{"t_order", `{"x": "c1"}`, `{"x": "c2"}`, ""},
		{"t_order", `{"x": "c1"}`, `{"x": "other"}`, ""},
		{"t_order", `{"x": ["c1", "b"]}`, `{"x": ["c1", "a"]}`, "exposes certain danger s: b -> a"},
		{"t_order", `{"x": "b"}`, `{"x": ""}`, "exposes certain caution s: b -> none"},
		{"t_order", ``, `{"x": "a"}`, "exposes certain caution s: none -> a"},
		{"t_order", ``, `{"x": "b"}`, ""},
		{"t_number", `{"x": 30}`, `{"x": 7}`, "loses certain caution s: 30 -> 7"},
		{"t_number", `{"x": "30"}`, `{"x": "0"}`, "loses certain danger s: 30 -> 0"},
		{"t_number", `{"x": 7}`, `{"x": 7.0}`, ""},
		{"t_number", `{"x": "NaN"}`, `{"x": 7}`, ""},
		{"t_number", ``, `{"x": 0}`, "loses certain caution s: none -> 0"},
		{"t_forever", `{"x": 0}`, `{"x": 30}`, "loses certain caution s: forever -> 30"},
		{"t_forever", `{"x": 30}`, `{"x": 0}`, "protects certain note s: 30 -> forever"},
		{"t_presence", `{"x": "a"}`, `{"x": null}`, "exposes certain caution s: a -> none"},
		{"t_presence", `{"x": "a"}`, `{"x": "b"}`, ""},
		{"t_presence", ``, `{"x": null}`, ""},
		{"t_absence", `{}`, `{"x": "/"}`, "exposes certain danger s: none -> /"},
		{"t_absence", ``, `{"x": "/"}`, "exposes certain caution s: none -> /"},
		{"t_members", `{"x": ["a", "b"]}`, `{"x": ["b"]}`, "exposes certain danger s: a -> none"},
		{"t_members", `{"x": ["a", "b"]}`, `{"x": ["b", "a"]}`, ""},
		{"t_members", `{"x": ["a"]}`, `{"x": ["a", "c"]}`, "hides certain note s: none -> c"},
		{"t_members_bad", ``, `{"x": ["a"]}`, "exposes certain caution s: none -> a"},
		{"t_block", `{}`, `{"x": [{"y": 1}]}`, "exposes certain danger s: none -> there"},
		{"t_block", `{"x": [{"y": 1}]}`, `{"x": []}`, "hides certain note s: there -> none"},
		{"t_changes", `{"x": ["1", "2"]}`, `{"x": ["2", "3"]}`, "changes certain caution s: 1, 2 -> 2, 3"},
		{"t_changes", ``, `{"x": ["1"]}`, ""},
		{"t_default", `{"x": true}`, `{}`, "exposes certain danger s: true -> none"},
		{"t_default", ``, `{}`, "exposes certain caution s: none -> none"},
		{"t_guard", `{}`, ``, "exposes certain danger removes s"},
		{"t_guard", ``, `{}`, "hides certain note adds s"},
		{"t_data", `{"x": 1}`, ``, "loses certain danger destroys what holds data"},
		{"t_data", `{"x": 1, "y": 1}`, `{"x": 2, "y": 1}`, "interrupts certain caution interrupts r: restart (x)"},
		{"t_data", `{"x": 1, "y": 1}`, `{"x": 1, "y": 2}`, "interrupts certain note interrupts r: rolling (y)"},
	} {
		r := raw{typ: c.typ, action: actionBetween(c.before, c.after), before: values.Of(c.before), after: values.Of(c.after)}
		if got := described(reader, r); got != c.want {
			t.Errorf("%s %s -> %s: %q, want %q", c.typ, c.before, c.after, got, c.want)
		}
	}
}

// TestOpenSettings says what a value means that is unknown or hidden.
func TestOpenSettings(t *testing.T) {
	tab, err := table.Default().Add("own.yaml", own)
	if err != nil {
		t.Fatal(err)
	}
	reader := meaning.NewReader(tab)
	for _, c := range []struct{ typ, before, after, unknown, hidden, want string }{
		{"t_flag", `{"x": true}`, `{}`, `{"x": true}`, ``, "exposes possible caution may weaken s (x known after apply)"},
		{"t_flag", `{"x": false}`, `{}`, `{"x": true}`, ``, ""}, // it cannot get worse
		{"t_flag", `{}`, `{}`, `{"x": true}`, ``, ""},
		{"t_flag", `{"x": true}`, `{"x": false}`, ``, `{"x": true}`, "exposes hidden caution may weaken s (hidden)"},
		{"t_flag", `{"x": true}`, `{"x": true}`, ``, `{"x": true}`, ""}, // the diff shows no change
		{"t_order", `{"x": ["b"]}`, `{"x": ["a"]}`, `{"x": [false, true]}`, ``, "exposes certain danger s: b -> a"},
		{"t_members", `{"x": ["a"]}`, `{"x": []}`, `{"x": [true]}`, ``, "exposes possible caution may weaken s (x[0] known after apply)"},
		{"t_changes", `{"x": "1"}`, `{}`, `{"x": true}`, ``, "changes possible caution may change s (x known after apply)"},
		{"t_data", `{"x": 1}`, `{}`, `{"x": true}`, ``, "interrupts possible caution may interrupt r: restart (x)"},
		{"t_data", `{"x": 1}`, `{"x": 2}`, ``, `{"x": true}`, "interrupts hidden caution may interrupt r: restart (x)"},
	} {
		r := raw{
			typ: c.typ, action: plans.Update, before: values.Of(c.before), after: values.Of(c.after), unknown: values.UnknownFlags(values.Of(c.unknown)),
			hiddenBefore: values.SensitiveFlags(values.Of(c.hidden)), hiddenAfter: values.SensitiveFlags(values.Of(c.hidden)),
		}
		if got := described(reader, r); got != c.want {
			t.Errorf("%s %s -> %s: %q, want %q", c.typ, c.before, c.after, got, c.want)
		}
	}
}

// TestActions says which actions mean anything.
func TestActions(t *testing.T) {
	tab, err := table.Default().Add("own.yaml", own)
	if err != nil {
		t.Fatal(err)
	}
	reader := meaning.NewReader(tab)
	for action, want := range map[plans.Action]string{
		plans.NoOp: "", plans.Read: "", plans.Forget: "", plans.Unknown: "", plans.CreateThenForget: "", plans.ForgetThenCreate: "",
		plans.DeleteThenCreate: "loses certain danger replaces what holds data; interrupts certain caution interrupts r: replace",
		plans.CreateThenDelete: "loses certain danger replaces what holds data; interrupts certain note interrupts r: replace, new one first",
	} {
		if got := described(reader, raw{typ: "t_data", action: action, before: values.Of(`{"x": 1}`), after: values.Of(`{"x": 2}`)}); got != want {
			t.Errorf("%v: %q, want %q", action, got, want)
		}
	}
}

func actionBetween(before, after string) plans.Action {
	switch {
	case before == "":
		return plans.Create
	case after == "":
		return plans.Delete
	}
	return plans.Update
}

// described returns the facts of a change in a line, without routine.
func described(reader *meaning.Reader, r raw) string {
	var all []string
	for _, f := range reader.Facts(r.sides()).Facts {
		if f.Severity.String() != "routine" {
			all = append(all, strings.Join([]string{f.Kind.String(), f.Certainty.String(), f.Severity.String(), f.Row()}, " "))
		}
	}
	return strings.Join(all, "; ")
}

// Numbers are compared as they are, however long they are.
func TestLongNumbers(t *testing.T) {
	reader := meaning.NewReader(table.Default())
	for _, c := range []struct{ before, after, want string }{
		{"9007199254740992", "9007199254740993", "scales certain note allocated_storage: 9007199254740992 -> 9007199254740993"},
		{"10", "1e1", ""},
		{"1", "0.0", "scales certain caution allocated_storage: 1 -> 0.0"},
	} {
		r := raw{typ: "aws_db_instance", action: plans.Update, before: values.Of(`{"allocated_storage": ` + c.before + `}`), after: values.Of(`{"allocated_storage": ` + c.after + `}`)}
		if got := described(reader, r); got != c.want {
			t.Errorf("%s -> %s: %q, want %q", c.before, c.after, got, c.want)
		}
	}
}

// A row says that only something routine changes if that is all that changes.
func TestOnlyRoutine(t *testing.T) {
	reader := meaning.NewReader(table.Default())
	for _, c := range []struct{ typ, before, after, want string }{
		{"aws_instance", `{"tags": {"a": "1"}, "key_name": "k"}`, `{"tags": {"a": "2"}, "key_name": "k"}`, "only tags"},
		{"aws_instance", `{"tags": {"a": "1"}, "key_name": "k"}`, `{"tags": {"a": "2"}, "key_name": "l"}`, "tags"},
		{"aws_instance", `{"tags": {"a": "1"}, "x": {"y": [{"z": 1}]}}`, `{"tags": {"a": "2"}, "x": {"y": [{"z": 2}]}}`, "tags"},
		{"aws_instance", `{"tags": {"a": "1"}, "x": {"description": "a"}}`, `{"tags": {"a": "1"}, "x": {"description": "b"}}`, "only descriptions"},
		{"google_project_iam_binding", `{"etag": "a", "members": ["a", "b"]}`, `{"etag": "b", "members": ["b", "a"]}`, "only versions"},
		{"google_project_iam_binding", `{"etag": "a", "condition": [{"title": "a", "expression": "e"}]}`, `{"etag": "b", "condition": [{"title": "b", "expression": "e"}]}`, "versions"},
		{
			"kubernetes_service", `{"metadata": [{"labels": {"a": "1"}}], "spec": [{"type": "ClusterIP", "selector": {"app": "a"}}]}`,
			`{"metadata": [{"labels": {"a": "2"}}], "spec": [{"type": "ClusterIP", "selector": {"app": "b"}}]}`, "tags",
		},
		{
			"azurerm_network_security_group", `{"tags": {"a": "1"}, "security_rule": [{"access": "Deny", "direction": "Inbound", "priority": 1, "destination_address_prefix": "10.0.0.1"}]}`,
			`{"tags": {"a": "2"}, "security_rule": [{"access": "Deny", "direction": "Inbound", "priority": 1, "destination_address_prefix": "10.0.0.2"}]}`, "tags",
		},
	} {
		r := raw{typ: c.typ, action: plans.Update, before: values.Of(c.before), after: values.Of(c.after)}
		if got := fact.Row(reader.Facts(r.sides()).Facts); got != c.want {
			t.Errorf("%s %s -> %s: %q, want %q", c.typ, c.before, c.after, got, c.want)
		}
	}
}
