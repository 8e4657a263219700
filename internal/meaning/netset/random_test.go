package netset

import (
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// drawn is a rule as a person writes it. The tests know it by its texts only.
type drawn struct {
	protocol int
	ports    Ports
	prefixes []string
	names    []string
	everyone bool
	deny     bool
}

// point is one thing that may happen. It is of an address or of a name.
type point struct {
	protocol int
	port     uint16
	address  netip.Addr
	name     string
}

// has is membership, as slow and as plain as can be.
func (d drawn) has(p point) bool {
	if d.protocol != AllProtocols && d.protocol != p.protocol || p.port < d.ports.From || p.port > d.ports.To {
		return false
	}
	if d.everyone {
		return true
	}
	if p.name != "" {
		return slices.Contains(d.names, p.name)
	}
	return slices.ContainsFunc(d.prefixes, func(text string) bool { return netip.MustParsePrefix(text).Contains(p.address) })
}

func allowed(rules []drawn, p point) bool {
	for _, d := range rules {
		if d.has(p) {
			return !d.deny
		}
	}
	return false
}

func (d drawn) rule(t testing.TB) Rule {
	p := Union(peers(t, d.prefixes...), peers(t, d.names...))
	if d.everyone {
		p = Everyone()
	}
	return Rule{Box: Box{d.protocol, d.ports, p}, Deny: d.deny}
}

func setOf(t testing.TB, rules []drawn) Set {
	var all []Rule
	for _, d := range rules {
		all = append(all, d.rule(t))
	}
	return FirstMatch(all, &Meter{})
}

// drawer draws rules of few protocols, ports and prefixes, so that they overlap.
type drawer struct{ *rand.Rand }

func (d drawer) prefix() string {
	bits := d.IntN(33)
	if d.IntN(4) == 0 {
		address := [16]byte{0: 0x20, 1: 1, 15: byte(d.IntN(4))}
		return netip.PrefixFrom(netip.AddrFrom16(address), []int{0, 3, 8, 126, 127, 128}[d.IntN(6)]).Masked().String()
	}
	address := [4]byte{[]byte{0, 10, 11, 128, 192, 255}[d.IntN(6)], []byte{0, 168, 255}[d.IntN(3)], 0, byte(d.IntN(8))}
	return netip.PrefixFrom(netip.AddrFrom4(address), bits).Masked().String()
}

func (d drawer) rule(deny bool) drawn {
	r := drawn{protocol: []int{AllProtocols, 1, 6, 6, 17}[d.IntN(5)], ports: AllPorts(), deny: deny, everyone: d.IntN(8) == 0}
	if r.protocol != AllProtocols {
		from := uint16(d.IntN(12))
		r.ports = Ports{from, from + uint16(d.IntN(5))}
		if d.IntN(8) == 0 {
			r.ports.To = 65535
		}
	}
	for range 1 + d.IntN(4) {
		r.prefixes = append(r.prefixes, d.prefix())
	}
	if d.IntN(4) == 0 {
		r.names = []string{fmt.Sprint("name ", d.IntN(3))}
	}
	return r
}

func (d drawer) rules(denials bool) []drawn {
	var all []drawn
	for range d.IntN(6) {
		all = append(all, d.rule(denials && d.IntN(3) == 0))
	}
	return all
}

// point draws a point, mostly at a boundary of a rule.
func (d drawer) point(rules []drawn) point {
	p := point{protocol: []int{0, 1, 6, 17, 255}[d.IntN(5)], port: uint16(d.IntN(18))}
	if d.IntN(8) == 0 {
		p.name = fmt.Sprint("name ", d.IntN(3))
		return p
	}
	p.address = netip.AddrFrom4([4]byte{byte(d.IntN(256)), byte(d.IntN(256)), 0, byte(d.IntN(8))})
	if len(rules) > 0 {
		r := rules[d.IntN(len(rules))]
		p.address = netip.MustParsePrefix(r.prefixes[d.IntN(len(r.prefixes))]).Addr()
	}
	if near := p.address.Prev(); d.IntN(4) == 0 && near.IsValid() {
		p.address = near
	}
	return p
}

// contains looks a point up in the rows of a set.
func (s Set) contains(p point) bool {
	for _, r := range s.rows(p.protocol) {
		if p.port < r.ports.From || p.port > r.ports.To {
			continue
		}
		if p.name != "" {
			names := r.peers.names[Tag]
			return slices.Contains(names.list, p.name) != names.allBut
		}
		return holds(r.peers, p.address)
	}
	return false
}

func holds(p Peers, a netip.Addr) bool {
	return slices.ContainsFunc(p.addresses[familyOf(a)], func(s Span) bool { return !number(a).less(s.From) && !s.To.less(number(a)) })
}

// opened finds a point in openings, as a reader of the facts would.
func opened(openings []Opening, p point) bool {
	protocol := AllProtocols
	if slices.ContainsFunc(openings, func(o Opening) bool { return o.Protocol == p.protocol }) {
		protocol = p.protocol
	}
	return slices.ContainsFunc(openings, func(o Opening) bool {
		switch {
		case o.Protocol != protocol || p.port < o.Ports.From || p.port > o.Ports.To:
			return false
		case o.Class == NoAddress:
			return o.Name.Text == p.name || o.Name.Other
		}
		return p.name == "" && within(o.Peers, p.address) && !holds(o.Was, p.address)
	})
}

// within reads the texts of what a fact says again.
func within(p Peers, a netip.Addr) bool {
	in, except := p.Say()
	has := func(text string) bool { return netip.MustParsePrefix(text).Contains(a) }
	return slices.ContainsFunc(in, has) && !slices.ContainsFunc(except, has)
}

func rounds() int {
	if sampling.Full() {
		return 5000
	}
	return 250
}

// TestMembership compares sets, their difference and what is said of it with membership, by 20 points for each of 5,000 pairs of rules, or of
// 250 unless PLANFMT_TEST is full.
func TestMembership(t *testing.T) {
	d := drawer{rand.New(rand.NewPCG(1, 2))}
	for round := range rounds() {
		before, after := d.rules(true), d.rules(true)
		b, a := setOf(t, before), setOf(t, after)
		openings := Compare(a, b, b, classes())
		both, either, come := a.Intersect(b), a.Union(b), a.Minus(b)
		for range 20 {
			p := d.point(slices.Concat(before, after))
			was, is := allowed(before, p), allowed(after, p)
			for _, c := range []struct {
				name      string
				got, want bool
			}{
				{"before", b.contains(p), was},
				{"after", a.contains(p), is},
				{"intersection", both.contains(p), is && was},
				{"union", either.contains(p), is || was},
				{"difference", come.contains(p), is && !was},
			} {
				if c.got != c.want {
					t.Fatalf("round %d: %s has %+v: %v\nbefore %+v\nafter %+v", round, c.name, p, c.got, before, after)
				}
			}
			// All protocols are all but those that are open already, if they have nothing of their own to say.
			if got := opened(openings, p); p.name == "" && got != (is && !was) && (!got || isOwn(b, p) == isOwn(a, p)) {
				t.Fatalf("round %d: %+v is opened: %v\nbefore %+v\nafter %+v\n%+v", round, p, got, before, after, openings)
			}
		}
	}
}

func isOwn(s Set, p point) bool {
	_, own := s.own[p.protocol]
	return own
}

// divided are the same rules, written otherwise: ports and prefixes in two, a rule for each prefix, or twice.
func (d drawer) divided(rules []drawn) []drawn {
	var out []drawn
	for _, r := range rules {
		switch d.IntN(4) {
		case 0:
			if r.ports.From < r.ports.To {
				low, high := r, r
				low.ports.To = r.ports.From + uint16(d.IntN(int(r.ports.To-r.ports.From)))
				high.ports.From = low.ports.To + 1
				out = append(out, low, high)
				continue
			}
			out = append(out, r)
		case 1:
			for i := range r.prefixes {
				one := r
				one.prefixes = r.prefixes[i : i+1]
				out = append(out, one)
			}
		case 2:
			one := r
			one.prefixes = nil
			for _, text := range r.prefixes {
				one.prefixes = append(one.prefixes, halves(text)...)
			}
			out = append(out, one)
		default:
			out = append(out, r, r)
		}
	}
	return out
}

func halves(text string) []string {
	p := netip.MustParsePrefix(text)
	if p.Bits() == p.Addr().BitLen() {
		return []string{text}
	}
	low := netip.PrefixFrom(p.Addr(), p.Bits()+1)
	bytes := p.Addr().AsSlice()
	bytes[p.Bits()/8] |= 0x80 >> (p.Bits() % 8)
	high, _ := netip.AddrFromSlice(bytes)
	return []string{low.String(), netip.PrefixFrom(high, p.Bits()+1).String()}
}

// TestOneWayToWriteASet splits, doubles and merges rules, and reorders those that only allow: what is said stays the same.
func TestOneWayToWriteASet(t *testing.T) {
	d := drawer{rand.New(rand.NewPCG(3, 4))}
	for round := range rounds() {
		denials := round%2 == 0
		before, after := d.rules(denials), d.rules(denials)
		b, a := setOf(t, before), setOf(t, after)
		before2, after2 := d.divided(d.divided(before)), d.divided(after)
		if !denials {
			d.Shuffle(len(before2), func(i, j int) { before2[i], before2[j] = before2[j], before2[i] })
			d.Shuffle(len(after2), func(i, j int) { after2[i], after2[j] = after2[j], after2[i] })
		}
		b2, a2 := setOf(t, before2), setOf(t, after2)
		if !b.Covers(b2) || !b2.Covers(b) {
			t.Fatalf("round %d: not the same set\n%+v\n%+v", round, before, before2)
		}
		if len(Compare(b2, b, b, classes())) > 0 {
			t.Fatalf("round %d: something is opened by writing it otherwise", round)
		}
		if x, y := Compare(a, b, b, classes()), Compare(a2, b2, b2, classes()); !slices.EqualFunc(x, y, func(p, q Opening) bool {
			return p.Protocol == q.Protocol && p.equal(q)
		}) {
			t.Fatalf("round %d: not the same openings\n%+v\n%+v\nbefore %+v\nafter %+v", round, x, y, before, after)
		}
	}
}

// many are rules with many prefixes each. nested ranges of ports are the worst: each piece of ports is about many rules.
func many(rules, prefixes int, nested bool) []Rule {
	var all []Rule
	for i := range rules {
		var spans []Span
		for j := range prefixes {
			at := uint64(i+j*rules) * 512
			spans = append(spans, Span{Addr{Lo: at}, Addr{Lo: at + 255}})
		}
		ports := Ports{uint16(i), uint16(i)}
		if nested {
			ports = Ports{uint16(i), uint16(65535 - i)}
		}
		all = append(all, Rule{Box: Box{6, ports, addressPeers(V4, join(spans))}, Deny: i%2 == 1})
	}
	return all
}

// TestCost counts the steps for 60 rules of 2,000 prefixes: those of ports of their own cost as much as they are long, and those whose ports
// are nested as much as there are pieces of ports, times that.
func TestCost(t *testing.T) {
	for _, c := range []struct {
		nested bool
		most   int
	}{{false, 1_000_000}, {true, 60_000_000}} {
		m := &Meter{}
		s := FirstMatch(many(60, 2000, c.nested), m)
		if s.Empty() || m.Steps > c.most {
			t.Errorf("nested %v: %d steps", c.nested, m.Steps)
		}
	}
	m := &Meter{Limit: 1000}
	FirstMatch(many(60, 2000, true), m)
	if !m.Over() || m.Steps > 2_000_000 {
		t.Errorf("a limit does not stop it: %d steps", m.Steps)
	}
}
