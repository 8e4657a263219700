package network

import (
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/netset"
	"github.com/planfmt/planfmt/internal/meaning/table"
)

// The directions of traffic.
const (
	in  = "in"
	out = "out"
)

// side reads the rules of an object before or after a change.
type side struct {
	reader *Reader
	from   leaf.Side
	pieces []piece
}

// scalar is the value at a path; an empty text is none.
func (s *side) scalar(from leaf.Node, path string) leaf.Node {
	node, _ := s.from.Scalar(from, path)
	if text, ok := node.Text(); ok && text == "" {
		return leaf.Node{}
	}
	return node
}

// read adds the pieces of an entry. everyone says that the object lets everyone in, whatever it says.
func (s *side) read(e table.Network, number int, everyone bool) {
	first := len(s.pieces)
	if everyone {
		s.everyone(e, e.Direction.Is)
	} else if s.from.Exists() {
		s.readRules(e)
	}
	for i := range s.pieces[first:] {
		s.pieces[first+i].entry = number
	}
}

// everyone adds one piece in which everyone may do everything that the entry is about.
func (s *side) everyone(e table.Network, direction string, why ...leaf.Node) {
	if direction == "" {
		direction = in // a rule would say which; there is none
	}
	for _, c := range s.channels(table.Network{Protocol: table.Term{Is: e.Protocol.Is}, Ports: table.Ports{Is: e.Ports.Is}}, leaf.Node{}) {
		s.pieces = append(s.pieces, piece{
			direction: direction, channel: c, peer: peerPart{peers: netset.Everyone()}, rank: maxRank, why: why, rule: s.from.Root,
			beside: everybody(),
		})
	}
}

// maxRank is the rank of what no rule matches.
const maxRank = int(^uint(0) >> 1)

func (s *side) readRules(e table.Network) {
	rules := []leaf.Node{s.from.Root}
	if e.Rules != "." {
		rules = s.from.Root.Walk(e.Rules)
	}
	for i, rule := range rules {
		s.readRule(e, i, rule)
	}
	s.readRest(e, len(rules) == 0)
}

// readRest adds what happens to what no rule matches.
func (s *side) readRest(e table.Network, empty bool) {
	meaning, why := s.choose(e.Rest, s.from.Root)
	switch {
	case meaning == "allow" || meaning == "" && len(why) == 0 && empty && e.EmptyIsEveryone:
		s.everyone(e, e.Direction.Is)
	case len(why) > 0:
		s.everyone(e, e.Direction.Is, why...)
	}
}

// readRule adds the pieces of a rule: each of its protocols and ranges of ports, with the known and with the open peers.
func (s *side) readRule(e table.Network, ordinal int, rule leaf.Node) {
	counts, why := s.counts(e, rule)
	if !counts {
		return
	}
	p := piece{part: e.Part, rule: rule, ordinal: ordinal, rank: ordinal}
	p.effect, why = s.effectOf(e, rule, why)
	if narrowed := s.narrowed(e, rule); len(narrowed) > 0 {
		if p.effect == denies {
			return // who it is about may come in some other way
		}
		why = why.and(narrowed...)
	}
	if e.Priority != "" {
		p.rank, p.ranked = s.rankOf(e.Priority, rule)
	}
	directions, openDirection := s.directionsOf(e, rule)
	why = why.and(openDirection...)
	for _, direction := range directions {
		p.direction, p.beside = direction, s.besideOf(e, direction, rule)
		for _, c := range s.channels(e, rule) {
			for _, peer := range s.peersOf(e, direction, rule) {
				p.channel, p.peer = c, peer
				p.why = unique(why.and(c.why...).and(peer.why...))
				s.pieces = append(s.pieces, p)
			}
		}
	}
}

// besideOf reads whom on one's own side a rule is about.
func (s *side) besideOf(e table.Network, direction string, rule leaf.Node) beside {
	if !e.Beside {
		return everybody()
	}
	other := in
	if direction == in {
		other = out
	}
	r := &peerReader{side: s, rule: rule}
	r.read(e.Peers[other], false)
	var b beside
	for _, part := range r.parts() {
		b.peers, b.why = netset.Union(b.peers, part.peers), b.why.and(part.why...)
	}
	return b
}

// narrowed are the parts of a rule that say more of whom it is about than is read here.
func (s *side) narrowed(e table.Network, rule leaf.Node) reasons {
	var all reasons
	for _, path := range e.Narrowed {
		all = all.and(s.from.Walk(rule, path)...)
	}
	return all
}

// unique leaves out parts that are there already: a rule that is open as a whole is why for each of its parts.
func unique(all reasons) reasons {
	var out reasons
	seen := map[string]bool{}
	for _, n := range all {
		if path := n.Path(); !seen[path] {
			seen[path] = true
			out = append(out, n)
		}
	}
	return out
}

// counts says whether all that a rule needs is so. What is open is why it may or may not count.
func (s *side) counts(e table.Network, rule leaf.Node) (bool, reasons) {
	var all reasons
	for _, m := range e.When {
		yes, why := s.matches(m, rule)
		if !yes && len(why) == 0 {
			return false, nil
		}
		all = all.and(why...)
	}
	return true, all
}

// matches says whether an attribute has one of some values; why it may have is not empty if that is open.
func (s *side) matches(m table.Match, rule leaf.Node) (yes bool, why reasons) {
	nodes := s.from.Walk(rule, m.At)
	if len(nodes) == 0 {
		return m.HasDefault && isExactly(m.Is, m.Default), nil
	}
	for _, n := range nodes {
		text, ok := n.Text()
		switch {
		case n.IsOpen():
			why = why.and(n)
		case ok && isWord(m.Is, text):
			return true, nil
		}
	}
	return false, why
}

// choose says what the value of an attribute means: "" if nothing is said, with the reasons if that is open.
func (s *side) choose(c table.Choice, rule leaf.Node) (string, reasons) {
	if c.Is != "" || c.At == "" {
		return c.Is, nil
	}
	node := s.scalar(rule, c.At)
	text, ok := node.Text()
	switch {
	case node.IsAbsent():
		return c.Default, nil
	case !ok:
		return "", reasons{node}
	}
	for _, one := range c.Cases {
		if isWord(one.Values, text) {
			return one.Meaning, nil
		}
	}
	if c.Other == "unknown" {
		return "", reasons{node}
	}
	return c.Other, nil
}

func (s *side) effectOf(e table.Network, rule leaf.Node, why reasons) (effect, reasons) {
	if e.Effect.Is == "" && e.Effect.At == "" {
		return allows, why
	}
	meaning, open := s.choose(e.Effect, rule)
	switch meaning {
	case "allow":
		return allows, why
	case "deny":
		return denies, why
	}
	if len(open) == 0 {
		open = reasons{rule}
	}
	return maybe, why.and(open...)
}

// directionsOf are one direction, or both with the reasons. A value that nobody knows is none.
func (s *side) directionsOf(e table.Network, rule leaf.Node) ([]string, reasons) {
	meaning, open := s.choose(e.Direction, rule)
	switch {
	case meaning != "":
		return []string{meaning}, nil
	case len(open) == 0:
		open = reasons{rule}
	}
	return []string{in, out}, open
}

func (s *side) rankOf(path string, rule leaf.Node) (int, reasons) {
	node := s.scalar(rule, path)
	if rank, ok := number(node); ok {
		return rank, nil
	}
	if node.IsAbsent() {
		node = rule
	}
	return 0, reasons{node}
}
