package value_test

import (
	"fmt"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/value"
)

// TestQuotientOfLengths divides numbers of a lower precision than those of a plan: what is said about a quotient while an
// operand is unknown holds when it is known.
func TestQuotientOfLengths(t *testing.T) {
	for n := int64(1); n < 20; n++ {
		for d := int64(2); d < 20; d++ {
			by := value.Of(cty.NumberIntVal(d))
			limit := value.Of(cty.MustParseNumberVal(fmt.Sprint(n)).Divide(cty.MustParseNumberVal(fmt.Sprint(d))))
			quotient := func(c cty.Value) value.Value {
				q, may, err := value.Divide(value.Of(c), by)
				if may != nil || err != nil {
					t.Fatal(may, err)
				}
				return q
			}
			known := quotient(cty.NumberIntVal(n))
			for _, bounded := range []cty.Value{
				cty.UnknownVal(cty.Number).Refine().NotNull().NumberRangeUpperBound(cty.NumberIntVal(n), true).NewValue(),
				cty.UnknownVal(cty.Number).Refine().NotNull().NumberRangeLowerBound(cty.NumberIntVal(n), true).NewValue(),
			} {
				q := quotient(bounded)
				for _, less := range []func(a, b value.Value) value.Truth{value.Less, func(a, b value.Value) value.Truth { return value.Less(b, a) }} {
					if was, is := less(q, limit), less(known, limit); was != value.Maybe && was != is {
						t.Errorf("%d/%d: %v, and %v once it is known", n, d, was, is)
					}
				}
			}
		}
	}
}
