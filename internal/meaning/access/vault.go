package access

import (
	"strings"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/values"
)

// permissionsSuffix ends the names of the members that list what may be done with a kind of things: secret_permissions.
const permissionsSuffix = "_permissions"

// vaultTuples reads access policies of key vaults: somebody has permissions for secrets, keys and so on.
func vaultTuples(policies []leaf.Node) []tuple {
	var all []tuple
	for _, policy := range policies {
		if policy.Kind() != values.Object {
			all = append(all, tuple{role: part{node: policy}, member: part{node: policy}})
			continue
		}
		member := onePart(policy, "object_id")
		for name, list := range policy.Members() {
			kind, ok := strings.CutSuffix(name, permissionsSuffix)
			if !ok {
				continue
			}
			for _, p := range partsAt(list, ".") {
				p.text = kind + ":" + p.text
				all = append(all, tuple{role: p, member: member})
			}
		}
	}
	return all
}

func vaultDialect() dialect {
	return dialect{covers: coversPermission, weigh: weighPermission, joined: true}
}

// coversPermission reports whether a permission of a key vault is another one, or all of its kind. Case makes no difference.
func coversPermission(old, new string) bool {
	kind, permission, _ := strings.Cut(old, ":")
	newKind, _, _ := strings.Cut(new, ":")
	return strings.EqualFold(old, new) || kind == newKind && strings.EqualFold(permission, "all")
}

// weighPermission tells permissions that only list, or get what is public, from the others.
func weighPermission(t tuple) (fact.Severity, []fact.Flag) {
	kind, permission, _ := strings.Cut(strings.ToLower(t.role.text), ":")
	switch {
	case permission == "list", permission == "get" && (kind == "key" || kind == "certificate"):
		return fact.Note, nil
	case permission == "all":
		return fact.Caution, []fact.Flag{fact.FlagWildcardActions}
	}
	return fact.Caution, nil
}
