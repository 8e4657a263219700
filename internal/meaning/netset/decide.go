package netset

import "slices"

// decider finds out whom ordered rules allow. It sorts the boundaries of all addresses once, and walks them again for each
// piece of ports: with n pieces and m prefixes, that is n walks of m steps.
type decider struct {
	rules  []Rule
	meter  *Meter
	events [2][]event // of all rules, sorted; by Family
	size   [2]int     // of what was allowed at the piece of ports before, to have as much room for the next one
}

// event is where the addresses of a rule begin or end.
type event struct {
	at   Addr
	rule int32
	ends bool // at is the first address that is not the rule's any more
}

func newDecider(rules []Rule, m *Meter) *decider {
	d := &decider{rules: rules, meter: m}
	all := make([]int, len(rules))
	for i := range rules {
		all[i] = i
	}
	for _, f := range families {
		d.events[f] = d.collect(f, all)
	}
	return d
}

// collect are the sorted boundaries of some rules.
func (d *decider) collect(f Family, rules []int) []event {
	var out []event
	for _, i := range rules {
		for _, s := range d.rules[i].Peers.addresses[f] {
			out = append(out, event{at: s.From, rule: int32(i)})
			if s.To != f.last() {
				out = append(out, event{at: s.To.next(), rule: int32(i), ends: true})
			}
		}
	}
	d.meter.Steps += len(out)
	slices.SortFunc(out, func(a, b event) int { return a.at.compare(b.at) })
	return out
}

// rows are who may use which ports of a protocol; AllProtocols stands for those that no rule names.
func (d *decider) rows(protocol int) []row {
	var of []int
	var starts []int
	for i, r := range d.rules {
		if r.Protocol == AllProtocols || r.Protocol == protocol {
			of = append(of, i)
			starts = append(starts, int(r.Ports.From), int(r.Ports.To)+1)
		}
	}
	var out []row
	for _, ports := range pieces(starts) {
		if d.meter.Over() {
			break
		}
		out = appendRow(out, row{ports, d.peers(d.at(of, ports))})
	}
	return out
}

// at are the rules, of some, that are about a piece of ports.
func (d *decider) at(rules []int, ports Ports) []int {
	d.meter.Steps += len(rules)
	var out []int
	for _, i := range rules {
		if r := d.rules[i].Ports; r.From <= ports.From && ports.To <= r.To {
			out = append(out, i)
		}
	}
	return out
}

// peers are whom some rules allow together.
func (d *decider) peers(rules []int) Peers {
	var out Peers
	for _, f := range families {
		out.addresses[f] = d.addresses(f, rules)
	}
	var denied Names
	for _, i := range rules {
		names := d.rules[i].Peers.names
		if d.rules[i].Deny {
			denied = denied.combine(names, named.union)
			continue
		}
		out.names = out.names.combine(names.combine(denied, named.minus), named.union)
	}
	return out
}

func (d *decider) addresses(f Family, rules []int) Spans {
	if len(rules) == 1 {
		if d.rules[rules[0]].Deny {
			return nil
		}
		return d.rules[rules[0]].Peers.addresses[f]
	}
	events := d.eventsOf(f, rules)
	d.meter.Steps += len(events)
	walk := walker{d: d, open: newOrder(len(d.rules)), takesPart: d.marked(rules), out: make(Spans, 0, d.size[f])}
	for _, e := range events {
		if walk.takesPart[e.rule] {
			walk.step(e)
		}
	}
	allowed := walk.finish(f)
	d.size[f] = len(allowed)
	return allowed
}

// eventsOf are the boundaries of some rules, maybe among others: to sort a few again is less than to walk over all.
func (d *decider) eventsOf(f Family, rules []int) []event {
	n := 0
	for _, i := range rules {
		n += 2 * len(d.rules[i].Peers.addresses[f])
	}
	if 16*n < len(d.events[f]) {
		return d.collect(f, rules)
	}
	return d.events[f]
}

func (d *decider) marked(rules []int) []bool {
	out := make([]bool, len(d.rules))
	for _, i := range rules {
		out[i] = true
	}
	return out
}

// walker goes up the addresses and knows which rules are about the one that it stands at.
type walker struct {
	d         *decider
	takesPart []bool
	open      order
	at        Addr
	begun     bool // some event was seen
	out       Spans
}

func (w *walker) step(e event) {
	if w.begun && w.at != e.at {
		w.add(e.at.previous())
	}
	w.at, w.begun = e.at, true
	w.open.set(int(e.rule), !e.ends)
}

// add says what the open rules decide about the addresses up to one.
func (w *walker) add(to Addr) {
	if first := w.open.first(); first >= 0 && !w.d.rules[first].Deny {
		w.out = w.out.append(Span{w.at, to})
	}
}

func (w *walker) finish(f Family) Spans {
	if w.begun {
		w.add(f.last())
	}
	return w.out
}
