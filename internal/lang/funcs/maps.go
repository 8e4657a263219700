package funcs

import (
	"math"
	"slices"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/planfmt/planfmt/internal/lang/value"
)

func keys(args []value.Value) (Result, error) {
	v := args[0]
	if !isMapping(v) {
		return Result{}, errNotMap
	}
	switch {
	case v.Type().IsObjectType():
		names := make([]string, 0, len(v.Type().AttributeTypes()))
		for name := range v.Type().AttributeTypes() {
			names = append(names, name)
		}
		slices.Sort(names)
		keys := make([]value.Value, len(names))
		for i, name := range names {
			keys[i] = value.Of(cty.StringVal(name))
		}
		return Result{Value: shell(value.Tuple(keys), v), Sure: true}, nil
	case typeless(v):
		return Result{Value: shell(value.Unknown(cty.DynamicPseudoType).NotNull(), v)}, nil
	case !v.IsKnown():
		least, most := sizes(v)
		return Result{Value: shell(value.Unlisted(cty.String, least, most), v), Sure: true}, nil
	}
	var keys []value.Value
	for it := v.Cty().ElementIterator(); it.Next(); {
		key, _ := it.Element()
		keys = append(keys, value.Of(key))
	}
	return Result{Value: shell(value.List(cty.String, keys), v), Sure: true}, nil
}

func values(args []value.Value) (Result, error) {
	v := args[0]
	if !isMapping(v) {
		return Result{}, errNotMap
	}
	var result value.Value
	switch t := v.Type(); {
	case v.IsKnown() && t.IsObjectType():
		result = value.Tuple(v.Elems())
	case v.IsKnown():
		result = value.List(t.ElementType(), v.Elems())
	case t.IsMapType():
		least, most := sizes(v)
		result = value.Unlisted(t.ElementType(), least, most)
	case t.IsObjectType():
		names := make([]string, 0, len(t.AttributeTypes()))
		for name := range t.AttributeTypes() {
			names = append(names, name)
		}
		slices.Sort(names)
		elems := make([]value.Value, len(names))
		for i, name := range names {
			elems[i] = v.Member(name)
		}
		result = value.Tuple(elems)
	default:
		return Result{Value: shell(value.Unknown(cty.DynamicPseudoType).NotNull(), v)}, nil
	}
	return Result{Value: shell(result, v), Sure: true}, nil
}

func merge(args []value.Value) (Result, error) {
	known, sure := true, true
	least := 0
	for i, a := range args {
		if !isMapping(a) && !(a.IsNull() && a.Type() == cty.DynamicPseudoType) {
			return Result{}, &ArgError{Index: i, Err: errNotMap.Err}
		}
		known = known && a.IsKnown()
		sure = sure && !typeless(a)
		if l, _, ok := a.Length(); ok && !a.MayBeNull() {
			least = max(least, l)
		}
	}
	returns, err := mergedType(args)
	if err != nil {
		return Result{}, err
	}
	if !known {
		v := value.Unknown(cty.DynamicPseudoType)
		if returns.IsMapType() {
			v = value.Of(bounded(returns, least, math.MaxInt))
		}
		return Result{Value: shell(v.NotNull(), args...), Sure: sure}, nil
	}
	merged := map[string]value.Value{}
	for _, m := range args {
		if m.IsNull() {
			continue
		}
		for it := m.Cty().ElementIterator(); it.Next(); {
			key, _ := it.Element()
			merged[text(key)], _ = m.Attr(text(key))
		}
	}
	result := value.Object(merged)
	if returns.IsMapType() {
		result = value.Map(returns.ElementType(), merged)
	}
	for _, m := range args {
		if r := m.Rest(); r != nil {
			result = result.WithRest(r)
		}
	}
	return Result{Value: shell(result, args...), Sure: true}, nil
}

// mergedType returns the type of what is merged: a map if all arguments are maps of one type, and null
// objects have no attributes.
func mergedType(args []value.Value) (cty.Type, error) {
	in := make([]cty.Value, 0, len(args))
	for _, a := range args {
		if a.IsNull() && a.Type() == cty.DynamicPseudoType {
			continue
		}
		in = append(in, a.Cty())
	}
	return stdlib.MergeFunc.ReturnTypeForValues(in)
}

func lookup(args []value.Value) (Result, error) {
	m, key, fallback := args[0], args[1], args[2]
	if !isMapping(m) {
		return Result{}, errNotMap
	}
	if t := m.Type(); t.IsMapType() {
		converted, may, err := value.Convert(fallback, t.ElementType())
		if err != nil {
			return Result{}, &ArgError{Index: 2, Err: err, Quotes: true}
		}
		if may != nil {
			return Result{Value: shell(value.Unknown(t.ElementType()), args...), MayFail: may.Error()}, nil
		}
		fallback = converted
	}
	v, ok := m.Attr(text(key.Cty()))
	if !ok {
		v = fallback
		if rest, why, ok := m.Missing(text(key.Cty())); ok {
			if key.IsSensitive() {
				why = m.Rest().Cause()
			}
			v = value.Join(rest, fallback).WithCauses(why)
		}
	}
	return Result{Value: shell(v, m, key), Sure: true}, nil
}
