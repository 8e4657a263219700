package network

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/table"
	"github.com/planfmt/planfmt/values"
)

// paths are what an entry reads of an object.
func paths(e table.Network) []string {
	var all []string
	if e.Rules != "." {
		all = append(all, e.Rules)
	}
	for _, path := range append(parts(e), peerPaths(e, slices.Sorted(maps.Keys(e.Peers)))...) {
		switch rest, fromObject := strings.CutPrefix(path, "^"); {
		case fromObject:
			all = append(all, rest)
		case e.Rules == "." && path != "":
			all = append(all, path)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// changedPaths are those that are written differently on both sides: values, and blocks that come or go.
func (c *comparison) changedPaths(e table.Network) []string {
	all := slices.DeleteFunc(paths(e), func(path string) bool { return !c.changedAt(path) })
	for _, block := range []string{e.Only, e.EveryoneIfNo} {
		if block != "" && c.comesOrGoes(block) {
			all = append(all, block)
		}
	}
	return all
}

func (c *comparison) comesOrGoes(block string) bool {
	before, after := c.before.from.Root.Walk(block), c.after.from.Root.Walk(block)
	return (len(before) > 0) != (len(after) > 0) || slices.ContainsFunc(slices.Concat(before, after), leaf.Node.IsOpen)
}

// parts are the paths of a rule, as the table has them, but for those of peers.
func parts(e table.Network) []string {
	all := []string{e.Direction.At, e.Effect.At, e.Rest.At, e.Priority, e.Protocol.At, e.Ports.From, e.Ports.To, e.ICMPType, e.ICMPCode}
	all = append(all, e.Ports.List...)
	for _, m := range e.When {
		all = append(all, m.At)
	}
	if e.EveryoneIf != nil {
		all = append(all, e.EveryoneIf.At)
	}
	if e.PortsIn != nil {
		all = append(all, e.PortsIn.List)
	}
	if e.PeersIn != nil {
		all = append(all, e.PeersIn.List)
	}
	return all
}

// peerPaths are the paths of the peers of some directions; "" is for both.
func peerPaths(e table.Network, directions []string) []string {
	var all []string
	for _, direction := range directions {
		p := e.Peers[direction]
		all = append(all, slices.Concat(p.CIDR, p.Group, p.List, p.Tag, []string{p.Self, p.RangeFrom, p.RangeTo})...)
	}
	return all
}

// changed says whether anything that an entry reads is written differently on both sides.
func (c *comparison) changed(e table.Network) bool {
	return !c.bothExist() || len(c.changedPaths(e)) > 0
}

func (c *comparison) changedAt(path string) bool {
	top, _, _ := strings.Cut(path, ".")
	if !leaf.Differs(c.before.from.Root.Member(top), c.after.from.Root.Member(top)) {
		return false
	}
	return !leaf.SameInOrder(c.before.from.Root.Walk(path), c.after.from.Root.Walk(path))
}

// at are the attributes that facts of a direction are about: those that changed, of the entries that say something about it.
func (c *comparison) at(direction string) []string {
	var all []string
	for i, e := range c.entries {
		says := func(p piece) bool { return p.entry == i && p.direction == direction }
		if slices.ContainsFunc(c.before.pieces, says) || slices.ContainsFunc(c.after.pieces, says) {
			all = append(all, c.changedPaths(e)...)
		}
	}
	if len(all) == 0 {
		// What is not there says something, too.
		all = append(all, cmp.Or(c.entries[0].EveryoneIfNo, c.entries[0].Only, c.entries[0].Rules))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// sameMeaning adds that attributes are only written differently, if nothing comes or goes of what they say, and nothing that nobody reads
// here changed within them.
func (c *comparison) sameMeaning(quiet map[string]bool) {
	if !c.bothExist() {
		return
	}
	var all []string
	for i, e := range c.entries {
		if c.isQuiet(i, quiet) && !c.skipped[i] && !c.restChanged(e) && !c.openChanged(i) {
			all = append(all, c.changedPaths(e)...)
		}
	}
	if len(all) > 0 {
		slices.Sort(all)
		c.facts = append(c.facts, fact.Fact{Kind: fact.Routine, Severity: fact.NoMatter, What: fact.SameMeaning, At: slices.Compact(all)})
	}
}

// isQuiet says whether no fact is about what an entry says. If it says nothing, no fact may be about anything.
func (c *comparison) isQuiet(entry int, quiet map[string]bool) bool {
	own := false
	for _, p := range slices.Concat(c.before.pieces, c.after.pieces) {
		if p.entry == entry && !quiet[p.direction] {
			return false
		}
		own = own || p.entry == entry
	}
	return own || quiet[in] && quiet[out]
}

// openChanged says whether something that is open in an entry came or went: what that means is not known.
func (c *comparison) openChanged(entry int) bool {
	changed := func(has func(piece) bool) func(piece) bool {
		return func(p piece) bool { return p.entry == entry && p.isOpen() && !has(p) }
	}
	return slices.ContainsFunc(c.before.pieces, changed(c.isKept)) || slices.ContainsFunc(c.after.pieces, changed(c.hasTwin))
}

// restChanged says whether rules differ in something that this room does not read, such as the addresses on this side of a rule. To say
// then that they mean the same would be wrong.
func (c *comparison) restChanged(e table.Network) bool {
	return e.Rules != "." && !maps.Equal(c.before.unread(e), c.after.unread(e))
}

// unread is what is not read of rules, each kind of it once.
func (s *side) unread(e table.Network) map[string]bool {
	all := map[string]bool{}
	for _, rule := range s.from.Root.Walk(e.Rules) {
		directions, _ := s.directionsOf(e, rule)
		read := append(parts(e), peerPaths(e, append(directions, ""))...)
		var rest strings.Builder
		for name, m := range rule.Members() {
			isRead := func(path string) bool { return path == name || strings.HasPrefix(path, name+".") }
			if text := restText(m); text != "" && !slices.ContainsFunc(read, isRead) && !slices.Contains(s.reader.routine, name) {
				rest.WriteString(name + "=" + text + "\n")
			}
		}
		for _, n := range s.narrowed(e, rule) {
			rest.WriteString(restText(n))
		}
		if rest.Len() > 0 {
			all[rest.String()] = true
		}
	}
	return all
}

// restText is the text of a value that matters: not of what is empty, and not of what stands for everything.
func restText(n leaf.Node) string {
	v, ok := n.Value()
	switch {
	case n.HasOpen():
		return n.Path()
	case !ok, v.Kind() == values.String && (v.Text() == "" || v.Text() == "*"), v.Len() == 0 && (v.Kind() == values.Array || v.Kind() == values.Object):
		return ""
	}
	return v.JSON()
}

// isKept says that a piece from before is still there, as the diff shows: its rule is, or what is open in it.
func (c *comparison) isKept(p piece) bool {
	return slices.ContainsFunc(c.after.pieces, func(q piece) bool {
		return !leaf.Differs(p.rule, q.rule) ||
			len(p.why) > 0 && !slices.ContainsFunc(p.why, func(n leaf.Node) bool { return !leaf.HasTwin(n, q.why) })
	})
}

// hasTwin says that the same piece was there before: all that is known of it is equal, and the diff shows that what is hidden is, too.
func (c *comparison) hasTwin(p piece) bool {
	return slices.ContainsFunc(c.before.pieces, func(q piece) bool {
		return p.direction == q.direction && p.effect == q.effect && p.rank == q.rank && p.protocol == q.protocol && p.ports == q.ports && p.written == q.written &&
			p.openProtocol == q.openProtocol && p.openPorts == q.openPorts && p.peer.named == q.peer.named && p.peer.kind == q.peer.kind &&
			len(p.why) == len(q.why) && !slices.ContainsFunc(p.why, func(n leaf.Node) bool { return !leaf.HasTwin(n, q.why) })
	})
}
