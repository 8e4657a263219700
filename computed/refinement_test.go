package computed_test

import (
	"os"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/values"
)

func TestRefinementText(t *testing.T) {
	docs, err := os.ReadFile("../docs/refinements.md")
	if err != nil {
		t.Fatal(err)
	}
	in, beyond := func(n string) values.Bound { return values.Bound{Number: n} }, func(n string) values.Bound { return values.Bound{Number: n, IsBeyond: true} }
	number := func(low, high values.Bound) values.Refinement {
		return values.Refinement{Number: values.Range{Min: low, Max: high}}
	}
	length := func(low, high values.Bound) values.Refinement {
		return values.Refinement{Length: values.Range{Min: low, Max: high}}
	}
	var none values.Bound
	for _, test := range []struct {
		known values.Refinement
		want  string
		extra bool // it is not in the table of the documentation
	}{
		{values.Refinement{}, "", true},
		{values.Refinement{NotNull: true}, "not null", false},
		{values.Refinement{Prefix: "arn:aws:"}, `starts with "arn:aws:"`, false},
		{values.Refinement{Prefix: "a\"\n\x1b\u202e"}, `starts with "a\"\n\x1b\u202e"`, true},
		{number(in("0"), none), "0 or more", false},
		{number(in("0"), in("9223372036854775807")), "0 or more", true},
		{number(none, beyond("9223372036854775807")), "less than 9223372036854775807", true},
		{number(in("-1.5"), none), "-1.5 or more", true},
		{number(beyond("2"), none), "more than 2", false},
		{number(none, in("5")), "at most 5", false},
		{number(none, beyond("5")), "less than 5", false},
		{number(in("2"), in("5")), "2 to 5", false},
		{number(beyond("2"), in("5")), "more than 2, at most 5", false},
		{number(in("2"), beyond("5")), "2 or more, less than 5", true},
		{number(beyond("2"), beyond("5")), "more than 2, less than 5", true},
		{number(in("5"), in("5")), "exactly 5", false},
		{number(beyond("5"), beyond("5")), "more than 5, less than 5", true},
		{length(in("1"), none), "at least 1 element", false},
		{length(in("2"), none), "at least 2 elements", true},
		{length(none, in("4")), "at most 4 elements", false},
		{length(none, in("1")), "at most 1 element", true},
		{length(none, in("0")), "at most 0 elements", true},
		{length(in("2"), in("4")), "2 to 4 elements", false},
		{length(in("0"), in("1")), "0 to 1 element", true},
		{length(in("3"), in("3")), "exactly 3 elements", false},
		{length(in("1"), in("1")), "exactly 1 element", true},
		{
			values.Refinement{NotNull: true, Prefix: "a", Number: values.Range{Min: in("0")}, Length: values.Range{Max: in("2")}},
			`not null, starts with "a", 0 or more, at most 2 elements`, true,
		},
	} {
		if have := computed.RefinementText(&test.known); have != test.want {
			t.Errorf("%+v: have %s, want %s", test.known, have, test.want)
		}
		if !test.extra && !strings.Contains(string(docs), "| `"+test.want+"` |") {
			t.Errorf("the documentation lacks %s", test.want)
		}
	}
	if have := computed.RefinementText(nil); have != "" {
		t.Errorf("have %q for nothing", have)
	}
}
