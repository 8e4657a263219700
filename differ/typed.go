package differ

import (
	"fmt"
	"maps"
	"slices"

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
func (s inherited) compareTyped(c *values.Change, t *typed) computed.Diff {
	if !s.legacy || s.rules.FoldDirectStringsOnly || !hasEmptyString(c) {
		return s.compare(c, t)
	}
	if s.exact {
		return s.compareEmptyString(c, t)
	}
	folded := *c
	foldEmptyStrings(&folded)
	return s.compare(&folded, t)
}

// compareEmptyString compares two values of which one at least is an empty string, where the products take that for a
// null. So it is no mistake if the type is another one than that of strings.
func (s inherited) compareEmptyString(c *values.Change, k comparer) computed.Diff {
	switch t, isTyped := k.(*typed); {
	case isTyped && (cty.Type(*t) == cty.String || cty.Type(*t) == cty.DynamicPseudoType):
		return s.compare(c, k)
	case k.hasSecrets(): // the other side may have some, and only the comparer knows where
		folded := *c
		foldEmptyStrings(&folded)
		return s.compare(&folded, k)
	}
	return s.compare(c, untyped{})
}

func (t *typed) compare(c *values.Change, s inherited) computed.Diff {
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

func (t *typed) scalar(c *values.Change, s inherited, kind values.Kind) computed.Diff {
	if err := c.Require(kind); err != nil {
		return s.mismatch(c, t, err)
	}
	if kind == values.String {
		return s.compareStrings(c)
	}
	return s.newScalar(c)
}

func (t *typed) list(c *values.Change, s inherited) computed.Diff {
	present := s.dropStandIns(c)
	c = &present
	if err := s.require(c, values.Array); err != nil {
		return s.mismatch(c, t, err)
	}
	present.RelevantAttributes = plans.PathFilter{}
	elem := s.typesIn(t).elem
	if m, ok := s.match(c, nil, false); ok {
		return s.legacyScope().compareMatched(c, (*typedElement)(elem), m)
	}
	a := listAligner{rules: s.rules, old: c.Before, new: c.After}
	if cty.Type(*elem).IsObjectType() {
		a.elements = objectElements
	}
	pairs, typ := a.pairs(), (*typedElement)(elem)
	e := s.legacyScope().newElements(c, typ)
	e.neighbours = true
	list, rest := e.addAll(pairs)
	return newDiff(c, renderers.List(list, rest), e.action)
}

func (t *typed) set(c *values.Change, s inherited) computed.Diff {
	if err := s.require(c, values.Array); err != nil {
		return s.mismatch(c, t, err)
	}
	s.standIns = false
	all := allRelevant(c)
	c = &all
	pairs, typ := pairSet(c), (*typedElement)(s.typesIn(t).elem)
	e := s.legacyScope().newElements(c, typ)
	list, rest := e.addAll(pairs)
	return newDiff(c, renderers.Set(list, rest), e.action)
}

// typedElement compares the elements of a list, a set or a map. They are of its type.
type typedElement typed

func (t *typedElement) fits(v values.Value) bool { return (*typed)(t).fits(v) }

func (t *typedElement) fitsElement(v values.Value, _ int) bool { return t.fits(v) }

func (t *typedElement) comparePart(c values.Change, _ plans.Step, s inherited) computed.Diff {
	return s.freezeIrrelevant(&c).compareTyped(&c, (*typed)(t))
}

func (t *typed) tuple(c *values.Change, s inherited) computed.Diff {
	if err := s.require(c, values.Array); err != nil {
		return s.mismatch(c, t, err)
	}
	s.standIns = false
	// Even a null has as many elements as the type.
	types := cty.Type(*t).TupleElementTypes()
	if m, ok := s.match(c, nil, false); ok && len(types) <= max(c.Before.Len(), c.After.Len()) && !m.mixes(types) {
		return s.legacyScope().compareMatched(c, (*typedTuple)(t), m)
	}
	pairs := pairByIndex(c, len(types))
	e := s.legacyScope().newElements(c, (*typedTuple)(t))
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

func (t *typedTuple) comparePart(c values.Change, step plans.Step, s inherited) computed.Diff {
	s = s.freezeIrrelevant(&c)
	i, _ := step.Index()
	if types := cty.Type(*t).TupleElementTypes(); i < len(types) {
		return s.compareTyped(&c, (*typed)(&types[i]))
	}
	return s.compare(&c, untyped{})
}

func (t *typed) mapping(c *values.Change, s inherited) computed.Diff {
	present := s.dropStandIns(c)
	c = &present
	if err := s.require(c, values.Object); err != nil {
		return s.mismatch(c, t, err)
	}
	elem := (*typedElement)(s.typesIn(t).elem)
	keys := values.MapChange{Change: *c}.AllKeys()
	m := s.newMembers(c, len(keys))
	for _, key := range keys {
		if p := m.find(key); !m.skip(key, p, renderers.KeyWidth, elem) {
			key = s.cloneName(key)
			m.add(key, elem.comparePart(m.child(key, p), plans.Key(key), s))
		}
	}
	list, rest := m.finish(elem)
	return newDiff(c, renderers.Map(list, rest), m.action)
}

func (t *typed) object(c *values.Change, s inherited) computed.Diff {
	if err := s.require(c, values.Object); err != nil {
		return s.mismatch(c, t, err)
	}
	s.standIns = false
	s.noteExtra(c, t, nil)
	in := s.typesIn(t)
	m := s.newMembers(c, len(in.names))
	var child values.Change
	for i, name := range in.names {
		typ, p := in.attributes[i], m.find(name)
		if m.isNothing(name, p) || !computed.IsImportant(name) && m.skip(name, p, renderers.NameWidth, (*typedAttribute)(typ)) {
			continue
		}
		child = m.child(name, p)
		makeNullsImplicit(&child)
		if d := s.memberScope(name).freezeIrrelevant(&child).compareTyped(&child, typ); exists(&child, d) {
			m.add(name, d)
		}
	}
	s.addExtra(&m, t)
	list, rest := m.finish((*typedObject)(t))
	return newDiff(c, renderers.Object(list, rest), m.action)
}

// typedAttribute does for the attributes of a type what attributeFitter does.
type typedAttribute typed

func (t *typedAttribute) fits(v values.Value) bool {
	return !v.IsNull() && !v.IsEmptyString() && (*typed)(t).fits(v)
}

// typedObject compares the attributes of an object that exist.
type typedObject typed

func (t *typedObject) comparePart(c values.Change, step plans.Step, s inherited) computed.Diff {
	name, _ := step.Key()
	makeNullsImplicit(&c)
	in := s.typesIn((*typed)(t))
	i, _ := slices.BinarySearch(in.names, name)
	return s.compareTyped(&c, in.attributes[i])
}

// innerTypes are the types in a type: that of the elements of a list, a set or a map, or
// those of the attributes of an object.
type innerTypes struct {
	elem       *typed
	names      []string // sorted
	attributes []*typed // in the order of the names
}

// maxTypes is how many types Differ.inner has at most.
const maxTypes = 10_000

// typesIn returns the types in a type, which are found out once. The type must not change
// as long as the Differ is in use.
func (d *Differ) typesIn(t *typed) *innerTypes {
	if in := d.inner[t]; in != nil {
		return in
	}
	in := &innerTypes{}
	switch typ := cty.Type(*t); {
	case typ.IsCollectionType():
		elem := typed(typ.ElementType())
		in.elem = &elem
	case typ.IsObjectType():
		types := typ.AttributeTypes()
		in.names = slices.Sorted(maps.Keys(types))
		for _, name := range in.names {
			attribute := typed(types[name])
			in.attributes = append(in.attributes, &attribute)
		}
	}
	if len(d.inner) >= maxTypes {
		clear(d.inner)
	}
	if d.inner == nil {
		d.inner = map[*typed]*innerTypes{}
	}
	d.inner[t] = in
	return in
}
