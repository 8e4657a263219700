package differ

import (
	"errors"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// typed compares two values of a type.
func (d *differ) typed(c values.Change, at *cty.Type, s scope) computed.Diff {
	t := *at
	if s.legacy && !d.rules.FoldDirectStringsOnly {
		c = folded(c)
	}
	if t == cty.DynamicPseudoType {
		return d.untyped(c, kind{typ: (*mereType)(at)})
	}
	return d.guarded(c, s, kind{typ: (*mereType)(at), compute: func(c values.Change, s scope) computed.Diff {
		switch {
		case t.IsPrimitiveType():
			return d.primitive(c, t)
		case t.IsListType():
			return d.list(c, share(t.ElementType()))
		case t.IsSetType():
			elem := share(t.ElementType())
			return d.set(c, nil, renderers.Set, func(c values.Change) computed.Diff {
				return d.typed(c, elem, scope{legacy: true})
			})
		case t.IsTupleType():
			return d.tuple(c, t.TupleElementTypes())
		case t.IsMapType():
			elem := share(t.ElementType())
			return d.mapping(c, nil, s, renderers.Map, true, func(c values.Change, s scope) computed.Diff {
				return d.typed(c, elem, s)
			})
		case t.IsObjectType():
			return d.object(c, t, s)
		}
		return d.dynamic(c)
	}})
}

func (d *differ) primitive(c values.Change, t cty.Type) computed.Diff {
	want := values.String
	switch t {
	case cty.Number:
		want = values.Number
	case cty.Bool:
		want = values.Bool
	}
	if err := c.Require(want); err != nil {
		return d.mismatch(c, err, nil)
	}
	if t == cty.String {
		return d.str(c)
	}
	return newDiff(c, renderers.Primitive(literal(c.Before), literal(c.After)), leafAction(c))
}

// require is Change.Require, with one thing more: a remote run redacts
// sensitive values into strings, and where collection says so such a string
// counts as null.
func (d *differ) require(c values.Change, want values.Kind, collection bool) (values.Change, error) {
	err := c.Require(want)
	if err == nil || d.hidden == 0 {
		return c, err
	}
	if collection {
		if c.Before.Kind() == values.String {
			c.Before = values.Value{}
		}
		if c.After.Kind() == values.String {
			c.After = values.Value{}
		}
	}
	return c, nil
}

func (d *differ) list(c values.Change, elem *cty.Type) computed.Diff {
	c, err := d.require(c, values.Array, true)
	if err != nil {
		return d.mismatch(c, err, nil)
	}
	m := mates{rules: d.rules, object: elem.IsObjectType()}
	c.RelevantAttributes = plans.AllPaths()
	return d.sequence(c, m.align(c.Before.Elems(), c.After.Elems()), renderers.List, func(c values.Change, _ int) computed.Diff {
		return d.typed(c, elem, scope{legacy: true})
	})
}

// sequence compares pairs of elements; an index of -1 is no element.
func (d *differ) sequence(c values.Change, pairs []pair, r func([]computed.Diff) computed.DiffRenderer, element func(values.Change, int) computed.Diff) computed.Diff {
	action := containerAction(c)
	s := values.SliceChange{Change: c}
	elements := make([]computed.Diff, 0, len(pairs))
	for _, p := range pairs {
		e := element(s.GetChild(p.before, p.after), max(p.before, p.after))
		elements = append(elements, e)
		action = with(action, e.Action)
	}
	return newDiff(c, r(elements), action)
}

func (d *differ) tuple(c values.Change, types []cty.Type) computed.Diff {
	c, err := d.require(c, values.Array, false)
	if err != nil {
		return d.mismatch(c, err, nil)
	}
	// A null has as many elements as the type.
	return d.sequence(c, byIndex(c, len(types)), renderers.List, func(c values.Change, i int) computed.Diff {
		c, s := relevant(c, scope{legacy: true})
		if i >= len(types) {
			return d.dynamic(c)
		}
		return d.typed(c, &types[i], s)
	})
}

// byIndex pairs each element with the one at its place, for at least so many
// places.
func byIndex(c values.Change, least int) []pair {
	pairs := make([]pair, max(least, len(c.Before.Elems()), len(c.After.Elems())))
	for i := range pairs {
		pairs[i] = pair{i, i}
	}
	return pairs
}

func (d *differ) set(c values.Change, p part, r func([]computed.Diff) computed.DiffRenderer, element func(values.Change) computed.Diff) computed.Diff {
	c, err := d.require(c, values.Array, false)
	if err != nil {
		return d.mismatch(c, err, p)
	}
	c.RelevantAttributes = plans.AllPaths()
	return d.sequence(c, setPairs(c), r, func(c values.Change, _ int) computed.Diff { return element(c) })
}

// mapping compares maps key by key. allKeys says that keys which only the
// trees of flags have count too.
func (d *differ) mapping(c values.Change, p part, s scope, r func([]computed.Member) computed.DiffRenderer, allKeys bool, element func(values.Change, scope) computed.Diff) computed.Diff {
	c, err := d.require(c, values.Object, true)
	if err != nil {
		return d.mismatch(c, err, p)
	}
	action := containerAction(c)
	m := values.MapChange{Change: c}
	keys := m.Keys(allKeys)
	elements := make([]computed.Member, 0, len(keys))
	for _, key := range keys {
		key = strings.Clone(key)
		child, s := relevant(m.GetChild(key), s)
		e := element(child, s)
		elements = append(elements, computed.Member{Key: key, Diff: e})
		action = with(action, e.Action)
	}
	return newDiff(c, r(elements), action)
}

func (d *differ) object(c values.Change, t cty.Type, s scope) computed.Diff {
	c, err := d.require(c, values.Object, false)
	if err != nil {
		return d.mismatch(c, err, nil)
	}
	types := t.AttributeTypes()
	d.noteExtra(c, func(name string) bool { _, ok := types[name]; return ok })
	action := containerAction(c)
	m := values.MapChange{Change: c}
	var attributes []computed.Member
	for _, name := range sortedKeys(types) {
		child, s := relevant(implicit(m.GetChild(name)), s)
		a := d.typed(child, share(types[name]), s)
		if missing(child, a) {
			continue
		}
		attributes = append(attributes, computed.Member{Key: name, Diff: a})
		action = with(action, a.Action)
	}
	return newDiff(c, renderers.Object(attributes), action)
}

func sortedKeys(types map[string]cty.Type) []string {
	names := make([]string, 0, len(types))
	for name := range types {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// missing reports whether an attribute does not exist at all: it is null on
// both sides and stays so.
func missing(c values.Change, d computed.Diff) bool {
	return d.Action == plans.NoOp && c.Before.IsNull() && c.After.IsNull()
}

// marked is the change of an attribute with the marks that its schema adds to
// the document's: a value that the schema calls sensitive is hidden. So that
// nothing reads as if it were no longer sensitive, what will be unknown is as
// well, but only where a value was before: alone it gives nothing away, and
// documents without marks have it shown.
func marked(c values.Change, a *schema.Attribute) values.Change {
	if !a.Sensitive {
		return c
	}
	if before, _ := c.Sensitive(); !before && !c.Before.IsNull() {
		c.BeforeSensitive = values.AllFlags()
		if c.IsUnknown() {
			c.AfterSensitive = values.AllFlags()
		}
	}
	if !c.After.IsNull() {
		c.AfterSensitive = values.AllFlags()
	}
	return c
}

// attribute compares an attribute of a block or of a nested attribute.
func (d *differ) attribute(c values.Change, a *schema.Attribute, s scope) computed.Diff {
	switch {
	case a.WriteOnly:
		diff := d.stored(c)
		diff.Type = typeOf(a)
		return diff
	case a.Nested != nil:
		return d.nested(c, a.Nested, s)
	}
	return d.typed(c, &a.Type, s)
}

// hasValue reports whether there is a value on either side.
func hasValue(c values.Change) bool { return !c.Before.IsNull() || !c.After.IsNull() }

// stored compares a write-only attribute that has a value although no document
// holds the values of such. That it changes is no secret, what it is may be.
func (d *differ) stored(c values.Change) computed.Diff {
	diff := hide(c, false)
	if d.hidden == 0 {
		field := "before"
		if c.Before.IsNull() {
			field = "after"
		}
		d.errs = append(d.errs, &plans.Error{Field: field, Path: c.Path, Err: errWriteOnly})
	}
	return mismatched(diff)
}

var errWriteOnly = errors.New("the schema says that this attribute is write-only, yet it has a value")

// nested compares an attribute with a nested type.
func (d *differ) nested(c values.Change, o *schema.Object, s scope) computed.Diff {
	element := func(s scope) func(values.Change) computed.Diff {
		return func(c values.Change) computed.Diff {
			return d.guarded(c, s, d.nestedObject(o))
		}
	}
	switch o.Mode {
	case schema.NestingList:
		return d.guarded(c, s, kind{typ: (*nestedType)(o), parts: o.Attributes, compute: func(c values.Change, s scope) computed.Diff {
			c, err := d.require(c, values.Array, false)
			if err != nil {
				return d.mismatch(c, err, o)
			}
			return d.sequence(c, byIndex(c, 0), renderers.NestedList, func(c values.Change, _ int) computed.Diff {
				c, s := relevant(c, scope{legacy: true})
				return element(s)(c)
			})
		}})
	case schema.NestingSet:
		return d.guarded(c, s, kind{typ: (*nestedType)(o), parts: o.Attributes, compute: func(c values.Change, s scope) computed.Diff {
			return d.set(c, o, renderers.NestedSet, element(scope{legacy: true}))
		}})
	case schema.NestingMap:
		return d.guarded(c, s, kind{typ: (*nestedType)(o), parts: o.Attributes, compute: func(c values.Change, s scope) computed.Diff {
			return d.mapping(c, o, s, renderers.NestedMap, false, func(c values.Change, s scope) computed.Diff {
				return element(s)(c)
			})
		}})
	}
	return element(s)(c)
}

// allUnknown says that every attribute is unknown.
func allUnknown(attributes []schema.Attribute) values.Flags {
	if len(attributes) == 0 {
		return values.Flags{}
	}
	names := make([]string, len(attributes))
	for i, a := range attributes {
		names[i] = a.Name
	}
	return values.FlagsFromNames(names)
}

// nestedObject is the kind of the objects in a nested attribute.
func (d *differ) nestedObject(o *schema.Object) kind {
	return kind{typ: (*objectType)(o), parts: o.Attributes, compute: func(c values.Change, s scope) computed.Diff {
		c, err := d.require(c, values.Object, false)
		if err != nil {
			return d.mismatch(c, err, o)
		}
		known := func(name string) bool { return o.Attribute(name) != nil }
		d.noteExtra(c, known)
		m := members{differ: d, m: values.MapChange{Change: c}, action: containerAction(c)}
		m.unnamed(known)
		m.attributes(o.Attributes, s, false)
		m.writeOnly(o.Attributes, true)
		return newDiff(c, renderers.NestedObject(m.list), m.action)
	}}
}

// members collects the attributes of a block or of a nested attribute.
type members struct {
	*differ
	m      values.MapChange
	list   []computed.Member
	action plans.Action
}

// unnamed lets members that the schema lacks count where nothing is drawn: an
// inferred schema does not have the names inside a sensitive value.
func (m *members) unnamed(known func(string) bool) {
	if m.hidden == 0 {
		return
	}
	for _, name := range m.m.Keys(true) {
		if !known(name) {
			m.action = with(m.action, m.dynamic(implicit(m.m.GetChild(name))).Action)
		}
	}
}

// attributes compares all but the write-only ones, and those only where they
// have a value, which contradicts the schema. direct says that they are those
// of a block.
func (m *members) attributes(attributes []schema.Attribute, s scope, direct bool) {
	for i := range attributes {
		a := &attributes[i]
		child, s := relevant(implicit(m.m.GetChild(a.Name)), s)
		if a.WriteOnly && !hasValue(child) {
			continue
		}
		if direct && m.rules.FoldDirectStringsOnly {
			child = folded(child)
		}
		diff := m.attribute(marked(child, a), a, s)
		if missing(child, diff) {
			continue
		}
		m.list = append(m.list, computed.Member{Key: a.Name, Diff: diff})
		m.action = with(m.action, diff.Action)
	}
}

// writeOnly adds the attributes that are in no plan. What happens to them is
// what happens to the whole, so it comes last; only one that forces the
// replacement by its own path can change what happens to the whole.
func (m *members) writeOnly(attributes []schema.Attribute, nested bool) {
	added := false
	around := m.action
	for i := range attributes {
		a := &attributes[i]
		child := implicit(m.m.GetChild(a.Name))
		if !a.WriteOnly || hasValue(child) {
			continue
		}
		diff := m.writeOnlyDiff(child, around, nested)
		diff.Type = typeOf(a)
		if nested && m.rules.WriteOnlyAsAttribute && diff.Action == plans.NoOp {
			continue
		}
		added = true
		m.list = append(m.list, computed.Member{Key: a.Name, Diff: diff})
		m.action = with(m.action, diff.Action)
	}
	if added {
		slices.SortFunc(m.list, func(a, b computed.Member) int { return strings.Compare(a.Key, b.Key) })
	}
}

func (m *members) writeOnlyDiff(c values.Change, around plans.Action, nested bool) computed.Diff {
	diff := computed.Diff{Action: around, Replace: c.Replaces(), Path: c.Path}
	switch {
	case m.rules.WriteOnlyAsAttribute:
		diff.Renderer = renderers.FlaggedWriteOnly()
		if diff.Action == plans.NoOp && diff.Replace {
			diff.Action = plans.Update
		}
		return diff
	case nested:
		before, after := c.Sensitive()
		diff.Renderer = renderers.WriteOnly(before || after)
		diff.Before.Sensitive, diff.After.Sensitive = before, after
	default:
		diff.Renderer = renderers.WriteOnly(false)
		diff.Replace = m.m.Replaces()
	}
	if diff.Action == plans.Update {
		diff.Action = plans.NoOp
	}
	return diff
}
