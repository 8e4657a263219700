package differ_test

import (
	"testing"

	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// TestHiddenMismatch changes sensitive values of every kind, most of which contradict their schema: whatever the type is, and
// whatever the values are, the change shows.
func TestHiddenMismatch(t *testing.T) {
	types := []string{
		`"string"`, `"number"`, `"dynamic"`, `["list","string"]`, `["set","string"]`, `["map","string"]`, `["tuple",["string"]]`, `["object",{"a":"string"}]`,
		`["list",["list","string"]]`, `["set",["list","string"]]`, `["map",["set","string"]]`, `["object",{"a":["list","string"]}]`, `["list",["object",{"a":"string"}]]`,
	}
	texts := []string{
		`"a"`, `"b"`, `1`, `2`, `true`, `[]`, `{}`, `["a"]`, `["b"]`, `[["a"]]`, `[["b"]]`, `{"a":"1"}`, `{"a":"2"}`, `{"a":["1"]}`, `{"a":["2"]}`,
		`{"zz":"1"}`, `{"zz":"2"}`, `[{"a":"1"}]`, `[{"a":"2"}]`, `[1]`, `[2]`,
	}
	for _, typ := range types {
		v, err := new(values.Parser).ParseString(`{"block":{"attributes":{"x":{"type":` + typ + `,"optional":true}}}}`)
		if err != nil {
			t.Fatal(err)
		}
		s, err := schema.DecodeSchema(v, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, before := range texts {
			for _, after := range texts {
				marks := values.SensitiveFlags(values.Of(`{"x":true}`))
				c := values.Change{
					Before: values.Of(`{"x":` + before + `}`), After: values.Of(`{"x":` + after + `}`), BeforeSensitive: marks, AfterSensitive: marks,
				}
				res := differ.New(differ.Options{}).Resource(c, plans.Update, s.Block)
				want := plans.NoOp
				if before != after {
					want = plans.Update
				}
				if got := res.Diff.Action; (got == plans.NoOp) != (want == plans.NoOp) {
					t.Errorf("%s: %s -> %s: %s", typ, before, after, got)
				}
			}
		}
	}
}
