package computed

import (
	"github.com/planfmt/planfmt/internal/base/enum"
	"github.com/planfmt/planfmt/plans"
)

// NodeKind is what a node of a graph stands for.
type NodeKind uint8

// The kinds of nodes.
const (
	ResourceNode NodeKind = iota // a managed resource or a data source, with all its instances
	OutputNode                   // an output of the root module
	ProviderNode                 // a configuration of a provider
	ModuleNode                   // a call of a module, with all that is in it, or what decides how often, and when, there is the module
	LocalNode                    // a local value through which very many others depend on each other
	VariableNode                 // likewise, a variable of a module or what decides how many instances a module has
	InnerNode                    // likewise, an output of a module that is not the root module
)

// nodeKinds are the names of the kinds, by which they are printed and marshalled.
var nodeKinds = enum.New[NodeKind]("kind of node", []string{
	ResourceNode: "resource",
	OutputNode:   "output",
	ProviderNode: "provider",
	ModuleNode:   "module",
	LocalNode:    "local",
	VariableNode: "variable",
	InnerNode:    "module_output",
}...)

// String returns the name of the kind of node.
func (k NodeKind) String() string { return nodeKinds.String(k) }

// MarshalText returns the name of the kind of node.
func (k NodeKind) MarshalText() ([]byte, error) { return nodeKinds.Marshal(k) }

// UnmarshalText sets the kind of node by its name. If there is no such name, the error
// lists the valid ones.
func (k *NodeKind) UnmarshalText(text []byte) error { return nodeKinds.Unmarshal(text, k) }

// Dependency says how one node depends on another one. It is a set: several may be true at once.
type Dependency uint16

// The ways to depend on something.
const (
	ByReference Dependency = 1 << iota // an expression refers to it
	ByDependsOn                        // depends_on names it
	ByProvider                         // it is the configuration of the provider
	ByState                            // the state has recorded it
	// AnyInstance says that the plan does not say which instance is meant.
	AnyInstance
	// ForcesReplacement says that its change is why the other node is replaced.
	ForcesReplacement
)

// Graph is what depends on what in a plan, see docs/graph.md.
type Graph struct {
	Nodes []*GraphNode // sorted by kind and address
	Edges []GraphEdge  // sorted by the nodes, without duplicates
	// AllNodes and AllEdges count those of the whole plan, if this is a part of it.
	AllNodes, AllEdges int
	// Steps counts what has been done to make the graph: a measure of time that is the same on all machines.
	Steps int
}

// GraphEdge says that a node depends on another one. From and To are their places in the graph.
type GraphEdge struct {
	From, To int
	How      Dependency
}

// GraphNode is a node of a graph.
type GraphNode struct {
	Kind NodeKind
	// Address is the address without keys of instances: module.net.aws_subnet.a, output.ids, provider.aws.east.
	Address string
	Module  string // the module in which it is, without keys; empty for the root module
	// Mode, Type and Name are those of a resource.
	Mode, Type, Name string
	// Declared says that the configuration in the plan declares it.
	Declared bool
	// Instances are those in which something happens. Unchanged counts the others that are known.
	Instances []GraphInstance
	Unchanged int
	// Unknown are references of which the plan does not say to what they lead, a few at most. More says that there are others.
	Unknown []string
	More    bool
	// Drifted says that an instance has changed outside of the product in a way that the plan depends on.
	Drifted bool
	// Focus says that somebody has asked for this node.
	Focus bool
	// Members counts what a collapsed module stands for.
	Members int
}

// GraphInstance is an instance of a resource in which something happens, or an output.
type GraphInstance struct {
	Address string
	Action  plans.Action
	Reason  plans.ActionReason
	Deposed string
	// Deferred says that the plan leaves the change for later.
	Deferred bool
	// Moved and Imported say what happens besides the action.
	Moved, Imported bool
	// Impact is set if it is replaced or destroyed, and the impact is known.
	Impact *Impact
	// ForcedBy are the nearest changes that are the reason why it is replaced, a few at most. MoreForcing says that there are others.
	ForcedBy    []Forcing
	MoreForcing bool
	// Failed says that the document cannot be read there.
	Failed bool
}

// Forcing is the change of a resource that is the reason why another one is replaced.
type Forcing struct {
	// Address is that of the resource, with the key of the instance if that is known.
	Address string
	// Possible says that the plan does not say whether this instance is the one that is meant.
	Possible bool
}

// Changes reports whether anything happens to the node.
func (n *GraphNode) Changes() bool { return len(n.Instances) > 0 || n.Drifted }
