package access

import (
	"cmp"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/globset"
)

// A weight says how much a right of AWS matters, and why.
type weight struct {
	severity fact.Severity
	flags    []fact.Flag
	actions  []string // what causes the severity comes first
}

// weigh looks at what is gained, at the worst of its actions, and at whom it goes to.
func (w writer) weigh(g gain) weight {
	result := weight{severity: fact.Note, actions: g.actions.words()}
	if g.actions.isEmpty() {
		result.severity = fact.Caution // nobody knows what may be done
		return result
	}
	toHolder := g.principal.class == holder
	if toHolder {
		result.actions, result.severity, result.flags = w.weighActions(g)
	} else {
		result.severity, result.flags = w.weighPrincipal(g)
	}
	if g.denied {
		result.flags = nil // another policy says what is allowed
	}
	result.flags = inOrder(append(result.flags, w.shapeFlags(g)...))
	if w.entry.Severity != fact.NoSeverity && result.severity > w.entry.Severity {
		result.severity = w.entry.Severity
	}
	return result
}

// inOrder sorts flags as facts have them.
func inOrder(flags []fact.Flag) []fact.Flag {
	order := []fact.Flag{
		fact.FlagPublic, fact.FlagCrossAccount, fact.FlagAdmin, fact.FlagEscalation, fact.FlagWildcardActions, fact.FlagWildcardResources, fact.FlagNotAction,
	}
	return slices.DeleteFunc(order, func(f fact.Flag) bool { return !slices.Contains(flags, f) })
}

// shapeFlags are the flags that say how the actions and resources are written.
func (w writer) shapeFlags(g gain) []fact.Flag {
	var flags []fact.Flag
	if !g.actions.but && slices.ContainsFunc(g.actions.texts, hasWildcard) {
		flags = append(flags, fact.FlagWildcardActions)
	}
	if !g.statement.ofObject && (g.resources.but || slices.ContainsFunc(g.resources.texts, hasWildcard)) {
		flags = append(flags, fact.FlagWildcardResources)
	}
	if g.actions.but {
		flags = append(flags, fact.FlagNotAction)
	}
	return flags
}

func hasWildcard(text string) bool { return strings.ContainsAny(text, "*?") }

// weighPrincipal is about those whom a statement names, in the policy of a resource or in a trust policy.
func (w writer) weighPrincipal(g gain) (fact.Severity, []fact.Flag) {
	switch {
	case w.entry.As == "limit":
		return w.weighLimit(g)
	case w.isPublic(g):
		return fact.Danger, []fact.Flag{fact.FlagPublic}
	case g.principal.class == everyone, g.principal.id == unknown:
		return fact.Caution, nil
	case g.principal.who(w.ownAccount()) == fact.WhoOtherAccount:
		return fact.Caution, []fact.Flag{fact.FlagCrossAccount}
	}
	return fact.Note, nil
}

// weighLimit is about documents that allow nothing by themselves: who is named does not matter.
func (w writer) weighLimit(g gain) (fact.Severity, []fact.Flag) {
	_, severity, flags := w.weighActions(g)
	return severity, flags
}

// isPublic reports whether nobody is left out: by a condition that says who, or by the key that narrows those who sign in elsewhere.
func (w writer) isPublic(g gain) bool {
	if len(g.statement.open.condition) > 0 {
		return false
	}
	switch g.principal.class {
	case everyone:
		return !slices.ContainsFunc(g.statement.condition, w.saysWho)
	case federated:
		key, shared := w.narrowingKey(g.principal.id)
		return shared && !slices.ContainsFunc(g.statement.condition, func(c clause) bool {
			return c.key == key && c.isPositive() && !slices.ContainsFunc(c.values, func(value string) bool { return !hasFixedStart(value, 2) })
		})
	}
	return false
}

// narrowingKey returns the key that must be in a condition for an issuer that serves everybody.
func (w writer) narrowingKey(provider string) (key string, shared bool) {
	_, issuer, isARN := strings.Cut(provider, ":oidc-provider/")
	if !isARN {
		issuer = provider
	}
	issuer = strings.ToLower(issuer)
	for host, claim := range w.t.AWS.Federated {
		if issuer == host || strings.HasPrefix(issuer, host+"/") {
			return issuer + ":" + strings.ToLower(claim), true
		}
	}
	return "", false
}

// saysWho reports whether a clause leaves only those in who are named: by a key that is about them, and values that are fixed.
func (w writer) saysWho(c clause) bool {
	about := slices.ContainsFunc(w.t.AWS.Restricting, func(key string) bool { return strings.EqualFold(key, c.key) })
	return about && c.isPositive() && !slices.ContainsFunc(c.values, func(value string) bool { return !c.isFixed(value) })
}

// isPositive reports whether the clause needs a value that is one of its own.
func (c clause) isPositive() bool {
	return !c.negated && !c.ifExists && c.quantifier != "forallvalues" && c.comparison() != presence && c.comparison() != opaque && len(c.values) > 0
}

// isFixed reports whether a value says who is meant. One with wildcards does if what it begins with does: an ARN with an account, an organization.
func (c clause) isFixed(value string) bool {
	switch {
	case c.comparison() == asAddress:
		return true
	case strings.HasPrefix(value, "arn:") && hasWildcard(value):
		return accountOf(value) != ""
	}
	return hasFixedStart(value, 1)
}

// hasFixedStart reports whether a text has no wildcards or variables, or has as many parts as needed before the first one.
func hasFixedStart(text string, needed int) bool {
	end := strings.IndexAny(text, "*?")
	if variable := strings.Index(text, "${"); variable >= 0 && (end < 0 || variable < end) {
		end = variable
	}
	if end < 0 {
		return text != ""
	}
	parts := strings.FieldsFunc(text[:end], func(char rune) bool { return char == ':' || char == '/' })
	if end == 0 || !strings.ContainsAny(text[end-1:end], ":/") {
		return len(parts) > needed
	}
	return len(parts) >= needed
}

// weighActions is about the actions of whoever has the policy. It returns them with the worst first.
func (w writer) weighActions(g gain) (actions []string, severity fact.Severity, flags []fact.Flag) {
	severity = fact.Note
	type weighed struct {
		text     string
		severity fact.Severity
	}
	var all []weighed
	for _, part := range g.actions.parts() {
		s, fs := w.weighAction(part, g.resources)
		all = append(all, weighed{part.words()[0], s})
		severity = min(severity, s)
		flags = append(flags, fs...)
	}
	slices.SortStableFunc(all, func(a, b weighed) int {
		return cmp.Or(int(a.severity)-int(b.severity), everythingFirst(a.text)-everythingFirst(b.text))
	})
	for _, a := range all {
		actions = append(actions, a.text)
	}
	return actions, severity, flags
}

// everythingFirst sorts what means all actions before all others.
func everythingFirst(action string) int { return min(len(strings.Trim(action, "*")), 1) }

// weighAction weighs one action on some resources.
func (w writer) weighAction(action, resources names) (fact.Severity, []fact.Flag) {
	var flags []fact.Flag
	severity := fact.Note
	all := coversAll(resources)
	if all && w.isAdmin(action) {
		severity, flags = fact.Danger, append(flags, fact.FlagAdmin)
	}
	if w.escalates(action) && hasAnyWildcard(resources) {
		flags = append(flags, fact.FlagEscalation)
		severity = min(severity, fact.Caution)
		if coversAllOfAType(resources) {
			severity = fact.Danger
		}
	}
	switch {
	case !all:
	case action.but || isWholeService(action.texts[0]):
		severity = fact.Danger
	case !w.onlyReads(action) || w.readsSecrets(action):
		severity = min(severity, fact.Caution)
	}
	return severity, flags
}

// isAdmin reports whether an action is all actions, or all but some that are not about identities.
func (w writer) isAdmin(action names) bool {
	if action.but {
		return w.search.Within(globset.Of("iam:*"), action.set()) == globset.Yes
	}
	return strings.Trim(action.texts[0], "*:") == "" && action.texts[0] != ""
}

// escalates reports whether an action is, or contains, one with which somebody gets more rights.
func (w writer) escalates(action names) bool {
	set := action.set()
	return slices.ContainsFunc(w.t.AWS.Escalation, func(one string) bool { return set.Has(strings.ToLower(one)) })
}

// onlyReads reports whether each action that is meant reads.
func (w writer) onlyReads(action names) bool {
	reading := make([]string, len(w.t.AWS.Reading))
	for i, glob := range w.t.AWS.Reading {
		reading[i] = "*:" + strings.ToLower(glob)
	}
	return w.search.Within(action.set(), globset.Of(reading...)) == globset.Yes
}

func (w writer) readsSecrets(action names) bool {
	secrets := names{texts: w.t.AWS.Secrets, fold: true}
	return w.search.Overlap(action.set(), secrets.set()) != globset.No
}

// isWholeService reports whether a glob means all actions of a service, or of all.
func isWholeService(action string) bool {
	_, name, found := strings.Cut(action, ":")
	if !found {
		name = action
	}
	return name != "" && strings.Trim(name, "*") == ""
}

func hasAnyWildcard(resources names) bool {
	return resources.but || slices.ContainsFunc(resources.texts, hasWildcard)
}

// coversAll reports whether the resources are all of them, at least of a service.
func coversAll(resources names) bool {
	return resources.but || slices.ContainsFunc(resources.texts, func(text string) bool { return strings.Trim(resourcePart(text), "*") == "" })
}

// coversAllOfAType is like coversAll, but all roles are enough, or all functions.
func coversAllOfAType(resources names) bool {
	return coversAll(resources) || slices.ContainsFunc(resources.texts, func(text string) bool {
		_, name, found := strings.Cut(strings.ReplaceAll(resourcePart(text), "/", ":"), ":")
		return found && name != "" && strings.Trim(name, "*:") == ""
	})
}

// resourcePart returns what stands behind the account in an ARN.
func resourcePart(arn string) string {
	if parts := strings.SplitN(arn, ":", 6); len(parts) == 6 {
		return parts[5]
	}
	return arn
}
