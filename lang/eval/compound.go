package eval

import (
	"errors"
	"fmt"
	"strings"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/lang/funcs"
	"github.com/planfmt/planfmt/lang/model"
	"github.com/planfmt/planfmt/lang/types"
	"github.com/planfmt/planfmt/lang/value"
)

const invalidTemplate = "Invalid template interpolation value"

// maxText is how many bytes a template can result in. Without a limit, locals that each
// repeat the one before could take all memory.
const maxText = value.MaxSize * value.PartBytes

func (ev *evaluator) template(e *model.Template) Result {
	var result Result
	parts := make([]value.Value, len(e.Parts))
	size := 0
	for i, p := range e.Parts {
		r := text(ev.eval(p), p.Range())
		if r.Err != nil {
			return r
		}
		result.inherit(r)
		parts[i] = r.Value
		if r.Value.IsKnown() {
			size += len(r.Value.Cty().AsString())
		}
		if size > maxText {
			return failure(e.Range(), "Text too long", fmt.Sprintf("A string template must not result in more than %d MiB.", maxText>>20))
		}
	}
	result.Value = value.Concat(parts)
	return result
}

// text makes the result of a part of a template a string.
func text(r Result, at diag.Range) Result {
	r = notNull(r, at, invalidTemplate, "A null value cannot be included in a string template.")
	if r.Err != nil {
		return r
	}
	return converted(r, at, cty.String, invalidTemplate, "The given value cannot be included in a string template: %s.")
}

func (ev *evaluator) join(e *model.Join) Result {
	r := ev.eval(e.Tuple)
	if r.Err != nil {
		return r
	}
	s := itemsOf(r.Value, false)
	var result Result
	result.inherit(r)
	uncertain := !s.listed || s.unordered
	parts := make([]value.Value, 0, len(s.items))
	for _, it := range s.items {
		t := text(Of(it.Value), e.Range())
		switch {
		case t.Err == nil:
			result.inherit(t)
		case it.Certain:
			return t
		default:
			result.risk(t.Err, it.Value)
			continue
		}
		if !it.Certain || uncertain {
			// It may be there or not.
			t.Value = value.Of(cty.UnknownVal(cty.String).RefineNotNull()).DerivedFrom(t.Value, r.Value)
		}
		parts = append(parts, t.Value)
	}
	result.Value = value.Concat(parts)
	if r.Value.IsSensitive() {
		result.Value = result.Value.WithSensitive()
	}
	return result
}

func (ev *evaluator) tuple(e *model.Tuple) Result {
	var result Result
	elems := make([]value.Value, len(e.Elems))
	for i, el := range e.Elems {
		r := ev.eval(el)
		if r.Err != nil {
			return r
		}
		result.inherit(r)
		elems[i] = r.Value
	}
	result.Value = value.Tuple(elems)
	return result
}

func (ev *evaluator) object(e *model.Object) Result {
	var result Result
	attrs := make(map[string]value.Value, len(e.Items))
	sensitive := false
	var unknown []value.Value
	for _, it := range e.Items {
		at := it.Key.Range()
		key := notNull(ev.eval(it.Key), at, "Null value as key", "A null value cannot be used as a key.")
		if key.Err != nil {
			return key
		}
		key = converted(key, at, cty.String, "Incorrect key type", "This value cannot be used as a key: %s.")
		if key.Err != nil {
			return key
		}
		val := ev.eval(it.Value)
		if val.Err != nil {
			return val
		}
		result.inherit(key)
		result.inherit(val)
		sensitive = sensitive || key.Value.HasSensitive()
		if !key.Value.IsKnown() {
			unknown = append(unknown, key.Value, val.Value)
			continue
		}
		attrs[key.Value.Cty().AsString()] = val.Value
	}
	if unknown != nil {
		for _, v := range attrs {
			unknown = append(unknown, v)
		}
		result.Value = value.Derive(cty.DynamicVal, unknown...).NotNull()
	} else {
		result.Value = value.Object(attrs)
	}
	if sensitive {
		result.Value = result.Value.WithSensitive()
	}
	return result
}

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
	switch b := cond.Cty(); {
	case b.IsKnown() && b.True():
		return chosen(result, then, cond)
	case b.IsKnown():
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
		return then, other, d, then.MayFail == nil && other.MayFail == nil && !doubt.then && !doubt.other
	}
	return branch(then, e.Then.Range(), common, other, doubt.other), branch(other, e.Else.Range(), common, then, doubt.then), nil, false
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

func (ev *evaluator) try(e *model.Try) Result {
	var result Result
	found := false
	var last *diag.Diagnostic
	var doubts []*value.Cause
	secret := false // whether one that fails has read something sensitive
	for _, alt := range e.Alternatives {
		r, read := ev.apart(alt)
		switch {
		case r.Err != nil && r.Uncaught && !found:
			return r
		case r.Err != nil && r.Uncaught:
			result.mayFail(r.Err, doubts)
			result.Uncaught = true
			return result
		case r.Err != nil:
			last = r.Err
			secret = secret || read
			continue
		}
		v := r.Value
		if secret {
			v = v.WithSensitive()
		}
		secret = secret || read && r.MayFail != nil
		if found {
			v = value.Join(result.Value, v)
			if !v.Cty().IsWhollyKnown() {
				v = v.WithCauses(doubts...)
			}
		}
		result.Value, found = v, true
		if r.MayFail == nil {
			return result
		}
		if r.Uncaught {
			result.inherit(r)
		}
		last = r.MayFail
		doubts = append(doubts, r.Causes...)
	}
	if !found {
		return Result{Err: noSuccess(e, last)}
	}
	result.mayFail(noSuccess(e, last), doubts)
	return result
}

// noSuccess is the error that no alternative succeeds. It says what is wrong with the last one.
func noSuccess(e *model.Try, last *diag.Diagnostic) *diag.Diagnostic {
	if last == nil {
		return problem(e.Range(), "No expression succeeded", "There is no expression to try.")
	}
	return &diag.Diagnostic{
		Summary: "No expression succeeded",
		Detail:  "None of the expressions can be evaluated. The last one: " + last.Summary + ". " + last.Detail,
		Subject: e.Range(),
	}
}

// apart evaluates an expression, and reports whether it has read something
// sensitive.
func (ev *evaluator) apart(e model.Expr) (r Result, secret bool) {
	before := ev.secret
	ev.secret = false
	r = ev.eval(e)
	secret = ev.secret
	ev.secret = before || secret
	return r, secret
}

func (ev *evaluator) can(e *model.Can) Result {
	r, secret := ev.apart(e.Operand)
	v := value.Of(cty.True)
	var result Result
	switch {
	case r.Err != nil && r.Uncaught:
		return r
	case r.Err != nil:
		v = value.Of(cty.False)
	case r.MayFail != nil:
		v = value.Unknown(cty.Bool, r.Causes...).NotNull()
		if r.Uncaught {
			result.inherit(r)
		}
	}
	if secret {
		v = v.WithSensitive()
	}
	result.Value = v
	return result
}

func (ev *evaluator) convert(e *model.Convert) Result {
	r := ev.eval(e.Operand)
	if r.Err != nil {
		return r
	}
	v := r.Value
	c, err := types.Convert(v.Cty(), e.To)
	format := "This value cannot be converted to " + e.To.String() + ": %s."
	if err != nil {
		return failure(e.Operand.Range(), "Invalid conversion", fmt.Sprintf(format, reason(v, err)))
	}
	if c.Type().Equals(v.Type()) && c.RawEquals(v.Cty()) {
		return r
	}
	if !v.IsWhollyKnown() && types.Conversion(types.FromCty(v.Type()), e.To) != types.Safe {
		r.risk(problem(e.Operand.Range(), "Invalid conversion", fmt.Sprintf(format, "it is not known yet")), v)
	}
	r.Value = value.Derive(c, v)
	return r
}

func (ev *evaluator) args(exprs []model.Expr) ([]value.Value, Result) {
	var result Result
	args := make([]value.Value, len(exprs))
	for i, a := range exprs {
		r := ev.eval(a)
		if r.Err != nil {
			return nil, r
		}
		result.inherit(r)
		args[i] = r.Value
	}
	return args, result
}

func (ev *evaluator) hostCall(e *model.HostCall) Result {
	args, result := ev.args(e.Args)
	if result.Err != nil {
		return result
	}
	r := ev.read(ev.host.Call(e, args))
	if r.Err != nil {
		return r
	}
	result.Value = r.Value
	result.inherit(r)
	return result
}

func (ev *evaluator) call(e *model.Call) Result {
	args, result := ev.args(e.Args)
	if result.Err != nil {
		return result
	}
	if e.Expand && len(args) > 0 {
		last := len(args) - 1
		at := e.Args[last].Range()
		const summary = "Invalid expanding argument value"
		r := notNull(Of(args[last]), at, summary, "The expanding argument (indicated by ...) must not be null.")
		if r.Err != nil {
			return r
		}
		result.inherit(r)
		v := r.Value
		t := v.Type()
		if !t.IsListType() && !t.IsTupleType() && !t.IsSetType() && t != cty.DynamicPseudoType {
			return failure(at, summary, "The expanding argument (indicated by ...) must be of a tuple, list or set type.")
		}
		if !v.IsKnown() || t.IsSetType() && !v.Cty().IsWhollyKnown() {
			// How many arguments there are is not known.
			result.risk(problem(e.NameAt, functionFailed, "How many arguments there are is not known yet, so the call may fail."), v)
			result.Value = value.Derive(cty.DynamicVal, args...)
			return result
		}
		args = append(args[:last:last], v.Elems()...)
	}
	r, err := funcs.Call(e.Function, args)
	if err != nil {
		return Result{Err: callError(e, args, err)}
	}
	result.Value = r.Value
	if r.MayFail != "" {
		result.mayFail(problem(e.NameAt, functionFailed,
			fmt.Sprintf("The call of %s may fail: %s.", e.Function.Name, strings.TrimSuffix(r.MayFail, "."))),
			value.Derive(cty.DynamicVal, args...).Causes())
	}
	return result
}

const functionFailed = "Error in function call"

// callError says what is wrong with a call.
func callError(e *model.Call, args []value.Value, err error) *diag.Diagnostic {
	var arg *funcs.ArgError
	if errors.As(err, &arg) && arg.Index >= 0 && arg.Index < len(args) {
		at := e.Range()
		if n := len(e.Args); n > 0 {
			at = e.Args[min(arg.Index, n-1)].Range()
		}
		detail := strings.TrimSuffix(arg.Error(), ".")
		if args[arg.Index].HasSensitive() && arg.Quotes {
			detail = "the value is sensitive, so what is wrong with it is not shown"
		}
		return &diag.Diagnostic{
			Summary: "Invalid function argument",
			Detail:  fmt.Sprintf("Invalid value for %s: %s.", paramName(e.Function, arg.Index), detail),
			Subject: at, Context: e.Range(),
		}
	}
	detail := strings.TrimSuffix(err.Error(), ".")
	for _, a := range args {
		if a.HasSensitive() {
			detail = "an argument is sensitive, so what is wrong is not shown"
		}
	}
	at := e.NameAt
	if at.IsZero() {
		at = e.Range()
	}
	return &diag.Diagnostic{
		Summary: functionFailed,
		Detail:  fmt.Sprintf("The call of %s failed: %s.", e.Function.Name, detail),
		Subject: at, Context: e.Range(),
	}
}

func paramName(f *funcs.Function, i int) string {
	switch {
	case i < len(f.Params):
		return fmt.Sprintf("the parameter %q", f.Params[i].Name)
	case f.Variadic != nil:
		return fmt.Sprintf("the parameter %q", f.Variadic.Name)
	}
	return "an argument"
}
