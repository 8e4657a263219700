package netset

import (
	"cmp"
	"slices"
)

// Opening is traffic that one set has and another has not, in the words of people: of one protocol, a range of ports, and one set of
// addresses or one name.
type Opening struct {
	Protocol int // or AllProtocols: all but those that have openings of their own, or none
	Ports    Ports
	Class    Class
	Peers    Peers // addresses; the ranges that come in whole, also if a part of them was there
	Was      Peers // what of these was there
	Name     Name  // if Class is NoAddress
}

// Compare lists what is in after and not in before, joined again along ports and protocols. Was is what people know to have been there; it is
// a part of before. The result depends on the sets only.
func Compare(after, before, was Set, c Classes) []Opening {
	rest := compareRows(after.rest, before.rest, was.rest, c)
	out := withProtocol(nil, AllProtocols, rest)
	for _, protocol := range protocolsOf(after, before, was) {
		own := compareRows(after.rows(protocol), before.rows(protocol), was.rows(protocol), c)
		if !slices.EqualFunc(own, rest, Opening.equal) {
			out = withProtocol(out, protocol, own)
		}
	}
	return out
}

func withProtocol(out []Opening, protocol int, openings []Opening) []Opening {
	for _, o := range openings {
		o.Protocol = protocol
		out = append(out, o)
	}
	return out
}

func (o Opening) equal(p Opening) bool { return o.Ports == p.Ports && o.alike(p) }

// alike says whether two openings differ in their ports at most.
func (o Opening) alike(p Opening) bool {
	return o.Class == p.Class && o.Name == p.Name && o.Peers.equal(p.Peers) && o.Was.equal(p.Was)
}

func compareRows(after, before, was []row, c Classes) []Opening {
	var j joiner
	for ports, peers := range aligned(after, before, was) {
		for _, o := range c.openings(peers[0], peers[1], peers[2]) {
			o.Ports = ports
			j.add(o)
		}
	}
	slices.SortStableFunc(j.out, func(a, b Opening) int { return cmp.Compare(a.Ports.From, b.Ports.From) })
	return j.out
}

// openings are what comes at one piece of ports: the addresses, and each name.
func (c Classes) openings(after, before, was Peers) []Opening {
	var out []Opening
	come := after.Minus(before)
	if !come.noAddress() {
		o := Opening{}
		for _, f := range families {
			v := c.look(f, come.addresses[f], after.addresses[f])
			if !v.peers.equal(come.addresses[f]) && !was.addresses[f].covers(v.peers.minus(come.addresses[f])) {
				// A part of the ranges may have been there, or not: then what comes is said, and no more.
				v = c.look(f, come.addresses[f], come.addresses[f])
			}
			o.Class, o.Peers.addresses[f] = max(o.Class, v.class), v.peers
		}
		o.Was = was.Intersect(o.Peers)
		out = append(out, o)
	}
	for _, name := range come.names.names() {
		// Everyone is said by the addresses.
		if !name.Other || len(out) == 0 {
			out = append(out, Opening{Name: name})
		}
	}
	return out
}

// joiner makes one opening of those that are alike and whose ports are neighbours.
type joiner struct {
	out  []Opening
	last []int // of the openings of the ports before, or of these
}

func (j *joiner) add(o Opening) {
	for _, i := range j.last {
		if p := &j.out[i]; int(p.Ports.To)+1 == int(o.Ports.From) && p.alike(o) {
			p.Ports.To = o.Ports.To
			return
		}
	}
	j.last = slices.DeleteFunc(j.last, func(i int) bool { return int(j.out[i].Ports.To)+1 < int(o.Ports.From) })
	j.last = append(j.last, len(j.out))
	j.out = append(j.out, o)
}

// Meets says whether some of an opening is in a box.
func (b Box) Meets(o Opening) bool {
	switch {
	case b.Protocol != AllProtocols && o.Protocol != AllProtocols && b.Protocol != o.Protocol:
		return false
	case b.Ports.To < o.Ports.From || o.Ports.To < b.Ports.From:
		return false
	case o.Class != NoAddress:
		return !b.Peers.withoutNames().Intersect(o.Peers).Empty()
	case o.Name.Other:
		return b.Peers.names[o.Name.Kind].allBut
	}
	return !b.Peers.Intersect(Named(o.Name.Kind, o.Name.Text)).Empty()
}
