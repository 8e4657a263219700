package network

import (
	"slices"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/netset"
	"github.com/planfmt/planfmt/internal/meaning/table"
)

// Facts says what a change opens and closes. Entries that are about the same service are one set: what one of them allows, another may have
// allowed before.
func (r *Reader) Facts(entries []table.Network, before, after leaf.Side) []fact.Fact {
	var all []fact.Fact
	for len(entries) > 0 {
		first := entries[0]
		var same, rest []table.Network
		for _, e := range entries {
			if e.Service == first.Service && e.Web == first.Web && e.Severity == first.Severity && e.Created == first.Created {
				same = append(same, e)
			} else {
				rest = append(rest, e)
			}
		}
		all = append(all, r.factsOf(same, before, after)...)
		entries = rest
	}
	return all
}

// comparison is one service of one object, before and after.
type comparison struct {
	reader        *Reader
	entries       []table.Network
	before, after *side
	meter         *netset.Meter
	facts         []fact.Fact
	skipped       map[int]bool // entries of which nothing is said
}

func (r *Reader) factsOf(entries []table.Network, before, after leaf.Side) []fact.Fact {
	c := &comparison{
		reader: r, entries: entries, before: &side{reader: r, from: before}, after: &side{reader: r, from: after},
		meter: &netset.Meter{Limit: r.maxSteps}, skipped: map[int]bool{},
	}
	if !slices.ContainsFunc(entries, c.changed) {
		return nil
	}
	for i, e := range entries {
		c.read(i, e)
	}
	quiet := map[string]bool{}
	for _, direction := range []string{in, out} {
		n := len(c.facts)
		c.compare(direction)
		quiet[direction] = len(c.facts) == n
	}
	if c.meter.Over() {
		return []fact.Fact{c.tooLarge()}
	}
	c.sameMeaning(quiet)
	return c.facts
}

// read reads an entry on both sides. If the block that it needs is on one side only, the other one lets everyone in, or nothing is said.
func (c *comparison) read(i int, e table.Network) {
	hadOnly, hasOnly := c.before.hasOnly(e), c.after.hasOnly(e)
	unsaid := e.Gone == "unsaid" && c.bothExist() && hadOnly != hasOnly
	if unsaid || !hadOnly && !hasOnly {
		c.skipped[i] = true
		return
	}
	c.before.read(e, i, c.before.from.Exists() && !hadOnly)
	gone := e.EveryoneIfGone && c.before.from.Exists() && !c.after.from.Exists()
	c.after.read(e, i, gone || c.after.from.Exists() && !hasOnly)
}

func (c *comparison) bothExist() bool { return c.before.from.Exists() && c.after.from.Exists() }

// hasOnly says whether the block is there without which an entry says nothing. An entry that needs none has it, if there is an object.
func (s *side) hasOnly(e table.Network) bool {
	return s.from.Exists() && (e.Only == "" || len(s.from.Root.Walk(e.Only)) > 0)
}

func (c *comparison) compare(direction string) {
	before, after := c.before.setsOf(direction, c.meter), c.after.setsOf(direction, c.meter)
	if c.meter.Over() {
		return
	}
	classes := c.reader.classes
	v := view{c: c, direction: direction, before: before, after: after}
	for _, o := range netset.Compare(after.certain, before.possible, before.certain, classes) {
		v.add(v.fact(fact.Opens, o))
	}
	if before.open || after.open {
		v.addUndecided()
	}
	for _, p := range after.pieces {
		v.addOpen(p)
	}
	if !before.denied.Empty() {
		for _, o := range netset.Compare(before.denied, after.mayDeny.Union(after.certain), netset.Set{}, classes) {
			v.add(v.possible(v.fact(fact.Opens, o), fact.BecauseDeny))
		}
	}
	for _, o := range netset.Compare(before.certain, after.possible, after.certain, classes) {
		v.add(v.fact(fact.Closes, o))
	}
	if !after.denied.Empty() {
		for _, o := range netset.Compare(after.denied, before.mayDeny.Union(before.certain), netset.Set{}, classes) {
			v.add(v.possible(v.fact(fact.Closes, o), fact.BecauseDeny))
		}
	}
}

// addUndecided adds what known rules allow, if an open rule may deny it, or if it may have been allowed before.
func (v *view) addUndecided() {
	known := v.before.certain.Union(v.after.certain.Minus(v.before.possible))
	for _, o := range netset.Compare(v.after.meant, known, v.before.certain, v.c.reader.classes) {
		why := v.reasons(o)
		if len(why) > 0 {
			v.add(v.undecided(v.fact(fact.Opens, o), why))
		}
	}
}

// reasons are the open parts that decide about an opening: of rules that may deny it then, and of rules that may have allowed it before.
func (v *view) reasons(o netset.Opening) reasons {
	var why reasons
	for _, p := range v.after.pieces {
		if !p.box().Meets(o) {
			continue
		}
		why = why.and(p.ranked...).and(p.beside.why...)
		if p.effect != allows {
			why = why.and(p.why...)
		}
	}
	for _, p := range v.before.pieces {
		if p.box().Meets(o) && !v.c.isKept(p) {
			why = why.and(p.why...).and(p.ranked...).and(p.beside.why...)
		}
	}
	return why
}

// addOpen adds what a piece may allow that is open itself: one fact, with what is known of it.
func (v *view) addOpen(p piece) {
	if p.certain() || p.effect == denies || v.isBoth(p) || v.c.hasTwin(p) {
		return
	}
	most := netset.FirstMatch([]netset.Rule{{Box: p.box()}}, v.c.meter).Intersect(v.after.possible)
	known := v.before.certain.Union(v.after.certain)
	if known.Covers(most) {
		return
	}
	for _, o := range netset.Compare(most, known, v.before.certain, v.c.reader.classes) {
		f := v.undecided(v.fact(fact.Opens, o), p.why)
		v.describe(&f, p)
		v.add(f)
	}
}

// isBoth says that the direction of a piece is open, and that it is told of the other one.
func (v *view) isBoth(p piece) bool {
	return v.direction == out && slices.ContainsFunc(v.c.after.pieces, func(q piece) bool {
		return q.direction == in && q.entry == p.entry && q.ordinal == p.ordinal
	})
}

func (c *comparison) tooLarge() fact.Fact {
	return fact.Fact{
		Kind: fact.Opens, Certainty: fact.Possible, Severity: fact.Caution, At: c.at(in), Because: []string{fact.BecauseTooLarge},
		Traffic: &fact.Traffic{Direction: in, Protocol: unknown, Ports: unknown, Peer: fact.PeerUnknown, Service: c.entries[0].Service},
	}
}
