package value

import (
	"math"
	"slices"

	"github.com/zclconf/go-cty/cty"
)

// Candidate is a value that may be an element of a list or a set.
type Candidate struct {
	Value Value
	// Certain means that it is an element in every world.
	Certain bool
	// Many means that it stands for any number of elements, also for none. What Value says is true of each of them.
	Many bool
}

// Sequence says which elements a list or a set may have. In each world, they are what remains of the candidates if some that are
// not certain are left out.
type Sequence struct {
	Candidates []Candidate
	// Unordered means that the elements may come in any order, and that candidates whose values turn out to be equal
	// may be one element.
	Unordered bool
	// Min and Max are the least and greatest number of elements. No limit is [math.MaxInt].
	Min, Max int
}

// partial is what is known of a list or a set of which not all elements are certain, or not their order.
type partial struct {
	Sequence
	size int // of the candidates, in the unit of [MaxSize]
}

// any calls a function with all values that something is noted of, until it returns true.
func (p *partial) any(f func(Value) bool) bool {
	return slices.ContainsFunc(p.Candidates, func(c Candidate) bool { return f(c.Value) })
}

// Ordered returns the sequence of some candidates in their order.
func Ordered(candidates ...Candidate) Sequence {
	s := Sequence{Candidates: candidates}
	for _, c := range candidates {
		switch {
		case c.Many:
			s.Max = math.MaxInt
		case s.Max < math.MaxInt:
			s.Max++
		}
		if c.Certain {
			s.Min++
		}
	}
	return s
}

// Partial returns a list of which only the candidates are known that may be its
// elements. If all of them are certain, it is a known list. All values must have the type
// elem; if elem is [cty.DynamicPseudoType], the types may differ, and what comes out is
// a tuple or an unknown value of unknown type.
func Partial(elem cty.Type, candidates []Candidate) Value { return Ordered(candidates...).List(elem) }

// Unordered returns a list whose order is not known, for instance one that is made of a set
// with unknown members, which would be sorted. The list has at least min elements. The type elem is as for Partial.
func Unordered(elem cty.Type, candidates []Candidate, min int) Value {
	s := Ordered(candidates...)
	s.Unordered, s.Min = true, min
	return s.List(elem)
}

// Unlisted returns an unknown list about which no more is known than the least and greatest number of
// its elements. No limit is [math.MaxInt]. If elem is [cty.DynamicPseudoType], it is a tuple.
func Unlisted(elem cty.Type, min, max int) Value {
	each := Candidate{Value: Value{v: cty.UnknownVal(elem)}, Many: true}
	return Sequence{Candidates: []Candidate{each}, Min: min, Max: max}.List(elem)
}

// Within returns the elements of a list that is an element of another one, or may be: those that are in there.
func (s Sequence) Within(list Candidate) Sequence {
	if list.Certain {
		return s
	}
	s.Min = 0
	if list.Many && s.Max > 0 {
		s.Max = math.MaxInt
	}
	s.Candidates = slices.Clone(s.Candidates)
	for i := range s.Candidates {
		s.Candidates[i].Certain = false
		s.Candidates[i].Many = s.Candidates[i].Many || list.Many
	}
	return s
}

// List returns a list with these elements. The type elem is as for [Partial].
func (s Sequence) List(elem cty.Type) Value {
	s = s.tidy()
	dynamic := elem == cty.DynamicPseudoType
	switch {
	case s.isListed() && dynamic:
		return Tuple(s.values())
	case s.isListed(), s.Max == 0 && !dynamic:
		return List(elem, s.values()[:s.Max])
	case !dynamic && len(s.Candidates) == 1 && s.Min == s.Max && s.Max <= maxCollapse:
		return List(elem, slices.Repeat(s.values(), s.Min))
	}
	list := cty.DynamicVal
	if !dynamic {
		list = s.unknown(cty.List(elem))
	}
	return s.value(list)
}

// Set returns a set with these elements, which must have the type elem. It must be known.
func (s Sequence) Set(elem cty.Type) Value {
	s.Unordered = true
	s = s.tidy()
	if s.Max == 0 || !slices.ContainsFunc(s.Candidates, func(c Candidate) bool { return !c.Certain }) {
		return Set(elem, s.values()[:min(s.Max, len(s.Candidates))])
	}
	return s.value(s.unknown(cty.Set(elem)))
}

// maxCollapse is how many elements a list is made of that are all alike.
const maxCollapse = 1024

// tidy returns the sequence with the tightest bounds that follow from the candidates.
func (s Sequence) tidy() Sequence {
	s.Candidates = slices.Clone(s.Candidates)
	s.Max = min(s.Max, Ordered(s.Candidates...).Max)
	s.Min = min(s.Min, s.Max)
	if len(s.Candidates) == 1 {
		s.Unordered = false
	}
	return s
}

// isListed reports whether the candidates are the elements.
func (s Sequence) isListed() bool {
	return !s.Unordered && !slices.ContainsFunc(s.Candidates, func(c Candidate) bool { return !c.Certain })
}

func (s Sequence) values() []Value {
	all := make([]Value, len(s.Candidates))
	for i, c := range s.Candidates {
		all[i] = c.Value
	}
	return all
}

// value returns an unknown value as one with these elements.
func (s Sequence) value(v cty.Value) Value {
	p := &partial{Sequence: s}
	for _, c := range s.Candidates {
		p.size += c.Value.Size(MaxSize)
	}
	return Value{v: v}.withMeta(func(m *meta) { m.partial = p })
}

// unknown returns an unknown list or set with so many elements. That a length is certain is not said: go-cty makes a
// known list of unknown elements of that, which has lost the candidates.
func (s Sequence) unknown(t cty.Type) cty.Value {
	b := cty.UnknownVal(t).Refine().NotNull().CollectionLengthLowerBound(s.Min)
	switch {
	case s.Max == math.MaxInt:
	case s.Min == s.Max:
		b = b.CollectionLengthUpperBound(s.Max + 1)
	default:
		b = b.CollectionLengthUpperBound(s.Max)
	}
	return b.NewValue()
}

// Beginning returns an unknown list that is not null as one that begins with these elements.
func (v Value) Beginning(head []Value) Value {
	lo, hi, ok := v.Length()
	if !ok || len(head) == 0 || v.v.IsKnown() {
		return v
	}
	t := v.v.Type().ElementType()
	s := Sequence{Min: max(lo, len(head)), Max: hi}
	for _, e := range head {
		s.Candidates = append(s.Candidates, Candidate{Value: e, Certain: true})
	}
	s.Candidates = append(s.Candidates, Candidate{Value: Value{v: cty.UnknownVal(t)}, Many: true})
	return s.List(t).DerivedFrom(v)
}

// Sequence returns what is known of the elements of a list, a tuple or a set. It reports false if v is null, or no such value.
func (v Value) Sequence() (Sequence, bool) {
	lo, hi, ok := v.Length()
	members, isSequence := v.Members()
	if !ok || !isSequence {
		return Sequence{}, false
	}
	return Sequence{Candidates: members, Unordered: v.IsUnordered(), Min: lo, Max: hi}, true
}
