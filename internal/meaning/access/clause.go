package access

import (
	"net/netip"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/meaning/globset"
)

// A clause is a part of a condition of AWS: an operator, a key of the request's context, and values. All clauses of a condition must hold.
type clause struct {
	operator   string // in lower case, without quantifier, IfExists and Not
	quantifier string // forallvalues, foranyvalue or nothing
	ifExists   bool
	negated    bool
	key        string // in lower case
	name       string // the key as it is written
	values     []string
}

// How the values of an operator are compared.
type comparison uint8

const (
	opaque     comparison = iota // dates, numbers and others: only equal clauses are comparable
	exactly                      // texts
	ignoreCase                   // texts in which upper and lower case are the same
	likeGlob                     // globs
	asAddress                    // prefixes of IP addresses
	presence                     // whether there is a value at all
)

// comparisonOf returns how the values of an operator are compared, which is in lower case and has no Not.
func comparisonOf(operator string) comparison {
	switch operator {
	case "stringequals", "binaryequals":
		return exactly
	case "stringequalsignorecase", "bool":
		return ignoreCase
	case "stringlike", "arnlike", "arnequals":
		return likeGlob
	case "ipaddress":
		return asAddress
	case "null":
		return presence
	}
	return opaque
}

func (c clause) comparison() comparison { return comparisonOf(c.operator) }

// newClause reads an operator such as ForAllValues:StringNotEqualsIfExists.
func newClause(operator, key string, values []string) clause {
	c := clause{key: strings.ToLower(key), name: key, values: slices.Compact(slices.Sorted(slices.Values(values)))}
	op := strings.ToLower(operator)
	if quantifier, rest, ok := strings.Cut(op, ":"); ok {
		c.quantifier, op = quantifier, rest
	}
	op, c.ifExists = strings.CutSuffix(op, "ifexists")
	if positive := strings.Replace(op, "not", "", 1); positive != op && comparisonOf(positive) != opaque {
		op, c.negated = positive, true
	}
	c.operator = op
	return c
}

// isFree reports whether a clause restricts nothing.
func (c clause) isFree() bool {
	if c.negated {
		return false
	}
	switch c.comparison() {
	case likeGlob:
		return slices.ContainsFunc(c.values, func(value string) bool { return value != "" && strings.Trim(value, "*") == "" })
	case asAddress:
		return coverAll(c.values, netip.IPv4Unspecified()) || coverAll(c.values, netip.IPv6Unspecified())
	}
	return false
}

// coverAll reports whether prefixes cover all addresses from a first one on.
func coverAll(prefixes []string, first netip.Addr) bool {
	for range prefixes {
		i := slices.IndexFunc(prefixes, func(text string) bool {
			prefix, ok := parsePrefix(text)
			return ok && prefix.Contains(first)
		})
		if i < 0 {
			return false
		}
		prefix, _ := parsePrefix(prefixes[i])
		if first = lastOf(prefix).Next(); !first.IsValid() {
			return true
		}
	}
	return false
}

func (c clause) equal(d clause) bool {
	return c.operator == d.operator && c.quantifier == d.quantifier && c.ifExists == d.ifExists && c.negated == d.negated && c.key == d.key &&
		slices.Equal(c.values, d.values)
}

// holdsWithout says whether the clause holds of a request that has no value for the key.
func (c clause) holdsWithout() bool {
	switch {
	case c.comparison() == presence:
		return slices.Contains(c.values, "true")
	case c.quantifier == "forallvalues":
		return true
	case c.quantifier == "foranyvalue":
		return c.ifExists
	}
	return c.ifExists || c.negated
}

// set returns the texts that the clause is about, folded if they are to be.
func (c clause) set(fold bool) globset.Set {
	globs := make([]string, len(c.values))
	for i, value := range c.values {
		if fold {
			value = strings.ToLower(value)
		}
		if c.comparison() != likeGlob {
			value = literally(value)
		}
		globs[i] = value
	}
	return globset.Of(globs...)
}

// literally keeps stars and question marks of a text from being read as a glob's: they stand for characters that no text has.
func literally(text string) string {
	return strings.NewReplacer("*", "\uE000", "?", "\uE001").Replace(text)
}

// parsePrefix reads an address or a prefix; bits of the host do not count.
func parsePrefix(text string) (netip.Prefix, bool) {
	if prefix, err := netip.ParsePrefix(text); err == nil {
		return prefix.Masked(), true
	}
	if address, err := netip.ParseAddr(text); err == nil && address.Zone() == "" {
		return netip.PrefixFrom(address, address.BitLen()), true
	}
	return netip.Prefix{}, false
}

// dropFree leaves out the clauses that restrict nothing.
func dropFree(condition []clause) []clause {
	return slices.DeleteFunc(condition, clause.isFree)
}

// sameCondition reports whether two conditions have the same clauses.
func sameCondition(a, b []clause) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(c clause) bool { return !slices.ContainsFunc(b, c.equal) })
}
