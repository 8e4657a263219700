package funcs_test

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/funcs"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// hostile are arguments that are large, or stand for much. What needs memory for each pair of elements needs more than TestHostileArguments
// allows for some steps with each element. With more of them, it would only take longer: cty sorts a set whenever somebody looks at its elements.
func hostile() map[string]cty.Value {
	numbers := make([]cty.Value, 10_000)
	texts := make([]cty.Value, 5_000)
	mixed := make([]cty.Value, 2_000)
	attrs := map[string]cty.Value{}
	for i := range numbers {
		numbers[i] = cty.NumberIntVal(int64(i))
	}
	for i := range texts {
		texts[i] = cty.StringVal(fmt.Sprintf("%064d", i))
		attrs[fmt.Sprint("a", i)] = texts[i]
	}
	for i := range mixed {
		mixed[i] = cty.TupleVal([]cty.Value{numbers[i], texts[i]})
		if i%2 == 0 {
			mixed[i] = cty.ObjectVal(map[string]cty.Value{fmt.Sprint("k", i): texts[i]})
		}
	}
	var laughs strings.Builder
	laughs.WriteString("a0: &a0 [x,x,x,x,x,x,x,x,x]\n")
	for i := 1; i < 9; i++ {
		fmt.Fprintf(&laughs, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i-1), 9), ","))
	}
	return map[string]cty.Value{
		"text":    cty.StringVal(strings.Repeat("x", 1<<19)),
		"lines":   cty.StringVal(strings.Repeat("a,b\n", 1<<17)),
		"digits":  cty.StringVal(strings.Repeat("9", 1<<17)),
		"deep":    cty.StringVal(strings.Repeat("[", 1<<17)),
		"array":   cty.StringVal("[" + strings.Repeat("1,", 1<<16) + "1]"),
		"powers":  cty.StringVal("[" + strings.Repeat("1e-99999,", 1<<14) + "1]"),
		"yaml":    cty.StringVal(laughs.String()),
		"marks":   cty.StringVal(strings.Repeat("e\u0301\u200d", 1<<16)),
		"pattern": cty.StringVal("(x{1,30}){30}y"),
		"format":  cty.StringVal(strings.Repeat("%9999s", 500)),
		"huge":    cty.MustParseNumberVal("1e600000000"),
		"tiny":    cty.MustParseNumberVal("1e-600000000"),
		"numbers": cty.ListVal(numbers),
		"texts":   cty.ListVal(texts),
		"set":     cty.SetVal(texts[:2_500]),
		"mixed":   cty.TupleVal(mixed),
		"object":  cty.ObjectVal(attrs),
		"map":     cty.MapVal(attrs),
	}
}

// harmless are arguments for the other parameters, by what they may have to be.
func harmless(t types.Type) cty.Value {
	switch {
	case t == types.String:
		return cty.StringVal("x")
	case t == types.Bool:
		return cty.True
	case types.Conversion(types.Number, t) == types.Safe && t != types.Any:
		return cty.NumberIntVal(2)
	}
	return cty.ListVal([]cty.Value{cty.StringVal("x"), cty.StringVal("y")})
}

// TestHostileArguments calls each function with each hostile argument in each place, and in all. What a call takes of memory is
// in proportion to the steps that it takes, and to its arguments. It takes one of 71 calls; PLANFMT_TEST=full takes one of 5, with the
// default budget, and PLANFMT_TEST=exhaustive all.
func TestHostileArguments(t *testing.T) {
	sampling.SkipShort(t)
	const (
		perStep = 4 << 10
		free    = 48 << 20 // for what looks at an argument
	)
	limit, share := 100_000, 71
	if sampling.Full() {
		limit, share = budget.Default, 5
	}
	if sampling.Exhaustive() {
		share = 1
	}
	made := map[string]value.Value{}
	for kind, arg := range hostile() {
		made[kind] = value.Of(arg)
	}
	all, calls, exceeded, worst, worstCall := 0, 0, 0, uint64(0), ""
	for _, f := range funcs.All() {
		if f.Call == nil {
			continue
		}
		params := f.Params
		if f.Variadic != nil {
			params = append(params[:len(params):len(params)], *f.Variadic)
		}
		for _, kind := range slices.Sorted(maps.Keys(made)) {
			arg := made[kind]
			for at := range len(params) + 1 {
				if all++; all%share != 0 {
					continue
				}
				args := make([]value.Value, len(params))
				for i := range params {
					args[i] = value.Of(harmless(params[i].Type))
					if i == at || at == len(params) {
						args[i] = arg
					}
				}
				b := budget.New(limit)
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				_, _ = funcs.Call(f, args, b)
				runtime.ReadMemStats(&after)
				calls++
				if b.Exceeded() {
					exceeded++
				}
				call := fmt.Sprintf("%s with %s at %d: %d steps", f.Name, kind, at, b.Used())
				bytes := after.TotalAlloc - before.TotalAlloc
				if bytes > worst {
					worst, worstCall = bytes, call
				}
				if bytes > uint64(free+perStep*b.Used()) {
					t.Errorf("%s and %d bytes", call, bytes)
				}
			}
		}
	}
	t.Logf("of %d calls, %d exceed %d steps; at most %d MiB in all: %s", calls, exceeded, limit, worst>>20, worstCall)
	if all < 200 || exceeded == 0 {
		t.Error("there are too few hostile calls")
	}
}
