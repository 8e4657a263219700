package funcs

import (
	"errors"
	"slices"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"

	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// standard makes f a function that std is behind: one of go-cty's standard library, or one
// that is made like them. Such a function sees all of its arguments, even unknown ones, since go-cty knows
// what to do with these. What f already has stays.
func standard(f Function, std function.Function) *Function {
	f.Params = slices.Clone(f.Params)
	if f.Type == nil && f.Returns == nil {
		f.Type = typed(&f, std)
	}
	accept := func(p *Param) { p.Unknown, p.Dynamic = true, true }
	for i := range f.Params {
		accept(&f.Params[i])
	}
	if f.Variadic != nil {
		v := *f.Variadic
		accept(&v)
		f.Variadic = &v
	}
	narrow := f.Range
	f.Call = func(args []value.Value) (Result, error) {
		in := make([]cty.Value, len(args))
		known := true
		for i, a := range args {
			in[i] = a.Cty()
			known = known && a.IsWhollyKnown()
		}
		out, err := std.Call(in)
		if err == nil && f.Partial && !known {
			err = f.tryRest(std, in)
		}
		if err != nil {
			return Result{}, err
		}
		if narrow != nil && !known && !out.IsKnown() {
			if better := narrow(args); better != cty.NilVal {
				out = better
			}
		}
		return Result{Value: f.refined(value.Of(out).WithRestsOf(args...).LooseLike(args...).DerivedFrom(args...), args)}, nil
	}
	return &f
}

// tryRest calls a function with other arguments in the place of unknown ones, if nothing depends on these
// but the result, to find out whether it always fails.
func (f *Function) tryRest(std function.Function, args []cty.Value) error {
	rest := slices.Clone(args)
	for i, a := range args {
		switch {
		case a.IsWhollyKnown():
		case f.Param(i).Total && a.Type() == cty.String:
			rest[i] = cty.StringVal("")
		default:
			return nil
		}
	}
	_, err := std.Call(rest)
	return err
}

// typed returns the Type of a function that go-cty knows.
func typed(f *Function, std function.Function) func(args []Arg) (types.Type, error) {
	return func(args []Arg) (types.Type, error) {
		values := make([]cty.Value, len(args))
		for i, a := range args {
			// What cannot be converted is reported by whoever checks arguments.
			c, err := convert.Convert(a.cty(), types.ToCty(f.Param(i).Type))
			if err != nil {
				c = cty.DynamicVal
			}
			values[i] = c
		}
		t, err := std.ReturnTypeForValues(values)
		if _, ok := errors.AsType[function.PanicError](err); ok {
			return types.Any, nil
		}
		if err != nil {
			return nil, argError(err)
		}
		return types.FromCty(t), nil
	}
}

// cty returns the argument for functions of go-cty.
func (a Arg) cty() cty.Value {
	if a.Value != nil {
		return a.Value.Cty()
	}
	return cty.UnknownVal(types.ToCty(a.Type))
}

// constant returns the argument's string if it is constant.
func (a Arg) constant() (string, bool) {
	if a.Value == nil || !a.Value.IsKnown() || a.Value.IsNull() || a.Value.Type() != cty.String {
		return "", false
	}
	return a.Value.Cty().AsString(), true
}

// What is known of strings.

// prefix returns what a string is known to begin with: all of it, if it is known.
func prefix(v value.Value) string { return v.Prefix() }

// suffix returns what a string is known to end with: all of it, if it is known.
func suffix(v value.Value) string {
	if v.IsKnown() {
		return prefix(v)
	}
	return v.Suffix()
}

// beginning returns an unknown string that begins with a text, whatever text
// comes next.
func beginning(text string) cty.Value {
	return cty.UnknownVal(cty.String).Refine().NotNull().StringPrefix(text).NewValue()
}

// ending returns an unknown string that ends with a text, whatever text is in front of it.
func ending(v value.Value, text string) value.Value {
	if v.Type() != cty.String {
		return v
	}
	return v.WithSuffix(text)
}
