package infer

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/know/facts"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// listOrSet decides whether an array is a list or a set. It goes by the order of the
// elements. If that leaves it open, it chooses what makes the change smaller. key says
// whether it is for an attribute or for blocks.
func (s *keyEvidence) listOrSet(key configuredForm) (set bool, why Nesting) {
	certain := Likely
	if s.elem != nil && s.elem.scalars() != 0 && s.elem.hasOnly(values.String, values.Number, values.Bool) && !s.hasSecret() {
		// The order of objects depends on their types. And if there are secrets,
		// they may all have been replaced by the same text.
		certain = Certain
	}
	nesting := func(is string, c Confidence, why string) (bool, Nesting) {
		return is == "set", Nesting{is, c, why, s.contested}
	}
	objects := s.hasObjectElems()
	switch {
	case s.repeated:
		return nesting("list", certain, "it contains an element twice")
	case s.unordered:
		return nesting("list", certain, "its elements are not in set order")
	case s.shuffled: // otherwise, its change would not be drawn
		return nesting("list", Likely, "its elements change places")
	case s.ordered:
		return nesting("set", Likely, "its elements are in set order")
	case objects && s.asSet < s.asList:
		return nesting("set", CoinToss, "the change is smaller if it is a set")
	case s.pairs:
		return nesting("set", CoinToss, "two elements are in set order")
	case objects && s.asList < s.asSet:
		return nesting("list", CoinToss, "the change is smaller if it is a list")
	case objects && key == formAttribute:
		return nesting("set", CoinToss, "most attributes that hold several objects are sets")
	}
	return nesting("list", CoinToss, "nothing suggests a set")
}

// knownNesting returns the nesting of a nested attribute that the facts have.
func knownNesting(known *facts.Member, s *keyEvidence) Nesting {
	switch known.Nesting {
	case facts.List, facts.Set:
		return Nesting{known.Nesting.String(), Likely, "planfmt knows it from the provider", s.contested}
	}
	return Nesting{}
}

// typeNesting returns the nesting of an attribute that has the type t.
func typeNesting(t cty.Type, s *keyEvidence, known *facts.Member) Nesting {
	if !t.IsListType() && !t.IsSetType() {
		return Nesting{}
	}
	set, nesting := s.listOrSet(formAttribute)
	if set != t.IsSetType() || nesting.Confidence > Certain && known != nil && known.Form != facts.FormUnknown {
		nesting.Confidence, nesting.Why = Likely, "planfmt knows it from the provider"
	}
	nesting.Is = "list"
	if t.IsSetType() {
		nesting.Is = "set"
	}
	return nesting
}

// rearranged adds how large the change of an array is if it is a list, whose elements
// are paired by index, and if it is a set, whose elements are equal or not. The size
// is the approximate number of lines that would be drawn. It decides nothing about arrays of
// strings, so it is not counted for these.
func (s *keyEvidence) rearranged(before, after observedValue) {
	switch {
	case before.v.Kind() == values.Object && after.v.Kind() == values.Object:
		if before.secret || after.secret {
			return
		}
		for _, m := range before.v.Members() {
			if m.Value.Len() == 0 {
				continue
			}
			step := plans.Key(m.Name)
			if other := after.step(step); other.v.Kind() == m.Value.Kind() {
				s.step(before, step).rearranged(before.member(m), other)
			}
		}
	case before.v.Kind() == values.Array && after.v.Kind() == values.Array:
		old, new := before.v, after.v
		if old.Len() == 0 || new.Len() == 0 || old.Equal(new) && !after.unknown.Any() {
			return
		}
		s.contested = true
		p := pairElements(old, new)
		s.shuffled = s.shuffled || !after.unknown.Any() && p.hasSameElements()
		if hasOnlyStrings(old) && hasOnlyStrings(new) {
			return
		}
		s.asList += uint32(countByPlace(old, new))
		s.asSet += uint32(p.unpaired)
		for i := range min(old.Len(), new.Len()) {
			s.element().rearranged(before.elem(i), after.elem(i))
		}
	}
}

func hasOnlyStrings(array values.Value) bool {
	for _, e := range array.Elems() {
		if e.Kind() != values.String {
			return false
		}
	}
	return true
}

// hidesAsSet reports whether a change of an array would not be drawn if the array
// were a set. So it cannot be one, whatever a schema says: Terraform writes each
// element of a set once, in an order that depends only on the elements.
func (s *keyEvidence) hidesAsSet() bool { return s != nil && s.shuffled && !s.hasSecret() }

// isNoSet reports whether the arrays here cannot be sets. The order of lists and
// objects proves nothing, since it depends on their types. If there are secrets,
// nothing is proven either, since all of them may have been replaced by the same
// text.
func (s *keyEvidence) isNoSet() bool {
	return s.hidesAsSet() || s != nil && (s.repeated || s.unordered) && !s.hasSecret() &&
		s.elem != nil && s.elem.scalars() != 0 && s.elem.hasOnly(values.String, values.Number, values.Bool)
}

// countByPlace counts the changed lines if elements are paired by index.
func countByPlace(old, new values.Value) int {
	n := 0
	for i := range max(old.Len(), new.Len()) {
		switch {
		case i >= old.Len():
			n += countLines(new.Elem(i))
		case i >= new.Len():
			n += countLines(old.Elem(i))
		default:
			n += changed(old.Elem(i), new.Elem(i))
		}
	}
	return n
}

func changed(old, new values.Value) int {
	switch {
	case old.Equal(new):
		return 0
	case old.Kind() == values.Object && new.Kind() == values.Object:
		n := 0
		for _, m := range old.Members() {
			n += changed(m.Value, new.Get(m.Name))
		}
		for _, m := range new.Members() {
			if old.Get(m.Name).Kind() == values.Absent {
				n += countLines(m.Value)
			}
		}
		return n
	case old.Kind() == values.Array && new.Kind() == values.Array:
		return pairElements(old, new).unpaired
	}
	return max(countLines(old), countLines(new))
}

// countLines counts the scalars in a value, without nulls. It is at least 1 for a
// value that is not null.
func countLines(v values.Value) int {
	n := 0
	for _, e := range v.Elems() {
		n += countLines(e)
	}
	for _, m := range v.Members() {
		n += countLines(m.Value)
	}
	if n == 0 && !v.IsNull() {
		return 1
	}
	return n
}
