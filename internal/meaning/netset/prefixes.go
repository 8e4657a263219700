package netset

import (
	"math/bits"
	"net/netip"
)

// Prefixes are the fewest prefixes that are the set, in order.
func (s Spans) prefixes(f Family) []netip.Prefix {
	out := make([]netip.Prefix, 0, len(s))
	for _, x := range s {
		out = appendPrefixes(out, f, x)
	}
	return out
}

func appendPrefixes(out []netip.Prefix, f Family, x Span) []netip.Prefix {
	for {
		host := hostBits(f, x)
		out = append(out, netip.PrefixFrom(f.ip(x.From), f.bits()-host))
		end := x.From.plus(lowBits(host))
		if !end.less(x.To) {
			return out
		}
		x.From = end.next()
	}
}

// hostBits is the size of the largest prefix that begins where x begins and is within x.
func hostBits(f Family, x Span) int {
	host := min(f.bits(), trailingZeros(x.From))
	for host > 0 && x.To.minus(x.From).less(lowBits(host)) {
		host = min(host-1, length(x.To.minus(x.From)))
	}
	return host
}

// length is the number of bits that a number needs.
func length(a Addr) int {
	if a.Hi != 0 {
		return 64 + bits.Len64(a.Hi)
	}
	return bits.Len64(a.Lo)
}

func trailingZeros(a Addr) int {
	if a.Lo != 0 {
		return bits.TrailingZeros64(a.Lo)
	}
	return 64 + bits.TrailingZeros64(a.Hi)
}

// lowBits has the lowest n bits set.
func lowBits(n int) Addr {
	if n == 128 {
		return V6.last()
	}
	return power(n).previous()
}

// cover is the smallest prefix that has all of the set in it, as a set.
func (s Spans) cover(f Family) Spans {
	first, last := s[0].From, s[len(s)-1].To
	low := lowBits(length(Addr{first.Hi ^ last.Hi, first.Lo ^ last.Lo}))
	return Spans{{From: Addr{first.Hi &^ low.Hi, first.Lo &^ low.Lo}, To: Addr{first.Hi | low.Hi, first.Lo | low.Lo}}}
}

// Say is the set as people write it: prefixes, or one prefix and what is left out of it if that is shorter.
func (s Spans) say(f Family) (in, except []netip.Prefix) {
	in = s.prefixes(f)
	// There is a gap between any two spans. So what is left out can only be shorter if some span is more than one prefix.
	if len(in) < 3 || len(in) <= len(s) {
		return in, nil
	}
	cover := s.cover(f)
	except = cover.minus(s).prefixes(f)
	if 1+len(except) < len(in) {
		return cover.prefixes(f), except
	}
	return in, nil
}
