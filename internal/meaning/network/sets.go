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
	open            bool // the three of certain, possible and meant may differ
}

// setsOf makes the sets of a direction.
func (s *side) setsOf(direction string, m *netset.Meter) sets {
	all := slices.DeleteFunc(slices.Clone(s.pieces), func(p piece) bool { return p.direction != direction })
	out := sets{pieces: all}
	listed := slices.DeleteFunc(slices.Clone(all), func(p piece) bool { return p.part && p.effect == denies })
	out.meant = firstMatch(listed, piece.laterIfDenial, piece.certainly, beside.surelyCovers, m)
	out.certain, out.possible = out.meant, out.meant
	if out.open = slices.ContainsFunc(listed, piece.isOpen); out.open {
		out.certain = firstMatch(listed, piece.laterIfAllowance, piece.atLeast, beside.mayCover, m)
		out.possible = firstMatch(listed, piece.laterIfDenial, piece.atMost, beside.surelyCovers, m)
	}
	out.denied = firstMatch(all, piece.laterIfDenial, piece.certainDenial, beside.surelyCovers, m)
	out.mayDeny = firstMatch(all, piece.laterIfDenial, piece.possibleDenial, beside.surelyCovers, m)
	return out
}

// isOpen says that something about a piece is not known, be it only where it stands or whom it is about.
func (p piece) isOpen() bool { return !p.certain() || len(p.ranked) > 0 || len(p.beside.why) > 0 }

// firstMatch is what pieces allow in their order, to anybody on one's own side. take says whether a piece is a rule, and whether that is a
// denial; covers, whether a denial is about all that an allowance is about.
func firstMatch(pieces []piece, last func(piece) bool, take func(piece) (rule, deny bool), covers func(d, a beside) bool, m *netset.Meter) netset.Set {
	sorted := ordered(pieces, last)
	var all netset.Set
	for i, about := range besides(sorted, take) {
		var rules []netset.Rule
		for _, p := range sorted {
			rule, deny := take(p)
			if rule && (deny && covers(p.beside, about) || !deny && p.beside.equal(about)) {
				rules = append(rules, netset.Rule{Box: p.box(), Deny: deny})
			}
		}
		if one := netset.FirstMatch(rules, m); i == 0 {
			all = one
		} else {
			all = all.Union(one)
		}
		if m.Over() {
			break
		}
	}
	return all
}

// besides are whom the allowances are about, each once.
func besides(pieces []piece, take func(piece) (rule, deny bool)) []beside {
	var all []beside
	for _, p := range pieces {
		if rule, deny := take(p); rule && !deny && !slices.ContainsFunc(all, p.beside.equal) {
			all = append(all, p.beside)
		}
	}
	return all
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
