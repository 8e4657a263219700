package differ

import (
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// With [Options].Readable, the elements of two lists are paired by what they are, not by
// where they are: objects by an attribute that identifies them, and scalars if there are the
// same ones on both sides. This file finds the pairs. Other files compare them as they do all
// others.
//
// Nothing is hidden by this. If the elements that are on both sides come in another order, the
// list changes even if none of its elements does, and its renderer says so.

// matching pairs the elements of two lists.
type matching struct {
	// pairs are in the order of the elements after. Those that are only before follow the
	// element that they followed before.
	pairs []pair
	// reordered says that the elements that are on both sides come in another order.
	reordered bool
}

// isBoth reports whether the pair has an element on each side.
func (p pair) isBoth() bool { return p.before >= 0 && p.after >= 0 }

// replacePaths returns the paths in an element that force the replacement. They are made from
// indexes, so those of both elements count.
func (p pair) replacePaths(c *values.Change) plans.PathSet {
	switch {
	case p.before < 0:
		return c.ReplacePaths.Under(plans.Index(p.after))
	case p.after < 0 || p.after == p.before:
		return c.ReplacePaths.Under(plans.Index(p.before))
	}
	return c.ReplacePaths.Under(plans.Index(p.before)).Unite(c.ReplacePaths.Under(plans.Index(p.after)))
}

// forces reports whether the list as a whole has to be marked as forcing the replacement. A path
// may lead to two values that are different at the same index, while the elements that they
// belong to are elsewhere on the other side and do not change.
func (m *matching) forces(c *values.Change) bool {
	return !c.ReplacePaths.Empty() && slices.ContainsFunc(m.pairs, func(p pair) bool {
		return p.isBoth() && p.before != p.after && !p.replacePaths(c).Empty()
	})
}

// scope returns the scope for the elements. Those that are left out must be in order, and have
// no marks of another index.
func (m *matching) scope(s inherited, c *values.Change) inherited {
	if m.reordered || !c.ReplacePaths.Empty() {
		return s.drawnScope()
	}
	return s
}

// mixes reports whether an element comes to an index with another type.
func (m *matching) mixes(types []cty.Type) bool {
	typeAt := func(i int) cty.Type {
		if i < len(types) {
			return types[i]
		}
		return cty.DynamicPseudoType
	}
	return slices.ContainsFunc(m.pairs, func(p pair) bool {
		return p.isBoth() && !typeAt(p.before).Equals(typeAt(p.after))
	})
}

// match pairs the elements of two lists by what they are. attributes are those of the elements,
// if they have a schema, and secrets says whether it calls anything sensitive. It reports false
// if the lists have to be compared in the usual way: one of them is not a list or has no elements,
// they are equal, or there is nothing by which all of the elements can be told apart.
func (s inherited) match(c *values.Change, attributes []schema.Attribute, secrets bool) (m matching, ok bool) {
	if !s.readable || s.redacted || c.Before.Kind() != values.Array || c.After.Kind() != values.Array ||
		c.Before.Len() == 0 || c.After.Len() == 0 || !c.RelevantAttributes.All() || c.Before.Equal(c.After) {
		return m, false
	}
	// The paths that are shown end at sensitive values, which are found by their indexes.
	if !c.ReplacePaths.Empty() && (secrets || c.BeforeSensitive.Any() || c.AfterSensitive.Any()) {
		return m, false
	}
	for _, name := range s.matchBy {
		if i, found := slices.BinarySearchFunc(attributes, name, compareName); found && (attributes[i].Sensitive || attributes[i].WriteOnly) {
			continue
		}
		before, ok := identify(c.Before, c.BeforeSensitive, values.Flags{}, name)
		if !ok {
			continue
		}
		after, ok := identify(c.After, c.AfterSensitive, c.Unknown, name)
		if ok && before.hasCommon(after) {
			return matchIdentities(before, after), true
		}
	}
	return matchScalars(c)
}

// identity is a scalar that identifies an element. A number is never a string.
type identity struct {
	kind values.Kind
	text string
}

// identities are those of all elements of a list.
type identities struct {
	list  []identity
	index map[identity]int
}

// identify returns the scalars by which the elements of a list can be told apart, or false if
// there is an element without one: it is not an object, its attribute is missing, null, empty,
// sensitive, unknown or no scalar, or another element has the same.
func identify(list values.Value, sensitive, unknown values.Flags, name string) (out identities, ok bool) {
	out.index = make(map[identity]int, list.Len())
	for i, e := range list.Elems() {
		marks, missing := sensitive.At(plans.Index(i)), unknown.At(plans.Index(i))
		if e.Kind() != values.Object || marks.Covers(e) || missing.All() {
			return out, false
		}
		v := e.Get(name)
		if !isScalar(v) || v.IsEmptyString() || marks.At(plans.Key(name)).Any() || missing.At(plans.Key(name)).Any() {
			return out, false
		}
		id := identity{v.Kind(), v.Text()}
		if _, taken := out.index[id]; taken {
			return out, false
		}
		out.index[id] = i
		out.list = append(out.list, id)
	}
	return out, true
}

// hasCommon reports whether anything is on both sides.
func (a *identities) hasCommon(b identities) bool {
	return slices.ContainsFunc(b.list, func(id identity) bool { _, ok := a.index[id]; return ok })
}

func matchIdentities(before, after identities) matching {
	partners := make([]int, len(after.list))
	for j, id := range after.list {
		i, ok := before.index[id]
		if !ok {
			i = -1
		}
		partners[j] = i
	}
	return newMatching(len(before.list), partners)
}

// newMatching returns a matching. partners has the index of an element before for each one
// after, or -1; before is how many there are before.
func newMatching(before int, partners []int) matching {
	var m matching
	stays := make([]bool, before)
	for _, i := range partners {
		if i >= 0 {
			stays[i] = true
		}
	}
	removed := func(i int) {
		for ; i < before && !stays[i]; i++ {
			m.pairs = append(m.pairs, pair{i, -1})
		}
	}
	removed(0)
	last := -1
	for j, i := range partners {
		m.pairs = append(m.pairs, pair{i, j})
		if i >= 0 {
			m.reordered = m.reordered || i < last
			last = i
			removed(i + 1)
		}
	}
	return m
}

// matchScalars pairs the elements of two lists that have the same scalars, in another order. No
// part of the lists may be sensitive or unknown. Nulls and empty strings do not count as
// scalars, because they may stand for each other.
func matchScalars(c *values.Change) (matching, bool) {
	if c.Before.Len() != c.After.Len() || c.Unknown.Any() ||
		!c.BeforeSensitive.IsClear(c.Before) || !c.AfterSensitive.IsClear(c.After) {
		return matching{}, false
	}
	places := make(map[identity][]int, c.Before.Len())
	for i, e := range c.Before.Elems() {
		if !isScalar(e) || e.IsEmptyString() {
			return matching{}, false
		}
		id := identity{e.Kind(), e.Text()}
		places[id] = append(places[id], i)
	}
	partners := make([]int, c.After.Len())
	for j, e := range c.After.Elems() {
		id := identity{e.Kind(), e.Text()}
		left := places[id]
		if len(left) == 0 {
			return matching{}, false
		}
		partners[j], places[id] = left[0], left[1:]
	}
	return newMatching(len(partners), partners), true
}

// compareMatched compares two lists in the pairs of a matching.
func (s inherited) compareMatched(c *values.Change, p elementParts, m matching) computed.Diff {
	e := m.scope(s, c).newElements(c, p)
	_, isNested := p.(*nestedAttribute)
	e.matched, e.neighbours = true, !isNested
	list, rest := e.addAll(m.pairs)
	r := renderers.List(list, rest)
	if isNested {
		r = renderers.NestedList(list, rest)
	}
	if m.reordered {
		r, e.action = renderers.Reordered(r), mergeAction(e.action, plans.Update)
	}
	d := newDiff(c, r, e.action)
	d.Replace = d.Replace || m.forces(c)
	return d
}

// compareReadableJSON compares two different strings that both have a JSON document.
func (s inherited) compareReadableJSON(c *values.Change, before, after text) computed.Diff {
	var document computed.Diff
	also, isSame := false, before.json.Equal(after.json)
	if isPolicy(before.json) && isPolicy(after.json) {
		document, also = s.comparePolicies(c, before.json, after.json)
		isSame = isSame || also
	} else {
		document = s.compareDocuments(c, before.json, after.json)
	}
	switch {
	case document.Action != plans.NoOp:
		return newDiff(c, renderers.Document(computed.KindJSON, document, also), plans.Update)
	case isSame && !before.surrogates && !after.surrogates:
		return newDiff(c, renderers.FormattedDocument(computed.KindJSON, document), plans.Update)
	}
	return s.compareAsTexts(c, before, after, plans.Update)
}
