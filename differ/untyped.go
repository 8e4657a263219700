package differ

import (
	"fmt"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/values"
)

// untyped compares values that only have a JSON type, such as outputs.
type untyped struct{}

func (untyped) staticType() fmt.Stringer { return nil }
func (untyped) traits() traits           { return traits{} }
func (untyped) hasSecrets() bool         { return false }

// untypedPart compares what is inside a value without a type, or inside JSON in a
// string.
type untypedPart struct{ untyped }

func (untypedPart) traits() traits { return traits{form: untypedPartForm} }

// compareJSON compares two values by their JSON types.
func (s inherited) compareJSON(c *values.Change) computed.Diff {
	if d, ok := s.compareOneSided(c, nil); ok {
		return d
	}
	before, after := c.Before.Kind(), c.After.Kind()
	if c.Before.IsNull() && !c.BeforeExplicit {
		before = after
	}
	if c.After.IsNull() && !c.AfterExplicit {
		after = before
	}
	if before != after && hasValue(c) {
		value := withoutReplacePaths(c)
		deleted, created := deletion(&value), creation(&value)
		return newDiff(c, renderers.TypeChange(s.compareJSON(&deleted), s.compareJSON(&created)), plans.Update)
	}
	if !c.ReplacePaths.Empty() {
		value := withoutReplacePaths(c)
		return s.compareKind(&value, before)
	}
	return s.compareKind(c, before)
}

// compareKind compares two values of a kind of JSON, or null.
func (s inherited) compareKind(c *values.Change, kind values.Kind) computed.Diff {
	switch kind {
	case values.Object:
		return s.jsonObject(c)
	case values.Array:
		return s.jsonList(c)
	case values.String:
		return s.compareStrings(c)
	}
	if s.yaml {
		if on := s.findCopies(c); on.Any() {
			return s.newCopy(c, on)
		}
	}
	return s.newScalar(c)
}

func (s inherited) jsonList(c *values.Change) computed.Diff {
	if m, ok := s.match(c, nil, false); ok {
		return s.compareMatched(c, untyped{}, m)
	}
	a := listAligner{rules: s.rules, elements: untypedElements, old: c.Before, new: c.After}
	pairs := a.pairs()
	e := s.newElements(c, untyped{})
	e.neighbours = true
	list, rest := e.addAll(pairs)
	return newDiff(c, renderers.List(list, rest), e.action)
}

func (untyped) fitsElement(values.Value, int) bool { return true }

// comparePart compares an element or a member.
func (untyped) comparePart(c values.Change, step plans.Step, s inherited) computed.Diff {
	if _, ok := step.Key(); ok {
		s = s.freezeIrrelevant(&c)
	}
	return s.compare(&c, untypedPart{})
}

func (s inherited) jsonObject(c *values.Change) computed.Diff {
	keys := values.MapChange{Change: *c}.AllKeys()
	m := s.newMembers(c, len(keys))
	for _, key := range keys {
		if p := m.find(key); computed.IsImportant(key) || !m.skip(key, p, renderers.NameWidth, untyped{}) {
			key = s.cloneName(key)
			m.add(key, untyped{}.comparePart(m.child(key, p), plans.Key(key), s.memberScope(key)))
		}
	}
	list, rest := m.finish(untyped{})
	return newDiff(c, renderers.Object(list, rest), m.action)
}
