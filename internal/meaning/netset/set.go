package netset

import (
	"maps"
	"slices"
)

// AllProtocols is the protocol of a box that is of every protocol.
const AllProtocols = -1

// Ports are the ports From to To, both included. Of ICMP, a port is type * 256 + code.
type Ports struct{ From, To uint16 }

// AllPorts is every port.
func AllPorts() Ports { return Ports{To: 65535} }

// Box is traffic: each protocol, port and peer that it names, in each combination.
type Box struct {
	Protocol int // a number of the protocol, or AllProtocols
	Ports    Ports
	Peers    Peers
}

// Rule allows what is in a box, or denies it.
type Rule struct {
	Box
	Deny bool
}

// row says who may use some ports.
type row struct {
	ports Ports
	peers Peers
}

// Set is a set of traffic in one direction. It is one way to write the set, whatever it was made of.
type Set struct {
	own  map[int][]row // of the protocols that differ from the rest
	rest []row         // of all other protocols
}

// rows of a protocol, sorted by port; neighbours differ, and no row is empty.
func (s Set) rows(protocol int) []row {
	if rows, found := s.own[protocol]; found {
		return rows
	}
	return s.rest
}

// Empty says whether there is no traffic in the set.
func (s Set) Empty() bool { return len(s.rest) == 0 && len(s.own) == 0 }

// Everything is all traffic with everyone.
func Everything() Set { return Set{rest: []row{{AllPorts(), Everyone()}}} }

// Meter counts the work of making sets, so that a plan which somebody made for it cannot take forever.
type Meter struct {
	Steps int // what was done: one for each boundary of addresses, and for each rule that was asked whether it counts
	Limit int // Over from here on; 0 is no limit
}

// Over says whether the limit was reached. What was made since then is not complete.
func (m *Meter) Over() bool { return m.Limit > 0 && m.Steps > m.Limit }

// FirstMatch is the traffic that ordered rules allow: the first rule that a point is in decides, and where there is none, it is
// denied. Rules that only allow may stand in any order.
func FirstMatch(rules []Rule, m *Meter) Set {
	d := newDecider(rules, m)
	out := Set{rest: d.rows(AllProtocols)}
	for _, r := range rules {
		if _, done := out.own[r.Protocol]; r.Protocol == AllProtocols || done {
			continue
		}
		out.set(r.Protocol, d.rows(r.Protocol))
	}
	return out.tidy()
}

func (s *Set) set(protocol int, rows []row) {
	if s.own == nil {
		s.own = map[int][]row{}
	}
	s.own[protocol] = rows
}

// tidy forgets protocols that are like the rest.
func (s Set) tidy() Set {
	maps.DeleteFunc(s.own, func(_ int, rows []row) bool { return slices.EqualFunc(rows, s.rest, row.equal) })
	return s
}

func (r row) equal(o row) bool { return r.ports == o.ports && r.peers.equal(o.peers) }

// Minus is the traffic in s that is not in t.
func (s Set) Minus(t Set) Set { return s.combine(t, Peers.Minus) }

// Union is the traffic in either.
func (s Set) Union(t Set) Set {
	return s.combine(t, func(p, q Peers) Peers { return Union(p, q) })
}

// Intersect is the traffic in both.
func (s Set) Intersect(t Set) Set { return s.combine(t, Peers.Intersect) }

// Covers says whether all of t is in s.
func (s Set) Covers(t Set) bool { return t.Minus(s).Empty() }

func (s Set) combine(t Set, f func(p, q Peers) Peers) Set {
	out := Set{rest: combineRows(s.rest, t.rest, f)}
	for _, protocol := range protocolsOf(s, t) {
		out.set(protocol, combineRows(s.rows(protocol), t.rows(protocol), f))
	}
	return out.tidy()
}

// protocolsOf are the protocols that one of the sets has rows of its own for.
func protocolsOf(sets ...Set) []int {
	var out []int
	for _, s := range sets {
		out = slices.AppendSeq(out, maps.Keys(s.own))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func combineRows(a, b []row, f func(p, q Peers) Peers) []row {
	var out []row
	for ports, peers := range aligned(a, b) {
		out = appendRow(out, row{ports, f(peers[0], peers[1])})
	}
	return out
}

// appendRow adds a row behind all others; it makes one of neighbours that are alike.
func appendRow(out []row, r row) []row {
	if r.peers.Empty() {
		return out
	}
	if n := len(out); n > 0 && int(out[n-1].ports.To)+1 == int(r.ports.From) && out[n-1].peers.equal(r.peers) {
		out[n-1].ports.To = r.ports.To
		return out
	}
	return append(out, r)
}
