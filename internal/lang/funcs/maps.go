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
	case typeless(v) && len(v.CertainNames()) == 0:
		return Result{Value: shell(value.Unknown(cty.DynamicPseudoType).NotNull(), v)}, nil
	case !v.IsKnown():
		t := cty.String
		if typeless(v) {
			t = cty.DynamicPseudoType // a list, or a tuple if it is an object
		}
		least, most := sizes(v)
		keys := value.Sequence{Unordered: true, Max: most, Candidates: []value.Candidate{{Value: value.Unknown(cty.String).NotNull(), Many: true}}}
		for _, name := range v.CertainNames() {
			keys.Candidates = append(keys.Candidates, value.Candidate{Value: value.Of(cty.StringVal(name)), Certain: true})
		}
		keys.Min = max(least, len(keys.Candidates)-1)
		return Result{Value: shell(keys.List(t), v), Sure: true}, nil
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
		certain := certainly(args)
		if returns.IsMapType() {
			v = value.Of(bounded(returns, max(least, len(certain)), math.MaxInt))
		}
		return Result{Value: shell(v.NotNull(), args...).WithMembers(certain), Sure: sure}, nil
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

// certainly returns the members that there are in every world if values are merged, and what each of them is.
func certainly(args []value.Value) map[string]value.Value {
	certain := map[string]value.Value{}
	for _, m := range args {
		if m.IsKnown() {
			if m.IsNull() {
				continue
			}
			for it := m.Cty().ElementIterator(); it.Next(); {
				key, _ := it.Element()
				certain[text(key)], _ = m.Attr(text(key))
			}
			if r := m.Rest(); r != nil { // an attribute that nobody knows of may take the place of another one
				for name, v := range certain {
					if other, why, ok := m.Missing(name); ok {
						if _, own := m.Attr(name); !own {
							certain[name] = value.Join(v, other).WithCauses(why)
						}
					}
				}
			}
			continue
		}
		// What it may be takes the place of what comes before it, or does not.
		for name, v := range certain {
			other := value.Unknown(cty.DynamicPseudoType)
			switch t := m.Type(); {
			case t.IsMapType():
				other = m.Part(t.ElementType(), "")
			case t.IsObjectType() && t.HasAttribute(name):
				other = m.Member(name)
			case t.IsObjectType():
				continue
			}
			certain[name] = value.Join(v, other).WithCauses(m.Causes()...)
		}
		if m.MayBeNull() {
			continue
		}
		if t := m.Type(); t.IsObjectType() {
			for name := range t.AttributeTypes() {
				certain[name] = m.Member(name)
			}
		}
		for _, name := range m.CertainNames() {
			certain[name], _ = m.CertainMember(name)
		}
	}
	return certain
}

// mergedType returns the type of what is merged: a map if all arguments are maps of one type, and null
// objects have no attributes.
func mergedType(args []value.Value) (cty.Type, error) {
	in := ctys(args)
	t, err := stdlib.MergeFunc.ReturnTypeForValues(in)
	if err == nil && slices.ContainsFunc(args, value.Value.MayBeUntypedNull) {
		t = cty.DynamicPseudoType // with such a null, maps make an object
	}
	return t, err
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
