package values

import (
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/plans"
)

// What flags of sensitivity do not say clearly is hidden. Of what is unknown, only a true counts, which is for the whole value if the
// tree does not have its shape.
func TestCovers(t *testing.T) {
	for _, test := range []struct {
		value, marks string
		want         bool
	}{
		{`"x"`, `true`, true},
		{`null`, `true`, true},
		{`"x"`, `false`, false},
		{`"x"`, ``, false},
		{`"x"`, `{}`, false},
		{`"x"`, `[]`, false},
		{`"x"`, `{"a": [false, {"b": true}]}`, true},
		{`"x"`, `{"a": null}`, true},
		{`{"a": 1}`, `{"a": true}`, false}, // that is for a
		{`[1]`, `{"a": true}`, true},
		{`[1]`, `[true]`, false},
		{`null`, `[true]`, false},
		{`"x"`, `null`, true},
		{`{}`, `null`, true},
		{`null`, `null`, false},
		{`"x"`, `"false"`, true},
		{`"x"`, `0`, true},
	} {
		if got := SensitiveFlags(Of(test.marks)).Covers(Of(test.value)); got != test.want {
			t.Errorf("%s with %s: hidden is %v", test.value, test.marks, got)
		}
		if got := UnknownFlags(Of(test.marks)).Covers(Of(test.value)); got != (test.want && strings.Contains(test.marks, "true")) {
			t.Errorf("%s with %s: unknown is %v", test.value, test.marks, got)
		}
	}
}

func TestFlagsAt(t *testing.T) {
	for _, test := range []struct {
		marks   string
		at      any
		want    string
		lenient string // where it differs; a space for nothing
	}{
		{`true`, "a", `true`, ``},
		{`true`, 1, `true`, ``},
		{`false`, 1, `false`, ``},
		{`null`, "a", `null`, ` `},
		{`null`, 0, `null`, ` `},
		{`"x"`, 0, `"x"`, ` `},
		{``, "a", ``, ``},
		{``, 0, ``, ``},
		{`{"a": {"b": true}}`, "a", `{"b": true}`, ``},
		{`{"a": true}`, "b", ``, ``},
		{`{}`, "b", ``, ``},
		{`{"a": true}`, 0, ``, ``},
		{`[false, true]`, 0, `false`, ``},
		{`[false, true]`, 1, `true`, ``},
		{`[false, true]`, 2, `true`, ` `}, // nobody says that it may be seen
		{`[false]`, -1, ``, ``},
		{`[]`, 0, ``, ``},
		{`[true]`, "a", ``, ``},
	} {
		var step plans.Step
		switch at := test.at.(type) {
		case string:
			step = plans.Key(at)
		case int:
			step = plans.Index(at)
		}
		if got := SensitiveFlags(Of(test.marks)).At(step).String(); got != test.want {
			t.Errorf("%s at %v: have %s, want %s", test.marks, test.at, got, test.want)
		}
		want := test.want
		if test.lenient != "" {
			want = strings.TrimSpace(test.lenient)
		}
		if got := UnknownFlags(Of(test.marks)).At(step).String(); got != want {
			t.Errorf("%s at %v, unknown: have %s, want %s", test.marks, test.at, got, want)
		}
	}
}

func TestFlagsAny(t *testing.T) {
	for _, test := range []struct {
		flags           string
		strict, lenient bool
		invalid         Kind
	}{
		{``, false, false, Absent},
		{`false`, false, false, Absent},
		{`true`, true, true, Absent},
		{`{"a":[false,{}]}`, false, false, Absent},
		{`{"a":[false,{"b":true}]}`, true, true, Absent},
		{`{"true":false}`, false, false, Absent},
		{`{"a":null}`, true, false, Absent},
		{`[1]`, true, false, Number},
		{`{"a":["true"]}`, true, false, String},
	} {
		tree := Of(test.flags)
		if got := SensitiveFlags(tree).Any(); got != test.strict {
			t.Errorf("%s: any sensitive is %v", test.flags, got)
		}
		if got := UnknownFlags(tree).Any(); got != test.lenient {
			t.Errorf("%s: any unknown is %v", test.flags, got)
		}
		if got := UnknownFlags(tree).Invalid(); got != test.invalid {
			t.Errorf("%s: invalid is %s", test.flags, got)
		}
		if got := UnknownFlags(tree).IsAbsent(); got != (test.flags == "") {
			t.Errorf("%s: absent is %v", test.flags, got)
		}
	}
	if f := FlagsFromNames([]string{"b", "a", "b"}); f.String() != `{"a":true,"b":true}` || !f.Any() || f.All() {
		t.Errorf("flags from names: %s", f)
	}
	if !AllFlags().All() || (Flags{}).Any() || !(Flags{}).IsAbsent() {
		t.Error("all flags, or none")
	}
}

func TestFlagsParts(t *testing.T) {
	var have []string
	for step, f := range UnknownFlags(Of(`{"b":[true,{}],"a":false}`)).Parts() {
		have = append(have, plans.NewPath(step).String()+" "+f.String())
		for step, f := range f.Parts() {
			have = append(have, plans.NewPath(step).String()+" "+f.String())
			break
		}
	}
	if want := []string{"a false", "b [true,{}]", "[0] true"}; !slices.Equal(have, want) {
		t.Errorf("have %q, want %q", have, want)
	}
}
