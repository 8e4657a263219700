package network

import (
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/netset"
	"github.com/planfmt/planfmt/internal/meaning/table"
)

// channels are the protocols and ports of a rule.
func (s *side) channels(e table.Network, rule leaf.Node) []channel {
	if e.PortsIn != nil {
		return s.channelsIn(*e.PortsIn, rule)
	}
	c := s.protocolOf(e.Protocol, rule)
	switch {
	case c.openProtocol:
		return widened(s.withPorts(c, e, rule))
	case c.noProtocol, e.Ports.Always && c.protocol == netset.AllProtocols, s.reader.hasPorts(c.protocol):
		return s.withPorts(c, e, rule)
	case isICMP(c.protocol):
		return []channel{s.withTypes(c, e, rule)}
	}
	return []channel{c}
}

// widened are channels of a protocol that is open. It may turn out to be one for which ports do not count.
func widened(all []channel) []channel {
	for i := range all {
		all[i].written, all[i].ports = all[i].ports, netset.AllPorts()
	}
	return all
}

// protocolOf reads the protocol; all ports are its ports until somebody says otherwise.
func (s *side) protocolOf(t table.Term, rule leaf.Node) channel {
	all := channel{protocol: netset.AllProtocols, ports: netset.AllPorts()}
	if t.Is != "" {
		all.protocol, _ = s.reader.protocol(t.Is)
		return all
	}
	if t.At == "" {
		return all
	}
	node := s.scalar(rule, t.At)
	return s.withProtocol(all, node)
}

func (s *side) withProtocol(c channel, node leaf.Node) channel {
	if node.IsAbsent() {
		c.noProtocol = true
		return c
	}
	text, ok := node.Text()
	if protocol, known := s.reader.protocol(text); ok && known {
		c.protocol = protocol
		return c
	}
	c.openProtocol, c.why = true, c.why.and(node)
	return c
}

// withPorts adds the ports of a rule to its protocol: a channel for each range.
func (s *side) withPorts(c channel, e table.Network, rule leaf.Node) []channel {
	switch {
	case e.Ports.Is != "":
		c.ports, _ = parsePorts(e.Ports.Is)
		return []channel{c}
	case len(e.Ports.List) > 0:
		return s.listed(c, e.Ports.List, rule)
	case e.Ports.From != "":
		return []channel{s.fromTo(c, rule, e.Ports.From, e.Ports.To)}
	}
	return []channel{c}
}

func (s *side) listed(c channel, paths []string, rule leaf.Node) []channel {
	var out []channel
	for _, path := range paths {
		for _, node := range s.from.Walk(rule, path) {
			out = append(out, s.rangesAt(c, node)...)
		}
	}
	if len(out) == 0 {
		return []channel{c}
	}
	return out
}

// rangesAt reads a text such as 22, 8000-8010 or *.
func (s *side) rangesAt(c channel, node leaf.Node) []channel {
	text, ok := node.Text()
	if ok && text == "" {
		return nil
	}
	var out []channel
	for part := range strings.SplitSeq(text, ",") {
		one := c
		if ok {
			one.ports, ok = s.reader.parseRange(part)
		}
		if !ok {
			c.openPorts, c.ports, c.why = true, netset.AllPorts(), c.why.and(node)
			return []channel{c}
		}
		out = append(out, one)
	}
	return out
}

func (r *Reader) parseRange(text string) (netset.Ports, bool) {
	text = strings.TrimSpace(text)
	if isExactly(r.words.AllProtocols, text) {
		return netset.AllPorts(), true
	}
	return parsePorts(text)
}

// parsePorts reads 22 or 8000-8010.
func parsePorts(text string) (netset.Ports, bool) {
	from, to, ranged := strings.Cut(text, "-")
	if !ranged {
		to = from
	}
	a, errA := strconv.ParseUint(strings.TrimSpace(from), 10, 16)
	b, errB := strconv.ParseUint(strings.TrimSpace(to), 10, 16)
	return netset.Ports{From: uint16(a), To: uint16(b)}, errA == nil && errB == nil && a <= b
}

// fromTo reads the first and the last port. Without both, and with -1, it is every port; one of them alone is one port.
func (s *side) fromTo(c channel, rule leaf.Node, fromPath, toPath string) channel {
	from := s.scalar(rule, fromPath)
	to := s.scalar(rule, toPath)
	if from.IsAbsent() {
		from = to
	}
	if to.IsAbsent() {
		to = from
	}
	a, okA := number(from)
	b, okB := number(to)
	if okA && okB && a > 0 && b == 0 {
		b = a // some providers write 0 for an end that nobody gave
	}
	switch {
	case from.IsAbsent() || okA && a == -1 || okB && b == -1, c.noProtocol && okA && okB && a == 0 && b == 0:
		return c
	case okA && okB && 0 <= a && a <= b && b <= 65535:
		c.ports = netset.Ports{From: uint16(a), To: uint16(b)}
		return c
	}
	return c.withOpenPorts(from, okA, to, okB)
}

// withOpenPorts is for ports of which the first or the last is not known, or for two that are no range.
func (c channel) withOpenPorts(from leaf.Node, okFrom bool, to leaf.Node, okTo bool) channel {
	c.openPorts = true
	switch {
	case okFrom == okTo:
		c.why = c.why.and(from, to)
	case okFrom:
		c.why = c.why.and(to)
	default:
		c.why = c.why.and(from)
	}
	return c
}

func number(n leaf.Node) (int, bool) {
	text, ok := n.Text()
	if !ok {
		return 0, false
	}
	i, err := strconv.Atoi(text)
	return i, err == nil
}

// withTypes reads the type and the code of ICMP, which stand where the first and the last port do if they have no place of their own.
func (s *side) withTypes(c channel, e table.Network, rule leaf.Node) channel {
	typePath, codePath := e.ICMPType, e.ICMPCode
	if typePath == "" {
		typePath, codePath = e.Ports.From, e.Ports.To
	}
	if typePath == "" {
		return c
	}
	typeNode := s.scalar(rule, typePath)
	codeNode := s.scalar(rule, codePath)
	typ, okType := number(typeNode)
	code, okCode := number(codeNode)
	switch {
	case typeNode.IsAbsent() || okType && typ == -1:
		return c
	case !okType || typ < 0 || typ > 255:
		c.openPorts, c.why = true, c.why.and(typeNode)
		return c
	}
	c.ports = netset.Ports{From: uint16(typ << 8), To: uint16(typ<<8 | 255)}
	switch {
	case codeNode.IsAbsent() || okCode && code == -1:
	case okCode && code >= 0 && code <= 255:
		c.ports.From |= uint16(code)
		c.ports.To = c.ports.From
	default:
		c.openPorts, c.why = true, c.why.and(codeNode)
	}
	return c
}

// channelsIn reads a list of protocols and ports within a rule.
func (s *side) channelsIn(in table.PortsIn, rule leaf.Node) []channel {
	all := channel{protocol: netset.AllProtocols, ports: netset.AllPorts()}
	elems := s.from.Walk(rule, in.List)
	if len(elems) == 0 {
		return []channel{all}
	}
	var out []channel
	for _, e := range elems {
		c := all
		c.protocol, _ = s.reader.protocol(in.Default)
		protocol := s.scalar(e, in.Protocol)
		c = s.withProtocol(c, protocol)
		if port := s.scalar(e, in.Port); !port.IsAbsent() {
			c = s.fromTo(c, e, in.Port, in.End)
		}
		if c.openProtocol {
			out = append(out, widened([]channel{c})...)
		} else {
			out = append(out, c)
		}
	}
	return out
}
