package netset

import (
	"net/netip"
	"slices"
)

// Peers is a set of whom traffic is with. Its three spaces never meet: IPv4, IPv6, and names.
type Peers struct {
	addresses [2]Spans // by Family
	names     Names
}

// Everyone is every address and every name.
func Everyone() Peers {
	p := EveryAddress()
	p.names = everyName()
	return p
}

// EveryAddress is every address of both families, and no name.
func EveryAddress() Peers { return Peers{addresses: [2]Spans{V4.whole(), V6.whole()}} }

// Named is one peer that has a name.
func Named(kind Kind, text string) Peers {
	var p Peers
	p.names[kind].list = []string{text}
	return p
}

// EveryNamed is every name of one kind.
func EveryNamed(kind Kind) Peers {
	var p Peers
	p.names[kind].allBut = true
	return p
}

func addressPeers(f Family, s Spans) Peers {
	var p Peers
	p.addresses[f] = s
	return p
}

// Union is who is in one of the sets.
func Union(sets ...Peers) Peers {
	if len(sets) == 1 {
		return sets[0]
	}
	var out Peers
	for _, f := range families {
		var spans []Span
		for _, p := range sets {
			spans = append(spans, p.addresses[f]...)
		}
		out.addresses[f] = join(spans)
	}
	names := make([]Names, len(sets))
	for i, p := range sets {
		names[i] = p.names
	}
	out.names = unionOf(names)
	return out
}

// Minus is who is in p and not in q.
func (p Peers) Minus(q Peers) Peers { return p.combine(q, Spans.minus, named.minus) }

// Intersect is who is in both.
func (p Peers) Intersect(q Peers) Peers { return p.combine(q, Spans.intersect, named.intersect) }

func (p Peers) combine(q Peers, spans func(a, b Spans) Spans, names func(a, b named) named) Peers {
	for _, f := range families {
		p.addresses[f] = spans(p.addresses[f], q.addresses[f])
	}
	p.names = p.names.combine(q.names, names)
	return p
}

// Empty says whether nobody is in the set.
func (p Peers) Empty() bool { return p.noAddress() && p.names.empty() }

func (p Peers) noAddress() bool { return len(p.addresses[V4]) == 0 && len(p.addresses[V6]) == 0 }

func (p Peers) equal(q Peers) bool { return p.sameAddresses(q) && p.names.equal(q.names) }

func (p Peers) sameAddresses(q Peers) bool {
	return p.addresses[V4].equal(q.addresses[V4]) && p.addresses[V6].equal(q.addresses[V6])
}

// withoutNames has the addresses only.
func (p Peers) withoutNames() Peers {
	p.names = Names{}
	return p
}

// Say lists the addresses as people write them: prefixes, those of IPv4 first, and what is left out of them.
func (p Peers) Say() (in, except []string) {
	for _, f := range families {
		a, b := p.addresses[f].say(f)
		in, except = appendText(in, a), appendText(except, b)
	}
	return in, except
}

// Prefixes lists the addresses as prefixes, without a word of what is left out.
func (p Peers) Prefixes() []string {
	var out []string
	for _, f := range families {
		out = appendText(out, p.addresses[f].prefixes(f))
	}
	return out
}

// appendText adds the texts of prefixes. There may be many, so they share one string.
func appendText(out []string, prefixes []netip.Prefix) []string {
	var buf []byte
	ends := make([]int, len(prefixes))
	for i, p := range prefixes {
		buf = p.AppendTo(buf)
		ends[i] = len(buf)
	}
	text, from := string(buf), 0
	out = slices.Grow(out, len(prefixes))
	for _, end := range ends {
		out, from = append(out, text[from:end]), end
	}
	return out
}
