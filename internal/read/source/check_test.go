package source_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
)

// readChecks reads the member "checks" of a document.
func readChecks(tb testing.TB, text string) (source.Checks, error) {
	tb.Helper()
	in, err := jsondoc.Open(tb.Context(), strings.NewReader(`{"checks":`+text+`}`))
	if err != nil {
		tb.Fatal(err)
	}
	s, err := jsondoc.NewScanner(in, jsondoc.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	defer s.Store().Close()
	var c source.Checks
	_, err = s.Document(func(name string) error { return c.Read(s, name, source.JSONChecks()) })
	return c, err
}

func describeChecks(c source.Checks) string {
	var b strings.Builder
	for _, c := range c.List {
		fmt.Fprintf(&b, "%s (%s) %s\n", c.Address, c.Kind, c.Status)
		for _, in := range c.Instances {
			fmt.Fprintf(&b, "  %s %s %q\n", in.Address, in.Status, in.Messages)
		}
	}
	for _, err := range c.Problems {
		fmt.Fprintf(&b, "! %v\n", err)
	}
	return b.String()
}

func TestChecks(t *testing.T) {
	const address = `"address":{"kind":"check","name":"c","to_display":"check.c"}`
	tests := []struct{ name, in, want string }{
		{"none", `null`, ""},
		{"empty", `[]`, ""},
		{
			"all that there is",
			`[{` + address + `,"status":"fail","instances":[{"address":{"to_display":"check.c"},"status":"fail","problems":[{"message":"n is 2\nsecond line"},{"message":""}]}]},
			  {"address":{"kind":"resource","mode":"managed","module":"module.m","type":"t","name":"n","to_display":"module.m.t.n"},"status":"error","instances":[
			   {"address":{"module":"module.m[0]","to_display":"module.m[0].t.n[\"a\"]","instance_key":"a"},"status":"pass"},
			   {"address":{"module":"module.m[1]","to_display":"module.m[1].t.n"},"status":"error","problems":null}]},
			  {"address":{"kind":"later","to_display":"later.x"},"status":"unknown","instances":null}]`,
			"check.c (check) fail\n  check.c fail [\"n is 2\\nsecond line\" \"\"]\n" +
				"module.m.t.n (resource) error\n  module.m[0].t.n[\"a\"] pass []\n  module.m[1].t.n error []\n" +
				"later.x (later) unknown\n",
		},
		{"no list", `{"a":1,"a":2}`, "! checks: want list, have object\n"},
		{"no objects", `[1,null]`, "checks[0] () unknown\nchecks[1] () unknown\n! checks[0]: want object, have number\n! checks[1]: want object, have null\n"},
		{
			"nothing in it", `[{}]`,
			"checks[0] () unknown\n! checks[0]: address: want object, have nothing\n! checks[0]: status: want string, have nothing\n",
		},
		{
			"wrong kinds", `[{"address":{"kind":1,"to_display":"check.c"},"status":["pass"],"instances":{}}]`,
			"check.c () unknown\n! check.c: address.kind: want string, have number\n! check.c: status: want string, have list\n! check.c: instances: want list, have object\n",
		},
		{
			"wrong instances", `[{` + address + `,"status":"pass","instances":[7,{"address":"x","status":"fail","problems":[1,{"message":2},{"message":"kept"}]},{"address":{"to_display":"check.c"},"status":"fail","problems":"x"}]}]`,
			"check.c (check) pass\n  check.c unknown []\n  check.c fail [\"kept\"]\n  check.c fail []\n" +
				"! check.c: instances[0]: want object, have number\n" +
				"! check.c: instances[1].address: want object, have string\n" +
				"! check.c: instances[1].problems[0]: want object, have number\n" +
				"! check.c: instances[1].problems[1].message: want string, have number\n" +
				"! check.c: instances[2].problems: want list, have string\n",
		},
		{"unknown status", `[{` + address + `,"status":"skip\u001b"}]`, "check.c (check) skip\x1b\n! check.c: status: want \"pass\", \"fail\", \"error\" or \"unknown\", have a text of 5 characters\n"},
		{"empty status", `[{` + address + `,"status":""}]`, "check.c (check) \n! check.c: status: want \"pass\", \"fail\", \"error\" or \"unknown\", have an empty text\n"},
		{
			"a name twice", `[{` + address + `,"status":"fail","status":"pass","instances":[{"address":{"to_display":"check.c"},"status":"pass"}]}]`,
			"check.c (check) unknown\n  check.c unknown []\n! check.c: the name \"status\" stands twice in one object (byte 89)\n",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, err := readChecks(t, test.in)
			if got := describeChecks(c); err != nil || got != test.want {
				t.Errorf("have %v\n%s\nwant\n%s", err, got, test.want)
			}
		})
	}
}

// FuzzChecks checks that every element of the list is listed, and that whatever is not a
// result is a problem.
func FuzzChecks(f *testing.F) {
	f.Add(`[{"address":{"kind":"check","to_display":"check.c"},"status":"fail","instances":[{"address":{"to_display":"check.c"},"status":"fail","problems":[{"message":"m"}]}]}]`)
	f.Add(`[{"address":1,"status":2,"instances":[3,{"problems":[4]}]}]`)
	f.Fuzz(func(t *testing.T, text string) {
		c, err := readChecks(t, text)
		if err != nil {
			return
		}
		known := func(status string) bool {
			return status == "pass" || status == "fail" || status == "error" || status == "unknown"
		}
		clean := func(c plans.Check) bool {
			for _, in := range c.Instances {
				if !known(in.Status) {
					return false
				}
			}
			return known(c.Status)
		}
		for _, check := range c.List {
			if !clean(check) && len(c.Problems) == 0 {
				t.Errorf("no problem with %q", check)
			}
		}
	})
}
