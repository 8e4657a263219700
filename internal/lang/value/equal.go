package value

import (
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// Truth is what is known of a condition in all worlds.
type Truth uint8

// The truth values.
const (
	Maybe Truth = iota
	Never
	Always
)

func truth(b bool) Truth {
	if b {
		return Always
	}
	return Never
}

// Not returns the opposite.
func (t Truth) Not() Truth {
	switch t {
	case Never:
		return Always
	case Always:
		return Never
	}
	return Maybe
}

// Bool returns the truth value as a value, which is derived from others.
func (t Truth) Bool(from ...Value) Value {
	var c cty.Value
	switch t {
	case Always:
		c = cty.True
	case Never:
		c = cty.False
	default:
		c = unknownBool
	}
	v := Derive(c, from...)
	if t == Maybe && len(v.OwnCauses()) == 0 {
		for _, f := range from {
			v = v.WithCauses(f.openCauses()...)
		}
	}
	return v
}

var unknownBool = cty.UnknownVal(cty.Bool).RefineNotNull()

// and combines the truth of two conditions that must both hold.
func (t Truth) and(u Truth) Truth {
	switch {
	case t == Never || u == Never:
		return Never
	case t == Always && u == Always:
		return Always
	}
	return Maybe
}

// Equal compares two values, as the operator == does: it never converts, two nulls are equal whatever
// their types, and a list never equals a tuple. The result is never null.
func Equal(a, b Value) Value {
	t := Same(a, b)
	if t != Maybe && a.IsPlain() && b.IsPlain() {
		return Value{v: t.cty()}
	}
	if a.IsNull() != b.IsNull() {
		// Whether a value is null says nothing about its parts.
		if !a.IsSensitive() && !b.IsSensitive() {
			v := Value{v: t.cty()}
			if t == Maybe {
				v = v.WithCauses(a.OwnCauses()...).WithCauses(b.OwnCauses()...)
			}
			return v
		}
	}
	return t.Bool(a, b)
}

// Not returns the opposite of a condition, which is not null.
func Not(v Value) Value {
	switch {
	case !v.IsPlain() || !v.IsKnown():
		return Derive(v.v.Not(), v)
	case v.IsTrue():
		return Value{v: cty.False}
	}
	return Value{v: cty.True}
}

func (t Truth) cty() cty.Value {
	switch t {
	case Always:
		return cty.True
	case Never:
		return cty.False
	}
	return unknownBool
}

// Same reports whether two values are equal in all worlds, in none, or perhaps.
func Same(a, b Value) Truth {
	if a.isText() && b.isText() {
		return truth(a.v.AsString() == b.v.AsString())
	}
	if a.m == nil && b.m == nil && a.IsWhollyKnown() && b.IsWhollyKnown() {
		return truth(a.v.Equals(b.v).True())
	}
	if a.HasChoices() || b.HasChoices() {
		return sameChoices(a, b)
	}
	switch {
	case a.isOpen() && b.v.Type().IsMapType():
		return sameOpen(a, b)
	case b.isOpen() && a.v.Type().IsMapType():
		return sameOpen(b, a)
	}
	ak, bk := a.v.IsKnown(), b.v.IsKnown()
	if ak && bk {
		if an, bn := a.v.IsNull(), b.v.IsNull(); an || bn {
			return truth(an && bn)
		}
		return sameKnown(a, b)
	}
	// One of them is unknown. They are equal if both are null, or if both are not
	// and have the same value.
	mayBothBeNull := a.MayBeNull() && b.MayBeNull()
	if disjoint(a, b) {
		if mayBothBeNull {
			return Maybe
		}
		if id := a.Identity(); id != "" && id == b.Identity() {
			return Maybe // facts that contradict each other
		}
		return Never
	}
	if id := a.Identity(); id != "" && !ak && !bk {
		switch among := a.Among(); {
		case id == b.Identity():
			return Always
		case among != "" && among == b.Among() && !mayBothBeNull:
			return Never
		}
	}
	return Maybe
}

// isText reports whether the value is a string that is known and not null.
func (v Value) isText() bool { return v.v.Type() == cty.String && v.v.IsKnown() && !v.v.IsNull() }

// disjoint reports whether two values, one of which is unknown, cannot be equal
// unless both are null.
func disjoint(a, b Value) bool {
	if a.IsNull() || b.IsNull() {
		return true
	}
	at, bt := a.v.Type(), b.v.Type()
	loose := a.hasLoose() || b.hasLoose()
	if loose && !areAlike(a, b) || !loose && !mayConform(at, bt) {
		return true
	}
	switch {
	case at == cty.String && bt == cty.String:
		return disjointStrings(a, b)
	case at == cty.Number && bt == cty.Number:
		x, y := bounds(a.v), bounds(b.v)
		return x.less(y) == Always || y.less(x) == Always
	}
	amin, amax, aok := a.Length()
	bmin, bmax, bok := b.Length()
	if loose {
		amin, bmin = min(amin, 1), min(bmin, 1) // elements of a set may turn out to be equal
	}
	if aok && bok && (amax < bmin || bmax < amin) {
		return true
	}
	return lacksMember(a, b) || lacksMember(b, a)
}

// lacksMember reports whether b has a certain element that a can not have.
func lacksMember(a, b Value) bool {
	have, ok := a.Members()
	if !ok {
		return false
	}
	want, ok := b.Members()
	if !ok || len(have)*len(want) > 1000 {
		return false
	}
	for _, w := range want {
		if w.Certain && !mayHave(have, w.Value) {
			return true
		}
	}
	return false
}

func mayHave(have []Candidate, v Value) bool {
	for _, h := range have {
		if Same(h.Value, v) != Never {
			return true
		}
	}
	return false
}

// mayConform reports whether two types may turn out to be the same.
func mayConform(a, b cty.Type) bool {
	switch {
	case a == cty.DynamicPseudoType || b == cty.DynamicPseudoType:
		return true
	case a.IsObjectType() && b.IsObjectType():
		aa, ba := a.AttributeTypes(), b.AttributeTypes()
		if len(aa) != len(ba) {
			return false
		}
		for name, t := range aa {
			u, ok := ba[name]
			if !ok || !mayConform(t, u) {
				return false
			}
		}
		return true
	case a.IsTupleType() && b.IsTupleType():
		ae, be := a.TupleElementTypes(), b.TupleElementTypes()
		if len(ae) != len(be) {
			return false
		}
		for i := range ae {
			if !mayConform(ae[i], be[i]) {
				return false
			}
		}
		return true
	case a.IsListType() && b.IsListType(), a.IsSetType() && b.IsSetType(), a.IsMapType() && b.IsMapType():
		return mayConform(a.ElementType(), b.ElementType())
	}
	return a.Equals(b)
}

func disjointStrings(a, b Value) bool {
	ap, bp := a.prefix(), b.prefix()
	switch {
	case a.v.IsKnown():
		return !strings.HasPrefix(ap, bp) || !strings.HasSuffix(ap, b.Suffix())
	case b.v.IsKnown():
		return !strings.HasPrefix(bp, ap) || !strings.HasSuffix(bp, a.Suffix())
	}
	as, bs := a.Suffix(), b.Suffix()
	return !strings.HasPrefix(ap, bp) && !strings.HasPrefix(bp, ap) ||
		!strings.HasSuffix(as, bs) && !strings.HasSuffix(bs, as)
}

// prefix returns what a string starts with: all of it, if it is known. A null has none.
func (v Value) prefix() string {
	if v.IsNull() || v.v.Type() != cty.String {
		return ""
	}
	return v.v.Range().StringPrefix()
}

// Prefix returns what an unknown string is known to start with, or "". Of a known string,
// it is the string.
func (v Value) Prefix() string { return v.prefix() }

// sameKnown compares two values that are known and not null. Parts of them need
// not be known.
func sameKnown(a, b Value) Truth {
	at, bt := a.v.Type(), b.v.Type()
	exact := at.Equals(bt)
	if !exact {
		loose := a.hasLoose() || b.hasLoose()
		if loose && !areAlike(a, b) || !loose && (!mayConform(at, bt) || a.v.HasWhollyKnownType() && b.v.HasWhollyKnownType()) {
			return Never
		}
	}
	result := Always
	if !exact || !a.v.HasWhollyKnownType() {
		// Even if the parts are equal, null parts may turn out to be of different types.
		result = Maybe
		if exact && allIdentified(a, b) {
			result = Always
		}
	}
	switch {
	case a.IsLoose() || b.IsLoose():
		return sameArrays(a, b, result)
	case at.IsObjectType():
		if a.isOpen() != b.isOpen() {
			result = Maybe
		}
		for name := range at.AttributeTypes() {
			x, _ := a.Attr(name)
			y, _ := b.Attr(name)
			if result = result.and(Same(x, y)); result == Never {
				return Never
			}
		}
		return result
	case at.IsTupleType(), at.IsListType():
		return sameElems(a.Elems(), b.Elems(), result)
	case at.IsMapType():
		return sameMaps(a, b, result)
	case at.IsSetType():
		return sameSets(a, b)
	}
	if eq := a.v.Equals(b.v); eq.IsKnown() {
		return truth(eq.True())
	}
	return Maybe
}

// sameMaps compares two maps that are known. The result is not above the one that is passed.
func sameMaps(a, b Value, result Truth) Truth {
	x, y := a.v.AsValueMap(), b.v.AsValueMap()
	if len(x) != len(y) {
		return Never
	}
	for key, e := range x {
		f, ok := y[key]
		if !ok {
			return Never
		}
		same := Same(a.part(e, a.m.member(key)), b.part(f, b.m.member(key)))
		if result = result.and(same); result == Never {
			return Never
		}
	}
	return result
}

// sameSets compares two sets that are known.
func sameSets(a, b Value) Truth {
	if a.IsWhollyKnown() && b.IsWhollyKnown() && !a.hasLoose() && !b.hasLoose() {
		return truth(a.v.Equals(b.v).True())
	}
	amin, amax, _ := a.Length()
	bmin, bmax, _ := b.Length()
	if amax < bmin || bmax < amin || lacksMember(a, b) || lacksMember(b, a) {
		return Never
	}
	return Maybe
}

// allIdentified reports whether everything of unknown type in a is, by its
// identity, the same as in b.
func allIdentified(a, b Value) bool {
	if !a.v.IsKnown() {
		return a.Identity() != "" && a.Identity() == b.Identity()
	}
	if a.v.HasWhollyKnownType() && b.v.HasWhollyKnownType() {
		return true
	}
	if !b.v.IsKnown() || a.IsNull() || b.IsNull() || !a.v.CanIterateElements() || a.v.Type().IsSetType() {
		return false
	}
	x, y := a.Elems(), b.Elems()
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if !allIdentified(x[i], y[i]) {
			return false
		}
	}
	return true
}
