package access

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/table"
	"github.com/planfmt/planfmt/values"
)

// A dialect says what roles and members of a cloud mean.
type dialect struct {
	name   func(role string) string                   // the name of a role, which may be written otherwise
	covers func(old, new string) bool                 // whether an old role contains a new one
	weigh  func(t tuple) (fact.Severity, []fact.Flag) // how much it matters that a member gets a role
	public func(member string) bool                   // whether a member is everyone
	joined bool                                       // roles are single permissions: those of a member are one fact
}

// dialectOf returns the dialect of an entry.
func (r reader) dialectOf(e table.Access) dialect {
	d := dialect{weigh: func(t tuple) (fact.Severity, []fact.Flag) { return weighPlain(e, t) }}
	switch e.Dialect {
	case "google":
		d.weigh = r.weighGoogle
		d.public = func(member string) bool { return slices.Contains(r.t.Google.Everyone, member) }
	case "azure":
		d.name, d.weigh, d.covers = r.azureRole, r.weighAzure, foldedSame
	case "kubernetes":
		d.weigh = func(t tuple) (fact.Severity, []fact.Flag) { return r.weighKubernetes(e, t) }
		d.public = func(member string) bool {
			_, name, _ := strings.Cut(member, ":")
			return slices.Contains(r.t.Kubernetes.Everyone, name)
		}
	}
	return d
}

// bindings returns the facts of an entry that gives roles to members.
func (r reader) bindings(e table.Access) []fact.Fact {
	d := r.dialectOf(e)
	switch {
	case e.Vault != "":
		d = vaultDialect()
	case e.ACL != "" || e.ACLGrants != "":
		d = aclDialect()
	}
	return r.compareBindings(e, d)
}

// compareBindings returns what comes and what goes between the sides.
func (r reader) compareBindings(e table.Access, d dialect) []fact.Fact {
	if d.covers == nil {
		d.covers = same
	}
	if e.Binding != nil && len(e.Binding.Role) > 1 {
		e.Binding = r.byCommonRole(*e.Binding)
	}
	old, new := r.tuples(e, r.before, d), r.tuples(e, r.after, d)
	w := bindingWriter{r, e, d}
	facts := append(w.facts(fact.Grants, old, new), w.facts(fact.Revokes, new, old)...)
	if e.Authoritative != "" && !r.before.Exists() && r.after.Exists() {
		facts = append(facts, w.others(new)...)
	}
	return facts
}

// byCommonRole returns a binding whose roles are read at the path that is known on both sides, if there is one: a role may be given by its name or
// by its ID, and the other of both is often known only after apply.
func (r reader) byCommonRole(b table.Binding) *table.Binding {
	known := func(side leaf.Side, path string) bool {
		return slices.ContainsFunc(partsAt(side.Root, path), func(p part) bool { return !p.isOpen() })
	}
	for _, path := range b.Role {
		if known(r.before, path) && known(r.after, path) {
			b.Role = []string{path}
			break
		}
	}
	return &b
}

// tuples reads what one side gives to whom.
func (r reader) tuples(e table.Access, side leaf.Side, d dialect) []tuple {
	root := side.Root
	var all []tuple
	switch {
	case !side.Exists():
	case e.Vault != "":
		all = vaultTuples(root.Walk(e.Vault))
	case e.ACL != "":
		all = aclTuples(root.Walk(e.ACL))
	case e.ACLGrants != "":
		all = aclGrantTuples(root.Walk(e.ACLGrants))
	case e.GooglePolicy != "":
		for _, n := range root.Walk(e.GooglePolicy) {
			all = append(all, policyTuples(n)...)
		}
	case e.Bindings != "":
		for _, n := range root.Walk(e.Bindings) {
			all = append(all, bind(n, table.Binding{Role: []string{e.Role}, Members: e.Members}, nil)...)
		}
	case e.Binding != nil:
		all = bind(root, *e.Binding, d.name)
	}
	return all
}

// policyTuples reads a document that binds roles to members.
func policyTuples(n leaf.Node) []tuple {
	doc := n
	if n.Kind() == values.String {
		var ok bool
		if doc, ok = n.Document(); !ok {
			return nil
		}
	}
	if doc.IsOpen() {
		return []tuple{{role: part{node: doc}, member: part{node: doc}}}
	}
	var all []tuple
	for _, b := range doc.Walk("bindings") {
		all = append(all, bind(b, table.Binding{Role: []string{"role"}, Members: []string{"members"}, Condition: "condition"}, nil)...)
	}
	return all
}

// bind reads the roles and members of a binding: each role goes to each member.
func bind(n leaf.Node, b table.Binding, name func(string) string) []tuple {
	if n.IsOpen() {
		return []tuple{{role: part{node: n}, member: part{node: n}}}
	}
	scope, condition := onePart(n, b.Scope), conditionPart(n, b.Condition)
	var all []tuple
	for _, role := range rolesOf(n, b.Role, name) {
		if denies(role) {
			continue
		}
		for _, member := range membersOf(n, b) {
			all = append(all, tuple{role, member, scope, condition})
		}
	}
	return all
}

// denies reports whether a role takes rights instead of giving them.
func denies(role part) bool {
	return strings.EqualFold(role.text, "deny") || strings.EqualFold(role.text, "block")
}

// rolesOf returns the roles at the first path that has a known one, or else the first open part. Providers fill the others in.
func rolesOf(n leaf.Node, paths []string, name func(string) string) []part {
	var open []part
	for _, path := range paths {
		if text, ok := strings.CutPrefix(path, "="); ok {
			return []part{{text: text}}
		}
		known := false
		var roles []part
		for _, p := range partsAt(n, path) {
			if known = known || !p.isOpen(); name != nil && !p.isOpen() {
				p.text = name(p.text)
			}
			roles = append(roles, p)
		}
		if known {
			return roles
		}
		open = append(open, roles...)
	}
	return open[:min(len(open), 1)]
}

// membersOf returns the members of a binding. A binding that has no place for any is about whoever has the object.
func membersOf(n leaf.Node, b table.Binding) []part {
	var members []part
	for _, path := range b.Members {
		members = append(members, partsAt(n, path)...)
	}
	for _, subject := range walkIf(n, b.Subjects) {
		members = append(members, subjectPart(subject))
	}
	for _, all := range walkIf(n, b.EveryoneIf) {
		if text, _ := all.Text(); all.IsKnown() && text != "false" {
			members = append(members, part{text: "everyone"})
		}
	}
	if b.Members == nil && b.Subjects == "" {
		members = append(members, part{})
	}
	known := slices.DeleteFunc(slices.Clone(members), part.isOpen)
	if len(known) == 0 && len(members) > 0 {
		return members[:1]
	}
	return members
}

func walkIf(n leaf.Node, path string) []leaf.Node {
	if path == "" {
		return nil
	}
	return n.Walk(path)
}

// subjectPart reads a subject of Kubernetes.
func subjectPart(n leaf.Node) part {
	for open := range n.Open() {
		return part{node: open}
	}
	text := func(name string) string { text, _ := n.Member(name).Text(); return text }
	name := text("name")
	if namespace := text("namespace"); namespace != "" && text("kind") == "ServiceAccount" {
		name = namespace + "/" + name
	}
	return part{text: text("kind") + ":" + name, node: n}
}

// partsAt returns the parts at a path, without empty texts.
func partsAt(n leaf.Node, path string) []part {
	var parts []part
	for _, at := range n.Walk(path) {
		if text, ok := at.Text(); ok && text != "" {
			parts = append(parts, part{text, at})
		} else if at.IsOpen() {
			parts = append(parts, part{node: at})
		}
	}
	return parts
}

func onePart(n leaf.Node, path string) part {
	if path == "" {
		return part{}
	}
	if parts := partsAt(n, path); len(parts) > 0 {
		return parts[0]
	}
	return part{}
}

// conditionPart reads a condition: a text, or the expression of a block. Its title and description are not part of it.
func conditionPart(n leaf.Node, path string) part {
	if all := walkIf(n, path); len(all) > 0 && all[0].Kind() == values.Object {
		return onePart(all[0], "expression")
	}
	return onePart(n, path)
}
