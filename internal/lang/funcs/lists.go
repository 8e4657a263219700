package funcs

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/lang/value"
)

func flatten(args []value.Value) (Result, error) {
	list := args[0]
	if !isSequence(list) {
		return Result{}, errNotSequence
	}
	if typeless(list) {
		return Result{Value: shell(value.Unknown(cty.DynamicPseudoType).NotNull(), list)}, nil
	}
	var f flattener
	f.add(list, true, false)
	result := f.flat.List(cty.DynamicPseudoType)
	if f.sensitive {
		result = result.WithSensitive()
	}
	return Result{Value: shell(result, list), Sure: true}, nil
}

// flattener collects the elements of nested lists.
type flattener struct {
	flat value.Sequence
	// sensitive means that one of the lists is, so that even their lengths are.
	sensitive bool
}

// add adds the elements of a list, which is there in all worlds or not, and perhaps many times.
func (f *flattener) add(list value.Value, certain, many bool) {
	f.sensitive = f.sensitive || list.IsSensitive()
	s, ok := sequence(list)
	if !ok {
		f.elem(value.Candidate{Value: unknownIn(list), Many: true})
		return
	}
	f.flat.Unordered = f.flat.Unordered || s.Unordered
	// Elements whose order is not known may be one.
	merges := s.Min < value.Ordered(s.Candidates...).Min
	flat := true
	least, most := f.flat.Min, f.flat.Max
	for _, e := range s.Candidates {
		e.Certain, e.Many = e.Certain && certain, e.Many || many
		v := e.Value
		switch {
		case typeless(v), isSequence(v) && v.MayBeNull() && !v.IsNull(): // null stays as one element
			flat = false
			f.elem(value.Candidate{Value: unknownIn(v), Many: true})
		case isSequence(v) && !v.IsNull():
			flat = false
			f.add(v, e.Certain, e.Many)
		default:
			f.elem(e)
		}
	}
	switch {
	case merges:
		f.flat.Min = least // of some, nobody knows how many there are
		if flat && certain {
			f.flat.Min += s.Min
		}
	case flat && certain:
		f.flat.Min = least + s.Min
	}
	if flat && !many {
		f.flat.Max = plus(most, s.Max)
	}
}

// elem adds an element that is not a list.
func (f *flattener) elem(c value.Candidate) {
	f.flat.Candidates = append(f.flat.Candidates, c)
	one := value.Ordered(c)
	f.flat.Min, f.flat.Max = f.flat.Min+one.Min, plus(f.flat.Max, one.Max)
}

// unknownIn returns an unknown element that comes from a value whose type is not known.
func unknownIn(v value.Value) value.Value {
	return value.Unknown(cty.DynamicPseudoType, v.OwnCauses()...)
}

// plus adds numbers, of which math.MaxInt is infinite.
func plus(a, b int) int {
	if a > math.MaxInt-b {
		return math.MaxInt
	}
	return a + b
}

// times multiplies numbers, of which math.MaxInt is infinite.
func times(a, b int) int {
	if a == 0 || b == 0 {
		return 0
	}
	if a > math.MaxInt/b {
		return math.MaxInt
	}
	return a * b
}

func concat(args []value.Value) (Result, error) { return concatSpread(certain(args)) }

// certain returns arguments as a sequence.
func certain(args []value.Value) value.Sequence {
	all := make([]value.Candidate, len(args))
	for i, a := range args {
		all[i] = value.Candidate{Value: a, Certain: true}
	}
	return value.Ordered(all...)
}

func concatSpread(lists value.Sequence) (Result, error) {
	all := value.Sequence{Unordered: lists.Unordered}
	sure, isTuple := true, false
	args := make([]value.Value, len(lists.Candidates))
	for i, a := range lists.Candidates {
		args[i] = a.Value
		if !isList(a.Value) {
			return Result{}, &ArgError{Index: i, Err: errNotList.Err}
		}
		isTuple = isTuple || a.Value.Type().IsTupleType() && a.Certain
		part, ok := sequence(a.Value)
		if !ok {
			sure = sure && !typeless(a.Value)
			part = value.Ordered(value.Candidate{Value: unknownIn(a.Value), Many: true})
		}
		all.Unordered = all.Unordered || part.Unordered
		part = part.Within(a)
		if lists.Min < len(lists.Candidates) && lists.Unordered {
			part.Min = 0 // lists that are equal are perhaps one
		}
		all.Min, all.Max = plus(all.Min, part.Min), plus(all.Max, part.Max)
		all.Candidates = append(all.Candidates, part.Candidates...)
	}
	returns, err := stdlib.ConcatFunc.ReturnTypeForValues(ctys(args))
	if err != nil {
		return Result{}, err
	}
	t := cty.DynamicPseudoType
	if returns.IsListType() {
		t = returns.ElementType()
	}
	switch {
	case !sure && !isTuple:
		return Result{Value: rebuilt(cty.DynamicPseudoType, onlyTexts(all), args...).ListLike(args...)}, nil
	case returns.IsListType() && len(all.Candidates) == 0:
		return Result{Value: shell(value.Of(cty.ListValEmpty(t)), args...).ListLike(args...), Sure: true}, nil
	}
	if returns.IsListType() && t.HasDynamicTypes() {
		// An empty list without a type says nothing of the elements. They do so themselves.
		if t, err = typeOf(all.Candidates, t); err != nil {
			return Result{}, err
		}
	}
	switch {
	case returns.IsListType() && t == cty.DynamicPseudoType && !allKnown(all):
		// A list of which even the type of the elements is unknown.
		return Result{Value: shell(value.Of(cty.UnknownVal(returns)).NotNull(), args...), Sure: true}, nil
	case t != cty.DynamicPseudoType:
		if err := convertAll(all.Candidates, t); err != nil {
			return Result{}, err
		}
	}
	if returns.IsListType() {
		return Result{Value: relisted(t, all, args...).ListLike(args...), Sure: sure}, nil
	}
	return Result{Value: rebuilt(t, all, args...).ListLike(args...), Sure: sure}, nil
}

// onlyTexts returns elements that are perhaps converted to a type that they have in common: texts stay what they are, and nothing is known of others.
func onlyTexts(s value.Sequence) value.Sequence {
	for i, c := range s.Candidates {
		if c.Value.Type() != cty.String {
			s.Candidates[i].Value = unknownIn(c.Value)
		}
	}
	return s
}

// relisted returns a list where all elements are known, even if their type is not: they may be nulls without one.
func relisted(t cty.Type, s value.Sequence, from ...value.Value) value.Value {
	if !allKnown(s) {
		return rebuilt(t, s, from...)
	}
	all := make([]value.Value, len(s.Candidates))
	for i, c := range s.Candidates {
		all[i] = c.Value
	}
	return shell(value.List(t, all), from...)
}

// allKnown reports whether it is known which elements there are, and what they are.
func allKnown(s value.Sequence) bool {
	return !s.Unordered && !slices.ContainsFunc(s.Candidates, func(c value.Candidate) bool { return !c.Certain || c.Many || !c.Value.IsWhollyKnown() })
}

// convertAll converts candidates to a type. What may fail gives nothing that is known.
func convertAll(candidates []value.Candidate, t cty.Type) error {
	for i, c := range candidates {
		converted, _, err := value.Convert(c.Value, t)
		switch {
		case err != nil && c.Certain:
			return err
		case err != nil:
			converted = value.Derive(cty.UnknownVal(t), c.Value)
		}
		candidates[i].Value = converted
	}
	return nil
}

// typeOf returns the type that elements of a list have, as far as it is known: what is unknown may still get one, and a null
// without a type gets it from the others.
func typeOf(elems []value.Candidate, so cty.Type) (cty.Type, error) {
	t := cty.DynamicPseudoType
	for _, e := range elems {
		et := e.Value.Type()
		switch {
		case et.HasDynamicTypes() && !e.Value.IsWhollyKnown():
			return so, nil
		case et == cty.DynamicPseudoType || et.Equals(t):
		case t != cty.DynamicPseudoType:
			return so, errors.New("the elements of the lists have several types")
		default:
			t = et
		}
	}
	return t, nil
}

func distinct(args []value.Value) (Result, error) {
	list := args[0]
	s, ok := sequence(list)
	if ok && len(s.Candidates) == 0 {
		return Result{Value: list}, nil
	}
	if !ok {
		return Result{Value: shell(value.Unknown(cty.DynamicPseudoType).NotNull(), list)}, nil
	}
	var kept []value.Candidate
	for i, e := range s.Candidates {
		is := value.Never
		for _, earlier := range s.Candidates[:i] {
			same := value.Same(earlier.Value, e.Value)
			if same == value.Always && earlier.Certain {
				is = value.Always
				break
			}
			if same != value.Never {
				is = value.Maybe
			}
		}
		if is != value.Always {
			// In what has no order, two candidates that are equal may be one anyway.
			kept = append(kept, value.Candidate{Value: e.Value, Certain: e.Certain && (is == value.Never || s.Unordered), Many: e.Many})
		}
	}
	left := without(s, kept)
	left.Min = max(left.Min, min(s.Min, 1))
	result := relisted(elem(list), left, list)
	if !result.IsKnown() {
		// Elements may be equal only because it is not known what they are.
		result = result.WithCauses(value.Maybe.Bool(list).OwnCauses()...)
	}
	if len(s.Candidates) > 1 && list.HasSensitive() {
		// How many elements are left says something about their values.
		result = result.WithSensitive()
	}
	return Result{Value: result}, nil
}

func compact(args []value.Value) (Result, error) {
	list := args[0]
	s, _ := sequence(list)
	var kept []value.Candidate
	for _, e := range s.Candidates {
		v := e.Value
		switch {
		case v.IsNull(), v.IsKnown() && text(v.Cty()) == "":
			continue
		case prefix(v) == "" && suffix(v) == "":
			e.Certain = false
		}
		kept = append(kept, value.Candidate{Value: v.NotNull(), Certain: e.Certain && !v.MayBeNull(), Many: e.Many})
	}
	result := rebuilt(cty.String, without(s, kept), list)
	if list.HasSensitive() {
		result = result.WithSensitive()
	}
	return Result{Value: result}, nil
}

func coalesceList(args []value.Value) (Result, error) {
	sure, unsure := true, false
	args = slices.Clone(args)
	for i, a := range args {
		switch {
		case isList(a):
		default:
			return Result{}, &ArgError{Index: i, Err: errNotList.Err}
		}
		sure = sure && !typeless(a)
	}
	for i, a := range args {
		if a.IsNull() {
			continue
		}
		least, most := sizes(a)
		switch {
		case most == 0:
		case least == 0 || a.MayBeNull():
			unsure = true
		case unsure:
			return Result{Value: shell(value.Unknown(cty.DynamicPseudoType).NotNull(), args...), Sure: sure}, nil
		default:
			return Result{Value: shell(a, args[:i]...), Sure: sure}, nil
		}
	}
	if unsure {
		return Result{Value: shell(value.Unknown(cty.DynamicPseudoType).NotNull(), args...)}, nil
	}
	return Result{}, errors.New("all arguments are null or empty")
}

func reverse(args []value.Value) (Result, error) {
	list := args[0]
	if !isSequence(list) {
		return Result{}, errNotSequence
	}
	if t := list.Type(); !list.IsKnown() && t.IsTupleType() {
		reversed := slices.Clone(t.TupleElementTypes())
		slices.Reverse(reversed)
		return Result{Value: shell(value.Unknown(cty.Tuple(reversed)).NotNull(), list), Sure: true}, nil
	}
	s, ok := sequence(list)
	switch {
	case typeless(list):
		return Result{Value: shell(value.Unknown(cty.DynamicPseudoType).NotNull(), list)}, nil
	case !ok:
		least, most := sizes(list)
		return Result{Value: shell(value.Unlisted(elem(list), least, most), list), Sure: true}, nil
	case len(s.Candidates) == 0:
		return Result{Value: shell(value.Of(emptyList(list)), list).ListLike(list)}, nil
	}
	slices.Reverse(s.Candidates)
	if !list.Type().IsCollectionType() {
		return Result{Value: rebuilt(elem(list), s, list).ListLike(list), Sure: true}, nil
	}
	return Result{Value: relisted(elem(list), s, list).ListLike(list), Sure: true}, nil
}

// emptyList returns a list without elements, or an empty tuple, for a sequence without
// elements.
func emptyList(v value.Value) cty.Value {
	if v.Type().IsCollectionType() {
		return cty.ListValEmpty(v.Type().ElementType())
	}
	return cty.EmptyTupleVal
}

func sortStrings(args []value.Value) (Result, error) {
	list := args[0]
	sure := true
	members, _ := list.Members()
	for i, m := range members {
		if m.Value.IsNull() && m.Certain {
			return Result{}, &ArgError{Err: fmt.Errorf("element %d is null", i)}
		}
		sure = sure && !m.Value.MayBeNull()
	}
	least, most := sizes(list)
	if !list.IsWhollyKnown() {
		for i := range members {
			members[i].Value = members[i].Value.NotNull()
		}
		s := value.Sequence{Candidates: members, Unordered: true, Min: least, Max: most}
		return Result{Value: derived(s.List(cty.String), list), Sure: sure}, nil
	}
	elems := list.Elems()
	sorted.Stable(elems, func(a, b value.Value) int { return strings.Compare(text(a.Cty()), text(b.Cty())) })
	return Result{Value: derived(value.List(cty.String, elems), list)}, nil
}

func slice(args []value.Value) (Result, error) {
	list := args[0]
	if !isList(list) {
		return Result{}, errNotList
	}
	least, most := sizes(list)
	if !args[1].IsKnown() || !args[2].IsKnown() {
		if typeless(list) || list.Type().IsTupleType() {
			return Result{Value: shell(value.Unknown(cty.DynamicPseudoType).NotNull(), args...)}, nil
		}
		return Result{Value: shell(value.Unlisted(elem(list), 0, most), args...)}, nil
	}
	start, err := integer(args[1])
	if err != nil {
		return Result{}, &ArgError{Index: 1, Err: err, Quotes: true}
	}
	end, err := integer(args[2])
	switch {
	case err != nil:
		return Result{}, &ArgError{Index: 2, Err: err, Quotes: true}
	case start < 0:
		return Result{}, &ArgError{Index: 1, Err: errors.New("the start must not be negative"), Quotes: true}
	case start > end:
		return Result{}, &ArgError{Index: 1, Err: errors.New("the start must not be greater than the end"), Quotes: true}
	case end > most:
		return Result{}, &ArgError{Index: 2, Err: errors.New("the end must not be greater than the length of the list"), Quotes: true}
	case typeless(list):
		return Result{Value: shell(value.Unknown(cty.DynamicPseudoType).NotNull(), args...)}, nil
	case end-start > 10_000:
		return Result{Value: shell(value.Unlisted(elem(list), end-start, end-start), args...)}, nil
	}
	elems := make([]value.Value, 0, end-start)
	for i := start; i < end; i++ {
		e, _ := list.At(i)
		elems = append(elems, e)
	}
	result := value.Tuple(elems)
	if t := elem(list); list.Type().IsListType() {
		result = value.List(t, elems)
	}
	return Result{Value: shell(result, args...).ListLike(list), Sure: least >= end}, nil
}
