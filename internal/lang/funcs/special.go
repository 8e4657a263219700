package funcs

import "github.com/planfmt/planfmt/internal/lang/types"

// special returns the functions that are forms of expressions of their own, and
// those that the evaluator's host answers.
func special() []*Function {
	anything := wide("expression", "An expression, which may fail.")
	other := wide("alternative", "What to evaluate instead, if all before it fail.")
	return []*Function{
		{
			Name:        "try",
			Description: "Returns the value of the first of its arguments that can be evaluated without an error.",
			Example:     `try(parseint("x", 10), 0)`,
			Result:      `0`,
			Params:      []Param{anything},
			Variadic:    &other,
			Returns:     types.Any,
			Partial:     true,
			Nullable:    true,
		},
		{
			Name:        "can",
			Description: "Returns whether an expression can be evaluated without an error.",
			Example:     `can(parseint("x", 10))`,
			Result:      `false`,
			Params:      []Param{anything},
			Returns:     types.Bool,
		},
		{
			Name:        "convert",
			Description: "Converts a value to a type, which is written as a type expression.",
			Example:     `convert(["a", "b", "a"], set(string))`,
			Result:      `toset(["a", "b"])`,
			Params: []Param{
				wide("value", "The value to convert."),
				param("type", types.Any, "A type expression, such as list(string)."),
			},
			Returns:   types.Any,
			Partial:   true,
			Nullable:  true,
			Extension: true,
		},
		{
			Name: "print",
			Description: "Returns a value, and writes it into explanations (planfmt check --explain, planfmt test -v), nowhere else. " +
				"Policy files need policy { planfmt { version = \">= 1.0\" } } for it.",
			Params: []Param{wide("value", "The value.")},
			Variadic: &Param{
				Name: "label", Type: types.String, Null: true, Unknown: true, Dynamic: true,
				Description: "What the explanation calls the value. It may be left out.",
			},
			Returns:  types.Any,
			Nullable: true,
			Partial:  true,
		},
		{
			Name: "getresources",
			Description: "Returns the resources of a type that will exist after the plan, as a list of their attributes. " +
				"If there is a filter, then only those of which all attributes in it have the same values.",
			Params: []Param{param("type", types.String, "The type of the resources.")},
			Variadic: &Param{
				Name: "filter", Type: types.Any, Null: true, Unknown: true, Dynamic: true,
				Description: "An object with the values that attributes must have. It may be left out.",
			},
			Returns: types.List{Elem: types.Any},
		},
		{
			Name:        "getdatasource",
			Description: "Returns the attributes of a data source that the configuration reads with exactly these arguments. It is an error if there is none.",
			Params: []Param{
				param("type", types.String, "The type of the data source."),
				seen("config", types.Any, "An object with the arguments."),
			},
			Returns: types.Any,
			Partial: true,
		},
	}
}
