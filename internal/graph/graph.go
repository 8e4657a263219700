package graph

import (
	"cmp"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/sorted"
	"github.com/planfmt/planfmt/plans"
)

// Kind is what a node stands for.
type Kind uint8

// The kinds of nodes.
const (
	Resource Kind = iota // a managed resource or a data source, with all its instances
	Output               // an output of the root module
	Provider             // a configuration of a provider
	Module               // a call of a module, with all that is in it, see [Selection.Modules]
	Local                // a local value through which very many others depend on each other
	Variable             // likewise, a variable of a module or what decides how many instances a module has
	Inner                // likewise, an output of a module that is not the root module
)

// String returns the name of the kind.
func (k Kind) String() string {
	switch k {
	case Output:
		return "output"
	case Provider:
		return "provider"
	case Module:
		return "module"
	case Local:
		return "local"
	case Variable:
		return "variable"
	case Inner:
		return "module_output"
	}
	return "resource"
}

// How says how one object depends on another one. Several may be true at once.
type How uint8

// The ways to depend on something.
const (
	ByReference How = 1 << iota // an expression refers to it
	ByDependsOn                 // depends_on names it
	ByProvider                  // it is the configuration of the provider
	ByState                     // the state has recorded it
	// AnyInstance says that the plan does not say which instance is meant.
	AnyInstance
	// Forces says that its change is why the other object is replaced.
	Forces
)

// Graph is what depends on what.
type Graph struct {
	Nodes []*Node // sorted by kind and address
	Edges []Edge  // sorted by the nodes, without duplicates
	// AllNodes and AllEdges count those of the whole plan, if this is a part of it.
	AllNodes, AllEdges int
	// Steps counts what has been done to make the graph: a measure of time that is the same on all machines.
	Steps int
}

// Edge says that a node depends on another one. From and To are their places in the graph.
type Edge struct {
	From, To int
	How      How
}

// Node is a node of a graph.
type Node struct {
	Kind Kind
	// Address is the address without keys of instances: module.net.aws_subnet.a, output.ids, provider.aws.east.
	Address string
	Module  string // the module in which it is, without keys; empty for the root module
	// Mode, Type and Name are those of a resource.
	Mode, Type, Name string
	// Declared says that the configuration in the plan declares it.
	Declared bool
	// Instances are those in which something happens. Unchanged counts the others that are known.
	Instances []Instance
	Unchanged int
	// Unknown are references of which the plan does not say to what they lead, at most maxUnknown. More says that there are others.
	Unknown []string
	More    bool
	// Drifted says that an instance has changed outside of the product in a way that the plan depends on.
	Drifted bool
	// Focus says that somebody has asked for this node.
	Focus bool
	// Members counts what a collapsed module stands for.
	Members int
}

// Instance is an instance of a resource in which something happens, or an output.
type Instance struct {
	Address string
	Action  plans.Action
	Reason  plans.ActionReason
	Deposed string
	// Deferred says that the plan leaves the change for later.
	Deferred bool
	// Moved and Imported say what happens besides the action.
	Moved, Imported bool
	// Impact is set if it is replaced or destroyed, and the impact is known.
	Impact *computed.Impact
	// Failed says that the document cannot be read there.
	Failed bool
}

// Changes reports whether anything happens to the node.
func (n *Node) Changes() bool { return len(n.Instances) > 0 || n.Drifted }

// GoesAway reports whether an action destroys or replaces an object.
func GoesAway(a plans.Action) bool { return a == plans.Delete || a.Replaces() }

// sortEdges sorts the edges, and makes one of those between the same nodes.
func sortEdges(edges []Edge) []Edge {
	sorted.Stable(edges, func(a, b Edge) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
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
func join(a, b How) How { return (a|b)&^AnyInstance | a&b&AnyInstance }
