package infer

import (
	"github.com/planfmt/planfmt/values"
)

// values returns the kinds of the values that are not null. If nothing else is known about them, those
// that have been replaced were strings, as most sensitive values are.
func (s *keyEvidence) values() kindSet {
	kinds := s.kinds &^ newKindSet(values.Null)
	if kinds == 0 && s.standIn {
		kinds.add(values.String)
	}
	return kinds
}

// scalars returns which of the values are bools, numbers or strings. If there are also
// lists or objects, strings do not count: they stand for secrets that have been
// removed.
func (s *keyEvidence) scalars() kindSet {
	if s.kinds.has(values.Array) || s.kinds.has(values.Object) {
		return s.kinds & newKindSet(values.Bool, values.Number)
	}
	return s.values() & newKindSet(values.Bool, values.Number, values.String)
}

// kindSet is a set of kinds.
type kindSet uint8

func newKindSet(kinds ...values.Kind) (s kindSet) {
	for _, k := range kinds {
		s.add(k)
	}
	return s
}

func (s *kindSet) add(k values.Kind)     { *s |= 1 << k }
func (s kindSet) has(k values.Kind) bool { return s>>k&1 != 0 }

// only reports whether no kind but one is in the set, if there is any.
func (s kindSet) only(k values.Kind) bool { return s&^newKindSet(k) == 0 }
