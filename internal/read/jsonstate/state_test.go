package jsonstate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

func read(t *testing.T, text string) *State {
	t.Helper()
	s, err := Read(context.Background(), strings.NewReader(text), source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// TestOrder checks the order: modules by address, data sources first, then
// names, then keys.
func TestOrder(t *testing.T) {
	entries := []string{
		`{"mode":"managed","type":"b","name":"a","instances":[{"index_key":"b"},{"index_key":10},{"index_key":"a","deposed":"z"},{"index_key":9},{},{"index_key":"a"},{"index_key":"a","deposed":"y"}]}`,
		`{"mode":"data","type":"z","name":"a","instances":[{}]}`,
		`{"mode":"managed","type":"a","name":"b","instances":[{}]}`,
		`{"mode":"managed","type":"a","name":"a","instances":[{}]}`,
		`{"module":"module.b[\"x.module.y\\\"]\"].module.c","mode":"managed","type":"a","name":"a","instances":[{}]}`,
		`{"module":"module.b[\"x.module.y\\\"]\"]","mode":"managed","type":"a","name":"a","instances":[{},{"deposed":"k"}]}`,
		`{"module":"module.a[10].module.d","mode":"managed","type":"a","name":"a","instances":[{}]}`,
		`{"module":"module.a[9]","mode":"managed","type":"a","name":"a","instances":[{}]}`,
	}
	want := strings.Join([]string{
		`data.z.a first`,
		`a.a`,
		`a.b`,
		`b.a`,
		`b.a[9]`,
		`b.a[10]`,
		`b.a["a"]`,
		`b.a["a"] y`,
		`b.a["a"] z`,
		`b.a["b"]`,
		`module.a[10].module.d.a.a first enclosed`,
		`module.a[9].a.a first enclosed`,
		`module.b["x.module.y\"]"].a.a first enclosed`,
		`module.b["x.module.y\"]"].a.a k enclosed`,
		`module.b["x.module.y\"]"].module.c.a.a first enclosed`,
	}, "\n")
	for range 50 {
		rand.Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
		s := read(t, `{"version":4,"serial":1,"resources":[`+strings.Join(entries, ",")+`]}`)
		var have []string
		for _, r := range s.Resources {
			line := r.Address
			if r.FirstOfModule {
				line += " first"
			}
			if r.Deposed != "" {
				line += " " + r.Deposed
			}
			if r.Enclosed {
				line += " enclosed"
			}
			have = append(have, line)
			if r.Err() != nil {
				t.Errorf("%s: %v", r.Address, r.Err())
			}
		}
		if got := strings.Join(have, "\n"); got != want {
			t.Fatalf("have\n%s\nwant\n%s", got, want)
		}
	}
}

// TestUnwrap checks that only objects that a state file writes for dynamic
// values are replaced.
func TestUnwrap(t *testing.T) {
	for in, want := range map[string]string{
		`{"value":"x","type":"string"}`:                                `"x"`,
		`{"value":null,"type":["set","string"]}`:                       `null`,
		`{"value":{"a":1},"type":["map","number"]}`:                    `{"a":1}`,
		`{"value":[1,"a"],"type":["tuple",["number","string"]]}`:       `[1,"a"]`,
		`{"value":{"a":null},"type":["object",{"a":"dynamic"}]}`:       `{"a":null}`,
		`[{"value":true,"type":"bool"},7]`:                             `[true,7]`,
		`{"value":"x","type":"A"}`:                                     ``,
		`{"value":"1.2.3.4","type":"number"}`:                          ``,
		`{"value":["x"],"type":"string"}`:                              ``,
		`{"value":[1],"type":["tuple",["number","string"]]}`:           ``,
		`{"value":{"a":1,"b":2},"type":["object",{"a":"number"}]}`:     ``,
		`{"value":"x","type":"string","ttl":1}`:                        ``,
		`{"type":"string"}`:                                            ``,
		`{"a":{"b":[{"value":1.50,"type":"number"}]},"type":"string"}`: `{"a":{"b":[1.50]},"type":"string"}`,
	} {
		v := values.Of(in)
		if have := unwrap(v); want == "" && have != v || want != "" && have.JSON() != want {
			t.Errorf("%s: have %s, want %s", in, have.JSON(), want)
		}
	}
}

func TestUnflatten(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":"x"}`:                        `{"a":"x"}`,
		`{"a.%":"2","a.b.c":"1","a.d":""}`: `{"a":{"b.c":"1","d":""}}`,
		`{"a.#":"0"}`:                      `{"a":[]}`,
		`{"a.#":"3","a.10":"c","a.9":"b","a.0":"a"}`:                        `{"a":["a","b","c"]}`,
		`{"a.#":"1","a.0.b":"x","a.0.c.#":"1","a.0.c.55.d":"y"}`:            `{"a":[{"b":"x","c":[{"d":"y"}]}]}`,
		`{"a":"x","a.b":"y","c":7,"` + strings.Repeat("d.", 500) + `":"z"}`: ``,
	} {
		have := unflatten(values.Of(in))
		if have.Kind() != values.Object || want != "" && have.JSON() != want {
			t.Errorf("%s: have %s, want %s", in, have.JSON(), want)
		}
	}
}

// TestRefused checks that the error for a document that is not a known state
// says what it is.
func TestRefused(t *testing.T) {
	for in, want := range map[string]string{
		``:   "the input is empty",
		`{}`: "neither a plan nor a state",
		`[]`: "neither a plan nor a state",
		`{"format_version":"1.2","resource_changes":[]}`:                     "this is a plan, not a state",
		`{"version":3,"serial":1,"modules":[]}`:                              "unsupported state file version 3",
		`{"version":1,"serial":1,"modules":[]}`:                              "unsupported state file version 1",
		`{"version":5,"serial":1,"resources":[]}`:                            "unsupported state file version 5",
		`{"version":4,"serial":1,"resource":[{"mode":"managed"}]}`:           `the state file lacks "resources"`,
		`{"format_version":"1.2","terraform_version":"1.9.0"}`:               "format version 1.2, as plans do",
		`{"version":"x","serial":1}`:                                         "version: expected the number",
		`{"format_version":"2.0","values":{}}`:                               `unsupported format_version "2.0"`,
		`{"format_version":"1.0","values":[]}`:                               "at /values (byte 32, line 1): expected an object, found a list",
		`{"format_version":"1.0","values":{"root_module":{"resources":{}}}}`: "expected a list, found an object",
		`{"version":4,"serial":1,"resources":[`:                              "cut off",
		`{"version":4,"serial":1,"resources":[]}{}`:                          "several JSON documents",
		`{"serial":1,"encrypted_data":"x"}`:                                  "encrypted",
	} {
		_, err := Read(context.Background(), strings.NewReader(in), source.Options{})
		var ie *plans.InputError
		if !errors.As(err, &ie) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: have %v, want %s", in, err, want)
		}
	}
}

// TestEvidence checks that every instance is passed on as evidence, whatever
// the order of the keys.
func TestEvidence(t *testing.T) {
	for _, in := range []string{
		`{"version":4,"serial":1,"resources":[{"instances":[{"attributes":{"a":1}},{"attributes":{}}],"mode":"managed","type":"t","name":"n"}]}`,
		`{"format_version":"1.0","values":{"root_module":{"child_modules":[{"resources":[{"mode":"managed","type":"t","name":"n","values":{}},{"mode":"managed","type":"t","name":"m","values":{}}]}]}}}`,
	} {
		sink := &counter{}
		s, err := Read(context.Background(), io.MultiReader(strings.NewReader(in)), source.Options{Options: jsondoc.Options{MemoryLimit: -1}, Evidence: sink})
		if err != nil {
			t.Fatal(err)
		}
		s.Close()
		if sink.values != 2 {
			t.Errorf("%s: told of %d instances, want 2", in, sink.values)
		}
	}
}

// TestChecks checks that both forms of a state have the same checks.
func TestChecks(t *testing.T) {
	const want = `[{check.c check fail [{check.c fail [m]}]} {module.m.output.o output_value pass [{module.m[0].output.o pass []} {module.m[1].output.o error []}]}]`
	for name, test := range map[string]struct{ in, problems string }{
		"JSON": {`{"format_version":"1.0","values":{},"checks":[
			{"address":{"kind":"check","name":"c","to_display":"check.c"},"status":"fail","instances":[{"address":{"to_display":"check.c"},"status":"fail","problems":[{"message":"m"}]}]},
			{"address":{"kind":"output_value","module":"module.m","name":"o","to_display":"module.m.output.o"},"status":"pass","instances":[
				{"address":{"module":"module.m[0]","to_display":"module.m[0].output.o"},"status":"pass"},
				{"address":{"module":"module.m[1]","to_display":"module.m[1].output.o"},"status":"error"}]}]}`, `[]`},
		"file": {
			`{"version":4,"serial":1,"resources":[],"check_results":[
			{"object_kind":"check","config_addr":"check.c","status":"fail","objects":[{"object_addr":"check.c","status":"fail","failure_messages":["m"]}]},
			{"object_kind":"output","config_addr":"module.m.output.o","status":"pass","objects":[
				{"object_addr":"module.m[0].output.o","status":"pass"},
				{"object_addr":"module.m[1].output.o","status":"error","failure_messages":[1]}]}]}`,
			`[module.m.output.o: objects[1].failure_messages[0]: want string, have number]`,
		},
	} {
		s := read(t, test.in)
		if got := fmt.Sprint(s.Checks); got != want {
			t.Errorf("%s: have %s\nwant %s", name, got, want)
		}
		if got := fmt.Sprint(s.Problems); got != test.problems {
			t.Errorf("%s: have %s\nwant %s", name, got, test.problems)
		}
	}
}
