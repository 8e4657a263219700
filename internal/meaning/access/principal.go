package access

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
)

// principals are those that a statement of AWS is about.
type principals struct {
	list []principal
	but  bool // NotPrincipal: all others
	none bool // the statement names nobody: it is about who has the policy
}

// A principal is somebody who may be allowed to do something: one user, role or service, an account with all that is in it, or everyone.
type principal struct {
	class principalClass
	id    string // an ARN, the number of an account, or the name of a service
}

type principalClass uint8

const (
	holder    principalClass = iota // who has the policy
	everyone                        // all others, services included
	account                         // all of an account
	identity                        // one of an account
	service                         // a service of AWS
	federated                       // who signs in elsewhere
	canonical                       // an account by the ID that S3 uses
)

// accountOf returns the account in an ARN, if there is one.
func accountOf(arn string) string {
	parts := strings.SplitN(arn, ":", 6)
	if len(parts) < 6 || parts[0] != "arn" || !isAccount(parts[4]) {
		return ""
	}
	return parts[4]
}

// isAccount reports whether a text is the number of an account.
func isAccount(text string) bool {
	return len(text) == 12 && strings.Trim(text, "0123456789") == ""
}

// newPrincipal reads a principal of a kind: AWS, Service, Federated or CanonicalUser.
func newPrincipal(kind, id string) principal {
	switch {
	case id == "*" && kind != "Federated" && kind != "Service":
		return principal{class: everyone}
	case kind == "Service":
		return principal{service, id}
	case kind == "Federated":
		return principal{federated, id}
	case kind == "CanonicalUser":
		return principal{canonical, id}
	case isAccount(id):
		return principal{account, id}
	case strings.HasSuffix(id, ":root") && accountOf(id) != "":
		return principal{account, accountOf(id)}
	}
	return principal{identity, id}
}

func readPrincipals(of, but leaf.Node) principals {
	if of.IsAbsent() && but.IsAbsent() {
		return principals{list: []principal{{class: holder}}, none: true}
	}
	if !of.IsAbsent() {
		return principals{list: listPrincipals(of)}
	}
	return principals{list: listPrincipals(but), but: true}
}

func listPrincipals(n leaf.Node) []principal {
	var list []principal
	for _, id := range textsOf(n) {
		list = append(list, newPrincipal("AWS", id))
	}
	for kind, ids := range n.Members() {
		for _, id := range textsOf(ids) {
			list = append(list, newPrincipal(kind, id))
		}
	}
	return list
}

// has reports whether a principal contains another one.
func (p principal) has(q principal) bool {
	switch p.class {
	case everyone:
		return q.class != holder
	case account:
		return p == q || q.class == identity && accountOf(q.id) == p.id
	}
	return p == q
}

// have reports whether the statement is about a principal: about each that is in it, but for those whom any statement names. What these are
// allowed is a question of its own; see [candidates].
func (ps principals) have(q principal) bool {
	if ps.none || q.class == holder {
		return ps.none && q.class == holder
	}
	return slices.ContainsFunc(ps.list, func(p principal) bool { return p.has(q) }) != ps.but
}

// allowed lists whom a statement that allows something is about. If all but some are allowed it, that is everyone.
func (ps principals) allowed() []principal {
	if ps.but {
		return []principal{{class: everyone}}
	}
	if everybody := (principal{class: everyone}); slices.Contains(ps.list, everybody) {
		return []principal{everybody}
	}
	return ps.list
}

// word returns the principal as facts name it.
func (p principal) word() string {
	switch p.class {
	case holder:
		return ""
	case everyone:
		return "everyone"
	case service:
		return "service:" + p.id
	case federated:
		return "federated:" + p.id
	case canonical:
		return "canonical:" + p.id
	}
	return p.id
}

// who returns the class of the principal, for an object in an account; own is empty if nobody knows in which.
func (p principal) who(own string) fact.Who {
	switch p.class {
	case holder:
		return fact.WhoHolder
	case everyone:
		return fact.WhoEveryone
	case service:
		return fact.WhoService
	case federated:
		return fact.WhoFederated
	}
	of := p.account()
	switch {
	case own == "" || of == "":
		return fact.WhoAccount
	case of == own:
		return fact.WhoOwnAccount
	}
	return fact.WhoOtherAccount
}

// account returns the number of the account of a principal, if it says one.
func (p principal) account() string {
	if p.class == account {
		return p.id
	}
	if p.class == identity {
		return accountOf(p.id)
	}
	return ""
}
