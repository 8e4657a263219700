package funcs

import (
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// TestSensitiveArguments calls functions of which the result, or the error, says something about an argument that is
// sensitive, although the argument itself is not in it.
func TestSensitiveArguments(t *testing.T) {
	s, n := func(s string) value.Value { return value.Of(cty.StringVal(s)) }, func(n int64) value.Value { return value.Of(cty.NumberIntVal(n)) }
	hidden := func(c cty.Value) value.Value { return value.Of(c).WithSensitive() }
	for _, c := range []struct {
		name string
		args []value.Value
	}{
		{"coalesce", []value.Value{hidden(cty.NullVal(cty.String)), s("a")}},
		{"coalesce", []value.Value{hidden(cty.StringVal("")), value.Of(cty.UnknownVal(cty.String).RefineNotNull())}},
		{"coalescelist", []value.Value{hidden(cty.ListValEmpty(cty.String)), value.List(cty.String, []value.Value{s("a")})}},
		{"distinct", []value.Value{value.List(cty.String, []value.Value{hidden(cty.StringVal("a")), s("b")})}},
		{"distinct", []value.Value{value.List(cty.String, []value.Value{hidden(cty.StringVal("a")), s("a")})}},
		{"type", []value.Value{value.Object(map[string]value.Value{"a": hidden(cty.ObjectVal(map[string]cty.Value{"name_77": cty.True}))})}},
		{"cidrsubnet", []value.Value{s("10.0.0.0/8"), hidden(cty.NumberIntVal(77)), n(0)}},
		{"cidrsubnet", []value.Value{s("10.0.0.0/8"), n(1), hidden(cty.NumberIntVal(77))}},
		{"slice", []value.Value{value.Tuple([]value.Value{s("a")}), hidden(cty.NumberIntVal(-1)), n(1)}},
		{"cidrsubnets", []value.Value{s("10.0.0.0/8"), hidden(cty.NumberIntVal(77))}},
	} {
		r, err := Call(named(t, c.name), c.args, budget.New(0))
		switch {
		case err != nil && (strings.Contains(err.Error(), "77") || strings.Contains(err.Error(), "negative")):
			t.Errorf("%s: %v", c.name, err)
		case err == nil && !r.Value.IsSensitive():
			t.Errorf("%s: %#v is not sensitive", c.name, r.Value.Cty())
		}
	}
	if r, err := Call(named(t, "coalesce"), []value.Value{s("a"), hidden(cty.StringVal("b"))}, budget.New(0)); err != nil || r.Value.IsSensitive() {
		t.Errorf("coalesce is sensitive because of an argument that it does not look at: %v", err)
	}
}

// TestSumOfInfinities adds numbers that have no sum.
func TestSumOfInfinities(t *testing.T) {
	numbers := cty.TupleVal([]cty.Value{cty.PositiveInfinity, cty.NegativeInfinity})
	if r, err := Call(named(t, "sum"), []value.Value{value.Of(numbers)}, budget.New(0)); err == nil {
		t.Errorf("the sum of both infinities is %#v", r.Value.Cty())
	}
}
