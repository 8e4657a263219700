package network

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/netset"
)

// unknown stands for a protocol or for ports that are not known.
const unknown = "unknown"

// view makes facts of what was compared in one direction.
type view struct {
	c             *comparison
	direction     string
	before, after sets
}

// add adds a fact, unless it is there. Pieces of a rule that are open in the same way say the same.
func (v *view) add(f fact.Fact) {
	same := func(g fact.Fact) bool {
		return f.Kind == g.Kind && f.Certainty == g.Certainty && sameTraffic(*f.Traffic, *g.Traffic) && slices.Equal(f.Because, g.Because)
	}
	if !slices.ContainsFunc(v.c.facts, same) {
		v.c.facts = append(v.c.facts, f)
	}
}

func sameTraffic(a, b fact.Traffic) bool {
	return a.Direction == b.Direction && a.Protocol == b.Protocol && a.Ports == b.Ports && a.Peer == b.Peer &&
		slices.Equal(a.Peers, b.Peers) && slices.Equal(a.Except, b.Except)
}

// fact says a certain opening or closing.
func (v *view) fact(kind fact.Kind, o netset.Opening) fact.Fact {
	e := v.c.entries[0]
	t := &fact.Traffic{Direction: v.direction, Protocol: v.c.reader.protocolName(o.Protocol), Ports: portsText(o), Peer: peerOf(o), Service: e.Service}
	if o.Class == netset.NoAddress {
		t.Peers = []string{nameText(o.Name)}
	} else {
		t.Peers, t.Except = o.Peers.Say()
	}
	t.Was = o.Was.Prefixes()
	f := fact.Fact{Kind: kind, Traffic: t, At: v.c.at(v.direction), Severity: fact.Note, Change: changeOf(kind, len(t.Was) > 0)}
	if kind == fact.Opens {
		f.Severity = v.severity(o)
	}
	return f
}

func changeOf(kind fact.Kind, was bool) fact.Change {
	switch {
	case kind == fact.Opens && was:
		return fact.Wider
	case kind == fact.Opens:
		return fact.New
	case was:
		return fact.Changed
	}
	return fact.Gone
}

// severity says how much an opening matters.
func (v *view) severity(o netset.Opening) fact.Severity {
	e := v.c.entries[0]
	own := e.Severity
	if !v.c.before.from.Exists() && e.Created != fact.NoSeverity {
		own = e.Created
	}
	switch s := v.usual(o); {
	case s == fact.Note || own == fact.NoSeverity:
		return s
	default:
		return own
	}
}

func (v *view) usual(o netset.Opening) fact.Severity {
	switch {
	case v.direction == out:
		return fact.Note
	case o.Class >= netset.Wide && !v.c.entries[0].Web && !v.c.reader.isWeb(o.Protocol, o.Ports):
		return fact.Danger
	case o.Class >= netset.Public, o.Name.Kind == netset.Word && !isExactly(v.c.reader.words.Inside, o.Name.Text) && !o.Name.Other:
		return fact.Caution
	}
	return fact.Note
}

// isWeb says whether everybody is meant to reach such ports, as a rule.
func (r *Reader) isWeb(protocol int, ports netset.Ports) bool {
	name := r.protocolName(protocol)
	if protocol == netset.AllProtocols {
		name = "tcp" // the web's ports are the web's, whatever else uses them
	}
	if isExactly(r.words.WebProtocols, name) {
		return true
	}
	for port := int(ports.From); port <= int(ports.To); port++ {
		if !slices.Contains(r.words.Web[name], port) {
			return false
		}
	}
	return true
}

// undecided makes a fact one that does not hold for sure, since some parts are not known.
func (v *view) undecided(f fact.Fact, why reasons) fact.Fact {
	var paths []string
	for _, n := range unique(why) {
		paths = append(paths, n.Path())
		if n.State() == leaf.Hidden {
			f.Certainty = fact.Hidden
		}
	}
	if f.Certainty != fact.Hidden {
		f.Certainty = fact.Possible
	}
	f.Because, f.Severity = paths, f.Severity.AtMost(fact.Caution)
	return f
}

// possible makes a fact one that is possible, for a reason that is not a value.
func (v *view) possible(f fact.Fact, word string) fact.Fact {
	f.Certainty, f.Because, f.Severity = fact.Possible, []string{word}, f.Severity.AtMost(fact.Caution)
	return f
}

// describe says unknown where a piece is open, in place of all that it could be.
func (v *view) describe(f *fact.Fact, p piece) {
	t := f.Traffic
	if p.openProtocol {
		t.Protocol = unknown
	}
	switch {
	case p.openPorts, p.openProtocol && p.written == netset.AllPorts():
		t.Ports = unknown
	case p.openProtocol:
		t.Ports = portsText(netset.Opening{Protocol: p.protocol, Ports: p.written})
	}
	if !p.peer.open {
		return
	}
	t.Peers, t.Except, t.Was, t.Peer = nil, nil, nil, fact.PeerUnknown
	f.Change = fact.New
	if v.direction == in {
		f.Severity = fact.Caution
	}
	if p.peer.named {
		t.Peer, f.Severity = peerOfKind(p.peer.kind), fact.Note
	}
}

func (r *Reader) protocolName(protocol int) string {
	if protocol == netset.AllProtocols {
		return "all"
	}
	if name, found := r.protocols[protocol]; found {
		return name
	}
	return strconv.Itoa(protocol)
}

func portsText(o netset.Opening) string {
	switch p := o.Ports; {
	case p == netset.AllPorts():
		return "all"
	case isICMP(o.Protocol):
		return typesText(p)
	case p.From == p.To:
		return strconv.Itoa(int(p.From))
	default:
		return fmt.Sprintf("%d-%d", p.From, p.To)
	}
}

// typesText says types and codes of ICMP. Code 0 goes without saying: most types have no other.
func typesText(p netset.Ports) string {
	typ, last := p.From>>8, p.To>>8
	from, to := p.From&255, p.To&255
	switch {
	case typ != last && from == 0 && to == 255:
		return fmt.Sprintf("type %d-%d", typ, last)
	case typ != last:
		return fmt.Sprintf("type %d code %d to type %d code %d", typ, from, last, to)
	case from == 0 && (to == 0 || to == 255):
		return fmt.Sprintf("type %d", typ)
	case from == to:
		return fmt.Sprintf("type %d code %d", typ, from)
	}
	return fmt.Sprintf("type %d code %d-%d", typ, from, to)
}

func peerOf(o netset.Opening) fact.Peer {
	switch o.Class {
	case netset.Private:
		return fact.PeerPrivate
	case netset.Public:
		return fact.PeerPublic
	case netset.Wide:
		return fact.PeerWide
	case netset.Internet:
		return fact.PeerInternet
	}
	return peerOfKind(o.Name.Kind)
}

func peerOfKind(k netset.Kind) fact.Peer {
	switch k {
	case netset.Group:
		return fact.PeerGroup
	case netset.List:
		return fact.PeerList
	case netset.Self:
		return fact.PeerSelf
	}
	return fact.PeerTag
}

// nameText is the name of a peer; of those that are not listed, it is a star.
func nameText(n netset.Name) string {
	if n.Other {
		return "*"
	}
	return n.Text
}
