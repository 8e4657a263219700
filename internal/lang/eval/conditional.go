package eval

import (
	"fmt"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

func (ev *evaluator) conditional(e *model.Conditional) Result {
	c := ev.eval(e.Condition)
	if c.Err != nil {
		return c
	}
	at := e.Condition.Range()
	c = notNull(c, at, "Null condition", "The condition value is null. Conditions must either be true or false.")
	if c.Err != nil {
		return c
	}
	c = converted(c, at, cty.Bool, "Incorrect condition type", "The condition expression must be of type bool: %s.")
	if c.Err != nil {
		return c
	}
	var then, other Result
	var doubt doubts
	doubt.then = ev.assuming(func() { then = ev.eval(e.Then) })
	doubt.other = ev.assuming(func() { other = ev.eval(e.Else) })
	if !ev.spendOnBranches(e, then, other) {
		return ev.exhausted(e)
	}
	var result Result
	result.inherit(c)
	then, other, d, certain := unify(e, then, other, doubt)
	if d != nil {
		if certain {
			return Result{Err: d}
		}
		result.risk(d, value.Derive(cty.DynamicVal, then.Value, other.Value))
		result.mayFail(d, then.Causes)
		result.mayFail(d, other.Causes)
	}
	cond := c.Value
	switch {
	case cond.IsTrue():
		return chosen(result, then, cond)
	case cond.IsKnown():
		return chosen(result, other, cond)
	case then.Err != nil && other.Err != nil:
		return then
	case then.Err != nil:
		result.mayFailAs(then, cond)
		return chosen(result, other, cond)
	case other.Err != nil:
		result.mayFailAs(other, cond)
		return chosen(result, then, cond)
	}
	result.inherit(then)
	result.inherit(other)
	result.Value = value.Join(then.Value, other.Value).DerivedFrom(cond)
	return result
}

// spendOnBranches takes the steps for looking at both branches, and for finding the type that they have in common.
func (ev *evaluator) spendOnBranches(e *model.Conditional, branches ...Result) bool {
	for _, r := range branches {
		if r.Err == nil && !r.Value.Type().IsPrimitiveType() && !ev.spendOn(e, r.Value) {
			return false
		}
	}
	return true
}

// chosen returns the result of a branch.
func chosen(result, branch Result, condition value.Value) Result {
	if branch.Err != nil {
		return branch
	}
	result.inherit(branch)
	result.Value = branch.Value
	if condition.IsSensitive() {
		result.Value = result.Value.WithSensitive()
	}
	return result
}

// doubts are whether the branches of a conditional have been evaluated for the worlds
// only in which they count. In the others, there may be an error in them.
type doubts struct{ then, other bool }

// unify converts both branches to a type that they have in common.
func unify(e *model.Conditional, then, other Result, doubt doubts) (Result, Result, *diag.Diagnostic, bool) {
	switch {
	case then.Err != nil && other.Err != nil:
		return then, other, nil, false
	case then.Err != nil:
		return then, beside(e.Then, other, e.Else.Range()), nil, false
	case other.Err != nil:
		return beside(e.Else, then, e.Then.Range()), other, nil, false
	}
	a, b := then.Value, other.Value
	at, bt := a.Type(), b.Type()
	untyped := cty.NullVal(cty.DynamicPseudoType)
	switch {
	case a.Cty().RawEquals(untyped) && b.Cty().HasWhollyKnownType():
		then.Value = typedNull(a, other, doubt.other)
		return then, other, nil, false
	case b.Cty().RawEquals(untyped) && a.Cty().HasWhollyKnownType():
		other.Value = typedNull(b, then, doubt.then)
		return then, other, nil, false
	case at.Equals(bt) && !at.HasDynamicTypes():
		return then, other, nil, false
	}
	d := problem(e.Range(), "Inconsistent conditional result types",
		fmt.Sprintf("The true and false result expressions must have consistent types. The 'true' value is %s, but the 'false' value is %s.",
			at.FriendlyName(), bt.FriendlyName()))
	if !a.Cty().HasWhollyKnownType() || !b.Cty().HasWhollyKnownType() {
		if at.Equals(bt) && a.Identity() != "" && a.Identity() == b.Identity() {
			return then, other, nil, false
		}
		// What the types have in common depends on what is unknown.
		then.Value, other.Value = loosen(a, b), loosen(b, a)
		return then, other, d, false
	}
	common, _ := convert.UnifyUnsafe([]cty.Type{at, bt})
	if common == cty.NilType {
		certain := then.MayFail == nil && other.MayFail == nil && !doubt.then && !doubt.other && !a.MayBeUntypedNull() && !b.MayBeUntypedNull()
		return then, other, d, certain
	}
	one, two := branch(then, e.Then.Range(), common, other, doubt.other), branch(other, e.Else.Range(), common, then, doubt.then)
	// If it is not known what an array is, neither is the type that both have in common.
	one.Value, two.Value = one.Value.LooseLikeParts(a, b), two.Value.LooseLikeParts(a, b)
	return one, two, nil, false
}

// typedNull gives a null the type of the other branch. If there may be an error in that one, the null
// perhaps has no type.
func typedNull(null value.Value, other Result, doubt bool) value.Value {
	v := value.Derive(cty.NullVal(other.Value.Type()), null)
	if doubt || other.MayFail != nil || other.Value.MayBeUntypedNull() {
		v = v.WithUntypedNull()
	}
	return v
}

// beside converts a branch to what it has in common with the type of the other, which has an error. In
// HCL, only operators and templates have a type then.
func beside(failed model.Expr, r Result, at diag.Range) Result {
	var t cty.Type
	switch failed.(type) {
	case *model.Template, *model.Join, *model.Unary, *model.Binary:
		t = types.ToCty(failed.Type())
	default:
		return r
	}
	if t.HasDynamicTypes() || !r.Value.Cty().HasWhollyKnownType() || r.Value.Type().HasDynamicTypes() {
		return r
	}
	common, _ := convert.UnifyUnsafe([]cty.Type{t, r.Value.Type()})
	if common == cty.NilType {
		return r
	}
	return branch(r, at, common, Of(r.Value), false)
}

// loosen returns a value that may be converted to any type, depending on what is unknown in another one.
func loosen(v, other value.Value) value.Value {
	t := v.Type()
	switch {
	case v.IsNull(), t == cty.String:
		return v
	}
	loose := value.Derive(cty.DynamicVal, v).WithCauses(other.Causes()...)
	if !v.MayBeNull() {
		loose = loose.NotNull()
	}
	return loose
}

// branch converts a branch. If the other one may fail, it is perhaps not converted.
//
// The other branch may also be a null without a type.
func branch(r Result, at diag.Range, t cty.Type, other Result, doubt bool) Result {
	if r.Value.Type().Equals(t) {
		return r
	}
	c := converted(r, at, t, "Inconsistent conditional result types", "This result value has the wrong type: %s.")
	if c.Err == nil && (doubt || other.MayFail != nil || other.Value.MayBeUntypedNull()) {
		if c.Value = value.Join(c.Value, r.Value); !c.Value.Cty().IsWhollyKnown() {
			c.Value = c.Value.WithCauses(other.Causes...).WithCauses(other.Value.Causes()...)
		}
	}
	return c
}
