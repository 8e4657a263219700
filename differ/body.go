package differ

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// body collects the attributes of a block or of a nested object.
type body struct {
	members
	isBlock    bool
	attributes []schema.Attribute
	one        oneSided // of a block or an object that is on one side only
	isOne      bool
	was, is    int // how many members of each side the schema has
}

// newBody returns a body without attributes.
func (s inherited) newBody(c *values.Change, k named, attributes []schema.Attribute) body {
	b := body{members: s.newMembers(c, -1), isBlock: k.traits().form == blockForm, attributes: attributes}
	// These are put among the other attributes later.
	b.isActive = b.isActive && len(s.findWriteOnly(attributes)) == 0
	s.addExtra(&b.members, k)
	if b.isOne = s.isOneSided(c); b.isOne {
		b.one = s.newOneSided(c)
	}
	return b
}

// findKnown finds a member that the schema has.
func (b *body) findKnown(name string) *values.MapPart {
	p := b.find(name)
	if p.Before.Kind() != values.Absent {
		b.was++
	}
	if p.After.Kind() != values.Absent {
		b.is++
	}
	return p
}

// noteUnknown notes the members that the schema does not have, when the others have been found.
func (b *body) noteUnknown(k named) {
	if b.was != b.change.Before.Len() || b.is != b.change.After.Len() {
		b.noteExtra(&b.change.Change, k, b.attributes)
	}
}

// addExtra makes the members that the schema does not have count for the action in a redacted
// scope, where nothing is drawn: an inferred schema does not have the names inside a sensitive
// value, and in a redacted document other names may stand for these.
func (s inherited) addExtra(m *members, k named) {
	if !s.redacted {
		return
	}
	var child values.Change
	for _, name := range m.change.AllKeys() {
		if !k.hasMember(name) {
			name = s.cloneName(name)
			child = m.child(name, m.find(name))
			makeNullsImplicit(&child)
			d := s.compare(&child, untyped{})
			m.action = mergeAction(m.action, d.Action)
		}
	}
}

// addAttributes compares the attributes. A write-only attribute is only here if it has a
// value, which contradicts the schema.
func (b *body) addAttributes() {
	if b.hasFew() {
		for _, name := range b.change.AllKeys() {
			if i, ok := slices.BinarySearchFunc(b.attributes, name, compareName); ok {
				b.addAttribute(&b.attributes[i])
			}
		}
		return
	}
	for i := range b.attributes {
		b.addAttribute(&b.attributes[i])
	}
}

// hasFew reports whether the document has only few of the attributes. The others
// have neither values nor flags, so nothing is drawn for them. A schema that is
// inferred from many different objects can have many times their attributes.
func (b *body) hasFew() bool {
	const many = 4
	return many*(b.change.Before.Len()+b.change.After.Len()) < len(b.attributes) && !b.change.IsUnknown()
}

func (b *body) addAttribute(a *schema.Attribute) {
	p := b.findKnown(a.Name)
	if b.isNothing(a.Name, p) || !computed.IsImportant(a.Name) && b.skip(a.Name, p, renderers.NameWidth, (*attributeFitter)(a)) {
		return
	}
	if b.isOne {
		var d computed.Diff
		if b.one.attribute(a, p, &b.change.Change, &d) {
			b.add(a.Name, d)
			return
		}
	}
	child := b.child(a.Name, p)
	makeNullsImplicit(&child)
	s := b.memberScope(a.Name).freezeIrrelevant(&child)
	if a.WriteOnly && !hasValue(&child) {
		return
	}
	folds := b.isBlock && s.rules.FoldDirectStringsOnly && hasEmptyString(&child)
	if folds && !s.exact {
		foldEmptyStrings(&child)
	}
	markBySchema(&child, a)
	var d computed.Diff
	if folds && s.exact && !a.WriteOnly {
		d = s.compareEmptyString(&child, comparerOf(a))
	} else {
		d = s.compareAttribute(&child, a)
	}
	if exists(&child, d) {
		b.add(a.Name, d)
	}
}

func (s inherited) compareAttribute(c *values.Change, a *schema.Attribute) computed.Diff {
	switch {
	case a.WriteOnly:
		return s.storedWriteOnly(c, a)
	case a.Nested == nil:
		return s.compareTyped(c, (*typed)(&a.Type))
	}
	return s.compare(c, comparerOf(a))
}

// markBySchema adds the marks of the schema to the change: a value that the schema calls
// sensitive is hidden. They do not change the action. A value that becomes unknown is hidden after, too,
// so that it does not read as if it were no longer sensitive. This is not necessary if
// there was no value before: that a value is unknown gives nothing away.
func markBySchema(c *values.Change, a *schema.Attribute) {
	if !a.Sensitive {
		return
	}
	on := c.Sensitive()
	if !on.Before && !c.Before.IsNull() {
		c.BeforeSensitive = values.AllFlags().Added()
	}
	if !on.After && (!c.After.IsNull() || !on.Before && !c.Before.IsNull() && c.IsUnknown()) {
		c.AfterSensitive = values.AllFlags().Added()
	}
}

// addWriteOnly adds the write-only attributes, whose values are in no plan. What happens
// to them is what happens to the body so far, unless one of them forces the replacement
// by its own path.
func (b *body) addWriteOnly() {
	around, before := b.action, len(b.pending.items)
	for _, a := range b.findWriteOnly(b.attributes) {
		p := b.find(a.Name)
		child := b.child(a.Name, p)
		makeNullsImplicit(&child)
		if hasValue(&child) {
			continue
		}
		d := b.newWriteOnly(&child, around)
		if d.Action == plans.NoOp && b.rules.WriteOnlyAsAttribute && !b.isBlock {
			continue
		}
		d.Type = comparerOf(a).staticType()
		b.add(a.Name, d)
	}
	if all := b.pending.items; len(all) > before {
		slices.SortStableFunc(all[b.bottom:], func(a, b computed.Member) int { return strings.Compare(a.Key, b.Key) })
	}
}

// findWriteOnly returns the write-only attributes of a schema. It only looks for them once,
// because there may be many more attributes than each object has.
func (d *Differ) findWriteOnly(attributes []schema.Attribute) []*schema.Attribute {
	if len(attributes) == 0 {
		return nil
	}
	found, known := d.writeOnly[&attributes[0]]
	if !known {
		for i := range attributes {
			if attributes[i].WriteOnly {
				found = append(found, &attributes[i])
			}
		}
		if d.writeOnly == nil {
			d.writeOnly = map[*schema.Attribute][]*schema.Attribute{}
		}
		d.writeOnly[&attributes[0]] = found
	}
	return found
}

func (b *body) newWriteOnly(c *values.Change, around plans.Action) computed.Diff {
	d := computed.Diff{Action: around, Replace: c.Replaces(), Path: c.Path}
	if b.rules.WriteOnlyAsAttribute {
		d.Renderer = renderers.FlaggedWriteOnly()
		if d.Action == plans.NoOp && d.Replace {
			d.Action = plans.Update
		}
		return d
	}
	d.Renderer = renderers.WriteOnly()
	if b.isBlock {
		d.Replace = b.change.Replaces()
	} else {
		on := c.Sensitive()
		d.Before.Sensitive, d.After.Sensitive = on.Before, on.After
	}
	if d.Action == plans.Update {
		d.Action = plans.NoOp
	}
	return d
}
