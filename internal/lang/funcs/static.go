package funcs

import (
	"slices"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/planfmt/planfmt/internal/lang/types"
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
			if unified, ok := unifyAll(u.Members); ok {
				return unified
			}
		}
		return elementOf(t)
	}
	if unified, ok := unifyAll(tuple.Elems); ok {
		return unified
	}
	return types.Any
}

// unifyAll returns the type that elements of several types have in common. Objects with different attributes become
// maps; their own types say which keys these can have.
func unifyAll(elems []types.Type) (types.Type, bool) {
	unified, ok := types.UnifyAll(elems...)
	m, isMap := types.NonNull(unified).(types.Map)
	if !ok || !isMap {
		return unified, ok
	}
	keyed := make([]types.Type, len(elems))
	for i, e := range elems {
		object, isObject := types.NonNull(e).(types.Object)
		if !isObject {
			return unified, true
		}
		attrs := make(map[string]types.Attr, len(object.Attrs))
		for name := range object.Attrs {
			attrs[name] = types.Attr{Type: m.Elem}
		}
		keyed[i] = types.Object{Attrs: attrs}
		if mayBeNull(e) {
			keyed[i] = types.Optional(keyed[i])
		}
	}
	return types.NewUnion(keyed...), true
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
		t = types.WithoutEmpty(t)
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
		switch e := each(types.WithoutEmpty(t), elementOf); {
		case e == nil:
			return nil, &ArgError{Index: i, Err: errNotList.Err}
		case t == types.Any:
			return types.Any, nil
		case !isEmpty(a):
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
	case len(elems) == 0:
		return types.Any, nil
	case lists:
		if e, ok := unifyAll(elems); ok {
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
	t := each(types.WithoutEmpty(args[0].Type), step)
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
	args = slices.Clone(args)
	args[0].Type = types.WithoutEmpty(args[0].Type) // an empty tuple has become a list
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
	var elems []types.Type
	objects, same, keyed, nulls := true, true, true, false
	for i, a := range args {
		if a.Type == types.None {
			nulls = true
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
		parts := each(types.WithoutEmpty(t), func(t types.Type) types.Type {
			switch t := t.(type) {
			case types.Map:
				return t.Elem
			case types.Object:
				return types.NewUnion(attributes(t)...)
			}
			return nil
		})
		keyed = keyed && t != types.Any
		if keyed && !isEmpty(Arg{Type: t}) {
			elems = append(elems, parts)
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
		m.Loose = m.Loose || nulls // if one without a type is among them, maps make an object
		return m, nil
	}
	if keyed && len(elems) > 0 {
		return types.Map{Elem: types.NewUnion(elems...), Loose: true}, nil
	}
	return types.Any, nil
}

// isEmpty reports whether an argument is known to have no elements, and no type of elements either.
func isEmpty(a Arg) bool {
	switch t := types.NonNull(a.Type).(type) {
	case types.Tuple:
		return len(t.Elems) == 0
	case types.Object:
		return len(t.Attrs) == 0
	}
	if a.Value == nil || !a.Value.IsKnown() || a.Value.IsNull() {
		return false
	}
	t := a.Value.Type()
	return t.IsCollectionType() && t.ElementType() == cty.DynamicPseudoType && a.Value.Cty().LengthInt() == 0
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
		var elems []types.Type
		known := true
		other := slices.IndexFunc(args, func(a Arg) bool { return !isEmpty(a) })
		if other < 0 {
			return types.Set{Elem: types.Any}, nil
		}
		rest := slices.Clone(args)
		for i, a := range args {
			if isEmpty(a) {
				rest[i] = args[other] // it has no elements whose type could matter
				continue
			}
			e := each(types.WithoutEmpty(a.Type), elementOf)
			elems = append(elems, e)
			known = known && e != nil
			if a.cty().Type().HasDynamicTypes() && (e == nil || types.ToCty(e).HasDynamicTypes()) {
				return types.Set{Elem: types.Any}, nil
			}
		}
		t, err := result(rest)
		if err != nil && slices.ContainsFunc(elems, types.MayBeNull) {
			return types.Set{Elem: types.Any}, nil // a null may have no type, and then it gets that of the others
		}
		if err != nil || !known {
			return t, err
		}
		if e, ok := types.UnifyAll(elems...); ok && types.Equal(types.FromCty(types.ToCty(types.Set{Elem: e})), t) {
			t = types.Set{Elem: e} // which says what may be null
		}
		return t, nil
	}
}

func setProductType(args []Arg) (types.Type, error) {
	anything := Param{Type: types.Any}
	return typed(&Function{Variadic: &anything}, stdlib.SetProductFunc)(args)
}
