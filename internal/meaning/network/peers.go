package network

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/netset"
	"github.com/planfmt/planfmt/internal/meaning/table"
	"github.com/planfmt/planfmt/values"
)

// peerReader collects the peers of a rule.
type peerReader struct {
	side  *side
	rule  leaf.Node
	known []netset.Peers
	open  []peerPart
}

// peersOf are the peers of a rule in a direction: those that are known, and those that are open.
func (s *side) peersOf(e table.Network, direction string, rule leaf.Node) []peerPart {
	r := &peerReader{side: s, rule: rule}
	if e.PeersIn != nil {
		r.readList(*e.PeersIn)
	} else {
		p, ok := e.Peers[direction]
		if !ok {
			p = e.Peers[""]
		}
		r.read(p, e.AzureServices)
	}
	if e.AbsentIsEveryone {
		r.absentIsEveryone()
	}
	r.everyoneIf(e)
	return r.parts()
}

func (r *peerReader) absentIsEveryone() {
	if len(r.known) == 0 && len(r.open) == 0 {
		r.known = append(r.known, netset.Everyone())
	}
	for i, o := range r.open {
		if len(r.known) == 0 && !o.why[0].IsElem() {
			r.open[i].peers, r.open[i].named = netset.Everyone(), false
		}
	}
}

// everyoneIf adds everyone if the object says so elsewhere.
func (r *peerReader) everyoneIf(e table.Network) {
	if e.EveryoneIf != nil {
		switch yes, why := r.side.matches(*e.EveryoneIf, r.rule); {
		case len(why) > 0:
			r.addOpen(netset.Everyone(), why...)
		case yes:
			r.known = append(r.known, netset.Everyone())
		}
	}
	if e.EveryoneIfNo == "" {
		return
	}
	blocks := r.side.from.Walk(r.rule, e.EveryoneIfNo)
	switch i := slices.IndexFunc(blocks, leaf.Node.IsOpen); {
	case len(blocks) == 0:
		r.known = append(r.known, netset.Everyone())
	case i >= 0:
		r.addOpen(netset.Everyone(), blocks[i])
	}
}

func (r *peerReader) addOpen(most netset.Peers, why ...leaf.Node) {
	r.open = append(r.open, peerPart{peers: most, open: true, why: why})
}

func (r *peerReader) addOpenNames(kind netset.Kind, why leaf.Node) {
	r.open = append(r.open, peerPart{peers: netset.EveryNamed(kind), open: true, kind: kind, named: true, why: reasons{why}})
}

func (r *peerReader) read(p table.Peers, azureServices bool) {
	for _, path := range p.CIDR {
		for _, node := range r.side.from.Walk(r.rule, path) {
			if text, ok := node.Text(); ok {
				r.add(r.side.reader.addresses(text))
			} else {
				r.addOpen(netset.Everyone(), node)
			}
		}
	}
	r.readNames(netset.Group, p.Group)
	r.readNames(netset.List, p.List)
	r.readNames(netset.Tag, p.Tag)
	if p.Self != "" {
		r.readSelf(p.Self)
	}
	if p.RangeFrom != "" {
		r.readRange(p, azureServices)
	}
}

// add adds known peers. An empty text has none.
func (r *peerReader) add(p netset.Peers) {
	if !p.Empty() {
		r.known = append(r.known, p)
	}
}

func (r *peerReader) readNames(kind netset.Kind, paths []string) {
	for _, path := range paths {
		for _, node := range r.side.from.Walk(r.rule, path) {
			text, ok := node.Text()
			switch {
			case !ok:
				r.addOpenNames(kind, node)
			case text != "":
				r.known = append(r.known, netset.Named(kind, text))
			}
		}
	}
}

func (r *peerReader) readSelf(path string) {
	node := r.side.scalar(r.rule, path)
	text, ok := node.Text()
	switch {
	case node.IsAbsent():
	case !ok:
		r.addOpenNames(netset.Self, node)
	case text == "true":
		r.known = append(r.known, netset.Named(netset.Self, "self"))
	}
}

func (r *peerReader) readRange(p table.Peers, azureServices bool) {
	from := r.side.scalar(r.rule, p.RangeFrom)
	to := r.side.scalar(r.rule, p.RangeTo)
	if from.IsAbsent() {
		from = to
	}
	if to.IsAbsent() {
		to = from
	}
	a, okA := from.Text()
	b, okB := to.Text()
	switch {
	case from.IsAbsent():
	case okA && okB:
		r.add(r.side.reader.rangeOf(a, b, azureServices))
	case okA:
		r.addOpen(netset.Everyone(), to)
	case okB:
		r.addOpen(netset.Everyone(), from)
	default:
		r.addOpen(netset.Everyone(), from, to)
	}
}

// readList reads a list of peers within a rule, each of them addresses with exceptions, or something within the cluster.
func (r *peerReader) readList(in table.PeersIn) {
	for _, e := range r.side.from.Walk(r.rule, in.List) {
		if e.IsOpen() {
			r.addOpen(netset.Everyone(), e)
			continue
		}
		for _, node := range r.side.from.Walk(e, in.CIDR) {
			r.readExcept(e, node, in.Except)
		}
		r.readOthers(e, in.Others)
	}
}

func (r *peerReader) readExcept(e, cidr leaf.Node, path string) {
	text, ok := cidr.Text()
	if !ok {
		r.addOpen(netset.Everyone(), cidr)
		return
	}
	all := r.side.reader.addresses(text)
	certain := all
	var why reasons
	for _, node := range r.side.from.Walk(e, path) {
		if text, ok := node.Text(); ok {
			except := r.side.reader.addresses(text)
			certain, all = certain.Minus(except), all.Minus(except)
		} else {
			certain, why = netset.Peers{}, why.and(node)
		}
	}
	r.add(certain)
	if len(why) > 0 {
		r.addOpen(all, why...)
	}
}

// readOthers reads peers within the cluster. What narrows them is their name.
func (r *peerReader) readOthers(e leaf.Node, members []string) {
	var name []string
	for _, m := range members {
		for _, node := range r.side.from.Walk(e, m) {
			if node.HasOpen() {
				for open := range node.Open() {
					r.addOpenNames(netset.Group, open)
				}
				return
			}
			name = append(name, strings.Join(append([]string{m}, pairs(node, "")...), " "))
		}
	}
	if len(name) > 0 {
		r.known = append(r.known, netset.Named(netset.Group, strings.Join(name, ", ")))
	}
}

// pairs are the scalars of a value as key=value, without the names of blocks above.
func pairs(n leaf.Node, key string) []string {
	if text, ok := n.Text(); ok {
		if text == "" {
			return nil
		}
		return []string{key + "=" + text}
	}
	var out []string
	for name, m := range n.Members() {
		out = append(out, pairs(m, name)...)
	}
	if n.Kind() == values.Array {
		for _, e := range n.Elems() {
			out = append(out, pairs(e, key)...)
		}
	}
	return out
}

// parts are the known peers together, and the open ones together.
func (r *peerReader) parts() []peerPart {
	var out []peerPart
	if len(r.known) > 0 {
		out = append(out, peerPart{peers: netset.Union(r.known...)})
	}
	if len(r.open) == 0 {
		return out
	}
	open := r.open[0]
	for _, o := range r.open[1:] {
		open.named = open.named && o.named && open.kind == o.kind
		open.peers = netset.Union(open.peers, o.peers)
		open.why = open.why.and(o.why...)
	}
	return append(out, open)
}
