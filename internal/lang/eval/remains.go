package eval

import (
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// What is left of an expression that has an error.
//
// HCL evaluates both branches of a conditional, and then converts the one that counts to the type that both have in common. An error in the other
// one is forgotten, but what there is in spite of it still has a type: true ? [1] : [local.missing, "a"] is a list of strings. So
// within a branch, an expression with an error is evaluated to the end, as HCL does it.

// remaining returns the value, or what is left of it in spite of an error.
func (r Result) remaining() value.Value {
	switch {
	case r.Err == nil:
		return r.Value
	case r.remains == nil:
		return value.Of(cty.DynamicVal)
	}
	return *r.remains
}

// leaving returns an error that leaves a value.
func (r Result) leaving(v value.Value) Result {
	r.remains = &v
	return r
}

// inBranch reports whether it matters what is left of an expression that has an error.
func (ev *evaluator) inBranch() bool { return ev.branches > 0 }

// branch evaluates a branch of a conditional.
func (ev *evaluator) branch(e model.Expr) Result {
	ev.branches++
	r := ev.eval(e)
	ev.branches--
	return r
}

// withRemains sets what is left of an expression with an error, unless it depends on what is left of its parts: those have seen to it
// themselves.
func withRemains(e model.Expr, r Result) Result {
	switch e := e.(type) {
	case *model.Tuple, *model.Object, *model.For, *model.Splat, *model.Conditional, *model.Attr, *model.Index:
		return r
	case *model.Template, *model.Join:
		if r.remains == nil || r.remaining().Type() != cty.String || !r.remaining().IsKnown() {
			return r.leaving(value.Of(cty.UnknownVal(cty.String).RefineNotNull()))
		}
		return r
	case *model.Unary:
		return r.leaving(value.Of(cty.UnknownVal(resultOf(e.Op))))
	case *model.Binary:
		return r.leaving(value.Of(cty.UnknownVal(resultOf(e.Op))))
	}
	r.remains = nil
	return r
}

// resultOf returns the type of the results of an operator.
func resultOf(op model.Op) cty.Type {
	switch op {
	case model.Negate, model.Add, model.Subtract, model.Multiply, model.Divide, model.Modulo:
		return cty.Number
	}
	return cty.Bool
}

// after is what is left of an expression that goes on with what is left of a part with an error.
func after(part Result, rest Result) Result {
	if rest.Err != nil && rest.remains == nil {
		part.remains = nil
		return part
	}
	return part.leaving(rest.remaining())
}

// first returns the one of two results that has an error, or the first one. What is left is for its caller to say.
func first(failed, r Result) Result {
	if failed.Err == nil && r.Err != nil {
		failed = r
	}
	failed.remains = nil
	return failed
}

// remainsAs converts what is left of a branch to the type that both branches have in common.
func remainsAs(v value.Value, t cty.Type, by convert.Conversion) value.Value {
	if by == nil {
		return v
	}
	c, err := by(v.Cty())
	if err != nil {
		c = cty.UnknownVal(t)
	}
	return value.Derive(c, v)
}

// joinRemains is what is left of the texts of a loop in a template: HCL leaves out what is not text.
func joinRemains(tuple value.Value) value.Value {
	var parts []value.Value
	for _, e := range tuple.Elems() {
		text, _, err := value.Convert(e, cty.String)
		switch {
		case !e.IsKnown():
			return value.Of(cty.UnknownVal(cty.String))
		case err == nil && !text.IsNull():
			parts = append(parts, text)
		}
	}
	if !tuple.IsKnown() {
		return value.Of(cty.UnknownVal(cty.String))
	}
	return value.Concat(parts)
}
