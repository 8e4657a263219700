package value

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/zclconf/go-cty/cty"
)

// Join returns a value whose range includes those of both: what is known if it
// is one of the two, but not which one. If they are not equal, whoever calls it adds the causes of that.
//
// The result remembers a few values of which it is one, see [Value.Choices].
func Join(a, b Value) Value {
	if a.v.RawEquals(b.v) && Same(a, b) == Always && sameNulls(a, b) {
		return a.joinMeta(b, a.v)
	}
	if id := a.Identity(); id != "" && id == b.Identity() && !a.v.IsKnown() && !b.v.IsKnown() && Same(a, b) == Always {
		joined := joinUnknown(a, b)
		return joined.WithIdentityAmong(id, a.Among())
	}
	if a.v.IsKnown() && b.v.IsKnown() && !a.v.IsNull() && !b.v.IsNull() {
		if joined, ok := joinParts(a, b); ok {
			return joined
		}
	}
	return joinUnknown(a, b).choosing(a, b)
}

// sameNulls reports whether no part of two equal values may be null in only one of them: go-cty does not compare that for parts of unknown type.
func sameNulls(a, b Value) bool {
	if a.m == b.m || a.IsWhollyKnown() {
		return true
	}
	if !a.v.IsKnown() {
		return a.MayBeNull() == b.MayBeNull()
	}
	return slices.EqualFunc(a.Elems(), b.Elems(), sameNulls)
}

// joinMeta returns c with what is known of both.
func (v Value) joinMeta(b Value, c cty.Value) Value {
	joined := v.WithCty(c)
	switch {
	case v.m == nil && b.m == nil:
		return joined
	case b.HasSensitive() && !v.HasSensitive():
		// The parts that are sensitive in only one of them are sensitive in both.
		return joined.WithSensitive()
	case v.m != b.m && b.HasSensitive():
		return joined.WithSensitive()
	}
	return joined.WithCauses(b.OwnCauses()...)
}

// joinParts joins two values part by part, if they have the same parts.
func joinParts(a, b Value) (Value, bool) {
	at, bt := a.v.Type(), b.v.Type()
	sensitive := a.IsSensitive() || b.IsSensitive()
	var joined Value
	switch {
	case at.IsObjectType() && bt.IsObjectType():
		names := at.AttributeTypes()
		if len(names) != len(bt.AttributeTypes()) {
			return Value{}, false
		}
		attrs := make(map[string]Value, len(names))
		for name := range names {
			y, ok := b.Attr(name)
			if !ok {
				return Value{}, false
			}
			x, _ := a.Attr(name)
			attrs[name] = Join(x, y)
		}
		joined = Object(attrs).withRest(a, b)
	case at.IsTupleType() && bt.IsTupleType():
		elems, ok := joinElems(a, b)
		if !ok {
			return Value{}, false
		}
		joined = Tuple(elems).joinLoose(a, b)
	case at.IsListType() && at.Equals(bt):
		elems, ok := joinElems(a, b)
		if !ok || len(elems) == 0 {
			return Value{}, false
		}
		if at.HasDynamicTypes() {
			return Value{}, false
		}
		joined = List(at.ElementType(), elems).joinLoose(a, b)
	case at.IsMapType() && at.Equals(bt) && !at.HasDynamicTypes():
		x, y := a.v.AsValueMap(), b.v.AsValueMap()
		if len(x) != len(y) || len(x) == 0 {
			return Value{}, false
		}
		members := make(map[string]Value, len(x))
		for key, e := range x {
			f, ok := y[key]
			if !ok {
				return Value{}, false
			}
			members[key] = Join(a.part(e, a.m.member(key)), b.part(f, b.m.member(key)))
		}
		joined = Map(at.ElementType(), members).withRest(a, b)
	default:
		return Value{}, false
	}
	if sensitive {
		joined = joined.WithSensitive()
	}
	return joined, true
}

func joinElems(a, b Value) ([]Value, bool) {
	x, y := a.Elems(), b.Elems()
	if len(x) != len(y) {
		return nil, false
	}
	elems := make([]Value, len(x))
	for i := range x {
		elems[i] = Join(x[i], y[i])
	}
	return elems, true
}

// joinUnknown joins two values to one that is unknown, except if both are null.
func joinUnknown(a, b Value) Value {
	if a.IsNull() && b.IsNull() {
		t := a.v.Type()
		if !t.Equals(b.v.Type()) {
			t = cty.DynamicPseudoType
		}
		return Derive(cty.NullVal(t), a, b)
	}
	notNull := !a.MayBeNull() && !b.MayBeNull()
	t, untyped := joinTypes(a, b)
	amin, amax, aok := a.Length()
	bmin, bmax, bok := b.Length()
	lengths := aok && bok
	if t == cty.DynamicPseudoType {
		joined := Derive(cty.DynamicVal, a, b)
		if notNull {
			joined = joined.NotNull()
		}
		if lengths && a.isTuple() && b.isTuple() {
			return Unlisted(cty.DynamicPseudoType, min(amin, bmin), max(amax, bmax)).DerivedFrom(a, b)
		}
		return joined
	}
	r := cty.UnknownVal(t).Refine()
	if notNull {
		r = r.NotNull()
	}
	suffix := ""
	switch {
	case t == cty.String:
		var prefix string
		if prefix, suffix = joinEnds(a, b); prefix != "" {
			r = r.StringPrefixFull(prefix)
		}
	case t == cty.Number:
		i := joinBounds(a, b)
		if !infinite(i.lo) {
			r = r.NumberRangeLowerBound(cty.NumberVal(i.lo), i.loInc)
		}
		if !infinite(i.hi) {
			r = r.NumberRangeUpperBound(cty.NumberVal(i.hi), i.hiInc)
		}
	case t.IsCollectionType() && lengths:
		r = r.CollectionLengthLowerBound(min(amin, bmin)).CollectionLengthUpperBound(max(amax, bmax))
	}
	joined := Derive(r.NewValue(), a, b)
	if untyped || a.MayBeUntypedNull() || b.MayBeUntypedNull() {
		joined = joined.withMeta(func(m *meta) { m.untyped = true })
	}
	if t == cty.Number && (a.isNumber() && a.mayBeInfinite() || b.isNumber() && b.mayBeInfinite()) {
		joined = joined.withMeta(func(m *meta) { m.infinite = true })
	}
	return joined.WithSuffix(suffix)
}

// joinTypes returns the type of what is either of two values. untyped says that one of them is a null that has no type.
func joinTypes(a, b Value) (t cty.Type, untyped bool) {
	t = a.v.Type()
	switch {
	case a.v.RawEquals(cty.NullVal(cty.DynamicPseudoType)):
		return b.v.Type(), true
	case b.v.RawEquals(cty.NullVal(cty.DynamicPseudoType)):
		return t, true
	case !t.Equals(b.v.Type()), a.hasLoose(), b.hasLoose():
		return cty.DynamicPseudoType, false
	}
	return t, false
}

// joinEnds returns what two strings start and end with, one of which may be null.
func joinEnds(a, b Value) (prefix, suffix string) {
	switch {
	case a.IsNull():
		return b.prefix(), b.end()
	case b.IsNull():
		return a.prefix(), a.end()
	}
	return commonPrefix(a.prefix(), b.prefix()), commonSuffix(a.end(), b.end())
}

// joinBounds returns what two numbers are between, one of which may be null.
func joinBounds(a, b Value) interval {
	switch {
	case a.IsNull():
		return bounds(b.v)
	case b.IsNull():
		return bounds(a.v)
	}
	return bounds(a.v).hull(bounds(b.v))
}

// isNumber reports whether v is a number and not null.
func (v Value) isNumber() bool { return v.v.Type() == cty.Number && !v.IsNull() }

func (v Value) isTuple() bool {
	if v.v.Type() == cty.DynamicPseudoType {
		return v.m != nil && v.m.partial != nil && !v.IsLoose()
	}
	return v.v.Type().IsTupleType() && !v.MayBeNull() && !v.IsLoose()
}

// NotNull returns the value as one that is not null. If it is known to be null, it
// returns the value as it is.
func (v Value) NotNull() Value {
	if v.v.IsKnown() || !v.MayBeNull() {
		return v
	}
	if v.HasChoices() {
		if rest, ok := v.notNullChoices(); ok {
			return rest
		}
	}
	switch {
	case v.v.Type() == cty.DynamicPseudoType:
		return v.withMeta(func(m *meta) { m.notNull = true })
	}
	return v.WithCty(v.v.RefineNotNull())
}

// end returns what a string is known to end with.
func (v Value) end() string {
	if v.v.IsKnown() && !v.v.IsNull() && v.v.Type() == cty.String {
		return v.v.AsString()
	}
	return v.Suffix()
}

func commonPrefix(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	for n > 0 && n < len(a) && !utf8.RuneStart(a[n]) {
		n--
	}
	return a[:n]
}

func commonSuffix(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	s := a[len(a)-n:]
	for s != "" && !utf8.RuneStart(s[0]) {
		s = s[1:]
	}
	return strings.Clone(s)
}
