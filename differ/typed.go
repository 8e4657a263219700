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
	pairs, typ := a.pairs(), (*typedElement)(newTyped(elem))
	e := s.legacyScope().newElements(c, len(pairs), typ)
	e.neighbours = true
	list, rest := e.addAll(pairs)
	return newDiff(c, renderers.List(list, rest), e.action)
}

func (t *typed) set(c *values.Change, s scope) computed.Diff {
	if err := s.require(c, values.Array); err != nil {
		return s.mismatch(c, t, err)
	}
	all := allRelevant(c)
	c = &all
	pairs, typ := pairSet(c), (*typedElement)(newTyped(cty.Type(*t).ElementType()))
	e := s.legacyScope().newElements(c, len(pairs), typ)
	list, rest := e.addAll(pairs)
	return newDiff(c, renderers.Set(list, rest), e.action)
}

// typedElement compares the elements of a list, a set or a map. They are of its type.
type typedElement typed

func (t *typedElement) fits(v values.Value) bool { return (*typed)(t).fits(v) }

func (t *typedElement) fitsElement(v values.Value, _ int) bool { return t.fits(v) }

func (t *typedElement) comparePart(c values.Change, _ plans.Step, s scope) computed.Diff {
	return s.freezeIrrelevant(&c).compareTyped(&c, (*typed)(t))
}

func (t *typed) tuple(c *values.Change, s scope) computed.Diff {
	if err := s.require(c, values.Array); err != nil {
		return s.mismatch(c, t, err)
	}
	// Even a null has as many elements as the type.
	pairs := pairByIndex(c, len(cty.Type(*t).TupleElementTypes()))
	e := s.legacyScope().newElements(c, len(pairs), (*typedTuple)(t))
	e.neighbours = true
	list, rest := e.addAll(pairs)
	return newDiff(c, renderers.List(list, rest), e.action)
}

// typedTuple compares the elements of a tuple.
type typedTuple typed

func (t *typedTuple) fitsElement(v values.Value, i int) bool {
	types := cty.Type(*t).TupleElementTypes()
	return i >= len(types) || fitsType(v, types[i])
}

func (t *typedTuple) comparePart(c values.Change, step plans.Step, s scope) computed.Diff {
	s = s.freezeIrrelevant(&c)
	i, _ := step.Index()
	if types := cty.Type(*t).TupleElementTypes(); i < len(types) {
		return s.compareTyped(&c, (*typed)(&types[i]))
	}
	return s.compare(&c, untyped{})
}

func (t *typed) mapping(c *values.Change, s scope) computed.Diff {
	present := s.dropStandIns(c)
	c = &present
	if err := s.require(c, values.Object); err != nil {
		return s.mismatch(c, t, err)
	}
	elem := (*typedElement)(newTyped(cty.Type(*t).ElementType()))
	keys := values.MapChange{Change: *c}.AllKeys()
	m := s.newMembers(c, len(keys))
	for _, key := range keys {
		if !m.skip(key, renderers.KeyWidth, elem) {
			key = strings.Clone(key)
			m.add(key, elem.comparePart(m.child(key), plans.Key(key), s))
		}
	}
	list, rest := m.finish(elem)
	return newDiff(c, renderers.Map(list, rest), m.action)
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
		typ := newTyped(types[name])
		if !renderers.IsImportant(name) && m.skip(name, renderers.NameWidth, (*typedAttribute)(typ)) {
			continue
		}
		child = m.child(name)
		makeNullsImplicit(&child)
		if d := s.memberScope(name).freezeIrrelevant(&child).compareTyped(&child, typ); exists(&child, d) {
			m.add(name, d)
		}
	}
	list, rest := m.finish((*typedObject)(t))
	return newDiff(c, renderers.Object(list, rest), m.action)
}

// typedAttribute says which values of an attribute fit and exist, whatever is around it.
type typedAttribute typed

func (t *typedAttribute) fits(v values.Value) bool {
	return !v.IsNull() && !v.IsEmptyString() && (*typed)(t).fits(v)
}

// typedObject compares the attributes of an object that exist.
type typedObject typed

func (t *typedObject) comparePart(c values.Change, step plans.Step, s scope) computed.Diff {
	name, _ := step.Key()
	makeNullsImplicit(&c)
	return s.compareTyped(&c, newTyped(cty.Type(*t).AttributeTypes()[name]))
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
