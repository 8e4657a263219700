package values

import (
	"encoding/binary"
	"math"

	"github.com/planfmt/planfmt/plans"
)

// Cursor finds the members of an object by their names. If these are asked for in ascending
// order, to find all of them costs no more than one walk along the members.
type Cursor struct {
	object Value
	src    []byte     // of the members, if they have been parsed
	nodes  []treeNode // likewise
	first  uint32     // the index of the first of these
	count  int
	next   int
	// around says where the names begin between which next is: with words, see [prefix]. It is valid if at is next.
	around struct {
		at           int
		below, above uint64
	}
}

// Cursor returns a cursor before the first member of an object. For other kinds, it finds
// nothing.
func (v Value) Cursor() Cursor {
	if v.kind != Object {
		return Cursor{}
	}
	c := Cursor{object: v, count: v.Len()}
	c.around.at = -1
	if n, ok := v.node(); ok {
		c.src, c.first = v.tree.src, v.tree.boxes[n.end].first
		c.nodes = v.tree.nodes[c.first : c.first+uint32(c.count)]
	}
	return c
}

// name returns the name of a member.
func (c *Cursor) name(i int) string {
	if c.nodes != nil {
		return c.object.tree.name(&c.nodes[i])
	}
	return c.object.tree.members[i].Name
}

func (c *Cursor) value(i int) Value {
	if c.nodes != nil {
		return Value{c.object.tree, c.first + uint32(i), c.nodes[i].info.kind()}
	}
	return c.object.tree.members[i].Value
}

// Find returns a member and its index. If there is no member with this name, the value is
// absent, and the index that of the next member.
func (c *Cursor) Find(name string) (v Value, index int) {
	if c.count == 0 {
		return Value{}, 0
	}
	// Mostly, it is the one that was found last, or the one after it. This is so in any order.
	if src := c.src; src != nil && len(name) <= maxNameLen {
		for i := c.next; i < len(c.nodes) && i < c.next+2; i++ {
			n := &c.nodes[i]
			if n.info&(maxNameLen|listed) == info(len(name)) && string(src[n.name:n.name+uint32(len(name))]) == name {
				c.next = i
				return Value{c.object.tree, c.first + uint32(i), n.info.kind()}, i
			}
		}
	}
	if c.lacks(name) {
		return Value{}, c.next
	}
	if c.next > 0 && c.name(c.next-1) >= name {
		c.next = 0 // the names are not in order
	}
	for ; c.next < c.count; c.next++ {
		if have := c.name(c.next); have >= name {
			if have == name {
				return c.value(c.next), c.next
			}
			break
		}
	}
	return Value{}, c.next
}

// lacks reports whether the beginning of a name says that it belongs between the member before the next one and the next one.
func (c *Cursor) lacks(name string) bool {
	a := &c.around
	if a.at != c.next {
		a.at, a.below, a.above = c.next, 0, math.MaxUint64
		if c.next > 0 {
			a.below = prefix(c.name(c.next - 1))
		}
		if c.next < c.count {
			a.above = prefix(c.name(c.next))
		}
	}
	p := prefix(name)
	return a.below < p && p < a.above
}

// prefix returns the first bytes of a name as a number. Of two names, the one with the smaller number is the smaller one.
func prefix(name string) (p uint64) {
	if len(name) >= 8 {
		return binary.BigEndian.Uint64(stringBytes(name))
	}
	for i := range len(name) {
		p |= uint64(name[i]) << (56 - 8*i)
	}
	return p
}

// flagsCursor finds the flags of members in the same way. It returns what [Flags.At] does.
type flagsCursor struct {
	all    Flags // of all members, if there is nothing to find
	flags  Flags
	cursor Cursor
}

func (f Flags) cursor() flagsCursor {
	c := flagsCursor{flags: f, cursor: f.tree().Cursor()}
	if c.cursor.count == 0 {
		c.all = f.At(plans.Key(""))
	}
	return c
}

// find sets the flags of a member. It leaves them alone if all members have the same, which the caller has set.
func (c *flagsCursor) find(name string, f *Flags) {
	if c.cursor.count > 0 {
		tree, _ := c.cursor.Find(name)
		*f = c.flags.child(tree)
	}
}

// MapCursor finds the changes of the members of a [MapChange] by their names. Like a [Cursor], it expects
// them in ascending order.
type MapCursor struct {
	before, after                            Cursor
	unknown, beforeSensitive, afterSensitive flagsCursor
	part                                     MapPart // that was found last
}

// MapPart is what the change of a member has of its own.
type MapPart struct {
	Before, After                            Value
	Unknown, BeforeSensitive, AfterSensitive Flags
	// Index is that of the member before. If there is none, it is the index of the next one.
	Index int
}

// Cursor returns a cursor before the first member.
func (m *MapChange) Cursor() MapCursor {
	c := MapCursor{
		before: m.Before.Cursor(), after: m.After.Cursor(),
		unknown: m.Unknown.cursor(), beforeSensitive: m.BeforeSensitive.cursor(), afterSensitive: m.AfterSensitive.cursor(),
	}
	c.part.Unknown, c.part.BeforeSensitive, c.part.AfterSensitive = c.unknown.all, c.beforeSensitive.all, c.afterSensitive.all
	return c
}

// Find finds a member, which may be on both sides, on one or on none. What it returns is valid until the next one is found.
func (c *MapCursor) Find(name string) *MapPart {
	p := &c.part
	p.Before, p.Index = c.before.Find(name)
	p.After, _ = c.after.Find(name)
	c.unknown.find(name, &p.Unknown)
	c.beforeSensitive.find(name, &p.BeforeSensitive)
	c.afterSensitive.find(name, &p.AfterSensitive)
	return p
}

// Child returns the change of a member, as [MapChange.GetChild] does, given what a cursor has found.
func (m *MapChange) Child(key string, p *MapPart) Change {
	step := plans.Key(key)
	c := m.child(step)
	c.Before, c.After = p.Before, p.After
	c.BeforeExplicit, c.AfterExplicit = c.Before.Kind() != Absent, c.After.Kind() != Absent
	c.Unknown, c.BeforeSensitive, c.AfterSensitive = p.Unknown, p.BeforeSensitive, p.AfterSensitive
	c.Refinements = m.Refinements.At(step)
	return c
}
