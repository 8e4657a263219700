package funcs

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

func param(name string, t types.Type, description string) Param {
	return Param{Name: name, Type: t, Description: description}
}

// total returns a parameter because of which no call fails.
func total(name string, t types.Type, description string) Param {
	return Param{Name: name, Type: t, Description: description, Unknown: true, Dynamic: true, Total: true}
}

// wide returns a parameter that accepts every value: null and unknown ones, too.
func wide(name, description string) Param {
	return Param{Name: name, Type: types.Any, Description: description, Null: true, Unknown: true, Dynamic: true}
}

// seen returns a parameter that accepts unknown values.
func seen(name string, t types.Type, description string) Param {
	return Param{Name: name, Type: t, Description: description, Unknown: true, Dynamic: true}
}

// noSet returns the parameter as one that no set is accepted for.
func (p Param) noSet() Param {
	p.NoSet = true
	return p
}

// converted returns the parameter of a function that converts its argument to a
// type.
func converted(t types.Type) Param {
	return Param{Name: "value", Description: "The value.", Type: t, Null: true, Unknown: true, Dynamic: true, Total: true}
}

// unchanged is the Call of such a function.
func unchanged(args []value.Value) (Result, error) { return Result{Value: args[0]}, nil }

// plain makes f a function of arguments that are wholly known and not null.
func plain(f Function, call func(args []cty.Value) (cty.Value, error)) *Function {
	f.Call = func(args []value.Value) (Result, error) {
		in := make([]cty.Value, len(args))
		for i, a := range args {
			if !a.IsWhollyKnown() {
				v, err := f.unknown(args)
				return Result{Value: v}, err
			}
			in[i] = a.Cty()
		}
		out, err := call(in)
		if err != nil {
			return Result{}, err
		}
		return Result{Value: value.Derive(out, args...)}, nil
	}
	return &f
}

// own makes f a function that finds out by itself what is known of its result.
func own(f Function, call func(args []value.Value) (Result, error)) *Function {
	f.Call, f.ordered = call, true
	return &f
}

// text returns the string of a known argument.
func text(v cty.Value) string { return v.AsString() }
