package funcs

import (
	"fmt"
	"math"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// setOperation is the Call of a function of sets. It may fail if the elements have different types,
// and have to be converted.
func setOperation(std function.Function, bounds func(args []value.Value) cty.Value) func(args []value.Value) (Result, error) {
	call := standard(Function{Partial: true, Variadic: &Param{Type: types.Any}, Returns: types.Any, Range: bounds}, std).Call
	return func(args []value.Value) (Result, error) {
		r, err := call(args)
		r.Sure = true
		for _, a := range args {
			r.Sure = r.Sure && a.Type().Equals(args[0].Type()) && !a.Type().HasDynamicTypes()
		}
		return r, err
	}
}

// maxCombinations is how many elements a product can have. Without a limit, a few short
// lists could take all memory.
const maxCombinations = 100_000

// combinations returns how many elements the product of values has whose sizes are known, or
// a greater number than [maxCombinations] if these are too many.
func combinations(args []value.Value) int {
	n := 1
	for _, a := range args {
		size, _ := sizes(a)
		if size == 0 {
			return 0
		}
		n = min(n, maxCombinations+1) * min(size, maxCombinations+1)
	}
	return n
}

// setProduct knows the sizes of products better than go-cty, which forgets that a set may be empty.
func setProduct(args []value.Value) (Result, error) {
	for _, a := range args {
		least, most := sizes(a)
		if a.IsKnown() && least == most {
			continue
		}
		if _, err := stdlib.SetProductFunc.ReturnTypeForValues(ctys(args)); err != nil {
			return Result{}, err
		}
		product := productRange(args)
		if product == cty.NilVal {
			product = cty.DynamicVal
		}
		return Result{Value: value.Derive(product, args...).NotNull()}, nil
	}
	if combinations(args) > maxCombinations {
		return Result{}, fmt.Errorf("there are more than %d combinations", maxCombinations)
	}
	v, err := stdlib.SetProductFunc.Call(ctys(args))
	if err != nil {
		return Result{}, err
	}
	return Result{Value: value.Of(v).WithRestsOf(args...).LooseLike(args...).DerivedFrom(args...)}, nil
}

func setOf(args []value.Value, least, most int) cty.Value {
	t := cty.DynamicPseudoType
	for _, a := range args {
		if !a.Type().IsSetType() || t != cty.DynamicPseudoType && !t.Equals(a.Type()) {
			return cty.NilVal
		}
		t = a.Type()
	}
	if t.HasDynamicTypes() {
		return cty.NilVal
	}
	return bounded(t, least, most)
}

// unionRange, and those below, are for sets of which the size is unknown.
func unionRange(args []value.Value) cty.Value {
	least, most := 0, 0
	for _, a := range args {
		l, m := sizes(a)
		least, most = max(least, l), plus(most, m)
	}
	return setOf(args, least, most)
}

func intersectionRange(args []value.Value) cty.Value {
	most := math.MaxInt
	for _, a := range args {
		_, m := sizes(a)
		most = min(most, m)
	}
	return setOf(args, 0, most)
}

func subtractRange(args []value.Value) cty.Value {
	least, most := sizes(args[0])
	_, fewer := sizes(args[1])
	return setOf(args, max(0, least-fewer), most)
}

func productRange(args []value.Value) cty.Value {
	returns, err := stdlib.SetProductFunc.ReturnTypeForValues(ctys(args))
	if err != nil || !returns.IsCollectionType() || returns.HasDynamicTypes() {
		return cty.NilVal
	}
	least, most := 1, 1
	for _, a := range args {
		l, m := sizes(a)
		if returns.IsSetType() && !a.Type().IsSetType() {
			l = min(l, 1) // equal elements become one
		}
		least, most = times(least, l), times(most, m)
	}
	return bounded(returns, least, most)
}
