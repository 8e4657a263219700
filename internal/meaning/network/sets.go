package network

import (
	"slices"

	"github.com/planfmt/planfmt/internal/meaning/netset"
)

// sets are what a side allows in one direction.
type sets struct {
	// certain is allowed and possible may be, whatever the open parts are. meant is what the known rules allow if no open rule denies it.
	certain, possible, meant netset.Set
	// denied and mayDeny are for single rules of lists that are elsewhere: what they deny.
	denied, mayDeny netset.Set
	pieces          []piece
}

// setsOf makes the sets of a direction.
func (s *side) setsOf(direction string, m *netset.Meter) sets {
	all := slices.DeleteFunc(slices.Clone(s.pieces), func(p piece) bool { return p.direction != direction })
	out := sets{pieces: all}
	listed := slices.DeleteFunc(slices.Clone(all), func(p piece) bool { return p.part && p.effect == denies })
	out.meant = netset.FirstMatch(rulesOf(listed, piece.laterIfDenial, piece.certainly), m)
	out.certain, out.possible = out.meant, out.meant
	if slices.ContainsFunc(listed, func(p piece) bool { return !p.certain() || len(p.ranked) > 0 }) {
		out.certain = netset.FirstMatch(rulesOf(listed, piece.laterIfAllowance, piece.atLeast), m)
		out.possible = netset.FirstMatch(rulesOf(listed, piece.laterIfDenial, piece.atMost), m)
	}
	out.denied = netset.FirstMatch(rulesOf(all, piece.laterIfDenial, piece.certainDenial), m)
	out.mayDeny = netset.FirstMatch(rulesOf(all, piece.laterIfDenial, piece.possibleDenial), m)
	return out
}

// rulesOf are the rules of ordered pieces. take says whether a piece is a rule, and whether that is a denial.
func rulesOf(pieces []piece, last func(piece) bool, take func(piece) (rule, deny bool)) []netset.Rule {
	var out []netset.Rule
	for _, p := range ordered(pieces, last) {
		if rule, deny := take(p); rule {
			out = append(out, netset.Rule{Box: p.box(), Deny: deny})
		}
	}
	return out
}

// Where a piece goes whose rank is open: denials last make a set large, allowances last make it small.
func (p piece) laterIfDenial() bool    { return p.effect == denies }
func (p piece) laterIfAllowance() bool { return p.effect == allows }

// certainly takes the pieces that are certain.
func (p piece) certainly() (rule, deny bool) { return p.certain(), p.effect == denies }

// atLeast takes what is certainly allowed, and all that may deny it.
func (p piece) atLeast() (rule, deny bool) {
	return p.certain() && p.effect == allows || p.effect != allows, p.effect != allows
}

// atMost takes what may be allowed, and what certainly denies it.
func (p piece) atMost() (rule, deny bool) {
	return p.certain() && p.effect == denies || p.effect != denies, p.effect == denies
}

func (p piece) certainDenial() (rule, deny bool) {
	return p.part && p.effect == denies && p.certain(), false
}

func (p piece) possibleDenial() (rule, deny bool) { return p.part && p.effect != allows, false }
