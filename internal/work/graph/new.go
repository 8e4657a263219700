package graph

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
)

// New returns the graph of a plan: everything in it that depends on anything else, and everything that changes. The causes of replacements
// and the impacts may be nil. The facts must have the configuration with its references, and what the state has recorded.
func New(facts *source.Facts, causes map[source.Handle]*computed.Cause, impacts *Impacts) *computed.Graph {
	w := newWires(facts, false)
	addOutputs(w)
	forced := addForcing(w, causes)
	c := newContraction(w)
	c.contract()
	g := c.graph()
	addChanges(g, facts, impacts, forced)
	return g
}

// addOutputs adds the outputs of the root module that the configuration lacks.
func addOutputs(w *wires) {
	for _, o := range w.facts.Outputs {
		w.vertex(outputVertex, "output."+o.Name, "")
	}
}

// forcing are the nearest changes that are the reason why a resource is replaced.
type forcing struct {
	by   []computed.Forcing
	more bool
}

// maxForcing is how many of them are remembered.
const maxForcing = 20

func (f *forcing) add(by computed.Forcing) {
	at := slices.IndexFunc(f.by, func(old computed.Forcing) bool { return old.Address == by.Address })
	switch {
	case at >= 0:
		f.by[at].Possible = f.by[at].Possible && by.Possible
	case len(f.by) == maxForcing:
		f.more = true
	default:
		f.by = append(f.by, by)
	}
}

// addForcing adds a wire from each resource that is replaced to the nearest changes that are the reason, and returns these.
func addForcing(w *wires, causes map[source.Handle]*computed.Cause) map[source.Handle]forcing {
	all := map[source.Handle]forcing{}
	for r := range w.facts.Changes.All() {
		cause := causes[r.Handle]
		if cause == nil {
			continue
		}
		g := w.census.groupOf(r.Address)
		var found forcing
		seen, left := map[*computed.Reference]bool{}, maxJoint
		var walk func(refs []computed.Reference, possible bool)
		walk = func(refs []computed.Reference, possible bool) {
			if len(refs) == 0 || seen[&refs[0]] {
				return
			}
			seen[&refs[0]] = true
			for j := range refs {
				if left--; left < 0 {
					found.more = true
					return
				}
				w.steps++
				ref := &refs[j]
				if ref.Action == plans.NoOp || ref.OneOf {
					walk(ref.From, possible || ref.OneOf)
					found.more = found.more || ref.More > 0
					continue
				}
				if to, ok := w.byKey[vertexKey{blockVertex, Plain(ref.Address)}]; ok {
					w.connect(g.vertex, to, computed.ByReference|computed.ForcesReplacement|computed.AnyInstance)
					found.add(computed.Forcing{Address: ref.Address, Possible: possible})
				}
			}
		}
		for _, a := range cause.Attributes {
			walk(a.From, false)
		}
		if len(found.by) > 0 {
			all[r.Handle] = found
		}
	}
	return all
}

// contraction leaves out the vertices between nodes.
type contraction struct {
	w    *wires
	in   []map[int32]bool
	out  []map[int32]computed.Dependency
	gone []bool
	left int // how many edges may lead past other vertices yet
}

// maxJoint is how many edges may lead past a vertex that is left out. More of them would not be readable, and their number would
// grow with the square of the size of the configuration. All together, there may be that many, and shareJoint for each wire.
const (
	maxJoint   = 1000
	shareJoint = 8
)

func newContraction(w *wires) *contraction {
	n := len(w.vertices)
	c := &contraction{w: w, in: make([]map[int32]bool, n), out: make([]map[int32]computed.Dependency, n), gone: make([]bool, n), left: maxJoint}
	for i := range w.vertices {
		for _, x := range w.vertices[i].out {
			c.connect(int32(i), x.to, x.how)
			c.left += shareJoint
		}
	}
	return c
}

func (c *contraction) connect(from, to int32, how computed.Dependency) {
	c.w.steps++
	if from == to {
		return
	}
	if c.out[from] == nil {
		c.out[from] = map[int32]computed.Dependency{}
	}
	if c.in[to] == nil {
		c.in[to] = map[int32]bool{}
	}
	if old, ok := c.out[from][to]; ok {
		how = join(old, how)
	}
	c.out[from][to], c.in[to][from] = how, true
}

// isNode reports whether a vertex is a node in any case.
func (c *contraction) isNode(v *vertex) bool {
	switch v.kind {
	case blockVertex, providerVertex:
		return true
	case outputVertex:
		return v.module == ""
	}
	return false
}

// contract leaves out what is not a node.
func (c *contraction) contract() {
	for i := range c.w.vertices {
		v, at := &c.w.vertices[i], int32(i)
		in, out := len(c.in[i]), len(c.out[i])
		if past := in * out; c.isNode(v) || past > in+out && past > min(maxJoint, c.left) {
			continue
		} else if past > in+out {
			c.left -= past
		}
		c.gone[i] = true
		for from := range c.in[i] {
			first := c.out[from][at]
			delete(c.out[from], at)
			for to, second := range c.out[i] {
				c.connect(from, to, through(first, second))
			}
			c.passUnknown(v, &c.w.vertices[from])
		}
		for to := range c.out[i] {
			delete(c.in[to], at)
		}
		c.in[i], c.out[i] = nil, nil
	}
}

func (c *contraction) passUnknown(from, to *vertex) {
	to.more = to.more || from.more
	for _, text := range from.unknown {
		c.w.steps++
		to.note(text)
	}
}

// through returns how something depends on what lies behind something else.
func through(first, second computed.Dependency) computed.Dependency {
	how := first &^ computed.AnyInstance
	if how == 0 {
		how = second &^ computed.AnyInstance
	}
	return how | (first|second)&computed.AnyInstance
}

// graph returns the graph of what is left.
func (c *contraction) graph() *computed.Graph {
	g := &computed.Graph{}
	place := make([]int, len(c.gone))
	var left []int32
	for i := range c.w.vertices {
		if !c.gone[i] {
			left = append(left, int32(i))
		}
	}
	nodes := make([]*computed.GraphNode, len(c.gone))
	for _, i := range left {
		nodes[i] = c.node(i)
	}
	sorted.Stable(left, func(a, b int32) int { return compareNodes(nodes[a], nodes[b]) })
	for at, i := range left {
		place[i] = at
		g.Nodes = append(g.Nodes, nodes[i])
	}
	for _, i := range left {
		for to, how := range c.out[i] {
			g.Edges = append(g.Edges, computed.GraphEdge{From: place[i], To: place[to], How: how})
		}
	}
	g.Edges = sortEdges(g.Edges)
	g.Steps = c.w.steps
	return g
}

func compareNodes(a, b *computed.GraphNode) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), plans.CompareAddresses(a.Address, b.Address), strings.Compare(a.Address, b.Address))
}

// node returns the node of a vertex.
func (c *contraction) node(i int32) *computed.GraphNode {
	v := &c.w.vertices[i]
	n := &computed.GraphNode{Address: v.name, Module: v.module, Unknown: slices.Sorted(slices.Values(v.unknown)), More: v.more}
	switch v.kind {
	case blockVertex:
		module, local := plans.SplitModule(v.name)
		n.Module, n.Mode, n.Declared = module, plans.ResourceMode(local), c.w.declared(v.name)
		if n.Mode != "managed" {
			_, _, local = plans.CutStep(local)
		}
		n.Type, _, n.Name = plans.CutStep(local)
	case outputVertex:
		if n.Kind = computed.InnerNode; v.module == "" {
			n.Kind = computed.OutputNode
			n.Declared = c.w.declaresOutput(v.name)
		}
	case providerVertex:
		n.Kind, n.Declared = computed.ProviderNode, true
	case localVertex:
		n.Kind, n.Declared = computed.LocalNode, true
	case gateVertex:
		n.Kind, n.Declared = computed.ModuleNode, true
	case outputsVertex:
		n.Kind, n.Address = computed.InnerNode, v.name+".*"
	case insideVertex:
		n.Kind, n.Address = computed.InnerNode, v.name+".**"
	default:
		n.Kind, n.Declared = computed.VariableNode, true
	}
	return n
}

// declaresOutput reports whether the configuration declares an output of the root module.
func (w *wires) declaresOutput(address string) bool {
	if w.facts.Configuration == nil {
		return false
	}
	_, ok := w.facts.Configuration.Root.Outputs[strings.TrimPrefix(address, "output.")]
	return ok
}

// addChanges adds what happens to the nodes.
func addChanges(g *computed.Graph, facts *source.Facts, impacts *Impacts, forced map[source.Handle]forcing) {
	nodes, outputs := map[string]*computed.GraphNode{}, map[string]*computed.GraphNode{}
	for _, n := range g.Nodes {
		switch n.Kind {
		case computed.ResourceNode:
			nodes[n.Address] = n
		case computed.OutputNode:
			outputs[n.Address] = n
		}
	}
	for _, o := range facts.Outputs {
		if n := outputs["output."+o.Name]; n != nil && (o.Action != plans.NoOp || o.Err != nil) {
			n.Instances = append(n.Instances, computed.GraphInstance{Address: n.Address, Action: o.Action, Failed: o.Err != nil})
		}
	}
	known := map[string]bool{}
	for i, list := range []iter.Seq[*source.Resource]{facts.Changes.All(), slices.Values(facts.Deferred)} {
		for r := range list {
			g.Steps++
			n := nodes[Plain(r.Address)]
			if n == nil || !r.Shown() {
				continue
			}
			known[r.Address] = true
			in := computed.GraphInstance{
				Address: r.Address, Action: r.Action, Reason: r.ActionReason, Deposed: r.Deposed, Deferred: i == 1,
				Moved: r.Moved(), Imported: r.Importing != nil, Failed: r.Err() != nil,
			}
			if !in.Deferred {
				in.Impact = impacts.Of(r)
				f := forced[r.Handle]
				in.ForcedBy, in.MoreForcing = f.by, f.more
			}
			n.Instances = append(n.Instances, in)
		}
	}
	rest := func(address string) {
		g.Steps++
		if n := nodes[Plain(address)]; n != nil && !known[address] {
			known[address] = true
			n.Unchanged++
		}
	}
	for r := range facts.Changes.All() {
		rest(r.Address)
	}
	for _, address := range facts.Idle {
		rest(address)
	}
	for _, r := range facts.Recorded {
		rest(r.Address)
	}
	relevant := map[string]bool{}
	for _, a := range facts.Relevant {
		relevant[Plain(a.Resource)] = true
	}
	for _, r := range facts.Drift {
		if n := nodes[Plain(r.Address)]; n != nil && r.Action != plans.NoOp && relevant[Plain(r.Address)] {
			n.Drifted = true
		}
	}
}
