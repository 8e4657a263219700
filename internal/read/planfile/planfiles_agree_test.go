package planfile_test

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/read/planfile/made"
)

// TestContradictions shows plan files in which the state or the configuration contradicts the plan.
func TestContradictions(t *testing.T) {
	const plan = `{"format_version":"1.2","terraform_version":"1.11.4","resource_changes":[
		{"address":"demo_a.created","mode":"managed","type":"demo_a","name":"created","provider_name":"p","change":{"actions":["create"],"before":null,"after":{"x":"1"},"after_unknown":{},"before_sensitive":false,"after_sensitive":{}}},
		{"address":"demo_a.destroyed","mode":"managed","type":"demo_a","name":"destroyed","provider_name":"p","change":{"actions":["delete"],"before":{"x":"1"},"after":null,"after_unknown":{},"before_sensitive":{},"after_sensitive":false}},
		{"address":"demo_a.updated","mode":"managed","type":"demo_a","name":"updated","provider_name":"p","change":{"actions":["update"],"before":{"x":"1"},"after":{"x":"2"},"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}}]}`
	state := func(names ...string) []byte {
		var all []string
		for _, name := range names {
			all = append(all, `{"mode":"managed","type":"demo_a","name":"`+name+`","provider":"provider[\"p\"]","instances":[{"schema_version":0,"attributes":{"x":"1"}}]}`)
		}
		return []byte(`{"version":4,"terraform_version":"1.11.4","serial":1,"lineage":"l","outputs":{},"resources":[` + strings.Join(all, ",") + `]}`)
	}
	config := func(names ...string) []byte {
		var text strings.Builder
		for _, name := range names {
			text.WriteString("resource \"demo_a\" \"" + name + "\" {\n  x = 1\n}\n")
		}
		return []byte(text.String())
	}
	const manifest = `[{"Key":"","Source":"","Dir":"m-"}]`
	for _, test := range []struct {
		name          string
		state, config []byte
		want          []string
	}{
		{"agrees", state("destroyed", "updated"), config("created", "updated"), nil},
		{"gone", state("destroyed"), config("created", "updated"), []string{"the plan changes objects that the state in the plan file does not have: demo_a.updated"}},
		{"empty", state(), config("created", "updated"), []string{"the plan changes objects that the state in the plan file does not have: demo_a.destroyed, and 1 more"}},
		{"there", state("created", "destroyed", "updated"), config("created", "updated"), []string{"the plan creates objects that the state in the plan file has already: demo_a.created"}},
		{"lies", bytes.ReplaceAll(state("destroyed", "updated"), []byte(`"x":"1"`), []byte(`"x":"SECRET"`)), config("created", "updated"), []string{"the values before the changes of the plan are not those of the state in the plan file: demo_a.destroyed, and 1 more"}},
		{"says less", bytes.ReplaceAll(state("destroyed", "updated"), []byte(`"x":"1"`), []byte(`"x":"1","y":null`)), config("created", "updated"), nil},
		{"says more", bytes.ReplaceAll(state("destroyed", "updated"), []byte(`"x":"1"`), []byte(`"x":"1","y":[]`)), config("created", "updated"), []string{"the values before the changes of the plan are not those of the state in the plan file: demo_a.destroyed, and 1 more"}},
		{"undeclared", state("destroyed", "updated"), config("created"), []string{"the plan changes objects that the configuration in the plan file does not have: demo_a.updated"}},
	} {
		file, err := made.FromJSON([]byte(plan), made.Options{Members: map[string][]byte{
			"tfstate": test.state, "tfconfig/modules.json": []byte(manifest), "tfconfig/m-/main.tf": test.config,
		}})
		if err != nil {
			t.Fatal(err)
		}
		var said []string
		opts := planfmt.Options{Warn: func(w planfmt.Warning) {
			if strings.Contains(w.Text, "in the plan file") {
				said = append(said, w.Text)
			}
		}}
		if _, err := planfmt.Show(t.Context(), io.Discard, bytes.NewReader(file), opts); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(said, test.want) {
			t.Errorf("%s: %q, want %q", test.name, said, test.want)
		}
	}
}

// TestStoredValues writes values into the state and, in another form, into the values before a change.
func TestStoredValues(t *testing.T) {
	for _, test := range []struct {
		before, stored string
		same           bool
	}{
		{`{"n":1}`, `{"n":1.0}`, true},
		{`{"n":"1e400"}`, `{"n":1e400}`, true},
		{`{"n":"0.1"}`, `{"n":0.1}`, true},
		{`{"n":0.0000000000000000008673617379884035}`, `{"n":0.000000000000000000867361737988403547205962240695953369140625}`, true},
		{`{"n":9007199254740993}`, `{"n":9007199254740992}`, false},
		{`{"n":"1"}`, `{"n":2}`, false},
		{`{"n":"x"}`, `{"n":2}`, false},
		{`{"n":1}`, `{"n":"1"}`, false},
		{`{"n":true}`, `{"n":true}`, true},
		{`{"n":true}`, `{"n":false}`, false},
		{`{"n":null}`, `{}`, true},
		{`{"n":null}`, `{"n":""}`, false},
		{`{"n":[{"a":[1]}]}`, `{"n":[{"a":[1],"b":null}]}`, true},
		{`{"n":["a","b"]}`, `{"n":["b","a"]}`, false},
		{`{"n":["a"]}`, `{"n":{"value":["a"],"type":["list","string"]}}`, true},
		{`{"n":["a"]}`, `{"n":["a","b"]}`, false},
		{`{"n":{}}`, `{"n":[]}`, false},
	} {
		plan := `{"format_version":"1.2","terraform_version":"1.11.4","resource_changes":[{"address":"t.a","mode":"managed","type":"t","name":"a","provider_name":"p",` +
			`"change":{"actions":["delete"],"before":` + test.before + `,"after":null,"after_unknown":{},"before_sensitive":{},"after_sensitive":false}}]}`
		state := `{"version":4,"terraform_version":"1.11.4","serial":1,"lineage":"l","outputs":{},"resources":[{"mode":"managed","type":"t","name":"a","provider":"provider[\"p\"]","instances":[{"schema_version":0,"attributes":` + test.stored + `}]}]}`
		file, err := made.FromJSON([]byte(plan), made.Options{Lenient: true, Members: map[string][]byte{"tfstate": []byte(state)}})
		if err != nil {
			t.Fatal(err)
		}
		var out, warned strings.Builder
		opts := planfmt.Options{Warn: func(w planfmt.Warning) { warned.WriteString(w.Text + "\n") }}
		if _, err := planfmt.Show(t.Context(), &out, bytes.NewReader(file), opts); err != nil {
			t.Fatal(err)
		}
		if have := !strings.Contains(warned.String(), "are not those of the state in the plan file: t.a"); have != test.same {
			t.Errorf("%s in the plan and %s in the state: have %v\n%s", test.before, test.stored, have, warned.String())
		}
	}
}
