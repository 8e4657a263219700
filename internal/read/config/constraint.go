package config

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/planfmt/planfmt/internal/base/sorted"
)

// operators are those of version constraints, in the order that constraints on the same version have.
// The first of two constraints with ~> is the one with more numbers.
var operators = [...]string{">", ">=", "=", "~>", "<=", "<", "!="}

// constraint is a version constraint.
type constraint struct {
	operator int
	version  string // without the zeros that are left out
	text     string
}

// NormalConstraints returns version constraints as the products write them: with all numbers of each version,
// sorted. What is not a constraint is returned as it is.
func NormalConstraints(text string) string {
	all, ok := parseConstraints(text)
	if !ok {
		return text
	}
	sorted.Stable(all, func(a, b constraint) int {
		return cmp.Or(semver.Compare("v"+a.version, "v"+b.version), cmp.Compare(a.operator, b.operator), -cmp.Compare(len(a.text), len(b.text)))
	})
	var texts []string
	for _, c := range slices.Compact(all) {
		texts = append(texts, c.text)
	}
	return strings.Join(texts, ", ")
}

// ValidConstraints reports whether a text is a list of version constraints.
func ValidConstraints(text string) bool {
	all, ok := parseConstraints(text)
	return ok && len(all) > 0
}

func parseConstraints(text string) ([]constraint, bool) {
	var all []constraint
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		c, ok := parseConstraint(part)
		if !ok {
			return nil, false
		}
		all = append(all, c)
	}
	return all, true
}

func parseConstraint(text string) (constraint, bool) {
	version := strings.TrimLeft(text, "<>=!~")
	operator := cmp.Or(text[:len(text)-len(version)], "=")
	version = strings.TrimPrefix(strings.TrimSpace(version), "v")
	i := slices.Index(operators[:], operator)
	if i < 0 || !semver.IsValid("v"+version) {
		return constraint{}, false
	}
	numbers, rest := version, ""
	if j := strings.IndexAny(version, "-+"); j >= 0 {
		numbers, rest = version[:j], version[j:]
	}
	want := 3
	if operator == "~>" {
		want = 2
	}
	for have := strings.Count(numbers, ".") + 1; have < want; have++ {
		numbers += ".0"
	}
	c := constraint{operator: i, text: numbers + rest}
	if operator != "=" {
		c.text = operator + " " + c.text
	}
	for have := strings.Count(numbers, ".") + 1; have < 3; have++ {
		numbers += ".0"
	}
	c.version = numbers + rest
	return c, true
}
