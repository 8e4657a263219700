package differ_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// TestHiddenIrrelevant compares drift that does not count, and is drawn with the value before on both sides, where only the
// value after has the mark: the secret does not show, wherever it stands in the value before.
func TestHiddenIrrelevant(t *testing.T) {
	const secret = "hunter2"
	tests := []struct{ typ, before, after, marks string }{
		{`"string"`, `"hunter2"`, `"hunter2"`, `true`},
		{`["list","string"]`, `["a","hunter2"]`, `["a","hunter2"]`, `[false,true]`},
		{`["list","string"]`, `["a","hunter2"]`, `["hunter2"]`, `[true]`},
		{`["list","string"]`, `["hunter2","b"]`, `["b","hunter2"]`, `[false]`}, // too short, so that the second one is sensitive
		{`["set","string"]`, `["a","hunter2"]`, `["hunter2","a"]`, `[true,false]`},
		{`["map","string"]`, `{"k":"hunter2"}`, `{"k":"hunter2"}`, `{"k":true}`},
		{`["map","string"]`, `{"k":"hunter2"}`, `{"k":"else"}`, `{"k":true}`},
		{`["object",{"a":"string","b":["list","string"]}]`, `{"a":"1","b":["hunter2"]}`, `{"a":"2","b":["hunter2"]}`, `{"b":true}`},
		{`["list",["object",{"a":"string"}]]`, `[{"a":"x"},{"a":"hunter2"}]`, `[{"a":"hunter2"}]`, `[{"a":true}]`},
		{`"dynamic"`, `{"a":["hunter2",1]}`, `{"a":["hunter2",1]}`, `{"a":[true,false]}`},
		{`"dynamic"`, `"hunter2"`, `["hunter2"]`, `[true]`},
	}
	for _, test := range tests {
		v, err := new(values.Parser).ParseString(`{"block":{"attributes":{"x":{"type":` + test.typ + `,"optional":true}},"block_types":{"y":{"nesting_mode":"list","block":{"attributes":{"x":{"type":` + test.typ + `,"optional":true}}}}}}}`)
		if err != nil {
			t.Fatal(err)
		}
		s, err := schema.DecodeSchema(v, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, around := range []string{`{"x":%s}`, `{"y":[{"x":%s}]}`} {
			wrap := func(s string) values.Value { return values.Of(fmt.Sprintf(around, s)) }
			c := values.Change{
				Before: wrap(test.before), After: wrap(test.after), AfterSensitive: values.SensitiveFlags(wrap(test.marks)),
				RelevantAttributes: plans.OnlyPaths(plans.PathSet{}),
			}
			var out strings.Builder
			differ.New(differ.Options{}).Resource(c, plans.Update, s.Block).Diff.Walk(func(d computed.Diff) computed.Visit {
				content := d.Content()
				fmt.Fprintln(&out, d.Path, content.Before, content.After)
				return computed.Continue
			})
			if strings.Contains(out.String(), secret) {
				t.Errorf("%s: %s -> %s, marks %s, in %s:\n%s", test.typ, test.before, test.after, test.marks, around, out.String())
			}
		}
	}
}
