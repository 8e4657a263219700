package differ

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// elements collects the elements of a list, a tuple or a set, and the action of the
// whole.
type elements struct {
	change values.SliceChange
	list   []computed.Diff
	action plans.Action
}

// newElements returns an empty collection for a number of elements.
func (d *Differ) newElements(c *values.Change, n int) elements {
	return elements{change: values.SliceChange{Change: *c}, list: d.elementSlab.Take(n, slabLen), action: containerAction(c)}
}

func (e *elements) child(p pair) values.Change { return e.change.GetChild(p.before, p.after) }

func (e *elements) add(d computed.Diff) {
	e.list = append(e.list, d)
	e.action = mergeAction(e.action, d.Action)
}

// members collects the members of a map, an object or a block, and the action of the
// whole.
type members struct {
	change values.MapChange
	list   []computed.Member
	action plans.Action
}

// newMembers returns an empty collection for a number of members.
func (d *Differ) newMembers(c *values.Change, n int) members {
	return members{change: values.MapChange{Change: *c}, list: d.memberSlab.Take(n, slabLen), action: containerAction(c)}
}

func (m *members) child(name string) values.Change { return m.change.GetChild(name) }

func (m *members) add(name string, d computed.Diff) {
	m.list = append(m.list, computed.Member{Key: name, Diff: d})
	m.action = mergeAction(m.action, d.Action)
}
