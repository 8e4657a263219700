package value

import (
	"maps"
	"math"
	"slices"

	"github.com/zclconf/go-cty/cty"
)

// Candidate is a value that may be an element of a partial list.
type Candidate struct {
	Value Value
	// Certain means that it is an element in every world.
	Certain bool
}

// partial is what is known of a list of which not all elements are certain.
type partial struct {
	candidates []Candidate
	// unordered means that the elements may come in any order, and that candidates
	// that turn out to be equal may be one element.
	unordered bool
	// unlisted means that there are no candidates: only the length is known, and perhaps what each element is, and some elements
	// that there are in every world. These are bools, numbers and strings, so that lists of lists do not grow beyond all limits.
	unlisted bool
	each     *Value
	certain  []Value
	min, max int
}

// any calls a function with all values that something is noted of, until it returns true.
func (p *partial) any(f func(Value) bool) bool {
	return slices.ContainsFunc(p.candidates, func(c Candidate) bool { return f(c.Value) }) || p.each != nil && f(*p.each) || slices.ContainsFunc(p.certain, f)
}

// Candidates returns the elements that a partial list may have, in order. In
// each world, the list is what remains of them if some that are not certain are
// left out. It reports false if v is no partial list.
func (v Value) Candidates() ([]Candidate, bool) {
	if v.m == nil || v.m.partial == nil || v.m.partial.unordered || v.m.partial.unlisted {
		return nil, false
	}
	return v.m.partial.candidates, true
}

// Partial returns a list of which only the candidates are known that may be its
// elements. If all of them are certain, it is a known list. All values must have the type
// elem; if elem is [cty.DynamicPseudoType], the types may differ, and what comes out is
// a tuple or an unknown value of unknown type.
func Partial(elem cty.Type, candidates []Candidate) Value {
	certain := 0
	elems := make([]Value, len(candidates))
	for i, c := range candidates {
		elems[i] = c.Value
		if c.Certain {
			certain++
		}
	}
	dynamic := elem == cty.DynamicPseudoType
	switch {
	case certain == len(candidates) && dynamic:
		return Tuple(elems)
	case certain == len(candidates):
		return List(elem, elems)
	}
	list := cty.DynamicVal
	if !dynamic {
		list = cty.UnknownVal(cty.List(elem)).Refine().NotNull().
			CollectionLengthLowerBound(certain).CollectionLengthUpperBound(len(candidates)).NewValue()
	}
	return Value{v: list}.with(func(m *meta) {
		m.partial = &partial{candidates: slices.Clone(candidates), min: certain, max: len(candidates)}
	})
}

// Unordered returns a list of which the order is not known, for instance one that is made of a set
// with unknown members, which would be sorted. Candidates of which the values turn out to be
// equal may be one element. The list has at least min elements. The type elem is as for
// Partial.
func Unordered(elem cty.Type, candidates []Candidate, min int) Value {
	if len(candidates) < 2 {
		return Partial(elem, candidates)
	}
	if min == len(candidates) && elem != cty.DynamicPseudoType {
		// The length is known, so the list is: each of its elements may be any of the candidates.
		any := candidates[0].Value
		for _, c := range candidates[1:] {
			any = Join(any, c.Value)
		}
		return List(elem, slices.Repeat([]Value{any}, min))
	}
	v := Value{v: unknownList(elem, min, len(candidates))}
	return v.with(func(m *meta) {
		m.partial = &partial{candidates: slices.Clone(candidates), unordered: true, min: min, max: len(candidates)}
	})
}

// Unlisted returns an unknown list of which no more is known than the least and greatest number of
// its elements. No limit is [math.MaxInt]. If elem is [cty.DynamicPseudoType], it is a tuple.
func Unlisted(elem cty.Type, min, max int) Value {
	v := unknownList(elem, min, max)
	if v != cty.DynamicVal {
		return Value{v: v}
	}
	return Value{v: v}.with(func(m *meta) { m.partial = &partial{unlisted: true, min: min, max: max} })
}

// WithEach returns a value of Unlisted as one whose elements are all what each says, which must have the type of the elements. Nothing is noted of
// lists, objects and what may be one.
func (v Value) WithEach(each Value) Value {
	if !each.v.Type().IsPrimitiveType() || v.v.IsKnown() {
		return v
	}
	return v.withUnlisted(func(p *partial) { p.each = &each })
}

// WithCertain returns a value of Unlisted as one that has these elements in every world, in any order. Of lists and objects, nothing is noted.
func (v Value) WithCertain(elems []Value) Value {
	elems = slices.DeleteFunc(slices.Clone(elems), func(e Value) bool { return !e.v.Type().IsPrimitiveType() })
	if len(elems) == 0 || v.v.IsKnown() {
		return v
	}
	return v.withUnlisted(func(p *partial) { p.certain = elems })
}

func (v Value) withUnlisted(change func(*partial)) Value {
	min, max, ok := v.Length()
	if !ok || v.m != nil && v.m.partial != nil && !v.m.partial.unlisted {
		return v
	}
	p := partial{unlisted: true, min: min, max: max}
	if v.m != nil && v.m.partial != nil {
		p = *v.m.partial
	}
	change(&p)
	return v.with(func(m *meta) { m.partial = &p })
}

// Each returns what each element of a list is whose elements are not known one by one. It reports false if there is nothing to say.
func (v Value) Each() (Value, bool) {
	if v.m == nil || v.m.partial == nil || v.m.partial.each == nil || v.v.IsKnown() {
		return Value{}, false
	}
	each := *v.m.partial.each
	return Derive(each.v, v).merge(each), true
}

// Certain returns elements that a list has in every world whose elements are not all known.
func (v Value) Certain() []Value {
	if v.m == nil || v.m.partial == nil || v.v.IsKnown() {
		return nil
	}
	return v.m.partial.certain
}

// WithHead returns an unknown list that has so many elements at least, and begins with these.
func (v Value) WithHead(head []Value) Value { return v.with(func(m *meta) { m.head = head }) }

func unknownList(elem cty.Type, min, max int) cty.Value {
	if elem == cty.DynamicPseudoType {
		return cty.DynamicVal
	}
	b := cty.UnknownVal(cty.List(elem)).Refine().NotNull().CollectionLengthLowerBound(min)
	if max < math.MaxInt {
		b = b.CollectionLengthUpperBound(max)
	}
	return b.NewValue()
}

// Members returns the elements that a list, tuple or set has or may have, in
// no order that means anything. That one is certain means that its value is an element
// in every world; two of them may be the same element of a set. It reports false
// if the elements are not known, or v is not such a value.
func (v Value) Members() ([]Candidate, bool) {
	if !v.v.IsKnown() {
		if v.m == nil || v.m.partial == nil || v.m.partial.unlisted {
			return nil, false
		}
		return v.inherit(v.m.partial.candidates), true
	}
	t := v.v.Type()
	if v.v.IsNull() || !t.IsListType() && !t.IsTupleType() && !t.IsSetType() {
		return nil, false
	}
	return elemsAs(v, func(e Value) Candidate { return Candidate{Value: e, Certain: true} }), true
}

// IsPartial reports whether v is an unknown list or tuple of which more is known than its type
// says. It is not null, even if its type is unknown.
func (v Value) IsPartial() bool { return v.m != nil && v.m.partial != nil }

// inherit makes the candidates of a sensitive list sensitive.
func (v Value) inherit(candidates []Candidate) []Candidate {
	if !v.IsSensitive() {
		return candidates
	}
	all := make([]Candidate, len(candidates))
	for i, c := range candidates {
		all[i] = Candidate{Value: c.Value.WithSensitive(), Certain: c.Certain}
	}
	return all
}

// Length returns the least and greatest number of elements of a list, tuple, set, map or object, which
// are equal if the number is known. If there is no limit, max is [math.MaxInt]. It reports false for
// other values and for null. If v may be null, the numbers are those for the other worlds.
func (v Value) Length() (min, max int, ok bool) {
	t := v.v.Type()
	switch {
	case v.IsNull():
		return 0, 0, false
	case v.m != nil && v.m.partial != nil:
		return v.m.partial.min, v.m.partial.max, true
	case t.IsTupleType():
		n := t.Length()
		return n, n, true
	case t.IsObjectType():
		n := len(t.AttributeTypes())
		return n, n, true
	case !t.IsCollectionType():
		return 0, 0, false
	case !v.v.IsKnown():
		r := v.v.Range()
		return r.LengthLowerBound(), r.LengthUpperBound(), true
	}
	n := v.v.LengthInt()
	if t.IsSetType() && n > 1 && !v.IsWhollyKnown() {
		return Distinct(v.Elems()), n, true
	}
	return n, n, true
}

// Distinct returns how many values there are at least among some that may be equal.
func Distinct(values []Value) int {
	var distinct []Value
	for _, v := range values {
		if len(distinct) > 100 {
			break
		}
		if !slices.ContainsFunc(distinct, func(d Value) bool { return Same(d, v) != Never }) {
			distinct = append(distinct, v)
		}
	}
	return len(distinct)
}

// Item is an element of a collection with its key or index.
type Item struct {
	Key, Value Value
	// Certain means that it is there in every world.
	Certain bool
}

// Items returns the elements of a list, tuple, set, map or object, in the order in which
// they are iterated over. A partial list has those that it may have. It reports
// false if the elements are not known.
//
// If unordered is set, their order and how many of them are equal is not known.
func (v Value) Items() (items []Item, unordered, ok bool) { return v.items(true) }

// Unkeyed is as Items, but without the keys, which take time to make.
func (v Value) Unkeyed() (items []Item, unordered, ok bool) { return v.items(false) }

func (v Value) items(keys bool) (items []Item, unordered, ok bool) {
	if !v.v.IsKnown() {
		return v.partialItems()
	}
	if v.v.IsNull() || !v.v.CanIterateElements() {
		return nil, false, false
	}
	t := v.v.Type()
	keyed := t.IsMapType() || t.IsObjectType()
	items = elemsAs(v, func(e Value) Item { return Item{Value: e, Certain: true} })
	i := 0
	if keyed && keys {
		for it := v.v.ElementIterator(); it.Next(); {
			key, _ := it.Element()
			items[i].Key = Value{v: key}
			i++
		}
	}
	if !keys {
		return items, v.isUnordered(items), true
	}
	for i := range items {
		switch {
		case t.IsSetType():
			items[i].Key = items[i].Value
		case !keyed:
			items[i].Key = Value{v: number(i)}
		}
		if v.IsSensitive() {
			items[i].Key = items[i].Key.WithSensitive()
		}
	}
	return items, v.isUnordered(items), true
}

// isUnordered reports whether the order of the items of v is not known: those of a set are sorted by what they are.
func (v Value) isUnordered(items []Item) bool {
	return v.v.Type().IsSetType() && len(items) > 1 && slices.ContainsFunc(items, func(it Item) bool { return !it.Value.IsWhollyKnown() })
}

func (v Value) partialItems() (items []Item, unordered, ok bool) {
	if v.m == nil || v.m.partial == nil || v.m.partial.unlisted {
		return nil, false, false
	}
	p := v.m.partial
	certain := 0
	for i, c := range v.inherit(p.candidates) {
		key := number(i)
		switch {
		case p.unordered:
			key = index(0, len(p.candidates)-1)
		case certain < i:
			key = index(certain, i)
		}
		item := Item{Key: Derive(key, v), Value: c.Value, Certain: c.Certain}
		items = append(items, item)
		if c.Certain {
			certain++
		}
	}
	return items, p.unordered, true
}

// index returns an unknown index in a range that has both ends in it.
func index(min, max int) cty.Value {
	return cty.UnknownVal(cty.Number).Refine().NotNull().
		NumberRangeInclusive(cty.NumberIntVal(int64(min)), cty.NumberIntVal(int64(max))).NewValue()
}

// At returns the element at an index of a list or tuple that is known, partial or unknown, but not
// null. The element is in every world in which there is one. Exists says in which there is.
func (v Value) At(i int) (element Value, exists Truth) {
	min, max, ok := v.Length()
	if !ok || i < 0 || i >= max {
		return Value{}, Never
	}
	exists = Maybe
	if i < min {
		exists = Always
	}
	if v.v.IsKnown() {
		e, _ := v.Elem(i)
		return e, exists
	}
	candidates, ok := v.Members()
	if !ok {
		t := v.v.Type()
		switch {
		case v.m != nil && i < len(v.m.head):
			head := v.m.head[i]
			return Derive(head.v, v).merge(head), exists
		case t.IsListType():
			return v.Element(t.ElementType(), ""), exists
		case t.IsTupleType():
			return v.unknownPart(t.TupleElementType(i)), exists
		}
		return v.unknownPart(cty.DynamicPseudoType), exists
	}
	first := true
	certain := 0
	for j, c := range candidates {
		if !v.m.partial.unordered && (j < i || certain > i) {
			if c.Certain {
				certain++
			}
			continue
		}
		if c.Certain {
			certain++
		}
		if first {
			element, first = c.Value, false
		} else {
			element = Join(element, c.Value)
		}
	}
	return Derive(element.v, v).merge(element), exists
}

// merge returns v with what else is known of another value that has the same
// cty.Value.
func (v Value) merge(other Value) Value {
	if other.m == nil {
		return v
	}
	merged := other.WithCauses(v.OwnCauses()...)
	if v.IsSensitive() {
		merged = merged.WithSensitive()
	}
	return merged
}

// unknownPart returns an unknown part of an unknown value.
func (v Value) unknownPart(t cty.Type) Value {
	return Derive(cty.UnknownVal(t), v)
}

// Part returns an unknown part, such as an attribute or an element, of an unknown value. If v has an
// identity, the part has one that is made of it and a path in it, unless that is empty.
func (v Value) Part(t cty.Type, path string) Value {
	part := v.unknownPart(t)
	if id := v.Identity(); id != "" && path != "" {
		part = part.WithIdentity(id + path)
	}
	return part
}

const (
	// maxCertain is how many members are noted of an unknown map.
	maxCertain = 100
	// maxCertainSize is how large each of them may be, in the unit of [MaxSize], which does not count them.
	maxCertainSize = 64
)

// WithMembers returns an unknown map, or a value that is a map or an object, as one that has these members in every world. It must not be null.
// If they are many or large, nothing is noted of them.
func (v Value) WithMembers(members map[string]Value) Value {
	if len(members) == 0 || len(members) > maxCertain || v.v.IsKnown() || v.MayBeNull() {
		return v
	}
	for _, m := range members {
		if m.TooLarge(maxCertainSize) {
			return v
		}
	}
	return v.with(func(m *meta) { m.certain = members })
}

// CertainMember returns a member that an unknown map or object has in every world.
func (v Value) CertainMember(name string) (Value, bool) {
	if v.m == nil || v.v.IsKnown() {
		return Value{}, false
	}
	member, ok := v.m.certain[name]
	if !ok {
		return Value{}, false
	}
	return Derive(member.v, v).merge(member), true
}

// CertainNames returns the names of the members that an unknown map or object has in every world, in order.
func (v Value) CertainNames() []string {
	if v.m == nil || v.v.IsKnown() {
		return nil
	}
	return slices.Sorted(maps.Keys(v.m.certain))
}
