package value

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/zclconf/go-cty/cty"
)

// Members returns the elements that a list, tuple or set has or may have. That one is certain means that its value is an element
// in every world; two of them may be the same element of a set. It reports false if v is null, or nothing is known of it.
func (v Value) Members() ([]Candidate, bool) {
	t := v.v.Type()
	switch {
	case !v.v.IsKnown() && v.m != nil && v.m.partial != nil:
		return v.inherit(v.m.partial.Candidates), true
	case v.IsNull() || !t.IsListType() && !t.IsTupleType() && !t.IsSetType():
		return nil, false
	case v.v.IsKnown():
		return elemsAs(v, func(e Value) Candidate { return Candidate{Value: e, Certain: true} }), true
	case t.IsTupleType():
		all := make([]Candidate, t.Length())
		for i, et := range t.TupleElementTypes() {
			all[i] = Candidate{Value: v.Part(et, fmt.Sprintf("[%d]", i)), Certain: true}
		}
		return all, true
	}
	return []Candidate{{Value: v.Part(t.ElementType(), ""), Many: true}}, true
}

// IsUnordered reports whether the order of the elements of a list, a tuple or a set is not known, and whether some of them may be
// one: those of a set are sorted by what they are.
func (v Value) IsUnordered() bool {
	if !v.v.IsKnown() {
		return v.v.Type().IsSetType() || v.m != nil && v.m.partial != nil && v.m.partial.Unordered
	}
	if _, ok := v.MayBeSet(); ok {
		return !v.isOrdered()
	}
	return v.v.Type().IsSetType() && v.v.LengthInt() > 1 && !v.IsWhollyKnown()
}

// IsPartial reports whether v is an unknown list or tuple of which more is known than its type
// says. It is not null, even if its type is unknown.
func (v Value) IsPartial() bool {
	return v.m != nil && v.m.partial != nil && !v.v.Type().IsSetType()
}

// inherit returns the candidates with what is true of v: they are sensitive if it is, and it is not known how many elements one
// stands for because of what is unknown in v.
func (v Value) inherit(candidates []Candidate) []Candidate {
	candidates = slices.Clone(candidates)
	for i, c := range candidates {
		if v.IsSensitive() {
			candidates[i].Value = c.Value.WithSensitive()
		}
		if c.Many && !c.Value.IsWhollyKnown() {
			candidates[i].Value = candidates[i].Value.WithCauses(v.OwnCauses()...)
		}
	}
	return candidates
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
		return v.m.partial.Min, v.m.partial.Max, true
	case v.IsLoose() && v.v.IsKnown() && v.IsUnordered():
		n := v.v.LengthInt()
		return Distinct(v.Elems()), n, true
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
	// Certain and Many are as for a [Candidate].
	Certain, Many bool
	written       *Value
}

// Written returns the key for people who look for the element in a plan: the index in an array, even if that may be a set.
func (i Item) Written() Value {
	if i.written != nil {
		return *i.written
	}
	return i.Key
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
	t := v.v.Type()
	if !t.IsMapType() && !t.IsObjectType() {
		members, ok := v.Members()
		items = make([]Item, len(members))
		for i, m := range members {
			items[i] = Item{Value: m.Value, Certain: m.Certain, Many: m.Many}
		}
		if keys {
			v.number(items)
		}
		return items, v.IsUnordered(), ok
	}
	if !v.v.IsKnown() || v.v.IsNull() {
		return nil, false, false
	}
	items = elemsAs(v, func(e Value) Item { return Item{Value: e, Certain: true} })
	if !keys {
		return items, false, true
	}
	i := 0
	for it := v.v.ElementIterator(); it.Next(); i++ {
		key, _ := it.Element()
		items[i].Key = Value{v: key}
		if v.IsSensitive() {
			items[i].Key = items[i].Key.WithSensitive()
		}
	}
	return items, false, true
}

// number gives the elements of a list or a tuple their indexes. The elements of a set are their own keys.
func (v Value) number(items []Item) {
	unordered := v.IsUnordered()
	_, longest, _ := v.Length()
	first, last := 0, 0 // between which the next one is
	for i := range items {
		it := &items[i]
		switch {
		case v.v.Type().IsSetType():
			it.Key = it.Value
			continue
		case unordered:
			it.Key = Value{v: index(0, longest-1)}
		case it.Many:
			it.Key = Value{v: index(first, longest-1)}
		case first == last:
			it.Key = Value{v: number(first)}
		default:
			it.Key = Value{v: index(first, min(last, longest-1))}
		}
		if !v.v.IsKnown() {
			it.Key = it.Key.DerivedFrom(v)
		}
		if causes, ok := v.MayBeSet(); ok {
			// The elements of a set are its keys.
			if !v.IsSensitive() {
				it.written = &Value{v: number(i)}
			}
			it.Key = Join(it.Key, it.Value).WithCauses(causes...)
		}
		if v.IsSensitive() {
			it.Key = it.Key.WithSensitive()
		}
		if it.Certain {
			first++
		}
		if last = plus(last, 1); it.Many {
			last = math.MaxInt
		}
	}
}

// plus adds numbers, of which [math.MaxInt] is infinite.
func plus(a, b int) int {
	if a > math.MaxInt-b {
		return math.MaxInt
	}
	return a + b
}

// index returns an unknown index in a range that has both ends in it.
func index(least, most int) cty.Value {
	b := cty.UnknownVal(cty.Number).Refine().NotNull().NumberRangeLowerBound(number(least), true)
	if most < math.MaxInt-1 {
		b = b.NumberRangeUpperBound(number(max(least, most)), true)
	}
	return b.NewValue()
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
	candidates, _ := v.Members()
	if len(candidates) == 0 {
		return v.unknownPart(cty.DynamicPseudoType), exists
	}
	unordered := v.IsUnordered()
	first, last := 0, 0 // between which the next one is
	for _, c := range candidates {
		if unordered || first <= i && (i <= last || c.Many) {
			if element.v == cty.NilVal {
				element = c.Value
			} else {
				element = Join(element, c.Value)
			}
		}
		if c.Certain {
			first++
		}
		if last = plus(last, 1); c.Many {
			last = math.MaxInt
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

// Member returns the unknown attribute of an unknown object, or an unknown element of an unknown map.
func (v Value) Member(name string) Value {
	t := v.v.Type()
	if t.IsObjectType() {
		return v.Part(t.AttributeType(name), "."+name)
	}
	return v.Part(t.ElementType(), "."+name)
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
	return v.withMeta(func(m *meta) { m.certain = members })
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
