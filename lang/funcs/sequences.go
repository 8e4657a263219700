package funcs

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/planfmt/planfmt/lang/types"
	"github.com/planfmt/planfmt/lang/value"
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
			result = result.WithCauses(v.Causes()...)
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
		return Result{Value: outer(between(cty.NumberIntVal(int64(least)), true, cty.NumberIntVal(int64(most)), true), v)}, nil
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
	_, most := sizes(list)
	members, ok := list.Members()
	found := value.Never
	if !ok && most > 0 {
		found = value.Maybe
	}
	for _, m := range members {
		switch value.Same(m.Value, v) {
		case value.Always:
			if m.Certain {
				return Result{Value: value.Always.Bool(args...), Sure: true}, nil
			}
			found = value.Maybe
		case value.Maybe:
			found = value.Maybe
		}
	}
	return Result{Value: found.Bool(args...), Sure: !typeless(list)}, nil
}

// quantify is a Call that decides whether one element has a truth value: anytrue
// looks for true and is true then, alltrue looks for false and is false then.
func quantify(wanted bool) func(args []value.Value) (Result, error) {
	return func(args []value.Value) (Result, error) {
		list := args[0]
		_, most := sizes(list)
		members, ok := list.Members()
		found := value.Never
		if !ok && most > 0 {
			found = value.Maybe
		}
		for _, m := range members {
			e := m.Value
			switch {
			case !e.IsKnown():
				found = value.Maybe
			case e.IsNull() && !wanted, !e.IsNull() && e.Cty().True() == wanted:
				if m.Certain {
					return Result{Value: value.Derive(cty.BoolVal(wanted), args...)}, nil
				}
				found = value.Maybe
			}
		}
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
			v = value.Join(v, value.Of(cty.NullVal(v.Type())))
		}
	default:
		v = value.Unknown(elem(list))
	}
	return Result{Value: shell(v, list), Sure: most == 1}, nil
}

// ordered returns the elements of a list or tuple, or of a set that is wholly known, in their order. A
// partial list has those that it may have.
func ordered(v value.Value) (elems []value.Candidate, ok bool) {
	if elems, ok := v.Candidates(); ok {
		if v.IsSensitive() {
			elems, _ = v.Members()
		}
		return elems, true
	}
	t := v.Type()
	if !v.IsKnown() || t.IsSetType() && !v.IsWhollyKnown() {
		return nil, false
	}
	if t.IsCollectionType() && t.ElementType().HasDynamicTypes() && v.Cty().LengthInt() > 0 {
		return nil, false // the elements have a type, but which one is not known
	}
	return v.Members()
}

// rebuilt returns a list of elements that may be there. If all are certain, it is a list if
// the type of the elements is known, else a tuple.
func rebuilt(t cty.Type, elems []value.Candidate, from ...value.Value) value.Value {
	return shell(value.Partial(t, elems), from...)
}

func flatten(args []value.Value) (Result, error) {
	list := args[0]
	if !isSequence(list) {
		return Result{}, errNotSequence
	}
	if typeless(list) {
		return Result{Value: shell(value.Unknown(cty.DynamicPseudoType).NotNull(), list)}, nil
	}
	f := flattener{listed: true}
	f.add(list, true)
	result := value.Unlisted(cty.DynamicPseudoType, f.least, f.most)
	if f.listed {
		result = value.Partial(cty.DynamicPseudoType, f.elems)
	}
	if f.sensitive {
		result = result.WithSensitive()
	}
	return Result{Value: shell(result, list), Sure: true}, nil
}

// flattener collects the elements of nested lists.
type flattener struct {
	elems []value.Candidate
	// listed means that elems has all of them; otherwise only their number is
	// known.
	listed      bool
	least, most int
	// sensitive means that one of the lists is, so that even their lengths are.
	sensitive bool
}

func (f *flattener) add(list value.Value, certain bool) {
	f.sensitive = f.sensitive || list.IsSensitive()
	elems, ok := ordered(list)
	if !ok {
		f.listed = false
		least, most := sizes(list)
		if t := elem(list); t == cty.DynamicPseudoType || t.IsListType() || t.IsSetType() || t.IsTupleType() {
			least, most = 0, math.MaxInt
		}
		f.count(least, most, certain)
		return
	}
	for _, e := range elems {
		sure := certain && e.Certain
		switch {
		case typeless(e.Value):
			f.listed = false
			f.count(0, math.MaxInt, sure)
		case isSequence(e.Value) && !e.Value.IsNull():
			if e.Value.MayBeNull() {
				// Null stays as one element.
				f.listed = false
				f.count(0, math.MaxInt, sure)
				continue
			}
			f.add(e.Value, sure)
		default:
			f.elems = append(f.elems, value.Candidate{Value: e.Value, Certain: sure})
			f.count(1, 1, sure)
		}
	}
}

func (f *flattener) count(least, most int, certain bool) {
	if certain {
		f.least += least
	}
	f.most = plus(f.most, most)
}

// plus adds numbers, of which math.MaxInt is infinite.
func plus(a, b int) int {
	if a > math.MaxInt-b {
		return math.MaxInt
	}
	return a + b
}

// times multiplies numbers, of which math.MaxInt is infinite.
func times(a, b int) int {
	if a == 0 || b == 0 {
		return 0
	}
	if a > math.MaxInt/b {
		return math.MaxInt
	}
	return a * b
}

func concat(args []value.Value) (Result, error) {
	var elems []value.Candidate
	listed, sure := true, true
	least, most := 0, 0
	for i, a := range args {
		if !isList(a) {
			return Result{}, &ArgError{Index: i, Err: errNotList.Err}
		}
		sure = sure && !typeless(a)
		l, m := sizes(a)
		least, most = plus(least, l), plus(most, m)
		part, ok := ordered(a)
		listed = listed && ok
		elems = append(elems, part...)
	}
	returns, err := stdlib.ConcatFunc.ReturnTypeForValues(ctys(args))
	if err != nil {
		return Result{}, err
	}
	t := cty.DynamicPseudoType
	if returns.IsListType() {
		t = returns.ElementType()
	}
	switch {
	case !listed && !sure:
		return Result{Value: shell(value.Unknown(cty.DynamicPseudoType).NotNull(), args...)}, nil
	case !listed:
		return Result{Value: shell(value.Unlisted(t, least, most), args...), Sure: true}, nil
	}
	if returns.IsListType() && len(elems) == 0 {
		return Result{Value: shell(value.Of(cty.ListValEmpty(t)), args...), Sure: true}, nil
	}
	if t == cty.DynamicPseudoType && returns.IsListType() {
		// A list of which even the type of the elements is unknown.
		return Result{Value: shell(value.Of(cty.UnknownVal(returns)).NotNull(), args...), Sure: true}, nil
	}
	if t != cty.DynamicPseudoType {
		for i, e := range elems {
			converted, _, err := value.Convert(e.Value, t)
			if err != nil {
				return Result{}, err
			}
			elems[i].Value = converted
		}
	}
	return Result{Value: rebuilt(t, elems, args...), Sure: true}, nil
}

func distinct(args []value.Value) (Result, error) {
	list := args[0]
	elems, ok := ordered(list)
	if ok && len(elems) == 0 {
		return Result{Value: list}, nil
	}
	if !ok || list.Type() == cty.DynamicPseudoType {
		least, most := sizes(list)
		if list.Type() == cty.DynamicPseudoType {
			return Result{Value: shell(value.Unknown(cty.DynamicPseudoType).NotNull(), list)}, nil
		}
		return Result{Value: shell(value.Unlisted(elem(list), min(least, 1), most), list)}, nil
	}
	var kept []value.Candidate
	for i, e := range elems {
		is := value.Never
		for _, earlier := range elems[:i] {
			same := value.Same(earlier.Value, e.Value)
			if same == value.Always && earlier.Certain {
				is = value.Always
				break
			}
			if same != value.Never {
				is = value.Maybe
			}
		}
		switch is {
		case value.Never:
			kept = append(kept, e)
		case value.Maybe:
			kept = append(kept, value.Candidate{Value: e.Value})
		}
	}
	result := rebuilt(elem(list), kept, list)
	if len(kept) < len(elems) || !list.IsWhollyKnown() {
		// Which elements are left out says something about their values.
		if list.HasSensitive() {
			result = result.WithSensitive()
		}
	}
	return Result{Value: result}, nil
}

func compact(args []value.Value) (Result, error) {
	list := args[0]
	elems, ok := ordered(list)
	if !ok {
		_, most := sizes(list)
		return Result{Value: shell(value.Unlisted(cty.String, 0, most), list)}, nil
	}
	var kept []value.Candidate
	for _, e := range elems {
		v := e.Value
		switch {
		case v.IsNull():
		case v.IsKnown() && text(v.Cty()) == "":
		case prefix(v) != "" || suffix(v) != "":
			kept = append(kept, value.Candidate{Value: v.NotNull(), Certain: e.Certain && !v.MayBeNull()})
		default:
			kept = append(kept, value.Candidate{Value: v.NotNull()})
		}
	}
	result := rebuilt(cty.String, kept, list)
	if list.HasSensitive() {
		result = result.WithSensitive()
	}
	return Result{Value: result}, nil
}

func keys(args []value.Value) (Result, error) {
	v := args[0]
	if !isMapping(v) {
		return Result{}, errNotMap
	}
	switch {
	case v.Type().IsObjectType():
		names := make([]string, 0, len(v.Type().AttributeTypes()))
		for name := range v.Type().AttributeTypes() {
			names = append(names, name)
		}
		slices.Sort(names)
		keys := make([]value.Value, len(names))
		for i, name := range names {
			keys[i] = value.Of(cty.StringVal(name))
		}
		return Result{Value: shell(value.Tuple(keys), v), Sure: true}, nil
	case typeless(v):
		return Result{Value: shell(value.Unknown(cty.DynamicPseudoType).NotNull(), v)}, nil
	case !v.IsKnown():
		least, most := sizes(v)
		return Result{Value: shell(value.Unlisted(cty.String, least, most), v), Sure: true}, nil
	}
	var keys []value.Value
	for it := v.Cty().ElementIterator(); it.Next(); {
		key, _ := it.Element()
		keys = append(keys, value.Of(key))
	}
	return Result{Value: shell(value.List(cty.String, keys), v), Sure: true}, nil
}

func values(args []value.Value) (Result, error) {
	v := args[0]
	if !isMapping(v) {
		return Result{}, errNotMap
	}
	var result value.Value
	switch t := v.Type(); {
	case v.IsKnown() && t.IsObjectType():
		result = value.Tuple(v.Elems())
	case v.IsKnown():
		result = value.List(t.ElementType(), v.Elems())
	case t.IsMapType():
		least, most := sizes(v)
		result = value.Unlisted(t.ElementType(), least, most)
	case t.IsObjectType():
		names := make([]string, 0, len(t.AttributeTypes()))
		for name := range t.AttributeTypes() {
			names = append(names, name)
		}
		slices.Sort(names)
		elems := make([]value.Value, len(names))
		for i, name := range names {
			elems[i] = v.Part(t.AttributeType(name), "."+name)
		}
		result = value.Tuple(elems)
	default:
		return Result{Value: shell(value.Unknown(cty.DynamicPseudoType).NotNull(), v)}, nil
	}
	return Result{Value: shell(result, v), Sure: true}, nil
}

func merge(args []value.Value) (Result, error) {
	known, sure := true, true
	least := 0
	for i, a := range args {
		if !isMapping(a) && !(a.IsNull() && a.Type() == cty.DynamicPseudoType) {
			return Result{}, &ArgError{Index: i, Err: errNotMap.Err}
		}
		known = known && a.IsKnown()
		sure = sure && !typeless(a)
		if l, _, ok := a.Length(); ok && !a.MayBeNull() {
			least = max(least, l)
		}
	}
	returns, err := mergedType(args)
	if err != nil {
		return Result{}, err
	}
	if !known {
		v := value.Unknown(cty.DynamicPseudoType)
		if returns.IsMapType() {
			v = value.Of(bounded(returns, least, math.MaxInt))
		}
		return Result{Value: shell(v.NotNull(), args...), Sure: sure}, nil
	}
	merged := map[string]value.Value{}
	for _, m := range args {
		if m.IsNull() {
			continue
		}
		for it := m.Cty().ElementIterator(); it.Next(); {
			key, _ := it.Element()
			merged[text(key)], _ = m.Attr(text(key))
		}
	}
	result := value.Object(merged)
	if returns.IsMapType() {
		result = value.Map(returns.ElementType(), merged)
	}
	return Result{Value: shell(result, args...), Sure: true}, nil
}

// mergedType returns the type of what is merged: a map if all arguments are maps of one type, and null
// objects have no attributes.
func mergedType(args []value.Value) (cty.Type, error) {
	in := make([]cty.Value, 0, len(args))
	for _, a := range args {
		if a.IsNull() && a.Type() == cty.DynamicPseudoType {
			continue
		}
		in = append(in, a.Cty())
	}
	return stdlib.MergeFunc.ReturnTypeForValues(in)
}

func lookup(args []value.Value) (Result, error) {
	m, key, fallback := args[0], args[1], args[2]
	if !isMapping(m) {
		return Result{}, errNotMap
	}
	if t := m.Type(); t.IsMapType() {
		converted, may, err := value.Convert(fallback, t.ElementType())
		if err != nil {
			return Result{}, &ArgError{Index: 2, Err: err, Quotes: true}
		}
		if may != nil {
			return Result{Value: shell(value.Unknown(t.ElementType()), args...), MayFail: may.Error()}, nil
		}
		fallback = converted
	}
	v, ok := m.Attr(text(key.Cty()))
	if !ok {
		v = fallback
	}
	return Result{Value: shell(v, m, key), Sure: true}, nil
}

func coalesceList(args []value.Value) (Result, error) {
	sure, unsure := true, false
	for i, a := range args {
		if !isList(a) && !a.IsNull() {
			return Result{}, &ArgError{Index: i, Err: errNotList.Err}
		}
		sure = sure && !typeless(a)
	}
	for i, a := range args {
		if a.IsNull() {
			continue
		}
		least, most := sizes(a)
		switch {
		case most == 0:
		case least == 0 || a.MayBeNull():
			unsure = true
		case unsure:
			return Result{Value: shell(value.Unknown(cty.DynamicPseudoType).NotNull(), args...), Sure: sure}, nil
		default:
			return Result{Value: shell(a, args[:i]...), Sure: sure}, nil
		}
	}
	if unsure {
		return Result{Value: shell(value.Unknown(cty.DynamicPseudoType).NotNull(), args...)}, nil
	}
	return Result{}, errors.New("all arguments are null or empty")
}

func reverse(args []value.Value) (Result, error) {
	list := args[0]
	if !isSequence(list) {
		return Result{}, errNotSequence
	}
	elems, ok := ordered(list)
	if !ok {
		least, most := sizes(list)
		if typeless(list) {
			return Result{Value: shell(value.Unknown(cty.DynamicPseudoType).NotNull(), list)}, nil
		}
		if t := list.Type(); t.IsTupleType() {
			reversed := slices.Clone(t.TupleElementTypes())
			slices.Reverse(reversed)
			return Result{Value: shell(value.Unknown(cty.Tuple(reversed)).NotNull(), list), Sure: true}, nil
		}
		return Result{Value: shell(value.Unlisted(elem(list), least, most), list), Sure: true}, nil
	}
	if len(elems) == 0 {
		return Result{Value: shell(value.Of(emptyList(list)), list)}, nil
	}
	elems = slices.Clone(elems)
	slices.Reverse(elems)
	return Result{Value: rebuilt(elem(list), elems, list), Sure: true}, nil
}

// emptyList returns a list without elements, or an empty tuple, for a sequence without
// elements.
func emptyList(v value.Value) cty.Value {
	if v.Type().IsCollectionType() {
		return cty.ListValEmpty(v.Type().ElementType())
	}
	return cty.EmptyTupleVal
}

func sortStrings(args []value.Value) (Result, error) {
	list := args[0]
	sure := true
	members, ok := list.Members()
	for i, m := range members {
		if m.Value.IsNull() && m.Certain {
			return Result{}, &ArgError{Err: fmt.Errorf("element %d is null", i)}
		}
		sure = sure && !m.Value.MayBeNull()
	}
	least, most := sizes(list)
	switch {
	case !ok:
		return Result{Value: shell(value.Unlisted(cty.String, least, most), list)}, nil
	case !list.IsWhollyKnown():
		for i := range members {
			members[i].Value = members[i].Value.NotNull()
		}
		return Result{Value: derived(value.Unordered(cty.String, members, least), list), Sure: sure}, nil
	}
	elems := list.Elems()
	slices.SortFunc(elems, func(a, b value.Value) int { return strings.Compare(text(a.Cty()), text(b.Cty())) })
	return Result{Value: derived(value.List(cty.String, elems), list)}, nil
}

// derived returns a result that depends on all that is in a value.
func derived(result, v value.Value) value.Value {
	if v.HasSensitive() {
		result = result.WithSensitive()
	}
	return shell(result, v)
}

func slice(args []value.Value) (Result, error) {
	list := args[0]
	if !isList(list) {
		return Result{}, errNotList
	}
	least, most := sizes(list)
	if !args[1].IsKnown() || !args[2].IsKnown() {
		if typeless(list) || list.Type().IsTupleType() {
			return Result{Value: shell(value.Unknown(cty.DynamicPseudoType).NotNull(), args...)}, nil
		}
		return Result{Value: shell(value.Unlisted(elem(list), 0, most), args...)}, nil
	}
	start, err := integer(args[1])
	if err != nil {
		return Result{}, &ArgError{Index: 1, Err: err}
	}
	end, err := integer(args[2])
	switch {
	case err != nil:
		return Result{}, &ArgError{Index: 2, Err: err}
	case start < 0:
		return Result{}, &ArgError{Index: 1, Err: errors.New("the start must not be negative")}
	case start > end:
		return Result{}, &ArgError{Index: 1, Err: errors.New("the start must not be greater than the end")}
	case end > most:
		return Result{}, &ArgError{Index: 2, Err: errors.New("the end must not be greater than the length of the list")}
	case typeless(list):
		return Result{Value: shell(value.Unknown(cty.DynamicPseudoType).NotNull(), args...)}, nil
	case end-start > 10_000:
		return Result{Value: shell(value.Unlisted(elem(list), end-start, end-start), args...)}, nil
	}
	elems := make([]value.Value, 0, end-start)
	for i := start; i < end; i++ {
		e, _ := list.At(i)
		elems = append(elems, e)
	}
	result := value.Tuple(elems)
	if t := elem(list); list.Type().IsListType() {
		result = value.List(t, elems)
	}
	return Result{Value: shell(result, args...), Sure: least >= end}, nil
}

// setOperation is the Call of a function of sets. It may fail if the elements have different types,
// and have to be converted.
func setOperation(std function.Function, bounds func(args []value.Value) cty.Value) func(args []value.Value) (Result, error) {
	call := standard(Function{Partial: true, Variadic: &Param{Type: types.Any}, Returns: types.Any, Range: bounds}, std).Call
	return func(args []value.Value) (Result, error) {
		r, err := call(args)
		r.Sure = true
		for _, a := range args {
			r.Sure = r.Sure && a.Type().Equals(args[0].Type()) && !a.Type().HasDynamicTypes()
		}
		return r, err
	}
}

// setProduct knows the sizes of products better than go-cty, which forgets that a set may be empty.
// maxCombinations is how many elements a product can have. Without a limit, a few short
// lists could take all memory.
const maxCombinations = 100_000

// combinations returns how many elements the product of values has whose sizes are known, or
// a greater number than [maxCombinations] if these are too many.
func combinations(args []value.Value) int {
	n := 1
	for _, a := range args {
		size, _ := sizes(a)
		if size == 0 {
			return 0
		}
		n = min(n, maxCombinations+1) * min(size, maxCombinations+1)
	}
	return n
}

func setProduct(args []value.Value) (Result, error) {
	for _, a := range args {
		least, most := sizes(a)
		if a.IsKnown() && least == most {
			continue
		}
		if _, err := stdlib.SetProductFunc.ReturnTypeForValues(ctys(args)); err != nil {
			return Result{}, err
		}
		product := productRange(args)
		if product == cty.NilVal {
			product = cty.DynamicVal
		}
		return Result{Value: value.Derive(product, args...).NotNull()}, nil
	}
	if combinations(args) > maxCombinations {
		return Result{}, fmt.Errorf("there are more than %d combinations", maxCombinations)
	}
	v, err := stdlib.SetProductFunc.Call(ctys(args))
	if err != nil {
		return Result{}, err
	}
	return Result{Value: value.Derive(v, args...)}, nil
}

// Bounds of the sizes of sets.

func setOf(args []value.Value, least, most int) cty.Value {
	t := cty.DynamicPseudoType
	for _, a := range args {
		if !a.Type().IsSetType() || t != cty.DynamicPseudoType && !t.Equals(a.Type()) {
			return cty.NilVal
		}
		t = a.Type()
	}
	if t.HasDynamicTypes() {
		return cty.NilVal
	}
	return bounded(t, least, most)
}

func bounded(t cty.Type, least, most int) cty.Value {
	b := cty.UnknownVal(t).Refine().NotNull().CollectionLengthLowerBound(least)
	if most < math.MaxInt {
		b = b.CollectionLengthUpperBound(most)
	}
	return b.NewValue()
}

// unionRange, and those below, are for sets of which the size is unknown.
func unionRange(args []value.Value) cty.Value {
	least, most := 0, 0
	for _, a := range args {
		l, m := sizes(a)
		least, most = max(least, l), plus(most, m)
	}
	return setOf(args, least, most)
}

func intersectionRange(args []value.Value) cty.Value {
	most := math.MaxInt
	for _, a := range args {
		_, m := sizes(a)
		most = min(most, m)
	}
	return setOf(args, 0, most)
}

func subtractRange(args []value.Value) cty.Value {
	least, most := sizes(args[0])
	_, fewer := sizes(args[1])
	return setOf(args, max(0, least-fewer), most)
}

func productRange(args []value.Value) cty.Value {
	returns, err := stdlib.SetProductFunc.ReturnTypeForValues(ctys(args))
	if err != nil || !returns.IsCollectionType() || returns.HasDynamicTypes() {
		return cty.NilVal
	}
	least, most := 1, 1
	for _, a := range args {
		l, m := sizes(a)
		if returns.IsSetType() && !a.Type().IsSetType() {
			l = min(l, 1) // equal elements become one
		}
		least, most = times(least, l), times(most, m)
	}
	return bounded(returns, least, most)
}
