package eval

import (
	"fmt"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

const invalidConversion = "Invalid conversion"

func (ev *evaluator) convert(e *model.Convert) Result {
	r := ev.eval(e.Operand)
	if r.Err != nil {
		return r
	}
	if !ev.spendOn(e, r.Value) || !ev.spend(e, value.ConversionSteps(r.Value, types.ToCty(e.To))) {
		return ev.exhausted(e)
	}
	return overChoices(r, func(r Result) Result { return convertTo(e, r) })
}

// convertTo converts the value of the operand.
func convertTo(e *model.Convert, r Result) Result {
	v := r.Value
	format := "This value cannot be converted to " + e.To.String() + ": %s."
	if t := types.ToCty(e.To); (v.IsPartial() || v.IsUnordered()) && !t.HasDynamicTypes() && types.Equal(types.FromCty(t), e.To) {
		r = converted(r, e.Operand.Range(), t, invalidConversion, format)
	} else {
		r = convertWhole(e, r, format)
	}
	causes, ok := v.HasLoose()
	if r.Err != nil || !ok {
		return r
	}
	fails, varies := dependsOnKind(v, e.To)
	if fails {
		r.mayFail(problem(e.Operand.Range(), invalidConversion, fmt.Sprintf(format, "it may be a list or a set")), causes)
	}
	if varies {
		r.Value = value.Derive(cty.DynamicVal, v).WithCauses(causes...).NotNull()
	}
	return r
}

// convertWhole converts a value whose elements are in the order that they have.
func convertWhole(e *model.Convert, r Result, format string) Result {
	v, t := r.Value, types.ToCty(e.To)
	c, err := types.Convert(v.Cty(), e.To)
	switch {
	case err != nil && v.MayBeUntypedNull():
		r.risk(problem(e.Operand.Range(), invalidConversion, fmt.Sprintf(format, reason(v, err))), v)
		r.Value = value.Derive(cty.NullVal(t), v)
		return r
	case err != nil:
		return failure(e.Operand.Range(), invalidConversion, fmt.Sprintf(format, reason(v, err)))
	}
	if c.Type().Equals(v.Type()) && c.RawEquals(v.Cty()) {
		r.Value = v.LooseAs(v, t)
		return r
	}
	if !v.IsWhollyKnown() && types.Conversion(types.FromCty(v.Type()), e.To) != types.Safe {
		r.risk(problem(e.Operand.Range(), invalidConversion, fmt.Sprintf(format, "it is not known yet")), v)
	}
	r.Value = value.Derive(c, v)
	if causes, ok := orderCounts(v, c.Type()); ok {
		r.Value = value.Derive(cty.UnknownVal(c.Type()), v).WithCauses(causes...)
	}
	if t == cty.DynamicPseudoType {
		r.Value = r.Value.LooseLikeParts(v) // one of several types
	}
	if r.Value = r.Value.LooseAs(v, t); !v.MayBeNull() {
		r.Value = r.Value.NotNull()
	}
	return r
}

// orderCounts reports whether there is an array in the value that may be a set in which the elements are in another order, and why that is not
// known, unless the type makes it a set.
func orderCounts(v value.Value, t cty.Type) (causes []*value.Cause, ok bool) {
	if !t.IsSetType() {
		return v.OrderUnknown()
	}
	for _, e := range v.Elems() {
		if causes, ok := orderCounts(e, t.ElementType()); ok {
			return causes, true
		}
	}
	return nil, false
}

// dependsOnKind says what becomes of a value of which it is not known what the arrays in it are, if a tuple can be made of it: whether that fails if
// they are lists or sets, and whether something else comes out.
func dependsOnKind(v value.Value, to types.Type) (fails, varies bool) {
	if _, ok := v.HasLoose(); !ok || v.IsNull() {
		return false, false
	}
	of := func(t func(i int) types.Type) {
		elems, _ := v.Members()
		for i, e := range elems {
			f, d := dependsOnKind(e.Value, t(i))
			fails, varies = fails || f, varies || d
		}
	}
	each := func(t types.Type) func(int) types.Type { return func(int) types.Type { return t } }
	switch to := to.(type) {
	case types.Promise:
		return dependsOnKind(v, to.Elem)
	case types.Output:
		return dependsOnKind(v, to.Elem)
	case types.Union:
		return dependsOnMember(v, to)
	case types.List:
		of(each(to.Elem))
		return fails || mayBeOfOthers(v, to.Elem), varies
	case types.Set:
		of(each(to.Elem))
		return fails || mayBeOfOthers(v, to.Elem), varies
	case types.Tuple:
		if n := len(to.Elems); n > 0 {
			of(func(i int) types.Type { return to.Elems[min(i, n-1)] })
		}
		return fails || v.IsLoose(), varies // a tuple can be converted to another one, a list or a set cannot
	case types.Map:
		return dependOnKind(v, func(string) types.Type { return to.Elem })
	case types.Object:
		return dependOnKind(v, func(name string) types.Type { return to.Attrs[name].Type })
	}
	return false, false
}

// dependOnKind is dependsOnKind for the members of a map or an object. Those that have no type are left out.
func dependOnKind(v value.Value, to func(name string) types.Type) (fails, varies bool) {
	if !v.IsKnown() {
		return true, false
	}
	names, members := v.Named()
	for i, name := range names {
		if t := to(name); t != nil {
			f, d := dependsOnKind(members[i], t)
			fails, varies = fails || f, varies || d
		}
	}
	return fails, varies
}

// dependsOnMember is dependsOnKind for a union: which of its types is chosen depends on what the arrays are.
func dependsOnMember(v value.Value, to types.Union) (fails, varies bool) {
	fails = true
	possible := 0
	for _, m := range to.Members {
		if _, err := types.Convert(v.Cty(), m); err != nil || m == types.None {
			continue
		}
		possible++
		f, d := dependsOnKind(v, m)
		fails, varies = fails && f, varies || d
	}
	return fails && possible > 0, varies || possible > 1
}

// mayBeOfOthers reports whether an empty array may be a list or a set of what cannot be converted to a type.
func mayBeOfOthers(v value.Value, elem types.Type) bool {
	return v.IsLoose() && v.IsKnown() && len(v.Elems()) == 0 && elem != types.Any
}
