package differ

import (
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// group compares the blocks of one type in a body.
type group struct {
	schema *schema.NestedBlock
	scope  inherited // what the blocks inherit from the body

	action plans.Action // what the blocks do to the body
	deferral
	bottom    int // the index of the first block among the pending members, if some are left out
	members   []computed.Member
	rest      *computed.Unchanged // blocks that are not among the members
	asOne     bool                // one block stands for all
	unknown   computed.Diff       // stands for blocks that are known only after apply, or of which a string takes the place
	apart     bool                // unknown has what happens to the blocks, not to the body
	order     computed.Diff       // says that the blocks come in another order
	replace   bool                // the type as a whole forces the replacement
	sensitive plans.Sides         // on these sides, the type as a whole is sensitive
	marked    plans.Sides         // on these sides, the document says so
}

// compareBlocks compares the blocks of all types. It adds a group to Differ.groups for each type of
// which there are blocks, or were, and returns these groups. They are valid until the caller drops them.
func (b *body) compareBlocks(types []schema.NestedBlock) []group {
	first := len(b.groups.items)
	for i := range types {
		name := types[i].Name
		p := b.findKnown(name)
		if b.isNothing(name, p) {
			continue
		}
		child := b.child(name, p)
		g := group{schema: &types[i], scope: b.freezeIrrelevant(&child)}
		if g.compare(&child) {
			b.groups.push(g)
			b.action = mergeAction(b.action, g.action)
		}
	}
	groups := b.groups.items[first:]
	// New blocks that are known only after apply are drawn with the action of the body, whatever that is, unless
	// nothing else happens to it.
	if b.action == plans.NoOp && !b.still && slices.ContainsFunc(groups, func(g group) bool { return g.unknown.Renderer != nil && !g.apart }) {
		b.action = plans.Update
	}
	return groups
}

func (g *group) block() *block { return (*block)(g.schema.Block) }

// isSingle reports whether there is at most one block of the type.
func (g *group) isSingle() bool {
	return g.schema.Nesting == schema.NestingSingle || g.schema.Nesting == schema.NestingGroup
}

// compare reports whether there are any blocks, or were. It changes the change.
func (g *group) compare(c *values.Change) bool {
	if g.isSingle() {
		return g.compareSingle(c)
	}
	return g.compareSeveral(c)
}

func (g *group) compareSingle(c *values.Change) bool {
	if c.IsUnknown() && g.scope.rules.UnknownBlockApart {
		return g.compareApart(c, g.scope)
	}
	d := g.scope.compare(c, g.block())
	if !exists(c, d) && !c.IsUnknown() {
		return false
	}
	g.action, g.members = d.Action, g.scope.memberSlab.Take(1, slabLen)
	g.add("", d)
	return true
}

func (g *group) compareSeveral(c *values.Change) bool {
	g.replace = c.Replaces()
	c.After = c.After.Complete(c.Unknown)
	isUnknown := c.IsUnknown()
	if !hasValue(c) && !isUnknown {
		return false
	}
	g.scope.forces = g.scope.forces || g.replace
	g.sensitive, g.marked = c.Sensitive(), c.Marked()
	if g.schema.Inferred && g.sensitive.Any() {
		g.compareAsOne(c)
		return true
	}
	g.scope.tellSecrets(c, g.sensitive)
	// A side that the whole type hides needs no marks of its own.
	if g.sensitive.Before {
		c.BeforeSensitive = values.Flags{}
	}
	if g.sensitive.After {
		c.AfterSensitive = values.Flags{}
	}
	switch {
	case !isUnknown:
		g.compareInstances(c)
		return true
	case g.scope.rules.UnknownBlockApart && !g.scope.exact:
		g.tellDropped(c)
		// As several blocks before become one, it has no values before.
		if c.Before.Kind() != values.Absent && c.Before.Kind() != values.Null {
			c.Before, c.BeforeSensitive = values.NewObject(), values.Flags{}
		}
		return g.compareApart(c, g.partScope(g.scope))
	}
	c.After, c.AfterExplicit, c.Unknown = values.Value{}, false, values.Flags{}
	g.compareInstances(c)
	c.Before = values.Value{}
	g.unknown = g.partScope(g.scope).newUnknown(c, nil, plans.NoOp)
	return true
}

// compareAsOne compares a list of which the document hides everything, while no schema says that it has blocks. A real schema
// that has them has them drawn one by one; without it, not even their number may show.
func (g *group) compareAsOne(c *values.Change) {
	one := *c
	makeNullsImplicit(&one)
	d := g.scope.compare(&one, allBlocks{})
	g.action, g.asOne = d.Action, true
	g.add("", d)
}

// allBlocks compares all blocks of a type at once.
type allBlocks struct{ untyped }

func (allBlocks) traits() traits { return traits{form: blockForm} }

// partScope returns the scope of what is inside the type: a redacted one if the type as
// a whole is sensitive.
func (g *group) partScope(s inherited) inherited {
	if g.sensitive.Any() {
		return s.redactedScope()
	}
	return s
}

// tellDropped says what is sensitive in blocks that are not compared at all.
func (g *group) tellDropped(c *values.Change) {
	if g.scope.onHidden == nil {
		return
	}
	d := &Differ{settings: g.scope.settings}
	s := d.newScope()
	dropped := group{schema: g.schema, scope: s, sensitive: g.sensitive}
	before := deletion(c)
	dropped.compareInstances(&before)
}

// compareApart compares blocks that are known only after apply as one block. It counts for what happens to the body around them: in
// OpenTofu, it does not, so that a body in which nothing else changes hides that they may.
func (g *group) compareApart(c *values.Change, s inherited) bool {
	g.unknown = s.compare(c, g.block())
	g.unknown.Replace = g.unknown.Replace || c.Replaces()
	g.action, g.apart = g.unknown.Action, true
	return true
}

// compareInstances compares the blocks one by one.
//
// A remote run replaces blocks that are sensitive as a whole with a string. No block is
// drawn for it, so that compareInstances changes the change. For the action, a string in
// place of a list or a set counts as a value, and one in place of a map does not.
func (g *group) compareInstances(c *values.Change) {
	g.action = containerAction(c)
	was, is := g.sensitive.Before && c.Before.Kind() == values.String, g.sensitive.After && c.After.Kind() == values.String
	if (was || is) && g.scope.exact {
		defer g.addStandIn(*c)
		was, is = was || g.sensitive.Before, is || g.sensitive.After
	}
	if was {
		c.Before = values.Value{}
	}
	if is {
		c.After = values.Value{}
	}
	kind := values.Array
	if g.schema.Nesting == schema.NestingMap {
		kind, g.action = values.Object, containerAction(c)
	}
	if err := c.Require(kind); err != nil {
		d := g.hideOr(c, g.scope, func(s inherited) computed.Diff { return s.mismatch(c, g.block(), err) })
		g.action = d.Action
		g.add("", d)
		return
	}
	switch g.schema.Nesting {
	case schema.NestingList:
		if !g.sensitive.Any() {
			if m, ok := g.scope.match(c, g.schema.Block.Attributes, g.block().hasSecrets()); ok {
				g.compareMatched(c, m)
				return
			}
		}
		g.compareElements(c, pairByIndex(c, 0))
	case schema.NestingSet:
		c.RelevantAttributes = plans.PathFilter{}
		g.compareElements(c, pairSet(c))
	default:
		g.compareLabeled(values.MapChange{Change: *c})
	}
}

// addStandIn adds one block for all sensitive blocks of a type, where a string takes their place.
func (g *group) addStandIn(c values.Change) {
	if !g.sensitive.Before {
		c.Before = values.Value{}
	}
	if !g.sensitive.After {
		c.After = values.Value{}
	}
	c.BeforeExplicit, c.AfterExplicit = false, false
	action := leafAction(&c)
	g.unknown = newSecret(&c, renderers.SensitiveBlock(action, g.sensitive), action, g.sensitive)
	g.action, g.apart = mergeAction(g.action, action), true
}

func (g *group) compareElements(c *values.Change, pairs []pair) {
	s, slice := g.partsScope().legacyScope(), values.SliceChange{Change: *c}
	g.begin(s, c, len(pairs))
	var child values.Change
	for _, p := range pairs {
		if p.before < 0 || p.after < 0 || !g.skipElement(c, p) {
			child = slice.GetChild(p.before, p.after)
			g.add("", g.compareInstance(&child, s.freezeIrrelevant(&child)))
		}
	}
	g.end(s, c)
}

// compareMatched compares the blocks of a list in the pairs of a matching.
func (g *group) compareMatched(c *values.Change, m matching) {
	s, slice := m.scope(g.partsScope().legacyScope(), c), values.SliceChange{Change: *c}
	g.replace = g.replace || m.forces(c)
	g.begin(s, c, len(m.pairs))
	var child values.Change
	for _, p := range m.pairs {
		if !p.isBoth() || !g.skipElement(c, p) {
			child = slice.GetChild(p.before, p.after)
			child.ReplacePaths = p.replacePaths(c)
			g.add("", g.compareInstance(&child, s.freezeIrrelevant(&child)))
		}
	}
	g.end(s, c)
	if m.reordered {
		only := g.action == plans.NoOp
		g.order = computed.Diff{
			Renderer: renderers.Order(only), Action: plans.Update, Path: c.Path, Replace: m.forces(c),
			Before: computed.Presence{State: computed.Missing}, After: computed.Presence{State: computed.Missing},
		}
		g.action = mergeAction(g.action, plans.Update)
	}
}

func (g *group) compareLabeled(m values.MapChange) {
	labels, s := g.scope.mapKeys(m), g.partsScope()
	cursor := m.Cursor()
	g.begin(s, &m.Change, len(labels))
	var child values.Change
	for _, label := range labels {
		if part := cursor.Find(label); !g.skipLabeled(&m.Change, label, part) {
			label = s.cloneName(label)
			child = m.Child(label, part)
			g.add(label, g.compareInstance(&child, s.freezeIrrelevant(&child)))
		}
	}
	g.end(s, &m.Change)
}

// partsScope returns the scope of the blocks. If the type as a whole is sensitive, this
// hides blocks that have no marks of their own, so none of them can be left out.
func (g *group) partsScope() inherited {
	if g.sensitive.Any() {
		return g.scope.drawnScope()
	}
	return g.scope
}

// begin makes room for n blocks, of which some may be left out.
func (g *group) begin(s inherited, c *values.Change, n int) {
	g.deferral, g.bottom = s.newDeferral(c), len(s.pending.items)
	if !g.isActive {
		g.members = s.memberSlab.Take(n, slabLen)
	}
}

// skipElement leaves out the blocks of a pair if that is possible, and reports whether it is.
func (g *group) skipElement(c *values.Change, p pair) bool {
	was, is := c.Before.Elem(p.before), c.After.Elem(p.after)
	return g.isActive && g.isUnchangedElement(c, p, was, is) && g.skip(was, p.before)
}

// skipLabeled does the same for a block with a label.
func (g *group) skipLabeled(c *values.Change, label string, p *values.MapPart) bool {
	return g.isActive && g.isUnchanged(c, plans.Key(label), p) && g.skip(p.Before, p.Index)
}

// skip leaves out a block that does not change if it fits the schema.
func (g *group) skip(was values.Value, index int) bool {
	if !g.block().fits(was) {
		return false
	}
	g.scope.leaveOut(&g.deferral, index)
	return true
}

// end takes the blocks.
func (g *group) end(s inherited, c *values.Change) {
	if g.isActive {
		g.members, g.rest = s.pending.pop(g.bottom), s.finishDeferral(&g.deferral, c, (*blockType)(g.schema))
	}
}

// blockType compares the blocks of a type.
type blockType schema.NestedBlock

func (b *blockType) comparePart(c values.Change, _ plans.Step, s inherited) computed.Diff {
	return s.compare(&c, (*block)(b.Block))
}

// compareInstance compares one block.
func (g *group) compareInstance(c *values.Change, s inherited) computed.Diff {
	return g.hideOr(c, s, func(s inherited) computed.Diff { return s.compare(c, g.block()) })
}

// hideOr compares a block, or what stands in the place of all of them. If the type is sensitive on a side, the comparison is only to find
// the action, and what the type hides is told. If the action shows that the value is on the other side only, the value is drawn, so it is
// compared again.
func (g *group) hideOr(c *values.Change, s inherited, compare func(inherited) computed.Diff) computed.Diff {
	d := compare(g.partScope(s))
	if !g.sensitive.Any() {
		return d
	}
	if g.hides(d.Action) {
		if s.exact && d.Action == plans.NoOp && g.sensitive.Before != g.sensitive.After {
			d.Action = plans.Update // redact makes it one too late for the blocks around this one
		}
		s.tellHidden(c, g.block(), d.Action, g.sensitive)
		return d
	}
	return compare(s)
}

func (g *group) add(label string, d computed.Diff) {
	g.made++
	if m := (computed.Member{Key: label, Diff: d}); g.isActive {
		g.scope.pending.push(m)
	} else {
		g.members = append(g.members, m)
	}
	g.action = mergeAction(g.action, d.Action)
}

// finish returns the result, given the action of the body.
func (g *group) finish(around plans.Action) computed.BlockGroup {
	if g.unknown.Renderer != nil {
		if !g.apart {
			g.unknown.Action = around
		}
		g.unknown = g.redact(g.unknown)
	}
	nesting := nestings[g.schema.Nesting]
	if g.asOne {
		nesting = computed.NestedSingle
	} else {
		for i, m := range g.members {
			g.members[i].Diff = g.redact(m.Diff)
		}
	}
	return computed.BlockGroup{
		Type: g.schema.Name, Nesting: nesting,
		Members: g.members, Unchanged: g.rest, Replace: g.replace, Unknown: g.unknown, Order: g.order,
	}
}

var nestings = [...]computed.Nesting{
	schema.NestingSingle: computed.NestedSingle,
	schema.NestingGroup:  computed.NestedGroup,
	schema.NestingList:   computed.NestedList,
	schema.NestingSet:    computed.NestedSet,
	schema.NestingMap:    computed.NestedMap,
}

// hides reports whether a block with an action is on a side on which the type is
// sensitive.
func (g *group) hides(a plans.Action) bool {
	switch a {
	case plans.Create:
		return g.sensitive.After
	case plans.Delete:
		return g.sensitive.Before
	}
	return g.sensitive.Any()
}

// redact drops a block if its type hides it.
func (g *group) redact(d computed.Diff) computed.Diff {
	if !g.hides(d.Action) {
		return d
	}
	d.Renderer = renderers.SensitiveBlock(d.Action, g.marked)
	if d.Action == plans.NoOp && g.marked.Before != g.marked.After {
		d.Action = plans.Update
	}
	d.Before, d.After = computed.Presence{Sensitive: g.sensitive.Before}, computed.Presence{Sensitive: g.sensitive.After}
	return d
}
