package value

import "github.com/zclconf/go-cty/cty"

// Rest is what is known of the attributes that an object lacks, if it is not known that they do not exist. Several
// goroutines may ask at a time.
type Rest interface {
	// Attr returns what an attribute is if it exists, and why that is not known. It reports false if there is no
	// such attribute.
	Attr(name string) (v Value, why *Cause, ok bool)
	// Cause says why it is not known which attributes there are.
	Cause() *Cause
}

// WithRest returns an object as one that may have more attributes: as far as anybody knows, it may also be a map, which
// has no more. What is made of such an object has the rest, too, even if it is a map.
func (v Value) WithRest(r Rest) Value { return v.withMeta(func(m *meta) { m.rest = r }) }

// withRest returns the value with the rest of the first of some others that has one.
func (v Value) withRest(others ...Value) Value {
	for _, o := range others {
		if r := o.Rest(); r != nil {
			return v.WithRest(r)
		}
	}
	return v
}

// Rest returns what is known of the attributes that an object lacks. It is nil if they do not exist.
func (v Value) Rest() Rest {
	if v.m == nil {
		return nil
	}
	return v.m.rest
}

// Missing returns what an attribute that an object lacks is if it exists, and why that is not known. It reports
// false if it does not exist.
func (v Value) Missing(name string) (attr Value, why *Cause, ok bool) {
	r := v.Rest()
	if r == nil {
		return Value{}, nil, false
	}
	attr, why, ok = r.Attr(name)
	if t := v.v.Type(); ok && t.IsMapType() {
		attr = Value{v: cty.NullVal(t.ElementType())} // whatever else it may be cannot be converted
	}
	if ok && v.IsSensitive() {
		attr = attr.WithSensitive()
	}
	return attr, why, ok
}

// openCauses are why it is not known which attributes the value and its parts have, and what the arrays in it are.
func (v Value) openCauses() []*Cause {
	var all []*Cause
	v.m.any(func(m *meta) bool {
		if m.rest != nil {
			all = append(all, m.rest.Cause())
		}
		for _, l := range [...]*Loose{m.loose, m.looseElems} {
			if l != nil {
				all = append(all, l.Cause)
			}
		}
		return false
	})
	return all
}

// sameOpen compares an object that has a rest with a map. They are equal only in worlds in which the object is a map.
func sameOpen(object, m Value) Truth {
	switch {
	case object.IsNull() || m.IsNull():
		return truth(object.IsNull() && m.IsNull())
	case !m.v.IsKnown():
		return Maybe
	}
	elems := m.v.AsValueMap()
	if len(elems) != len(object.v.Type().AttributeTypes()) {
		return Never
	}
	for name, e := range elems {
		attr, ok := object.Attr(name)
		if !ok || Same(attr, m.part(e, m.m.member(name))) == Never {
			return Never
		}
	}
	return Maybe
}

// isOpen reports whether the value is an object that has a rest.
func (v Value) isOpen() bool { return v.Rest() != nil && v.v.Type().IsObjectType() }

// WithRestsOf returns a value that is made of parts of other values, and about which nothing else is known, with the
// rests of these parts.
func (v Value) WithRestsOf(others ...Value) Value {
	if v.v.Type().IsPrimitiveType() || !v.v.IsKnown() {
		return v
	}
	rests := map[int][]Value{}
	for _, o := range others {
		o.addRests(rests)
	}
	if len(rests) == 0 {
		return v
	}
	return v.withRests(rests)
}

// addRests adds the objects in a value that have rests, by their hashes.
func (v Value) addRests(to map[int][]Value) {
	if !v.m.any(func(m *meta) bool { return m.rest != nil || m.hasLoose }) {
		return
	}
	if (v.isOpen() || v.IsLoose()) && v.v.IsKnown() {
		h := v.v.Hash()
		to[h] = append(to[h], v)
	}
	for _, e := range v.Elems() {
		e.addRests(to)
	}
}

func (v Value) withRests(rests map[int][]Value) Value {
	t := v.v.Type()
	if !v.v.IsKnown() || v.v.IsNull() || !v.v.CanIterateElements() {
		return v
	}
	elems := v.Elems()
	for i, e := range elems {
		elems[i] = e.withRests(rests)
	}
	switch {
	case t.IsTupleType():
		return Tuple(elems).looseLikeOne(rests[v.v.Hash()], v)
	case t.IsListType():
		return List(t.ElementType(), elems).looseLikeOne(rests[v.v.Hash()], v)
	case t.IsSetType():
		return Set(t.ElementType(), elems).looseLikeOne(rests[v.v.Hash()], v)
	}
	members := map[string]Value{}
	names, _ := v.Named()
	for i, name := range names {
		members[name] = elems[i]
	}
	if t.IsMapType() {
		return Map(t.ElementType(), members)
	}
	object := Object(members)
	for _, r := range rests[v.v.Hash()] {
		if r.isOpen() && r.v.RawEquals(v.v) {
			return object.withRest(r)
		}
	}
	return object
}

// looseLikeOne returns an array that was made of v as one that may be a list, a set or a tuple, if an equal one is.
func (v Value) looseLikeOne(all []Value, was Value) Value {
	for _, o := range all {
		if o.IsLoose() && o.v.RawEquals(was.v) {
			return v.LooseLike(o)
		}
	}
	return v
}
