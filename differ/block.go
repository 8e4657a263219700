package differ

import (
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// block compares a block by its schema.
func (d *differ) block(c values.Change, b *schema.Block, s scope) computed.Diff {
	return d.guarded(c, s, kind{block: true, parts: b.Attributes, compute: func(c values.Change, s scope) computed.Diff {
		if b.NonLegacy {
			s.legacy = false
		}
		return d.body(c, b, s)
	}})
}

func (d *differ) body(c values.Change, b *schema.Block, s scope) computed.Diff {
	c, err := d.require(c, values.Object, false)
	if err != nil {
		return d.mismatch(c, err, b)
	}
	known := func(name string) bool { return b.Attribute(name) != nil || b.NestedBlock(name) != nil }
	d.noteExtra(c, known)
	m := members{differ: d, m: values.MapChange{Change: c}, action: containerAction(c)}
	m.unnamed(known)
	m.attributes(b.Attributes, s, true)
	if d.rules.WriteOnlyAsAttribute {
		m.writeOnly(b.Attributes, false)
	}
	var groups []*group
	for i := range b.Blocks {
		nb := &b.Blocks[i]
		child, s := relevant(m.m.GetChild(nb.Name), s)
		g := &group{differ: d, block: nb, scope: s}
		if !g.compute(child) {
			continue
		}
		groups = append(groups, g)
		m.action = with(m.action, g.action)
	}
	if !d.rules.WriteOnlyAsAttribute {
		m.writeOnly(b.Attributes, false)
	}
	out := make([]computed.BlockGroup, len(groups))
	for i, g := range groups {
		out[i] = g.finish(m.action)
	}
	return newDiff(c, renderers.Block(m.list, out), m.action)
}

// group compares the blocks of one type.
type group struct {
	*differ
	block *schema.NestedBlock
	scope scope // what the blocks inherit

	action  plans.Action // what the blocks do to the body around them
	members []computed.Member
	replace bool // the whole type forces the replacement
	before  bool // the whole type is sensitive before
	after   bool // and after
	unknown *computed.Diff
}

// compute compares the blocks. It is false where there is no such block, and
// never was.
func (g *group) compute(c values.Change) bool {
	mode := g.block.Mode
	if mode == schema.NestingSingle || mode == schema.NestingGroup {
		if c.IsUnknown() && g.rules.UnknownBlockApart {
			return g.apart(c)
		}
		diff := g.differ.block(c, g.block.Block, g.scope)
		if missing(c, diff) && !c.IsUnknown() {
			return false
		}
		g.members = []computed.Member{{Diff: diff}}
		g.action = diff.Action
		return true
	}
	g.replace = c.Replaces()
	isUnknown := c.IsUnknown()
	if c.Before.IsNull() && c.After.IsNull() && !isUnknown {
		return false
	}
	if g.before, g.after = c.Sensitive(); g.before || g.after {
		// What one side alone hides is drawn where there is only the other.
		if g.before {
			c.BeforeSensitive = values.Flags{}
		}
		if g.after {
			c.AfterSensitive = values.Flags{}
		}
		g.hidden++
		defer func() { g.hidden-- }()
	}
	if isUnknown && g.rules.UnknownBlockApart {
		return g.apart(c)
	}
	if isUnknown {
		c.After, c.AfterExplicit, c.Unknown = values.Value{}, false, values.Flags{}
	}
	g.instances(c)
	if isUnknown {
		c.Before = values.Value{} // blocks to come
		diff := g.differ.unknown(c, nil, plans.NoOp)
		g.unknown = &diff
	}
	return true
}

// apart is compute for blocks that are unknown as a whole and draw as one. Of
// several blocks before, it only says which attributes each has.
func (g *group) apart(c values.Change) bool {
	if c.Before.Kind() == values.Null {
		return false
	}
	several := g.block.Mode != schema.NestingSingle && g.block.Mode != schema.NestingGroup
	if several && c.Before.Kind() != values.Absent {
		if hidden, _ := c.Sensitive(); !hidden {
			c.BeforeSensitive = values.Flags{}
		}
		c.Before = values.Of("{}")
	}
	diff := g.differ.block(c, g.block.Block, g.scope)
	diff.Replace = diff.Replace || c.Replaces()
	g.unknown = &diff
	return true
}

// instances compares the blocks one by one.
//
// A remote run redacts blocks that are sensitive as a whole into a string. No
// block is drawn for it, but in place of a list or a set it counts as a value.
func (g *group) instances(c values.Change) {
	present := c
	if g.before && c.Before.Kind() == values.String {
		c.Before = values.Value{}
	}
	if g.after && c.After.Kind() == values.String {
		c.After = values.Value{}
	}
	want := values.Array
	if g.block.Mode == schema.NestingMap {
		want, present = values.Object, c
	}
	if err := c.Require(want); err != nil {
		diff := g.mismatch(c, err, g.block.Block)
		g.members, g.action = []computed.Member{{Diff: diff}}, diff.Action
		return
	}
	s := scope{legacy: true}
	list := func(pairs []pair, child func(values.Change) (values.Change, scope)) {
		slice := values.SliceChange{Change: c}
		for _, p := range pairs {
			child, s := child(slice.GetChild(p.before, p.after))
			g.add("", g.instance(child, s))
		}
	}
	g.action = containerAction(present)
	switch g.block.Mode {
	case schema.NestingList:
		list(byIndex(c, 0), func(c values.Change) (values.Change, scope) { return relevant(c, s) })
	case schema.NestingSet:
		c.RelevantAttributes = plans.AllPaths()
		list(setPairs(c), func(c values.Change) (values.Change, scope) { return c, s })
	case schema.NestingMap:
		m := values.MapChange{Change: c}
		for _, key := range m.Keys(false) {
			child, s := relevant(m.GetChild(key), g.scope)
			g.add(strings.Clone(key), g.instance(child, s))
		}
	}
}

// instance compares one block. Where its type is sensitive, only its action is
// of use, unless it is on a side that is not: then it is drawn, and compared
// once more as what is seen.
func (g *group) instance(c values.Change, s scope) computed.Diff {
	diff := g.differ.block(c, g.block.Block, s)
	if !g.before && !g.after || g.hides(diff.Action) {
		return diff
	}
	g.hidden--
	diff = g.differ.block(c, g.block.Block, s)
	g.hidden++
	return diff
}

func (g *group) add(label string, diff computed.Diff) {
	g.members = append(g.members, computed.Member{Key: label, Diff: diff})
	g.action = with(g.action, diff.Action)
}

// finish is the group once the action of the body around it is known.
func (g *group) finish(around plans.Action) computed.BlockGroup {
	out := computed.BlockGroup{Type: g.block.Name, Nesting: nestings[g.block.Mode], Replace: g.replace}
	if g.unknown != nil {
		if !g.rules.UnknownBlockApart {
			g.unknown.Action = around
		}
		out.Unknown = g.redact(*g.unknown)
	}
	for _, m := range g.members {
		m.Diff = g.redact(m.Diff)
		out.Members = append(out.Members, m)
	}
	return out
}

var nestings = [...]computed.Nesting{
	schema.NestingSingle: computed.NestedSingle,
	schema.NestingGroup:  computed.NestedGroup,
	schema.NestingList:   computed.NestedList,
	schema.NestingSet:    computed.NestedSet,
	schema.NestingMap:    computed.NestedMap,
}

// hides reports whether a block with an action is on a side on which its type
// is sensitive.
func (g *group) hides(a plans.Action) bool {
	switch a {
	case plans.Create:
		return g.after
	case plans.Delete:
		return g.before
	}
	return g.before || g.after
}

// redact hides a block of a type that is sensitive as a whole.
func (g *group) redact(diff computed.Diff) computed.Diff {
	if !g.hides(diff.Action) {
		return diff
	}
	hidden := diff.Action
	if diff.Action == plans.NoOp && g.before != g.after {
		diff.Action = plans.Update
	}
	diff.Renderer = renderers.SensitiveBlock(hidden, g.before, g.after)
	diff.Before, diff.After = computed.Presence{Sensitive: g.before}, computed.Presence{Sensitive: g.after}
	return diff
}
