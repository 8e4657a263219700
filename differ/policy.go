package differ

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/values"
)

// An IAM policy is a JSON document whose lists are sets, and in which a string stands for a list
// with this string. With [Options].Readable, policies are compared in a canonical form: in which
// sets are sorted lists. The case of letters counts.

// Which members of a statement are sets, and which are sets or objects of sets.
var (
	statementSets       = []string{"Action", "NotAction", "NotResource", "Resource"}
	statementPrincipals = []string{"NotPrincipal", "Principal"}
)

// isPolicy reports whether a document is a policy: it has statements, each of which has an
// effect, and either a version or, in each statement, something that the effect is on.
func isPolicy(v values.Value) bool {
	statements := statementsOf(v)
	if len(statements) == 0 {
		return false
	}
	hasVersion := v.Get("Version").Kind() == values.String
	for _, s := range statements {
		if s.Get("Effect").Kind() != values.String {
			return false
		}
		isAbout := func(name string) bool { return !s.Get(name).IsNull() }
		if !hasVersion && !slices.ContainsFunc(statementSets, isAbout) {
			return false
		}
	}
	return true
}

// statementsOf returns the statements of a policy, which may have one without a list.
func statementsOf(policy values.Value) []values.Value {
	in := policy.Get("Statement")
	if in.Kind() == values.Object {
		return []values.Value{in}
	}
	var all []values.Value
	for _, s := range in.Elems() {
		all = append(all, s)
	}
	return all
}

func canonicalPolicy(v values.Value) values.Value {
	return v.MapMembers(func(m values.Member) values.Value {
		if m.Name != "Statement" {
			return m.Value
		}
		statements := statementsOf(v)
		for i, s := range statements {
			statements[i] = s.MapMembers(func(m values.Member) values.Value {
				switch {
				case slices.Contains(statementSets, m.Name):
					return canonicalSet(m.Value)
				case slices.Contains(statementPrincipals, m.Name):
					return m.Value.MapMembers(func(m values.Member) values.Value { return canonicalSet(m.Value) })
				}
				return m.Value
			})
		}
		return values.NewArray(statements...)
	})
}

// canonicalSet returns a sorted list for a string or a list of strings, with each string once.
// Other values stay as they are.
func canonicalSet(v values.Value) values.Value {
	if v.Kind() == values.String {
		return values.NewArray(v)
	}
	var all []values.Value
	for _, e := range v.Elems() {
		if e.Kind() != values.String {
			return v
		}
		all = append(all, e)
	}
	if v.Kind() != values.Array {
		return v
	}
	sorted.Stable(all, func(a, b values.Value) int { return strings.Compare(a.Text(), b.Text()) })
	return values.NewArray(slices.CompactFunc(all, values.Value.Equal)...)
}

// comparePolicies compares two policies that are in strings. also says that statements are
// spelled differently although they mean the same.
func (s inherited) comparePolicies(c *values.Change, before, after values.Value) (document computed.Diff, also bool) {
	s.depth++
	s.yaml = false
	s = s.drawnScope() // the canonical form has no text of which parts could be made
	child := documentChange(c, canonicalPolicy(before), canonicalPolicy(after))
	m := matchStatements(statementsOf(child.Before), statementsOf(child.After))
	document = s.compareMembers(&child, func(name string, c *values.Change) computed.Diff {
		if name == "Statement" {
			return s.compareMatched(c, statement{}, m)
		}
		return s.compare(c, untypedPart{})
	})
	return document, respells(before, after, m)
}

// respells reports whether anything in statements means the same and is spelled differently.
func respells(before, after values.Value, m matching) bool {
	if before.Get("Statement").Kind() != after.Get("Statement").Kind() {
		return true
	}
	differs := func(a, b values.Value) bool { return !a.Equal(b) && canonicalSet(a).Equal(canonicalSet(b)) }
	was, is := statementsOf(before), statementsOf(after)
	for _, p := range m.pairs {
		if !p.isBoth() {
			continue
		}
		a, b := was[p.before], is[p.after]
		for _, name := range statementSets {
			if differs(a.Get(name), b.Get(name)) {
				return true
			}
		}
		for _, name := range statementPrincipals {
			for _, member := range a.Get(name).Members() {
				if differs(member.Value, b.Get(name).Get(member.Name)) {
					return true
				}
			}
		}
	}
	return false
}

// statement compares statements in canonical form.
type statement struct{ untyped }

func (statement) comparePart(c values.Change, _ plans.Step, s inherited) computed.Diff {
	if c.Before.Kind() != values.Object && c.After.Kind() != values.Object {
		return s.compare(&c, untypedPart{})
	}
	return s.compareNamed(&c, "Sid", func(name string, c *values.Change) computed.Diff {
		isPrincipal := slices.Contains(statementPrincipals, name)
		switch {
		case slices.Contains(statementSets, name):
			return s.compareStringSet(c)
		case isPrincipal && isOrMissing(c, values.Object):
			return s.compareMembers(c, func(_ string, c *values.Change) computed.Diff { return s.compareStringSet(c) })
		}
		return s.compare(c, untypedPart{})
	})
}

// isOrMissing reports whether both sides are of a kind or missing.
func isOrMissing(c *values.Change, kind values.Kind) bool {
	fits := func(v values.Value) bool { return v.Kind() == kind || v.Kind() == values.Absent }
	return fits(c.Before) && fits(c.After)
}

// compareMembers compares the members of two objects.
func (s inherited) compareMembers(c *values.Change, compare func(name string, c *values.Change) computed.Diff) computed.Diff {
	return s.compareNamed(c, "", compare)
}

// compareNamed compares the members of two objects that people know by one of them.
func (s inherited) compareNamed(c *values.Change, by string, compare func(name string, c *values.Change) computed.Diff) computed.Diff {
	names := values.MapChange{Change: *c}.Keys()
	m := s.newMembers(c, len(names))
	for _, name := range names {
		name = s.cloneName(name)
		p := m.find(name)
		child := m.child(name, p)
		m.add(name, compare(name, &child))
	}
	list, rest := m.finish(untyped{})
	return newDiff(c, renderers.NamedObject(list, rest, by), m.action)
}

// compareStringSet compares two sets in canonical form. Other values are compared as always.
func (s inherited) compareStringSet(c *values.Change) computed.Diff {
	if !isOrMissing(c, values.Array) {
		return s.compare(c, untypedPart{})
	}
	e := s.newElements(c, untyped{})
	list, rest := e.addAll(pairSet(c))
	return newDiff(c, renderers.Set(list, rest), e.action)
}

// matchStatements pairs statements in canonical form: those with the same ID, if it is unique;
// then those that are the same but for the ID; then those that have more and more differences.
// Each step takes time in proportion to the length of the statements.
func matchStatements(before, after []values.Value) matching {
	partners := make([]int, len(after))
	for j := range partners {
		partners[j] = -1
	}
	taken := make([]bool, len(before))
	pairBy := func(key func(values.Value) string, unique bool) {
		left := map[string][]int{}
		for i, v := range before {
			if k := key(v); !taken[i] && k != "" {
				left[k] = append(left[k], i)
			}
		}
		count := map[string]int{}
		for _, v := range after {
			count[key(v)]++
		}
		for j, v := range after {
			k := key(v)
			of := left[k]
			if partners[j] >= 0 || len(of) == 0 || unique && (len(of) > 1 || count[k] > 1) {
				continue
			}
			partners[j], taken[of[0]] = of[0], true
			left[k] = of[1:]
		}
	}
	pairBy(func(v values.Value) string { return v.Get("Sid").Text() }, true)
	pairBy(func(v values.Value) string {
		return v.MapMembers(func(m values.Member) values.Value {
			if m.Name == "Sid" {
				return values.NewNull()
			}
			return m.Value
		}).JSON()
	}, false)
	for _, names := range [][]string{
		{"Sid", "Principal", "NotPrincipal", "Action", "NotAction", "Resource", "NotResource", "Condition"},
		{"Sid", "Effect", "Principal", "NotPrincipal", "Action", "NotAction"},
		{"Sid", "Effect", "Action", "NotAction", "Resource", "NotResource"},
		{"Sid", "Effect", "Principal", "NotPrincipal", "Resource", "NotResource"},
		{"Sid", "Effect", "Principal", "NotPrincipal"},
	} {
		pairBy(func(v values.Value) string {
			parts := make([]values.Value, len(names))
			for i, name := range names {
				parts[i] = v.Get(name)
			}
			return values.NewArray(parts...).JSON()
		}, false)
	}
	return newMatching(len(before), partners)
}
