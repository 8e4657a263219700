package funcs

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/sorted"
)

func flatten(args []value.Value) (Result, error) {
	list := args[0]
	if !isSequence(list) {
		return Result{}, errNotSequence
	}
	if typeless(list) {
		return Result{Value: shell(value.Unknown(cty.DynamicPseudoType).NotNull(), list)}, nil
	}
	f := flattener{listed: true}
	f.add(list, true)
	result := value.Unlisted(cty.DynamicPseudoType, f.least, f.most)
	if f.listed {
		result = value.Partial(cty.DynamicPseudoType, f.elems)
	}
	if f.sensitive {
		result = result.WithSensitive()
	}
	return Result{Value: shell(result, list), Sure: true}, nil
}

// flattener collects the elements of nested lists.
type flattener struct {
	elems []value.Candidate
	// listed means that elems has all of them; otherwise only their number is
	// known.
	listed      bool
	least, most int
	// sensitive means that one of the lists is, so that even their lengths are.
	sensitive bool
}

func (f *flattener) add(list value.Value, certain bool) {
	f.sensitive = f.sensitive || list.IsSensitive()
	elems, ok := ordered(list)
	if !ok {
		f.listed = false
		least, most := sizes(list)
		if t := elem(list); t == cty.DynamicPseudoType || t.IsListType() || t.IsSetType() || t.IsTupleType() {
			least, most = 0, math.MaxInt
		}
		f.count(least, most, certain)
		return
	}
	for _, e := range elems {
		sure := certain && e.Certain
		switch {
		case typeless(e.Value):
			f.listed = false
			f.count(0, math.MaxInt, sure)
		case isSequence(e.Value) && !e.Value.IsNull():
			if e.Value.MayBeNull() {
				// Null stays as one element.
				f.listed = false
				f.count(0, math.MaxInt, sure)
				continue
			}
			f.add(e.Value, sure)
		default:
			f.elems = append(f.elems, value.Candidate{Value: e.Value, Certain: sure})
			f.count(1, 1, sure)
		}
	}
}

func (f *flattener) count(least, most int, certain bool) {
	if certain {
		f.least += least
	}
	f.most = plus(f.most, most)
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

func concat(args []value.Value) (Result, error) {
	var elems []value.Candidate
	listed, sure := true, true
	least, most := 0, 0
	first := 0 // how many elements come first in every world
	for i, a := range args {
		if !isList(a) {
			return Result{}, &ArgError{Index: i, Err: errNotList.Err}
		}
		sure = sure && !typeless(a)
		l, m := sizes(a)
		least, most = plus(least, l), plus(most, m)
		part, ok := ordered(a)
		if listed && ok && first == len(elems) {
			for first < len(elems)+len(part) && part[first-len(elems)].Certain {
				first++
			}
		}
		listed = listed && ok
		elems = append(elems, part...)
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
	case !listed && !sure:
		return Result{Value: shell(value.Unknown(cty.DynamicPseudoType).NotNull(), args...)}, nil
	case !listed:
		var certain, head []value.Value
		for i, e := range elems {
			v := e.Value
			if t != cty.DynamicPseudoType {
				converted, may, err := value.Convert(v, t)
				if may != nil || err != nil {
					first = min(first, i)
					continue
				}
				v = converted
			}
			if e.Certain {
				certain = append(certain, v)
			}
			if i < first {
				head = append(head, v)
			}
		}
		return Result{Value: shell(value.Unlisted(t, least, most).WithCertain(certain).WithHead(head), args...), Sure: true}, nil
	}
	if returns.IsListType() && len(elems) == 0 {
		return Result{Value: shell(value.Of(cty.ListValEmpty(t)), args...).LooseLike(args...), Sure: true}, nil
	}
	if returns.IsListType() && t.HasDynamicTypes() {
		// An empty list without a type says nothing of the elements. They do so themselves.
		if t, err = typeOf(elems, t); err != nil {
			return Result{}, err
		}
	}
	if t == cty.DynamicPseudoType && returns.IsListType() {
		// A list of which even the type of the elements is unknown.
		return Result{Value: shell(value.Of(cty.UnknownVal(returns)).NotNull(), args...), Sure: true}, nil
	}
	if t != cty.DynamicPseudoType {
		for i, e := range elems {
			converted, _, err := value.Convert(e.Value, t)
			if err != nil {
				return Result{}, err
			}
			elems[i].Value = converted
		}
	}
	return Result{Value: rebuilt(t, elems, args...).LooseLike(args...), Sure: true}, nil
}

// typeOf returns the type that elements of a list have, as far as it is known: what is unknown may still get one.
func typeOf(elems []value.Candidate, so cty.Type) (cty.Type, error) {
	for _, e := range elems {
		if t := e.Value.Type(); t.HasDynamicTypes() && !e.Value.IsWhollyKnown() {
			return so, nil
		}
	}
	t := elems[0].Value.Type()
	for _, e := range elems[1:] {
		if !e.Value.Type().Equals(t) {
			return so, errors.New("the elements of the lists have several types")
		}
	}
	return t, nil
}

func distinct(args []value.Value) (Result, error) {
	list := args[0]
	elems, ok := ordered(list)
	if ok && len(elems) == 0 {
		return Result{Value: list}, nil
	}
	if !ok || list.Type() == cty.DynamicPseudoType {
		least, most := sizes(list)
		if list.Type() == cty.DynamicPseudoType {
			return Result{Value: shell(value.Unknown(cty.DynamicPseudoType).NotNull(), list)}, nil
		}
		return Result{Value: shell(value.Unlisted(elem(list), min(least, 1), most), list)}, nil
	}
	var kept []value.Candidate
	for i, e := range elems {
		is := value.Never
		for _, earlier := range elems[:i] {
			same := value.Same(earlier.Value, e.Value)
			if same == value.Always && earlier.Certain {
				is = value.Always
				break
			}
			if same != value.Never {
				is = value.Maybe
			}
		}
		switch is {
		case value.Never:
			kept = append(kept, e)
		case value.Maybe:
			kept = append(kept, value.Candidate{Value: e.Value})
		}
	}
	result := rebuilt(elem(list), kept, list)
	if !result.IsKnown() {
		// Elements may be equal only because it is not known what they are.
		result = result.WithCauses(value.Maybe.Bool(list).OwnCauses()...)
	}
	if len(elems) > 1 && list.HasSensitive() {
		// How many elements are left says something about their values.
		result = result.WithSensitive()
	}
	return Result{Value: result}, nil
}

func compact(args []value.Value) (Result, error) {
	list := args[0]
	elems, ok := ordered(list)
	if !ok {
		_, most := sizes(list)
		return Result{Value: shell(value.Unlisted(cty.String, 0, most), list)}, nil
	}
	var kept []value.Candidate
	for _, e := range elems {
		v := e.Value
		switch {
		case v.IsNull():
		case v.IsKnown() && text(v.Cty()) == "":
		case prefix(v) != "" || suffix(v) != "":
			kept = append(kept, value.Candidate{Value: v.NotNull(), Certain: e.Certain && !v.MayBeNull()})
		default:
			kept = append(kept, value.Candidate{Value: v.NotNull()})
		}
	}
	result := rebuilt(cty.String, kept, list)
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
	elems, ok := ordered(list)
	if !ok {
		least, most := sizes(list)
		if typeless(list) {
			return Result{Value: shell(value.Unknown(cty.DynamicPseudoType).NotNull(), list)}, nil
		}
		if t := list.Type(); t.IsTupleType() {
			reversed := slices.Clone(t.TupleElementTypes())
			slices.Reverse(reversed)
			return Result{Value: shell(value.Unknown(cty.Tuple(reversed)).NotNull(), list), Sure: true}, nil
		}
		return Result{Value: shell(value.Unlisted(elem(list), least, most), list), Sure: true}, nil
	}
	if len(elems) == 0 {
		return Result{Value: shell(value.Of(emptyList(list)), list).LooseLike(list)}, nil
	}
	elems = slices.Clone(elems)
	slices.Reverse(elems)
	return Result{Value: rebuilt(elem(list), elems, list).LooseLike(list), Sure: true}, nil
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
	members, ok := list.Members()
	for i, m := range members {
		if m.Value.IsNull() && m.Certain {
			return Result{}, &ArgError{Err: fmt.Errorf("element %d is null", i)}
		}
		sure = sure && !m.Value.MayBeNull()
	}
	least, most := sizes(list)
	switch {
	case !ok:
		return Result{Value: shell(value.Unlisted(cty.String, least, most), list)}, nil
	case !list.IsWhollyKnown():
		for i := range members {
			members[i].Value = members[i].Value.NotNull()
		}
		return Result{Value: derived(value.Unordered(cty.String, members, least), list), Sure: sure}, nil
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
	return Result{Value: shell(result, args...).LooseLike(list), Sure: least >= end}, nil
}
