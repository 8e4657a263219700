package funcs

import "github.com/planfmt/planfmt/internal/lang/types"

// InQueries reports whether the function works in queries.
func (f *Function) InQueries() bool {
	return f.Call != nil || f.Name == "try" || f.Name == "can" || f.Name == "convert"
}

// AllParams returns the parameters of the function, with the one for all further arguments.
func (f *Function) AllParams() []Param {
	params := f.Params
	if f.Variadic != nil {
		params = append(params[:len(params):len(params)], *f.Variadic)
	}
	return params
}

// ReturnType returns the type of the function's results, as far as it does not depend on
// the arguments.
func (f *Function) ReturnType() types.Type {
	if f.Type == nil {
		return f.Returns
	}
	args := make([]Arg, len(f.AllParams()))
	for i, p := range f.AllParams() {
		args[i].Type = p.Type
	}
	t, err := f.Type(args)
	if err != nil {
		return types.Any
	}
	return t
}
