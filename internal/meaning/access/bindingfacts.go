package access

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/table"
)

// A bindingWriter makes facts of tuples that come or go.
type bindingWriter struct {
	reader
	entry   table.Access
	dialect dialect
}

// facts makes a fact of each change of a tuple, or one of those that belong together. What is unknown or hidden never says that something is revoked.
func (w bindingWriter) facts(kind fact.Kind, old, new []tuple) []fact.Fact {
	var facts []fact.Fact
	for _, c := range coming(old, new, w.dialect.covers) {
		if had := slices.ContainsFunc(old, func(t tuple) bool { return t.member.is(c.member, same) }); had && w.dialect.joined && c.change == fact.New {
			c.change = fact.Wider
		}
		if kind == fact.Revokes && (len(c.open) > 0 || len(c.tuple.open()) > 0) {
			continue
		}
		f := w.fact(kind, c)
		if i := slices.IndexFunc(facts, func(g fact.Fact) bool { return w.dialect.joined && belong(f, g) }); i >= 0 {
			join(&facts[i], f)
		} else {
			facts = append(facts, f)
		}
	}
	return facts
}

// belong reports whether two facts differ in their actions only, and in how much these matter.
func belong(f, g fact.Fact) bool {
	return f.Certainty == g.Certainty && f.Change == g.Change && f.Rights.Principal == g.Rights.Principal && f.Rights.Scope == g.Rights.Scope &&
		f.Rights.Condition == g.Rights.Condition && slices.Equal(f.Because, g.Because)
}

// join adds the actions of a fact to another one, the worst first.
func join(f *fact.Fact, g fact.Fact) {
	for _, action := range g.Rights.Actions {
		switch {
		case slices.Contains(f.Rights.Actions, action):
		case g.Severity < f.Severity:
			f.Rights.Actions = slices.Insert(f.Rights.Actions, 0, action)
		default:
			f.Rights.Actions = append(f.Rights.Actions, action)
		}
	}
	f.Severity = min(f.Severity, g.Severity)
	f.Rights.Flags = inOrder(append(f.Rights.Flags, g.Rights.Flags...))
	f.At = slices.Compact(slices.Sorted(slices.Values(append(f.At, g.At...))))
}

func (w bindingWriter) fact(kind fact.Kind, c tupleChange) fact.Fact {
	severity, flags := w.dialect.weigh(c.tuple)
	if w.isPublic(c.member) {
		severity, flags = fact.Danger, append(flags, fact.FlagPublic)
	}
	if w.entry.Severity != fact.NoSeverity {
		severity = min(severity, w.entry.Severity)
	}
	if c.role.isOpen() {
		severity, flags = fact.Caution, nil
	}
	f := fact.Fact{
		Kind: kind, Severity: severity, Change: c.change, At: tops(c.role.node, c.member.node, c.scope.node, c.tuple.condition.node),
		Rights: &fact.Rights{
			Principal: c.member.word(), Who: w.who(c.member), Actions: c.role.words(), Condition: c.condition, Flags: inOrder(flags),
			As: w.as(), Scope: c.scope.known(), IsRole: !w.dialect.joined,
		},
	}
	turn(&f)
	w.qualify(&f, c)
	return f
}

// qualify says how certain a fact is, and what decides.
func (w bindingWriter) qualify(f *fact.Fact, c tupleChange) {
	switch {
	case c.certain:
	case len(c.open) > 0:
		f.Certainty, f.Because = uncertainty(c.open), pathsOf(c.open)
	default:
		f.Certainty, f.Because, f.Severity = fact.Possible, []string{c.because}, f.Severity.AtMost(fact.Caution)
	}
	if f.Certainty == fact.Hidden {
		f.Severity = f.Severity.AtMost(fact.Caution)
	}
}

// as returns what the rights are a part of.
func (w bindingWriter) as() string {
	switch {
	case w.entry.Dialect != "":
		return w.entry.Dialect
	case w.entry.Vault != "":
		return "vault"
	case w.entry.ACL != "" || w.entry.ACLGrants != "":
		return "acl"
	}
	return w.entry.As
}

func (w bindingWriter) who(member part) fact.Who {
	switch {
	case member.isOpen():
		return fact.WhoUnknown
	case w.isPublic(member):
		return fact.WhoEveryone
	case w.entry.As == "identity":
		return fact.WhoHolder
	case strings.HasPrefix(member.text, "service:"):
		return fact.WhoService
	}
	return fact.WhoAccount
}

// isPublic reports whether a member is everyone.
func (w bindingWriter) isPublic(member part) bool {
	if member.isOpen() {
		return false
	}
	return member.text == "everyone" || slices.Contains(w.entry.Everyone, member.text) || w.dialect.public != nil && w.dialect.public(member.text)
}

// others is the fact that a binding which sets all members of a role, or all roles of an object, takes away what others had.
func (w bindingWriter) others(new []tuple) []fact.Fact {
	severity := fact.Note
	if w.entry.Careful {
		severity = fact.Caution
	}
	var actions []string
	var parts []leaf.Node
	for _, t := range new {
		parts = append(parts, t.role.node, t.member.node)
		if role := t.role.known(); role != "" && !slices.Contains(actions, role) {
			actions = append(actions, role)
		}
	}
	if w.entry.Binding == nil {
		actions = []string{"*"} // all roles of the object are set, not those of one
	}
	return []fact.Fact{{
		Kind: fact.Revokes, Certainty: fact.Possible, Severity: severity, Change: fact.Undecided, At: tops(parts...), Because: []string{fact.BecauseAuthoritative},
		Rights: &fact.Rights{Principal: "others", Actions: actions, Condition: fact.ConditionNone, As: w.as(), IsRole: true},
	}}
}
