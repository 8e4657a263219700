package network

import (
	"cmp"
	"slices"

	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/netset"
)

// reasons are the parts of a value that decide: unknown, hidden, or not understood.
type reasons []leaf.Node

func (r reasons) and(more ...leaf.Node) reasons { return append(slices.Clip(r), more...) }

// effect is what a rule does.
type effect uint8

const (
	allows effect = iota
	denies
	maybe // it is open which
)

// channel is one protocol and one range of ports of a rule.
type channel struct {
	protocol     int
	ports        netset.Ports // the most that they can be
	written      netset.Ports // if the protocol is open: it may be one for which they do not count
	openProtocol bool
	openPorts    bool
	noProtocol   bool // none is given: then it is every protocol, but ports that are given count
	why          reasons
}

// peerPart is a part of a rule's peers: those that are known together, or those that are open.
type peerPart struct {
	peers netset.Peers // the most that they can be
	open  bool
	kind  netset.Kind // of open ones, if named is true: all of them are names of this kind
	named bool
	why   reasons
}

// beside is whom on one's own side a rule is about. A denial takes only from what is about the same ones, or about some of them: otherwise
// some are left to whom a rule behind it lets in.
type beside struct {
	peers netset.Peers // the most that they can be; nobody if nothing is said
	why   reasons      // if they are open
}

// everybody is whom a rule is about that does not say it.
func everybody() beside { return beside{peers: netset.Everyone()} }

func (b beside) equal(c beside) bool { return b.within(c) && c.within(b) && len(b.why) == len(c.why) }

func (b beside) within(c beside) bool { return b.peers.Minus(c.peers).Empty() }

// surelyCovers says that b has all in it that are in c, whatever is open.
func (b beside) surelyCovers(c beside) bool {
	return len(b.why) == 0 && !b.peers.Empty() && c.within(b)
}

// mayCover says that it may be so.
func (b beside) mayCover(c beside) bool {
	return b.surelyCovers(c) || len(b.why) > 0 || len(c.why) > 0 && !b.peers.Intersect(c.peers).Empty()
}

// piece is a part of a rule in which each of protocol, ports and peers is known or open.
type piece struct {
	direction string
	effect    effect
	part      bool // what stands before and behind it in its list is elsewhere
	rank      int  // the lower one decides
	channel
	peer    peerPart
	beside  beside
	why     reasons   // of all kinds; none if it is certain
	ranked  reasons   // why its rank is open
	rule    leaf.Node // that it is a part of
	entry   int       // of the table, among those of the object
	ordinal int       // among the rules of the entry
}

func (p piece) certain() bool { return len(p.why) == 0 }

func (p piece) box() netset.Box {
	return netset.Box{Protocol: p.protocol, Ports: p.ports, Peers: p.peer.peers}
}

// ordered sorts pieces by rank. Those whose rank is open come first or last, as last says.
func ordered(pieces []piece, last func(piece) bool) []piece {
	place := func(p piece) int {
		switch {
		case len(p.ranked) == 0:
			return 0
		case last(p):
			return 1
		}
		return -1
	}
	byRank := func(a, b piece) int {
		if c := cmp.Compare(place(a), place(b)); c != 0 {
			return c
		}
		if place(a) != 0 {
			return 0
		}
		return cmp.Compare(a.rank, b.rank)
	}
	if slices.IsSortedFunc(pieces, byRank) { // most lists have no ranks
		return pieces
	}
	sorted := slices.Clone(pieces)
	slices.SortStableFunc(sorted, byRank)
	return sorted
}
