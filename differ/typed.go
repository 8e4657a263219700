package differ

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// typed compares the values of a type. It is also the Type of their diffs, so that its
// text is made only if a program asks for it.
type typed cty.Type

func (t *typed) String() string           { return schema.TypeString(cty.Type(*t)) }
func (t *typed) staticType() fmt.Stringer { return t }
func (t *typed) traits() traits           { return traits{} }
func (t *typed) hasSecrets() bool         { return false }

// hasMember reports whether an object type has the attribute.
func (t *typed) hasMember(name string) bool {
	_, ok := cty.Type(*t).AttributeTypes()[name]
	return ok
}

// compareTyped compares any two values of a type. In a legacy scope, it treats an empty
// string as no value.
func (s scope) compareTyped(c *values.Change, t *typed) computed.Diff {
	if s.legacy && !s.rules.FoldDirectStringsOnly && hasEmptyString(c) {
		folded := *c
		foldEmptyStrings(&folded)
		return s.compare(&folded, t)
	}
	return s.compare(c, t)
}

func (t *typed) compare(c *values.Change, s scope) computed.Diff {
	switch typ := cty.Type(*t); {
	case typ == cty.String:
		return t.scalar(c, s, values.String)
	case typ == cty.Number:
		return t.scalar(c, s, values.Number)
	case typ == cty.Bool:
		return t.scalar(c, s, values.Bool)
	case typ.IsListType():
		return t.list(c, s)
	case typ.IsSetType():
		return t.set(c, s)
	case typ.IsTupleType():
		return t.tuple(c, s)
	case typ.IsMapType():
		return t.mapping(c, s)
	case typ.IsObjectType():
		return t.object(c, s)
	}
	return s.compareJSON(c) // any
}

func (t *typed) scalar(c *values.Change, s scope, kind values.Kind) computed.Diff {
	if err := c.Require(kind); err != nil {
		return s.mismatch(c, t, err)
	}
	if kind == values.String {
		return s.compareStrings(c)
	}
	return s.newScalar(c)
}

func (t *typed) list(c *values.Change, s scope) computed.Diff {
	present := s.dropStandIns(c)
	c = &present
	if err := s.require(c, values.Array); err != nil {
		return s.mismatch(c, t, err)
	}
	present.RelevantAttributes = plans.AllPaths()
	elem := cty.Type(*t).ElementType()
	a := listAligner{rules: s.rules, old: c.Before, new: c.After}
	if elem.IsObjectType() {
		a.elements = objectElements
	}
	e := s.compareElements(c, a.pairs(), elem)
	return newDiff(c, renderers.List(e.list), e.action)
}

func (t *typed) set(c *values.Change, s scope) computed.Diff {
	if err := s.require(c, values.Array); err != nil {
		return s.mismatch(c, t, err)
	}
	all := allRelevant(c)
	e := s.compareElements(&all, pairSet(&all), cty.Type(*t).ElementType())
	return newDiff(c, renderers.Set(e.list), e.action)
}

// compareElements compares the elements of a list or a set.
func (s scope) compareElements(c *values.Change, pairs []pair, typ cty.Type) elements {
	s, elem := s.legacyScope(), newTyped(typ)
	e := s.newElements(c, len(pairs))
	var child values.Change
	for _, p := range pairs {
		child = e.child(p)
		e.add(s.compareTyped(&child, elem))
	}
	return e
}

func (t *typed) tuple(c *values.Change, s scope) computed.Diff {
	if err := s.require(c, values.Array); err != nil {
		return s.mismatch(c, t, err)
	}
	s = s.legacyScope()
	types := cty.Type(*t).TupleElementTypes()
	// Even a null has as many elements as the type.
	pairs := pairByIndex(c, len(types))
	e := s.newElements(c, len(pairs))
	var child values.Change
	for i, p := range pairs {
		child = e.child(p)
		s := s.freezeIrrelevant(&child)
		if i < len(types) {
			e.add(s.compareTyped(&child, (*typed)(&types[i])))
		} else {
			e.add(s.compare(&child, untyped{}))
		}
	}
	return newDiff(c, renderers.List(e.list), e.action)
}

func (t *typed) mapping(c *values.Change, s scope) computed.Diff {
	present := s.dropStandIns(c)
	c = &present
	if err := s.require(c, values.Object); err != nil {
		return s.mismatch(c, t, err)
	}
	elem := newTyped(cty.Type(*t).ElementType())
	keys := values.MapChange{Change: *c}.AllKeys()
	m := s.newMembers(c, len(keys))
	var child values.Change
	for _, key := range keys {
		key = strings.Clone(key)
		child = m.child(key)
		m.add(key, s.freezeIrrelevant(&child).compareTyped(&child, elem))
	}
	return newDiff(c, renderers.Map(m.list), m.action)
}

func (t *typed) object(c *values.Change, s scope) computed.Diff {
	if err := s.require(c, values.Object); err != nil {
		return s.mismatch(c, t, err)
	}
	s.noteExtra(c, t, nil)
	types := cty.Type(*t).AttributeTypes()
	names := slices.AppendSeq(make([]string, 0, len(types)), maps.Keys(types))
	slices.Sort(names)
	m := s.newMembers(c, len(names))
	var child values.Change
	for _, name := range names {
		child = m.child(name)
		makeNullsImplicit(&child)
		s := s.freezeIrrelevant(&child)
		if d := s.compareTyped(&child, newTyped(types[name])); exists(&child, d) {
			m.add(name, d)
		}
	}
	return newDiff(c, renderers.Object(m.list), m.action)
}

var (
	typedString = typed(cty.String)
	typedNumber = typed(cty.Number)
	typedBool   = typed(cty.Bool)
)

// newTyped returns the comparer of a type. Scalars share theirs, so that they cost no
// memory.
func newTyped(t cty.Type) *typed {
	switch t {
	case cty.String:
		return &typedString
	case cty.Number:
		return &typedNumber
	case cty.Bool:
		return &typedBool
	}
	return allocTyped(t)
}

func allocTyped(t cty.Type) *typed { return (*typed)(&t) }
