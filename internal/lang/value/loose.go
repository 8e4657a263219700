package value

import (
	"slices"

	"github.com/zclconf/go-cty/cty"
)

// Loose says of an array that nobody knows whether it is a list, a set or a tuple: JSON spells all of them alike.
type Loose struct {
	// Place tells apart where arrays are. Two arrays at one place, before and after a change, are of the same kind.
	// It is empty if the array has been made by an expression.
	Place string
	// Cause says why it is not known what the array is.
	Cause *Cause
	// NotSet means that it is a list or a tuple: an expression has made it of an array that may have been a set.
	NotSet bool
}

// WithLoose returns a list, a set or a tuple, of which some elements may be unknown, as one that may be any of them. Other values stay as
// they are.
func (v Value) WithLoose(l *Loose) Value {
	if l == nil || !v.isArray() && !(v.IsPartial() && v.v.Type() == cty.DynamicPseudoType) {
		return v
	}
	return v.withMeta(func(m *meta) { m.loose = l })
}

// LooseLike returns the value as one that may be a list, a set or a tuple, if that is true of one of the others, of
// which it is made.
func (v Value) LooseLike(others ...Value) Value {
	for _, o := range others {
		if o.IsLoose() {
			return v.WithLoose(&Loose{Cause: o.m.loose.Cause})
		}
	}
	return v
}

// ListLike is LooseLike for what is not a set, whatever the others are.
func (v Value) ListLike(others ...Value) Value {
	for _, o := range others {
		if o.IsLoose() {
			return v.WithLoose(&Loose{Cause: o.m.loose.Cause, NotSet: true})
		}
	}
	return v
}

// MayBeSet reports whether an array that seems to be a list or a tuple may be a set, and why that is not known.
func (v Value) MayBeSet() (causes []*Cause, ok bool) {
	if !v.IsLoose() || v.m.loose.NotSet || v.v.Type().IsSetType() {
		return nil, false
	}
	return v.m.loose.causes(), true
}

// isOrdered reports whether the elements of an array that may be a set are in the order that they have in a set, each once.
func (v Value) isOrdered() bool {
	elems := v.Elems()
	plain := make([]cty.Value, len(elems))
	for i, e := range elems {
		if plain[i] = e.v; !e.IsWhollyKnown() || !plain[i].Type().Equals(plain[0].Type()) || !e.areOrdered() {
			return len(elems) == 1
		}
	}
	if len(plain) < 2 {
		return true
	}
	if plain[0].Type().HasDynamicTypes() {
		return false
	}
	return cty.SetVal(plain).LengthInt() == len(plain) && slices.EqualFunc(cty.SetVal(plain).AsValueSlice(), plain, cty.Value.RawEquals)
}

// areOrdered reports whether all arrays in a value that may be sets are ordered.
func (v Value) areOrdered() bool {
	if !v.hasLoose() {
		return true
	}
	if _, ok := v.MayBeSet(); ok && !v.isOrdered() {
		return false
	}
	return !slices.ContainsFunc(v.Elems(), func(e Value) bool { return !e.areOrdered() })
}

// OrderUnknown reports whether there is an array in the value that may be a set in which the elements are in another order, and why
// that is not known.
func (v Value) OrderUnknown() (causes []*Cause, ok bool) {
	if v.areOrdered() {
		return nil, false
	}
	return v.HasLoose()
}

// LooseLikeParts is LooseLike for all arrays in the value and in the others.
func (v Value) LooseLikeParts(others ...Value) Value {
	for _, o := range others {
		if l := o.anyLoose(); l != nil {
			return v.loosened(l)
		}
	}
	return v
}

// LooseAs returns what has been made of another value by converting it to a type. What the type says is known.
func (v Value) LooseAs(from Value, t cty.Type) Value {
	switch {
	case t == cty.DynamicPseudoType || !from.hasLoose():
		return v
	case !t.HasDynamicTypes():
		return v.firm()
	}
	l := from.anyLoose()
	if l == nil {
		return v
	}
	return v.rebuilt(func(e Value) Value { return e.loosened(l) })
}

// isArray reports whether the value is a list, a set or a tuple that is known and not null.
func (v Value) isArray() bool {
	t := v.v.Type()
	return (t.IsListType() || t.IsSetType() || t.IsTupleType()) && v.v.IsKnown() && !v.v.IsNull()
}

// IsLoose reports whether the value itself is an array whose kind is not known.
func (v Value) IsLoose() bool { return v.m != nil && v.m.loose != nil }

// hasLoose reports whether there is an array in the value whose kind is not known.
func (v Value) hasLoose() bool { return v.m != nil && v.m.hasLoose }

// anyLoose returns the first array in the value whose kind is not known, as one that an expression has made.
func (v Value) anyLoose() *Loose {
	if !v.hasLoose() {
		return nil
	}
	var found *Loose
	v.m.any(func(m *meta) bool {
		switch {
		case m.loose != nil:
			found = m.loose
		case m.looseElems != nil:
			found = m.looseElems
		}
		return found != nil
	})
	if found == nil {
		return nil
	}
	return &Loose{Cause: found.Cause}
}

// HasLoose reports whether there is an array in the value whose kind is not known, and why.
func (v Value) HasLoose() (causes []*Cause, ok bool) {
	return v.anyLoose().causes(), v.hasLoose()
}

// causes are why it is not known what an array is.
func (l *Loose) causes() []*Cause {
	if l == nil || l.Cause == nil {
		return nil
	}
	return []*Cause{l.Cause}
}

// loosened returns the value with all arrays in it as such that may be lists, sets or tuples.
func (v Value) loosened(l *Loose) Value {
	if l == nil || v.v == cty.NilVal || v.v.Type().IsPrimitiveType() || !v.v.IsKnown() || v.v.IsNull() {
		return v
	}
	return v.rebuilt(func(e Value) Value { return e.loosened(l) }).WithLoose(l)
}

// firm returns the value with all arrays in it as what they seem to be.
func (v Value) firm() Value {
	if !v.hasLoose() || !v.v.IsKnown() {
		return v
	}
	return v.rebuilt(Value.firm)
}

// rebuilt returns a known value with what a function makes of its parts, which keep their types. Itself, it is what it
// seems to be.
func (v Value) rebuilt(part func(Value) Value) Value {
	t := v.v.Type()
	if !v.v.IsKnown() || v.v.IsNull() || !v.v.CanIterateElements() {
		return v
	}
	elems := elemsAs(v, part)
	var result Value
	switch {
	case t.IsTupleType():
		result = Tuple(elems)
	case t.IsListType():
		result = List(t.ElementType(), elems)
	case t.IsSetType():
		result = Set(t.ElementType(), elems)
	default:
		names, _ := v.Named()
		members := make(map[string]Value, len(names))
		for i, name := range names {
			members[name] = elems[i]
		}
		if t.IsMapType() {
			result = Map(t.ElementType(), members)
		} else {
			result = Object(members)
		}
		result = result.withRest(v)
	}
	if v.IsSensitive() {
		result = result.WithSensitive()
	}
	return result
}

// joinLoose returns what two arrays have been joined to.
func (v Value) joinLoose(a, b Value) Value {
	if a.IsLoose() && b.IsLoose() && a.isWhere(b) {
		return v.WithLoose(a.m.loose)
	}
	return v.LooseLike(a, b)
}

// AtOnePlace reports whether two arrays whose kind nobody knows are of the same kind, because they are what one place has been
// and will be.
func AtOnePlace(a, b Value) bool { return a.IsLoose() && b.IsLoose() && a.isWhere(b) }

// isWhere reports whether two arrays are at one place.
func (v Value) isWhere(w Value) bool {
	return v.m.loose.Place != "" && v.m.loose.Place == w.m.loose.Place
}

// areAlike reports whether two values can be equal, going by their types alone, if there are arrays in them of which it
// is not known what they are.
func areAlike(a, b Value) bool {
	at, bt := a.v.Type(), b.v.Type()
	switch {
	case at == cty.DynamicPseudoType || bt == cty.DynamicPseudoType:
		return true
	case at.IsObjectType() && bt.IsObjectType():
		names := at.AttributeTypes()
		if len(names) != len(bt.AttributeTypes()) {
			return false
		}
		for name := range names {
			if !bt.HasAttribute(name) {
				return false
			}
		}
		return true
	case at.IsMapType() && bt.IsMapType(), at.IsListType() && bt.IsListType(), at.IsTupleType() && bt.IsTupleType(), at.IsSetType() && bt.IsSetType():
		return true
	case a.IsLoose():
		return bt.IsListType() || bt.IsTupleType() || bt.IsSetType()
	case b.IsLoose():
		return at.IsListType() || at.IsTupleType() || at.IsSetType()
	}
	return at.Equals(bt)
}

// sameArrays compares two arrays, at least one of which may be a list, a set or a tuple, in all worlds: those in which
// they are lists or tuples, and those in which they are sets, in which the order says nothing. If nothing speaks against
// it, the result is most.
func sameArrays(a, b Value, most Truth) Truth {
	x, y := a.Elems(), b.Elems()
	ordered := Never
	if !a.v.Type().IsSetType() && !b.v.Type().IsSetType() || a.IsLoose() && b.IsLoose() {
		ordered = sameElems(x, y, most)
	}
	if a.IsLoose() && b.IsLoose() && a.isWhere(b) && ordered != Never {
		return ordered
	}
	isSet := func(v Value) bool { _, loose := v.MayBeSet(); return loose || v.v.Type().IsSetType() }
	if ordered != Never || isSet(a) && isSet(b) && mayBeSameSet(x, y) {
		return Maybe
	}
	return Never
}

// sameElems compares the elements of two lists.
func sameElems(x, y []Value, result Truth) Truth {
	if len(x) != len(y) {
		return Never
	}
	for i := range x {
		if result = result.and(Same(x[i], y[i])); result == Never {
			return Never
		}
	}
	return result
}

// maxPairs is how many elements are compared with others to find out whether two sets may be the same.
const maxPairs = 10_000

// mayBeSameSet reports whether two sets with these elements may be equal.
func mayBeSameSet(x, y []Value) bool {
	pairs := maxPairs
	if len(x) != len(y) && (atLeast(x, &pairs) > len(y) || atLeast(y, &pairs) > len(x)) {
		return false
	}
	return !lacksOne(x, y, &pairs) && !lacksOne(y, x, &pairs)
}

// atLeast returns how many elements a set has at least.
func atLeast(elems []Value, pairs *int) int {
	known := map[string]bool{}
	var others []Value
	for _, e := range elems {
		if text, ok := e.leaf(); ok {
			known[text] = true
		} else {
			others = append(others, e)
		}
	}
	n := len(known)
	if *pairs -= len(others) * len(others); *pairs < 0 {
		return max(n, min(len(elems), 1))
	}
	if d := Distinct(others); n == 0 || allFirm(others) {
		n += d
	}
	return n
}

// allFirm reports whether none of the values can turn out to be a text or a number.
func allFirm(all []Value) bool {
	for _, v := range all {
		if !v.v.IsKnown() {
			return false
		}
	}
	return true
}

// lacksOne reports whether one of the values cannot be equal to any of the others. If there are too many to find out, it
// reports false.
func lacksOne(values, others []Value, pairs *int) bool {
	known := map[string]bool{}
	var rest []Value
	for _, o := range others {
		if text, ok := o.leaf(); ok {
			known[text] = true
		} else {
			rest = append(rest, o)
		}
	}
	for _, v := range values {
		with := others
		if text, ok := v.leaf(); ok {
			if known[text] {
				continue
			}
			with = rest
		}
		if *pairs -= len(with); *pairs < 0 {
			return false
		}
		lacks := true
		for _, o := range with {
			if Same(v, o) != Never {
				lacks = false
				break
			}
		}
		if lacks {
			return true
		}
	}
	return false
}

// leaf returns a text that two strings, or two truth values, share only if they are equal.
func (v Value) leaf() (string, bool) {
	switch {
	case v.isText():
		return "s" + v.v.AsString(), true
	case v.v.Type() == cty.Bool && v.v.IsKnown() && !v.v.IsNull():
		if v.IsTrue() {
			return "true", true
		}
		return "false", true
	}
	return "", false
}
