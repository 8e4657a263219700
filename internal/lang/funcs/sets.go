package funcs

import (
	"fmt"
	"math"
	"slices"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// setOperation is the Call of a function of sets. It may fail if the elements have different types,
// and have to be converted. What go-cty does not know of the elements, combine finds out.
func setOperation(std function.Function, bounds func(args []value.Value) cty.Value, combine func(sets []value.Sequence) []value.Candidate) func(args []value.Value) (Result, error) {
	call := standard(Function{Partial: true, Variadic: &Param{Type: types.Any}, Returns: types.Any, Range: bounds}, std).Call
	return func(args []value.Value) (Result, error) {
		r, err := call(args)
		r.Sure = true
		for _, a := range args {
			r.Sure = r.Sure && a.Type().Equals(args[0].Type()) && !a.Type().HasDynamicTypes()
		}
		if causes, loose := value.Tuple(args).OrderUnknown(); loose && err == nil {
			r.Value = value.Derive(cty.DynamicVal, args...).NotNull().WithCauses(causes...)
		}
		if err != nil || r.Value.IsWhollyKnown() {
			return r, err
		}
		if sets, ok := asSets(args, r.Value.Type()); ok {
			least, most := sizes(r.Value)
			r.Value = setAmong(combine(sets), least, most).Set(elem(r.Value)).DerivedFrom(args...)
		}
		return r, nil
	}
}

// setSpread is setOperation for a number of sets that is not known. What they have in common is the type of all of them.
func setSpread(combine func(sets []value.Sequence) []value.Candidate) func(args value.Sequence) (Result, error) {
	return func(args value.Sequence) (Result, error) {
		all := make([]value.Value, len(args.Candidates))
		for i, c := range args.Candidates {
			all[i] = c.Value
		}
		t, sure := commonSet(args.Candidates)
		sets, ok := asSets(all, t)
		if !ok {
			return Result{Value: value.Derive(cty.DynamicVal, all...).NotNull()}, nil
		}
		for i, c := range args.Candidates {
			sets[i] = sets[i].Within(c)
		}
		return Result{Value: setAmong(combine(sets), 0, math.MaxInt).Set(t.ElementType()).DerivedFrom(all...), Sure: sure}, nil
	}
}

// commonSet returns the type that sets have in common, or another one if nobody knows: the type of all of them, or that of sets of texts if there is
// a text in one of them. It is not sure that each of them can be converted.
func commonSet(sets []value.Candidate) (t cty.Type, sure bool) {
	t = sets[0].Value.Type()
	if !slices.ContainsFunc(sets, func(c value.Candidate) bool { return !c.Value.Type().Equals(t) }) {
		return t, true
	}
	for _, set := range sets {
		elems, _ := set.Value.Members()
		if set.Certain && slices.ContainsFunc(elems, func(e value.Candidate) bool { return e.Certain && e.Value.Type() == cty.String }) {
			return cty.Set(cty.String), false
		}
	}
	return cty.DynamicPseudoType, false
}

// maxPairs is how many pairs of elements are compared for what is in a set.
const maxPairs = 100_000

// asSets returns the elements of arguments as those of sets of one type, to which all of them are converted if that does not fail.
func asSets(args []value.Value, t cty.Type) ([]value.Sequence, bool) {
	if !t.IsSetType() || t.ElementType().HasDynamicTypes() {
		return nil, false
	}
	sets := make([]value.Sequence, len(args))
	n := 0
	for i, a := range args {
		set, _, err := value.Convert(a, t)
		if err != nil {
			return nil, false
		}
		s, ok := set.Sequence()
		if n += len(s.Candidates); !ok || n*n > maxPairs {
			return nil, false
		}
		sets[i] = s
	}
	return sets, true
}

// setAmong returns a set with elements that have been found out, and with bounds that are known otherwise.
func setAmong(candidates []value.Candidate, least, most int) value.Sequence {
	s := without(value.Sequence{Unordered: true, Max: most}, candidates)
	s.Min = max(s.Min, least)
	return s
}

func union(sets []value.Sequence) []value.Candidate {
	var all []value.Candidate
	for _, s := range sets {
		all = append(all, s.Candidates...)
	}
	return all
}

// intersection returns the elements of one of the sets that the others have. The best one is that of which most is known.
func intersection(sets []value.Sequence) []value.Candidate {
	best := 0
	for i, s := range sets {
		if isKnown(s) && !isKnown(sets[best]) {
			best = i
		}
	}
	left := sets[best].Candidates
	for i, s := range sets {
		if i != best {
			left = filtered(left, s, value.Truth.Not)
		}
	}
	return left
}

func isKnown(s value.Sequence) bool {
	return !slices.ContainsFunc(s.Candidates, func(c value.Candidate) bool { return !c.Certain || !c.Value.IsWhollyKnown() })
}

func subtraction(sets []value.Sequence) []value.Candidate {
	return filtered(sets[0].Candidates, sets[1], func(t value.Truth) value.Truth { return t })
}

func symmetricDifference(sets []value.Sequence) []value.Candidate {
	left := sets[0]
	for _, s := range sets[1:] {
		left = setAmong(slices.Concat(subtraction([]value.Sequence{left, s}), subtraction([]value.Sequence{s, left})), 0, math.MaxInt)
	}
	return left.Candidates
}

// filtered returns the elements without those that are out, which depends on whether a set has them.
func filtered(candidates []value.Candidate, set value.Sequence, out func(in value.Truth) value.Truth) []value.Candidate {
	var left []value.Candidate
	for _, c := range candidates {
		switch out(existsIn(set, func(e value.Value) value.Truth { return value.Same(e, c.Value) })) {
		case value.Always:
			continue
		case value.Maybe:
			c.Certain = false
		}
		left = append(left, c)
	}
	return left
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
	return Result{Value: withoutOrder(value.Of(v).WithRestsOf(args...).LooseLike(args...).DerivedFrom(args...), args)}, nil
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

// unionRange, and those below, are for sets whose size is unknown.
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
