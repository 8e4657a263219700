package plans_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/plans"
)

func TestPathMarshals(t *testing.T) {
	for want, p := range map[string]plans.Path{
		`[]`:                      plans.NewPath(),
		`["tags","Name"]`:         plans.NewPath(plans.Key("tags"), plans.Key("Name")),
		`["disk",0,"size"]`:       plans.NewPath(plans.Key("disk"), plans.Index(0), plans.Key("size")),
		`["0",12]`:                plans.NewPath(plans.Key("0"), plans.Index(12)),
		`["",".[\"a\\\"]","é\n"]`: plans.NewPath(plans.Key(""), plans.Key(`.["a\"]`), plans.Key("é\n")),
	} {
		data, err := json.Marshal(p)
		if err != nil || string(data) != want {
			t.Errorf("%v marshals as %s, %v; want %s", p, data, err, want)
		}
		var back plans.Path
		if err := json.Unmarshal(data, &back); err != nil || !reflect.DeepEqual(back, p) {
			t.Errorf("%s reads as %v, %v; want %v", data, back, err, p)
		}
	}
	if data, err := json.Marshal(plans.Path{}); err != nil || string(data) != "[]" {
		t.Errorf("no path marshals as %s, %v", data, err)
	}
	for in, want := range map[string]string{
		`null`:      "path: want a list of steps",
		`"a"`:       "cannot unmarshal string",
		`[null]`:    "step of a path",
		`[true]`:    "step of a path: want a string, or an index from 0",
		`["a",-1]`:  "step of a path",
		`["a",1.5]`: "step of a path",
		`[1e99]`:    "step of a path",
		`[{"a":1}]`: `step of a path`,
	} {
		kept := plans.NewPath(plans.Key("kept"))
		p := kept
		err := p.UnmarshalJSON([]byte(in))
		if err == nil || !strings.Contains(err.Error(), want) || !reflect.DeepEqual(p, kept) {
			t.Errorf("%s reads as %v, %v; want an error with %q", in, p, err, want)
		}
	}
}

// FuzzPathJSON checks that what can be read is read again as the same.
func FuzzPathJSON(f *testing.F) {
	for _, s := range []string{`[]`, `["a",0]`, `["\ud800"]`, `[01]`, `[null]`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var p, back plans.Path
		if json.Unmarshal(data, &p) != nil {
			return
		}
		text, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &back); err != nil || back.String() != p.String() {
			t.Fatalf("%s: %v became %v, %v", data, p, back, err)
		}
	})
}
