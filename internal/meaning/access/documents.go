package access

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/table"
	"github.com/planfmt/planfmt/values"
)

// anywhere is the path of an entry that means any part of an object that is a policy by its shape.
const anywhere = "**"

// claimedPaths returns the paths of the parts that entries name: these are not looked for by shape.
func claimedPaths(entries []table.Access, sides ...leaf.Side) map[string]bool {
	claimed := map[string]bool{}
	for _, e := range entries {
		if e.Document == "" || e.Document == anywhere {
			continue
		}
		for _, side := range sides {
			for _, n := range side.Root.Walk(e.Document) {
				claimed[n.Path()] = true
			}
		}
	}
	return claimed
}

// documentsAnywhere returns the facts of all parts that are policies, in the types that have no entry for them. What is open is compared only if the
// other side has a policy at the same place.
func (r reader) documentsAnywhere(e table.Access, claimed map[string]bool) []fact.Fact {
	before, after := r.differingDocuments()
	var facts []fact.Fact
	for _, path := range sortedKeys(before, after) {
		if claimed[path] || !isPolicy(before[path]) && !isPolicy(after[path]) {
			continue
		}
		facts = append(facts, r.documents(e, listOf(before[path]), listOf(after[path]))...)
	}
	return facts
}

// differingDocuments returns the parts of both sides that may be policies. If both sides are objects, what does not differ is left out.
func (r reader) differingDocuments() (before, after map[string]leaf.Node) {
	b, a := r.before.Root, r.after.Root
	if b.Kind() != values.Object || a.Kind() != values.Object || isPolicy(b) || isPolicy(a) {
		return findDocuments(b), findDocuments(a)
	}
	before, after = map[string]leaf.Node{}, map[string]leaf.Node{}
	for _, name := range leaf.DifferingMembers(b, a) {
		find(b.Member(name), before)
		find(a.Member(name), after)
	}
	return before, after
}

func isPolicy(n leaf.Node) bool {
	_, ok := documentAt(n)
	return ok
}

func listOf(n leaf.Node) []leaf.Node {
	if n.IsAbsent() {
		return nil
	}
	return []leaf.Node{n}
}

func sortedKeys(maps ...map[string]leaf.Node) []string {
	var keys []string
	for _, m := range maps {
		for key := range m {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// findDocuments returns the parts that may be policies, by their paths: strings that look like JSON objects, objects with statements, and what is open.
func findDocuments(n leaf.Node) map[string]leaf.Node {
	found := map[string]leaf.Node{}
	find(n, found)
	return found
}

func find(n leaf.Node, found map[string]leaf.Node) {
	switch n.Kind() {
	case values.Object:
		if isPolicy(n) {
			found[n.Path()] = n
			return
		}
		for _, m := range n.Members() {
			find(m, found)
		}
	case values.Array:
		for _, e := range n.Elems() {
			find(e, found)
		}
	case values.String:
		if text, _ := n.Text(); strings.Contains(text, "tatement") {
			found[n.Path()] = n
		}
	default:
		if n.IsOpen() {
			found[n.Path()] = n
		}
	}
}

// documents returns what the documents of an entry grant and revoke, all together.
func (r reader) documents(e table.Access, before, after []leaf.Node) []fact.Fact {
	before, after = dropHiddenTwins(before, after)
	if alike(before, after) {
		return nil
	}
	old, new := readPolicy(before), readPolicy(after)
	w := writer{reader: r, entry: e, at: tops(slices.Concat(before, after)...)}
	facts := w.wholeDocuments(new.open)
	facts = append(facts, w.gains(fact.Grants, comparer{r.search, old, new}.gains())...)
	facts = append(facts, w.gains(fact.Revokes, comparer{r.search, new, old}.gains())...)
	if len(facts) == 0 && len(old.statements) > 0 && len(new.statements) > 0 {
		facts = append(facts, sameMeaning(w.at))
	}
	return facts
}

// alike reports whether the parts of both sides are the same.
func alike(before, after []leaf.Node) bool {
	return slices.EqualFunc(before, after, leaf.Equal)
}

func readPolicy(parts []leaf.Node) policy {
	var p policy
	for _, n := range parts {
		doc, ok := documentAt(n)
		switch {
		case ok:
			for _, s := range statementsOf(doc.root) {
				p.statements = append(p.statements, readStatement(s).split()...)
			}
		case n.IsOpen():
			p.open = append(p.open, n)
		}
	}
	return p
}

// dropHiddenTwins leaves out the parts in which something is hidden, and of which the diff shows that they are the same on both.
func dropHiddenTwins(before, after []leaf.Node) (b, a []leaf.Node) {
	b, a = slices.Clone(before), slices.Clone(after)
	return slices.DeleteFunc(b, func(n leaf.Node) bool { return hasHiddenTwin(n, after) }),
		slices.DeleteFunc(a, func(n leaf.Node) bool { return hasHiddenTwin(n, before) })
}

func hasHiddenTwin(n leaf.Node, others []leaf.Node) bool {
	return slices.ContainsFunc(others, func(o leaf.Node) bool {
		return (n.HasOpen() || o.HasOpen()) && !leaf.Differs(o, n)
	})
}

// wholeDocuments returns a fact for documents of which nothing is known.
func (w writer) wholeDocuments(open []leaf.Node) []fact.Fact {
	if len(open) == 0 {
		return nil
	}
	return []fact.Fact{{
		Kind: fact.Grants, Certainty: uncertainty(open), Severity: fact.Caution, Change: fact.Undecided, At: w.at, Because: pathsOf(open),
		Rights: w.rightsOfNobodyKnown(),
	}}
}
