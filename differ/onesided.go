package differ

import (
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// A list, a set, a map or an object that is on one side only is created or deleted with all that is in it. If nothing
// is flagged there and everything has its type, nothing can be said about the parts but what they are: nothing has to be
// paired, and no flag or path has to be looked up. Most lines of a plan that creates something are in such values, so
// this file compares them without a change for each part. The result is the one that the comparers have.

// oneSided compares the parts of a value that is on one side only.
type oneSided struct {
	inherited
	isAfter bool         // on which side
	action  plans.Action // of the value, and of its parts
	leaf    values.Change
}

// compareOneSided compares two values of which one is a list, a set, a map or an object, and the other one is not there.
// typ is the type, or nil. ok is false if the comparers have to do it: something is flagged, forces the replacement or
// contradicts the type.
func (s inherited) compareOneSided(c *values.Change, typ *typed) (d computed.Diff, ok bool) {
	if !s.isOneSided(c) || !c.Unknown.IsClear(c.After) || !c.BeforeSensitive.IsClear(c.Before) || !c.AfterSensitive.IsClear(c.After) {
		return d, false
	}
	o := s.newOneSided(c)
	v := c.Before
	if o.isAfter {
		v = c.After
	}
	if !o.open(v, typ, c.Path, s.legacy, &d) {
		return d, false
	}
	d.Before, d.After, d.Type = newPresence(c.Before), newPresence(c.After), nil
	return d, true
}

// isOneSided reports whether a list, a set, a map or an object, whatever its flags, may be compared by a oneSided.
func (s inherited) isOneSided(c *values.Change) bool {
	switch {
	case c.Before.Kind() < values.Array && c.After.Kind() < values.Array, s.eager || s.redacted || s.yaml || s.still:
		return false
	case c.After.Kind() >= values.Array && !isNothing(c.Before, c.BeforeExplicit), c.Before.Kind() >= values.Array && !isNothing(c.After, c.AfterExplicit):
		return false
	}
	return c.RelevantAttributes.All() && c.ReplacePaths.Empty()
}

// newOneSided returns what compares the parts of such a value.
func (s inherited) newOneSided(c *values.Change) oneSided {
	o := oneSided{inherited: s, isAfter: c.After.Kind() >= values.Array, action: plans.Delete}
	if o.isAfter {
		o.action = plans.Create
	}
	o.leaf.Paths = c.Paths
	return o
}

// attribute compares an attribute of a block or an object, given its flags, and sets d. It returns false if something is to be said
// about it but what it is, or that it is known only after apply.
func (o *oneSided) attribute(a *schema.Attribute, p *values.MapPart, around *values.Change, d *computed.Diff) bool {
	v := p.Before
	if o.isAfter {
		v = p.After
	}
	if a.Sensitive || a.WriteOnly || a.Nested != nil || o.rules.FoldDirectStringsOnly && v.IsEmptyString() {
		return false
	}
	isUnknown := o.isAfter && v.IsNull() && p.Unknown.All()
	if !isUnknown && (v.IsNull() || !p.Unknown.IsClear(p.After)) || !p.BeforeSensitive.IsClear(p.Before) || !p.AfterSensitive.IsClear(p.After) {
		return false
	}
	step := plans.Key(a.Name)
	t, path := (*typed)(&a.Type), o.child(around.Path, step)
	switch {
	case isUnknown:
		c := o.change(v, path, false)
		c.Refinements = around.Refinements.At(step)
		*d = o.newUnknown(c, nil, plans.Create)
		c.Refinements = values.Refinements{}
		d.Type = t
		return true
	case v.Kind() < values.Array:
		return o.scalar(v, t, path, o.legacy, false, d)
	}
	return o.element(v, t, path, o.legacy, d)
}

func isNothing(v values.Value, explicit bool) bool { return v.IsNull() && !explicit }

// set sets the diff of a value, whose type the caller sets.
func (o *oneSided) set(d *computed.Diff, r computed.DiffRenderer, path plans.Path) {
	*d = computed.Diff{Renderer: r, Action: o.action, Path: path}
	if d.Before.State, d.After.State = computed.Present, computed.Missing; o.isAfter {
		d.Before.State, d.After.State = computed.Missing, computed.Present
	}
}

// change returns the change of a scalar. It is valid until the next call. explicit says that a null counts.
func (o *oneSided) change(v values.Value, path plans.Path, explicit bool) *values.Change {
	c := &o.leaf
	c.Path = path
	if o.isAfter {
		c.After, c.AfterExplicit = v, explicit
	} else {
		c.Before, c.BeforeExplicit = v, explicit
	}
	return c
}

func (o *oneSided) child(path plans.Path, s plans.Step) plans.Path {
	return o.leaf.Paths.Child(path, s)
}

// element compares a value of a type that is an element or a member. Like all that follow, it sets d, and returns false if the value
// contradicts the type.
func (o *oneSided) element(v values.Value, t *typed, path plans.Path, legacy bool, d *computed.Diff) bool {
	if v.Kind() < values.Array {
		return o.scalar(v, t, path, legacy, true, d)
	}
	ok := o.typed(v, t, path, legacy, d)
	d.Type = t
	return ok
}

// scalar compares a scalar or a null of a type.
func (o *oneSided) scalar(v values.Value, t *typed, path plans.Path, legacy, explicit bool, d *computed.Diff) (ok bool) {
	switch typ := cty.Type(*t); v.Kind() {
	case values.Null:
		ok = typ.IsPrimitiveType() || typ == cty.DynamicPseudoType
	case values.String:
		// What the old SDK has written may have an empty string for a null of any type.
		ok = typ == cty.String || typ == cty.DynamicPseudoType || legacy && v.IsEmptyString() && typ.IsPrimitiveType()
	case values.Number:
		ok = typ == cty.Number || typ == cty.DynamicPseudoType
	case values.Bool:
		ok = typ == cty.Bool || typ == cty.DynamicPseudoType
	}
	switch {
	case !ok:
		return false
	case o.plain(v, path, d):
		d.Type = t
		return true
	}
	s := o.inherited
	s.legacy = legacy
	*d = s.compareTyped(o.change(v, path, explicit), t)
	return true
}

// open compares a list, a set, a map or an object, part by part. t may be nil.
func (o *oneSided) open(v values.Value, t *typed, path plans.Path, legacy bool, d *computed.Diff) bool {
	if t == nil {
		o.untyped(v, path, d)
		return true
	}
	return o.typed(v, t, path, legacy, d)
}

// typed compares a list, a set, a map or an object of a type.
func (o *oneSided) typed(v values.Value, t *typed, path plans.Path, legacy bool, d *computed.Diff) bool {
	typ := cty.Type(*t)
	if typ == cty.DynamicPseudoType {
		o.untyped(v, path, d)
		return true
	}
	if v.Kind() == values.Object {
		switch {
		case typ.IsMapType():
			return o.mapping(v, o.typesIn(t).elem, path, legacy, d)
		case typ.IsObjectType():
			return o.object(v, o.typesIn(t), path, legacy, d)
		}
		return false
	}
	isTuple := typ.IsTupleType()
	if !isTuple && !typ.IsListType() && !typ.IsSetType() || isTuple && typ.Length() != v.Len() {
		return false
	}
	var types []cty.Type
	var elem *typed
	if isTuple {
		types = typ.TupleElementTypes()
	} else {
		elem = o.typesIn(t).elem
	}
	n := v.Len()
	list := o.elementSlab.Take(n, slabLen)[:n]
	for i, e := range v.Elems() {
		if isTuple {
			elem = (*typed)(&types[i])
		}
		if !o.element(e, elem, o.child(path, plans.Index(i)), true, &list[i]) {
			return false
		}
	}
	if typ.IsSetType() {
		o.set(d, renderers.Set(list, nil), path)
	} else {
		o.set(d, renderers.List(list, nil), path)
	}
	return true
}

func (o *oneSided) mapping(v values.Value, elem *typed, path plans.Path, legacy bool, d *computed.Diff) bool {
	n := v.Len()
	list := o.memberSlab.Take(n, slabLen)[:n]
	for i, m := range v.Members() {
		key := o.cloneName(m.Name)
		list[i].Key = key
		if !o.element(m.Value, elem, o.child(path, plans.Key(key)), legacy, &list[i].Diff) {
			return false
		}
	}
	o.set(d, renderers.Map(list, nil), path)
	return true
}

// object compares the attributes that are not null, all of which have to be in the type.
func (o *oneSided) object(v values.Value, in *innerTypes, path plans.Path, legacy bool, d *computed.Diff) (ok bool) {
	n := v.Len()
	list := o.memberSlab.Take(n, slabLen)[:n]
	next, made := 0, 0
	for _, m := range v.Members() {
		if m.Value.IsNull() {
			continue
		}
		for next < len(in.names) && in.names[next] < m.Name {
			next++
		}
		if next == len(in.names) || in.names[next] != m.Name {
			return false
		}
		name, t := in.names[next], in.attributes[next]
		at, to := o.child(path, plans.Key(name)), &list[made]
		to.Key = name
		if m.Value.Kind() >= values.Array {
			ok = o.element(m.Value, t, at, legacy, &to.Diff)
		} else {
			ok = o.scalar(m.Value, t, at, legacy, false, &to.Diff)
		}
		if !ok {
			return false
		}
		made++
	}
	o.set(d, renderers.Object(list[:made], nil), path)
	return true
}

// untyped compares a value by its JSON type.
func (o *oneSided) untyped(v values.Value, path plans.Path, d *computed.Diff) {
	n := v.Len()
	switch v.Kind() {
	case values.Array:
		list := o.elementSlab.Take(n, slabLen)[:n]
		for i, e := range v.Elems() {
			o.untyped(e, o.child(path, plans.Index(i)), &list[i])
		}
		o.set(d, renderers.List(list, nil), path)
	case values.Object:
		list := o.memberSlab.Take(n, slabLen)[:n]
		for i, m := range v.Members() {
			key := o.cloneName(m.Name)
			list[i].Key = key
			o.untyped(m.Value, o.child(path, plans.Key(key)), &list[i].Diff)
		}
		o.set(d, renderers.Object(list, nil), path)
	default:
		if !o.plain(v, path, d) {
			*d = o.compareKind(o.change(v, path, true), v.Kind())
		}
	}
}

// plain sets the diff of a bool, a number or a string in which there is nothing to look for: it is not empty, has one line, is no
// document, and nobody has to find out whether it is a copy of a sensitive one. It returns false for others.
func (o *oneSided) plain(v values.Value, path plans.Path, d *computed.Diff) bool {
	var before, after computed.Literal
	l := &before
	if o.isAfter {
		l = &after
	}
	switch v.Kind() {
	case values.Bool:
		l.Kind = computed.BoolLiteral
	case values.Number:
		l.Kind = computed.NumberLiteral
	case values.String:
		if o.copies != nil || v.IsEmptyString() || v.Begins('{') || v.Begins('[') {
			return false
		}
		l.Kind, l.Text = computed.StringLiteral, o.texts.Text(v)
		if strings.IndexByte(l.Text, '\n') >= 0 {
			return false
		}
		o.set(d, o.scalars.String(before, after), path)
		return true
	default:
		return false
	}
	l.Text = o.texts.Text(v)
	o.set(d, o.scalars.Primitive(before, after), path)
	return true
}
