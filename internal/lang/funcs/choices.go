package funcs

import (
	"cmp"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// maxCalls is how many choices of arguments a function is called with.
const maxCalls = 8

// callChoices calls a function for each choice of arguments that have some. mayFail is what may be wrong with a call
// for all of them, or empty.
func callChoices(f *Function, args []value.Value, mayFail string, b *budget.Budget) (Result, error) {
	var joined Result
	var failed error
	found := false
	all := eachChoice(args, func(chosen []value.Value) {
		one, err := call(f, chosen, b)
		switch {
		case err != nil && failed == nil:
			failed = err
			return
		case err != nil:
			return
		case found:
			joined.Value = value.Join(joined.Value, one.Value)
		default:
			joined.Value, found = one.Value, true
		}
		if joined.MayFail == "" {
			joined.MayFail = one.MayFail
		}
	})
	switch {
	case !found && all:
		return Result{}, failed
	case !found: // arguments of another type may be null
		joined.Value = value.Derive(cty.DynamicVal, args...)
	}
	if failed != nil {
		joined.MayFail = cmp.Or(mayFail, "it depends on values that are not known yet")
	}
	if !joined.Value.IsWhollyKnown() {
		for _, a := range args {
			joined.Value = joined.Value.WithCauses(a.Causes()...)
		}
	}
	return joined, nil
}

// eachChoice calls do with each combination of what the arguments may be. If there are too many, it leaves some of the
// arguments as they are, and reports false.
func eachChoice(args []value.Value, do func([]value.Value)) (all bool) {
	calls := 1
	all = true
	of := make([][]value.Value, len(args))
	for i, a := range args {
		of[i] = []value.Value{a}
		choices, ok := a.Choices()
		switch {
		case ok && calls*len(choices) <= maxCalls:
			of[i] = choices
			calls *= len(choices)
		case ok:
			all = false
		}
	}
	chosen := make([]value.Value, len(args))
	for n := range calls {
		for i, choices := range of {
			chosen[i] = choices[n%len(choices)]
			n /= len(choices)
		}
		do(chosen)
	}
	return all
}
