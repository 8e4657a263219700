package differ

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/computed"
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

func (n *nestedAttribute) compare(c *values.Change, s scope) computed.Diff {
	if n.Nesting == schema.NestingMap {
		return n.mapping(c, s)
	}
	if err := s.require(c, values.Array); err != nil {
		return s.mismatch(c, n, err)
	}
	if n.Nesting == schema.NestingSet {
		all := allRelevant(c)
		e := n.compareElements(&all, pairSet(&all), s)
		return newDiff(c, renderers.NestedSet(e.list), e.action)
	}
	e := n.compareElements(c, pairByIndex(c, 0), s)
	return newDiff(c, renderers.NestedList(e.list), e.action)
}

func (n *nestedAttribute) compareElements(c *values.Change, pairs []pair, s scope) elements {
	s = s.legacyScope()
	e := s.newElements(c, len(pairs))
	var child values.Change
	for _, p := range pairs {
		child = e.child(p)
		e.add(s.freezeIrrelevant(&child).compare(&child, (*nestedObject)(n)))
	}
	return e
}

func (n *nestedAttribute) mapping(c *values.Change, s scope) computed.Diff {
	present := s.dropStandIns(c)
	c = &present
	if err := s.require(c, values.Object); err != nil {
		return s.mismatch(c, n, err)
	}
	keys := values.MapChange{Change: *c}.Keys()
	m := s.newMembers(c, len(keys))
	var child values.Change
	for _, key := range keys {
		key = strings.Clone(key)
		child = m.child(key)
		m.add(key, s.freezeIrrelevant(&child).compare(&child, (*nestedObject)(n)))
	}
	return newDiff(c, renderers.NestedMap(m.list), m.action)
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

func (o *nestedObject) compare(c *values.Change, s scope) computed.Diff {
	if err := s.require(c, values.Object); err != nil {
		return s.mismatch(c, o, err)
	}
	b := s.newBody(c, o, o.Attributes)
	b.addAttributes()
	b.addWriteOnly()
	return newDiff(c, renderers.NestedObject(b.list()), b.action)
}
