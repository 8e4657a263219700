package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/internal/work/graph"
	"github.com/planfmt/planfmt/plans"
)

// Dependents says of the resources of a plan what forces them to be replaced, what they force, and what merely refers to them. What refers to
// a resource refers to the block that declares it; what is forced is known of each instance.
type Dependents struct {
	graph *computed.Graph
	nodes map[string]int // by address
	// into are the nodes from which edges lead to a node, those that change first. Those of node i are into[first[i]:first[i+1]].
	into, first []int
	instances   map[string]*computed.GraphInstance
	forced      map[string][]forcedInstance // by what forces them; an address without keys means any instance
	forcedNodes map[string]int              // how many nodes they are of
	unsure      bool                        // the plan does not say where some of its references lead
	most        int                         // items for each resource
}

// forcedInstance is an instance that is replaced because of another one.
type forcedInstance struct {
	address  string
	node     int
	possible bool
}

const (
	// mostDependents is how many items are shown of a resource. If very many resources have some, it is fewer, so that all of them have at
	// most mostOfAll, but never fewer than fewDependents.
	mostDependents = 50
	fewDependents  = 8
	mostOfAll      = 20_000
)

// NewDependents returns nil if nothing in the plan depends on anything.
func NewDependents(g *computed.Graph) *Dependents {
	if g == nil || len(g.Edges) == 0 {
		return nil
	}
	d := &Dependents{
		graph: g, nodes: make(map[string]int, len(g.Nodes)), into: make([]int, len(g.Edges)), first: make([]int, len(g.Nodes)+1),
		instances: map[string]*computed.GraphInstance{}, forced: map[string][]forcedInstance{}, forcedNodes: map[string]int{},
	}
	for _, e := range g.Edges {
		d.first[e.To+1]++
	}
	told := 0
	for i, n := range g.Nodes {
		if d.first[i+1] > 0 {
			told += len(n.Instances)
		}
		d.first[i+1] += d.first[i]
	}
	at := slices.Clone(d.first)
	for _, changes := range []bool{true, false} {
		for _, e := range g.Edges {
			if g.Nodes[e.From].Changes() == changes {
				d.into[at[e.To]] = e.From
				at[e.To]++
			}
		}
	}
	for i, n := range g.Nodes {
		d.nodes[n.Address] = i
		d.unsure = d.unsure || len(n.Unknown) > 0 || n.More
		for k := range n.Instances {
			in := &n.Instances[k]
			if in.Deposed != "" || in.Deferred || n.Kind != computed.ResourceNode {
				continue
			}
			d.instances[in.Address] = in
			d.unsure = d.unsure || in.MoreForcing
			for _, by := range in.ForcedBy {
				all := d.forced[by.Address]
				if len(all) == 0 || all[len(all)-1].node != i {
					d.forcedNodes[by.Address]++
				}
				d.forced[by.Address] = append(all, forcedInstance{in.Address, i, by.Possible})
			}
		}
	}
	d.most = max(min(mostOfAll/max(told, 1), mostDependents), fewDependents)
	return d
}

// dependentsSearch collects what is said about a resource.
type dependentsSearch struct {
	*Dependents
	left int
	cut  bool
	seen map[int]bool // nodes
	told map[string]bool
	next []*content.ImpactItem // whose own items are to be found
}

// Of returns what is said about a resource, or nil if there is nothing. d may be nil. The impact may be nil, too; past says
// that the configuration does not have the resource any longer.
func (d *Dependents) Of(address string, impact *computed.Impact, past bool) *content.ImpactOf {
	if d == nil {
		return nil
	}
	block := graph.Plain(address)
	node, ok := d.nodes[block]
	if !ok {
		return nil
	}
	in := d.instances[address]
	refers := d.first[node] < d.first[node+1]
	if !refers && (in == nil || len(in.ForcedBy) == 0) {
		return nil
	}
	var all content.ImpactOf
	// What forces it has at most half of the room.
	s := &dependentsSearch{Dependents: d, left: d.most / 2, seen: map[int]bool{node: true}, told: map[string]bool{address: true}}
	if in != nil && len(in.ForcedBy) > 0 {
		part := content.ImpactPart{Title: "What forces it to be replaced"}
		part.Items = s.forcing(in)
		for next := part.Items; len(next) > 0; {
			var then []*content.ImpactItem
			for _, it := range next {
				if cause := d.instances[it.Address]; it.Instance && cause != nil {
					it.Items = s.forcing(cause)
					then = append(then, it.Items...)
				}
			}
			next = then
		}
		s.cut = s.cut || in.MoreForcing
		all.Parts = append(all.Parts, part)
	}
	s.left, s.told = s.left+d.most-d.most/2, map[string]bool{address: true}
	forces, direct := d.forcedBy(address)
	part := content.ImpactPart{Title: "What it forces to be replaced"}
	part.Items = s.forces(forces)
	told := len(part.Items)
	part.More = direct - told
	if len(part.Items)+part.More > 0 {
		all.Parts = append(all.Parts, part)
	}
	part = content.ImpactPart{Title: "What refers to it"}
	if direct > 0 {
		part.Title = "What merely refers to it"
	}
	if n := d.graph.Nodes[node]; len(n.Instances)+n.Unchanged > 1 {
		part.Title = strings.TrimSuffix(part.Title, "it") + "any of the " + wording.CountOf(len(n.Instances)+n.Unchanged, "instance", "instances") + " of " + plans.SpellName(block)
	}
	if d.unsure {
		part.Title += ", at least"
	}
	apart := map[int]int{} // how many instances of a node are forced
	for _, f := range forces {
		apart[f.node]++
	}
	part.Items, part.More = s.referring(node, apart)
	if untold := direct - told; part.More > 0 && untold > 0 { // of these, too
		part.More = max(part.More-s.untoldNodes(address, block), 0)
	}
	if len(part.Items)+part.More > 0 {
		all.Parts = append(all.Parts, part)
	}
	for len(s.next) > 0 {
		it := s.next[0]
		s.next = s.next[1:]
		s.open(it)
	}
	all.Title = impactTitle(impact, past, in, forces, direct, len(part.Items)+part.More)
	if s.cut {
		all.Command = graphCommand(block)
	}
	return &all
}

// impactTitle sums up what is said about a resource.
func impactTitle(impact *computed.Impact, past bool, in *computed.GraphInstance, forced []forcedInstance, forces, refer int) string {
	if impact != nil {
		if text := impactText(*impact, "it", past); text != "" {
			return "Impact: " + text
		}
	}
	var words []string
	if in != nil && len(in.ForcedBy) > 0 {
		if slices.ContainsFunc(in.ForcedBy, func(by computed.Forcing) bool { return by.Possible }) {
			words = append(words, wording.CountOf(len(in.ForcedBy), "other change may force it", "other changes may force it"))
		} else {
			words = append(words, wording.CountOf(len(in.ForcedBy), "other change forces it", "other changes force it"))
		}
	}
	if forces > 0 {
		verb := "it forces "
		if forces > len(forced) || slices.ContainsFunc(forced, func(f forcedInstance) bool { return f.possible }) {
			verb = "it may force "
		}
		words = append(words, verb+wording.CountOf(forces, "replacement", "replacements"))
	}
	if refer > 0 {
		words = append(words, wording.CountOf(refer, "other refers to it", "others refer to it"))
	}
	return "Impact: " + strings.Join(words, ", ")
}

// graphCommand returns the command that shows everything that depends on a resource. An address that is more than names is not for a shell.
func graphCommand(address string) string {
	for i, r := range address {
		if r == '-' && i == 0 || (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("._-", r) {
			address = "ADDRESS"
			break
		}
	}
	return "planfmt graph PLAN " + address + " --all"
}

// take counts an item. It returns false if there are enough already.
func (s *dependentsSearch) take() bool {
	if s.left == 0 {
		s.cut = true
		return false
	}
	s.left--
	return true
}

// forcing returns what is the reason why an instance is replaced.
func (s *dependentsSearch) forcing(in *computed.GraphInstance) (items []*content.ImpactItem) {
	for _, by := range in.ForcedBy {
		if s.told[by.Address] || !s.take() {
			continue
		}
		s.told[by.Address] = true
		it := s.instance(by.Address, by.Possible)
		it.Causes = true
		items = append(items, it)
	}
	return items
}

// forcedBy returns what is replaced because of an instance, and how many that are. Of very many, only the first are returned.
func (d *Dependents) forcedBy(address string) (some []forcedInstance, n int) {
	all := d.forced[address]
	some, n = slices.Clip(all[:min(len(all), d.most+1)]), len(all)
	if block := graph.Plain(address); block != address {
		anyOf := d.forced[block]
		n += len(anyOf)
		for _, f := range anyOf[:min(len(anyOf), d.most+1)] {
			f.possible = true
			some = append(some, f)
		}
	}
	return some, n
}

// forces returns the items for what is forced, as far as it has not been told.
func (s *dependentsSearch) forces(all []forcedInstance) (items []*content.ImpactItem) {
	for _, f := range all {
		if s.told[f.address] {
			continue
		}
		if !s.take() {
			break
		}
		s.told[f.address], s.seen[f.node] = true, true
		it := s.instance(f.address, f.possible)
		items = append(items, it)
		s.next = append(s.next, it)
	}
	return items
}

// instance returns the item for an instance of a resource, or for a resource if its address has no key.
func (s *dependentsSearch) instance(address string, possible bool) *content.ImpactItem {
	it := &content.ImpactItem{Name: address, Address: address, Node: -1, Instance: true}
	if node, ok := s.nodes[graph.Plain(address)]; ok {
		it.Node = node
	}
	if in := s.instances[address]; in != nil {
		it.Words = wording.GraphWord(in)
	} else if it.Node >= 0 {
		it.Words = strings.Join(wording.NodeWords(s.graph.Nodes[it.Node]), ", ")
	}
	if possible {
		it.Words += ", perhaps: the plan does not say which of several is meant"
	}
	return it
}

// referring returns what refers to a node. apart counts the instances of nodes that are shown elsewhere.
func (s *dependentsSearch) referring(node int, apart map[int]int) (items []*content.ImpactItem, more int) {
	from := s.into[s.first[node]:s.first[node+1]]
	for _, at := range from {
		n := s.graph.Nodes[at]
		rest := len(n.Instances) + n.Unchanged - apart[at]
		if s.seen[at] && (apart[at] == 0 || rest <= 0) {
			continue
		}
		if !s.take() {
			return items, s.unseen(node)
		}
		s.seen[at] = true
		it := s.item(node, at)
		if apart[at] > 0 {
			if it.Words = "the other instance"; rest > 1 {
				it.Words = fmt.Sprintf("the other %d instances", rest)
			}
			it.Address = ""
		}
		items = append(items, it)
		s.next = append(s.next, it)
	}
	return items, 0
}

// untoldNodes counts the nodes with instances that a resource forces, and of which none has been told.
func (s *dependentsSearch) untoldNodes(address, block string) int {
	n := s.forcedNodes[address]
	if block != address {
		n += s.forcedNodes[block]
	}
	told := map[int]bool{}
	forced, _ := s.forcedBy(address)
	for _, f := range forced {
		if s.told[f.address] {
			told[f.node] = true
		}
	}
	return n - len(told)
}

// unseen counts the nodes that refer to a node and have not been told.
func (s *dependentsSearch) unseen(node int) int {
	n := s.first[node+1] - s.first[node]
	for at := range s.seen {
		if s.how(at, node) != 0 {
			n--
		}
	}
	return n
}

// item returns the item for a node that refers to another one.
func (s *dependentsSearch) item(to, from int) *content.ImpactItem {
	n := s.graph.Nodes[from]
	it := &content.ImpactItem{Name: n.Address, Node: from, Words: strings.Join(wording.NodeWords(n), ", ")}
	if len(n.Instances) > 0 {
		it.Address = n.Instances[0].Address
		if len(n.Instances)+n.Unchanged == 1 {
			it.Name = it.Address
		}
	}
	if words := wording.EdgeWords(s.how(from, to) &^ computed.ForcesReplacement); words != "" {
		it.Words += " (" + words + ")"
	}
	return it
}

// how returns how a node depends on another one.
func (d *Dependents) how(from, to int) computed.Dependency {
	at, ok := slices.BinarySearchFunc(d.graph.Edges, computed.GraphEdge{From: from, To: to}, func(a, b computed.GraphEdge) int {
		if a.From != b.From {
			return a.From - b.From
		}
		return a.To - b.To
	})
	if !ok {
		return 0
	}
	return d.graph.Edges[at].How
}

// open finds the items of an item.
func (s *dependentsSearch) open(it *content.ImpactItem) {
	if it.Node < 0 {
		return
	}
	if it.Instance {
		forces, n := s.forcedBy(it.Address)
		it.Items = s.forces(forces)
		for _, f := range it.Items {
			f.Words = "forced: " + f.Words
		}
		it.Others = n > len(forces)
	}
	items, more := s.referring(it.Node, nil)
	it.Items, it.Others = append(it.Items, items...), it.Others || more > 0
}
