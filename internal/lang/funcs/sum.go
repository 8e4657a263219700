package funcs

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/value"
)

func sum(args []value.Value) (Result, error) {
	s, ok := args[0].Sequence()
	switch {
	case !ok:
		return Result{Value: value.Derive(cty.UnknownVal(cty.Number), args...).NotNull()}, nil
	case s.Max == 0:
		return Result{}, &ArgError{Err: errors.New("argument must not be empty")}
	}
	total := value.Of(cty.Zero)
	sure := s.Min > 0
	for i, c := range s.Candidates {
		e := c.Value
		if e.IsNull() && c.Certain {
			return Result{}, &ArgError{Err: fmt.Errorf("element %d is null", i)}
		}
		if sure = sure && !e.MayBeNull(); e.IsNull() {
			continue // or else, the call fails
		}
		var may, err error
		if total, may, err = value.Add(total, share(s, i)); err != nil {
			return Result{}, err
		}
		sure = sure && may == nil
	}
	if least := atLeastOne(s); least != nil && !total.IsKnown() {
		if refined, err := value.Refine(total, value.Facts{Min: least}); err == nil {
			total = refined
		}
	}
	return Result{Value: total.DerivedFrom(args...), Sure: sure}, nil
}

// atLeastOne returns the greatest of the certain numbers if none is negative: of those that are equal, one is there.
func atLeastOne(s value.Sequence) (most *big.Float) {
	for _, c := range s.Candidates {
		least, _, _, _ := bounds(c.Value)
		if least.LessThan(cty.Zero).True() {
			return nil
		}
		if f := least.AsBigFloat(); c.Certain && (most == nil || most.Cmp(f) < 0) {
			most = f
		}
	}
	return most
}

// share returns what a number may add to the sum of a list.
func share(s value.Sequence, i int) value.Value {
	c := s.Candidates[i]
	e := c.Value.NotNull()
	least, _, most, _ := bounds(e)
	switch {
	case !c.Many && c.Certain && (!s.Unordered || s.Min == len(s.Candidates)):
		return e
	case !least.LessThan(cty.Zero).True():
		least = cty.Zero
	}
	if most.LessThan(cty.Zero).True() {
		most = cty.Zero
	}
	if c.Many && least.LessThan(cty.Zero).True() {
		least = cty.NegativeInfinity
	}
	if c.Many && most.GreaterThan(cty.Zero).True() {
		most = cty.PositiveInfinity
	}
	return value.Derive(numberBetween(least, true, most, true), e)
}
