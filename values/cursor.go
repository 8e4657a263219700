package values

import "github.com/planfmt/planfmt/plans"

// Cursor finds the members of an object by their names. If these are asked for in ascending
// order, to find all of them costs no more than one walk along the members.
type Cursor struct {
	object Value
	src    []byte // of the members, if they have been parsed
	nodes  []node // likewise
	first  uint32 // the index of the first of these
	count  int
	next   int
}

// Cursor returns a cursor before the first member of an object. For other kinds, it finds
// nothing.
func (v Value) Cursor() Cursor {
	if v.kind != Object {
		return Cursor{}
	}
	c := Cursor{object: v, count: v.Len()}
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

func (c *flagsCursor) find(name string) Flags {
	if c.cursor.count == 0 {
		return c.all
	}
	tree, _ := c.cursor.Find(name)
	return c.flags.child(tree)
}

// MapCursor finds the changes of the members of a [MapChange] by their names. Like a [Cursor], it expects
// them in ascending order.
type MapCursor struct {
	before, after                            Cursor
	unknown, beforeSensitive, afterSensitive flagsCursor
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
	return MapCursor{
		before: m.Before.Cursor(), after: m.After.Cursor(),
		unknown: m.Unknown.cursor(), beforeSensitive: m.BeforeSensitive.cursor(), afterSensitive: m.AfterSensitive.cursor(),
	}
}

// Find finds a member, which may be on both sides, on one or on none, and changes p.
func (c *MapCursor) Find(name string, p *MapPart) {
	p.Before, p.Index = c.before.Find(name)
	p.After, _ = c.after.Find(name)
	p.Unknown, p.BeforeSensitive, p.AfterSensitive = c.unknown.find(name), c.beforeSensitive.find(name), c.afterSensitive.find(name)
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
