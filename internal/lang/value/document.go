package value

import "github.com/zclconf/go-cty/cty"

// WithDocument returns an unknown string as one that is JSON, and of which it is known what it says: see [AsDocument].
func (v Value) WithDocument(d Value) Value {
	if v.v.IsKnown() {
		return v
	}
	return v.withMeta(func(m *meta) { m.document = &d })
}

// Document returns what an unknown string says as JSON, if it is not null. It reports false if that is not known.
func (v Value) Document() (Value, bool) {
	if v.m == nil || v.m.document == nil || v.v.IsKnown() {
		return Value{}, false
	}
	d := v.m.document.unknownBecause(v.m.causes)
	if v.IsSensitive() {
		d = d.WithSensitive()
	}
	return d, true
}

// unknownBecause adds causes to the unknown parts of a value that have none.
func (v Value) unknownBecause(causes []*Cause) Value {
	switch {
	case len(causes) == 0 || v.IsWhollyKnown():
		return v
	case v.v.IsKnown():
		return v.rebuilt(func(e Value) Value { return e.unknownBecause(causes) })
	case len(v.OwnCauses()) == 0:
		return v.WithCauses(causes...)
	}
	return v
}

// AsDocument returns what the JSON of a value says, which is another value: JSON knows neither lists and sets, nor maps. It reports false if that is not
// known, or if the value is known, since then everybody can read its JSON.
func AsDocument(v Value) (Value, bool) {
	if v.IsWhollyKnown() || v.hasLoose() {
		return Value{}, false
	}
	return asDocument(v)
}

func asDocument(v Value) (Value, bool) {
	t := v.v.Type()
	if v.Rest() != nil {
		return Value{}, false // there may be more attributes
	}
	if !v.v.IsKnown() {
		return unknownDocument(v), true
	}
	if v.v.IsNull() {
		return Derive(cty.NullVal(cty.DynamicPseudoType), v), true
	}
	if t.IsPrimitiveType() {
		if t == cty.Number && v.v.AsBigFloat().IsInf() {
			return Value{}, false
		}
		return v, true
	}
	names, elems := []string(nil), v.Elems()
	if t.IsMapType() || t.IsObjectType() {
		names, elems = v.Named()
	}
	for i, e := range elems {
		d, ok := asDocument(e)
		if !ok {
			return Value{}, false
		}
		elems[i] = d
	}
	var d Value
	switch {
	case names != nil || t.IsMapType() || t.IsObjectType():
		members := make(map[string]Value, len(names))
		for i, name := range names {
			members[name] = elems[i]
		}
		d = Object(members)
	case t.IsSetType() && len(elems) > 1 && !v.IsWhollyKnown():
		candidates := make([]Candidate, len(elems))
		for i, e := range elems {
			candidates[i] = Candidate{Value: e, Certain: true}
		}
		least, _, _ := v.Length()
		d = Unordered(cty.DynamicPseudoType, candidates, least)
	default:
		d = Tuple(elems)
	}
	if v.IsSensitive() {
		d = d.WithSensitive()
	}
	return d, true
}

// unknownDocument returns what the JSON of an unknown value says.
func unknownDocument(v Value) Value {
	t := v.v.Type()
	d := Derive(cty.DynamicVal, v)
	switch {
	case v.MayBeNull(): // and then without a type
		return d
	case t == cty.String || t == cty.Bool:
		return v
	case t == cty.Number:
		return Derive(cty.UnknownVal(cty.Number), v).NotNull()
	case t.IsListType() || t.IsSetType():
		least, most, _ := v.Length()
		return Unlisted(cty.DynamicPseudoType, least, most).DerivedFrom(v)
	}
	return d.NotNull()
}
