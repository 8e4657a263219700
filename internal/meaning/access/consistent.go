package access

import (
	"net/netip"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/meaning/globset"
)

// A demand wants a clause to hold of a request, or not to hold.
type demand struct {
	clause
	holds bool
}

// mostChoices is how many ways to break conditions are tried.
const mostChoices = 256

// stepsOfChoice is what one of them costs about.
const stepsOfChoice = 32

// consistent decides whether there is a request of which some clauses hold, and of which some conditions do not hold. Keys are taken to be
// independent of each other.
func consistent(s *globset.Search, holds []clause, broken [][]clause) globset.Answer {
	demands := make([]demand, len(holds))
	for i, c := range holds {
		demands[i] = demand{c, true}
	}
	left := mostChoices
	return breakAll(s, demands, broken, &left)
}

// breakAll tries each clause of the first condition as the one that does not hold, and goes on with the others.
func breakAll(s *globset.Search, demands []demand, broken [][]clause, left *int) globset.Answer {
	s.Spend(stepsOfChoice)
	if *left--; *left < 0 || s.Spent() {
		return globset.Undecided
	}
	if len(broken) == 0 {
		return meetAll(s, demands)
	}
	answer := globset.No
	for _, c := range broken[0] {
		switch breakAll(s, append(slices.Clip(demands), demand{c, false}), broken[1:], left) {
		case globset.Yes:
			return globset.Yes
		case globset.Undecided:
			answer = globset.Undecided
		}
	}
	return answer
}

// meetAll decides whether a request meets all demands: for each key, there must be a value, or none, that does.
func meetAll(s *globset.Search, demands []demand) globset.Answer {
	byKey := map[string][]demand{}
	var keys []string
	for _, d := range demands {
		if byKey[d.key] == nil {
			keys = append(keys, d.key)
		}
		byKey[d.key] = append(byKey[d.key], d)
	}
	answer := globset.Yes
	for _, key := range keys {
		switch meetKey(s, byKey[key]) {
		case globset.No:
			return globset.No
		case globset.Undecided:
			answer = globset.Undecided
		}
	}
	return answer
}

// meetKey decides whether a key can have a value, or be missing, so that all demands on it are met.
func meetKey(s *globset.Search, demands []demand) globset.Answer {
	if slices.ContainsFunc(demands, func(d demand) bool { return d.comparison() == opaque }) {
		return meetOpaque(demands)
	}
	if !slices.ContainsFunc(demands, func(d demand) bool { return d.holdsWithout() != d.holds }) {
		return globset.Yes
	}
	answer := meetByValue(s, demands)
	if answer == globset.No && !decidedByOneValue(demands) {
		return globset.Undecided
	}
	return answer
}

// meetOpaque decides about operators whose values nobody compares: a clause may hold or not, and equal ones hold together.
func meetOpaque(demands []demand) globset.Answer {
	if !slices.ContainsFunc(demands, func(d demand) bool { return !d.holds || strings.HasSuffix(d.operator, "equals") }) {
		return globset.Yes // a time from one day to another: it is taken to be what somebody meant
	}
	for _, d := range demands[1:] {
		switch first := demands[0]; {
		case !d.equal(first.clause):
			return globset.Undecided
		case d.holds != first.holds:
			return globset.No
		}
	}
	return globset.Yes
}

// decidedByOneValue reports whether no request with several values for the key can do what none with one value does: there are no quantifiers, or
// two demands with the same one, of which one is to hold and the other is not.
func decidedByOneValue(demands []demand) bool {
	quantifier := demands[0].quantifier
	if slices.ContainsFunc(demands, func(d demand) bool { return d.quantifier != quantifier }) {
		return false
	}
	return quantifier == "" || len(demands) == 1 || len(demands) == 2 && demands[0].holds != demands[1].holds && demands[0].negated == demands[1].negated
}

// meetByValue decides whether one value meets all demands.
func meetByValue(s *globset.Search, demands []demand) globset.Answer {
	var kinds [presence + 1]bool
	for _, d := range demands {
		if d.comparison() == presence && slices.Contains(d.values, "false") != d.holds {
			return globset.No
		}
		kinds[d.comparison()] = true
	}
	switch {
	case kinds[asAddress] && (kinds[exactly] || kinds[ignoreCase] || kinds[likeGlob]), kinds[ignoreCase] && (kinds[exactly] || kinds[likeGlob]):
		return globset.Undecided
	case kinds[asAddress]:
		return meetByAddress(demands)
	}
	var within, without []globset.Set
	for _, d := range demands {
		switch set := d.set(kinds[ignoreCase]); {
		case d.comparison() == presence:
		case d.holds != d.negated:
			within = append(within, set)
		default:
			without = append(without, set)
		}
	}
	return s.Exists(within, without)
}

// meetByAddress decides whether an address meets all demands. It is enough to try the bounds of all prefixes, and what is next to them: what
// changes anything begins there.
func meetByAddress(demands []demand) globset.Answer {
	candidates := []netip.Addr{netip.IPv4Unspecified(), netip.IPv6Unspecified()}
	for _, d := range demands {
		if d.comparison() != asAddress {
			continue
		}
		for _, value := range d.values {
			prefix, ok := parsePrefix(value)
			if !ok {
				return globset.Undecided
			}
			candidates = append(candidates, prefix.Addr())
			if next := lastOf(prefix).Next(); next.IsValid() {
				candidates = append(candidates, next)
			}
		}
	}
	if slices.ContainsFunc(candidates, func(a netip.Addr) bool { return meetsAll(a, demands) }) {
		return globset.Yes
	}
	return globset.No
}

func meetsAll(address netip.Addr, demands []demand) bool {
	return !slices.ContainsFunc(demands, func(d demand) bool {
		if d.comparison() == presence {
			return false
		}
		inside := slices.ContainsFunc(d.values, func(value string) bool {
			prefix, _ := parsePrefix(value)
			return prefix.Contains(address)
		})
		return inside != (d.holds != d.negated)
	})
}

// lastOf returns the last address of a prefix.
func lastOf(prefix netip.Prefix) netip.Addr {
	bytes := prefix.Addr().AsSlice()
	for bit := prefix.Bits(); bit < 8*len(bytes); bit++ {
		bytes[bit/8] |= 0x80 >> (bit % 8)
	}
	last, _ := netip.AddrFromSlice(bytes)
	return last
}

// implies decides whether a condition can only hold if another one does.
func implies(s *globset.Search, c, d []clause) globset.Answer {
	switch consistent(s, c, [][]clause{d}) {
	case globset.No:
		return globset.Yes
	case globset.Yes:
		return globset.No
	}
	return globset.Undecided
}

// together joins two conditions.
func together(c, d []clause) []clause { return append(slices.Clip(c), d...) }
