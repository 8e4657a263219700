package graph

import (
	"cmp"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
)

// Refers reports whether anything in a plan refers to anything, or whether the state says so. If nothing does, no resource depends on another one.
func Refers(facts *source.Facts) bool {
	if facts.Configuration != nil {
		for range facts.Configuration.References() {
			return true
		}
	}
	return slices.ContainsFunc(facts.Recorded, func(r source.Recorded) bool { return len(r.DependsOn) > 0 })
}

// GoesAway reports whether an action destroys or replaces an object.
func GoesAway(a plans.Action) bool { return a == plans.Delete || a.Replaces() }

// sortEdges sorts the edges, and makes one of those between the same nodes.
func sortEdges(edges []computed.GraphEdge) []computed.GraphEdge {
	sorted.Stable(edges, func(a, b computed.GraphEdge) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	kept := edges[:0]
	for _, e := range edges {
		if n := len(kept); n > 0 && kept[n-1].From == e.From && kept[n-1].To == e.To {
			kept[n-1].How = join(kept[n-1].How, e.How)
			continue
		}
		kept = append(kept, e)
	}
	return kept
}

// join joins two ways to depend on the same thing. If one of them says which instance is meant, the other one need not.
func join(a, b computed.Dependency) computed.Dependency {
	return (a|b)&^computed.AnyInstance | a&b&computed.AnyInstance
}
