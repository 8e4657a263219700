package funcs

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"

	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// errHidden stands for an error whose text might say what is in a sensitive
// value.
var errHidden = errors.New("it does not fit; why is not shown, because an argument is sensitive")

// errBudget stands for the error that the budget is exceeded, which the evaluator makes of it.
var errBudget = errors.New("there are not enough steps left")

var errNull = errors.New("argument must not be null")

// Call calls a function. Arguments are converted to the types of the parameters.
// An error is an [ArgError] if it is about one of the arguments. No error says what is in a sensitive
// argument.
//
// The work is counted before it is done: if the budget is exceeded, the function is not called, and the result is of no
// use.
func Call(f *Function, args []value.Value, b *budget.Budget) (Result, error) {
	r, err := call(f, args, b)
	if !f.TellsUnknown && slices.ContainsFunc(args, value.Value.HasChoices) {
		r, err = callChoices(f, args, r.MayFail, b)
	}
	if err == nil {
		return r, nil
	}
	if arg, ok := errors.AsType[*ArgError](err); ok && !arg.Quotes {
		return Result{}, err
	}
	for _, a := range args {
		if !a.HasSensitive() {
			continue
		}
		if arg, ok := errors.AsType[*ArgError](err); ok {
			return Result{}, &ArgError{Index: arg.Index, Err: errHidden}
		}
		return Result{}, errHidden
	}
	return Result{}, err
}

func call(f *Function, args []value.Value, b *budget.Budget) (Result, error) {
	if err := f.Arity(len(args)); err != nil {
		return Result{}, err
	}
	in := make([]value.Value, len(args))
	mayFail, unknown := "", false
	for i, arg := range args {
		p := f.Param(i)
		if !spendOn(arg, p, b) {
			return Result{}, errBudget
		}
		c, may, err := p.convert(arg)
		if err != nil {
			return Result{}, &ArgError{Index: i, Err: err, Quotes: err != errNull && !arg.Type().IsPrimitiveType()}
		}
		mayFail = cmp.Or(may, mayFail)
		in[i] = c
		unknown = unknown || !c.IsKnown() && !p.Unknown || c.Type() == cty.DynamicPseudoType && !c.IsKnown() && !p.Dynamic
	}
	var r Result
	var err error
	if f.steps != nil && !b.Spend(f.steps(in, b.Left())) {
		return Result{}, errBudget
	}
	if unknown {
		r.Value, err = f.unknown(in)
	} else {
		r, err = f.Call(in)
	}
	if _, ok := errors.AsType[function.PanicError](err); ok && !value.Tuple(in).IsWhollyKnown() {
		// go-cty does not expect unknown types everywhere.
		r, err = Result{Value: value.Derive(cty.DynamicVal, in...), MayFail: "the types of the arguments are not known yet"}, nil
	}
	if err == nil && !f.ordered {
		r.Value = withoutOrder(r.Value, in)
	}
	switch {
	case err != nil:
		return Result{}, argError(err)
	case mayFail != "":
		r.MayFail = mayFail
	case f.Partial && !r.Sure && r.MayFail == "" && f.isVague(in):
		r.MayFail = "it depends on values that are not known yet"
	}
	return r, nil
}

// spendOn takes the steps for converting an argument.
func spendOn(arg value.Value, p *Param, b *budget.Budget) bool {
	return b.Spend(arg.Size(b.Left())) && b.Spend(value.ConversionSteps(arg, types.ToCty(p.Type)))
}

// convert converts an argument to the type of a parameter. It returns what may be wrong with it, or is.
func (p *Param) convert(arg value.Value) (c value.Value, mayFail string, err error) {
	to := types.ToCty(p.Type)
	c, may, err := value.Convert(arg, to)
	switch {
	case p.Strict && arg.Type() != cty.DynamicPseudoType && !arg.Type().Equals(to):
		return c, "", fmt.Errorf("%s is required, and other values are not converted to it", friendly(p.Type))
	case err != nil:
		return c, "", err
	case c.IsNull() && !p.Null:
		return c, "", errNull
	case may != nil:
		mayFail = fmt.Sprintf("the argument %q may turn out not to be %s", p.Name, friendly(p.Type))
	case p.NoSet && mayBeSet(c):
		mayFail = fmt.Sprintf("the argument %q may turn out to be a set", p.Name)
	case !p.Null && c.MayBeNull():
		mayFail = fmt.Sprintf("the argument %q may turn out to be null", p.Name)
	}
	if !p.Null {
		c = c.NotNull()
	}
	return c, mayFail, nil
}

// withoutOrder returns what is known of a result if the elements of an argument may be in another order.
func withoutOrder(result value.Value, args []value.Value) value.Value {
	for _, a := range args {
		if causes, ok := a.OrderUnknown(); ok && result.IsKnown() {
			t := result.Type()
			if _, loose := result.HasLoose(); loose {
				t = cty.DynamicPseudoType
			}
			result = value.Derive(cty.UnknownVal(t), result, a).WithCauses(causes...).NotNull()
		}
	}
	return result
}

func mayBeSet(v value.Value) bool {
	_, ok := v.MayBeSet()
	return ok
}

// CallSpread calls a function with arguments, and with the elements of a list whose number or order is not known, in the
// place of further ones. It reports false if nothing can be said of that.
func CallSpread(f *Function, args []value.Value, list value.Value, b *budget.Budget) (r Result, ok bool, err error) {
	s, ok := list.Sequence()
	if !ok || f.Spread == nil {
		return Result{}, false, nil
	}
	for _, a := range slices.Backward(args) {
		s.Candidates = slices.Insert(s.Candidates, 0, value.Candidate{Value: a, Certain: true})
	}
	s.Min, s.Max = s.Min+len(args), plus(s.Max, len(args))
	mayFail := ""
	if s.Min == 0 {
		mayFail = "there may be too few arguments"
	}
	in := s.Candidates[:0]
	for i, c := range s.Candidates {
		p := f.Param(i)
		if p == nil {
			p = f.Param(0)
		}
		if !spendOn(c.Value, p, b) {
			return Result{}, true, errBudget
		}
		converted, may, err := p.convert(c.Value)
		switch {
		case err != nil && c.Certain:
			return Result{}, true, &ArgError{Index: min(i, len(args)), Err: errHidden, Quotes: true}
		case err != nil:
			mayFail = "an argument may turn out not to be " + friendly(p.Type)
			continue // or else, the call fails
		}
		mayFail = cmp.Or(may, mayFail)
		c.Value = converted
		in = append(in, c)
	}
	s.Candidates = in
	if len(in) == 0 {
		return Result{}, false, nil
	}
	r, err = f.Spread(s)
	r.Value = shell(r.Value, list)
	if f.Partial && !r.Sure && mayFail == "" {
		mayFail = "it depends on values that are not known yet"
	}
	r.MayFail = cmp.Or(mayFail, r.MayFail)
	return r, true, err
}

// isVague reports whether an argument is not wholly known for which the function may fail.
func (f *Function) isVague(args []value.Value) bool {
	for i, a := range args {
		if _, loose := a.OrderUnknown(); !f.Param(i).Total && (loose || !a.IsWhollyKnown()) {
			return true
		}
	}
	return false
}

// Arity returns an error if the function cannot have n arguments.
func (f *Function) Arity(n int) error {
	switch {
	case n < len(f.Params):
		return fmt.Errorf("too few arguments: %q is missing", f.Params[n].Name)
	case n > len(f.Params) && f.Variadic == nil:
		return fmt.Errorf("too many arguments: %s takes %d", f.Name, len(f.Params))
	}
	return nil
}

// Param returns the parameter for an argument.
func (f *Function) Param(i int) *Param {
	if i < len(f.Params) {
		return &f.Params[i]
	}
	return f.Variadic
}

// unknown returns the result while arguments are unknown.
func (f *Function) unknown(args []value.Value) (value.Value, error) {
	returns := f.Returns
	if f.Type != nil {
		static := make([]Arg, len(args))
		for i, a := range args {
			static[i].Type = types.FromCty(a.Type())
			if a.IsKnown() {
				static[i].Value = &args[i]
			}
		}
		var err error
		if returns, err = f.Type(static); err != nil {
			return value.Value{}, err
		}
	}
	out := cty.UnknownVal(types.ToCty(returns))
	if f.Range != nil {
		if known := f.Range(args); known != cty.NilVal {
			out = known
		}
	}
	return f.refined(value.Derive(out, args...), args), nil
}

// refined adds to a result what go-cty cannot say.
func (f *Function) refined(v value.Value, args []value.Value) value.Value {
	if f.End != nil && !v.IsKnown() {
		v = ending(v, f.End(args))
	}
	if f.Head != nil && !v.IsKnown() {
		v = v.Beginning(f.Head(args))
	}
	if !f.Nullable {
		v = v.NotNull()
	}
	return v
}

// argError makes errors of go-cty errors of this package. Their texts may quote
// arguments.
func argError(err error) error {
	if own, ok := errors.AsType[*ArgError](err); ok {
		return own
	}
	if arg, ok := errors.AsType[function.ArgError](err); ok {
		return &ArgError{Index: arg.Index, Err: arg, Quotes: true}
	}
	if _, ok := errors.AsType[function.PanicError](err); ok {
		return errors.New("it cannot be called with these arguments")
	}
	return err
}

// friendly names a type with an article.
func friendly(t types.Type) string {
	name := t.String()
	if strings.IndexByte("aeiou", name[0]) >= 0 {
		return "an " + name
	}
	return "a " + name
}
