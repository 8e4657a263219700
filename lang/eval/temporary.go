package eval

import (
	"github.com/planfmt/planfmt/lang/funcs"
	"github.com/planfmt/planfmt/lang/value"
)

// callFunction calls a function.
func callFunction(f *funcs.Function, args []value.Value) (funcs.Result, error) { return f.Call(args) }
