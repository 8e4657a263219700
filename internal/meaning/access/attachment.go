package access

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/base/wildcard"
	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/table"
)

// attachment returns the facts of an object that attaches policies by their ARNs. What is in them is known of those of AWS only, by name.
func (r reader) attachment(e table.Access) []fact.Fact {
	e.Binding = &table.Binding{Role: []string{e.Attachment}, Members: []string{e.Holder}}
	if e.Holder == "" {
		e.Binding.Members = nil
	}
	e.As = "identity"
	return r.compareBindings(e, dialect{weigh: r.weighAttachment})
}

// weighAttachment weighs a policy that is attached to somebody.
func (r reader) weighAttachment(t tuple) (fact.Severity, []fact.Flag) {
	name, managed := managedName(t.role.text)
	words := r.t.AWS
	switch {
	case !managed:
		return fact.Note, nil
	case matchesAny(words.ManagedAdmin, name):
		return fact.Danger, []fact.Flag{fact.FlagAdmin}
	case matchesAny(words.ManagedReading, name):
		return fact.Note, nil
	case matchesAny(words.ManagedWildcard, name):
		return fact.Caution, []fact.Flag{fact.FlagWildcardActions}
	}
	return fact.Note, nil
}

// managedName returns the name of a policy that AWS manages, path included.
func managedName(arn string) (name string, managed bool) {
	parts := strings.SplitN(arn, ":", 6)
	if len(parts) < 6 || parts[4] != "aws" {
		return "", false
	}
	_, name, managed = strings.Cut(parts[5], "policy/")
	return name, managed
}

// matchesAny reports whether one of some globs matches a text.
func matchesAny(globs []string, text string) bool {
	return slices.ContainsFunc(globs, func(glob string) bool { return wildcard.Match(glob, text) })
}

// containsFold reports whether a text is in a list, in whatever case.
func containsFold(list []string, text string) bool {
	return slices.ContainsFunc(list, func(one string) bool { return strings.EqualFold(one, text) })
}
