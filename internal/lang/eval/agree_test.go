package eval

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/value"
)

// TestFunctionsAgreeWithOperators asks about the same thing with a function and with operators. What is
// known of the result must be the same, for known values and for unknown ones with facts.
func TestFunctionsAgreeWithOperators(t *testing.T) {
	refined := func(typ cty.Type, f value.Facts) value.Value {
		t.Helper()
		f.NotNull = true
		v, err := value.Refine(value.Unknown(typ), f)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	number := func(n float64) *big.Float { return big.NewFloat(n) }
	numbers := map[string]value.Value{
		"known":       value.Of(cty.NumberIntVal(4)),
		"negative":    value.Of(cty.NumberIntVal(-4)),
		"unknown":     refined(cty.Number, value.Facts{}),
		"at least 3":  refined(cty.Number, value.Facts{Min: number(3)}),
		"above 3":     refined(cty.Number, value.Facts{Min: number(3), MinExclusive: true}),
		"at most 7":   refined(cty.Number, value.Facts{Max: number(7)}),
		"below -2":    refined(cty.Number, value.Facts{Max: number(-2), MaxExclusive: true}),
		"from 3 to 7": refined(cty.Number, value.Facts{Min: number(3), Max: number(7)}),
	}
	pairs := []struct{ function, operators string }{
		{"max(v.a, v.b)", "v.a > v.b ? v.a : v.b"},
		{"min(v.a, v.b)", "v.a < v.b ? v.a : v.b"},
		{"abs(v.a)", "v.a < 0 ? -v.a : v.a"},
		{"contains([v.a, 4], v.b)", "v.a == v.b || 4 == v.b"},
		{"alltrue([v.a > 2, v.b > 2])", "v.a > 2 && v.b > 2"},
		{"anytrue([v.a > 2, v.b > 2])", "v.a > 2 || v.b > 2"},
		{"element([v.a, v.b], 1)", "[v.a, v.b][1]"},
		{"concat([v.a], [v.b])[1]", "[v.a, v.b][1]"},
		{"length([v.a, v.b])", "2"},
		{"merge({x = v.a}, {y = v.b}).x", "{x = v.a, y = v.b}.x"},
		{"one([v.a])", "v.a"},
		{"coalesce(v.a, v.b)", "v.a"},
	}
	questions := []string{"(%s) == 4", "(%s) != 4", "(%s) < 3", "(%s) <= 3", "(%s) > 2", "(%s) >= 3", "(%s) < 8", "(%s) == null"}
	decided := 0
	for aName, a := range numbers {
		for bName, b := range numbers {
			host := roots{"v": value.Object(map[string]value.Value{"a": a, "b": b})}
			for _, p := range pairs {
				for _, q := range questions {
					f, o := Eval(bindSource(t, fmt.Sprintf(q, p.function)), host, nil), Eval(bindSource(t, fmt.Sprintf(q, p.operators)), host, nil)
					if f.Err != nil && o.Err != nil {
						continue // a bool is not compared with a number
					}
					have, want := show(f), show(o)
					if have == want {
						if have != "unknown" {
							decided++
						}
						continue
					}
					// Either may know more than the other, but they never contradict each other.
					if have != "unknown" && want != "unknown" {
						t.Errorf("a is %s, b %s: %s is %s, but %s is %s", aName, bName, p.function, have, p.operators, want)
					} else if have == "unknown" && p.operators != "v.a > v.b ? v.a : v.b" {
						t.Errorf("a is %s, b %s: "+q+" is unknown, but with %s it is %s", aName, bName, p.function, p.operators, want)
					}
				}
			}
		}
	}
	if decided < 1000 {
		t.Errorf("only %d questions were decided", decided)
	}
}
