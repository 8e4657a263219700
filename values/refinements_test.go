package values_test

import (
	"slices"
	"testing"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

func TestRefinementAllows(t *testing.T) {
	in, beyond := func(n string) values.Bound { return values.Bound{Number: n} }, func(n string) values.Bound { return values.Bound{Number: n, IsBeyond: true} }
	r := values.Refinement{
		NotNull: true, Prefix: "é", Number: values.Range{Min: in("-2"), Max: beyond("100.5")}, Length: values.Range{Min: in("1"), Max: in("2")},
	}
	for value, want := range map[string]bool{
		`null`: false, `"é"`: true, `"éx"`: true, `"\u00e9"`: true, `"e"`: false, `""`: false,
		`-2`: true, `-2.0`: true, `-2.0001`: false, `-3`: false, `1e2`: true, `100.5`: false, `100.50`: false, `99`: true, `1000`: false,
		`[]`: false, `[1]`: true, `[1,2]`: true, `[1,2,3]`: false, `{"a":1}`: true, `{}`: false, `true`: true,
	} {
		if have := r.Allows(values.Of(value)); have != want {
			t.Errorf("%s: have %v", value, have)
		}
		if !(values.Refinement{}).Allows(values.Of(value)) {
			t.Errorf("%s is not allowed where nothing is known", value)
		}
	}
	if r.Allows(values.Value{}) {
		t.Error("no value is allowed where null is not")
	}
	for _, r := range []values.Range{{in("3"), in("2")}, {in("2"), beyond("2")}, {beyond("2"), in("2.0")}, {in("10"), in("9")}} {
		if !r.IsEmpty() {
			t.Errorf("%+v is not empty", r)
		}
	}
	for _, r := range []values.Range{{}, {Min: in("3")}, {Max: beyond("3")}, {in("2"), in("2")}, {beyond("9"), beyond("10")}} {
		if r.IsEmpty() {
			t.Errorf("%+v is empty", r)
		}
	}
}

func TestRefinements(t *testing.T) {
	var r values.Refinements
	if !r.IsEmpty() || r.At(plans.Key("a")).Of() != (values.Refinement{}) {
		t.Error("the zero Refinements say something")
	}
	r.Add([]plans.Step{plans.Key("a"), plans.Index(1)}, values.Refinement{Prefix: "x"})
	r.Add([]plans.Step{plans.Key("a")}, values.Refinement{Prefix: "y", NotNull: true})
	r.Add(nil, values.Refinement{NotNull: true})
	a := r.At(plans.Key("a"))
	if r.IsEmpty() || !r.Of().NotNull || a.Of().Prefix != "y" || a.At(plans.Index(1)).Of().Prefix != "x" || !a.At(plans.Index(0)).IsEmpty() || !a.At(plans.Index(-1)).IsEmpty() {
		t.Errorf("have %+v, %+v, %+v", r.Of(), a.Of(), a.At(plans.Index(1)).Of())
	}
	if have := slices.Sorted(r.Prefixes()); !slices.Equal(have, []string{"x", "y"}) {
		t.Errorf("have the prefixes %q", have)
	}
	for range r.Prefixes() { // one that stops is not asked again
		break
	}
}
