package netset

// Class is how far a set of addresses reaches.
type Class uint8

// The classes, the farther the higher.
const (
	NoAddress Class = iota // names only
	Private
	Public
	Wide     // a large part of the internet
	Internet // all of it
)

// Classes say which addresses are private, which are the internet, and how many are many.
type Classes struct {
	private  [2]Spans // by Family
	internet [2]Spans
	wide     [2]int // that power of two of public addresses is wide
}

// Prefixes are texts, for each family.
type Prefixes struct{ V4, V6 []string }

// NewClasses makes classes. All public addresses of IPv4 are the internet; of IPv6, it is named. A prefix of wide bits is wide.
func NewClasses(private Prefixes, internet6 []string, wide4, wide6 int) Classes {
	c := Classes{wide: [2]int{V4.bits() - wide4, V6.bits() - wide6}}
	c.private = [2]Spans{spansOf(V4, private.V4), spansOf(V6, private.V6)}
	c.internet = [2]Spans{c.public(V4.whole(), V4), spansOf(V6, internet6)}
	return c
}

func spansOf(f Family, texts []string) Spans {
	var all []Peers
	for _, text := range texts {
		if p, ok := ParseAddresses(text); ok {
			all = append(all, p)
		}
	}
	return Union(all...).addresses[f]
}

// Internet is every address that is not private.
func (c Classes) Internet() Peers {
	return Peers{addresses: [2]Spans{c.public(V4.whole(), V4), c.public(V6.whole(), V6)}}
}

func (c Classes) public(s Spans, f Family) Spans { return s.minus(c.private[f]) }

// view is what people are told about addresses that come: those that were allowed before in the same range are part of it.
type view struct {
	class Class
	peers Spans
}

// look classes the addresses of a family that come on top of others. After are all that are allowed then.
func (c Classes) look(f Family, come, after Spans) view {
	if len(come) == 0 {
		return view{}
	}
	v := view{peers: after.touching(come)}
	if c.private[f].covers(come) {
		if !c.private[f].covers(v.peers) {
			v.peers = come
		}
		v.class = Private
		return v
	}
	v.class = Public
	switch {
	case after.covers(c.internet[f]) && come.meets(c.internet[f]):
		v.class = Internet
	case v.peers.atLeast(c.wide[f]) && c.public(v.peers, f).atLeast(c.wide[f]):
		v.class = Wide
	}
	return v
}

// Class says how far some peers reach who all come.
func (c Classes) Class(p Peers) Class {
	var far Class
	for _, f := range families {
		far = max(far, c.look(f, p.addresses[f], p.addresses[f]).class)
	}
	return far
}
