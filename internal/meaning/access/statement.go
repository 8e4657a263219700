package access

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/table"
)

// statement returns the facts of an object that is one statement: its attributes are what a document has in members.
func (r reader) statement(e table.Access) []fact.Fact {
	old, new := r.statementOn(e, r.before), r.statementOn(e, r.after)
	if slices.EqualFunc(old.statements, new.statements, statement.equal) {
		return nil
	}
	w := writer{reader: r, entry: e, at: r.statementAt(e)}
	return append(w.gains(fact.Grants, comparer{r.search, old, new}.gains()), w.gains(fact.Revokes, comparer{r.search, new, old}.gains())...)
}

func (r reader) statementOn(e table.Access, side leaf.Side) policy {
	if !side.Exists() {
		return policy{}
	}
	root := side.Root
	principals, actions, resources := root.Walk(e.Statement.Principal), root.Walk(e.Statement.Action), root.Walk(e.Statement.Resource)
	s := statement{
		allows:     true,
		principals: readPlainPrincipals(principals),
		actions:    names{texts: textsIn(actions), fold: true},
		resources:  names{texts: textsIn(resources)},
		open:       openParts{principals: onlyOpen(principals), actions: onlyOpen(actions), resources: onlyOpen(resources)},
	}
	for _, c := range e.Statement.Conditions {
		at := root.Walk(c.At)
		s.open.condition = append(s.open.condition, onlyOpen(at)...)
		if texts := textsIn(at); len(texts) > 0 {
			s.condition = append(s.condition, newClause(operatorFor(texts), c.Key, texts))
		}
	}
	s.condition = dropFree(s.condition)
	return policy{statements: []statement{s.prepared()}}
}

// onlyOpen returns those of some parts that are unknown or hidden.
func onlyOpen(parts []leaf.Node) []leaf.Node {
	return slices.DeleteFunc(slices.Clone(parts), func(n leaf.Node) bool { return !n.IsOpen() })
}

// operatorFor returns the operator that compares values as whoever made the condition would have.
func operatorFor(values []string) string {
	if strings.HasPrefix(values[0], "arn:") {
		return "ArnLike"
	}
	return "StringEquals"
}

// readPlainPrincipals reads principals that are written without their kind.
func readPlainPrincipals(parts []leaf.Node) principals {
	var ps principals
	for _, id := range textsIn(parts) {
		kind := "AWS"
		if strings.Contains(id, ".") && !strings.Contains(id, ":") {
			kind = "Service"
		}
		ps.list = append(ps.list, newPrincipal(kind, id))
	}
	return ps
}

// textsIn returns the known texts among some parts that are not empty.
func textsIn(parts []leaf.Node) []string {
	var texts []string
	for _, n := range parts {
		if text, ok := n.Text(); ok && text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

func (r reader) statementAt(e table.Access) []string {
	var parts []leaf.Node
	for _, side := range []leaf.Side{r.before, r.after} {
		parts = slices.Concat(parts, side.Root.Walk(e.Statement.Principal), side.Root.Walk(e.Statement.Action), side.Root.Walk(e.Statement.Resource))
		for _, c := range e.Statement.Conditions {
			parts = append(parts, side.Root.Walk(c.At)...)
		}
	}
	return tops(parts...)
}
