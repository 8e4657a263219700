package funcs

import (
	"errors"
	"math"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/planfmt/planfmt/internal/lang/value"
)

// The calls of the functions of lists, sets, tuples, maps and objects. Parts that are sensitive
// make only what is made of them sensitive, and lists that are not wholly known
// keep what is known of them.

var (
	errNotSequence = &ArgError{Err: errors.New("argument must be a list, a set or a tuple")}
	errNotList     = &ArgError{Err: errors.New("argument must be a list or a tuple")}
	errNotMap      = &ArgError{Err: errors.New("argument must be a map or an object")}
	errNotOne      = &ArgError{Err: errors.New("argument must have either no element or one element")}
	errEmpty       = &ArgError{Err: errors.New("argument must not be empty")}
	errNoLength    = &ArgError{Err: errors.New("argument must be a string, a list, a set, a map, a tuple or an object")}
	errNotWhole    = errors.New("a whole number is required")
)

// typeless reports whether nothing is known of a value, not even whether it is a
// collection.
func typeless(v value.Value) bool {
	return v.Type() == cty.DynamicPseudoType && !v.IsKnown() && !v.IsPartial()
}

func isList(v value.Value) bool {
	return v.Type().IsListType() || v.Type().IsTupleType() || v.IsPartial() || typeless(v)
}

func isSequence(v value.Value) bool { return isList(v) || v.Type().IsSetType() }

func isMapping(v value.Value) bool {
	return v.Type().IsMapType() || v.Type().IsObjectType() || typeless(v)
}

// elem returns the type of the elements of a value, or any.
func elem(v value.Value) cty.Type {
	if v.Type().IsCollectionType() {
		return v.Type().ElementType()
	}
	return cty.DynamicPseudoType
}

// sizes returns the least and greatest number of elements.
func sizes(v value.Value) (least, most int) {
	least, most, ok := v.Length()
	if !ok {
		return 0, math.MaxInt
	}
	return least, most
}

// outer returns a result that depends on which parts a value has, but not on what
// they are.
func outer(result cty.Value, v value.Value) value.Value { return shell(value.Of(result), v) }

// shell gives a result what is true of values as wholes: if one is sensitive, the result is
// sensitive, and what is unknown has their causes.
func shell(result value.Value, from ...value.Value) value.Value {
	for _, v := range from {
		if v.IsSensitive() {
			result = result.WithSensitive()
		}
		if !result.IsWhollyKnown() {
			causes, _ := v.OrderUnknown()
			result = result.WithCauses(v.Causes()...).WithCauses(causes...)
		}
	}
	return result
}

// joinAll returns what several values have in common.
func joinAll(members []value.Candidate) value.Value {
	joined := members[0].Value
	for _, m := range members[1:] {
		joined = value.Join(joined, m.Value)
	}
	return joined
}

func length(args []value.Value) (Result, error) {
	v := args[0]
	if v.Type() == cty.String {
		return Result{Value: value.Derive(characters(v), v)}, nil
	}
	least, most, ok := v.Length()
	switch {
	case ok && least == most:
		return Result{Value: outer(cty.NumberIntVal(int64(least)), v)}, nil
	case ok && most == math.MaxInt:
		return Result{Value: outer(atLeast(least), v)}, nil
	case ok:
		return Result{Value: outer(numberBetween(cty.NumberIntVal(int64(least)), true, cty.NumberIntVal(int64(most)), true), v)}, nil
	case len(v.CertainNames()) > 0: // a map or an object
		return Result{Value: outer(atLeast(len(v.CertainNames())), v)}, nil
	case typeless(v):
		return Result{Value: outer(atLeast(0), v), MayFail: "it may turn out to be something that has no length"}, nil
	}
	return Result{}, errNoLength
}

func atLeast(n int) cty.Value {
	return cty.UnknownVal(cty.Number).Refine().NotNull().NumberRangeLowerBound(cty.NumberIntVal(int64(n)), true).NewValue()
}

// count returns how many characters a text has.
func count(s string) int {
	n, err := stdlib.Strlen(cty.StringVal(s))
	if err != nil {
		return 0
	}
	i, _ := n.AsBigFloat().Int64()
	return int(i)
}

// characters returns how many characters a string has. What is known of its beginning and of its
// end may overlap.
func characters(v value.Value) cty.Value {
	if v.IsKnown() {
		return cty.NumberIntVal(int64(count(text(v.Cty()))))
	}
	// Characters that are not ASCII may be one with those before them.
	tail := suffix(v)
	plain := 0
	for i := range len(tail) {
		if tail[i] >= ' ' && tail[i] < 0x7f {
			plain++
		}
	}
	return atLeast(max(count(prefix(v)), plain))
}

func element(args []value.Value) (Result, error) {
	list, index := args[0], args[1]
	if !isList(list) {
		return Result{}, errNotList
	}
	least, most := sizes(list)
	if most == 0 {
		return Result{}, errEmpty
	}
	if index.IsKnown() {
		i, err := integer(index)
		if err != nil {
			return Result{}, &ArgError{Index: 1, Err: err}
		}
		if least == most {
			i = ((i % most) + most) % most
		}
		if i >= 0 && i < least {
			e, _ := list.At(i)
			return Result{Value: shell(e, index), Sure: true}, nil
		}
	}
	var e value.Value
	if members, ok := list.Members(); ok && len(members) > 0 {
		e = joinAll(members)
	} else {
		e = value.Unknown(elem(list))
	}
	return Result{Value: shell(e, list, index), Sure: least > 0 && index.IsKnown()}, nil
}

// integer returns a whole number as an index.
func integer(v value.Value) (int, error) {
	n, accuracy := v.Cty().AsBigFloat().Int64()
	if accuracy != 0 || n > math.MaxInt32 || n < math.MinInt32 {
		return 0, errNotWhole
	}
	return int(n), nil
}

func contains(args []value.Value) (Result, error) {
	list, v := args[0], args[1]
	if !isSequence(list) {
		return Result{}, errNotSequence
	}
	if typeless(list) {
		return Result{Value: value.Maybe.Bool(args...)}, nil
	}
	return Result{Value: exists(list, func(e value.Value) value.Truth { return value.Same(e, v) }).Bool(args...), Sure: true}, nil
}

// exists finds out whether there is an element in a list of which something is true.
func exists(list value.Value, is func(value.Value) value.Truth) value.Truth {
	s, _ := list.Sequence()
	return existsIn(s, is)
}

func existsIn(s value.Sequence, is func(value.Value) value.Truth) value.Truth {
	found, all := value.Never, s.Min > 0
	for _, m := range s.Candidates {
		t := is(m.Value)
		if t == value.Always && m.Certain {
			return value.Always
		}
		if t != value.Never {
			found = value.Maybe
		}
		all = all && t == value.Always
	}
	if all {
		return value.Always
	}
	return found
}

// indexOf finds the first element that equals a value.
func indexOf(args []value.Value) (Result, error) {
	list, v := args[0], args[1]
	if !isList(list) {
		return Result{}, errNotList
	}
	is := func(e value.Value) value.Truth { return value.Same(e, v) }
	if typeless(list) || exists(list, is) != value.Never {
		at := derived(value.Of(firstOf(list, is)), list).DerivedFrom(v)
		if !at.IsKnown() {
			at = at.WithCauses(value.Maybe.Bool(args...).OwnCauses()...)
		}
		return Result{Value: at, Sure: exists(list, is) == value.Always}, nil
	}
	return Result{}, &ArgError{Index: 1, Err: errors.New("the list has no such element")}
}

// firstOf returns the index of the first element of which something is true.
func firstOf(list value.Value, is func(value.Value) value.Truth) cty.Value {
	s, _ := list.Sequence()
	for i, c := range s.Candidates {
		t := is(c.Value)
		if t == value.Always && c.Certain && !s.Unordered {
			return cty.NumberIntVal(int64(i))
		}
		if t != value.Never || !c.Certain {
			break
		}
	}
	return atLeast(0)
}

// quantify is a Call that decides whether one element has a truth value: anytrue
// looks for true and is true then, alltrue looks for false and is false then.
func quantify(wanted bool) func(args []value.Value) (Result, error) {
	return func(args []value.Value) (Result, error) {
		list := args[0]
		found := exists(list, func(e value.Value) value.Truth {
			switch {
			case !e.IsKnown():
				return value.Maybe
			case e.IsNull() && !wanted, !e.IsNull() && e.IsTrue() == wanted:
				return value.Always
			}
			return value.Never
		})
		if !wanted {
			found = found.Not()
		}
		return Result{Value: found.Bool(args...)}, nil
	}
}

func one(args []value.Value) (Result, error) {
	list := args[0]
	if !isSequence(list) {
		return Result{}, errNotSequence
	}
	least, most := sizes(list)
	members, ok := list.Members()
	var v value.Value
	switch {
	case least > 1:
		return Result{}, errNotOne
	case most == 0:
		return Result{Value: outer(cty.NullVal(elem(list)), list)}, nil
	case ok && len(members) > 0:
		v = joinAll(members)
		if least == 0 {
			v = value.Join(v, value.Of(cty.NullVal(elem(list))))
		}
	default:
		v = value.Unknown(elem(list))
	}
	return Result{Value: shell(v, list), Sure: most == 1}, nil
}

// sequence returns the elements that a list, a tuple or a set has or may have. It reports false if nothing is known of it, not even of which
// type the elements are.
func sequence(v value.Value) (s value.Sequence, ok bool) {
	if t := v.Type(); t.IsCollectionType() && t.ElementType().HasDynamicTypes() && v.IsKnown() && !v.IsWhollyKnown() && v.Cty().LengthInt() > 0 {
		return value.Sequence{}, false // the elements have a type, but which one is not known
	}
	return v.Sequence()
}

// without returns a sequence with other candidates in the place of its own, of which some may have been left out, or become uncertain.
func without(s value.Sequence, kept []value.Candidate) value.Sequence {
	is := value.Ordered(kept...)
	is.Max = min(is.Max, s.Max)
	if is.Unordered = s.Unordered; s.Unordered {
		var certain []value.Value
		for _, c := range kept {
			if c.Certain {
				certain = append(certain, c.Value)
			}
		}
		is.Min = value.Distinct(certain)
	}
	return is
}

// rebuilt returns a list of elements that may be there. If all are certain, it is a list if
// the type of the elements is known, else a tuple.
func rebuilt(t cty.Type, s value.Sequence, from ...value.Value) value.Value {
	return shell(s.List(t), from...)
}

// derived returns a result that depends on all that is in a value.
func derived(result, v value.Value) value.Value {
	if v.HasSensitive() {
		result = result.WithSensitive()
	}
	return shell(result, v)
}

// Bounds of the sizes of sets.

func bounded(t cty.Type, least, most int) cty.Value {
	b := cty.UnknownVal(t).Refine().NotNull().CollectionLengthLowerBound(least)
	if most < math.MaxInt {
		b = b.CollectionLengthUpperBound(most)
	}
	return b.NewValue()
}
