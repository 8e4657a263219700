package access

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/table"
)

func (r reader) weighGoogle(t tuple) (fact.Severity, []fact.Flag) {
	words, role := r.t.Google, t.role.text
	switch {
	case slices.Contains(words.Admin, role):
		return fact.Danger, []fact.Flag{fact.FlagAdmin}
	case slices.Contains(words.Escalation, role):
		return fact.Danger, []fact.Flag{fact.FlagEscalation}
	case slices.Contains(words.Careful, role):
		return fact.Caution, nil
	}
	return fact.Note, nil
}

// azureRole returns the name of a role that is given by the GUID at the end of its ID.
func (r reader) azureRole(role string) string {
	if name, ok := r.t.Azure.Roles[strings.ToLower(role[strings.LastIndex(role, "/")+1:])]; ok {
		return name
	}
	return role
}

func (r reader) weighAzure(t tuple) (fact.Severity, []fact.Flag) {
	words, role := r.t.Azure, t.role.text
	if containsFold(words.Admin, role) {
		return fact.Danger, []fact.Flag{fact.FlagAdmin}
	}
	broad, whole := containsFold(words.Broad, role), !t.scope.isOpen() && isWholeScope(t.scope.text)
	switch {
	case broad && whole:
		return fact.Danger, nil
	case broad, whole && !matchesAny(words.Reading, role):
		return fact.Caution, nil
	}
	return fact.Note, nil
}

// isWholeScope reports whether a scope of Azure is a subscription, or more than one.
func isWholeScope(scope string) bool {
	parts := strings.FieldsFunc(strings.ToLower(scope), func(char rune) bool { return char == '/' })
	switch {
	case scope == "":
		return false
	case len(parts) == 0, len(parts) == 2 && parts[0] == "subscriptions":
		return true
	}
	return len(parts) == 4 && parts[2] == "managementgroups"
}

// weighKubernetes weighs a role, which may be limited to a namespace.
func (r reader) weighKubernetes(e table.Access, t tuple) (fact.Severity, []fact.Flag) {
	words := r.t.Kubernetes
	switch {
	case slices.Contains(words.Admin, t.role.text):
		return inNamespace(e, fact.Danger), []fact.Flag{fact.FlagAdmin}
	case slices.Contains(words.Broad, t.role.text):
		return fact.Caution, nil
	}
	return fact.Note, nil
}

func weighPlain(e table.Access, t tuple) (fact.Severity, []fact.Flag) {
	if slices.Contains(e.Admin, t.role.text) {
		return fact.Danger, []fact.Flag{fact.FlagAdmin}
	}
	return fact.Note, nil
}
