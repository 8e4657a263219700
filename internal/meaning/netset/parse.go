package netset

import (
	"encoding/binary"
	"net/netip"
	"strings"
)

// ParseAddresses reads what people write for addresses: a prefix (host bits may be set), one address, or a range `a-b`. It says
// false for everything else: a name, octets with leading zeros, an address of a zone, a range that ends before it begins.
func ParseAddresses(text string) (Peers, bool) {
	text = strings.TrimSpace(text)
	if p, err := netip.ParsePrefix(text); err == nil {
		return prefixPeers(p), true
	}
	from, to, isRange := strings.Cut(text, "-")
	if !isRange {
		to = from
	}
	return ParseRange(from, to)
}

// ParseRange reads the first and the last address of a range.
func ParseRange(from, to string) (Peers, bool) {
	a, err := netip.ParseAddr(strings.TrimSpace(from))
	if err != nil {
		return Peers{}, false
	}
	b, err := netip.ParseAddr(strings.TrimSpace(to))
	if err != nil || a.Zone() != "" || b.Zone() != "" || a.Is4() != b.Is4() || b.Less(a) {
		return Peers{}, false
	}
	return addressPeers(familyOf(a), Spans{{number(a), number(b)}}), true
}

func prefixPeers(p netip.Prefix) Peers {
	f, first := familyOf(p.Addr()), number(p.Masked().Addr())
	return addressPeers(f, Spans{{first, first.plus(lowBits(f.bits() - p.Bits()))}})
}

func familyOf(a netip.Addr) Family {
	if a.Is4() {
		return V4
	}
	return V6
}

func number(a netip.Addr) Addr {
	if a.Is4() {
		b := a.As4()
		return Addr{Lo: uint64(binary.BigEndian.Uint32(b[:]))}
	}
	b := a.As16()
	return Addr{binary.BigEndian.Uint64(b[:8]), binary.BigEndian.Uint64(b[8:])}
}
