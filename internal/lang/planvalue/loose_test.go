package planvalue_test

import (
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// TestArraysOfUnknownKind compares arrays in a plan with a tuple, a list and a set.
func TestArraysOfUnknownKind(t *testing.T) {
	a := []cty.Value{cty.StringVal("a")}
	kinds := []value.Value{value.Of(cty.TupleVal(a)), value.Of(cty.ListVal(a)), value.Of(cty.SetVal(a))}
	for _, c := range []struct {
		after, unknown string
		want           value.Truth
	}{
		{`{"any": ["a"]}`, `{}`, value.Maybe},
		{`{"any": ["b"]}`, `{}`, value.Never},
		{`{"any": [null]}`, `{"any": [true]}`, value.Maybe},
		{`{"any": ["a", null]}`, `{"any": [false, true]}`, value.Maybe},
		{`{"any": ["b", null]}`, `{"any": [false, true]}`, value.Never},
		{`{"any": "a"}`, `{}`, value.Never},
		{`{}`, `{"any": true}`, value.Maybe},
		{`{"any": {"a": "a"}}`, `{}`, value.Never},
	} {
		for _, trust := range []planvalue.Trust{planvalue.Guessed, planvalue.Corrected, planvalue.Exact} {
			side := planvalue.Side{
				Address: "disk.a", Block: thing(t), Trust: trust, Value: values.Of(c.after), Unknown: values.UnknownFlags(values.Of(c.unknown)),
			}
			var shapes planvalue.Shapes
			r, _ := shapes.Object(side).Attr("any")
			for _, kind := range kinds {
				got := value.Same(r.Value, kind)
				if r.Value.Type().IsTupleType() && r.Value.Type().Length() == 2 && !kind.Type().IsSetType() {
					continue // only in a set can two elements be one
				}
				if got != c.want {
					t.Errorf("%s with %s unknown is %#v: %v, want %v", c.after, c.unknown, kind.Cty(), got, c.want)
				}
				if eq := value.Equal(r.Value, kind); got == value.Maybe && len(eq.Causes()) == 0 {
					t.Errorf("%s: there is no cause", c.after)
				}
			}
		}
	}
}

// TestUnknownBlock asks what a block is that is wholly unknown: without a schema, anything.
func TestUnknownBlock(t *testing.T) {
	inner := (&schema.Block{Attributes: []schema.Attribute{planvalue.AnyAttribute("create")}}).Finish()
	block := (&schema.Block{Blocks: []schema.NestedBlock{{Name: "timeouts", Nesting: schema.NestingSingle, Block: inner}}}).Finish()
	for trust, dynamic := range map[planvalue.Trust]bool{planvalue.Guessed: true, planvalue.Exact: false} {
		side := planvalue.Side{Block: block, Trust: trust, Value: values.Of(`{}`), Unknown: values.UnknownFlags(values.Of(`{"timeouts": true}`))}
		var shapes planvalue.Shapes
		r, _ := shapes.Object(side).Attr("timeouts")
		if got := r.Value.Type() == cty.DynamicPseudoType; got != dynamic || r.Value.IsKnown() {
			t.Errorf("trust %d: %#v", trust, r.Value.Cty())
		}
	}
}
