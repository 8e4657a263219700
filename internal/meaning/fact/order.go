package fact

import (
	"cmp"
	"slices"
	"strings"
)

// Sort puts the facts of an object in their order: by severity, kind, certainty, and then by their members.
func Sort(all []Fact) { slices.SortStableFunc(all, Compare) }

// Compare compares two facts by rank.
func Compare(a, b Fact) int {
	if c := cmp.Compare(a.Severity, b.Severity); c != 0 {
		return c
	}
	return compareSaid(&a, &b)
}

// compareSaid compares what two facts say, however severe that is.
func compareSaid(a, b *Fact) int {
	if c := cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Certainty, b.Certainty), cmp.Compare(a.Change, b.Change)); c != 0 {
		return c
	}
	return cmp.Or(compareTraffic(a.Traffic, b.Traffic), compareRights(a.Rights, b.Rights),
		strings.Compare(a.What, b.What), strings.Compare(a.How, b.How), slices.Compare(a.At, b.At), strings.Compare(a.Name, b.Name),
		strings.Compare(a.From.JSON(), b.From.JSON()), strings.Compare(a.To.JSON(), b.To.JSON()), slices.Compare(a.Because, b.Because))
}

func compareTraffic(a, b *Traffic) int {
	if a == nil || b == nil {
		return compareNil(a == nil, b == nil)
	}
	return cmp.Or(strings.Compare(a.Direction, b.Direction), strings.Compare(a.Service, b.Service), strings.Compare(a.Protocol, b.Protocol),
		cmp.Compare(firstPort(a.Ports), firstPort(b.Ports)), strings.Compare(a.Ports, b.Ports), strings.Compare(string(a.Peer), string(b.Peer)),
		slices.Compare(a.Peers, b.Peers), slices.Compare(a.Except, b.Except), slices.Compare(a.Was, b.Was))
}

func compareRights(a, b *Rights) int {
	if a == nil || b == nil {
		return compareNil(a == nil, b == nil)
	}
	return cmp.Or(-cmp.Compare(len(a.Flags), len(b.Flags)), strings.Compare(a.Principal, b.Principal), slices.Compare(a.Actions, b.Actions),
		slices.Compare(a.Resources, b.Resources), strings.Compare(a.Scope, b.Scope), strings.Compare(string(a.Condition), string(b.Condition)),
		strings.Compare(a.As, b.As), strings.Compare(a.Holder, b.Holder))
}

// compareNil puts what there is before what there is not.
func compareNil(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// firstPort returns the first port of a range as a number, and a large number for what is none.
func firstPort(ports string) int {
	n := 0
	for i, c := range ports {
		if c < '0' || c > '9' {
			if i == 0 {
				break
			}
			return n
		}
		n = n*10 + int(c-'0')
	}
	if ports == "" || ports[0] < '0' || ports[0] > '9' {
		return 1 << 16
	}
	return n
}

// Joined returns facts in their order with each one once: of several that say the same about the same, the most severe one stays.
func Joined(all []Fact) []Fact {
	Sort(all)
	slices.SortStableFunc(all, func(a, b Fact) int { return compareSaid(&a, &b) })
	all = slices.CompactFunc(all, func(a, b Fact) bool { return compareSaid(&a, &b) == 0 })
	Sort(all)
	return all
}
