package funcs

import (
	"errors"
	"strings"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/planfmt/planfmt/lang/types"
	"github.com/planfmt/planfmt/lang/value"
)

func ofCollections() []*Function {
	list := seen("list", types.Any, "A list or tuple.")
	listOf := func(t types.Type) Param { return seen("list", types.List{Elem: t}, "The list.") }
	sets := &Param{Name: "others", Description: "Further sets.", Type: types.Set{Elem: types.Any}}
	set := param("set", types.Set{Elem: types.Any}, "A set.")
	lists := &Param{Name: "lists", Description: "Lists or tuples.", Type: types.Any}
	return []*Function{
		own(Function{
			Name:        "length",
			Description: "Returns how many elements a list, a tuple, a set, a map or an object has, or how many characters a string has.",
			Example:     `length(["a", "b"])`,
			Result:      `2`,
			Params:      []Param{seen("value", types.Any, "What to measure.")},
			Type:        lengthType,
		}, length),
		standard(Function{
			Name:        "element",
			Description: "Returns an element of a list or tuple. If the index is too large, it begins again at the first element.",
			Example:     `element(["a", "b"], 3)`,
			Result:      `"b"`,
			Params:      []Param{list, param("index", types.Number, "The index, from 0.")},
			Partial:     true,
			Nullable:    true,
		}, stdlib.ElementFunc),
		standard(Function{
			Name:        "contains",
			Description: "Returns whether one of the elements of a list, tuple or set equals a value. Nothing is converted: 1 does not equal \"1\".",
			Example:     `contains(["a", "b"], "b")`,
			Result:      `true`,
			Params:      []Param{seen("list", types.Any, "A list, tuple or set."), wide("value", "The value.")},
			Returns:     types.Bool,
			Partial:     true,
		}, stdlib.ContainsFunc),
		own(Function{
			Name:        "alltrue",
			Description: "Returns whether all elements of a list are true. Null is not. If there are no elements, then all of them are.",
			Example:     `alltrue([true, false])`,
			Result:      `false`,
			Params:      []Param{listOf(types.Bool)},
			Returns:     types.Bool,
		}, quantify(false)),
		own(Function{
			Name:        "anytrue",
			Description: "Returns whether one element of a list is true. If there are no elements, none is.",
			Example:     `anytrue([true, false])`,
			Result:      `true`,
			Params:      []Param{listOf(types.Bool)},
			Returns:     types.Bool,
		}, quantify(true)),
		standard(Function{
			Name:        "flatten",
			Description: "Replaces each element of a list that is itself a list with its elements, and so on.",
			Example:     `flatten([["a"], ["b", ["c"]]])`,
			Result:      `["a", "b", "c"]`,
			Params:      []Param{seen("list", types.Any, "A list, tuple or set.")},
			Partial:     true,
		}, stdlib.FlattenFunc),
		standard(Function{
			Name:        "concat",
			Description: "Joins several lists to one.",
			Example:     `concat(["a"], ["b"])`,
			Result:      `["a", "b"]`,
			Variadic:    lists,
			Partial:     true,
		}, stdlib.ConcatFunc),
		standard(Function{
			Name:        "distinct",
			Description: "Removes the elements of a list that equal an earlier one.",
			Example:     `distinct(["a", "b", "a"])`,
			Result:      `tolist(["a", "b"])`,
			Params:      []Param{listOf(types.Any)},
		}, stdlib.DistinctFunc),
		standard(Function{
			Name:        "compact",
			Description: "Removes the elements of a list of strings that are null or empty.",
			Example:     `compact(["a", "", "b"])`,
			Result:      `tolist(["a", "b"])`,
			Params:      []Param{listOf(types.String)},
			Returns:     types.List{Elem: types.String},
		}, stdlib.CompactFunc),
		standard(Function{
			Name:        "keys",
			Description: "Returns the keys of a map or the names of the attributes of an object, in alphabetical order.",
			Example:     `keys({ b = 1, a = 2 })`,
			Result:      `["a", "b"]`,
			Params:      []Param{seen("map", types.Any, "A map or an object.")},
			Partial:     true,
		}, stdlib.KeysFunc),
		standard(Function{
			Name:        "values",
			Description: "Returns the values of a map or of the attributes of an object, in the order of their keys.",
			Example:     `values({ b = 1, a = 2 })`,
			Result:      `[2, 1]`,
			Params:      []Param{seen("map", types.Any, "A map or an object.")},
			Partial:     true,
		}, stdlib.ValuesFunc),
		standard(Function{
			Name:        "merge",
			Description: "Joins maps and objects to one. If several have the same key, the last one counts.",
			Example:     `merge({ a = 1, b = 1 }, { b = 2 })`,
			Result:      `{ a = 1, b = 2 }`,
			Variadic:    &Param{Name: "maps", Description: "Maps or objects. Those that are null are left out.", Type: types.Any, Null: true},
			Partial:     true,
		}, stdlib.MergeFunc),
		standard(Function{
			Name:        "zipmap",
			Description: "Makes a map of a list of keys and a list of values.",
			Example:     `zipmap(["a", "b"], [1, 2])`,
			Result:      `{ a = 1, b = 2 }`,
			Params:      []Param{param("keys", types.List{Elem: types.String}, "The keys."), param("values", types.Any, "The values, as many as there are keys.")},
			Partial:     true,
		}, stdlib.ZipmapFunc),
		standard(Function{
			Name:        "chunklist",
			Description: "Splits a list into lists of a size. The last one may be shorter.",
			Example:     `chunklist(["a", "b", "c"], 2)`,
			Result:      `tolist([tolist(["a", "b"]), tolist(["c"])])`,
			Params:      []Param{listOf(types.Any), param("size", types.Number, "The size.")},
			Partial:     true,
		}, stdlib.ChunklistFunc),
		standard(Function{
			Name:        "coalescelist",
			Description: "Returns the first of several lists that is not empty.",
			Example:     `coalescelist([], ["a"])`,
			Result:      `["a"]`,
			Variadic:    &Param{Name: "lists", Description: "Lists or tuples.", Type: types.Any, Null: true},
			Partial:     true,
		}, stdlib.CoalesceListFunc),
		standard(Function{
			Name:        "reverse",
			Description: "Returns the elements of a list in reverse order.",
			Example:     `reverse(["a", "b"])`,
			Result:      `["b", "a"]`,
			Params:      []Param{list},
			Partial:     true,
		}, stdlib.ReverseListFunc),
		standard(Function{
			Name:        "sort",
			Description: "Returns the strings of a list in alphabetical order.",
			Example:     `sort(["b", "a"])`,
			Result:      `tolist(["a", "b"])`,
			Params:      []Param{listOf(types.String)},
			Returns:     types.List{Elem: types.String},
			Partial:     true,
		}, stdlib.SortFunc),
		standard(Function{
			Name:        "slice",
			Description: "Returns the elements of a list from one index up to, but not including, another one.",
			Example:     `slice(["a", "b", "c"], 1, 3)`,
			Result:      `["b", "c"]`,
			Params:      []Param{list, param("start", types.Number, "The first index."), param("end", types.Number, "The index after the last one.")},
			Partial:     true,
		}, stdlib.SliceFunc),
		standard(Function{
			Name:        "setunion",
			Description: "Returns all elements of several sets.",
			Example:     `setunion(["a"], ["b"])`,
			Result:      `toset(["a", "b"])`,
			Params:      []Param{set},
			Variadic:    sets,
		}, stdlib.SetUnionFunc),
		standard(Function{
			Name:        "setintersection",
			Description: "Returns the elements that several sets have in common.",
			Example:     `setintersection(["a", "b"], ["b"])`,
			Result:      `toset(["b"])`,
			Params:      []Param{set},
			Variadic:    sets,
		}, stdlib.SetIntersectionFunc),
		standard(Function{
			Name:        "setsubtract",
			Description: "Returns the elements of a set that another set does not have.",
			Example:     `setsubtract(["a", "b"], ["b"])`,
			Result:      `toset(["a"])`,
			Params:      []Param{set, param("minus", types.Set{Elem: types.Any}, "The other set.")},
		}, stdlib.SetSubtractFunc),
		standard(Function{
			Name:        "setproduct",
			Description: "Returns all combinations of the elements of several sets or lists.",
			Example:     `setproduct(["a"], ["b", "c"])`,
			Result:      `tolist([["a", "b"], ["a", "c"]])`,
			Variadic:    &Param{Name: "sets", Description: "Sets or lists, at least two.", Type: types.Any},
			Partial:     true,
		}, stdlib.SetProductFunc),
		own(Function{
			Name:        "one",
			Description: "Returns the only element of a list, tuple or set, or null if it is empty. It is an error if there is more than one.",
			Example:     `one(["a"])`,
			Result:      `"a"`,
			Params:      []Param{seen("list", types.Any, "A list, tuple or set.")},
			Type:        oneType,
			Partial:     true,
			Nullable:    true,
		}, one),
		standard(Function{
			Name:        "tolist",
			Description: "Converts a set or tuple to a list. The elements of a set are sorted.",
			Example:     `tolist(toset(["b", "a"]))`,
			Result:      `tolist(["a", "b"])`,
			Params:      []Param{wide("value", "The value.")},
			Partial:     true,
			Nullable:    true,
		}, stdlib.MakeToFunc(cty.List(cty.DynamicPseudoType))),
		standard(Function{
			Name:        "toset",
			Description: "Converts a list or tuple to a set, which has neither duplicates nor an order.",
			Example:     `toset(["b", "a", "b"])`,
			Result:      `toset(["a", "b"])`,
			Params:      []Param{wide("value", "The value.")},
			Partial:     true,
			Nullable:    true,
		}, stdlib.MakeToFunc(cty.Set(cty.DynamicPseudoType))),
	}
}

func lengthType(args []Arg) (types.Type, error) {
	t := args[0].cty().Type()
	switch {
	case t == cty.DynamicPseudoType, t == cty.String, t.IsCollectionType(), t.IsTupleType(), t.IsObjectType():
		return types.Number, nil
	}
	return nil, &ArgError{Err: errors.New("argument must be a string, a list, a set, a map, a tuple or an object")}
}

func length(args []value.Value) (Result, error) {
	v := args[0]
	if _, err := lengthType([]Arg{{Value: &v}}); err != nil {
		return Result{}, err
	}
	if v.Type() == cty.String {
		n, err := stdlib.StrlenFunc.Call([]cty.Value{v.Cty()})
		if err != nil {
			return Result{}, err
		}
		if !n.IsKnown() {
			least, _ := stdlib.Strlen(cty.StringVal(prefix(v)))
			if s := cty.NumberIntVal(int64(len(ascii(strings.TrimLeft(suffix(v), "\r\n"))))); s.GreaterThan(least).True() {
				least = s
			}
			n = cty.UnknownVal(cty.Number).Refine().NotNull().NumberRangeLowerBound(least, true).NewValue()
		}
		return Result{Value: value.Derive(n, v)}, nil
	}
	least, most, _ := lengths(v)
	if least == most {
		return Result{Value: outer(cty.NumberIntVal(int64(least)), v)}, nil
	}
	n := between(cty.NumberIntVal(int64(least)), true, cty.NumberIntVal(int64(most)), true)
	r := Result{Value: outer(n, v)}
	if _, partial := v.Candidates(); v.Type() == cty.DynamicPseudoType && !partial {
		r.MayFail = "it may turn out to be something that has no length"
	}
	return r, nil
}

// outer returns a result that depends on which parts a value has, but not on what
// they are.
func outer(result cty.Value, v value.Value) value.Value {
	r := value.Of(result)
	if v.IsSensitive() {
		r = r.WithSensitive()
	}
	if !result.IsKnown() {
		r = r.WithCauses(v.Causes()...)
	}
	return r
}

// quantify is a Call that decides whether one element has a truth value: anytrue
// looks for true and is true then, alltrue looks for false and is false then.
func quantify(wanted bool) func(args []value.Value) (Result, error) {
	return func(args []value.Value) (Result, error) {
		v := args[0]
		candidates, partial := v.Candidates()
		if !partial {
			for _, e := range v.Elems() {
				candidates = append(candidates, value.Candidate{Value: e, Certain: true})
			}
		}
		open := !v.IsKnown() && !partial
		if _, most, _ := lengths(v); most == 0 {
			open = false
		}
		for _, c := range candidates {
			e := c.Value
			switch {
			case !e.IsKnown():
				open = true
			case !e.IsNull() && e.Cty().True() == wanted, e.IsNull() && !wanted:
				if c.Certain {
					return Result{Value: value.Derive(cty.BoolVal(wanted), v)}, nil
				}
				open = true
			}
		}
		return Result{Value: value.Derive(answer(!wanted, !open), v)}, nil
	}
}

var errNotSequence = &ArgError{Err: errors.New("argument must be a list, a set or a tuple")}

func oneType(args []Arg) (types.Type, error) {
	t := args[0].cty().Type()
	switch {
	case t == cty.DynamicPseudoType:
		return types.Any, nil
	case t.IsListType(), t.IsSetType():
		return types.Optional(types.FromCty(t.ElementType())), nil
	case t.IsTupleType():
		switch t.Length() {
		case 0:
			return types.None, nil
		case 1:
			return types.FromCty(t.TupleElementType(0)), nil
		}
		return nil, errNotOne
	}
	return nil, errNotSequence
}

var errNotOne = &ArgError{Err: errors.New("argument must have either no element or one element")}

func one(args []value.Value) (Result, error) {
	v := args[0]
	t, err := oneType([]Arg{{Value: &v}})
	if err != nil {
		return Result{}, err
	}
	least, most, _ := lengths(v)
	elem := types.ToCty(t)
	switch {
	case least > 1:
		return Result{}, errNotOne
	case most == 0:
		return Result{Value: outer(cty.NullVal(elem), v)}, nil
	case v.IsKnown() && most == 1:
		return Result{Value: v.Elems()[0], Sure: true}, nil
	}
	return Result{Value: value.Derive(cty.UnknownVal(elem), v), Sure: most == 1}, nil
}
