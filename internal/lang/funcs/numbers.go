package funcs

import (
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

func ofNumbers() []*Function {
	number := total("number", types.Number, "The number.")
	numbers := total("numbers", types.Number, "Further numbers.")
	return []*Function{
		standard(Function{
			Name:        "abs",
			Description: "Returns a number without its sign.",
			Example:     `abs(-2)`,
			Result:      `2`,
			Params:      []Param{number},
			Returns:     types.Number,
			Range:       absolute,
		}, stdlib.AbsoluteFunc),
		standard(Function{
			Name:        "ceil",
			Description: "Returns the smallest whole number that is not smaller than a number.",
			Example:     `ceil(1.2)`,
			Result:      `2`,
			Params:      []Param{number},
			Returns:     types.Number,
			Range:       monotonic(stdlib.CeilFunc),
		}, stdlib.CeilFunc),
		standard(Function{
			Name:        "floor",
			Description: "Returns the largest whole number that is not larger than a number.",
			Example:     `floor(1.8)`,
			Result:      `1`,
			Params:      []Param{number},
			Returns:     types.Number,
			Range:       monotonic(stdlib.FloorFunc),
		}, stdlib.FloorFunc),
		standard(Function{
			Name:        "log",
			Description: "Returns the logarithm of a number in a base.",
			Example:     `log(8, 2)`,
			Result:      `3`,
			Params:      []Param{param("number", types.Number, "The number."), param("base", types.Number, "The base.")},
			Returns:     types.Number,
			Partial:     true,
		}, stdlib.LogFunc),
		standard(Function{
			Name:        "max",
			Description: "Returns the largest of several numbers.",
			Example:     `max(1, 3, 2)`,
			Result:      `3`,
			Params:      []Param{number},
			Variadic:    &numbers,
			Returns:     types.Number,
			Range:       func(args []value.Value) cty.Value { return extreme(args, greater) },
			Spread:      extremeSpread(greater),
		}, stdlib.MaxFunc),
		standard(Function{
			Name:        "min",
			Description: "Returns the smallest of several numbers.",
			Example:     `min(1, 3, 2)`,
			Result:      `1`,
			Params:      []Param{number},
			Variadic:    &numbers,
			Returns:     types.Number,
			Range:       func(args []value.Value) cty.Value { return extreme(args, less) },
			Spread:      extremeSpread(less),
		}, stdlib.MinFunc),
		standard(Function{
			Name:        "parseint",
			Description: "Returns the whole number that a string has in a base.",
			Example:     `parseint("ff", 16)`,
			Result:      `255`,
			Params: []Param{
				{Name: "number", Type: types.String, Description: "The digits, perhaps with a sign.", Strict: true},
				param("base", types.Number, "The base, from 2 to 62."),
			},
			Returns: types.Number,
			Partial: true,
		}, stdlib.ParseIntFunc),
		standard(Function{
			Name:        "pow",
			Description: "Returns a number raised to a power.",
			Example:     `pow(2, 8)`,
			Result:      `256`,
			Params:      []Param{param("number", types.Number, "The number."), param("power", types.Number, "The power.")},
			Returns:     types.Number,
			Partial:     true,
		}, stdlib.PowFunc),
		standard(Function{
			Name:        "signum",
			Description: "Returns -1 for negative whole numbers, 1 for positive ones, and 0 for 0. Other numbers are an error, as in Terraform.",
			Example:     `signum(-4)`,
			Result:      `-1`,
			Params:      []Param{param("number", types.Number, "The number.")},
			Returns:     types.Number,
			Partial:     true,
			Range:       monotonic(signum),
		}, stdlib.SignumFunc),
		standard(Function{
			Name:        "range",
			Description: "Returns the numbers from a start up to, but not including, a limit. With one argument, this is the limit, and the start is 0.",
			Example:     `range(1, 4)`,
			Result:      `tolist([1, 2, 3])`,
			Variadic:    &Param{Name: "params", Description: "The limit; or the start and the limit; or these and the step.", Type: types.Number},
			Returns:     types.List{Elem: types.Number},
			Partial:     true,
		}, stdlib.RangeFunc),
	}
}

// numberBetween returns an unknown number between two bounds, each of which may be infinite.
func numberBetween(least cty.Value, leastIncluded bool, most cty.Value, mostIncluded bool) cty.Value {
	b := cty.UnknownVal(cty.Number).Refine().NotNull()
	if isFinite(least) {
		b = b.NumberRangeLowerBound(least, leastIncluded)
	}
	if isFinite(most) {
		b = b.NumberRangeUpperBound(most, mostIncluded)
	}
	return b.NewValue()
}

func isFinite(v cty.Value) bool {
	return v.IsKnown() && !v.RawEquals(cty.PositiveInfinity) && !v.RawEquals(cty.NegativeInfinity)
}

// bounds returns what a number is known to be between.
func bounds(v value.Value) (least cty.Value, leastIncluded bool, most cty.Value, mostIncluded bool) {
	r := v.Cty().Range()
	least, leastIncluded = r.NumberLowerBound()
	most, mostIncluded = r.NumberUpperBound()
	if !least.IsKnown() {
		least = cty.NegativeInfinity
	}
	if !most.IsKnown() {
		most = cty.PositiveInfinity
	}
	return least, leastIncluded, most, mostIncluded
}

// monotonic is a Range for functions that never decrease as their argument grows.
func monotonic(f function.Function) func(args []value.Value) cty.Value {
	return func(args []value.Value) cty.Value {
		least, _, most, _ := bounds(args[0])
		image := func(v cty.Value) cty.Value {
			out, err := f.Call([]cty.Value{v})
			if err != nil {
				return cty.DynamicVal
			}
			return out
		}
		return numberBetween(image(least), true, image(most), true)
	}
}

// signum is the signum of all numbers. The function that can be called takes only whole ones, but what is known of them may be a fraction
// or infinite.
var signum = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "number", Type: cty.Number}},
	Type:   function.StaticReturnType(cty.Number),
	Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
		return cty.NumberIntVal(int64(args[0].AsBigFloat().Sign())), nil
	},
})

// sign is a Range for functions that return -1, 0 or 1.
func sign([]value.Value) cty.Value {
	return numberBetween(cty.NumberIntVal(-1), true, cty.NumberIntVal(1), true)
}

func absolute(args []value.Value) cty.Value {
	least, leastIncluded, most, mostIncluded := bounds(args[0])
	switch {
	case least.GreaterThanOrEqualTo(cty.Zero).True():
		return numberBetween(least, leastIncluded, most, mostIncluded)
	case most.LessThanOrEqualTo(cty.Zero).True():
		return numberBetween(most.Negate(), mostIncluded, least.Negate(), leastIncluded)
	}
	low := least.Negate()
	if low.GreaterThan(most).True() {
		return numberBetween(cty.Zero, true, low, leastIncluded)
	}
	return numberBetween(cty.Zero, true, most, mostIncluded || leastIncluded)
}

func greater(a, b cty.Value) bool { return a.GreaterThan(b).True() }

func less(a, b cty.Value) bool { return a.LessThan(b).True() }

// extremeSpread returns what is known of the most extreme of some numbers, of which only some are certain: it is not beyond that of all,
// and that of those which are certain is not beyond it.
func extremeSpread(beyond func(a, b cty.Value) bool) func(args value.Sequence) (Result, error) {
	return func(args value.Sequence) (Result, error) {
		var all, sure []value.Value
		for _, c := range args.Candidates {
			all = append(all, c.Value)
			if c.Certain {
				sure = append(sure, c.Value)
			}
		}
		limit := extreme(all, beyond)
		least, leastIncluded, most, mostIncluded := bounds(value.Of(limit))
		start, startIncluded, end, endIncluded := cty.NegativeInfinity, true, cty.PositiveInfinity, true
		if len(sure) > 0 {
			start, startIncluded, end, endIncluded = bounds(value.Of(extreme(sure, beyond)))
		}
		if beyond(cty.NumberIntVal(1), cty.Zero) {
			least, leastIncluded = start, startIncluded
		} else {
			most, mostIncluded = end, endIncluded
		}
		return Result{Value: value.Derive(numberBetween(least, leastIncluded, most, mostIncluded), all...), Sure: true}, nil
	}
}

// extreme returns the bounds of the most extreme of several numbers: the one that is beyond all others.
func extreme(args []value.Value, beyond func(a, b cty.Value) bool) cty.Value {
	var least, most cty.Value
	var leastIncluded, mostIncluded bool
	upwards := beyond(cty.NumberIntVal(1), cty.Zero)
	for i, a := range args {
		if a.Type() != cty.Number {
			return cty.NilVal
		}
		l, lIncluded, m, mIncluded := bounds(a)
		switch {
		case i == 0 || beyond(l, least):
			least, leastIncluded = l, lIncluded
		case !beyond(least, l): // the same: the greatest is above it if one of the numbers is
			leastIncluded = upwards && leastIncluded && lIncluded || !upwards && (leastIncluded || lIncluded)
		}
		switch {
		case i == 0 || beyond(m, most):
			most, mostIncluded = m, mIncluded
		case !beyond(most, m):
			mostIncluded = !upwards && mostIncluded && mIncluded || upwards && (mostIncluded || mIncluded)
		}
	}
	return numberBetween(least, leastIncluded, most, mostIncluded)
}
