// Package access finds out what a change of an object means for rights: who may do what on what, and could not before. It reads documents of AWS
// and the bindings, rules and permissions of other clouds as the table describes them, compares both sides as sets, and returns facts of the
// kinds grants and revokes; see [Facts]. It looks at nothing but the object: whether another policy allows or denies the same is not known here.
package access

import (
	"slices"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/globset"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/table"
)

// unknown stands for members of facts that are known only after apply, or hidden.
const unknown = "unknown"

// mostSteps is how much is done for one object before questions stay undecided: it takes less than a second, and no real policy comes near it.
const mostSteps = 1 << 23

// Facts returns what a change of an object grants and revokes, by the entries for its type, in no particular order.
func Facts(t *table.Table, entries []table.Access, before, after leaf.Side) []fact.Fact {
	r := reader{t: t, search: globset.NewSearch(mostSteps), before: before, after: after}
	claimed := claimedPaths(entries, before, after)
	var facts []fact.Fact
	for _, e := range entries {
		facts = append(facts, r.read(e, claimed)...)
	}
	return facts
}

// A reader reads the entries of the table for one object.
type reader struct {
	t             *table.Table
	search        *globset.Search
	before, after leaf.Side
}

// read returns the facts of an entry.
func (r reader) read(e table.Access, claimed map[string]bool) []fact.Fact {
	switch {
	case e.Document == anywhere:
		return r.documentsAnywhere(e, claimed)
	case e.Document != "":
		return r.documents(e, r.before.Root.Walk(e.Document), r.after.Root.Walk(e.Document))
	case e.Statement != nil:
		return r.statement(e)
	case e.Attachment != "":
		return r.attachment(e)
	case e.Rules != "":
		return r.rules(e)
	case e.Permissions != "":
		return r.permissions(e)
	case e.VaultHCL != "":
		return r.vaultPolicy(e)
	}
	return r.bindings(e)
}

// tops returns the attributes of the object that some parts are in, without repeating any.
func tops(parts ...leaf.Node) []string {
	var names []string
	for _, p := range parts {
		if top := p.Top(); top != "" && !slices.Contains(names, top) {
			names = append(names, top)
		}
	}
	slices.Sort(names)
	return names
}

// pathsOf returns the paths of some parts, without repeating any.
func pathsOf(parts []leaf.Node) []string {
	var paths []string
	for _, p := range parts {
		if path := p.Path(); !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	return paths
}

// anyHidden reports whether one of some parts is hidden.
func anyHidden(parts []leaf.Node) bool {
	return slices.ContainsFunc(parts, func(n leaf.Node) bool { return n.State() == leaf.Hidden })
}

// uncertainty returns how certain something is that open parts decide.
func uncertainty(open []leaf.Node) fact.Certainty {
	if anyHidden(open) {
		return fact.Hidden
	}
	return fact.Possible
}

// sameMeaning is the fact that something is written differently and means the same.
func sameMeaning(at []string) fact.Fact {
	return fact.Fact{Kind: fact.Routine, Severity: fact.NoMatter, What: fact.SameMeaning, At: at}
}
