package eval

import (
	"fmt"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/value"
)

func (ev *evaluator) conditional(e *model.Conditional) Result {
	c := ev.choosing(e.Condition)
	if c.Err != nil && !ev.inBranch() {
		return c
	}
	var then, other Result
	var doubt doubts
	doubt.then = ev.assuming(func() { then = ev.branch(e.Then) })
	doubt.other = ev.assuming(func() { other = ev.branch(e.Else) })
	if !ev.spendOnBranches(e, then, other) {
		return ev.exhausted(e)
	}
	if c.Err != nil {
		return c.leaving(neither(then, other))
	}
	var result Result
	result.inherit(c)
	then, other, d, certain := unify(e, then, other, doubt)
	if d != nil {
		if certain {
			return Result{Err: d}
		}
		result.risk(d, value.Derive(cty.DynamicVal, then.remaining(), other.remaining()))
		result.mayFail(d, then.Causes)
		result.mayFail(d, other.Causes)
	}
	cond := c.Value
	ev.guessed.note(cond)
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

// choosing evaluates the condition of a conditional.
func (ev *evaluator) choosing(condition model.Expr) Result {
	at := condition.Range()
	c := notNull(ev.eval(condition), at, "Null condition", "The condition value is null. Conditions must either be true or false.")
	if c.Err != nil {
		return c
	}
	return converted(c, at, cty.Bool, "Incorrect condition type", "The condition expression must be of type bool: %s.")
}

// neither is what is left of a conditional whose condition has an error: the type that the branches have in common.
func neither(then, other Result) value.Value {
	a, b := then.remaining(), other.remaining()
	switch {
	case isUntyped(a):
		return value.Of(cty.UnknownVal(b.Type()))
	case isUntyped(b):
		return value.Of(cty.UnknownVal(a.Type()))
	case a.Type() == cty.DynamicPseudoType, b.Type() == cty.DynamicPseudoType:
		return value.Of(cty.DynamicVal)
	}
	if common, _ := convert.UnifyUnsafe([]cty.Type{a.Type(), b.Type()}); common != cty.NilType {
		return value.Of(cty.UnknownVal(common))
	}
	return value.Of(cty.DynamicVal)
}

// isUntyped reports whether a value is the literal null.
func isUntyped(v value.Value) bool { return v.Cty().RawEquals(cty.NullVal(cty.DynamicPseudoType)) }

// spendOnBranches takes the steps for looking at both branches, and for finding the type that they have in common.
func (ev *evaluator) spendOnBranches(e *model.Conditional, branches ...Result) bool {
	for _, r := range branches {
		if v := r.remaining(); !v.Type().IsPrimitiveType() && !ev.spendOn(e, v) {
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

// unify converts both branches, or what is left of them in spite of an error, to a type that they have in common.
func unify(e *model.Conditional, then, other Result, doubt doubts) (Result, Result, *diag.Diagnostic, bool) {
	a, b := then.remaining(), other.remaining()
	at, bt := a.Type(), b.Type()
	switch {
	case isUntyped(a) && other.hasType():
		return then.become(typedNull(a, other, doubt.other)), other, nil, false
	case isUntyped(b) && then.hasType():
		return then, other.become(typedNull(b, then, doubt.then)), nil, false
	case at.Equals(bt) && !at.HasDynamicTypes() && alwaysUnify(a, b):
		if causes, ok := value.Tuple([]value.Value{a, b}).OrderUnknown(); ok && !value.AtOnePlace(a, b) {
			// A set is sorted if it becomes a list because the other one is a list.
			return then.become(loosen(a, b).WithCauses(causes...)), other.become(loosen(b, a).WithCauses(causes...)), nil, false
		}
		return then, other, nil, false
	}
	d := problem(e.Range(), "Inconsistent conditional result types",
		fmt.Sprintf("The true and false result expressions must have consistent types. The 'true' value is %s, but the 'false' value is %s.",
			at.FriendlyName(), bt.FriendlyName()))
	if !then.hasType() || !other.hasType() {
		if at.Equals(bt) && a.Identity() != "" && a.Identity() == b.Identity() {
			return then, other, nil, false
		}
		// What the types have in common depends on what is unknown.
		return then.become(loosen(a, b)), other.become(loosen(b, a)), d, false
	}
	if at == cty.DynamicPseudoType || bt == cty.DynamicPseudoType {
		return then, other, nil, false // one of them is an error
	}
	common, conversions := convert.UnifyUnsafe([]cty.Type{at, bt})
	if causes, loose := value.Tuple([]value.Value{a, b}).HasLoose(); loose && common == cty.NilType && isArray(at) == isArray(bt) && at.IsPrimitiveType() == bt.IsPrimitiveType() {
		// Lists and sets of their elements may have a type in common.
		return then.become(loosen(a, b).WithCauses(causes...)), other.become(loosen(b, a).WithCauses(causes...)), d, false
	}
	if common == cty.NilType {
		certain := then.MayFail == nil && other.MayFail == nil && !doubt.then && !doubt.other && !a.MayBeUntypedNull() && !b.MayBeUntypedNull()
		return then, other, d, certain
	}
	one := branch(then, e.Then.Range(), common, conversions[0], other, doubt.other)
	two := branch(other, e.Else.Range(), common, conversions[1], then, doubt.then)
	// If it is not known what an array is, neither is the type that both have in common.
	one, two = one.become(one.remaining().LooseLikeParts(a, b)), two.become(two.remaining().LooseLikeParts(a, b))
	if !alwaysUnify(a, b) {
		one.mayFail(d, looseCauses([]value.Value{a, b}))
		return one, two, d, false
	}
	return one, two, nil, false
}

// hasType reports whether the type of a branch is known, or what is left of it in spite of an error. What an error leaves has parts
// of no type, too, which is known unless something is unknown in it.
func (r Result) hasType() bool {
	v := r.remaining()
	return v.Cty().HasWhollyKnownType() || r.Err != nil && len(v.Causes()) == 0
}

// become replaces the value, or what is left of it.
func (r Result) become(v value.Value) Result {
	if r.Err != nil {
		return r.leaving(v)
	}
	r.Value = v
	return r
}

// alwaysUnify reports whether two values, which have a type in common, have one whatever the arrays in them are.
func alwaysUnify(a, b value.Value) bool {
	_, loose := a.HasLoose()
	_, otherLoose := b.HasLoose()
	switch {
	case !loose && !otherLoose, loose && otherLoose && value.AtOnePlace(a, b):
		return true
	case !loose && a.Type().Equals(cty.EmptyTuple), !otherLoose && b.Type().Equals(cty.EmptyTuple):
		return true // it can be a list or a set of anything
	}
	return isPlainArray(a) && isPlainArray(b)
}

// isPlainArray reports whether the value is an array of strings, numbers or bools that is not empty.
func isPlainArray(v value.Value) bool {
	elems := v.Elems()
	for _, e := range elems {
		if !e.Type().Equals(elems[0].Type()) || !e.Type().IsPrimitiveType() {
			return false
		}
	}
	return isArray(v.Type()) && len(elems) > 0
}

func isArray(t cty.Type) bool { return t.IsListType() || t.IsSetType() || t.IsTupleType() }

// typedNull gives a null the type of the other branch. If there may be an error in that one, the null
// perhaps has no type.
func typedNull(null value.Value, other Result, doubt bool) value.Value {
	v := value.Derive(cty.NullVal(other.remaining().Type()), null)
	if doubt || other.MayFail != nil || other.remaining().MayBeUntypedNull() {
		v = v.WithUntypedNull()
	}
	return v
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
func branch(r Result, at diag.Range, t cty.Type, by convert.Conversion, other Result, doubt bool) Result {
	if r.Err != nil {
		return r.leaving(remainsAs(r.remaining(), t, by))
	}
	if r.Value.Type().Equals(t) {
		return r
	}
	const summary, format = "Inconsistent conditional result types", "This result value has the wrong type: %s."
	if by != nil && r.Value.IsWhollyKnown() {
		// There are values for which go-cty finds a type, but then no way to it.
		if _, err := by(r.Value.Cty()); err != nil {
			return failure(at, summary, fmt.Sprintf(format, reason(r.Value, err))).leaving(value.Of(cty.UnknownVal(t)))
		}
	}
	c := converted(r, at, t, summary, format)
	if c.Err != nil {
		return c.leaving(value.Of(cty.UnknownVal(t)))
	}
	if doubt || other.MayFail != nil || other.remaining().MayBeUntypedNull() {
		if c.Value = value.Join(c.Value, r.Value); !c.Value.Cty().IsWhollyKnown() {
			c.Value = c.Value.WithCauses(other.Causes...).WithCauses(other.remaining().Causes()...)
		}
	}
	return c
}
