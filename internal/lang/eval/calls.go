package eval

import (
	"errors"
	"fmt"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/funcs"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/value"
)

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
	r := ev.host.Call(e, args)
	if !ev.spend(e, r.Steps) {
		return ev.exhausted(e)
	}
	r.Steps = 0 // unlike those of a local, they are taken with each call, even if the host remembers the answer
	r = ev.read(r)
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
		if !v.IsKnown() || v.IsUnordered() {
			return ev.callSpread(e, args, v, result)
		}
		args = append(args[:last:last], v.Elems()...)
	}
	r, err := funcs.Call(e.Function, args, ev.budget)
	return ev.called(e, args, result, r, err)
}

// callSpread calls a function with the elements of a list as its last arguments whose number or order is not known.
func (ev *evaluator) callSpread(e *model.Call, args []value.Value, list value.Value, result Result) Result {
	r, ok, err := funcs.CallSpread(e.Function, args[:len(args)-1], list, ev.budget)
	if !ok && !ev.budget.Exceeded() {
		result.risk(problem(e.NameAt, functionFailed, "How many arguments there are is not known yet, so the call may fail."), list)
		result.Value = value.Derive(cty.DynamicVal, args...)
		return result
	}
	return ev.called(e, args, result, r, err)
}

// called returns the result of a call.
func (ev *evaluator) called(e *model.Call, args []value.Value, result Result, r funcs.Result, err error) Result {
	if ev.budget.Exceeded() {
		return ev.exhausted(e)
	}
	if err != nil {
		return Result{Err: callError(e, args, err)}
	}
	result.Value = r.Value
	if r.MayFail != "" {
		result.mayFail(problem(e.NameAt, functionFailed,
			fmt.Sprintf("The call of %s may fail: %s.", e.Function.Name, strings.TrimSuffix(r.MayFail, "."))),
			append(value.Derive(cty.DynamicVal, args...).Causes(), looseCauses(args)...))
	}
	return result
}

// looseCauses are why it is not known what the arrays in values are.
func looseCauses(values []value.Value) (all []*value.Cause) {
	for _, v := range values {
		causes, _ := v.HasLoose()
		all = append(all, causes...)
	}
	return all
}

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
