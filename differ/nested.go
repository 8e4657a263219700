package differ

import (
	"fmt"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// nestedAttribute compares the values of an attribute with a nested type: the list, the
// set or the map of its objects. It is also the Type of their diffs.
type nestedAttribute schema.Object

func (n *nestedAttribute) String() string           { return (*schema.Object)(n).TypeString() }
func (n *nestedAttribute) staticType() fmt.Stringer { return n }
func (n *nestedAttribute) traits() traits           { return traits{attributes: n.Attributes} }
func (n *nestedAttribute) hasSecrets() bool         { return (*schema.Object)(n).HasSecrets() }

// comparerOf returns the comparer of an attribute.
func comparerOf(a *schema.Attribute) comparer {
	switch {
	case a.Nested == nil:
		return (*typed)(&a.Type)
	case a.Nested.Nesting == schema.NestingSingle || a.Nested.Nesting == schema.NestingGroup:
		return (*nestedObject)(a.Nested)
	}
	return (*nestedAttribute)(a.Nested)
}

func (n *nestedAttribute) compare(c *values.Change, s inherited) computed.Diff {
	if n.Nesting == schema.NestingMap {
		return n.mapping(c, s)
	}
	if err := s.require(c, values.Array); err != nil {
		return s.mismatch(c, n, err)
	}
	if n.Nesting == schema.NestingSet {
		all := allRelevant(c)
		list, rest, action := n.compareElements(&all, pairSet(&all), s)
		return newDiff(c, renderers.NestedSet(list, rest), action)
	}
	if m, ok := s.match(c, n.Attributes, n.hasSecrets()); ok {
		return s.legacyScope().compareMatched(c, n, m)
	}
	list, rest, action := n.compareElements(c, pairByIndex(c, 0), s)
	return newDiff(c, renderers.NestedList(list, rest), action)
}

func (n *nestedAttribute) compareElements(c *values.Change, pairs []pair, s inherited) ([]computed.Diff, *computed.Unchanged, plans.Action) {
	e := s.legacyScope().newElements(c, n)
	list, rest := e.addAll(pairs)
	return list, rest, e.action
}

func (n *nestedAttribute) fitsElement(v values.Value, _ int) bool { return (*nestedObject)(n).fits(v) }

// comparePart compares an object in the attribute.
func (n *nestedAttribute) comparePart(c values.Change, _ plans.Step, s inherited) computed.Diff {
	return s.freezeIrrelevant(&c).compare(&c, (*nestedObject)(n))
}

func (n *nestedAttribute) mapping(c *values.Change, s inherited) computed.Diff {
	present := s.dropStandIns(c)
	c = &present
	if err := s.require(c, values.Object); err != nil {
		return s.mismatch(c, n, err)
	}
	keys := s.mapKeys(values.MapChange{Change: *c})
	m := s.newMembers(c, len(keys))
	for _, key := range keys {
		if p := m.find(key); !m.skip(key, p, renderers.KeyWidth, (*nestedObject)(n)) {
			key = s.cloneName(key)
			m.add(key, n.comparePart(m.child(key, p), plans.Key(key), s))
		}
	}
	list, rest := m.finish(n)
	return newDiff(c, renderers.NestedMap(list, rest), m.action)
}

// mapKeys returns the keys of a map of objects or blocks. Where there is no map after, nothing in it is unknown.
func (s inherited) mapKeys(m values.MapChange) []string {
	if s.complete && m.After.Kind() == values.Object {
		return m.PlannedKeys()
	}
	return m.Keys()
}

// nestedObject compares the objects in an attribute with a nested type. It is also the
// Type of their diffs.
type nestedObject schema.Object

func (o *nestedObject) String() string           { return (*schema.Object)(o).ObjectString() }
func (o *nestedObject) staticType() fmt.Stringer { return o }
func (o *nestedObject) traits() traits           { return traits{attributes: o.Attributes} }
func (o *nestedObject) hasSecrets() bool         { return (*schema.Object)(o).HasSecrets() }

func (o *nestedObject) hasMember(name string) bool {
	return (*schema.Object)(o).Attribute(name) != nil
}

func (o *nestedObject) compare(c *values.Change, s inherited) computed.Diff {
	if err := s.require(c, values.Object); err != nil {
		return s.mismatch(c, o, err)
	}
	b := s.newBody(c, o, o.Attributes)
	b.addAttributes()
	b.noteUnknown(o)
	b.addWriteOnly()
	list, rest := b.finish(o)
	return newDiff(c, renderers.NestedObject(list, rest), b.action)
}

// comparePart compares an attribute.
func (o *nestedObject) comparePart(c values.Change, step plans.Step, s inherited) computed.Diff {
	name, _ := step.Key()
	makeNullsImplicit(&c)
	return s.compareAttribute(&c, (*schema.Object)(o).Attribute(name))
}
