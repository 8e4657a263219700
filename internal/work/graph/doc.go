// Package graph finds out what depends on what in a plan.
//
// An object depends on another one if its configuration refers to that, directly or through variables, local values and outputs, or
// names it in depends_on; if the configuration of its provider does so; or, where the configuration does not say, if the state has
// recorded it. docs/graph.md says this in full.
//
// There are two answers. [New] returns a [computed.Graph] to look at, in which a node is a resource as the configuration declares it, with
// all its instances. [Impacts] counts, for instances that go away, which other instances depend on them. There, it matters which
// instance a reference means. Where the plan does not say, the instance may depend on another one, but need not.
//
// Both are made from wires (wires.go), in time that is linear in the size of the configuration and the number of instances.
package graph
