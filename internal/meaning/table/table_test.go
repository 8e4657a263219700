package table

import (
	"os"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/read/yamldoc"
	"github.com/planfmt/planfmt/internal/testkit/goldenflag"
	"github.com/planfmt/planfmt/values"
)

// TestBuiltIn checks that table.yaml can be read, and that table.json says the same. With -update, it writes table.json.
func TestBuiltIn(t *testing.T) {
	text, err := os.ReadFile("table.yaml")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := yamldoc.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := read("table.yaml", doc.Value); err != nil {
		t.Fatal(err)
	}
	lines := strings.ReplaceAll(doc.Value.JSON(), "},\"", "},\n\"") + "\n"
	if *goldenflag.Update {
		if err := os.WriteFile("table.json", []byte(lines), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if lines != builtIn {
		t.Error("table.json is not what table.yaml says: run the test with -update")
	}
	if !values.Of(builtIn).Equal(doc.Value) {
		t.Error("table.json does not have the values of table.yaml")
	}
}

func TestLookup(t *testing.T) {
	table := Default()
	for typ, want := range map[string]bool{
		"aws_security_group": true, "google_project_iam_binding": true, "google_pubsub_topic_iam_member": true, // a glob
		"aws_vpc": true, "aws_vpn_gateway": true, // plain
		"acme_db": false, "aws_vpc_": false,
	} {
		if _, known := table.Lookup(typ); known != want {
			t.Errorf("%s: known is %v", typ, known)
		}
	}
	if e, _ := table.Lookup("google_project_iam_binding"); len(e.Access) != 1 || !e.Access[0].Careful {
		t.Errorf("a name does not win over a glob: %+v", e.Access)
	}
}

func TestAdd(t *testing.T) {
	table, err := Default().Add("meaning.yaml", `
format: planfmt-meaning/1
types:
  acme_db, acme_store_*: {holds: data, settings: [{at: [safe], loses: protection, bad: [false], good: [true], say: safety}]}
  aws_db_instance: {holds: nothing, guards: {loses: backups, say: copies}, settings: [{at: [deletion_protection], exposes: public, bad: [], say: no}]}
`)
	if err != nil {
		t.Fatal(err)
	}
	if table.Version == Default().Version {
		t.Error("the version is still the same")
	}
	if e, known := table.Lookup("acme_store_a"); !known || e.Holds != "data" || e.Settings[0].Kind != fact.Loses {
		t.Errorf("a type is not added: %+v", e)
	}
	e, _ := table.Lookup("aws_db_instance")
	own, _ := Default().Lookup("aws_db_instance")
	if e.Holds != "data" || e.Guards == nil || len(e.Settings) != len(own.Settings)+1 || !e.Settings[len(own.Settings)].Added {
		t.Errorf("something is taken away, or not added: %+v", e)
	}
}

func TestErrorsSayWhere(t *testing.T) {
	for text, want := range map[string]string{
		"types: {a: {hold: data}}": "m.yaml: types.a.hold: is not known here",
		"types: {a: {settings: [{at: [x], exposes: tls, say: s}, {at: [y]}]}}": "m.yaml: types.a.settings[1]: needs at, and one of",
		"types: {a: {network: [{rules: r, direction: up}]}}":                   `m.yaml: types.a.network[0].direction: is "up"`,
		"types: {a: {scales: [a..b]}}":                                         `m.yaml: types.a.scales[0]: "a..b" is not a path`,
		"types: {a: {guards: {exposes: tls, say: s, severity: high}}}":         "m.yaml: types.a.guards.severity: is not a severity",
		"any: {holds: data}":                   "m.yaml: any: is not known here",
		"plain: {a: b}":                        "m.yaml: plain: expected a text, found object",
		"types: [":                             "m.yaml: ",
		"format: planfmt-meaning/2\ntypes: {}": "m.yaml: format: is",
		"types: {a: {settings: [{at: [x], exposes: tls, loses: data, say: s}]}}": "stands beside another kind",
	} {
		if _, err := Default().Add("m.yaml", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
