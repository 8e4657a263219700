package eval_test

import (
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

func TestLimits(t *testing.T) {
	sampling.SkipShort(t)
	for _, src := range []string{
		`[for a in range(1000) : range(1000)]`,
		`{ for a in range(1000) : "x${a}" => range(1000) }`,
		`format("%999999999s", "a")`,
		`formatlist("%999999999s", ["a", "b"])`,
		`indent(1000000000, "a\nb")`, `indent(1000000000000, "a")`,
	} {
		if !sampling.TakesOneOf(2, t.Name(), src) {
			continue
		}
		r := evalConvert(t, src)
		if r.Err == nil {
			t.Errorf("%s is no error", src)
		} else if !strings.Contains(r.Err.Error(), "greater than 10000") && !strings.Contains(r.Err.Error(), "would have more than") && !strings.Contains(r.Err.Error(), "can have") && !strings.Contains(r.Err.Error(), "--max-steps") {
			t.Errorf("%s: %v", src, r.Err)
		}
	}
	for _, src := range []string{`[for a in range(100) : range(100)]`, `format("%5d%%%10s", 1, "a")`, `indent(2, "a\nb")`} {
		if r := evalConvert(t, src); r.Err != nil {
			t.Errorf("%s: %v", src, r.Err)
		}
	}
}

// What a loop makes is limited while it is made, not when all of it is in memory: the steps say how far it has come.
func TestLoopsAreLimitedEarly(t *testing.T) {
	for _, src := range []string{
		`[for a in range(1000) : [for b in range(1000) : format("%9000s", "x")]]`,
		`{ for a in range(1000) : "x${a}" => [for b in range(1000) : format("%9000s", "x")] }`,
		`[for a in range(1000) : { for b in range(1000) : "x" => format("%9000s", "x")... }]`,
	} {
		b := budget.New(100_000_000)
		r := evalWithin(t, src, b)
		if r.Err == nil || !strings.Contains(r.Err.Error(), "can have") || b.Used() > 5_000_000 {
			t.Errorf("%s: %v, after %d steps", src, r.Err, b.Used())
		}
	}
}
