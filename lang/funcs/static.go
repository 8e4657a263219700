package funcs

import (
	"slices"

	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/planfmt/planfmt/lang/types"
)

// The static types of the functions of lists, sets, tuples, maps and objects. Unlike the types
// of go-cty, they say which parts may be null.

// each returns the type of a function's result for each type that an argument
// may have besides null, in a union. The step returns nil for types that the function does not accept.
func each(t types.Type, step func(types.Type) types.Type) types.Type {
	t = types.NonNull(t)
	if t == types.Any {
		return types.Any
	}
	u, ok := t.(types.Union)
	if !ok {
		return step(t)
	}
	var found []types.Type
	for _, m := range u.Members {
		if r := step(m); r != nil {
			found = append(found, r)
		}
	}
	if len(found) == 0 {
		return nil
	}
	return types.NewUnion(found...)
}

// checked returns a type function with one argument that matters.
func checked(bad error, step func(types.Type) types.Type) func(args []Arg) (types.Type, error) {
	return func(args []Arg) (types.Type, error) {
		if t := each(args[0].Type, step); t != nil {
			return t, nil
		}
		return nil, bad
	}
}

// elementOf returns the type of the elements of a list, set or tuple, or nil.
func elementOf(t types.Type) types.Type {
	switch t := t.(type) {
	case types.List:
		return t.Elem
	case types.Set:
		return t.Elem
	case types.Tuple:
		if len(t.Elems) == 0 {
			return types.None
		}
		return types.NewUnion(t.Elems...)
	}
	return nil
}

// common returns the type of the elements that a conversion to a list gives.
func common(t types.Type) types.Type {
	tuple, ok := t.(types.Tuple)
	if !ok {
		if u, ok := elementOf(t).(types.Union); ok {
			if unified, ok := types.UnifyAll(u.Members...); ok {
				return unified
			}
		}
		return elementOf(t)
	}
	if unified, ok := types.UnifyAll(tuple.Elems...); ok {
		return unified
	}
	return types.Any
}

// lengthType returns int even if nothing is known of the argument: a length is never a
// condition.
func lengthType(args []Arg) (types.Type, error) {
	_, err := checked(errNoLength, func(t types.Type) types.Type {
		switch t.(type) {
		case types.List, types.Set, types.Map, types.Tuple, types.Object:
			return types.Int
		}
		if t == types.String {
			return types.Int
		}
		return nil
	})(args)
	return types.Int, err
}

func elementType(args []Arg) (types.Type, error) {
	return checked(errNotList, func(t types.Type) types.Type {
		switch t := t.(type) {
		case types.List:
			return t.Elem
		case types.Tuple:
			if index := args[1].Value; index != nil && index.IsKnown() && !index.IsNull() && len(t.Elems) > 0 {
				if i, err := integer(*index); err == nil {
					n := len(t.Elems)
					return t.Elems[(i%n+n)%n]
				}
			}
			return elementOf(t)
		}
		return nil
	})(args)
}

func oneType(args []Arg) (types.Type, error) {
	if t, ok := types.NonNull(args[0].Type).(types.Tuple); ok {
		switch len(t.Elems) {
		case 0:
			return types.None, nil
		case 1:
			return t.Elems[0], nil
		}
		return nil, errNotOne
	}
	return checked(errNotSequence, func(t types.Type) types.Type {
		if e := elementOf(t); e != nil {
			return types.Optional(e)
		}
		return nil
	})(args)
}

func flattenType(args []Arg) (types.Type, error) {
	var leaf func(t types.Type) types.Type
	leaf = func(t types.Type) types.Type {
		u, ok := t.(types.Union)
		if !ok {
			if e := elementOf(t); e != nil {
				return leaf(e)
			}
			return t
		}
		leaves := make([]types.Type, len(u.Members))
		for i, m := range u.Members {
			leaves[i] = leaf(m)
		}
		return types.NewUnion(leaves...)
	}
	return checked(errNotSequence, func(t types.Type) types.Type {
		if elementOf(t) == nil {
			return nil
		}
		return types.List{Elem: leaf(t), Loose: true}
	})(args)
}

func concatType(args []Arg) (types.Type, error) {
	lists, tuples := true, true
	var elems, members []types.Type
	for i, a := range args {
		t := types.NonNull(a.Type)
		if _, ok := t.(types.Set); ok {
			return nil, &ArgError{Index: i, Err: errNotList.Err}
		}
		switch e := each(t, elementOf); {
		case e == nil:
			return nil, &ArgError{Index: i, Err: errNotList.Err}
		case t == types.Any:
			return types.Any, nil
		default:
			elems = append(elems, e)
		}
		list, ok := t.(types.List)
		lists = lists && ok && !list.Loose
		tuple, ok := t.(types.Tuple)
		tuples = tuples && ok
		members = append(members, tuple.Elems...)
	}
	switch {
	case tuples:
		return types.Tuple{Elems: members}, nil
	case lists:
		if e, ok := types.UnifyAll(elems...); ok {
			return types.List{Elem: e}, nil
		}
	}
	return types.List{Elem: types.NewUnion(elems...), Loose: true}, nil
}

func listType(args []Arg) (types.Type, error) {
	return toCollection(args, func(t types.Type) types.Type {
		if elementOf(t) == nil {
			return nil
		}
		return types.List{Elem: common(t)}
	})
}

func setType(args []Arg) (types.Type, error) {
	return toCollection(args, func(t types.Type) types.Type {
		if elementOf(t) == nil {
			return nil
		}
		return types.Set{Elem: common(t)}
	})
}

func mapType(args []Arg) (types.Type, error) {
	return toCollection(args, func(t types.Type) types.Type {
		switch t := t.(type) {
		case types.Map:
			return types.Map{Elem: t.Elem}
		case types.Object:
			if e, ok := types.UnifyAll(attributes(t)...); ok {
				return types.Map{Elem: e}
			}
			return types.Map{Elem: types.Any}
		}
		return nil
	})
}

// toCollection is the type of a conversion. Null stays null.
func toCollection(args []Arg, step func(types.Type) types.Type) (types.Type, error) {
	if args[0].Type == types.None {
		return types.None, nil
	}
	t := each(args[0].Type, step)
	switch {
	case t == nil:
		return types.Any, nil // the parameter's type says what is wrong
	case mayBeNull(args[0].Type):
		return types.Optional(t), nil
	}
	return t, nil
}

func mayBeNull(t types.Type) bool { return !types.Equal(types.NonNull(t), t) }

// attributes returns the types of the attributes of an object, in the order of their names.
func attributes(t types.Object) []types.Type {
	all := make([]types.Type, 0, len(t.Attrs))
	for _, name := range t.Names() {
		all = append(all, t.Attrs[name].Of())
	}
	return all
}

func distinctType(args []Arg) (types.Type, error) {
	return checked(errNotSequence, func(t types.Type) types.Type {
		if elementOf(t) == nil {
			return nil
		}
		return types.List{Elem: common(t)}
	})(args)
}

func keysType(args []Arg) (types.Type, error) {
	return checked(errNotMap, func(t types.Type) types.Type {
		switch t := t.(type) {
		case types.Map:
			return types.List{Elem: types.String, Loose: t.Loose}
		case types.Object:
			return types.Tuple{Elems: slices.Repeat([]types.Type{types.String}, len(t.Attrs))}
		}
		return nil
	})(args)
}

func valuesType(args []Arg) (types.Type, error) {
	return checked(errNotMap, func(t types.Type) types.Type {
		switch t := t.(type) {
		case types.Map:
			return types.List(t)
		case types.Object:
			return types.Tuple{Elems: attributes(t)}
		}
		return nil
	})(args)
}

func mergeType(args []Arg) (types.Type, error) {
	attrs := map[string]types.Attr{}
	var first types.Type
	objects, same := true, true
	for i, a := range args {
		if a.Type == types.None {
			continue
		}
		t := each(a.Type, func(t types.Type) types.Type {
			switch t.(type) {
			case types.Map, types.Object:
				return t
			}
			return nil
		})
		if t == nil && !mayBeNull(a.Type) {
			return nil, &ArgError{Index: i, Err: errNotMap.Err}
		}
		if t == nil {
			t = types.Any
		}
		object, ok := a.Type.(types.Object)
		objects = objects && ok
		for name, attr := range object.Attrs {
			attrs[name] = types.Attr{Type: attr.Of()}
		}
		if first == nil {
			first = t
		}
		same = same && types.Equal(first, t)
	}
	if objects {
		return types.Object{Attrs: attrs}, nil
	}
	if m, ok := first.(types.Map); ok && same {
		return m, nil
	}
	return types.Any, nil
}

func lookupType(args []Arg) (types.Type, error) {
	return checked(errNotMap, func(t types.Type) types.Type {
		switch t := t.(type) {
		case types.Map:
			return types.NewUnion(t.Elem, args[2].Type)
		case types.Object:
			name, ok := args[1].constant()
			if attr, has := t.Attrs[name]; ok && has {
				return attr.Of()
			}
			return types.Any
		}
		return nil
	})(args)
}

// anyOfTypes is for functions that return one of their arguments.
func anyOfTypes(args []Arg) (types.Type, error) {
	var all []types.Type
	for i, a := range args {
		if a.Type == types.None {
			continue
		}
		if each(a.Type, elementOf) == nil {
			if mayBeNull(a.Type) {
				continue
			}
			return nil, &ArgError{Index: i, Err: errNotList.Err}
		}
		all = append(all, types.NonNull(a.Type))
	}
	return types.NewUnion(all...), nil
}

func reverseType(args []Arg) (types.Type, error) {
	return checked(errNotSequence, func(t types.Type) types.Type {
		switch t := t.(type) {
		case types.List:
			return t
		case types.Set:
			return types.List{Elem: t.Elem}
		case types.Tuple:
			elems := slices.Clone(t.Elems)
			slices.Reverse(elems)
			return types.Tuple{Elems: elems}
		}
		return nil
	})(args)
}

func sliceType(args []Arg) (types.Type, error) {
	return checked(errNotList, func(t types.Type) types.Type {
		switch t := t.(type) {
		case types.List:
			return t
		case types.Tuple:
			if s, e := args[1].Value, args[2].Value; s != nil && e != nil && s.IsKnown() && e.IsKnown() && !s.IsNull() && !e.IsNull() {
				start, err1 := integer(*s)
				end, err2 := integer(*e)
				if err1 == nil && err2 == nil && 0 <= start && start <= end && end <= len(t.Elems) {
					return types.Tuple{Elems: t.Elems[start:end]}
				}
			}
			return types.List{Elem: elementOf(t), Loose: true}
		}
		return nil
	})(args)
}

func setOperationType(std function.Function) func(args []Arg) (types.Type, error) {
	set := Param{Type: types.Set{Elem: types.Any}}
	result := typed(&Function{Variadic: &set}, std)
	return func(args []Arg) (types.Type, error) {
		for _, a := range args {
			if a.cty().Type().HasDynamicTypes() {
				return types.Set{Elem: types.Any}, nil
			}
		}
		return result(args)
	}
}

func setProductType(args []Arg) (types.Type, error) {
	anything := Param{Type: types.Any}
	return typed(&Function{Variadic: &anything}, stdlib.SetProductFunc)(args)
}
