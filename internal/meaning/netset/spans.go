// Package netset has sets of network traffic: boxes of protocols, ports and peers, their union in order (an allowance minus the
// denials before it), their difference, and what a difference is called. It knows no table and no plan.
//
// Everything here is a function of the set, not of how somebody wrote it: two /9 are the /8, 8000-8049 and 8050-8099 are
// 8000-8099, and the order of rules that do not overlap does not matter.
package netset

import (
	"cmp"
	"math/bits"
	"net/netip"
	"slices"
)

// Addr is an address as a number. An IPv4 address has a Hi of 0; which family it is of is known by the set that it is in.
type Addr struct{ Hi, Lo uint64 }

func (a Addr) compare(b Addr) int {
	if c := cmp.Compare(a.Hi, b.Hi); c != 0 {
		return c
	}
	return cmp.Compare(a.Lo, b.Lo)
}

func (a Addr) less(b Addr) bool { return a.Hi < b.Hi || a.Hi == b.Hi && a.Lo < b.Lo }

// next is the address behind a; behind the last one of IPv6 it is the first one again.
func (a Addr) next() Addr { return a.plus(Addr{Lo: 1}) }

func (a Addr) previous() Addr { return a.minus(Addr{Lo: 1}) }

func (a Addr) plus(b Addr) Addr {
	lo, carry := bits.Add64(a.Lo, b.Lo, 0)
	hi, _ := bits.Add64(a.Hi, b.Hi, carry)
	return Addr{hi, lo}
}

func (a Addr) minus(b Addr) Addr {
	lo, borrow := bits.Sub64(a.Lo, b.Lo, 0)
	hi, _ := bits.Sub64(a.Hi, b.Hi, borrow)
	return Addr{hi, lo}
}

// Family is IPv4 or IPv6. The two never meet.
type Family uint8

// The families.
const (
	V4 Family = iota
	V6
)

// families are all of them, for loops.
var families = [...]Family{V4, V6}

func (f Family) bits() int {
	if f == V4 {
		return 32
	}
	return 128
}

// last is the highest address of the family.
func (f Family) last() Addr {
	if f == V4 {
		return Addr{Lo: 1<<32 - 1}
	}
	return Addr{Hi: ^uint64(0), Lo: ^uint64(0)}
}

func (f Family) whole() Spans { return Spans{{To: f.last()}} }

// ip is the address as the standard library has it.
func (f Family) ip(a Addr) netip.Addr {
	if f == V4 {
		return netip.AddrFrom4([4]byte{byte(a.Lo >> 24), byte(a.Lo >> 16), byte(a.Lo >> 8), byte(a.Lo)})
	}
	var b [16]byte
	for i := range 8 {
		b[i], b[8+i] = byte(a.Hi>>(56-8*i)), byte(a.Lo>>(56-8*i))
	}
	return netip.AddrFrom16(b)
}

// Span is the addresses From to To, both included.
type Span struct{ From, To Addr }

// Spans is a set of addresses of one family: sorted, and no two of them touch.
type Spans []Span

// join makes a set of spans in any order, which may overlap. It changes the order of its argument.
func join(spans []Span) Spans {
	slices.SortFunc(spans, func(a, b Span) int { return a.From.compare(b.From) })
	var out Spans
	for _, s := range spans {
		out = out.append(s)
	}
	return out
}

// append adds a span that begins at or behind the beginning of the last one.
func (s Spans) append(x Span) Spans {
	if n := len(s); n > 0 && touches(s[n-1].To, x.From) {
		if s[n-1].To.less(x.To) {
			s[n-1].To = x.To
		}
		return s
	}
	return append(s, x)
}

// touches says whether a span that ends at to leaves no gap before from.
func touches(to, from Addr) bool {
	return !to.less(from) || to.next() == from
}

func (s Spans) minus(t Spans) Spans {
	if len(s) == 0 || len(t) == 0 {
		return s
	}
	out := make(Spans, 0, len(s))
	for _, x := range s {
		for len(t) > 0 && t[0].To.less(x.From) {
			t = t[1:]
		}
		out, t = cut(out, x, t)
	}
	return out
}

// cut adds to out what of x is not in t, and gives back the part of t that may meet what is behind x.
func cut(out Spans, x Span, t Spans) (_, rest Spans) {
	for ; len(t) > 0 && !x.To.less(t[0].From); t = t[1:] {
		if x.From.less(t[0].From) {
			out = append(out, Span{x.From, t[0].From.previous()})
		}
		if !t[0].To.less(x.To) {
			return out, t
		}
		x.From = t[0].To.next()
	}
	return append(out, x), t
}

func (s Spans) intersect(t Spans) Spans {
	var out Spans
	for len(s) > 0 && len(t) > 0 {
		from, to := s[0].From, s[0].To
		if from.less(t[0].From) {
			from = t[0].From
		}
		if t[0].To.less(to) {
			to = t[0].To
		}
		if !to.less(from) {
			out = append(out, Span{from, to})
		}
		if s[0].To.less(t[0].To) {
			s = s[1:]
		} else {
			t = t[1:]
		}
	}
	return out
}

// touching are the spans of s, whole, that have something in common with t.
func (s Spans) touching(t Spans) Spans {
	if s.equal(t) {
		return s
	}
	var out Spans
	for _, x := range s {
		for len(t) > 0 && t[0].To.less(x.From) {
			t = t[1:]
		}
		if len(t) > 0 && !x.To.less(t[0].From) {
			out = append(out, x)
		}
	}
	return out
}

// meets says whether the sets have anything in common.
func (s Spans) meets(t Spans) bool {
	for len(s) > 0 && len(t) > 0 {
		switch {
		case s[0].To.less(t[0].From):
			s = s[1:]
		case t[0].To.less(s[0].From):
			t = t[1:]
		default:
			return true
		}
	}
	return false
}

func (s Spans) covers(t Spans) bool {
	for _, x := range t {
		for len(s) > 0 && s[0].To.less(x.From) {
			s = s[1:]
		}
		if len(s) == 0 || x.From.less(s[0].From) || s[0].To.less(x.To) {
			return false
		}
	}
	return true
}

func (s Spans) equal(t Spans) bool {
	return len(s) == len(t) && (len(s) == 0 || &s[0] == &t[0] || slices.Equal(s, t))
}

// atLeast says whether there are 2^exponent addresses in the set.
func (s Spans) atLeast(exponent int) bool {
	limit := power(exponent)
	var sum Addr
	for _, x := range s {
		size := x.To.minus(x.From) // less one, so that all addresses of IPv6 can be counted
		if !size.less(limit.previous()) {
			return true
		}
		sum = sum.plus(size.next())
		if !sum.less(limit) {
			return true
		}
	}
	return false
}

// power is 2^exponent, for exponents of 0 to 127.
func power(exponent int) Addr {
	if exponent >= 64 {
		return Addr{Hi: 1 << (exponent - 64)}
	}
	return Addr{Lo: 1 << exponent}
}
