package network_test

import (
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/network"
	"github.com/planfmt/planfmt/internal/meaning/table"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/values"
)

// drawn is a rule before it is written down. What is in open is known only after apply; the field has the value that it gets then.
type drawn struct {
	deny     bool
	priority int
	protocol string // tcp, udp, or all
	from, to int
	prefixes []string
	groups   []string
	own      string   // whom on one's own side it is about: *, or an address
	open     []string // deny, priority, protocol, ports, prefixes, groups, own, rule
}

// dialect writes rules as a provider has them.
type dialect struct {
	typ     string
	ordered bool
	attr    string
	fields  func(d drawn) map[string]string // by what is open with them: the field as JSON
}

func list(texts []string) string {
	quoted := make([]string, len(texts))
	for i, t := range texts {
		quoted[i] = strconv.Quote(t)
	}
	return "[" + strings.Join(quoted, ",") + "]"
}

func word(yes bool, a, b string) string {
	if yes {
		return strconv.Quote(a)
	}
	return strconv.Quote(b)
}

func dialects() []dialect {
	return []dialect{
		{"aws_security_group", false, "ingress", func(d drawn) map[string]string {
			protocol := d.protocol
			if protocol == "all" {
				protocol = "-1"
			}
			var v4, v6 []string
			for _, p := range d.prefixes {
				if strings.Contains(p, ":") {
					v6 = append(v6, p)
				} else {
					v4 = append(v4, p)
				}
			}
			return map[string]string{
				"protocol protocol": strconv.Quote(protocol), "ports from_port": strconv.Itoa(d.from), "ports to_port": strconv.Itoa(d.to),
				"prefixes cidr_blocks": list(v4), "prefixes ipv6_cidr_blocks": list(v6), "groups security_groups": list(d.groups), " self": "false",
			}
		}},
		{"azurerm_network_security_group", true, "security_rule", func(d drawn) map[string]string {
			protocol := map[string]string{"tcp": "Tcp", "udp": "Udp", "all": "*"}[d.protocol]
			ports := fmt.Sprintf("%d-%d", d.from, d.to)
			if d.protocol == "all" {
				ports = "*"
			}
			return map[string]string{
				"deny access": word(d.deny, "Deny", "Allow"), "priority priority": strconv.Itoa(d.priority), "protocol protocol": strconv.Quote(protocol),
				"ports destination_port_range": strconv.Quote(ports), "prefixes source_address_prefixes": list(d.prefixes),
				"groups source_application_security_group_ids": list(d.groups), " direction": `"Inbound"`,
				"own destination_address_prefix": strconv.Quote(d.own),
			}
		}},
	}
}

// write gives the object and what of it is unknown, as plans have them. full writes what is open, too.
func (d dialect) write(rules []drawn, full bool) leaf.Side {
	var all, unknown []string
	for _, r := range rules {
		if slices.Contains(r.open, "rule") && !full {
			all, unknown = append(all, "null"), append(unknown, "true")
			continue
		}
		var fields, open []string
		for key, text := range d.fields(r) {
			what, name, _ := strings.Cut(key, " ")
			if slices.Contains(r.open, what) && !full {
				open = append(open, fmt.Sprintf("%q:true", name))
				continue
			}
			fields = append(fields, fmt.Sprintf("%q:%s", name, text))
		}
		all, unknown = append(all, "{"+strings.Join(fields, ",")+"}"), append(unknown, "{"+strings.Join(open, ",")+"}")
	}
	object := func(elems []string) values.Value {
		return values.Of(fmt.Sprintf("{%q:[%s]}", d.attr, strings.Join(elems, ",")))
	}
	return leaf.NewSide(leaf.Source{Value: object(all), Unknown: values.UnknownFlags(object(unknown))})
}

// point is one connection that somebody tries.
type point struct {
	protocol string
	port     int
	address  netip.Addr // or
	group    string
}

func (d drawn) has(p point) bool {
	if d.protocol != "all" && (d.protocol != p.protocol || p.port < d.from || p.port > d.to) {
		return false
	}
	if p.group != "" {
		return slices.Contains(d.groups, p.group)
	}
	return inAny(d.prefixes, p.address)
}

func inAny(prefixes []string, a netip.Addr) bool {
	return slices.ContainsFunc(prefixes, func(text string) bool { return netip.MustParsePrefix(text).Contains(a) })
}

func (d dialect) allows(rules []drawn, p point) bool {
	if d.ordered {
		rules = slices.SortedFunc(slices.Values(rules), func(a, b drawn) int { return a.priority - b.priority })
	}
	for _, own := range []string{"10.0.0.4", "10.0.0.5", "another one"} {
		i := slices.IndexFunc(rules, func(r drawn) bool { return (r.own == "*" || r.own == own) && r.has(p) })
		if i >= 0 && !rules[i].deny {
			return true
		}
	}
	return false
}

type drawer struct{ *rand.Rand }

func (d drawer) prefix() string {
	return []string{
		"0.0.0.0/0", "10.0.0.0/8", "10.0.0.0/9", "10.128.0.0/9", "203.0.113.0/24", "203.0.113.7/32", "128.0.0.0/1", "::/0", "2001:db8::/32", "192.168.0.0/16",
	}[d.IntN(10)]
}

func (d drawer) rule(denials bool, priority int) drawn {
	r := drawn{priority: priority, protocol: []string{"tcp", "tcp", "udp", "all"}[d.IntN(4)], from: d.IntN(8), deny: denials && d.IntN(3) == 0}
	r.to, r.own = r.from+d.IntN(4), "*"
	if denials && d.IntN(4) == 0 {
		r.own = fmt.Sprint("10.0.0.", 4+d.IntN(2))
	}
	for range d.IntN(3) {
		r.prefixes = append(r.prefixes, d.prefix())
	}
	if d.IntN(3) == 0 {
		r.groups = []string{fmt.Sprint("sg-", d.IntN(2))}
	}
	return r
}

func (d drawer) rules(denials bool) []drawn {
	var all []drawn
	for _, priority := range d.Perm(d.IntN(5)) {
		all = append(all, d.rule(denials, 100+priority))
	}
	return all
}

// opened are some rules of which parts are known only after apply.
func (d drawer) opened(rules []drawn, ordered bool) []drawn {
	parts := []string{"protocol", "ports", "prefixes", "groups", "rule"}
	if ordered {
		parts = append(parts, "deny", "priority", "own")
	}
	all := slices.Clone(rules)
	for i := range all {
		for d.IntN(3) == 0 {
			all[i].open = append(slices.Clone(all[i].open), parts[d.IntN(len(parts))])
		}
	}
	return all
}

// known draws other values for what is open: what may come out in the end.
func (d drawer) known(rules []drawn, denials bool) []drawn {
	all := slices.Clone(rules)
	for i, r := range all {
		other := d.rule(denials, 0)
		for _, part := range r.open {
			switch part {
			case "protocol":
				all[i].protocol = other.protocol
			case "ports":
				all[i].from, all[i].to = other.from, other.to
			case "prefixes":
				all[i].prefixes = other.prefixes
			case "groups":
				all[i].groups = other.groups
			case "deny":
				all[i].deny = other.deny
			case "own":
				all[i].own = other.own
			case "priority":
				all[i].priority = 90 + d.IntN(20)
			case "rule":
				other.open, other.priority = r.open, 90+d.IntN(20)
				all[i] = other
			}
		}
	}
	return all
}

func (d drawer) point() point {
	p := point{protocol: []string{"tcp", "udp", "47"}[d.IntN(3)], port: d.IntN(12)}
	if d.IntN(6) == 0 {
		p.group = fmt.Sprint("sg-", d.IntN(2))
		return p
	}
	prefix := netip.MustParsePrefix(d.prefix())
	p.address = prefix.Addr()
	if d.IntN(2) == 0 {
		p.address = p.address.Next()
	}
	return p
}

// says says whether a fact is about a point. What it does not know counts as everything.
func says(f fact.Fact, p point) bool {
	t := f.Traffic
	// A protocol that is unknown may be one for which ports do not count.
	if t.Protocol != "unknown" && (t.Protocol != "all" && t.Protocol != p.protocol || !hasPort(t.Ports, p.port)) {
		return false
	}
	switch {
	case len(t.Peers) == 0:
		return t.Peer == fact.PeerUnknown || t.Peer == fact.PeerGroup && p.group != ""
	case t.Peer == fact.PeerGroup:
		return t.Peers[0] == p.group
	}
	return p.group == "" && inAny(t.Peers, p.address) && !inAny(t.Except, p.address) && !inAny(t.Was, p.address)
}

func hasPort(text string, port int) bool {
	if text == "all" || text == "unknown" {
		return true
	}
	from, to, ranged := strings.Cut(text, "-")
	if !ranged {
		to = from
	}
	a, _ := strconv.Atoi(from)
	b, _ := strconv.Atoi(to)
	return a <= port && port <= b
}

// tells says whether facts tell that a point comes, or goes. All protocols are all but those that have facts of their own.
func tells(facts []fact.Fact, kind fact.Kind, p point, which func(fact.Fact) bool) bool {
	return slices.ContainsFunc(facts, func(f fact.Fact) bool { return f.Kind == kind && which(f) && says(f, p) })
}

func isCertain(f fact.Fact) bool { return f.Certainty == fact.Certain }
func isAny(fact.Fact) bool       { return true }

func rounds() int {
	if sampling.Full() {
		return 5000
	}
	return 5000 / sampling.Share()
}

// reader reads by the table that is built in.
type reader struct {
	*network.Reader
	table *table.Table
}

func newReader() reader {
	t := table.Default()
	return reader{network.NewReader(t), t}
}

func (r reader) facts(typ string, before, after leaf.Side) []fact.Fact {
	entry, _ := r.table.Lookup(typ)
	return r.Facts(entry.Network, before, after)
}

// TestFactsAgainstMembership compares what facts say of drawn rules with what an evaluator of the test's own says, for 20 points each.
func TestFactsAgainstMembership(t *testing.T) {
	d := drawer{rand.New(rand.NewPCG(5, 6))}
	r := newReader()
	for round := range rounds() {
		for _, dialect := range dialects() {
			before, after := d.rules(dialect.ordered), d.rules(dialect.ordered)
			facts := r.facts(dialect.typ, dialect.write(before, true), dialect.write(after, true))
			for range 20 {
				p := d.point()
				was, is := dialect.allows(before, p), dialect.allows(after, p)
				opens, closes := tells(facts, fact.Opens, p, isCertain), tells(facts, fact.Closes, p, isCertain)
				exact := !hasAll(before) && !hasAll(after)
				if is && !was && !opens || was && !is && !closes || exact && (opens && (was || !is) || closes && (is || !was)) {
					t.Fatalf("round %d, %s: %+v was %v, is %v; opens %v, closes %v\nbefore %+v\nafter %+v\n%s", round, dialect.typ, p, was, is, opens, closes, before, after, said(facts))
				}
			}
		}
	}
}

func hasAll(rules []drawn) bool {
	return slices.ContainsFunc(rules, func(r drawn) bool { return r.protocol == "all" })
}

func said(facts []fact.Fact) string {
	var all []string
	for _, f := range facts {
		line := fmt.Sprint(f.Kind, f.Certainty, f.Because, f.At)
		if f.Traffic != nil {
			line += fmt.Sprintf(" %+v", *f.Traffic)
		}
		all = append(all, line)
	}
	return strings.Join(all, "\n")
}

// TestUnknownPartsTakeNothingAway makes parts of rules unknown, and draws what they may become. Whatever that is: what is certain holds, and
// what comes is said, if only as possible.
func TestUnknownPartsTakeNothingAway(t *testing.T) {
	d := drawer{rand.New(rand.NewPCG(7, 8))}
	r := newReader()
	for round := range rounds() {
		for _, dialect := range dialects() {
			before, after := d.rules(dialect.ordered), d.opened(d.rules(dialect.ordered), dialect.ordered)
			facts := r.facts(dialect.typ, dialect.write(before, true), dialect.write(after, false))
			for range 10 {
				final, p := d.known(after, dialect.ordered), d.point()
				was, is := dialect.allows(before, p), dialect.allows(final, p)
				exact := !hasAll(before) && !hasAll(final)
				missed := is && !was && !tells(facts, fact.Opens, p, isAny)
				wrong := exact && (tells(facts, fact.Opens, p, isCertain) && (was || !is) || tells(facts, fact.Closes, p, isCertain) && (is || !was))
				if missed || wrong {
					t.Fatalf("round %d, %s: %+v was %v, is %v; missed %v\nbefore %+v\nafter %+v\nfinal %+v\n%s", round, dialect.typ, p, was, is, missed, before, after, final, said(facts))
				}
			}
		}
	}
}

// TestFactsDoNotDependOnWriting reorders rules, divides them, and writes them twice: the facts stay the same.
func TestFactsDoNotDependOnWriting(t *testing.T) {
	d := drawer{rand.New(rand.NewPCG(9, 10))}
	r := newReader()
	sg := dialects()[0]
	for round := range rounds() {
		before, after := d.rules(false), d.rules(false)
		want := said(r.facts(sg.typ, sg.write(before, true), sg.write(after, true)))
		got := r.facts(sg.typ, sg.write(d.divided(before), true), sg.write(d.divided(after), true))
		got = slices.DeleteFunc(got, func(f fact.Fact) bool { return f.Kind == fact.Routine })
		if said(got) != want && !strings.Contains(want, "routine") {
			t.Fatalf("round %d:\nbefore %+v\nafter %+v\n%s\n---\n%s", round, before, after, want, said(got))
		}
		again := r.facts(sg.typ, sg.write(before, true), sg.write(d.divided(before), true))
		if slices.ContainsFunc(again, func(f fact.Fact) bool { return f.Kind != fact.Routine }) {
			t.Fatalf("round %d: %+v: %s", round, before, said(again))
		}
	}
}

func (d drawer) divided(rules []drawn) []drawn {
	var all []drawn
	for _, r := range rules {
		low, high := r, r
		switch d.IntN(3) {
		case 0:
			low.prefixes, high.prefixes = nil, slices.Clone(r.prefixes)
			slices.Reverse(high.prefixes)
		case 1:
			if low.to = r.from + (r.to-r.from)/2; low.to < r.to {
				high.from = low.to + 1
			}
		}
		all = append(all, low, high)
	}
	d.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}
