package leaf

import (
	"strings"
	"unicode"

	"github.com/planfmt/planfmt/values"
)

// Spelled returns an object whose members, at any depth, are found by the names that a provider of Terraform gives them: in snake case, and in
// the singular if they are blocks. So a manifest of Kubernetes reads as the resource of its kind does.
func (n Node) Spelled() Node {
	if n.side == nil {
		return n
	}
	n.side = &context{isCopy: n.side.isCopy, spelled: true}
	return n
}

// spelling returns how an object spells the name of a member.
func spelling(object values.Value, name string) string {
	found := name
	for _, m := range object.Members() {
		switch Snake(m.Name) {
		case name:
			return m.Name
		case name + "s":
			found = m.Name
		}
	}
	return found
}

// Snake returns a name in snake case: roleRef becomes role_ref, and clusterIP becomes cluster_ip.
func Snake(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if i > 0 && unicode.IsUpper(r) && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
