package view

import (
	"cmp"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// grouping is how resources are put together in the tree.
type grouping uint8

const (
	byModule grouping = iota
	byAction
	byType
	groupings // their number
)

func (g grouping) String() string { return [...]string{"module", "action", "type"}[g%groupings] }

// nodeKind says what a node of the tree is.
type nodeKind uint8

const (
	overviewNode nodeKind = iota
	groupNode
	resourceNode
	outputNode
	actionNode
)

// treeNode is a line of the tree.
type treeNode struct {
	kind   nodeKind
	key    string // of a group: what it is called in all trees of the same grouping
	label  string
	at     int // the index of the resource, output or action
	depth  int
	parent int // the index of the group that it is in, or -1
	end    int // the index behind the last node in the group
	class  review.Class
	alert  bool           // it could not be read
	signs  *[numSigns]int // of a group: how many of each sign
	count  int            // likewise: how many resources, outputs or actions
}

// isEntry reports whether the node stands for a resource, an output or an action.
func (n *treeNode) isEntry() bool { return n.kind != groupNode && n.kind != overviewNode }

// numSigns is how many signs there are.
const numSigns = int(doc.Unrecognised) + 1

// isDanger reports whether what happens cannot be undone: objects are destroyed or replaced, or nobody knows.
func isDanger(c review.Class) bool { return c <= review.Delete }

// resourceTree is the left pane. It is never changed: the methods return another one.
type resourceTree struct {
	by      grouping
	nodes   []treeNode
	shut    map[string]bool // groups by key
	visible []int32         // nodes that are in no group that is shut
	short   *treeNames      // the same for all trees with these nodes
}

// treeBuilder builds a tree.
type treeBuilder struct {
	d     *document
	by    grouping
	show  func(i int) bool // whether a resource is in the tree
	nodes []treeNode
}

// newTree returns the tree of a document, with the resources that are to be shown.
func newTree(d *document, by grouping, show func(i int) bool, shut map[string]bool) resourceTree {
	b := treeBuilder{d: d, by: by, show: show, nodes: make([]treeNode, 0, len(d.entries)+len(d.entries)/8+8)}
	b.nodes = append(b.nodes, treeNode{kind: overviewNode, label: "overview", parent: -1, end: 1})
	var main, drift, deferred []int32
	for _, i := range d.order {
		if !show(int(i)) {
			continue
		}
		switch c := d.classes[i]; {
		case by == byAction:
			main = append(main, i)
		case c == review.Drift:
			drift = append(drift, i)
		case c == review.Deferred:
			deferred = append(deferred, i)
		default:
			main = append(main, i)
		}
	}
	switch by {
	case byAction:
		b.groups(main, func(i int32) (key, label string) {
			c := d.classes[i].String()
			if d.classes[i] == review.Stored {
				return c, "resources"
			}
			return c, c
		})
	case byType:
		b.groups(main, func(i int32) (key, label string) { return d.entries[i].Type, d.entries[i].Type })
	default:
		b.modules(main)
	}
	b.group("drift", "changed outside "+d.product, drift, 0)
	b.group("deferred", "deferred", deferred, 0)
	b.outputs()
	b.actions()
	t := resourceTree{by: by, nodes: b.nodes, shut: shut, short: &treeNames{}}
	t.show()
	return t
}

// open begins a group. close ends it, and counts what is in it.
func (b *treeBuilder) open(key, label string, depth, parent int) int {
	b.nodes = append(b.nodes, treeNode{kind: groupNode, key: key, label: label, depth: depth, parent: parent, class: review.Stored, signs: new([numSigns]int)})
	return len(b.nodes) - 1
}

func (b *treeBuilder) close(at int) {
	g := &b.nodes[at]
	g.end = len(b.nodes)
	for i := at + 1; i < g.end; i++ {
		n := &b.nodes[i]
		if n.kind == groupNode {
			continue
		}
		g.count++
		g.class = min(g.class, n.class)
		g.signs[b.d.sign(n)]++
	}
}

// group adds resources as a group, unless there are none.
func (b *treeBuilder) group(key, label string, all []int32, depth int) {
	if len(all) == 0 {
		return
	}
	at := b.open(key, label, depth, -1)
	for _, i := range all {
		b.resource(i, "", depth+1, at)
	}
	b.close(at)
}

func (b *treeBuilder) resource(i int32, module string, depth, parent int) {
	e := &b.d.entries[i]
	label := e.Address
	if module != "" {
		label = strings.TrimPrefix(label, module+".")
	}
	if e.Deposed != "" {
		label += " (deposed object " + e.Deposed + ")"
	}
	b.nodes = append(b.nodes, treeNode{
		kind: resourceNode, label: label, at: int(i), depth: depth, parent: parent, end: len(b.nodes) + 1,
		class: b.d.classes[i], alert: e.Err != nil,
	})
}

// groups adds resources in groups. A group is where the most important resource in it would be.
func (b *treeBuilder) groups(all []int32, of func(i int32) (key, label string)) {
	type group struct {
		key, label string
		members    []int32
	}
	var groups []*group
	index := map[string]*group{}
	for _, i := range all {
		key, label := of(i)
		g := index[key]
		if g == nil {
			g = &group{key: key, label: label}
			index[key] = g
			groups = append(groups, g)
		}
		g.members = append(g.members, i)
	}
	if b.by == byType {
		sorted.Stable(groups, func(x, y *group) int {
			return cmp.Or(compareDanger(b.d.classes[x.members[0]], b.d.classes[y.members[0]]), strings.Compare(x.key, y.key))
		})
	}
	for _, g := range groups {
		b.group(g.key, g.label, g.members, 0)
	}
}

// compareDanger puts what is dangerous first, in the order of importance, and nothing else in order.
func compareDanger(a, b review.Class) int {
	rank := func(c review.Class) review.Class {
		if isDanger(c) {
			return c
		}
		return review.Forget
	}
	return cmp.Compare(rank(a), rank(b))
}

// moduleTree is a module with what is in it.
type moduleTree struct {
	address, label string
	members        []int32
	modules        []*moduleTree
	class          review.Class // the most important one in it
}

// modules adds resources as a tree of modules. What is dangerous comes first, then the resources of the
// module itself.
func (b *treeBuilder) modules(all []int32) {
	byAddress := map[string]*moduleTree{}
	root := &moduleTree{class: review.Stored}
	byAddress[""] = root
	var found []*moduleTree
	for _, i := range all {
		address, _ := plans.SplitModule(b.d.entries[i].Address)
		m := byAddress[address]
		if m == nil {
			m = &moduleTree{address: address, class: review.Stored}
			byAddress[address] = m
			found = append(found, m)
		}
		m.members = append(m.members, i)
		m.class = min(m.class, b.d.classes[i])
	}
	inModule := func(m *moduleTree) string { return m.address + ".a" }
	slices.SortFunc(found, func(x, y *moduleTree) int { return plans.CompareAddresses(inModule(x), inModule(y)) })
	around := []*moduleTree{root}
	for _, m := range found {
		for n := len(around) - 1; n > 0 && !strings.HasPrefix(m.address, around[n].address+"."); n-- {
			around = around[:n]
		}
		outer := around[len(around)-1]
		m.label = strings.TrimPrefix(m.address, outer.address+".")
		outer.modules = append(outer.modules, m)
		around = append(around, m)
	}
	b.module(root, 0, -1)
}

// importance works out the most important class in a module.
func (m *moduleTree) importance() review.Class {
	for _, inner := range m.modules {
		m.class = min(m.class, inner.importance())
	}
	return m.class
}

func (b *treeBuilder) module(m *moduleTree, depth, parent int) {
	if parent < 0 {
		m.importance()
	}
	sorted.Stable(m.modules, func(x, y *moduleTree) int { return compareDanger(x.class, y.class) })
	members, modules := m.members, m.modules
	next := func(danger bool) {
		for len(members) > 0 && isDanger(b.d.classes[members[0]]) == danger {
			b.resource(members[0], m.address, depth, parent)
			members = members[1:]
		}
		for len(modules) > 0 && isDanger(modules[0].class) == danger {
			at := b.open("module "+modules[0].address, modules[0].label, depth, parent)
			b.module(modules[0], depth+1, at)
			b.close(at)
			modules = modules[1:]
		}
	}
	next(true)
	next(false)
}

func (b *treeBuilder) outputs() {
	at := -1
	for i := range b.d.summary.Outputs {
		o := &b.d.summary.Outputs[i]
		if !o.Shown() && b.d.summary.State == computed.NotState {
			continue
		}
		if at < 0 {
			at = b.open("outputs", "outputs", 0, -1)
		}
		b.nodes = append(b.nodes, treeNode{kind: outputNode, label: o.Name, at: i, depth: 1, parent: at, end: len(b.nodes) + 1, class: review.Stored, alert: o.Err != nil})
	}
	if at >= 0 {
		b.close(at)
	}
}

func (b *treeBuilder) actions() {
	at := -1
	for i := range b.d.summary.Invoked {
		a := &b.d.summary.Invoked[i]
		if at < 0 {
			at = b.open("actions", "actions", 0, -1)
		}
		b.nodes = append(b.nodes, treeNode{kind: actionNode, label: a.Address, at: i, depth: 1, parent: at, end: len(b.nodes) + 1, class: review.Stored, alert: a.Err != nil})
	}
	if at >= 0 {
		b.close(at)
	}
}

// show works out which nodes are visible.
func (t *resourceTree) show() {
	t.visible = make([]int32, 0, len(t.nodes))
	for i := 0; i < len(t.nodes); {
		t.visible = append(t.visible, int32(i))
		if n := &t.nodes[i]; n.kind == groupNode && t.shut[n.key] {
			i = n.end
		} else {
			i++
		}
	}
}

// shutting returns the tree with other groups shut.
func (t resourceTree) shutting(shut func(n *treeNode) bool) resourceTree {
	all := map[string]bool{}
	for i := range t.nodes {
		if n := &t.nodes[i]; n.kind == groupNode && shut(n) {
			all[n.key] = true
		}
	}
	t.shut = all
	t.show()
	return t
}

// reveal opens all groups that a node is in.
func (t resourceTree) reveal(at int) resourceTree {
	hidden := map[string]bool{}
	for i := t.nodes[at].parent; i >= 0; i = t.nodes[i].parent {
		if t.shut[t.nodes[i].key] {
			hidden[t.nodes[i].key] = true
		}
	}
	if len(hidden) == 0 {
		return t
	}
	return t.shutting(func(n *treeNode) bool { return t.shut[n.key] && !hidden[n.key] })
}

// index returns where a node is among those that are visible, or the group that stands for it.
func (t *resourceTree) index(at int) int {
	i, ok := slices.BinarySearch(t.visible, int32(at))
	if !ok {
		i--
	}
	return max(i, 0)
}

// find returns the node of something, or -1.
func (t *resourceTree) find(kind nodeKind, at int) int {
	return slices.IndexFunc(t.nodes, func(n treeNode) bool { return n.kind == kind && n.at == at })
}

// findGroup returns the group with a key, or -1.
func (t *resourceTree) findGroup(key string) int {
	return slices.IndexFunc(t.nodes, func(n treeNode) bool { return n.kind == groupNode && n.key == key })
}
